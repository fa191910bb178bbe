import FerryCore
import Testing

@testable import FerryCheckout

@Suite("What a person is told about a held checkout")
struct HeldTests {
  private static let other = Money.yen(9_000)

  /// Held with the answer to the settlement.
  private func held(_ observation: Observation, _ capture: CapturePolicy = .automatic) throws -> Attempt {
    var attempt = try Attempt(capture: capture)
    try attempt.goToSettling()
    try attempt.answer("settle", .observed(observation))
    #expect(attempt.phase == .held)
    return attempt
  }

  private func effect(_ attempt: Attempt, _ decision: Resolution) throws -> DecisionEffect {
    try attempt.checkout.effect(of: decision, for: attempt.order)
  }

  @Test("It is told what was asked for and what the provider has, also of money that does not count yet")
  func mismatch() throws {
    let captured = try held(.captured(Self.other))
    #expect(captured.checkout.payment == nil)
    let body = try #require(captured.checkout.held(for: captured.order))
    #expect(body.reason == "amount-mismatch" && body.asked == Attempt.total)
    #expect(
      body.seen
        == HeldMoneyBody(
          state: .captured, authorized: Attempt.total, captured: Self.other, refunded: .yen(0), unreadable: nil))
    #expect(body.decisions == ["ask", "accept", "reject"])
    let authorized = try held(.authorized(Self.other))
    #expect(authorized.checkout.held(for: authorized.order)?.seen?.state == "authorized")
    let paid = try {
      var attempt = try Attempt(); try attempt.goToPaid(); return attempt
    }()
    #expect(paid.checkout.held(for: paid.order) == nil)
  }

  @Test("An amount that cannot be read is told as it is written, and no amount stands in its place")
  func unreadable() throws {
    var observation = Observation.captured()
    observation.charge?.unreadable = "95x20 JPY"
    let attempt = try held(observation)
    let seen = try #require(attempt.checkout.held(for: attempt.order)?.seen)
    #expect(
      seen
        == HeldMoneyBody(state: .captured, authorized: nil, captured: nil, refunded: nil, unreadable: "95x20 JPY"))
  }

  @Test("A payment that the provider is deciding about is pending, and without a report there is none")
  func undecided() throws {
    var pending = try Attempt(Attempt.pay)
    try pending.goToUndecided()
    let body = try #require(pending.checkout.held(for: pending.order))
    // Nothing is there to accept.
    #expect(body.seen?.state == "pending" && body.decisions == ["ask", "reject"])
    var unknown = try Attempt()
    try unknown.goToSettling()
    unknown.now = try #require(unknown.checkout.overdueAt)
    try unknown.receive(.resolve(.hold))
    let none = try #require(unknown.checkout.held(for: unknown.order))
    #expect(none.reason == "unknown-outcome" && none.asked == Attempt.total && none.seen == nil)
  }

  @Test("Accepting keeps captured money, captures authorized money, or leaves it to the shop")
  func accept() throws {
    #expect(
      try effect(held(.captured(Self.other)), .accept)
        == DecisionEffect(end: .paid(Self.other), money: [.staysCaptured(Self.other)]))
    #expect(
      try effect(held(.authorized(Self.other)), .accept)
        == DecisionEffect(end: .paid(Self.other), money: [.isCaptured(Self.other)]))
    #expect(
      try effect(held(.authorized(Self.other), .manual), .accept)
        == DecisionEffect(end: .paid(Self.other), money: [.staysAuthorized(Self.other)]))
  }

  @Test("Rejecting refunds what is captured and releases the rest, and then it does")
  func reject() throws {
    var attempt = try held(.captured(Self.other))
    let rest = Money.yen(520)
    #expect(
      try effect(attempt, .reject)
        == DecisionEffect(end: .cancelled, money: [.isRefunded(Self.other), .isReleased(rest)]))
    try attempt.receive(.resolve(.reject))
    try attempt.answer("read", .observed(.captured(Self.other)))
    #expect(attempt.checkout.moneyReturn == .underWay(Self.other))
    try attempt.answer("refund", .observed(.captured(Self.other, refunded: 9_000)))
    #expect(attempt.checkout.moneyReturn == .underWay(rest))
    try attempt.answer(
      "void", .observed(.charge(.voided, authorized: Attempt.total, captured: Self.other, refunded: 9_000)))
    #expect(attempt.phase == .cancelled && attempt.checkout.moneyReturn == .done(Self.other))
    var pending = try Attempt(Attempt.pay)
    try pending.goToUndecided()
    #expect(try effect(pending, .reject).money == [.goesBackLater])
  }

  @Test("A return that the provider refuses stays failed until it is repeated")
  func failed() throws {
    var attempt = try held(.captured(.yen(19_520)))
    try attempt.receive(.resolve(.reject))
    try attempt.answer("read", .observed(.captured()))
    try attempt.answer("refund", .rejected(.notAllowed))
    #expect(attempt.checkout.phase == .held(.lateMoney) && attempt.checkout.moneyReturn == .failed(Attempt.total))
    #expect(attempt.checkout.held(for: attempt.order)?.seen?.state == "captured")
    try attempt.receive(.resolve(.reject))
    try attempt.answer("read", .observed(.captured()))
    #expect(attempt.checkout.moneyReturn == .underWay(Attempt.total))
  }

  @Test("A refund of a paid checkout that failed is told too, and one that succeeded is not")
  func failedRefund() throws {
    var attempt = try Attempt()
    try attempt.goToPaid()
    try attempt.receive(.refund("r1", .yen(500)))
    var done = attempt
    try attempt.answer("refund", .rejected(.notAllowed))
    #expect(attempt.checkout.moneyReturn == .failed(.yen(500)))
    try done.answer("refund", .observed(.captured(refunded: 500)))
    #expect(done.checkout.moneyReturn == nil)
  }

  @Test("Asking moves nothing yet, and stopping to wait moves nothing")
  func others() throws {
    #expect(
      try effect(held(.captured(Self.other)), .ask) == DecisionEffect(end: .undecided, money: [.followsAnswer]))
    var waiting = try Attempt()
    try waiting.goToSettling()
    #expect(try effect(waiting, .hold) == DecisionEffect(end: .undecided, money: [.nothing]))
  }

  @Test("An operation of unknown outcome counts as done or not, and a return that did not happen is repeated")
  func operations() throws {
    var paid = try Attempt()
    try paid.goToPaid()
    try paid.receive(.refund("r1", .yen(500)))
    try paid.answer("refund", .unanswered)
    #expect(try effect(paid, .happened) == DecisionEffect(end: .staysPaid, money: [.countsAsDone(.yen(500))]))
    #expect(try effect(paid, .didNotHappen) == DecisionEffect(end: .staysPaid, money: [.countsAsNotDone]))
    var returning = try held(.captured(.yen(19_520)))
    try returning.receive(.resolve(.reject))
    try returning.answer("read", .observed(.captured()))
    try returning.answer("refund", .unanswered)
    #expect(returning.checkout.phase == .held(.unknownOutcome))
    #expect(returning.checkout.held(for: returning.order)?.decisions == ["ask", "happened", "didNotHappen"])
    #expect(
      try effect(returning, .happened) == DecisionEffect(end: .cancelled, money: [.countsAsDone(Attempt.total)]))
    #expect(
      try effect(returning, .didNotHappen)
        == DecisionEffect(end: .cancelled, money: [.countsAsNotDone, .isRefunded(Attempt.total)]))
    #expect(returning.checkout.moneyReturn == nil)
  }

  @Test(
    "A settlement of unknown outcome that ends a checkout is asked about: it may arrive yet, and its money goes back",
    arguments: [Resolution.reject, .ask])
  func lateSettlement(_ decision: Resolution) throws {
    var attempt = try Attempt()
    try attempt.goToSettling()
    attempt.outstanding = []
    try attempt.receive(.resolve(.hold))
    try attempt.receive(.resolve(decision))
    try attempt.answer("read", .observed(Observation(session: .open)))
    #expect(attempt.checkout.phase == .cancelled(.merchant))
    try attempt.wake()
    try attempt.answer("read", .observed(.captured()))
    #expect(attempt.outstanding.map(\.kind.name) == ["refund"])
  }

  @Test(
    "A checkout whose payment page was never known ends when a person has the provider asked: there is nothing to cancel"
  )
  func unknownPage() throws {
    var attempt = try Attempt(Attempt.pay)
    try attempt.receive(.confirm(revision: attempt.checkout.revision, total: Attempt.total))
    try attempt.receive(.leave(change: nil))
    attempt.outstanding = []
    try attempt.receive(.resolve(.hold))
    #expect(attempt.checkout.phase == .held(.unknownOutcome))
    try attempt.receive(.resolve(.ask))
    try attempt.answer("read", .rejected(.notYet))
    #expect(attempt.checkout.phase == .cancelled(.merchant) && attempt.outstanding.isEmpty)
  }
}
