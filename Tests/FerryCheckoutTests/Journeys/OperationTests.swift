import FerryCheckout
import FerryCore
import Testing

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

  @Test("A capture that is reported done counts in the total, and the next one is not taken for done by it")
  func reportedCapture() throws {
    var attempt = try Attempt(capture: .manual)
    try attempt.goToPaid()
    try attempt.receive(.capture("k1", .yen(5_000)))
    // The answer shows no charge: its totals cannot be read yet.
    try attempt.answer("capture", .observed(Observation(reports: [OperationReport("k1", reference: nil, .done)])))
    #expect(attempt.totals == [9_520, 5_000, 0, 0])
    try attempt.receive(.capture("k2", .yen(2_000)))
    try attempt.hear(.charge(.authorized, authorized: Attempt.total, captured: .yen(5_000)))
    #expect(attempt.checkout.payment?.operations.map(\.isUnderWay) == [false, true])
    try attempt.answer("capture", .observed(.charge(.authorized, authorized: Attempt.total, captured: .yen(7_000))))
    try attempt.receive(.void("v1"))
    try attempt.answer("void", .observed(Observation(reports: [OperationReport("v1", reference: nil, .done)])))
    #expect(attempt.checkout.payment?.operations.map(\.state) == [.succeeded, .succeeded, .succeeded])
    #expect(attempt.totals == [9_520, 7_000, 0, 2_520])
    #expect(throws: Refusal.nothingLeft(.released(.byMerchant))) { try attempt.receive(.capture("k3", nil)) }
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

    #expect(throws: Refusal.operationUndecided("r1")) { try attempt.receive(.resolve(.accept)) }
    #expect(attempt.checkout.payment?.refundable == .yen(520))
    var happened = attempt
    try happened.receive(.resolve(.happened, operation: "r1"))
    #expect(happened.checkout.payment?.operations.map(\.state) == [.succeeded])
    #expect(happened.balances == [.receivable: 520, .sales: -520])
    // The request may still arrive.
    let end = attempt.now + .seconds(300)
    #expect(throws: Refusal.requestMayArrive(until: end)) {
      try attempt.receive(.resolve(.didNotHappen, operation: "r1"))
    }
    attempt.now = end
    try attempt.receive(.resolve(.didNotHappen, operation: "r1"))
    #expect(attempt.checkout.payment?.current == nil)
    #expect(attempt.balances == [.receivable: 9_520, .sales: -9_520])
    #expect(throws: Refusal.wrongPhase(.paid)) { try attempt.receive(.resolve(.accept)) }
    // The same decision again changes nothing, and another one comes too late.
    let decided = attempt.checkout
    try attempt.receive(.resolve(.didNotHappen, operation: "r1"))
    #expect(attempt.checkout == decided)
    #expect(throws: Refusal.operationNotUnknown) { try attempt.receive(.resolve(.happened, operation: "r1")) }
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
    try undecided.answer("read", .observed(.charge(.capturing, authorized: Attempt.total, captured: .yen(8_596))))
    #expect(undecided.checkout.payment?.current?.state == .pending)
    #expect(undecided.checkout.wakeAt != nil)
    try attempt.answer("read", .observed(.captured(.yen(8_596))))
    #expect(attempt.checkout.payment?.operations.last?.state == state)
    // A person may close an unknown outcome.
    #expect((attempt.checkout.wakeAt == nil) == (state != .unknown))
    attempt.now = attempt.now + .seconds(300)
    if state == .unknown { try attempt.receive(.resolve(.didNotHappen, operation: "r2")) }
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
    "A console refund above the captured amount leaves the order paid where the provider has that",
    arguments: [9_521, 10_948] as [Int64])
  func refundedBeyond(_ refunded: Int64) throws {
    var profile = Attempt.selectThenPay
    profile.excessRefund = .percent(15)
    var attempt = try Attempt(profile)
    try attempt.goToPaid()
    try attempt.hear(.captured(refunded: refunded))
    #expect(attempt.checkout.phase == .paid)
    #expect(attempt.checkout.payment?.refundable == .yen(0))
    #expect(attempt.balances == [.receivable: 9_520 - refunded, .sales: refunded - 9_520])
    #expect(throws: Refusal.nothingLeft(.refunded)) { try attempt.receive(.refund("r1", .yen(1))) }
  }

  @Test(
    "A refunded total that the provider does not have above the captured amount needs a person, and is not entered",
    arguments: zip([JourneyProfile.ExcessRefund.none, .percent(15)], [9_521, 10_949] as [Int64]))
  func refundedTooMuch(_ excess: JourneyProfile.ExcessRefund, _ refunded: Int64) throws {
    var profile = Attempt.selectThenPay
    profile.excessRefund = excess
    var attempt = try Attempt(profile)
    try attempt.goToPaid()
    try attempt.hear(.captured(refunded: refunded))
    #expect(attempt.checkout.phase == .held(.amountMismatch))
    #expect(attempt.totals == [9_520, 9_520, 0, 0])
    let mismatch = try #require(attempt.checkout.amountMismatch)
    #expect([mismatch.asked, mismatch.reported] == [Attempt.total, .yen(refunded)])
    var right = attempt
    try right.receive(.resolve(.ask))
    try right.answer("read", .observed(.captured(refunded: 1_000)))
    #expect(right.phase == .paid && right.checkout.payment?.refundable == .yen(8_520))
    try attempt.receive(.resolve(.accept, amount: .yen(refunded)))
    #expect(attempt.phase == .paid && attempt.checkout.payment?.refundable == .yen(0))
    #expect(attempt.balances == [.receivable: 9_520 - refunded, .sales: refunded - 9_520])
  }

  static func refund(_ refunded: Int64, _ amount: Int64?) -> Observation {
    var observation = Observation.captured(refunded: refunded)
    observation.reports = [OperationReport("r1", reference: "R-1", .done, amount: amount.map { .yen($0) })]
    return observation
  }

  @Test(
    "A refund that the provider did with another amount is unknown until the provider agrees or a person decides",
    arguments: [408, 9_520] as [Int64])
  func otherAmount(_ amount: Int64) throws {
    var attempt = try Attempt(Attempt.captureOnce)
    try attempt.goToPaid()
    try attempt.receive(.refund("r1", .yen(3_000)))
    try attempt.answer("refund", .observed(Self.refund(0, amount)))
    let operation = try #require(attempt.checkout.payment?.current)
    #expect(operation.state == .unknown && operation.reportedAmount == .yen(amount))
    #expect(attempt.checkout.overdueAt != nil && attempt.checkout.wakeAt != nil)
    var agreeing = attempt
    try agreeing.hear(Self.refund(3_000, 3_000))
    #expect(agreeing.checkout.payment?.operations.map(\.state) == [.succeeded])
    #expect(agreeing.checkout.payment?.operations.first?.reportedAmount == nil)
    #expect(agreeing.balances == [.receivable: 6_520, .sales: -6_520])
    for other in [nil, Money.yen(1_000)] {
      #expect(throws: Refusal.amountDiffers(asked: .yen(3_000), reported: .yen(amount))) {
        try attempt.receive(.resolve(.happened, operation: "r1", amount: other))
      }
    }
    var undone = attempt
    undone.now = undone.now + .seconds(300)
    try undone.receive(.resolve(.didNotHappen, operation: "r1"))
    #expect(undone.checkout.payment?.refundable == Attempt.total)
    #expect(undone.balances == [.receivable: 9_520, .sales: -9_520])
    try attempt.receive(.resolve(.happened, operation: "r1", amount: .yen(amount)))
    #expect(attempt.totals == [9_520, 9_520, amount, 0])
    #expect(attempt.checkout.payment?.refundable == .yen(9_520 - amount))
    #expect(attempt.balances == [.receivable: 9_520 - amount, .sales: amount - 9_520].filter { $0.value != 0 })
    #expect(attempt.checkout.ledgerBalances == LedgerEntry.balances(of: attempt.ledger))
  }

  @Test("A capture above the amount that was asked for is unknown, whether totals or operation tell of it first")
  func capturedMore() throws {
    var attempt = try Attempt(Attempt.captureOnce, capture: .manual)
    try attempt.goToPaid()
    try attempt.receive(.capture("k1", .yen(3_000)))
    var more = Observation.captured(.yen(4_000))
    more.reports = [OperationReport("k1", reference: nil, .done, amount: .yen(4_000))]
    try attempt.answer("capture", .observed(more))
    let operation = try #require(attempt.checkout.payment?.current)
    #expect(operation.state == .unknown && operation.reportedAmount == .yen(4_000))
    try attempt.receive(.resolve(.happened, operation: "k1", amount: .yen(4_000)))
    #expect(attempt.totals == [9_520, 4_000, 0, 5_520] && attempt.checkout.payment?.current == nil)
  }

  @Test("A release happens whole")
  func voidInPart() throws {
    var attempt = try Attempt(capture: .manual)
    try attempt.goToPaid()
    try attempt.receive(.void("v1"))
    try attempt.answer("void", .parked)
    #expect(throws: Refusal.invalidAmount) {
      try attempt.receive(.resolve(.happened, operation: "v1", amount: .yen(400)))
    }
    try attempt.receive(.resolve(.happened, operation: "v1"))
    #expect(attempt.totals == [9_520, 0, 0, 9_520])
  }

  @Test("A person's amount is checked: against the operation, what can have moved, and the provider's total")
  func decidedAmount() throws {
    var attempt = try Attempt(Attempt.captureOnce)
    try attempt.goToPaid()
    try attempt.receive(.refund("r1", .yen(3_000)))
    try attempt.answer("refund", .parked)
    func decide(_ amount: Money?, _ operation: OperationID? = "r1") throws {
      try attempt.receive(.resolve(.happened, operation: operation, amount: amount))
    }
    #expect(throws: Refusal.operationNotFound) { try decide(nil, nil) }
    #expect(throws: Refusal.operationNotFound) { try decide(nil, "r9") }
    #expect(throws: Refusal.invalidAmount) { try decide(.yen(0)) }
    #expect(throws: Refusal.invalidAmount) { try decide(Money(minorUnits: 3_000, .usd)) }
    #expect(throws: Refusal.amountExceeded(Attempt.total)) { try decide(.yen(9_521)) }
    #expect(throws: Refusal.operationNotConcerned) { try attempt.receive(.resolve(.ask, operation: "r1")) }
    try attempt.hear(.captured(refunded: 2_000))
    #expect(throws: Refusal.totalDiffers(.yen(2_000))) { try decide(nil) }
    try decide(.yen(2_000))
    #expect(attempt.checkout.payment?.operations.map(\.reportedAmount) == [.yen(2_000)])
    #expect(attempt.checkout.payment?.refundable == .yen(7_520))
    #expect(attempt.balances == [.receivable: 7_520, .sales: -7_520])
  }

  @Test(
    "A held checkout whose money was captured and refunded can be accepted",
    arguments: [1_000, 9_000, 9_500] as [Int64])
  func acceptedAfterRefund(_ refunded: Int64) throws {
    var attempt = try Attempt()
    try attempt.goToPaying()
    try attempt.hear(.captured(.yen(9_000), refunded: refunded))
    #expect(attempt.checkout.phase == .held(.amountMismatch))
    try attempt.receive(.resolve(.accept, amount: .yen(9_000)))
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
