public import FerryCheckout
public import FerryCore
public import FerryEngine
import GRDB

extension SQLiteStore: WebhookStore {
  public func dueDeliveries(at now: Moment, _ demands: [WebhookDemand]) async throws -> DueDeliveries {
    try await read { database in
      DueDeliveries(
        deliveries: try demands.flatMap { try database.dueWebhooks(at: now, $0) },
        next: try database.nextWebhook(after: now, demands.map(\.endpoint)))
    }
  }

  public func delivery(_ id: WebhookDelivery.ID) async throws -> WebhookDelivery? {
    try await read { try $0.webhook(id) }
  }

  public func deliveries(_ filter: WebhookFilter, limit: Int) async throws -> [WebhookDelivery] {
    try await read { try $0.webhooks(filter, limit: limit) }
  }

  public func changeDeliveries(
    _ filter: WebhookFilter, limit: Int,
    decide: @escaping @Sendable (WebhookDelivery, Checkout) -> (WebhookDeliveryChange, LogEntry)
  ) async throws -> Int {
    try await write { database in
      let found = try database.webhooks(filter, limit: limit)
      for delivery in found {
        guard let checkout = try database.file(delivery.id.message.checkout)?.checkout else {
          throw StoreError.notFound
        }
        let (update, entry) = decide(delivery, checkout)
        var change = Change()
        change.deliveries = [WebhookUpdate(delivery.id, update)]
        change.log = [entry]
        try database.enter(change, of: checkout)
      }
      return Written(found.count)
    }
  }

  public func webhookBacklog() async throws -> [WebhookBacklog] {
    try await read { try $0.webhookBacklog() }
  }

  public func hastenDeliveries(to now: Moment) async throws {
    try await write { Written(try $0.hastenWebhooks(to: now)) }
  }

  public func webhookRoutes() async throws -> [WebhookRoute] {
    try await read { try $0.webhookRoutes() }
  }

  public func setWebhookRoutes(_ routes: [WebhookRoute]) async throws {
    try await write { Written(try $0.setWebhookRoutes(routes)) }
  }
}
