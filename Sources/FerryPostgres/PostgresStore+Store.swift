#if PostgreSQL
  public import FerryCheckout
  public import FerryCore
  public import FerryEngine

  extension PostgresStore: Store, DatabaseStore {
    public func open(
      _ reference: OrderReference, key: CreationKey?,
      decide: @escaping @Sendable (Order?, Checkout?) throws -> Opening
    ) async throws -> OpeningResult {
      let owner = serverLease.server
      let result = try await write { [servers] in
        // 0 as long as nobody else could have owned it.
        let fence = servers > 1 ? 1 : 0
        return try $0.open(reference, key, with: ["owner": .int(owner), "fence": .int(fence)], decide: decide).result
      }
      if case .created(let id) = result { elsewhere.tell(id, owner: owner) }
      return result
    }

    public func update<Result: Sendable>(
      _ id: CheckoutID, mayWait: Bool, decide: @escaping @Sendable (inout CheckoutFile, inout Change) throws -> Result
    ) async throws -> Result {
      let (result, owner) = try await write { [serverLease] transaction in
        try transaction.lockOrder(of: id)
        guard let stored = try transaction.storedCheckout(id) else { throw StoreError.notFound }
        let isOwner = stored.owner != nil && stored.owner == serverLease.lastServer
        let decision = try Decision(stored.file, lastReference: stored.lastReference, isOwner: isOwner, decide)
          .counted(in: transaction, after: stored.lastReference, decide)
        let waits = mayWait && decision.change.waits
        if waits { transaction.commitBeforeFlush() }
        try transaction.update(
          stored.file, to: decision.new, with: ["waits": .bool(waits)], always: waits && !stored.waits)
        try transaction.enter(decision.change, from: stored.file, to: decision.new)
        return (decision.result, stored.owner)
      }
      elsewhere.tell(id, owner: owner)
      return result
    }

    public func flush(_ id: CheckoutID) async throws {
      try await write { try $0.flush(id) }
    }

    public func due(
      at now: Moment, commands demands: [CommandDemand], notifications: [CommandDemand], wakings: Int
    ) async throws -> Due {
      guard let server = try leased() else { return Due(commands: [], wakings: [], next: nil) }
      let work = DueWork(at: now, server, besides: damage.checkouts)
      let (commands, timers, inbox, next) = try await read { transaction in
        try transaction.answers(
          work.commands(demands), work.wakings(limit: wakings), work.notifications(notifications),
          work.next(commands: demands.map(\.account), notifications: notifications.map(\.account)))
      }
      serverLease.count(next.servers)
      let fences = try await claim(
        commands.map { $0.toClaim(for: server) } + timers.map { $0.toClaim(for: server) }
          + inbox.map { $0.toClaim(for: server) }, for: server)
      return Due(
        commands: commands.compactMap { $0.owned(by: server, fences) },
        wakings: timers.compactMap { $0.owned(by: server, fences) },
        notifications: inbox.compactMap { $0.owned(by: server, fences) },
        hasOpenNotifications: !inbox.isEmpty || next.notification != nil,
        next: [next.work, next.notification].compactMap(\.self).min())
    }

    public func accept(_ notification: InboxEntry, limits: InboxLimits) async throws -> InboxAcceptance {
      let (acceptance, checkout) = try await write { try $0.accept(notification, limits) }
      if let checkout { elsewhere.tell(checkout) }
      return acceptance
    }

    public func waiting(beyond moment: Moment, after last: CheckoutID?, limit: Int) async throws -> [CheckoutID] {
      try await read { [damage] in
        try $0.checkouts(waitingBeyond: moment, after: last, limit: limit, besides: damage.checkouts)
      }
    }

    public var flushes: Int {
      get async { pool.counts.commits }
    }

    public var servers: Int { serverLease.servers }

    public var lease: Int64? { serverLease.server }

    public func changesElsewhere() -> AsyncStream<ChangeElsewhere> { elsewhere.readers.stream() }
  }

  /// A closure's decision about a checkout.
  private struct Decision<Result> {
    typealias Decide = (inout CheckoutFile, inout Change) throws -> Result

    private let old: CheckoutFile
    private let isOwner: Bool
    private(set) var new: CheckoutFile
    private(set) var change: Change
    private(set) var result: Result

    init(_ old: CheckoutFile, lastReference: Int64, isOwner: Bool, _ decide: Decide) throws {
      self.old = old
      self.isOwner = isOwner
      new = old
      change = Change(lastReference: lastReference, isOwner: isOwner)
      result = try decide(&new, &change)
      try new.requireIdentity(of: old)
    }

    /// The decision with numbers of references that nobody else has: it is made again if others were counted meanwhile.
    func counted(in transaction: PostgresTransaction, after last: Int64, _ decide: Decide) throws -> Self {
      guard !change.countedReferences.isEmpty else { return self }
      let present = try transaction.lockReferenceNumbers(of: old.checkout.accountID)
      return present == last ? self : try Decision(old, lastReference: present, isOwner: isOwner, decide)
    }
  }

  // MARK: Webhooks

  extension PostgresStore {
    public func dueDeliveries(at now: Moment, _ demands: [WebhookDemand]) async throws -> DueDeliveries {
      guard let server = try leased() else { return DueDeliveries(deliveries: [], next: nil) }
      let work = DueWork(at: now, server, besides: damage.checkouts)
      let (found, next) = try await read { transaction in
        try transaction.answers(work.deliveries(demands), work.nextDelivery(demands.map(\.endpoint)))
      }
      let fences = try await claim(found.map { $0.toClaim(for: server) }, for: server)
      return DueDeliveries(deliveries: found.compactMap { $0.owned(by: server, fences) }, next: next)
    }

    public func changeDeliveries(
      _ filter: WebhookFilter, limit: Int,
      decide: @escaping @Sendable (WebhookDelivery, Checkout) -> (WebhookDeliveryChange, LogEntry)
    ) async throws -> Int {
      let changed = try await write { try $0.changeWebhooks(filter, limit: limit, decide: decide) }
      for id in Set(changed) { elsewhere.tell(id) }
      return changed.count
    }
  }
#endif
