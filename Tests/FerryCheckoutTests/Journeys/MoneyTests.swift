import FerryCheckout
import FerryCore
import Testing

@Suite("The money of a checkout")
struct MoneyTests {
  @Test(
    "A wrong amount is held and never voided automatically",
    arguments: [
      Observation.captured(.yen(9_000)), .authorized(.yen(9_521)), .charge(.captured, .yen(1), .yen(1)),
      .captured(Money(minorUnits: 9_520, .usd)), .charge(.capturing, .yen(95_200), .yen(0)),
      .charge(.captured, .yen(9_520), .yen(9_521)),
      .charge(.authorized, .yen(9_520), Money(minorUnits: 0, .eur)),
      Observation(session: .open, asked: .yen(9_519)),
      Observation(session: .open, asked: Money(minorUnits: 9_520, .usd)),
    ])
  func mismatch(_ observation: Observation) throws {
    var attempt = try Attempt()
    try attempt.goToSettling()
    try attempt.answer("settle", .observed(observation))
    #expect(attempt.checkout.phase == .held(.amountMismatch))
    #expect(attempt.outstanding.isEmpty)
    #expect(attempt.balances[.sales] == nil)
    #expect(attempt.order.live == "c1")
  }

  @Test("The amount of an earlier confirmation may be reported late, but not in answer to the new one")
  func earlierAgreement() throws {
    var attempt = try Attempt()
    try attempt.goToReviewing(Attempt.sapporo)
    try attempt.confirm()
    try attempt.answer("read", .observed(.open(Attempt.sapporo)))
    // Another address was selected in the meantime.
    try attempt.answer("authorize", .observed(.open(Attempt.tokyo)))
    #expect(attempt.phase == .reviewing)
    try attempt.confirm()
    try attempt.answer("read", .observed(.open(Attempt.tokyo)))
    let earlier = Observation(
      sessionReference: "s1", session: .open, asked: .yen(10_060), paymentPage: "https://pay.example/1")
    var confused = attempt
    try attempt.hear(earlier)
    try attempt.answer("authorize", .observed(.page))
    try attempt.hear(earlier)
    #expect(attempt.phase == .paying)
    try confused.answer("authorize", .observed(earlier))
    #expect(confused.checkout.phase == .held(.amountMismatch))
    try attempt.hear(.captured(.yen(10_060)))
    #expect(attempt.checkout.phase == .held(.amountMismatch))
  }

  @Test("Contradicting answers are held, in either order", arguments: [true, false])
  func contradiction(_ yesFirst: Bool) throws {
    for no in [Observation.ended(.cancelledByBuyer), .ended(.declined(.refused)), .declined()] {
      var attempt = try Attempt()
      try attempt.goToSettling()
      for observation in yesFirst ? [.captured(), no] : [no, .captured()] { try attempt.hear(observation) }
      #expect(attempt.checkout.phase == .held(.contradiction))
      #expect(attempt.balances == [.receivable: 9_520, .suspense: -9_520])
    }
  }

  @Test("Money without a confirmation is held")
  func unagreed() throws {
    var attempt = try Attempt()
    try attempt.goToReviewing()
    try attempt.hear(.captured())
    #expect(attempt.checkout.phase == .held(.contradiction))
  }

  @Test("A second charge is held")
  func secondCharge() throws {
    var attempt = try Attempt()
    try attempt.goToPaid()
    try attempt.hear(.charge(.captured, Attempt.total, Attempt.total, reference: "ch2"))
    #expect(attempt.checkout.phase == .held(.contradiction))
    #expect(attempt.order.paidBy == "c1")
  }

  @Test("Of two doubts the wrong amount is the reason, in either order", arguments: [true, false])
  func twoDoubts(_ isAmountFirst: Bool) throws {
    let wrong = Observation.captured(.yen(9_000))
    let second = Observation.charge(.captured, Attempt.total, Attempt.total, reference: "ch2")
    var attempt = try Attempt()
    try attempt.goToSettling()
    try attempt.answer("settle", .observed(.pending))
    for observation in isAmountFirst ? [wrong, second] : [second, wrong] { try attempt.hear(observation) }
    #expect(attempt.checkout.phase == .held(.amountMismatch))
  }

