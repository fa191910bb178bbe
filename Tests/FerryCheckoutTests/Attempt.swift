import FerryCheckout
import FerryCore
import Testing

/// A checkout with its order, and the effects of all events so far.
struct Attempt {
  var order: Order
  var checkout: Checkout
  /// Unanswered commands, oldest first.
  var outstanding: [Command] = []
  var commands: [Command] = []
  var ledger: [LedgerEntry] = []
  var now = Attempt.start

  static let start = Moment(milliseconds: 1_000_000)
  static let total = Money.yen(9_520)
  static let tokyo = Selection(fingerprint: "tokyo", region: "東京都", country: "JP")
  static let sapporo = Selection(fingerprint: "sapporo", region: "Hokkaido", country: "JP")

  static let content = OrderContent(
    currency: .jpy,
    lines: [OrderLine(sku: "hd8", name: "Fire HD8", quantity: 1, unitPrice: .yen(8_980))],
    tax: TaxRule(.tenPercent, rounding: .down, included: true),
    shipping: ShippingRule(
      standard: .yen(540),
      zones: [ShippingRule.Zone(regions: ["北海道", "Hokkaido", "沖縄県", "Okinawa"], price: .yen(1_080))]))

  static let selectThenPay = JourneyProfile(
    journey: .selectThenPay, lifetime: .seconds(86_400), quietSchedule: [.seconds(60), .seconds(180), .seconds(7_380)],
    pendingSchedule: [.seconds(15), .seconds(60)], settlesOnlyByUs: true, canCancelSession: false)
  /// The same, with Amazon Pay's rules for money: one capture, refunds with their own ids, authorizations that lapse.
  static let captureOnce = JourneyProfile(
    journey: .selectThenPay, lifetime: .seconds(86_400), quietSchedule: [.seconds(60), .seconds(180), .seconds(7_380)],
    pendingSchedule: [.seconds(15), .seconds(60)], settlesOnlyByUs: true, canCancelSession: false, captures: .once,
    namesRefunds: true, lapseWarning: .seconds(3 * 86_400))
  /// The same, with regular checks of authorized and captured money.
  static var watched: JourneyProfile {
    var profile = captureOnce
    profile.authorizedCheck = .seconds(86_400)
    profile.paidChecks = [1, 7, 30].map { .seconds($0 * 86_400) }
    return profile
  }
  /// The buyer authorizes on a page that no call ends; money is captured by us alone.
  static var authorizedAtProvider: JourneyProfile {
    var profile = selectThenPay
    profile.settlesOnlyByUs = false
    profile.captures = .whole
    profile.pendingSchedule = [.seconds(15), .seconds(900)]
    profile.cancelReport = .returnLink
    return profile
  }
  /// The provider moves money without us, and has a call that ends its session.
  static let pay = JourneyProfile(
    journey: .pay, lifetime: .seconds(3_600), quietSchedule: [.seconds(60)], pendingSchedule: [.seconds(30)],
    settlesOnlyByUs: false, canCancelSession: true)
  /// The same, with whole amounts only: partial refunds once the provider has settled.
  static let payInWhole = JourneyProfile(
    journey: .pay, lifetime: .seconds(3_600), quietSchedule: [.seconds(60)], pendingSchedule: [.seconds(30)],
    settlesOnlyByUs: false, canCancelSession: true, captures: .whole, refunds: .wholeBeforeSettlement(.seconds(86_400)))

  init(
    _ profile: JourneyProfile = Attempt.selectThenPay, capture: CapturePolicy = .automatic,
    content: OrderContent = Attempt.content, id: CheckoutID = "c1", options: ProviderOptions? = nil
  ) throws {
    try self.init(try Self.order(content), profile, capture: capture, id: id, options: options)
  }

  /// An order that nobody has tried to pay yet.
  static func order(_ content: OrderContent = Attempt.content) throws -> Order {
    Order(id: "o1", number: "F-1", shop: "shop", mode: .test, stated: try stated(content), createdAt: start)
  }

  static func stated(_ content: OrderContent = Attempt.content) throws -> CheckedOrder {
    try CheckedOrder(reference: "R-1", content: content)
  }

  /// Another attempt to pay for an order.
  init(
    _ order: Order, _ profile: JourneyProfile = Attempt.selectThenPay, capture: CapturePolicy = .automatic,
    id: CheckoutID, at now: Moment = Attempt.start, options: ProviderOptions? = nil
  ) throws {
    self.order = order
    self.now = now
    try self.order.open(id, stated: try Self.stated(order.content))
    checkout = try Checkout(
      id: id, order: order, provider: "amazon-pay", kind: .browser, language: .japanese, capture: capture,
      profile: profile, createdAt: now, options: options)
  }

  var phase: PhaseName { checkout.phase.name }

  @discardableResult
  mutating func receive(_ event: Event) throws(Refusal) -> [Command] {
    if case .performed(let number, _) = event { outstanding.removeAll { $0.number == number } }
    let decision = try checkout.receive(event, at: now, for: &order)
    outstanding.removeAll { !checkout.wants($0) }
    outstanding += decision.commands
    commands += decision.commands
    ledger += decision.ledger
    return decision.commands
  }

