package import FerryCheckout
package import FerryCore
package import FerryEngine
package import FerryProvider

/// Code around the calls of a store.
package protocol StoreHook: Sendable {
  /// Runs the work once, or throws instead of it or after it.
  func around(_ call: HookedStore.Call, _ work: () async throws -> Void) async throws
}

/// A store with something around each of its calls: a pause, a failure before it, or one after it has committed.
package struct HookedStore: Store {
  package enum Call: String, CaseIterable, Sendable {
    case open, update, flush, due, dueDeliveries
    /// Another call that reads or writes.
    case read, write

    package var commits: Bool {
      switch self {
      case .open, .update, .write: true
      case .flush, .due, .dueDeliveries, .read: false
      }
    }
  }

  private let base: any Store
  private let hook: any StoreHook

  package init(_ base: any Store, _ hook: some StoreHook) {
    self.base = base
    self.hook = hook
  }

  private func at<Result>(_ call: Call, _ work: () async throws -> Result) async throws -> Result {
    var result: Result?
    try await hook.around(call) { result = try await work() }
    guard let result else { preconditionFailure("The hook of a store runs its work, or throws.") }
    return result
  }

  // MARK: Checkouts

  package func open(
    _ reference: OrderReference, key: CreationKey?,
    decide: @escaping @Sendable (Order?, Checkout?) throws -> Opening
  ) async throws -> OpeningResult {
    try await at(.open) { try await base.open(reference, key: key, decide: decide) }
  }

  package func update<Result: Sendable>(
    _ id: CheckoutID, mayWait: Bool, decide: @escaping @Sendable (inout CheckoutFile, inout Change) throws -> Result
  ) async throws -> Result {
    try await at(.update) { try await base.update(id, mayWait: mayWait, decide: decide) }
  }

  package func flush(_ id: CheckoutID) async throws { try await at(.flush) { try await base.flush(id) } }

  package func file(_ id: CheckoutID) async throws -> CheckoutFile? { try await at(.read) { try await base.file(id) } }

  package func checkout(_ account: ProviderAccountID, reference: ProviderReference) async throws -> CheckoutID? {
    try await at(.read) { try await base.checkout(account, reference: reference) }
  }

  package func checkouts(_ ids: [CheckoutID]) async throws -> [CheckoutFile] {
    try await at(.read) { try await base.checkouts(ids) }
  }

  package func checkouts(_ filter: CheckoutFilter, limit: Int) async throws -> [CheckoutFile] {
    try await at(.read) { try await base.checkouts(filter, limit: limit) }
  }

  package func find(_ query: SearchQuery, _ filter: CheckoutFilter, limit: Int) async throws -> FoundCheckouts {
    try await at(.read) { try await base.find(query, filter, limit: limit) }
  }

  package func evidence(_ id: CheckoutID, of command: CommandNumber) async throws -> [Evidence] {
    try await at(.read) { try await base.evidence(id, of: command) }
  }

  package func log(_ id: CheckoutID?, after position: Int64, limit: Int) async throws -> [LogRecord] {
    try await at(.read) { try await base.log(id, after: position, limit: limit) }
  }

  package func ledger(_ id: CheckoutID) async throws -> [LedgerEntry] {
    try await at(.read) { try await base.ledger(id) }
  }

  package func balances() async throws -> [Balance] { try await at(.read) { try await base.balances() } }

  // MARK: Numbers

  package func figures(in window: Range<Moment>, _ mode: Mode, of shops: Set<ShopID>?) async throws -> [FigureSum] {
    try await at(.read) { try await base.figures(in: window, mode, of: shops) }
  }

  package func counts(in window: Range<Moment>, of shops: Set<ShopID>?) async throws -> [CheckoutCount] {
    try await at(.read) { try await base.counts(in: window, of: shops) }
  }

  package func backlog(at now: Moment) async throws -> [Backlog] {
    try await at(.read) { try await base.backlog(at: now) }
  }

  package func accountProblems(since moment: Moment) async throws -> [AccountProblem] {
    try await at(.read) { try await base.accountProblems(since: moment) }
  }

  package func lastWritten() async throws -> Moment? { try await at(.read) { try await base.lastWritten() } }

  // MARK: Work

  package func due(
    at now: Moment, commands demands: [CommandDemand], notifications: [CommandDemand], wakings: Int
  ) async throws -> Due {
    try await at(.due) {
      try await base.due(at: now, commands: demands, notifications: notifications, wakings: wakings)
    }
  }

  package func waiting(beyond moment: Moment, after last: CheckoutID?, limit: Int) async throws -> [CheckoutID] {
    try await at(.read) { try await base.waiting(beyond: moment, after: last, limit: limit) }
  }

  package func accept(_ notification: InboxEntry, limits: InboxLimits) async throws -> InboxAcceptance {
    try await at(.write) { try await base.accept(notification, limits: limits) }
  }

  package func leaveUnmatched(_ number: InboxNumber, until moment: Moment?, at now: Moment) async throws -> Bool {
    try await at(.write) { try await base.leaveUnmatched(number, until: moment, at: now) }
  }

  package func bringForwardNotifications(to now: Moment) async throws {
    try await at(.write) { try await base.bringForwardNotifications(to: now) }
  }

  package func notification(_ number: InboxNumber) async throws -> InboxEntry? {
    try await at(.read) { try await base.notification(number) }
  }

  package func inbox() async throws -> [InboxCount] { try await at(.read) { try await base.inbox() } }

  // MARK: Webhooks

  package func dueDeliveries(at now: Moment, _ demands: [WebhookDemand]) async throws -> DueDeliveries {
    try await at(.dueDeliveries) { try await base.dueDeliveries(at: now, demands) }
  }

  package func delivery(_ id: WebhookDelivery.ID) async throws -> WebhookDelivery? {
    try await at(.read) { try await base.delivery(id) }
  }

  package func deliveries(_ filter: WebhookFilter, limit: Int) async throws -> [WebhookDelivery] {
    try await at(.read) { try await base.deliveries(filter, limit: limit) }
  }

  package func changeDeliveries(
    _ filter: WebhookFilter, limit: Int,
    decide: @escaping @Sendable (WebhookDelivery, Checkout) -> (WebhookDeliveryChange, LogEntry)
  ) async throws -> Int {
    try await at(.write) { try await base.changeDeliveries(filter, limit: limit, decide: decide) }
  }

  package func webhookBacklog() async throws -> [WebhookBacklog] {
    try await at(.read) { try await base.webhookBacklog() }
  }

  package func bringForwardDeliveries(to now: Moment) async throws {
    try await at(.write) { try await base.bringForwardDeliveries(to: now) }
  }

  // MARK: Operators

  package func beginOperatorSession(_ session: OperatorSession, limits: OperatorSessionLimits) async throws {
    try await at(.write) { try await base.beginOperatorSession(session, limits: limits) }
  }

  package func operatorSession(_ digest: String) async throws -> OperatorSession? {
    try await at(.read) { try await base.operatorSession(digest) }
  }

  package func useOperatorSession(_ digest: String, at now: Moment) async throws {
    try await at(.write) { try await base.useOperatorSession(digest, at: now) }
  }

  package func endOperatorSession(_ digest: String) async throws {
    try await at(.write) { try await base.endOperatorSession(digest) }
  }

  package func note(_ entry: JournalEntry) async throws { try await at(.write) { try await base.note(entry) } }

  package func journal(_ filter: JournalFilter, limit: Int) async throws -> [JournalRecord] {
    try await at(.read) { try await base.journal(filter, limit: limit) }
  }

  package func views(of person: String) async throws -> [OperatorView] {
    try await at(.read) { try await base.views(of: person) }
  }

  package func keep(_ view: OperatorView, of person: String) async throws -> Bool {
    try await at(.write) { try await base.keep(view, of: person) }
  }

  package func removeView(_ name: String, of person: String) async throws {
    try await at(.write) { try await base.removeView(name, of: person) }
  }

  // MARK: Settlement reports

  package func keep(_ report: NewReport) async throws -> ReportImport {
    try await at(.write) { try await base.keep(report) }
  }

  package func reports(of account: ProviderAccountID, limit: Int) async throws -> [ImportedReport] {
    try await at(.read) { try await base.reports(of: account, limit: limit) }
  }

  package func payouts(
    of account: ProviderAccountID, after place: PayoutPlace?, limit: Int
  ) async throws -> [PayoutEntry] {
    try await at(.read) { try await base.payouts(of: account, after: place, limit: limit) }
  }

  package func lines(of payout: PayoutID) async throws -> [SettledLine] {
    try await at(.read) { try await base.lines(of: payout) }
  }

  package func lines(ofGroups groups: [String], _ account: ProviderAccountID) async throws -> [SettledLine] {
    try await at(.read) { try await base.lines(ofGroups: groups, account) }
  }

  package func lines(of account: ProviderAccountID, in window: Range<Moment>) async throws -> [SettledLine] {
    try await at(.read) { try await base.lines(of: account, in: window) }
  }

  // MARK: Servers

  package var flushes: Int { get async { await base.flushes } }

  package var servers: Int { base.servers }

  package var lease: Int64? { base.lease }

  package func changesElsewhere() -> AsyncStream<ChangeElsewhere> { base.changesElsewhere() }
}
