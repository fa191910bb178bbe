public import FerryCheckout
public import FerryCore

/// Tells how the telling of merchants stands.
public protocol WebhookService: Sendable {
  /// What waits or is parked at each endpoint that is set up or has any.
  func webhookBacklog() async throws -> [WebhookBacklog]

  /// Has a message sent again to all endpoints that have it or were to have it and are still set up, from the beginning
  /// of its schedule.
  /// - Returns: The endpoints; none for a message that is not known, or known no more.
  func sendAgain(_ message: WebhookMessageID) async throws -> [WebhookEndpointID]

  /// Has everything that was given up at an endpoint sent again, from the beginning of its schedule.
  /// - Returns: How many messages; nil where a shop has no such endpoint in a mode.
  func sendParkedAgain(to endpoint: WebhookEndpointID, of shop: ShopID, _ mode: Mode) async throws -> Int?
}