  /// The provider answers the oldest command, which must be of a kind.
  @discardableResult
  mutating func answer(
    _ name: String, _ outcome: Outcome, sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> [Command] {
    let command = try #require(outstanding.first, "No command is outstanding.", sourceLocation: sourceLocation)
    #expect(command.kind.name == name, sourceLocation: sourceLocation)
    return try receive(.performed(command.number, outcome))
  }

  /// A late answer to an earlier inquiry.
  @discardableResult
  mutating func hear(_ observation: Observation) throws -> [Command] {
    try receive(.performed(1, .observed(observation)))
  }

  mutating func wait(_ duration: Duration) { now = now + duration }

  /// Advances to the checkout's `wakeAt`, and fires its timer.
  @discardableResult
  mutating func wake(sourceLocation: SourceLocation = #_sourceLocation) throws -> [Command] {
    now = max(now, try #require(checkout.wakeAt, sourceLocation: sourceLocation))
    return try receive(.timerFired)
  }

  /// Debits less credits of every account that is not zero.
  var balances: [LedgerEntry.Account: Int64] {
    var sums: [LedgerEntry.Account: Int64] = [:]
    for entry in ledger {
      sums[entry.debit, default: 0] += entry.amount.minorUnits
      sums[entry.credit, default: 0] -= entry.amount.minorUnits
    }
    return sums.filter { $0.value != 0 }
  }

  var totals: [Int64] {
    guard let payment = checkout.payment else { return [] }
    return [payment.authorized, payment.captured, payment.refunded, payment.voided].map(\.minorUnits)
  }
}

// MARK: Steps of a checkout

extension Attempt {
  mutating func goToSelecting() throws {
    try receive(.leave(change: nil))
  }

  mutating func goToReviewing(_ selection: Selection = Attempt.tokyo) throws {
    try goToSelecting()
    try receive(.returned(session: "s1"))
    try answer("read", .observed(.open(selection)))
  }

  mutating func confirm() throws {
    let quote = try #require(checkout.quote)
    try receive(.confirm(revision: checkout.revision, total: quote.total))
  }

  mutating func goToPaying() throws {
    if checkout.profile.journey == .selectThenPay {
      try goToReviewing()
      try confirm()
      try answer("read", .observed(.open(Self.tokyo)))
    } else {
      try confirm()
      try receive(.leave(change: nil))
    }
    try answer("authorize", .observed(.page))
  }

  mutating func goToSettling() throws {
    try goToPaying()
    try receive(.returned(session: "s1"))
  }

  /// The provider decides for longer than its decision time.
  mutating func goToUndecided(_ observation: Observation = .pending) throws {
    try goToSettling()
    try answer("settle", .observed(observation))
    now = try #require(checkout.overdueAt)
    try receive(.timerFired)
  }

  mutating func goToPaid() throws {
    try goToSettling()
    try answer("settle", .observed(checkout.capture == .automatic ? .captured() : .authorized()))
  }
}

// MARK: The provider's observations

extension Observation {
  static func open(_ selection: Selection?) -> Observation {
    Observation(sessionReference: "s1", session: .open, selection: selection)
  }

  static let page = Observation(
    sessionReference: "s1", session: .open, asked: Attempt.total, paymentPage: "https://pay.example/1")
  /// An open session without an attempt.
  static let open = Observation(sessionReference: "s1", session: .open, asked: Attempt.total)
  static let completed = Observation(sessionReference: "s1", session: .completed)

  static func ended(_ end: SessionEnd) -> Observation {
    Observation(sessionReference: "s1", session: .ended(end))
  }

  static func charge(
    _ state: ChargeObservation.State, authorized: Money, captured: Money, refunded: Int64 = 0,
    reference: String = "ch1"
  ) -> Observation {
    Observation(
      sessionReference: "s1", session: .completed,
      charge: ChargeObservation(
        reference: reference, state: state, authorized: authorized, captured: captured,
        refunded: Money(minorUnits: refunded, authorized.currency)))
  }

  static let pending = charge(.pending, authorized: .yen(0), captured: .yen(0))
  /// The session is open, and the bank is deciding about the buyer's attempt to pay.
  static func attemptPending(_ reference: String = "ch1") -> Observation {
    var observation = charge(.pending, authorized: .yen(0), captured: .yen(0), reference: reference)
    observation.session = .open
    return observation
  }

  /// The session stays open, and these attempts failed.
  static func attemptDeclined(_ references: [String] = ["ch1"]) -> Observation {
    var observation = open
    observation.declinedAttempts = references.map { DeclinedAttempt(reference: $0, reason: .refused) }
    return observation
  }

  static let capturing = charge(.capturing, authorized: Attempt.total, captured: .yen(0))
  static let voided = charge(.voided, authorized: Attempt.total, captured: .yen(0))

  static func declined(_ reason: DeclineReason = .refused) -> Observation {
    charge(.declined(reason), authorized: .yen(0), captured: .yen(0))
  }

  static func authorized(_ amount: Money = Attempt.total) -> Observation {
    charge(.authorized, authorized: amount, captured: .yen(0))
  }

  static func captured(_ amount: Money = Attempt.total, refunded: Int64 = 0) -> Observation {
    charge(
      .captured, authorized: amount.currency == .jpy ? Attempt.total : amount, captured: amount, refunded: refunded)
  }
}
