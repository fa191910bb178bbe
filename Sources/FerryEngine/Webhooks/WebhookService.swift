/// Tells how the telling of merchants stands.
public protocol WebhookService: Sendable {
  /// What waits or is parked at each endpoint that is set up or has any.
  func webhookBacklog() async throws -> [WebhookBacklog]

  /// Has a message sent again to all endpoints that have it or were to have it, from the beginning of its schedule.
  /// - Returns: The endpoints; none for a message that is not known, or known no more.
  func sendAgain(_ message: WebhookMessageID) async throws -> [WebhookEndpointID]
}