  @Test("Two doubts are entered twice")
  func repeatedDoubt() throws {
    var attempt = try Attempt()
    try attempt.goToPaid()
    for _ in 0..<2 {
      try attempt.hear(.ended(.cancelledByProvider))
      #expect(attempt.balances == [.receivable: 9_520, .suspense: -9_520])
      try attempt.receive(.resolve(.ask))
      try attempt.answer("read", .observed(.captured()))
      #expect(attempt.balances == [.receivable: 9_520, .sales: -9_520])
    }
    #expect(attempt.ledger.filter { $0.kind == .toSuspense }.count == 2)
    #expect(Set(attempt.ledger.map { [$0.kind.rawValue, $0.externalID] }).count == attempt.ledger.count)
  }

  @Test(
    "If a person has accepted another checkout's payment, the live checkout returns its money",
    arguments: zip([Observation.captured(), .authorized()], ["refund", "void"]))
  func overtaken(_ observation: Observation, _ command: String) throws {
    var held = try Self.lateAttempt(paysBefore: false)
    try held.hear(.captured(.yen(9_000)))
    #expect(held.checkout.phase == .held(.amountMismatch))
    var live = try Attempt(held.order, id: "c2")
    try live.goToSettling()
    held.order = live.order
    try held.receive(.resolve(.accept))
    live.order = held.order
    try live.answer("settle", .observed(observation))
    #expect(live.checkout.phase == .cancelled(.merchant))
    #expect(live.outstanding.map(\.kind.name) == [command])
    #expect(live.order.paidBy == "c1")
  }

  @Test("Accepting a held payment moves it from suspense to sales, and the doubt does not return")
  func accept() throws {
    var attempt = try Attempt()
    try attempt.goToSettling()
    try attempt.answer("settle", .observed(.captured(.yen(9_000))))
    #expect(attempt.balances == [.receivable: 9_000, .suspense: -9_000, .holdProvider: 520, .holdOrder: -520])
    try attempt.receive(.resolve(.accept))
    #expect(attempt.phase == .paid)
    #expect(attempt.balances[.sales] == -9_000)
    #expect(attempt.balances[.suspense] == nil)
    #expect(attempt.ledger.last?.kind == .toSales)
    try attempt.hear(.captured(.yen(9_000)))
    #expect(attempt.phase == .paid)
    #expect(attempt.order.paidBy == "c1")
  }

  @Test("Doubt about a paid order moves its money to suspense until a person decides")
  func doubtAfterPayment() throws {
    var attempt = try Attempt()
    try attempt.goToPaid()
    try attempt.hear(.ended(.cancelledByProvider))
    #expect(attempt.checkout.phase == .held(.contradiction))
    #expect(attempt.balances == [.receivable: 9_520, .suspense: -9_520])
    #expect(attempt.order.paidBy == "c1")
    try attempt.receive(.resolve(.accept))
    try attempt.hear(.ended(.cancelledByProvider))
    #expect(attempt.balances == [.receivable: 9_520, .sales: -9_520])
    #expect(Set(attempt.ledger.map { [$0.kind.rawValue, $0.externalID] }).count == attempt.ledger.count)
  }

  @Test("Rejecting a held payment returns its money")
  func reject() throws {
    var attempt = try Attempt()
    try attempt.goToSettling()
    try attempt.answer("settle", .observed(.captured(.yen(9_000))))
    try attempt.receive(.resolve(.reject))
    #expect(attempt.checkout.phase == .cancelled(.merchant))
    try attempt.answer("refund", .observed(.captured(.yen(9_000), refunded: 9_000)))
    try attempt.answer("read", .observed(.captured(.yen(9_000), refunded: 9_000)))
    // The rest of the authorization is released, too.
    try attempt.answer("void", .observed(.charge(.voided, Attempt.total, .yen(9_000), refunded: 9_000)))
    #expect(attempt.checkout.phase == .cancelled(.merchant))
    #expect(attempt.balances.isEmpty)
    #expect(attempt.outstanding.isEmpty)
    #expect(attempt.checkout.wakeAt == nil)
  }

