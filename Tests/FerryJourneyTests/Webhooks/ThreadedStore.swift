import FerryCheckout
import FerryCore
import FerryEngine
import FerryProvider
import FerryTesting

/// A store on its own threads; virtual time stands still during its work.
struct ThreadedStore: Store {
  private let base: any Store
  private let time: VirtualTime

  init(_ base: any Store, _ time: VirtualTime) {
    self.base = base
    self.time = time
  }

  func open(
    _ reference: OrderReference, key: CreationKey?,
    decide: @escaping @Sendable (Order?, Checkout?) throws -> Opening
  ) async throws -> OpeningResult {
    try await time.standStill { try await base.open(reference, key: key, decide: decide) }
  }

  func update<Result: Sendable>(
    _ id: CheckoutID, mayWait: Bool, decide: @escaping @Sendable (inout CheckoutFile, inout Change) throws -> Result
  ) async throws -> Result {
    try await time.standStill { try await base.update(id, mayWait: mayWait, decide: decide) }
  }

  func flush(_ id: CheckoutID) async throws { try await time.standStill { try await base.flush(id) } }

  func file(_ id: CheckoutID) async throws -> CheckoutFile? { try await time.standStill { try await base.file(id) } }

  func checkout(_ account: ProviderAccountID, reference: ProviderReference) async throws -> CheckoutID? {
    try await time.standStill { try await base.checkout(account, reference: reference) }
  }

  func due(
    at now: Moment, commands demands: [CommandDemand], notifications: [CommandDemand], wakings: Int
  ) async throws -> Due {
    try await time.standStill {
      try await base.due(at: now, commands: demands, notifications: notifications, wakings: wakings)
    }
  }

  func accept(_ notification: InboxEntry, limits: InboxLimits) async throws -> InboxAcceptance {
    try await time.standStill { try await base.accept(notification, limits: limits) }
  }

  func leaveUnmatched(_ number: InboxNumber, until moment: Moment?, at now: Moment) async throws -> Bool {
    try await time.standStill { try await base.leaveUnmatched(number, until: moment, at: now) }
  }

  func bringForwardNotifications(to now: Moment) async throws {
    try await time.standStill { try await base.bringForwardNotifications(to: now) }
  }

  func notification(_ number: InboxNumber) async throws -> InboxEntry? {
    try await time.standStill { try await base.notification(number) }
  }

  func inbox() async throws -> [InboxCount] { try await time.standStill { try await base.inbox() } }

  func checkouts(_ filter: CheckoutFilter, limit: Int) async throws -> [CheckoutFile] {
    try await time.standStill { try await base.checkouts(filter, limit: limit) }
  }

  func log(_ id: CheckoutID?, after position: Int64, limit: Int) async throws -> [LogRecord] {
    try await time.standStill { try await base.log(id, after: position, limit: limit) }
  }

  func ledger(_ id: CheckoutID) async throws -> [LedgerEntry] {
    try await time.standStill { try await base.ledger(id) }
  }

  func balances() async throws -> [Balance] { try await time.standStill { try await base.balances() } }

  func find(_ query: SearchQuery, _ filter: CheckoutFilter, limit: Int) async throws -> FoundCheckouts {
    try await time.standStill { try await base.find(query, filter, limit: limit) }
  }

  func figures(in window: Range<Moment>, _ mode: Mode, of shops: Set<ShopID>?) async throws -> [FigureSum] {
    try await time.standStill { try await base.figures(in: window, mode, of: shops) }
  }

  func note(_ entry: JournalEntry) async throws { try await time.standStill { try await base.note(entry) } }

  func journal(_ filter: JournalFilter, limit: Int) async throws -> [JournalRecord] {
    try await time.standStill { try await base.journal(filter, limit: limit) }
  }

  func views(of person: String) async throws -> [OperatorView] {
    try await time.standStill { try await base.views(of: person) }
  }

  func keep(_ view: OperatorView, of person: String) async throws -> Bool {
    try await time.standStill { try await base.keep(view, of: person) }
  }

  func removeView(_ name: String, of person: String) async throws {
    try await time.standStill { try await base.removeView(name, of: person) }
  }

