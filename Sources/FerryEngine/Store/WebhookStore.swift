public import FerryCheckout
public import FerryCore

/// The storage of deliveries. They are stored and changed with their checkout, by `Change`.
public protocol WebhookStore: Sendable {
  /// The deliveries that are due at a moment, endpoint by endpoint as asked for; in each the longest due first, then by checkout and
  /// sequence number.
  func dueDeliveries(at now: Moment, _ demands: [WebhookDemand]) async throws -> DueDeliveries

  func delivery(_ id: WebhookDelivery.ID) async throws -> WebhookDelivery?

  /// The latest deliveries, newest first.
  func deliveries(_ filter: WebhookFilter, limit: Int) async throws -> [WebhookDelivery]

  /// Changes the latest of the deliveries that a filter finds, all in one transaction, and enters for each a line
  /// in its checkout's timeline.
  /// - Parameter decide: Is pure, and may be run again.
  /// - Returns: The number that was found.
  func changeDeliveries(
    _ filter: WebhookFilter, limit: Int,
    decide: @escaping @Sendable (WebhookDelivery, Checkout) -> (WebhookDeliveryChange, LogEntry)
  ) async throws -> Int

  /// The waiting and parked messages of each endpoint that has any, in the order of their names.
  func webhookBacklog() async throws -> [WebhookBacklog]

  /// Makes postponed deliveries that would be due after a moment due at it.
  func bringForwardDeliveries(to now: Moment) async throws
}

/// The most deliveries to an endpoint that are asked for.
public struct WebhookDemand: Hashable, Sendable {
  public var endpoint: WebhookEndpointID
  public var limit: Int

  public init(_ endpoint: WebhookEndpointID, limit: Int) {
    self.endpoint = endpoint
    self.limit = limit
  }
}

/// The due deliveries, and when to look again.
public struct DueDeliveries: Hashable, Sendable {
  public var deliveries: [DueDelivery]
  /// When a message to one of the endpoints is due next, after this moment.
  public var next: Moment?

  public init(deliveries: [DueDelivery], next: Moment?) {
    self.deliveries = deliveries
    self.next = next
  }
}

/// The name of a due delivery.
public struct DueDelivery: Hashable, Sendable {
  public var id: WebhookDelivery.ID
  /// The fence of its checkout: it is sent only under this one.
  public var fence: Int64

  public init(_ id: WebhookDelivery.ID, fence: Int64 = 0) {
    self.id = id
    self.fence = fence
  }
}

public struct WebhookFilter: Hashable, Sendable {
  public var checkout: CheckoutID?
  /// Of that checkout, one message.
  public var sequence: Int?
  public var endpoint: WebhookEndpointID?
  public var state: WebhookDelivery.State?
  /// Only messages about checkouts of these shops.
  public var shops: Set<ShopID>?
  /// Only messages about checkouts of this mode.
  public var mode: Mode?
  /// Only those that stand further down than this, in lists that are not of one checkout.
  public var after: WebhookPlace?

  public init(
    checkout: CheckoutID? = nil, sequence: Int? = nil, endpoint: WebhookEndpointID? = nil,
    state: WebhookDelivery.State? = nil, shop: ShopID? = nil, mode: Mode? = nil
  ) {
    self.checkout = checkout
    self.sequence = sequence
    self.endpoint = endpoint
    self.state = state
    shops = shop.map { [$0] }
    self.mode = mode
  }

  /// One message at all its endpoints.
  public init(_ message: WebhookMessageID) {
    self.init(checkout: message.checkout, sequence: message.sequence)
  }
}

/// A message's place in lists: the newest first, those of one moment by their ids.
public struct WebhookPlace: Hashable, Comparable, Sendable {
  public var createdAt: Moment
  public var id: WebhookDelivery.ID

  public init(_ delivery: WebhookDelivery) {
    createdAt = delivery.createdAt
    id = delivery.id
  }

  /// Nil for what `text` cannot have made.
  public init?(text: String) {
    let parts = text.split(separator: " ", maxSplits: 2).map(String.init)
    guard parts.count == 3, let milliseconds = Int64(parts[0]), let message = WebhookMessageID(text: parts[1]) else {
      return nil
    }
    createdAt = Moment(milliseconds: milliseconds)
    id = WebhookDelivery.ID(endpoint: WebhookEndpointID(parts[2]), message: message)
  }

  /// Digits, the message and the endpoint, with spaces between.
  public var text: String { "\(createdAt.milliseconds) \(id.message.text) \(id.endpoint.text)" }

  /// Older ones stand further down.
  public static func < (left: Self, right: Self) -> Bool {
    (left.createdAt, left.id.message.checkout, left.id.message.sequence, right.id.endpoint)
      < (right.createdAt, right.id.message.checkout, right.id.message.sequence, left.id.endpoint)
  }

  /// The condition of a row of `webhooks`.
  /// - Parameter values: Gets the values of its parameters.
  package func isFollowed(_ values: inout [StatementValue]) -> String {
    let message = [.moment(createdAt), .text(id.message.checkout.text), .int(id.message.sequence)]
      .map { values.parameter($0) }
    let place = "(\(message.joined(separator: ", ")))"
    let endpoint = values.parameter(.text(id.endpoint.text))
    return """
      (created_at, checkout, sequence) <= \(place)
        AND ((created_at, checkout, sequence) < \(place) OR webhooks.endpoint > \(endpoint))
      """
  }
}

/// The undelivered messages of an endpoint.
public struct WebhookBacklog: Hashable, Sendable {
  public var endpoint: WebhookEndpointID
  /// Still to be sent.
  public var waiting: Int
  /// When the oldest of these happened.
  public var oldest: Moment?
  /// Given up, as long as they are remembered.
  public var parked: Int

  public init(endpoint: WebhookEndpointID, waiting: Int = 0, oldest: Moment? = nil, parked: Int = 0) {
    self.endpoint = endpoint
    self.waiting = waiting
    self.oldest = oldest
    self.parked = parked
  }
}

extension WebhookStore {
  /// The most that are changed in one transaction: other writes wait for its end.
  private var batch: Int { 500 }

  /// Has everything that was given up at an endpoint sent again, from the beginning of its schedule.
  /// - Parameter person: The operator who has them sent; nil for the shop.
  /// - Returns: The number of messages.
  public func sendParkedAgain(
    to endpoint: WebhookEndpointID, by person: String? = nil, at now: Moment
  ) async throws -> Int {
    let parked = try await webhookBacklog().first { $0.endpoint == endpoint }?.parked ?? 0
    let filter = WebhookFilter(endpoint: endpoint, state: .parked)
    var sent = 0
    // No more than there were: an endpoint that is still gone has them parked again meanwhile.
    while sent < parked {
      let found = try await changeDeliveries(filter, limit: min(batch, parked - sent)) { delivery, checkout in
        (.sentAgain(at: now), LogEntry(sentAgain: delivery.id.message, of: checkout, by: person, at: now))
      }
      guard found > 0 else { break }
      sent += found
    }
    return sent
  }

  /// Gives up what waits for an endpoint.
  func park(_ endpoint: WebhookEndpointID, at now: Moment, because reason: String) async throws {
    let filter = WebhookFilter(endpoint: endpoint, state: .waiting)
    var found = batch
    while found == batch {
      found = try await changeDeliveries(filter, limit: batch) { delivery, _ in
        (
          .parked(at: now, result: reason),
          LogEntry(
            at: now,
            .webhook(
              delivery.body.type.rawValue, endpoint: endpoint.text, result: "\(reason), given up", milliseconds: 0))
        )
      }
    }
  }
}