  @Test("Rejecting an unknown outcome asks the provider, and returns any money found")
  func rejectUnknown() throws {
    var attempt = try Attempt()
    try attempt.goToSettling()
    try attempt.answer("settle", .parked)
    try attempt.receive(.resolve(.reject))
    #expect(attempt.checkout.phase == .cancelled(.merchant))
    try attempt.answer("read", .observed(.captured()))
    try attempt.answer("refund", .observed(.captured(refunded: 9_520)))
    #expect(attempt.checkout.phase == .cancelled(.merchant))
    #expect(attempt.balances.isEmpty)
  }

  @Test(
    "Accepting an uncaptured payment captures it, and then the order is paid",
    arguments: [
      (Outcome.observed(.captured()), Phase.paid), (.rejected(.declined(.refused)), .declined(.refused)),
      (.parked, .held(.unknownOutcome)),
    ])
  func acceptAuthorized(_ outcome: Outcome, _ phase: Phase) throws {
    var attempt = try Attempt(Attempt.pay)
    try attempt.goToSettling()
    try attempt.answer("settle", .observed(.authorized()))
    try attempt.answer("capture", .parked)
    #expect(attempt.checkout.phase == .held(.unknownOutcome))
    try attempt.receive(.resolve(.accept))
    #expect(attempt.phase == .closing)
    #expect(attempt.order.paidBy == nil)
    #expect(attempt.checkout.wakeAt != nil)
    try attempt.answer("capture", outcome)
    #expect(attempt.checkout.phase == phase)
    let ids = attempt.checkout.payment?.operations.map(\.id)
    #expect(ids == ["c1-capture", "c1-capture-2"])
  }

  @Test("An operation that the provider does not know when asked again needs a person")
  func askedInVain() throws {
    var attempt = try Attempt(Attempt.pay)
    try attempt.goToSettling()
    try attempt.answer("settle", .observed(.authorized()))
    try attempt.answer("capture", .parked)
    var known = attempt
    for _ in 1...2 {
      try attempt.receive(.resolve(.ask))
      #expect(attempt.phase == .closing)
      try attempt.answer("read", .observed(.authorized()))
      #expect(attempt.checkout.phase == .held(.unknownOutcome))
    }
    try known.receive(.resolve(.ask))
    try known.answer("read", .observed(.captured()))
    #expect(known.checkout.phase == .paid)
  }

  @Test("Accepting needs money, and an order that no other checkout has paid")
  func acceptNeedsMoney() throws {
    var attempt = try Attempt()
    try attempt.goToSettling()
    try attempt.answer("settle", .parked)
    #expect(throws: Refusal.nothingToAccept) { try attempt.receive(.resolve(.accept)) }

    var late = try Self.lateAttempt(paysBefore: true)
    try late.hear(.captured(.yen(9_000)))
    #expect(late.checkout.phase == .held(.amountMismatch))
    #expect(throws: Refusal.orderPaid) { try late.receive(.resolve(.accept)) }
  }

  /// A checkout that expired while its payment was pending, and whose order another checkout may have paid since.
  private static func lateAttempt(paysBefore: Bool) throws -> Attempt {
    var attempt = try Attempt()
    try attempt.goToPaying()
    attempt.wait(.seconds(86_400))
    try attempt.receive(.timerFired)
    try attempt.answer("settle", .observed(.open))
    #expect(attempt.phase == .expired)
    guard paysBefore else { return attempt }
    var other = try Attempt(attempt.order, id: "c2")
    try other.goToPaid()
    attempt.order = other.order
    return attempt
  }

