public import FerryCheckout
public import FerryCore
public import FerryEngine
public import FerryProvider
import Synchronization

/// A store in memory, for tests. It passes the same contract as a store on disk.
public final class MemoryStore: Store {
  private let tables = Mutex(MemoryTables())
  /// The tables at the last flush, if a change has waited since.
  private let flushed = Mutex<MemoryTables?>(nil)
  private let losesUnflushed: Bool

  /// - Parameter losesUnflushed: True for a store whose power can be cut.
  public init(losesUnflushed: Bool = false) { self.losesUnflushed = losesUnflushed }

  /// Undoes the changes since the last flush, as a power cut may.
  public func cutPower() {
    tables.withLock { tables in tables = flushed.withLock { $0.take() } ?? tables }
  }

  public var flushes: Int {
    get async { tables.withLock(\.flushes) }
  }

  public func open(
    _ reference: OrderReference, key: CreationKey?, decide: @escaping @Sendable (Order?, Checkout?) throws -> Opening
  ) async throws -> OpeningResult {
    try tables.withLock { try $0.open(reference, key: key, decide: decide) }
  }

  public func update<Result: Sendable>(
    _ id: CheckoutID, mayWait: Bool, decide: @escaping @Sendable (inout CheckoutFile, inout Change) throws -> Result
  ) async throws -> Result {
    try tables.withLock { tables in
      guard let old = tables.file(id) else { throw StoreError.notFound }
      var new = old
      var change = Change(lastReference: tables.lastReferences[old.checkout.accountID] ?? 0)
      let result = try decide(&new, &change)
      try new.requireIdentity(of: old)
      let before = tables
      try tables.commit(new, change, replacing: old)
      if mayWait, change.waits {
        tables.flushes = before.flushes
        tables.unflushed.insert(id)
        if losesUnflushed { flushed.withLock { $0 = $0 ?? before } }
      } else if tables.flushes > before.flushes {
        tables.unflushed = []
        flushed.withLock { $0 = nil }
      }
      return result
    }
  }

  public func flush(_ id: CheckoutID) async throws {
    tables.withLock { tables in
      guard tables.unflushed.contains(id) else { return }
      tables.unflushed = []
      tables.flushes += 1
      flushed.withLock { $0 = nil }
    }
  }

  public func file(_ id: CheckoutID) async throws -> CheckoutFile? { tables.withLock { $0.file(id) } }

  public func checkout(_ account: ProviderAccountID, reference: ProviderReference) async throws -> CheckoutID? {
    tables.withLock { $0.references[MemoryTables.Reference(account: account, reference: reference)] }
  }

  public func due(
    at now: Moment, commands demands: [CommandDemand], notifications: [CommandDemand], wakings: Int
  ) async throws -> Due {
    tables.withLock { tables in
      let all = tables.commands
      let accounts = demands.map { demand in
        all.filter { $0.account == demand.account }
      }
      let commands = zip(demands, accounts).flatMap { demand, account in
        account.filter { $0.notBefore <= now }.sorted { $0.turn < $1.turn }.prefix(demand.limit).map {
          DueCommand(checkout: $0.checkout, number: $0.command.number, account: demand.account)
        }
      }
      let waking = tables.wakings.filter { $0.value <= now }.sorted { ($0.value, $0.key) < ($1.value, $1.key) }
      let open = tables.inbox.dueMoments(notifications.map(\.account))
      let moments = accounts.joined().map(\.notBefore) + tables.wakings.values + open
      return Due(
        commands: commands, wakings: waking.prefix(wakings).map { DueWaking(checkout: $0.key) },
        notifications: notifications.flatMap { tables.dueNotifications(at: now, $0) },
        hasOpenNotifications: !open.isEmpty, next: moments.filter { $0 > now }.min())
    }
  }

  public func accept(_ notification: InboxEntry, limits: InboxLimits) async throws -> InboxAcceptance {
    tables.withLock { $0.accept(notification, limits) }
  }

  public func leaveUnmatched(_ number: InboxNumber, until moment: Moment?, at now: Moment) async throws -> Bool {
    tables.withLock { $0.leaveUnmatched(number, until: moment, at: now) }
  }

  public func hastenNotifications(to now: Moment) async throws {
    tables.withLock { $0.inbox.hasten(to: now) }
  }

  public func notification(_ number: InboxNumber) async throws -> InboxEntry? {
    tables.withLock { $0.inbox.entries[number] }
  }