  func counts(in window: Range<Moment>, of shops: Set<ShopID>?) async throws -> [CheckoutCount] {
    try await time.standStill { try await base.counts(in: window, of: shops) }
  }

  func backlog(at now: Moment) async throws -> [Backlog] {
    try await time.standStill { try await base.backlog(at: now) }
  }

  func accountProblems(since moment: Moment) async throws -> [AccountProblem] {
    try await time.standStill { try await base.accountProblems(since: moment) }
  }

  func lastWritten() async throws -> Moment? { try await time.standStill { try await base.lastWritten() } }

  func waiting(beyond moment: Moment, after last: CheckoutID?, limit: Int) async throws -> [CheckoutID] {
    try await time.standStill { try await base.waiting(beyond: moment, after: last, limit: limit) }
  }

  func dueDeliveries(at now: Moment, _ demands: [WebhookDemand]) async throws -> DueDeliveries {
    try await time.standStill { try await base.dueDeliveries(at: now, demands) }
  }

  func delivery(_ id: WebhookDelivery.ID) async throws -> WebhookDelivery? {
    try await time.standStill { try await base.delivery(id) }
  }

  func deliveries(_ filter: WebhookFilter, limit: Int) async throws -> [WebhookDelivery] {
    try await time.standStill { try await base.deliveries(filter, limit: limit) }
  }

  func changeDeliveries(
    _ filter: WebhookFilter, limit: Int,
    decide: @escaping @Sendable (WebhookDelivery, Checkout) -> (WebhookDeliveryChange, LogEntry)
  ) async throws -> Int {
    try await time.standStill { try await base.changeDeliveries(filter, limit: limit, decide: decide) }
  }

  func webhookBacklog() async throws -> [WebhookBacklog] {
    try await time.standStill { try await base.webhookBacklog() }
  }

  func bringForwardDeliveries(to now: Moment) async throws {
    try await time.standStill { try await base.bringForwardDeliveries(to: now) }
  }

  func beginOperatorSession(_ session: OperatorSession, limits: OperatorSessionLimits) async throws {
    try await time.standStill { try await base.beginOperatorSession(session, limits: limits) }
  }

  func operatorSession(_ digest: String) async throws -> OperatorSession? {
    try await time.standStill { try await base.operatorSession(digest) }
  }

  func useOperatorSession(_ digest: String, at now: Moment) async throws {
    try await time.standStill { try await base.useOperatorSession(digest, at: now) }
  }

  func endOperatorSession(_ digest: String) async throws {
    try await time.standStill { try await base.endOperatorSession(digest) }
  }

  func keep(_ report: NewReport) async throws -> ReportImport {
    try await time.standStill { try await base.keep(report) }
  }

  func reports(of account: ProviderAccountID, limit: Int) async throws -> [ImportedReport] {
    try await time.standStill { try await base.reports(of: account, limit: limit) }
  }

  func payouts(
    of account: ProviderAccountID, after place: PayoutPlace?, limit: Int
  ) async throws -> [PayoutEntry] {
    try await time.standStill { try await base.payouts(of: account, after: place, limit: limit) }
  }

  func lines(of payout: PayoutID) async throws -> [SettledLine] {
    try await time.standStill { try await base.lines(of: payout) }
  }

  func lines(ofGroups groups: [String], _ account: ProviderAccountID) async throws -> [SettledLine] {
    try await time.standStill { try await base.lines(ofGroups: groups, account) }
  }

  func lines(of account: ProviderAccountID, in window: Range<Moment>) async throws -> [SettledLine] {
    try await time.standStill { try await base.lines(of: account, in: window) }
  }

  func checkouts(_ ids: [CheckoutID]) async throws -> [CheckoutFile] {
    try await time.standStill { try await base.checkouts(ids) }
  }

  func evidence(_ id: CheckoutID, of command: CommandNumber) async throws -> [Evidence] {
    try await time.standStill { try await base.evidence(id, of: command) }
  }

  var flushes: Int { get async { await time.standStill { await base.flushes } } }
}