  @Test("Money after expiry pays the order")
  func honoured() throws {
    var attempt = try Self.lateAttempt(paysBefore: false)
    try attempt.hear(.captured())
    #expect(attempt.phase == .paid)
    #expect(attempt.order.paidBy == "c1")
    #expect(attempt.balances == [.receivable: 9_520, .sales: -9_520])
  }

  @Test("Money after expiry for an order that another checkout has paid is refunded, once")
  func returned() throws {
    var attempt = try Self.lateAttempt(paysBefore: true)
    try attempt.hear(.captured())
    #expect(attempt.phase == .expired)
    #expect(attempt.balances == [.receivable: 9_520, .refundPending: -9_520])
    try attempt.hear(.captured())
    #expect(attempt.outstanding.map(\.kind.name) == ["refund"])
    try attempt.answer("refund", .observed(.captured()))
    #expect(attempt.checkout.wakeAt != nil)
    try attempt.wake()
    try attempt.answer("read", .observed(.captured(refunded: 9_520)))
    #expect(attempt.phase == .expired)
    #expect(attempt.balances.isEmpty)
    #expect(attempt.checkout.wakeAt == nil)
    #expect(attempt.order.paidBy == "c2")
  }

  @Test("Money is returned if another checkout is live")
  func returnedBesideLive() throws {
    var attempt = try Self.lateAttempt(paysBefore: false)
    attempt.order = try Attempt(attempt.order, id: "c2").order
    try attempt.hear(.captured())
    #expect(attempt.phase == .expired)
    #expect(attempt.outstanding.map(\.kind.name) == ["refund"])
  }

  @Test("A late authorization is voided; if it was captured meanwhile, it is refunded")
  func lateAuthorization() throws {
    var attempt = try Attempt(Attempt.pay)
    try attempt.goToPaying()
    try attempt.receive(.cancel(.buyer))
    try attempt.answer("read", .observed(.open))
    try attempt.answer("cancel", .observed(.ended(.cancelledByProvider)))
    #expect(attempt.phase == .cancelled)

    var own = try Attempt()
    try own.goToPaying()
    try own.receive(.cancel(.buyer))
    try own.answer("read", .observed(.open))
    try own.hear(.authorized())
    try own.hear(.captured())
    try own.answer("void", .rejected(.notAllowed))
    try own.answer("refund", .observed(.captured(refunded: 9_520)))
    #expect(own.checkout.phase == .cancelled(.buyer))
    #expect(own.balances.isEmpty)
  }

  @Test("A failed return of money is held for a person and not retried automatically", arguments: [true, false])
  func heldReturn(_ failsLater: Bool) throws {
    var attempt = try Self.lateAttempt(paysBefore: true)
    try attempt.hear(.captured())
    if failsLater {
      try attempt.answer("refund", .observed(.captured()))
      try attempt.wake()
      var observation = Observation.captured()
      observation.failures = [OperationFailure("c1-return-1", .notAllowed)]
      try attempt.answer("read", .observed(observation))
    } else {
      try attempt.answer("refund", .rejected(.notAllowed))
    }
    #expect(attempt.checkout.phase == .held(.lateMoney))
    try attempt.hear(.captured())
    #expect(attempt.outstanding.isEmpty)
    #expect(attempt.balances == [.receivable: 9_520, .suspense: -9_520])
    // A person may retry it.
    try attempt.receive(.resolve(.reject))
    try attempt.answer("refund", .observed(.captured(refunded: 9_520)))
    #expect(attempt.balances.isEmpty)
  }

