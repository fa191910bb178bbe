import FerryCheckout
import FerryCore
import FerryEngine
import FerryProvider
import FerryTesting

/// Checkouts in memory, with the real domain and a provider that answers at once or not at all.
actor MemoryCheckouts: CheckoutService {
  static let provider: ProviderID = "sandbox"
  static let page = "http://127.0.0.1:3081/pay/S1"

  nonisolated let time: any Timekeeper
  nonisolated let randomness: any Randomness = SequentialRandomness()
  private nonisolated let watchers = Watchers()
  private var figures: [(checkout: Checkout, figure: Figure)] = []
  private var entries: [JournalEntry] = []
  private let sessions = MemoryStore()
  private var refusesUses = false
  private var files: [CheckoutID: CheckoutFile] = [:]
  private var byKey: [String: (digest: String, id: CheckoutID)] = [:]
  private var byReference: [OrderReference: CheckoutID] = [:]
  private var references: [CheckoutID: [ProviderReference]] = [:]
  private var told: [WebhookDelivery] = []
  private var records: [LogRecord] = []
  private var action: NextAction?
  private var isSilent = false
  private var answersReadsAlone = false
  private var isUnclear = false
  private var overtaking: (@Sendable (inout CheckoutFile) throws -> Event)?
  private var failure: StoreError?
  private var charged: Money?
  /// The amount as the provider writes it, if it cannot be read.
  private var unreadable: String?
  private var refunds: Money?
  /// The provider's charge of each checkout.
  private var charges: [CheckoutID: ChargeObservation] = [:]
  private var isDeciding = false
  private var declinedAttempts: [DeclinedAttempt] = []
  private var selection = Selection(fingerprint: "first", region: "Tokyo", country: "JP")
  private let journey: JourneyProfile.Journey
  private let sessionOrigin: JourneyProfile.SessionOrigin
  private let excessRefund: JourneyProfile.ExcessRefund

  /// The start page's script for a buyer who selects.
  nonisolated let script: ProviderScript

  init(
    time: any Timekeeper, journey: JourneyProfile.Journey = .selectThenPay,
    sessionOrigin: JourneyProfile.SessionOrigin = .proven, excessRefund: JourneyProfile.ExcessRefund = .none,
    script: ProviderScript = ProviderScript(
      source: "http://127.0.0.1:3081/checkout.js", function: ["provider", "open"],
      arguments: [#"{"a":"</script>"}"#], pressesButton: false)
  ) {
    self.time = time
    self.journey = journey
    self.sessionOrigin = sessionOrigin
    self.excessRefund = excessRefund
    self.script = script
  }

  /// The buyer's attempt is declined on the payment page, where they may try again.
  func decline(_ reason: DeclineReason) {
    declinedAttempts.append(DeclinedAttempt(reference: "D\(declinedAttempts.count)", reason: reason))
  }

  /// The provider's id of something of a checkout.
  func enter(reference: String, of id: CheckoutID) { references[id, default: []].append(.sample(reference)) }

  /// Sets the next action of every later step.
  func offer(_ action: NextAction) { self.action = action }

  /// From now on the provider answers nothing.
  func silence() { isSilent = true }

  /// From now on the provider answers questions, and no request that changes anything.
  func answerReadsAlone() { answersReadsAlone = true }

  /// From now on the provider's answers have no known content.
  func beUnclear(_ isUnclear: Bool = true) { self.isUnclear = isUnclear }

  /// Commits an event before the next submitted one.
  func beforeNextSubmission(_ event: Event) { overtaking = { _ in event } }

  /// Another browser restarts the checkout before the next commit.
  func beginElsewhereBeforeNextSubmission() {
    let now = time.now
    overtaking = { file in
      file.roundTrips.issue("another ticket", for: .select, at: now)
      _ = try file.roundTrips.spend(
        "another ticket", browser: nil, fresh: "another browser", nonce: "another nonce", mayRestart: true, at: now)
      file.forgetFirstBrowser()
      return .restarted
    }
  }

  /// The round trip is discarded before the next commit.
  func discardBeforeNextSubmission() {
    overtaking = { file in
      file.roundTrips.discard(nonce: "another nonce")
      file.forgetFirstBrowser()
      return .restarted
    }
  }

  /// From now on reads and writes fail, as in a store whose process is ending.
  func stop() { fail(.stopped) }

  /// From now on reads and writes fail.
  func fail(_ failure: StoreError) { self.failure = failure }

  /// From now on uses of operators' sessions cannot be stored.
  func refuseUses() { refusesUses = true }

  /// From now on refunds are pending at first.
  func takeTime() { isDeciding = true }

  /// The provider charges another amount than requested.
  func charge(_ amount: Money) { charged = amount }

  func write(_ amount: String) { unreadable = amount }

  /// From now on the provider reports another captured amount.
  func recharge(_ id: CheckoutID, _ amount: Money) {
    charges[id]?.authorized = amount
    charges[id]?.captured = amount
  }

  /// The provider refunds this amount, whatever it is asked for, and says so; nil ends it.
  func refund(_ amount: Money?) { refunds = amount }

  /// The buyer makes another selection at the provider.
  func choose(region: String) { selection = Selection(fingerprint: region, region: region, country: "JP") }

  /// The buyer selects an address that the shipping rule says this of.
  func choose(_ delivery: Delivery) {
    selection = Selection(fingerprint: "\(delivery)", region: nil, country: "JP", delivery: delivery)
  }

  /// All data, for comparisons.
  func everything() -> [CheckoutFile] { files.values.sorted { $0.checkout.id < $1.checkout.id } }
  func allCheckouts() -> [Checkout] { everything().map(\.checkout) }

  nonisolated func notificationRules(of account: ProviderAccountID) -> NotificationRules? { nil }

  func accept(
    _ notification: IncomingNotification, from account: ProviderAccountID
  ) throws -> String { throw NotificationRefusal.notSetUp }

  nonisolated func refused(_ reason: NotificationRefusal, from account: ProviderAccountID) {}

  private var isAllDelivered = false

  func deliverAll() { isAllDelivered = true }

  func webhookBacklog() throws -> [WebhookBacklog] {
    if let failure { throw failure }
    guard !isAllDelivered else { return [] }
    return [WebhookBacklog(endpoint: "orders", waiting: 2, oldest: time.now - .seconds(30), parked: 1)]
  }

  /// The messages that operators have had sent again.
  private(set) var sentAgain: [String] = []

  func sendAgain(_ message: WebhookMessageID, to endpoint: WebhookEndpointID?, by person: ActingOperator?) throws
    -> [WebhookEndpointID]
  {
    if let failure { throw failure }
    if let person { sentAgain.append("\(message) to \(endpoint.map(\.text) ?? "all") by \(person.name)") }
    return message.sequence == 1 && endpoint ?? "orders" == "orders" ? ["orders"] : []
  }

  /// The next attempt to send a message has failed.
  func wait(for delivery: WebhookDelivery.ID, within limit: Duration) throws -> WebhookDelivery? {
    if let failure { throw failure }
    guard let place = told.firstIndex(where: { $0.id == delivery }) else { return nil }
    _ = told[place].apply(.sentAgain(at: time.now))
    _ = told[place].apply(.putOff(until: time.now + .seconds(5), result: "answered 503"))
    return told[place]
  }

  /// Adds a message.
  func tell(_ delivery: WebhookDelivery) { told.append(delivery) }

  func deliveries(_ filter: WebhookFilter, limit: Int) throws -> [WebhookDelivery] {
    if let failure { throw failure }
    let found = told.filter { delivery in
      guard let checkout = files[delivery.id.message.checkout]?.checkout else { return false }
      return (filter.shops?.contains(checkout.shop) ?? true) && (filter.mode ?? checkout.mode) == checkout.mode
        && (filter.checkout ?? checkout.id) == checkout.id
        && (filter.endpoint ?? delivery.id.endpoint) == delivery.id.endpoint
        && (filter.sequence ?? delivery.id.message.sequence) == delivery.id.message.sequence
        && (filter.state ?? delivery.state) == delivery.state
        && filter.after.map { WebhookPlace(delivery) < $0 } ?? true
    }
    return Array(found.sorted { WebhookPlace($0) > WebhookPlace($1) }.prefix(limit))
  }

  func log(_ id: CheckoutID, after position: Int64, limit: Int) throws -> [LogRecord] {
    if let failure { throw failure }
    return Array(records.filter { $0.checkout == id && $0.position > position }.prefix(limit))
  }

  func sendParkedAgain(to endpoint: WebhookEndpointID, of shop: ShopID, _ mode: Mode, by person: ActingOperator?) throws
    -> Int?
  {
    if let failure { throw failure }
    if let person { sentAgain.append("all to \(endpoint) by \(person.name)") }
    return endpoint == "orders" && shop == "main" && mode == .test ? 12 : nil
  }

  func create(_ creation: NewCheckout) async throws -> (file: CheckoutFile, isNew: Bool, buyer: UsableFacts?) {
    if let failure { throw failure }
    let stated = try CheckedOrder(
      reference: creation.reference.reference, content: creation.content,
      besides: creation.problems
        + (accounts.contains(creation.accountID) ? [] : [creation.unknownAccount(among: accounts)]))
    let buyer = creation.buyer?.only(needs(of: creation.accountID)).map {
      UsableFacts($0, country: creation.content.country)
    }
    let place = "\(creation.reference.shop)/\(creation.reference.mode)/\(creation.key?.key ?? "")"
    if let known = byKey[place] {
      guard known.digest == creation.key?.digest else { throw StoreError.keyReused }
      return (try required(known.id), false, buyer)
    }
    if let id = byReference[creation.reference] {
      let file = try required(id)
      if file.checkout.phase == .paid { throw CreationRefusal.orderPaid(id) }
      if !file.checkout.phase.isFinal {
        guard file.order.content == creation.content else {
          throw CreationRefusal.attemptLive(id, file.checkout.phase.name)
        }
        return (file, false, buyer)
      }
    }
    guard creation.hasRoom else { throw CreationRefusal.noRoom }
    let id = CheckoutID("co_" + randomness.token())
    var order = Order(
      id: OrderID("or_" + randomness.token()), number: "F-" + creation.reference.reference,
      shop: creation.reference.shop,
      mode: creation.reference.mode, stated: stated, createdAt: time.now)
    try order.open(id, stated: stated)
    let profile = JourneyProfile(
      journey: journey, lifetime: .seconds(86_400), quietSchedule: [.seconds(60)],
      pendingSchedule: [.seconds(60)], settlesOnlyByUs: true, canCancelSession: false, captures: .once,
      namesRefunds: true, excessRefund: excessRefund, sessionOrigin: sessionOrigin)
    let checkout = try Checkout(
      id: id, order: order, provider: creation.provider, account: creation.account, kind: creation.kind,
      language: creation.language, capture: creation.capture, profile: profile, createdAt: time.now, app: creation.app,
      options: creation.options)
    guard !stated.content.isFree, checkout.quote?.total.isZero != true else { throw CreationRefusal.nothingToPay }
    var file = CheckoutFile(order: order, checkout: checkout, roundTrips: RoundTrips(nonce: randomness.token()))
    file.buyerFacts = buyer?.facts
    creation.prepare(&file)
    files[id] = file
    byReference[creation.reference] = id
    byKey[place] = (creation.key?.digest ?? "", id)
    return (file, true, buyer)
  }

  func requireStore() throws { if let failure { throw failure } }

  func file(_ id: CheckoutID) throws -> CheckoutFile? {
    if let failure { throw failure }
    return files[id]
  }

  func checkout(_ account: ProviderAccountID, reference: ProviderReference) throws -> CheckoutID? { nil }

  func checkouts(_ filter: CheckoutFilter, limit: Int) throws -> [CheckoutFile] {
    if let failure { throw failure }
    let found = files.values.filter { file in
      filter.includes(file, references: references[file.checkout.id] ?? [])
        && filter.figure.map { wanted in
          figures.contains {
            $0.checkout.id == file.checkout.id && $0.figure.kind == wanted.kind && wanted.window.contains($0.figure.at)
          }
        } ?? true
    }
    return Array(found.sorted { CheckoutPlace($0.checkout) > CheckoutPlace($1.checkout) }.prefix(limit))
  }

  func counts(in window: Range<Moment>, of shops: Set<ShopID>?) throws -> [CheckoutCount] {
    if let failure { throw failure }
    return files.values.filter {
      window.contains($0.checkout.createdAt) && shops?.contains($0.checkout.shop) ?? true
    }.map {
      CheckoutCount(
        provider: $0.checkout.provider, mode: $0.checkout.mode, phase: $0.checkout.phase.name,
        hasLeft: $0.firstStay != nil, secondsAway: $0.firstStay?.seconds, checkouts: 1)
    }
  }

  func find(_ query: SearchQuery, _ filter: CheckoutFilter, limit: Int) throws -> FoundCheckouts {
    let found = try checkouts(filter, limit: .max).filter { file in
      query.finds(file, ids: [file.checkout.id.text] + (references[file.checkout.id] ?? []).map(\.value))
    }
    let page = Array(found.prefix(limit))
    let next = found.count > limit ? page.last.map { CheckoutPlace($0.checkout) } : nil
    return FoundCheckouts(files: page, next: next, isTooShort: false)
  }

  func figures(in window: Range<Moment>, _ mode: Mode, of shops: Set<ShopID>?) throws -> [FigureSum] {
    if let failure { throw failure }
    let sums = figures.filter {
      window.contains($0.figure.at) && $0.checkout.mode == mode && shops?.contains($0.checkout.shop) ?? true
    }
    return sums.map { checkout, figure in
      FigureSum(
        kind: figure.kind, provider: checkout.provider, seconds: figure.seconds, checkouts: 1,
        amount: figure.amount)
    }
  }

  nonisolated func changes() -> AsyncStream<CheckoutID> { watchers.changes() }

  func backlog() throws -> [Backlog] {
    if let failure { throw failure }
    let account = ProviderAccountID(provider: Self.provider, mode: .test)
    return [
      Backlog(
        account: account, commands: files.values.map(\.outstanding.count).reduce(0, +),
        oldest: files.values.flatMap(\.outstanding).map(\.createdAt).min(),
        firstDue: files.values.flatMap(\.outstanding).map(\.notBefore).min(),
        held: files.values.count { $0.checkout.phase.name == .held })
    ]
  }

  func accountProblems() throws -> [AccountProblem] {
    if let failure { throw failure }
    return AccountProblem.latest(
      records.reversed().compactMap { record in
        files[record.checkout].flatMap {
          AccountProblem(of: $0.checkout.accountID, checkout: record.checkout, entry: record.entry)
        }
      })
  }

  func submit(_ event: Event, to id: CheckoutID) throws -> CheckoutFile {
    try commit(id) { _, _ in (event, ()) }.file
  }

  func commit<Result: Sendable>(
    _ id: CheckoutID, mayWait: Bool = false,
    _ decide: @escaping @Sendable (inout CheckoutFile, inout Change) throws -> (event: Event?, result: Result)
  ) throws -> (file: CheckoutFile, result: Result) {
    if let overtaking {
      self.overtaking = nil
      _ = try commit(id) { file, _ in (try overtaking(&file), ()) }
    }
    var file = try required(id)
    let old = file.checkout
    var change = Change()
    let (event, result) = try decide(&file, &change)
    if let event {
      try take(event, &file)
      change.log.append(LogEntry(at: time.now, .event("took an event", phase: file.checkout.phase.name.rawValue)))
    }
    write(change.log, of: id)
    entries += change.journal(of: file.checkout)
    figures += Figure.list(from: old, to: file.checkout, at: time.now).map { (file.checkout, $0) }
    files[id] = file
    watchers.tell(id)
    return (file, result)
  }

  private func write(_ entries: [LogEntry], of id: CheckoutID) {
    for entry in entries {
      records.append(LogRecord(position: Int64(records.count + 1), checkout: id, entry: entry))
    }
  }

  private func take(_ event: Event, _ file: inout CheckoutFile) throws {
    var commands = try file.checkout.receive(event, at: time.now, for: &file.order).commands
    while !isSilent, !commands.isEmpty {
      let command = commands.removeFirst()
      if answersReadsAlone, command.kind != .read { continue }
      let outcome = Event.performed(command.number, .observed(observation(command, file.checkout)))
      commands += try file.checkout.receive(outcome, at: time.now, for: &file.order).commands
    }
    guard file.checkout.selection != nil else { return }
    file.details = BuyerDetails(
      buyer: BuyerBody(name: "山田 花子", email: "hanako@example.com", phone: nil), shippingAddress: nil,
      paymentDescriptor: "Visa **** 1111")
  }

  func update<Result: Sendable>(
    _ id: CheckoutID, _ decide: @escaping @Sendable (inout CheckoutFile, inout Change) throws -> Result
  ) throws -> Result {
    var file = try required(id)
    var change = Change()
    let result = try decide(&file, &change)
    write(change.log, of: id)
    files[id] = file
    watchers.tell(id)
    return result
  }

  nonisolated var accounts: [ProviderAccountID] {
    [
      ProviderAccountID(provider: Self.provider, mode: .test), ProviderAccountID(provider: Self.provider, mode: .live),
      ProviderAccountID(provider: Self.provider, account: "europe", mode: .test),
    ]
  }

  nonisolated func pagePolicy(of account: ProviderAccountID) -> PagePolicySources? {
    PagePolicySources(
      PageSourcesBody(scripts: ["https://static.provider.example"]), formActions: ["https://provider.example"])
  }

  nonisolated func answersDisputes(of account: ProviderAccountID) -> Bool { true }

  nonisolated func needs(of account: ProviderAccountID) -> Set<BuyerFact> { [.userAgent, .email, .mobile] }

  func nextAction(_ step: RoundTrips.Step, for file: CheckoutFile) throws -> NextAction {
    if let action { return action }
    return switch step {
    case .pay: .redirect(Self.page)
    case .select, .change: .script(script)
    }
  }

  nonisolated func session(inReturn query: [(name: String, value: String)], for file: CheckoutFile) -> String? {
    query.first { $0.name == "session" }?.value
  }

  func flush(_ id: CheckoutID) {}

  /// The forms that were posted to return URLs, as far as a provider was told of them.
  private(set) var returnForms: [[UInt8]] = []

  func note(return form: [UInt8], of file: CheckoutFile) { returnForms.append(form) }

  /// The provider has already answered, or does not answer in time.
  func wait(
    for id: CheckoutID, within limit: Duration, until condition: @escaping @Sendable (CheckoutFile) -> Bool
  ) throws -> CheckoutFile {
    try required(id)
  }

  private func observation(_ command: Command, _ checkout: Checkout) -> Observation {
    if isUnclear { return Observation(session: .unrecognised("LIMBO")) }
    var observation = Observation(sessionReference: checkout.session, session: .open, selection: selection)
    switch command.kind {
    case .authorize(let total):
      observation.asked = total
      observation.paymentPage = Self.page
    case .settle where !declinedAttempts.isEmpty: observation.declinedAttempts = declinedAttempts
    case .settle(let total):
      observation.session = .completed
      observation.asked = total
      let isCaptured = checkout.capture == .automatic
      observation.charge = ChargeObservation(
        reference: "C1", state: isCaptured ? .captured : .authorized, authorized: charged ?? total,
        captured: isCaptured ? charged ?? total : .zero(total.currency), refunded: .zero(total.currency),
        lapsesAt: checkout.createdAt + .seconds(30 * 86_400), unreadable: unreadable)
      charges[checkout.id] = observation.charge
    case .read:
      guard let charge = charges[checkout.id] else { break }
      observation.session = .completed
      observation.charge = charge
    case .capture, .void, .refund: return moved(by: command, checkout)
    case .cancel: break
    case .readDispute(let id): observation.disputes = [DisputeReport(id, state: .needsResponse)]
    case .answerDispute(let id): observation.disputes = [DisputeReport(id, state: .underReview)]
    }
    return observation
  }

  private func moved(by command: Command, _ checkout: Checkout) -> Observation {
    guard let payment = checkout.payment else { return Observation() }
    var charge = ChargeObservation(
      reference: payment.reference, state: .captured, authorized: payment.authorized, captured: payment.captured,
      refunded: payment.refunded)
    var observation = Observation(sessionReference: checkout.session, session: .completed)
    switch command.kind {
    case .capture(_, let amount): charge.captured = amount
    case .void:
      charge.state = .voided
      charge.release = .byMerchant
    case .refund(let id, let amount):
      observation.reports = [
        OperationReport(id, reference: "R-\(command.number)", isDeciding ? .pending : .done, amount: refunds ?? amount)
      ]
      let sum = payment.refunded.minorUnits + (isDeciding ? 0 : (refunds ?? amount).minorUnits)
      charge.refunded = Money(minorUnits: sum, amount.currency)
    case .read, .authorize, .settle, .cancel, .readDispute, .answerDispute: break
    }
    observation.charge = charge
    charges[checkout.id] = charge
    return observation
  }

  private func required(_ id: CheckoutID) throws -> CheckoutFile {
    if let failure { throw failure }
    guard let file = files[id] else { throw StoreError.notFound }
    return file
  }
}

extension MemoryCheckouts: OperatorSessionStore, JournalStore {
  nonisolated var operatorSessions: any OperatorSessionStore { self }

  nonisolated var journal: any JournalStore { self }

  func note(_ entry: JournalEntry) async throws { entries.append(entry) }

  func journal(_ filter: JournalFilter, limit: Int) async throws -> [JournalRecord] {
    let records = entries.enumerated().map { JournalRecord(position: Int64($0 + 1), entry: $1) }
    return Array(records.reversed().filter(filter.includes).prefix(limit))
  }

  func views(of person: String) async throws -> [OperatorView] { try await sessions.views(of: person) }

  func keep(_ view: OperatorView, of person: String) async throws -> Bool { try await sessions.keep(view, of: person) }

  func removeView(_ name: String, of person: String) async throws {
    try await sessions.removeView(name, of: person)
  }

  func beginOperatorSession(_ session: OperatorSession, limits: OperatorSessionLimits) async throws {
    try await requiredSessions().beginOperatorSession(session, limits: limits)
  }

  func operatorSession(_ digest: String) async throws -> OperatorSession? {
    try await requiredSessions().operatorSession(digest)
  }

  func useOperatorSession(_ digest: String, at now: Moment) async throws {
    if refusesUses { throw StoreError.unavailable("No changes.") }
    try await requiredSessions().useOperatorSession(digest, at: now)
  }

  func endOperatorSession(_ digest: String) async throws {
    try await requiredSessions().endOperatorSession(digest)
  }

  private func requiredSessions() throws -> MemoryStore {
    if let failure { throw failure }
    return sessions
  }
}

/// The payment of a line is the one with its charge.
extension MemoryCheckouts: ReportStore {
  nonisolated var settlements: any ReportStore { self }

  func keep(_ report: NewReport) async throws -> ReportImport { try await sessions.keep(report) }

  func reports(of account: ProviderAccountID, limit: Int) async throws -> [ImportedReport] {
    try await sessions.reports(of: account, limit: limit)
  }

  func payouts(
    of account: ProviderAccountID, after place: PayoutPlace?, limit: Int
  ) async throws -> [PayoutEntry] { try await sessions.payouts(of: account, after: place, limit: limit) }

  func lines(of payout: PayoutID) async throws -> [SettledLine] { owned(try await sessions.lines(of: payout)) }

  func lines(ofGroups groups: [String], _ account: ProviderAccountID) async throws -> [SettledLine] {
    owned(try await sessions.lines(ofGroups: groups, account))
  }

  func lines(of account: ProviderAccountID, in window: Range<Moment>) async throws -> [SettledLine] {
    owned(try await sessions.lines(of: account, in: window))
  }

  func checkouts(_ ids: [CheckoutID]) async throws -> [CheckoutFile] { ids.compactMap { files[$0] } }

  private func owned(_ lines: [SettledLine]) -> [SettledLine] {
    lines.map { settled in
      let owner = files.values.first { file in
        file.checkout.payment.map { [settled.line.id, settled.line.group].contains($0.reference) } ?? false
      }
      return SettledLine(line: settled.line, checkout: owner?.checkout.id)
    }
  }
}
