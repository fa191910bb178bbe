public import FerryCheckout
public import FerryCore
public import FerryHTTP
public import FerryProvider
public import Logging

/// Commits decisions and performs their commands. Commands run only while `run()` does.
public final class Engine: CheckoutService {
  public let time: any Timekeeper
  public let randomness: any Randomness
  let store: any Store
  let providers: Providers
  let transport: any ProviderTransport
  let links: @Sendable (CheckoutFile) -> ProviderReturnURLs
  let backoff: Backoff
  let logger: Logger
  /// Raised when there is work.
  let wakeUp = WakeUp()
  let watchers = Watchers()
  let inFlight = CommandsInFlight()
  let outage = StoreOutage()
  let documents = FetchedDocuments()
  let inboxLimits: InboxLimits
  let webhooks: Webhooks?
  let deliveriesInFlight = DeliveriesInFlight()

  /// - Parameters:
  ///   - webhooks: The endpoints of the merchants; nil for none.
  ///   - links: Makes the return URLs of a checkout, by today's settings.
  public init(
    store: any Store, providers: [any Provider], transport: any ProviderTransport, time: any Timekeeper,
    randomness: any Randomness, backoff: Backoff = Backoff(), inboxLimits: InboxLimits = InboxLimits(),
    webhooks: Webhooks? = nil, logger: Logger,
    links: @escaping @Sendable (CheckoutFile) -> ProviderReturnURLs
  ) {
    self.store = store
    self.providers = Providers(providers)
    self.transport = transport
    self.time = time
    self.randomness = randomness
    self.backoff = backoff
    self.inboxLimits = inboxLimits
    self.webhooks = webhooks
    self.logger = logger
    self.links = links
  }

  public var operatorSessions: any OperatorSessionStore { store }

  public var journal: any JournalStore { store }

  public var settlements: any ReportStore { store }

  public func requireStore() async throws {
    // No checkout has this id. Any answer will do.
    _ = try await store.file("ready")
    guard store.lease != nil else { throw StoreError.unavailable("The server's lease has lapsed.") }
  }

  public func file(_ id: CheckoutID) async throws -> CheckoutFile? { try await store.file(id) }

  public func checkout(_ account: ProviderAccountID, reference: ProviderReference) async throws -> CheckoutID? {
    try await store.checkout(account, reference: reference)
  }

  public func checkouts(_ filter: CheckoutFilter, limit: Int) async throws -> [CheckoutFile] {
    try await store.checkouts(filter, limit: limit)
  }

  public func log(_ id: CheckoutID, after position: Int64, limit: Int) async throws -> [LogRecord] {
    try await store.log(id, after: position, limit: limit)
  }

  public func find(_ query: SearchQuery, _ filter: CheckoutFilter, limit: Int) async throws -> FoundCheckouts {
    try await store.find(query, filter, limit: limit)
  }

  public func figures(in window: Range<Moment>, _ mode: Mode, of shops: Set<ShopID>?) async throws -> [FigureSum] {
    try await store.figures(in: window, mode, of: shops)
  }

  public func counts(in window: Range<Moment>, of shops: Set<ShopID>?) async throws -> [CheckoutCount] {
    try await store.counts(in: window, of: shops)
  }

  public func changes() -> AsyncStream<CheckoutID> { watchers.changes() }

  public func backlog() async throws -> [Backlog] {
    let stored = try await store.backlog(at: time.now)
    let idle = accounts.filter { account in !stored.contains { $0.account == account } }
    return (stored + idle.map { Backlog(account: $0) }).sorted { $0.account < $1.account }
  }

  public func accountProblems() async throws -> [AccountProblem] {
    try await store.accountProblems(since: time.now - AccountProblem.shown)
  }

  public func submit(_ event: Event, to id: CheckoutID) async throws -> CheckoutFile {
    try await update(id) { [self] file, change in
      try apply(event, to: &file, &change)
      return file
    }
  }

  public func commit<Result: Sendable>(
    _ id: CheckoutID, mayWait: Bool,
    _ decide: @escaping @Sendable (inout CheckoutFile, inout Change) throws -> (event: Event?, result: Result)
  ) async throws -> (file: CheckoutFile, result: Result) {
    try await update(id, mayWait: mayWait) { [self] file, change in
      let (event, result) = try decide(&file, &change)
      if let event { try apply(event, to: &file, &change) }
      return (file, result)
    }
  }

  public func update<Result: Sendable>(
    _ id: CheckoutID, _ decide: @escaping @Sendable (inout CheckoutFile, inout Change) throws -> Result
  ) async throws -> Result {
    try await update(id, mayWait: false, decide)
  }

  /// - Parameter mayWait: True if the decision may set `Change.waits`.
  func update<Result: Sendable>(
    _ id: CheckoutID, mayWait: Bool,
    _ decide: @escaping @Sendable (inout CheckoutFile, inout Change) throws -> Result
  ) async throws -> Result {
    let (result, due, hasReferences, now) = try await noticingOutage {
      try await store.update(id, mayWait: mayWait) { [time] file, change in
        let result = try decide(&file, &change)
        // Whatever a provider needs to be asked safely a second time is on disk before it is asked, and so is whatever
        // a shop is told.
        if !file.outstanding.allSatisfy(\.isQuestion) || !change.webhooks.isEmpty { change.waits = false }
        let due = [file.due, change.firstDelivery].compactMap(\.self).min()
        return (result, due, !change.references.isEmpty, time.now)
      }
    }
    inFlight.note(now)
    watchers.tell(id)
    lookInTime(for: due)
    // A notification may wait for one of them.
    if hasReferences, inFlight.hasOpenNotifications { wakeUp.raise() }
    return result
  }

