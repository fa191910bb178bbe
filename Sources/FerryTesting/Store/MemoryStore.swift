public import FerryCheckout
public import FerryCore
public import FerryEngine
public import FerryProvider
import Synchronization

/// A store in memory, for tests. It passes the same contract as a store on disk.
public final class MemoryStore: Store {
  let tables: MemoryContent
  private let losesUnflushed: Bool
  /// The server that this is, of several that share the tables; nil for the only one.
  let member: MemoryMember?

  /// - Parameter losesUnflushed: True for a store whose power can be cut.
  public init(losesUnflushed: Bool = false) {
    tables = MemoryContent()
    member = nil
    self.losesUnflushed = losesUnflushed
  }

  /// The store as one of several servers has it. Its lease begins now; renew it, or run it.
  /// - Parameters:
  ///   - store: The data.
  ///   - time: The clock of the lease.
  public init(sharing store: MemoryStore, time: any Timekeeper, lease: Duration = .seconds(10)) {
    tables = store.tables
    let member = MemoryMember(time, lease: lease)
    self.member = member
    losesUnflushed = store.losesUnflushed
    tables.add(member)
    renew()
  }

  /// True if a power cut would undo something.
  public var hasUnflushed: Bool { tables.withLock { !$0.unflushed.isEmpty } }

  /// Undoes the changes since the last flush, as a power cut may.
  public func cutPower() {
    tables.withLock { now in now = tables.flushed.withLock { $0.take() } ?? now }
  }

  /// A commit that is on disk takes all earlier ones with it.
  private func noteFlush(of tables: inout MemoryTables, since flushes: Int) {
    guard tables.flushes > flushes else { return }
    tables.unflushed = []
    self.tables.flushed.withLock { $0 = nil }
  }

  public var flushes: Int {
    get async { tables.withLock(\.flushes) }
  }

  public func open(
    _ reference: OrderReference, key: CreationKey?, decide: @escaping @Sendable (Order?, Checkout?) throws -> Opening
  ) async throws -> OpeningResult {
    let result = try tables.withLock { tables in
      let flushes = tables.flushes
      let result = try tables.open(reference, key: key, decide: decide)
      noteFlush(of: &tables, since: flushes)
      if case .created(let id) = result { _ = tables.claim(id, by: member) }
      return result
    }
    if case .created(let id) = result { tables.tell(id, by: member) }
    return result
  }

  public func update<Result: Sendable>(
    _ id: CheckoutID, mayWait: Bool, decide: @escaping @Sendable (inout CheckoutFile, inout Change) throws -> Result
  ) async throws -> Result {
    try await member?.waitWhilePaused()
    let result = try tables.withLock { tables in
      guard let old = tables.file(id) else { throw StoreError.notFound }
      var new = old
      var change = Change(
        lastReference: tables.lastReferences[old.checkout.accountID] ?? 0,
        isOwner: tables.servers.hasClaimed(id, member?.number))
      let result = try decide(&new, &change)
      try new.requireIdentity(of: old)
      let waits = mayWait && change.waits
      let flushes = tables.flushes
      let before = waits && losesUnflushed ? tables : nil
      try tables.commit(new, change, replacing: old)
      if waits {
        tables.flushes = flushes
        tables.unflushed.insert(id)
        if let before { self.tables.flushed.withLock { $0 = $0 ?? before } }
      } else {
        noteFlush(of: &tables, since: flushes)
      }
      return result
    }
    tables.tell(id, by: member)
    return result
  }

  public func flush(_ id: CheckoutID) async throws {
    tables.withLock { tables in
      guard tables.unflushed.contains(id) else { return }
      tables.unflushed = []
      tables.flushes += 1
      self.tables.flushed.withLock { $0 = nil }
    }
  }

  public func file(_ id: CheckoutID) async throws -> CheckoutFile? {
    try await member?.waitWhilePaused()
    return tables.withLock { $0.file(id) }
  }

  public func checkout(_ account: ProviderAccountID, reference: ProviderReference) async throws -> CheckoutID? {
    tables.withLock { $0.references[MemoryTables.Reference(account: account, reference: reference)] }
  }

  public func due(
    at now: Moment, commands demands: [CommandDemand], notifications: [CommandDemand], wakings: Int
  ) async throws -> Due {
    tables.withLock { tables in
      let rank = member?.rank(in: tables)
      guard member == nil || rank != nil else { return Due(commands: [], wakings: [], next: nil) }
      let all = tables.commands
      let accounts = demands.map { demand in all.filter { $0.account == demand.account } }
      let commands = zip(demands, accounts).flatMap { demand, account in
        let due = account.filter { $0.notBefore <= now }.sorted { $0.turn < $1.turn }
        return tables.claimed(due, limit: demand.limit, by: member) { $0.checkout }.map { command, fence in
          DueCommand(
            checkout: command.checkout, number: command.command.number, account: demand.account, fence: fence)
        }
      }
      let waking = tables.wakings.filter { $0.value <= now }.sorted { ($0.value, $0.key) < ($1.value, $1.key) }
      let wakings = tables.claimed(waking, limit: wakings, by: member) { $0.key }.map { waking, fence in
        DueWaking(checkout: waking.key, fence: fence)
      }
      let open = tables.inbox.dueAt.filter { number, _ in
        notifications.contains { $0.account == tables.inbox.entries[number]?.account }
      }.values
      let moments = accounts.joined().map(\.notBefore) + tables.wakings.values + open
      return Due(
        commands: commands, wakings: wakings,
        notifications: notifications.flatMap { tables.dueNotifications(at: now, $0, member, rank) },
        hasOpenNotifications: !open.isEmpty, next: moments.filter { $0 > now }.min())
    }
  }