  @Test("An authorized payment is captured before it counts")
  func automaticCapture() throws {
    var attempt = try Attempt()
    try attempt.goToSettling()
    try attempt.answer("settle", .observed(.authorized()))
    #expect(attempt.phase == .settling)
    #expect(attempt.order.paidBy == nil)
    var declined = attempt
    var parked = attempt
    try attempt.answer("capture", .observed(.capturing))
    #expect(attempt.phase == .settling)
    #expect(attempt.checkout.wakeAt != nil)
    try attempt.wake()
    try attempt.answer("read", .observed(.captured()))
    #expect(attempt.phase == .paid)
    #expect(attempt.checkout.payment?.current == nil)

    try declined.answer("capture", .rejected(.declined(.paymentMethodRefused)))
    #expect(declined.checkout.phase == .declined(.paymentMethodRefused))
    #expect(declined.balances.isEmpty)
    try parked.answer("capture", .parked)
    #expect(parked.checkout.phase == .held(.unknownOutcome))
  }

  @Test("If the provider releases an authorization, the checkout with automatic capture ends")
  func voidedBeforeCapture() throws {
    var attempt = try Attempt()
    try attempt.goToSettling()
    try attempt.answer("settle", .observed(.voided))
    #expect(attempt.checkout.phase == .cancelled(.provider))
    #expect(attempt.balances.isEmpty)
  }
}

@Suite("Money operations of a paid checkout")
struct OperationTests {
  @Test("A manual payment is an authorization until it is captured, also in parts")
  func manual() throws {
    var attempt = try Attempt(capture: .manual)
    try attempt.goToPaid()
    #expect(attempt.balances == [.holdProvider: 9_520, .holdOrder: -9_520])
    #expect(attempt.outstanding.isEmpty)
    try attempt.receive(.capture("k1", .yen(4_000)))
    #expect(attempt.outstanding.map(\.kind) == [.capture("k1", .yen(4_000))])
    try attempt.answer("capture", .observed(.captured(.yen(4_000))))
    #expect(attempt.totals == [9_520, 4_000, 0, 0])
    #expect(throws: Refusal.amountExceeded(.yen(5_520))) { try attempt.receive(.capture("k2", .yen(5_521))) }
    try attempt.receive(.capture("k3", nil))
    #expect(attempt.outstanding.map(\.kind) == [.capture("k3", .yen(5_520))])
    try attempt.answer("capture", .observed(.captured()))
    #expect(attempt.balances == [.receivable: 9_520, .sales: -9_520])
    #expect(attempt.phase == .paid)
  }

  @Test("A declined capture leaves the checkout paid and nothing authorized")
  func captureDeclined() throws {
    var attempt = try Attempt(capture: .manual)
    try attempt.goToPaid()
    try attempt.receive(.capture("k1", nil))
    try attempt.answer("capture", .observed(.capturing))
    try attempt.wake()
    try attempt.answer("read", .observed(.declined(.paymentMethodRefused)))
    #expect(attempt.phase == .paid)
    #expect(attempt.checkout.payment?.operations.map(\.state) == [.failed(.declined(.paymentMethodRefused))])
    #expect(attempt.balances.isEmpty)
    #expect(attempt.checkout.wakeAt == nil)
  }

  @Test(
    "A declined capture in the console is no contradiction: nothing is authorized any more",
    arguments: [[Observation.capturing, .declined()], [.declined()], [.declined(), .authorized()]])
  func consoleCaptureDeclined(_ said: [Observation]) throws {
    var attempt = try Attempt(capture: .manual)
    try attempt.goToPaid()
    for observation in said { try attempt.hear(observation) }
    #expect(attempt.phase == .paid)
    #expect(attempt.totals == [9_520, 0, 0, 9_520])
    #expect(attempt.checkout.payment?.isPending == false)
    #expect(attempt.balances.isEmpty)
    #expect(throws: Refusal.nothingLeft(.declined)) { try attempt.receive(.capture("k1", nil)) }
    #expect(throws: Refusal.nothingLeft(.declined)) { try attempt.receive(.void("v1")) }
    #expect(throws: Refusal.nothingLeft(.notCaptured)) { try attempt.receive(.refund("r1", .yen(1))) }
    #expect(attempt.checkout.wakeAt == nil)
  }

