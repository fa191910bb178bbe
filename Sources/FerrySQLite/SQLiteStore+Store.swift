public import FerryCheckout
public import FerryCore
public import FerryEngine
import GRDB

extension SQLiteStore: Store, DatabaseStore {
  public func open(
    _ reference: OrderReference, key: CreationKey?,
    decide: @escaping @Sendable (Order?, Checkout?) throws -> Opening
  ) async throws -> OpeningResult {
    try await enqueue { [files] database in
      let (result, created) = try database.open(reference, key, decide: decide)
      guard let created else { return Written(result) }
      let others = try files.removeAttempts(of: created.order.id, in: database)
      return Written(result) { files.put(created, removing: others) }
    }
  }

  public func update<Result: Sendable>(
    _ id: CheckoutID, mayWait: Bool, decide: @escaping @Sendable (inout CheckoutFile, inout Change) throws -> Result
  ) async throws -> Result {
    try await enqueue(mayWait: mayWait) { [files, referenceNumbers, unflushed] database in
      guard let old = try files.remove(id) ?? database.file(id) else { throw StoreError.notFound }
      var new = old
      let account = old.checkout.accountID
      var change = Change(lastReference: try referenceNumbers.last(of: account, in: database))
      let result = try decide(&new, &change)
      try new.requireIdentity(of: old)
      try database.update(old, to: new)
      let others = new.order != old.order ? try files.removeAttempts(of: new.order.id, in: database) : []
      try database.enter(change, from: old, to: new)
      referenceNumbers.note(change, of: account)
      if change.waits { unflushed.insert(id) }
      let file = new
      return Written(result, erases: new.erases(old), waits: change.waits) { files.put(file, removing: others) }
    }
  }

  public func flush(_ id: CheckoutID) async throws {
    guard unflushed.contains(id) else { return }
    try await write { [owner] in try $0.writeOwnerAnew(owner) }
  }

  package func remembered(_ id: CheckoutID) -> CheckoutFile? { files.file(id) }

  public func file(_ id: CheckoutID) async throws -> CheckoutFile? {
    if let file = files.file(id) { return file }
    return try await read { try $0.file(id) }
  }

  public func due(
    at now: Moment, commands demands: [CommandDemand], notifications: [CommandDemand], wakings: Int
  ) async throws -> Due {
    // Unreadable checkouts take no places of others.
    let unreadable = damage.checkouts
    return try await read { database in
      let inbox = try notifications.flatMap { try database.dueNotifications(at: now, $0) }
        .filter { $0.checkout.map { !unreadable.contains($0) } ?? true }
      let nextInbox = try database.nextNotification(after: now, notifications.map(\.account))
      let next = try database.nextDue(after: now, demands.map(\.account))
      return Due(
        commands: try demands.flatMap { try database.dueCommands(at: now, $0, besides: unreadable) },
        wakings: try database.dueCheckouts(at: now, limit: wakings + unreadable.count)
          .filter { !unreadable.contains($0) }.prefix(wakings).map { DueWaking(checkout: $0) },
        notifications: inbox,
        hasOpenNotifications: !inbox.isEmpty || nextInbox != nil, next: [next, nextInbox].compactMap(\.self).min())
    }
  }

  public func accept(_ notification: InboxEntry, limits: InboxLimits) async throws -> InboxAcceptance {
    try await write { try $0.accept(notification, limits).0 }
  }

  public func waiting(beyond moment: Moment, after last: CheckoutID?, limit: Int) async throws -> [CheckoutID] {
    let unreadable = damage.checkouts
    return try await read { database in
      try database.checkouts(waitingBeyond: moment, after: last, limit: limit + unreadable.count)
        .filter { !unreadable.contains($0) }.prefix(limit).map(\.self)
    }
  }
}

// MARK: Webhooks

extension SQLiteStore {
  public func dueDeliveries(at now: Moment, _ demands: [WebhookDemand]) async throws -> DueDeliveries {
    try await read { database in
      DueDeliveries(
        deliveries: try demands.flatMap { try database.dueWebhooks(at: now, $0) }.map { DueDelivery($0) },
        next: try database.nextWebhook(after: now, demands.map(\.endpoint)))
    }
  }

  public func changeDeliveries(
    _ filter: WebhookFilter, limit: Int,
    decide: @escaping @Sendable (WebhookDelivery, Checkout) -> (WebhookDeliveryChange, LogEntry)
  ) async throws -> Int {
    try await write { try $0.changeWebhooks(filter, limit: limit, decide: decide).count }
  }
}
