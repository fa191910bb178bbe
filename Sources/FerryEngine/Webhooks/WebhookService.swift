public import FerryCheckout
public import FerryCore

/// Tells how the telling of merchants stands.
public protocol WebhookService: Sendable {
  /// What waits or is parked at each endpoint that is set up or has any.
  func webhookBacklog() async throws -> [WebhookBacklog]

  /// The latest deliveries, newest first.
  func deliveries(_ filter: WebhookFilter, limit: Int) async throws -> [WebhookDelivery]

  /// Sends a message again from the beginning of its schedule, to every endpoint that it was for and that is still set up.
  /// - Parameter endpoint: The only endpoint to send it to; nil for all.
  /// - Returns: The endpoints; empty if the message is unknown or too old.
  func sendAgain(_ message: WebhookMessageID, to endpoint: WebhookEndpointID?) async throws -> [WebhookEndpointID]

  /// Has everything that was given up at an endpoint sent again, from the beginning of its schedule.
  /// - Returns: How many messages; nil where a shop has no such endpoint in a mode.
  func sendParkedAgain(to endpoint: WebhookEndpointID, of shop: ShopID, _ mode: Mode) async throws -> Int?
}