  @Test("A capture in the console that is pending is followed to its end", arguments: [true, false])
  func consoleCapturePending(_ isDeclined: Bool) throws {
    var attempt = try Attempt(capture: .manual)
    try attempt.goToPaid()
    try attempt.hear(.capturing)
    try attempt.wake()
    try attempt.answer("read", .observed(.capturing))
    try attempt.wake()
    try attempt.answer("read", .observed(isDeclined ? .declined() : .captured()))
    #expect(attempt.phase == .paid)
    #expect(attempt.balances == (isDeclined ? [:] : [.receivable: 9_520, .sales: -9_520]))
    #expect(attempt.checkout.wakeAt == nil)
  }

  @Test("Captured and declined at once is still a contradiction", arguments: [true, false])
  func capturedAndDeclined(_ declinedFirst: Bool) throws {
    var attempt = try Attempt(capture: .manual)
    try attempt.goToPaid()
    let said = [Observation.declined(), .captured()]
    for observation in declinedFirst ? said : said.reversed() { try attempt.hear(observation) }
    #expect(attempt.checkout.phase == .held(.contradiction))
  }

  @Test("After a void or a lapse of the authorization there is no money, and the order stays paid by it")
  func void() throws {
    var attempt = try Attempt(capture: .manual)
    try attempt.goToPaid()
    var expired = attempt
    try attempt.receive(.void("v1"))
    try attempt.answer("void", .observed(.voided))
    #expect(attempt.checkout.payment?.operations.map(\.state) == [.succeeded])
    try expired.hear(.voided)
    for attempt in [attempt, expired] {
      #expect(attempt.phase == .paid)
      #expect(attempt.totals == [9_520, 0, 0, 9_520])
      #expect(attempt.balances.isEmpty)
    }
    #expect(throws: Refusal.nothingLeft(.released(.byProvider))) { try attempt.receive(.void("v2")) }
    #expect(throws: Refusal.nothingLeft(.released(.byProvider))) { try attempt.receive(.capture("k1", nil)) }
  }

  @Test("A refund is reserved at once, entered as pending, and done when the provider's total shows it")
  func refund() throws {
    var attempt = try Attempt()
    try attempt.goToPaid()
    try attempt.receive(.refund("r1", .yen(9_000)))
    #expect(attempt.checkout.payment?.refundable == .yen(520))
    #expect(attempt.balances == [.receivable: 9_520, .sales: -520, .refundPending: -9_000])
    #expect(throws: Refusal.operationUnderWay) { try attempt.receive(.refund("r2", .yen(520))) }
    try attempt.receive(.refund("r1", .yen(9_000)))
    #expect(throws: Refusal.operationReused) { try attempt.receive(.refund("r1", .yen(1))) }
    #expect(throws: Refusal.operationReused) { try attempt.receive(.void("r1")) }
    try attempt.answer("refund", .observed(.captured()))
    try attempt.wake()
    try attempt.answer("read", .observed(.captured(refunded: 9_000)))
    #expect(attempt.balances == [.receivable: 520, .sales: -520])
    #expect(throws: Refusal.amountExceeded(.yen(520))) { try attempt.receive(.refund("r3", .yen(521))) }
    #expect(throws: Refusal.invalidAmount) { try attempt.receive(.refund("r3", .yen(0))) }
    #expect(throws: Refusal.invalidAmount) { try attempt.receive(.refund("r3", .yen(-1))) }
    #expect(throws: Refusal.invalidAmount) { try attempt.receive(.refund("r3", Money(minorUnits: 1, .eur))) }
  }

  @Test("A refund that fails, at once or days later, releases its reservation", arguments: [true, false])
  func failedRefund(_ isLate: Bool) throws {
    var attempt = try Attempt()
    try attempt.goToPaid()
    try attempt.receive(.refund("r1", .yen(9_000)))
    if isLate {
      try attempt.answer("refund", .observed(.captured()))
      var observation = Observation.captured()
      observation.failures = [OperationFailure("r1", .notAllowed)]
      try attempt.hear(observation)
    } else {
      try attempt.answer("refund", .rejected(.notAllowed))
    }
    #expect(attempt.phase == .paid)
    #expect(attempt.checkout.payment?.refundable == .yen(9_520))
    #expect(attempt.balances == [.receivable: 9_520, .sales: -9_520])
    #expect(attempt.checkout.wakeAt == nil)
  }

