import FerryCheckout
public import FerryCore

extension WebhookStore {
  /// How many are changed in one transaction: others wait for its end.
  private var batch: Int { 500 }

  /// Has everything that was given up at an endpoint sent again, from the beginning of its schedule.
  /// - Returns: How many messages.
  public func sendParkedAgain(to endpoint: WebhookEndpointID, at now: Moment) async throws -> Int {
    let parked = try await webhookBacklog().first { $0.endpoint == endpoint }?.parked ?? 0
    let filter = WebhookFilter(endpoint: endpoint, state: .parked)
    var sent = 0
    // No more than there were: an endpoint that is still gone has them parked again meanwhile.
    while sent < parked {
      let found = try await changeDeliveries(filter, limit: min(batch, parked - sent)) { delivery, checkout in
        (
          .sentAgain(at: now),
          LogEntry(
            at: now, .event("webhook \(delivery.id.message.sequence) sent again", phase: checkout.phase.name.rawValue))
        )
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
