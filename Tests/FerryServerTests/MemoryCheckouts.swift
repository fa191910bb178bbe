import FerryCheckout
import FerryCore
import FerryEngine
import FerryProvider
import FerryTesting
import Synchronization

/// Checkouts in a store in memory, with the real domain and a provider that answers at once or not at all.
actor MemoryCheckouts: CheckoutService {
  static let provider: ProviderID = "sandbox"
  static let page = "http://127.0.0.1:3081/pay/S1"

  nonisolated let time: any Timekeeper
  nonisolated let randomness: any Randomness = SequentialRandomness()
  private nonisolated let watchers = Watchers()
  private nonisolated let memory = MemoryStore()
  private nonisolated let outage = Outage()
  /// The memory as long as there is no outage.
  private nonisolated let store: HookedStore
  private nonisolated let profile: JourneyProfile
  private var answers = ScriptedAnswers()
  private var action: NextAction?
  private var overtaking: (@Sendable (inout CheckoutFile) throws -> Event)?

  /// The start page's script for a buyer who selects.
  nonisolated let script: ProviderScript

  init(
    time: any Timekeeper = VirtualTime(), journey: JourneyProfile.Journey = .selectThenPay,
    sessionOrigin: JourneyProfile.SessionOrigin = .proven, excessRefund: JourneyProfile.ExcessRefund = .none,
    script: ProviderScript = ProviderScript(
      source: "http://127.0.0.1:3081/checkout.js", function: ["provider", "open"],
      arguments: [#"{"a":"</script>"}"#], pressesButton: false)
  ) {
    self.time = time
    self.script = script
    profile = JourneyProfile(
      journey: journey, lifetime: .seconds(86_400), quietSchedule: [.seconds(60)],
      pendingSchedule: [.seconds(60)], settlesOnlyByUs: true, canCancelSession: false, captures: .once,
      namesRefunds: true, excessRefund: excessRefund, sessionOrigin: sessionOrigin)
    store = HookedStore(memory, outage)
  }

  /// The buyer's attempt is declined on the payment page, where they may try again.
  func decline(_ reason: DeclineReason) {
    answers.declinedAttempts.append(DeclinedAttempt(reference: "D\(answers.declinedAttempts.count)", reason: reason))
  }

  /// The provider's id of something of a checkout.
  func enter(reference: String, of id: CheckoutID) async throws {
    try await update(id) { _, change in change.references.append(.sample(reference)) }
  }

  /// Sets the next action of every later step.
  func offer(_ action: NextAction) { self.action = action }

  /// From now on the provider answers nothing.
  func silence() { answers.isSilent = true }

  /// From now on the provider answers questions, and no request that changes anything.
  func answerReadsAlone() { answers.areReadsAlone = true }

  /// From now on the provider's answers have no known content.
  func beUnclear(_ isUnclear: Bool = true) { answers.areUnclear = isUnclear }

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
  func fail(_ failure: StoreError) { outage.begin(failure) }

  /// From now on uses of operators' sessions cannot be stored.
  func refuseUses() { outage.begin(.unavailable("No changes."), isOfWritesAlone: true) }

  /// From now on refunds are pending at first.
  func takeTime() { answers.areDecidedLater = true }

  /// The provider charges another amount than requested.
  func charge(_ amount: Money) { answers.charged = amount }

  func write(_ amount: String) { answers.unreadable = amount }

  /// From now on the provider reports another captured amount.
  func recharge(_ id: CheckoutID, _ amount: Money) {
    answers.charges[id]?.authorized = amount
    answers.charges[id]?.captured = amount
  }

  /// The provider refunds this amount, whatever it is asked for, and says so; nil ends it.
  func refund(_ amount: Money?) { answers.refunded = amount }

  /// The buyer makes another selection at the provider.
  func choose(region: String) {
    answers.selection = Selection(fingerprint: region, region: region, country: "JP")
  }

  /// The buyer selects an address that the shipping rule says this of.
  func choose(_ delivery: Delivery) {
    answers.selection = Selection(fingerprint: "\(delivery)", region: nil, country: "JP", delivery: delivery)
  }

  /// All data, for comparisons, also in an outage.
  func everything() async -> [CheckoutFile] {
    let files = (try? await memory.checkouts(CheckoutFilter(), limit: .max)) ?? []
    return files.sorted { $0.checkout.id < $1.checkout.id }
  }

  func allCheckouts() async -> [Checkout] { await everything().map(\.checkout) }

  nonisolated func notificationRules(of account: ProviderAccountID) -> NotificationRules? { nil }

  func accept(
    _ notification: IncomingNotification, from account: ProviderAccountID
  ) throws -> String { throw NotificationRefusal.notSetUp }

  nonisolated func refused(_ reason: NotificationRefusal, from account: ProviderAccountID) {}

  // MARK: Webhooks

  private var isAllDelivered = false

  func deliverAll() { isAllDelivered = true }

  func webhookBacklog() async throws -> [WebhookBacklog] {
    try await requireStore()
    guard !isAllDelivered else { return [] }
    return [WebhookBacklog(endpoint: "orders", waiting: 2, oldest: time.now - .seconds(30), parked: 1)]
  }

  /// The messages that operators have had sent again.
  private(set) var sentAgain: [String] = []

  func sendAgain(
    _ message: WebhookMessageID, to endpoint: WebhookEndpointID?, by person: ActingOperator?
  ) async throws -> [WebhookEndpointID] {
    try await requireStore()
    if let person { sentAgain.append("\(message) to \(endpoint.map(\.text) ?? "all") by \(person.name)") }
    return message.sequence == 1 && endpoint ?? "orders" == "orders" ? ["orders"] : []
  }

  func sendParkedAgain(
    to endpoint: WebhookEndpointID, of shop: ShopID, _ mode: Mode, by person: ActingOperator?
  ) async throws -> Int? {
    try await requireStore()
    if let person { sentAgain.append("all to \(endpoint) by \(person.name)") }
    return endpoint == "orders" && shop == "main" && mode == .test ? 12 : nil
  }

  /// The next attempt to send a message has failed.
  func wait(for delivery: WebhookDelivery.ID, within limit: Duration) async throws -> WebhookDelivery? {
    guard try await store.delivery(delivery) != nil else { return nil }
    let now = time.now
    try await update(delivery.message.checkout) { _, change in
      change.deliveries += [
        WebhookUpdate(delivery, .sentAgain(at: now)),
        WebhookUpdate(delivery, .putOff(until: now + .seconds(5), result: "answered 503")),
      ]
    }
    return try await store.delivery(delivery)
  }

  /// Adds a message.
  func tell(_ delivery: WebhookDelivery) async throws {
    try await update(delivery.id.message.checkout) { _, change in change.webhooks.append(delivery) }
  }

  func deliveries(_ filter: WebhookFilter, limit: Int) async throws -> [WebhookDelivery] {
    try await store.deliveries(filter, limit: limit)
  }

  // MARK: The store

  nonisolated var operatorSessions: any OperatorSessionStore { store }

  nonisolated var journal: any JournalStore { store }

  nonisolated var settlements: any ReportStore { store }

  func requireStore() async throws { _ = try await store.file("ready") }

  func file(_ id: CheckoutID) async throws -> CheckoutFile? { try await store.file(id) }

  func checkout(_ account: ProviderAccountID, reference: ProviderReference) async throws -> CheckoutID? {
    try await store.checkout(account, reference: reference)
  }

  func checkouts(_ filter: CheckoutFilter, limit: Int) async throws -> [CheckoutFile] {
    try await store.checkouts(filter, limit: limit)
  }

  func log(_ id: CheckoutID, after position: Int64, limit: Int) async throws -> [LogRecord] {
    try await store.log(id, after: position, limit: limit)
  }

  func find(_ query: SearchQuery, _ filter: CheckoutFilter, limit: Int) async throws -> FoundCheckouts {
    try await store.find(query, filter, limit: limit)
  }

  func figures(in window: Range<Moment>, _ mode: Mode, of shops: Set<ShopID>?) async throws -> [FigureSum] {
    try await store.figures(in: window, mode, of: shops)
  }

  func counts(in window: Range<Moment>, of shops: Set<ShopID>?) async throws -> [CheckoutCount] {
    try await store.counts(in: window, of: shops)
  }

  nonisolated func changes() -> AsyncStream<CheckoutID> { watchers.changes() }

  func backlog() async throws -> [Backlog] {
    let stored = try await store.backlog(at: time.now)
    return stored.isEmpty ? [Backlog(account: ProviderAccountID(provider: Self.provider, mode: .test))] : stored
  }

  func accountProblems() async throws -> [AccountProblem] {
    try await store.accountProblems(since: time.now - AccountProblem.shown)
  }

  func flush(_ id: CheckoutID) async throws { try await store.flush(id) }

  /// The provider has already answered, or does not answer in time.
  func wait(
    for id: CheckoutID, within limit: Duration, until condition: @escaping @Sendable (CheckoutFile) -> Bool
  ) async throws -> CheckoutFile { try await required(id) }

  private func required(_ id: CheckoutID) async throws -> CheckoutFile {
    guard let file = try await store.file(id) else { throw StoreError.notFound }
    return file
  }

  // MARK: Changes

  func create(_ creation: NewCheckout) async throws -> (file: CheckoutFile, isNew: Bool, buyer: UsableFacts?) {
    let stated = try CheckedOrder(
      reference: creation.reference.reference, content: creation.content,
      besides: creation.problems
        + (accounts.contains(creation.accountID) ? [] : [creation.unknownAccount(among: accounts)]))
    let buyer = creation.buyer?.only(needs(of: creation.accountID)).map {
      UsableFacts($0, country: creation.content.country)
    }
    let result = try await store.open(creation.reference, key: creation.key) {
      [time, randomness, profile] existing, live in
      if let live {
        guard existing?.content == creation.content else {
          throw CreationRefusal.attemptLive(live.id, live.phase.name)
        }
        return .existing(live.id)
      }
      if let paid = existing?.paidBy { throw CreationRefusal.orderPaid(paid) }
      guard creation.hasRoom else { throw CreationRefusal.noRoom }
      let (reference, id) = (creation.reference, CheckoutID("co_" + randomness.token()))
      // Several shops, and both modes, may have the same reference.
      let isUsual = reference.shop == "main" && reference.mode == .test
      let prefix = isUsual ? "F-" : "F-\(reference.shop)-\(reference.mode.rawValue)-"
      var order =
        existing
        ?? Order(
          id: OrderID("or_" + randomness.token()), number: prefix + reference.reference, shop: reference.shop,
          mode: reference.mode, stated: stated, createdAt: time.now)
      try order.open(id, stated: stated)
      let checkout = try Checkout(
        id: id, order: order, provider: creation.provider, account: creation.account, kind: creation.kind,
        language: creation.language, capture: creation.capture, profile: profile, createdAt: time.now,
        app: creation.app, options: creation.options)
      guard !stated.content.isFree, checkout.quote?.total.isZero != true else { throw CreationRefusal.nothingToPay }
      var file = CheckoutFile(order: order, checkout: checkout, roundTrips: RoundTrips(nonce: randomness.token()))
      file.buyerFacts = buyer?.facts
      creation.prepare(&file)
      return .create(file, Change())
    }
    switch result {
    case .created(let id): return (try await required(id), true, buyer)
    case .existing(let id), .replayed(let id): return (try await required(id), false, buyer)
    }
  }

  func submit(_ event: Event, to id: CheckoutID) async throws -> CheckoutFile {
    try await commit(id, mayWait: false) { _, _ in (event, ()) }.file
  }

  func commit<Result: Sendable>(
    _ id: CheckoutID, mayWait: Bool,
    _ decide: @escaping @Sendable (inout CheckoutFile, inout Change) throws -> (event: Event?, result: Result)
  ) async throws -> (file: CheckoutFile, result: Result) {
    if let overtaking {
      self.overtaking = nil
      _ = try await commit(id, mayWait: false) { file, _ in (try overtaking(&file), ()) }
    }
    let (file, charge, result) = try await update(id) { [answers, time] file, change in
      var answers = answers
      let (event, result) = try decide(&file, &change)
      if let event {
        try answers.take(event, &file, at: time.now)
        change.log.append(LogEntry(at: time.now, .event("took an event", phase: file.checkout.phase.name.rawValue)))
      }
      let charge = answers.charges[id]
      if let charge { change.references.append(ProviderReference("charge", charge.reference)) }
      return (file, charge, result)
    }
    answers.charges[id] = charge
    return (file, result)
  }

  func update<Result: Sendable>(
    _ id: CheckoutID, _ decide: @escaping @Sendable (inout CheckoutFile, inout Change) throws -> Result
  ) async throws -> Result {
    let result = try await store.update(id, decide: decide)
    watchers.tell(id)
    return result
  }

  // MARK: The provider

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

  /// The forms that were posted to return URLs, as far as a provider was told of them.
  private(set) var returnForms: [[UInt8]] = []

  func note(return form: [UInt8], of file: CheckoutFile) { returnForms.append(form) }
}

/// The calls of the store that fail.
private final class Outage: StoreHook {
  private let failure = Mutex<(error: StoreError, isOfWritesAlone: Bool)?>(nil)

  func begin(_ error: StoreError, isOfWritesAlone: Bool = false) {
    failure.withLock { $0 = (error, isOfWritesAlone) }
  }

  func around(_ call: HookedStore.Call, _ work: () async throws -> Void) async throws {
    if let failure = failure.withLock({ $0 }), call == .write || !failure.isOfWritesAlone { throw failure.error }
    try await work()
  }
}

/// The provider's answers, and what it knows.
private struct ScriptedAnswers: Sendable {
  var isSilent = false
  var areReadsAlone = false
  var areUnclear = false
  /// True if refunds are pending at first.
  var areDecidedLater = false
  var charged: Money?
  /// The amount as the provider writes it, if it cannot be read.
  var unreadable: String?
  var refunded: Money?
  /// The provider's charge of each checkout.
  var charges: [CheckoutID: ChargeObservation] = [:]
  var declinedAttempts: [DeclinedAttempt] = []
  var selection = Selection(fingerprint: "first", region: "Tokyo", country: "JP")

  mutating func take(_ event: Event, _ file: inout CheckoutFile, at now: Moment) throws {
    var commands = try file.checkout.receive(event, at: now, for: &file.order).commands
    while !isSilent, !commands.isEmpty {
      let command = commands.removeFirst()
      if areReadsAlone, command.kind != .read { continue }
      let outcome = Event.performed(command.number, .observed(observation(command, file.checkout)))
      commands += try file.checkout.receive(outcome, at: now, for: &file.order).commands
    }
    guard file.checkout.selection != nil else { return }
    file.details = BuyerDetails(
      buyer: BuyerBody(name: "山田 花子", email: "hanako@example.com", phone: nil), shippingAddress: nil,
      paymentDescriptor: "Visa **** 1111")
  }

  private mutating func observation(_ command: Command, _ checkout: Checkout) -> Observation {
    if areUnclear { return Observation(session: .unrecognised("LIMBO")) }
    var observation = Observation(sessionReference: checkout.session, session: .open, selection: selection)
    switch command.kind {
    case .authorize(let total):
      observation.asked = total
      observation.paymentPage = MemoryCheckouts.page
    case .settle where !declinedAttempts.isEmpty: observation.declinedAttempts = declinedAttempts
    case .settle(let total):
      observation.session = .completed
      observation.asked = total
      let isCaptured = checkout.capture == .automatic
      observation.charge = ChargeObservation(
        reference: charges[checkout.id]?.reference ?? "C\(charges.count + 1)",
        state: isCaptured ? .captured : .authorized, authorized: charged ?? total,
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

  private mutating func moved(by command: Command, _ checkout: Checkout) -> Observation {
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
        OperationReport(
          id, reference: "R-\(command.number)", areDecidedLater ? .pending : .done, amount: refunded ?? amount)
      ]
      let sum = payment.refunded.minorUnits + (areDecidedLater ? 0 : (refunded ?? amount).minorUnits)
      charge.refunded = Money(minorUnits: sum, amount.currency)
    case .read, .authorize, .settle, .cancel, .readDispute, .answerDispute: break
    }
    observation.charge = charge
    charges[checkout.id] = charge
    return observation
  }
}