  @Test("A refund with unknown outcome blocks others and is inquired about, and a person can close it")
  func unknownRefund() throws {
    var attempt = try Attempt()
    try attempt.goToPaid()
    try attempt.receive(.refund("r1", .yen(9_000)))
    try attempt.answer("refund", .parked)
    #expect(attempt.phase == .paid)
    #expect(throws: Refusal.operationUnderWay) { try attempt.receive(.refund("r2", .yen(520))) }
    var found = attempt
    try found.wake()
    try found.answer("read", .observed(.captured(refunded: 9_000)))
    #expect(found.checkout.payment?.operations.map(\.state) == [.succeeded])

    try attempt.receive(.resolve(.accept))
    #expect(attempt.checkout.payment?.current == nil)
    #expect(attempt.balances == [.receivable: 9_520, .sales: -9_520])
    #expect(throws: Refusal.wrongPhase(.paid)) { try attempt.receive(.resolve(.accept)) }
    // It happened after all: the provider now reports it.
    try attempt.hear(.captured(refunded: 9_000))
    #expect(attempt.balances == [.receivable: 520, .sales: -520])
  }

  @Test(
    "An operation reported as done, but missing in a later answer, was not done",
    arguments: [
      (Event.capture("k2", .yen(924)), Operation.State.failed(.notAllowed)), (.void("v2"), .failed(.notAllowed)),
      (.refund("r2", .yen(924)), .unknown),
    ])
  func calledDone(_ event: Event, _ state: Operation.State) throws {
    var attempt = try Attempt(Attempt.pay, capture: .manual)
    try attempt.goToPaid()
    try attempt.receive(.capture("k1", .yen(8_596)))
    try attempt.answer("capture", .observed(.captured(.yen(8_596))))
    try attempt.receive(.void("v1"))
    try attempt.answer("void", .rejected(.notAllowed))
    try attempt.receive(event)
    let command = try #require(attempt.outstanding.first)
    try attempt.answer(command.kind.name, .rejected(.alreadyDone))
    // The earlier answer does not count.
    try attempt.hear(.captured(.yen(8_596)))
    #expect(attempt.checkout.payment?.current?.state == .pending)
    try attempt.wake()
    var undecided = attempt
    try undecided.answer("read", .observed(.charge(.capturing, Attempt.total, .yen(8_596))))
    #expect(undecided.checkout.payment?.current?.state == .pending)
    #expect(undecided.checkout.wakeAt != nil)
    try attempt.answer("read", .observed(.captured(.yen(8_596))))
    #expect(attempt.checkout.payment?.operations.last?.state == state)
    // A person may close an unknown outcome.
    #expect((attempt.checkout.wakeAt == nil) == (state != .unknown))
    if state == .unknown { try attempt.receive(.resolve(.accept)) }
    #expect(attempt.checkout.payment?.current == nil)
    #expect(attempt.checkout.wakeAt == nil)
  }

  @Test("A change in the provider's console is entered, and reduces the remaining amount")
  func foundAtProvider() throws {
    var attempt = try Attempt(capture: .manual)
    try attempt.goToPaid()
    try attempt.hear(.captured())
    try attempt.hear(.captured(refunded: 3_000))
    #expect(attempt.balances == [.receivable: 6_520, .sales: -6_520])
    #expect(attempt.checkout.payment?.refundable == .yen(6_520))
  }

