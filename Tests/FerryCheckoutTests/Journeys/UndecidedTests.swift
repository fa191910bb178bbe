import FerryCheckout
import FerryCore
import Testing

@Suite("A payment that the provider does not decide about")
struct UndecidedTests {
  private func undecided(_ profile: JourneyProfile = Attempt.pay) throws -> Attempt {
    var attempt = try Attempt(profile)
    try attempt.goToUndecided()
    #expect(attempt.checkout.phase == .held(.undecided))
    return attempt
  }

  @Test("It is held at the end of the decision time, not before, and is no longer overdue")
  func held() throws {
    var attempt = try Attempt(Attempt.pay)
    try attempt.goToSettling()
    let began = attempt.now
    while attempt.phase == .settling {
      #expect(attempt.now < began + Attempt.pay.decisionTime)
      if !attempt.outstanding.isEmpty {
        try attempt.answer(attempt.outstanding[0].kind.name, .observed(.pending))
      }
      try attempt.wake()
    }
    #expect(attempt.checkout.phase == .held(.undecided))
    #expect(attempt.now == began + Attempt.pay.decisionTime)
    #expect(attempt.checkout.overdueAt == nil)
    #expect(attempt.order.live == attempt.checkout.id, "Nothing else may pay the order.")
  }

  @Test("A checkout that was to end is held too")
  func ending() throws {
    var attempt = try Attempt(Attempt.pay)
    try attempt.goToPaying()
    try attempt.receive(.cancel(.buyer))
    try attempt.answer("read", .observed(.pending))
    attempt.now = try #require(attempt.checkout.overdueAt)
    try attempt.receive(.timerFired)
    #expect(attempt.checkout.phase == .held(.undecided))
  }

  @Test("The provider is asked on as rarely as before, and its decision ends the checkout")
  func askedOn() throws {
    for (answer, end) in [
      (Observation.captured(), PhaseName.paid), (.declined(), .declined), (.ended(.expired), .expired),
    ] {
      var attempt = try undecided()
      for _ in 0..<3 {
        let before = attempt.now
        try attempt.wake()
        #expect(attempt.now == before + .seconds(30))
        try attempt.answer("read", .observed(.pending))
        #expect(attempt.checkout.phase == .held(.undecided))
      }
      try attempt.wake()
      try attempt.answer("read", .observed(answer))
      #expect(attempt.phase == end)
    }
  }

  @Test("A payment that is only authorized at last is captured, and then paid")
  func captured() throws {
    var attempt = try undecided(Attempt.selectThenPay)
    try attempt.wake()
    try attempt.answer("read", .observed(.authorized()))
    try attempt.answer("capture", .observed(.captured()))
    #expect(attempt.phase == .paid)
  }

  @Test("An amount that is not ours holds it for that reason")
  func otherAmount() throws {
    var attempt = try undecided()
    try attempt.wake()
    try attempt.answer("read", .observed(.captured(.yen(9_000))))
    #expect(attempt.checkout.phase == .held(.amountMismatch))
  }

  @Test("If the attempt is declined while the session is still open, the session is ended, and the checkout expires")
  func openAgain() throws {
    var attempt = try Attempt(Attempt.pay)
    try attempt.goToUndecided(.attemptPending())
    try attempt.wake()
    try attempt.answer("read", .observed(.attemptDeclined()))
    try attempt.wake()
    try attempt.answer("read", .observed(.attemptDeclined()))
    try attempt.answer("cancel", .observed(.ended(.cancelledByProvider)))
    #expect(attempt.phase == .expired)
  }

  @Test("A person who rejects it ends it, and money that comes later is returned")
  func rejected() throws {
    var attempt = try undecided()
    #expect(throws: Refusal.nothingToAccept) { try attempt.receive(.resolve(.accept)) }
    try attempt.receive(.resolve(.reject))
    #expect(attempt.checkout.phase == .cancelled(.merchant))
    try attempt.answer("cancel", .rejected(.notAllowed))
    try attempt.answer("read", .observed(.captured()))
    try attempt.answer("refund", .observed(.captured(refunded: 9_520)))
    #expect(attempt.totals == [9_520, 9_520, 9_520, 0])
    #expect(attempt.order.paidBy == nil)
  }

  @Test("A person who stops waiting for an unanswered question does not end the questions")
  func unanswered() throws {
    var attempt = try undecided()
    try attempt.wake()
    #expect(attempt.checkout.wakeAt == nil)
    try attempt.receive(.resolve(.hold))
    #expect(attempt.checkout.phase == .held(.undecided))
    #expect(attempt.checkout.wakeAt != nil)
  }
}
