import FerryCore

/// What the engine needs in order to tell merchants.
public struct Webhooks: Sendable {
  public var endpoints: [WebhookEndpoint]
  public var transport: any WebhookTransport
  public var schedule: WebhookSchedule
  /// How long a receiver may take over one message.
  public var timeout: Duration
  /// How many messages are under way to one endpoint at a time.
  public var mostAtOnce: Int

  /// - Parameter endpoints: Their ids are distinct.
  public init(
    endpoints: [WebhookEndpoint], transport: any WebhookTransport, schedule: WebhookSchedule = .threeDays,
    timeout: Duration = .seconds(10), mostAtOnce: Int = 4
  ) {
    self.endpoints = endpoints
    self.transport = transport
    self.schedule = schedule
    self.timeout = timeout
    self.mostAtOnce = mostAtOnce
  }

  subscript(_ id: WebhookEndpointID) -> WebhookEndpoint? { endpoints.first { $0.id == id } }
}