  @Test(
    "A console refund above the captured amount leaves the order paid", arguments: [9_521, 10_948] as [Int64])
  func refundedBeyond(_ refunded: Int64) throws {
    var attempt = try Attempt()
    try attempt.goToPaid()
    try attempt.hear(.captured(refunded: refunded))
    #expect(attempt.checkout.phase == .paid)
    #expect(attempt.checkout.payment?.refundable == .yen(0))
    #expect(attempt.balances == [.receivable: 9_520 - refunded, .sales: refunded - 9_520])
    #expect(throws: Refusal.nothingLeft(.refunded)) { try attempt.receive(.refund("r1", .yen(1))) }
  }

  @Test(
    "A held checkout whose money was captured and refunded can be accepted",
    arguments: [1_000, 9_000, 9_500] as [Int64])
  func acceptedAfterRefund(_ refunded: Int64) throws {
    var attempt = try Attempt()
    try attempt.goToPaying()
    try attempt.hear(.captured(.yen(9_000), refunded: refunded))
    #expect(attempt.checkout.phase == .held(.amountMismatch))
    try attempt.receive(.resolve(.accept))
    #expect(attempt.checkout.phase == .paid)
    #expect(attempt.balances[.receivable, default: 0] == 9_000 - refunded)
    #expect(attempt.balances[.sales, default: 0] == refunded - 9_000)
    #expect(attempt.balances[.suspense] == nil)
  }

  @Test("A total that rises in steps completes the pending refund first")
  func risingTotal() throws {
    for steps in [[2_000, 5_000, 6_000], [6_000], [5_000, 6_000]] as [[Int64]] {
      var attempt = try Attempt()
      try attempt.goToPaid()
      try attempt.receive(.refund("r1", .yen(5_000)))
      for refunded in steps { try attempt.hear(.captured(refunded: refunded)) }
      #expect(attempt.balances == [.receivable: 3_520, .sales: -3_520])
      #expect(attempt.checkout.payment?.refundable == .yen(3_520))
    }
  }

  @Test("A refund that fails after a part of it was done releases the rest")
  func partlyDone() throws {
    var attempt = try Attempt()
    try attempt.goToPaid()
    try attempt.receive(.refund("r1", .yen(5_000)))
    try attempt.hear(.captured(refunded: 2_000))
    #expect(attempt.balances == [.receivable: 7_520, .sales: -4_520, .refundPending: -3_000])
    #expect(attempt.checkout.payment?.refundable == .yen(4_520))
    try attempt.answer("refund", .rejected(.notAllowed))
    #expect(attempt.balances == [.receivable: 7_520, .sales: -7_520])
    #expect(attempt.checkout.payment?.refundable == .yen(7_520))
  }

  @Test("The same id of an operation in two checkouts is two entries of the ledger")
  func operationIDs() throws {
    var first = try Attempt()
    try first.goToPaid()
    try first.receive(.refund("r1", .yen(1)))
    let entry = try #require(first.ledger.first { $0.kind == .refundRequested })
    #expect(entry.externalID.contains("ch1"))
  }

  @Test("A new refund is inquired about soon, even if others took long")
  func freshSchedule() throws {
    var attempt = try Attempt()
    try attempt.goToPaid()
    try attempt.receive(.refund("r0", .yen(1)))
    try attempt.answer("refund", .observed(.captured()))
    for _ in 0..<20 {
      try attempt.wake()
      try attempt.answer("read", .observed(.captured()))
    }
    try attempt.hear(.captured(refunded: 1))
    try attempt.receive(.refund("r1", .yen(1)))
    try attempt.answer("refund", .observed(.captured(refunded: 1)))
    let before = attempt.now
    try attempt.wake()
    #expect(attempt.now.since(before) == .seconds(15))
  }

  @Test("Operations need a paid checkout")
  func wrongPhase() throws {
    var attempt = try Attempt()
    try attempt.goToSettling()
    for event in [Event.capture("k", nil), .refund("r", .yen(1)), .void("v")] {
      #expect(throws: Refusal.wrongPhase(.settling)) { try attempt.receive(event) }
    }
  }
}
