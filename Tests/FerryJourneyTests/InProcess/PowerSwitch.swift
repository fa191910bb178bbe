import FerryCheckout
import FerryCore
import FerryEngine
import FerryHTTP
import FerryProvider
import HTTPTypes
import Synchronization

/// Simulates a crash of an engine at one request: from then on nothing is recorded.
final class PowerSwitch: Sendable {
  enum Instant: Sendable {
    /// Before sending: everything is committed, and the request is not sent.
    case beforeSending
    /// After sending: the provider has acted, and the answer is lost.
    case beforeRecording
  }

  let instant: Instant
  private let method: HTTPRequest.Method
  private let pathEnd: String
  private let cut = Mutex<(any Error)?>(nil)
  /// The number of commits that are still recorded once it is armed; nil if commits do not count.
  private let commitsLeft: Mutex<Int?>
  /// The number of requests that are still answered once it is armed; nil if requests do not count.
  private let requestsLeft: Mutex<Int?>
  private let isArmed = Mutex(false)

  /// - Parameter pathEnd: The end of the path of the request at which the power fails.
  init(_ instant: Instant, _ method: HTTPRequest.Method, _ pathEnd: String = "") {
    self.instant = instant
    self.method = method
    self.pathEnd = pathEnd
    commitsLeft = Mutex(nil)
    requestsLeft = Mutex(nil)
  }

  /// Fails at a request by its number, from 0, once it is armed.
  init(_ instant: Instant, atRequest requests: Int) {
    self.instant = instant
    method = .trace
    pathEnd = ""
    commitsLeft = Mutex(nil)
    requestsLeft = Mutex(requests)
  }

  /// Fails after this number of recorded commits.
  init(afterCommits commits: Int) {
    instant = .beforeSending
    method = .trace
    pathEnd = ""
    commitsLeft = Mutex(commits)
    requestsLeft = Mutex(nil)
  }

  func arm() { isArmed.withLock { $0 = true } }

  /// True if a commit is still recorded.
  func allowsCommit() -> Bool {
    guard isArmed.withLock({ $0 }) else { return !isOff }
    let isAllowed = commitsLeft.withLock { left in
      guard let count = left else { return true }
      left = count - 1
      return count > 0
    }
    if !isAllowed { turnOff() }
    return isAllowed
  }

  var isOff: Bool { failure != nil }

  /// The store's error while the power is off.
  var failure: (any Error)? { cut.withLock { $0 } }

  func turnOff(_ failure: any Error = StoreError.stopped) { cut.withLock { $0 = failure } }

  func turnOn() { cut.withLock { $0 = nil } }

  func failsAt(_ request: HTTPRequest) -> Bool {
    if isArmed.withLock({ $0 }), let left = requestsLeft.withLock({ $0 }) {
      requestsLeft.withLock { $0 = left - 1 }
      return left == 0
    }
    return request.method == method && (request.path ?? "").hasSuffix(pathEnd)
  }
}

struct InterruptedTransport: ProviderTransport {
  private let base: any ProviderTransport
  private let power: PowerSwitch

  init(_ base: any ProviderTransport, _ power: PowerSwitch) {
    self.base = base
    self.power = power
  }

  func send(
    _ request: HTTPRequest, body: [UInt8], timeout: Duration
  ) async throws(TransportFailure) -> ProviderAnswer {
    guard power.failsAt(request) else { return try await base.send(request, body: body, timeout: timeout) }
    guard power.instant == .beforeRecording else {
      power.turnOff()
      throw .notSent("The power has failed.")
    }
    defer { power.turnOff() }
    return try await base.send(request, body: body, timeout: timeout)
  }
}

/// A store that answers nobody once the power is off, is slow to say what is due or what is to be delivered, or fails to
/// commit.
struct InterruptedStore: Store {
  private let base: any Store
  private let power: PowerSwitch?
  private let pause: @Sendable () async throws -> Void
  private let pauseOfDeliveries: @Sendable () async throws -> Void
  private let beforeUpdate: @Sendable () throws -> Void

  init(
    _ base: any Store, _ power: PowerSwitch?, pause: @escaping @Sendable () async throws -> Void = {},
    pauseOfDeliveries: @escaping @Sendable () async throws -> Void = {},
    beforeUpdate: @escaping @Sendable () throws -> Void = {}
  ) {
    self.base = base
    self.power = power
    self.pause = pause
    self.pauseOfDeliveries = pauseOfDeliveries
    self.beforeUpdate = beforeUpdate
  }

  private var live: any Store {
    get throws {
      if let failure = power?.failure { throw failure }
      return base
    }
  }

  func open(
    _ reference: OrderReference, key: CreationKey?,
    decide: @escaping @Sendable (Order?, Checkout?) throws -> Opening
  ) async throws -> OpeningResult {
    try await live.open(reference, key: key, decide: decide)
  }

  func update<Result: Sendable>(
    _ id: CheckoutID, mayWait: Bool, decide: @escaping @Sendable (inout CheckoutFile, inout Change) throws -> Result
  ) async throws -> Result {
    let store = try live
    if let power, !power.allowsCommit() { throw StoreError.stopped }
    try beforeUpdate()
    return try await store.update(id, mayWait: mayWait, decide: decide)
  }

  func flush(_ id: CheckoutID) async throws { try await live.flush(id) }

  func file(_ id: CheckoutID) async throws -> CheckoutFile? { try await live.file(id) }

  func checkout(_ account: ProviderAccountID, reference: ProviderReference) async throws -> CheckoutID? {
    try await live.checkout(account, reference: reference)
  }