  /// Reads the store again if the next look would be too late for something that was committed.
  func lookInTime(for due: Moment?) {
    guard let due else { return }
    let now = time.now
    inFlight.note(now)
    if inFlight.looksTooLate(for: due, at: now) { wakeUp.raise() }
  }

  public func nextAction(_ step: RoundTrips.Step, for file: CheckoutFile) async throws -> NextAction {
    let (action, seen) = try await availableAction(step, for: file)
    guard step == .pay, case .form = action else { return action }
    let now = time.now
    // Meanwhile the checkout may have ended, or another tab may have taken the form.
    let isGiven = try await update(file.checkout.id) { file, _ in
      guard file.checkout.phase.name == seen.checkout.phase.name,
        file.roundTrips.formGivenAt == seen.roundTrips.formGivenAt
      else { return false }
      file.roundTrips.giveForm(at: now)
      return true
    }
    return isGiven ? action : .spent
  }

  /// - Returns: The action, with the file that it was decided by.
  private func availableAction(
    _ step: RoundTrips.Step, for file: CheckoutFile
  ) async throws -> (NextAction, CheckoutFile) {
    let first = try decideNextAction(step, for: file)
    guard first == .askFirst else { return (first, file) }
    let asked = try await submit(.recheckRequested, to: file.checkout.id)
    let last = asked.checkout.lastCommand
    let answered = try await wait(for: file.checkout.id, within: Self.patienceForRead) { file in
      !file.outstanding.contains { $0.command.number <= last }
    }
    let late = ProviderFailure.transient(reason: "The provider did not answer in time.", retryAfter: nil)
    guard !answered.outstanding.contains(where: { $0.command.number <= last }) else { throw late }
    // The answer may have ended the step, for example with a payment.
    guard answered.checkout.phase.name == file.checkout.phase.name else { return (.spent, answered) }
    let second = try decideNextAction(step, for: answered)
    guard second != .askFirst else { throw late }
    return (second, answered)
  }

  /// The longest wait for the provider's answer before a buyer leaves.
  private static let patienceForRead = Duration.seconds(8)

  private func decideNextAction(_ step: RoundTrips.Step, for file: CheckoutFile) throws -> NextAction {
    try providers.provider(of: file.checkout).nextAction(
      step,
      for: NextActionInput(
        checkout: file.checkout, returnURLs: links(file),
        record: file.record, formGivenAt: file.roundTrips.formGivenAt, now: time.now))
  }

  public var accounts: [ProviderAccountID] { providers.accounts }

  public func pagePolicy(of account: ProviderAccountID) -> PagePolicySources? { providers[account]?.pagePolicy }

  public func needs(of account: ProviderAccountID) -> Set<BuyerFact> { providers[account]?.needs ?? [] }

  public func answersDisputes(of account: ProviderAccountID) -> Bool { providers[account]?.answersDisputes ?? false }

  public func session(inReturn query: [(name: String, value: String)], for file: CheckoutFile) -> String? {
    (try? providers.provider(of: file.checkout))?.session(inReturn: query)
  }

  public func note(return form: [UInt8], of file: CheckoutFile) async throws {
    let provider = try? providers.provider(of: file.checkout)
    guard let remark = provider?.remark(onReturn: form, record: file.record) else { return }
    try await update(file.checkout.id) { [time] _, change in
      change.log.append(LogEntry(at: time.now, .remark(remark)))
    }
  }

  public func flush(_ id: CheckoutID) async throws { try await store.flush(id) }

  public func wait(
    for id: CheckoutID, within limit: Duration, until condition: @escaping @Sendable (CheckoutFile) -> Bool
  ) async throws -> CheckoutFile {
    let file = try await watching(id, within: limit) {
      guard let file = try await store.file(id) else { throw StoreError.notFound }
      return (file, condition(file))
    }
    try await store.flush(id)
    return file
  }

  public func wait(for delivery: WebhookDelivery.ID, within limit: Duration) async throws -> WebhookDelivery? {
    try await watching(delivery.message.checkout, within: limit) {
      let found = try await store.delivery(delivery)
      return (found, found.map { $0.state != .waiting || $0.attempts > 0 } ?? true)
    }
  }

  /// Reads again after each change of a checkout, until what is read will do or the time is up.
  private func watching<Value>(
    _ id: CheckoutID, within limit: Duration, _ read: () async throws -> (value: Value, willDo: Bool)
  ) async throws -> Value {
    let deadline = time.now + limit
    return try await watchers.watching(id) { changed in
      while true {
        let (value, willDo) = try await read()
        let left = deadline.since(time.now)
        // More than the limit is left only after the clock was set back.
        if willDo || left <= .zero || left > limit { return value }
        try await changed.wait(until: deadline, time)
      }
    }
  }
}

extension Change {
  /// When the first webhook message of the change is due.
  fileprivate var firstDelivery: Moment? {
    let again = deliveries.compactMap { update -> Moment? in
      if case .sentAgain(let moment) = update.change { moment } else { nil }
    }
    return (webhooks.compactMap(\.dueAt) + again).min()
  }
}

struct Providers: Sendable {
  private let all: [ProviderAccountID: any Provider]
  /// In the same order in every process.
  let accounts: [ProviderAccountID]

  init(_ providers: [any Provider]) {
    all = Dictionary(providers.map { ($0.account, $0) }) { first, _ in first }
    accounts = all.keys.sorted()
  }

  subscript(_ account: ProviderAccountID) -> (any Provider)? { all[account] }

  func provider(of checkout: Checkout) throws(ProviderFailure) -> any Provider {
    guard let provider = self[checkout.accountID] else {
      throw .misconfigured(
        reason: "The account \(checkout.accountID) is not set up on this server.", fix: "Write its settings again.")
    }
    return provider
  }
}