  public func accept(_ notification: InboxEntry, limits: InboxLimits) async throws -> InboxAcceptance {
    let (acceptance, checkout) = tables.withLock { tables in
      let flushes = tables.flushes
      defer { noteFlush(of: &tables, since: flushes) }
      return (tables.accept(notification, limits), tables.owner(of: notification))
    }
    tables.tell(checkout, by: member)
    return acceptance
  }

  public func leaveUnmatched(_ number: InboxNumber, until moment: Moment?, at now: Moment) async throws -> Bool {
    tables.withLock { tables in
      let flushes = tables.flushes
      defer { noteFlush(of: &tables, since: flushes) }
      return tables.leaveUnmatched(number, until: moment, at: now)
    }
  }

  public func bringForwardNotifications(to now: Moment) async throws {
    tables.withLock { $0.inbox.bringForward(to: now) }
  }

  public func notification(_ number: InboxNumber) async throws -> InboxEntry? {
    tables.withLock { $0.inbox.entries[number] }
  }

  public func inbox() async throws -> [InboxCount] { tables.withLock { $0.inbox.counts } }

  public func dueDeliveries(at now: Moment, _ demands: [WebhookDemand]) async throws -> DueDeliveries {
    tables.withLock { tables in
      guard member?.rank(in: tables) != nil || member == nil else { return DueDeliveries(deliveries: [], next: nil) }
      let deliveries = demands.flatMap { demand in
        let due = tables.webhooks.due(at: now, demand.endpoint)
        return tables.claimed(due, limit: demand.limit, by: member) { $0.message.checkout }.map { id, fence in
          DueDelivery(id, fence: fence)
        }
      }
      return DueDeliveries(deliveries: deliveries, next: tables.webhooks.next(after: now, demands.map(\.endpoint)))
    }
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
    let changed = try tables.withLock { tables in
      let found = tables.webhooks.deliveries(filter, limit: limit)
      let flushes = tables.flushes
      defer { noteFlush(of: &tables, since: flushes) }
      for delivery in found {
        guard let file = tables.file(delivery.id.message.checkout) else { throw StoreError.notFound }
        let (update, entry) = decide(delivery, file.checkout)
        var change = Change()
        change.deliveries = [WebhookUpdate(delivery.id, update)]
        change.log = [entry]
        try tables.commit(file, change, replacing: file)
      }
      return found.map(\.id.message.checkout)
    }
    for id in changed { tables.tell(id, by: member) }
    return changed.count
  }

  public func webhookBacklog() async throws -> [WebhookBacklog] { tables.withLock { $0.webhooks.backlog } }
  public func bringForwardDeliveries(to now: Moment) async throws {
    tables.withLock { $0.webhooks.bringForward(to: now) }
  }

  public func checkouts(_ filter: CheckoutFilter, limit: Int) async throws -> [CheckoutFile] {
    tables.withLock { tables in
      Array(tables.list(filter).prefix(limit))
    }
  }

  public func counts(in window: Range<Moment>, of shops: Set<ShopID>?) async throws -> [CheckoutCount] {
    tables.withLock { $0.counts(in: window, of: shops) }
  }

  public func backlog(at now: Moment) async throws -> [Backlog] { tables.withLock { $0.backlog(at: now) } }

  public func accountProblems(since moment: Moment) async throws -> [AccountProblem] {
    tables.withLock { tables in
      let entries = tables.log.filter { $0.entry.at >= moment }.compactMap { record in
        tables.attempts[record.checkout].flatMap {
          AccountProblem(of: $0.checkout.accountID, checkout: record.checkout, entry: record.entry)
        }
      }
      return AccountProblem.latest(Array(entries.sorted { $0.at > $1.at }.prefix(AccountProblem.mostEntries)))
    }
  }

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

  public func evidence(_ id: CheckoutID, of command: CommandNumber) async throws -> [Evidence] {
    tables.withLock { tables in tables.answers[id].flatMap { $0.command == command ? $0.evidence : nil } ?? [] }
  }
}

extension StoredCommand {
  /// The sort key of due commands.
  fileprivate var turn: (Moment, Moment, CheckoutID, CommandNumber) {
    (notBefore, createdAt, checkout, command.number)
  }
}