  func due(
    at now: Moment, commands demands: [CommandDemand], notifications: [CommandDemand], wakings: Int
  ) async throws -> Due {
    let due = try await live.due(at: now, commands: demands, notifications: notifications, wakings: wakings)
    try await pause()
    return due
  }

  func accept(_ notification: InboxEntry, limits: InboxLimits) async throws -> InboxAcceptance {
    try await live.accept(notification, limits: limits)
  }

  func leaveUnmatched(_ number: InboxNumber, until moment: Moment?, at now: Moment) async throws -> Bool {
    try await live.leaveUnmatched(number, until: moment, at: now)
  }

  func bringForwardNotifications(to now: Moment) async throws { try await live.bringForwardNotifications(to: now) }

  func notification(_ number: InboxNumber) async throws -> InboxEntry? { try await live.notification(number) }

  func inbox() async throws -> [InboxCount] { try await live.inbox() }

  func checkouts(_ filter: CheckoutFilter, limit: Int) async throws -> [CheckoutFile] {
    try await live.checkouts(filter, limit: limit)
  }

  func log(_ id: CheckoutID?, after position: Int64, limit: Int) async throws -> [LogRecord] {
    try await live.log(id, after: position, limit: limit)
  }

  func ledger(_ id: CheckoutID) async throws -> [LedgerEntry] { try await live.ledger(id) }

  func balances() async throws -> [Balance] { try await live.balances() }

  func find(_ query: SearchQuery, _ filter: CheckoutFilter, limit: Int) async throws -> FoundCheckouts {
    try await live.find(query, filter, limit: limit)
  }

  func figures(in window: Range<Moment>, _ mode: Mode, of shops: Set<ShopID>?) async throws -> [FigureSum] {
    try await live.figures(in: window, mode, of: shops)
  }

  func note(_ entry: JournalEntry) async throws { try await live.note(entry) }

  func journal(_ filter: JournalFilter, limit: Int) async throws -> [JournalRecord] {
    try await live.journal(filter, limit: limit)
  }

  func views(of person: String) async throws -> [OperatorView] { try await live.views(of: person) }

  func keep(_ view: OperatorView, of person: String) async throws -> Bool {
    try await live.keep(view, of: person)
  }

  func removeView(_ name: String, of person: String) async throws {
    try await live.removeView(name, of: person)
  }

  func counts(in window: Range<Moment>, of shops: Set<ShopID>?) async throws -> [CheckoutCount] {
    try await live.counts(in: window, of: shops)
  }

  func backlog(at now: Moment) async throws -> [Backlog] { try await live.backlog(at: now) }

  func accountProblems(since moment: Moment) async throws -> [AccountProblem] {
    try await live.accountProblems(since: moment)
  }

  func lastWritten() async throws -> Moment? { try await live.lastWritten() }

  func waiting(beyond moment: Moment, after last: CheckoutID?, limit: Int) async throws -> [CheckoutID] {
    try await live.waiting(beyond: moment, after: last, limit: limit)
  }

  func dueDeliveries(at now: Moment, _ demands: [WebhookDemand]) async throws -> DueDeliveries {
    let due = try await live.dueDeliveries(at: now, demands)
    try await pauseOfDeliveries()
    return due
  }

  func delivery(_ id: WebhookDelivery.ID) async throws -> WebhookDelivery? { try await live.delivery(id) }

  func deliveries(_ filter: WebhookFilter, limit: Int) async throws -> [WebhookDelivery] {
    try await live.deliveries(filter, limit: limit)
  }

  func changeDeliveries(
    _ filter: WebhookFilter, limit: Int,
    decide: @escaping @Sendable (WebhookDelivery, Checkout) -> (WebhookDeliveryChange, LogEntry)
  ) async throws -> Int {
    try await live.changeDeliveries(filter, limit: limit, decide: decide)
  }

  func webhookBacklog() async throws -> [WebhookBacklog] { try await live.webhookBacklog() }

  func bringForwardDeliveries(to now: Moment) async throws { try await live.bringForwardDeliveries(to: now) }

  func beginOperatorSession(_ session: OperatorSession, limits: OperatorSessionLimits) async throws {
    try await live.beginOperatorSession(session, limits: limits)
  }

  func operatorSession(_ digest: String) async throws -> OperatorSession? { try await live.operatorSession(digest) }

  func useOperatorSession(_ digest: String, at now: Moment) async throws {
    try await live.useOperatorSession(digest, at: now)
  }

  func endOperatorSession(_ digest: String) async throws { try await live.endOperatorSession(digest) }

  func keep(_ report: NewReport) async throws -> ReportImport { try await live.keep(report) }

  func reports(of account: ProviderAccountID, limit: Int) async throws -> [ImportedReport] {
    try await live.reports(of: account, limit: limit)
  }

  func payouts(
    of account: ProviderAccountID, after place: PayoutPlace?, limit: Int
  ) async throws -> [PayoutEntry] { try await live.payouts(of: account, after: place, limit: limit) }

  func lines(of payout: PayoutID) async throws -> [SettledLine] { try await live.lines(of: payout) }

  func lines(ofGroups groups: [String], _ account: ProviderAccountID) async throws -> [SettledLine] {
    try await live.lines(ofGroups: groups, account)
  }

  func lines(of account: ProviderAccountID, in window: Range<Moment>) async throws -> [SettledLine] {
    try await live.lines(of: account, in: window)
  }

  func checkouts(_ ids: [CheckoutID]) async throws -> [CheckoutFile] { try await live.checkouts(ids) }

  func evidence(_ id: CheckoutID, of command: CommandNumber) async throws -> [Evidence] {
    try await live.evidence(id, of: command)
  }

  var flushes: Int { get async { await base.flushes } }
}