  public func inbox() async throws -> [InboxCount] { tables.withLock { $0.inbox.counts } }

  public func dueDeliveries(at now: Moment, _ demands: [WebhookDemand]) async throws -> DueDeliveries {
    tables.withLock { $0.webhooks.due(at: now, demands) }
  }

  public func delivery(_ id: WebhookDelivery.ID) async throws -> WebhookDelivery? {
    tables.withLock { $0.webhooks.deliveries[id] }
  }

  public func deliveries(_ filter: WebhookFilter, limit: Int) async throws -> [WebhookDelivery] {
    tables.withLock { tables in
      let found = tables.webhooks.deliveries(filter, limit: .max).filter { delivery in
        guard let checkout = tables.file(delivery.id.message.checkout)?.checkout else { return false }
        return (filter.shops?.contains(checkout.shop) ?? true) && (filter.mode ?? checkout.mode) == checkout.mode
      }
      return Array(found.prefix(limit))
    }
  }

  public func changeDeliveries(
    _ filter: WebhookFilter, limit: Int,
    decide: @escaping @Sendable (WebhookDelivery, Checkout) -> (WebhookDeliveryChange, LogEntry)
  ) async throws -> Int {
    try tables.withLock { tables in
      let found = tables.webhooks.deliveries(filter, limit: limit)
      for delivery in found {
        guard let file = tables.file(delivery.id.message.checkout) else { throw StoreError.notFound }
        let (update, entry) = decide(delivery, file.checkout)
        var change = Change()
        change.deliveries = [WebhookUpdate(delivery.id, update)]
        change.log = [entry]
        try tables.commit(file, change, replacing: file)
      }
      return found.count
    }
  }

  public func webhookBacklog() async throws -> [WebhookBacklog] { tables.withLock { $0.webhooks.backlog } }
  public func hastenDeliveries(to now: Moment) async throws { tables.withLock { $0.webhooks.hasten(to: now) } }

  public func checkouts(_ filter: CheckoutFilter, limit: Int) async throws -> [CheckoutFile] {
    tables.withLock { tables in
      let files = tables.attempts.keys.compactMap { tables.file($0) }.filter { file in
        filter.takes(file, references: filter.searches.isEmpty ? [] : tables.references(of: file.checkout.id))
      }
      return Array(files.sorted { CheckoutPlace($0.checkout) > CheckoutPlace($1.checkout) }.prefix(limit))
    }
  }

  public func counts(in window: Range<Moment>, of shops: Set<ShopID>?) async throws -> [CheckoutCount] {
    tables.withLock { $0.counts(in: window, of: shops) }
  }

  public func backlog(at now: Moment) async throws -> [Backlog] { tables.withLock { $0.backlog(at: now) } }

  public func lastWritten() async throws -> Moment? {
    tables.withLock { $0.log.suffix(1000).map(\.entry.at).max() }
  }

  public func waiting(beyond moment: Moment, after last: CheckoutID?, limit: Int) async throws -> [CheckoutID] {
    tables.withLock { tables in
      let commanded = tables.commands.filter { $0.notBefore > moment }.map(\.checkout)
      let waking = tables.wakings.filter { $0.value > moment }.keys
      let all = Set(commanded).union(waking).sorted()
      return Array(all.drop { id in last.map { id <= $0 } ?? false }.prefix(limit))
    }
  }

  public func log(_ id: CheckoutID?, after position: Int64, limit: Int) async throws -> [LogRecord] {
    tables.withLock { tables in
      let later = tables.log.dropFirst(Int(max(0, position)))
      return Array(later.lazy.filter { id == nil || $0.checkout == id }.prefix(limit))
    }
  }

  public func ledger(_ id: CheckoutID) async throws -> [LedgerEntry] {
    tables.withLock { tables in tables.ledger.filter { $0.checkout == id }.map(\.entry) }
  }

  public func balances() async throws -> [Balance] { try tables.withLock { try $0.balances() } }

  public func forget(_ id: CheckoutID) async throws {
    try tables.withLock { tables in
      guard let old = tables.file(id) else { throw StoreError.notFound }
      var new = old
      new.details = nil
      new.buyerFacts = nil
      try tables.commit(new, Change(), replacing: old)
    }
  }
}

extension StoredCommand {
  /// The sort key of due commands.
  fileprivate var turn: (Moment, Moment, CheckoutID, CommandNumber) {
    (notBefore, createdAt, checkout, command.number)
  }
}
