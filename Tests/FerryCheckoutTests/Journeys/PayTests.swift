import FerryCheckout
import FerryCore
import Testing

@Suite("Pay at once")
struct PayTests {
  @Test("A buyer who pays at once agrees to the standard price")
  func paid() throws {
    var attempt = try Attempt(Attempt.pay)
    #expect(attempt.checkout.quote?.total == .yen(9_520))
    #expect(throws: Refusal.wrongPhase(.open)) { try attempt.receive(.leave(change: nil)) }
    #expect(throws: Refusal.reviewChanged) { try attempt.receive(.confirm(revision: 0, total: .yen(9_520))) }
    try attempt.goToPaid()
    #expect(attempt.phase == .paid)
    #expect(attempt.commands.map(\.kind.name) == ["authorize", "settle"])
    #expect(attempt.checkout.session == "s1")
  }

  @Test("Nothing is sent before the buyer's browser leaves, and one request however often it leaves")
  func firstLeaving() throws {
    var attempt = try Attempt(Attempt.pay)
    try attempt.confirm()
    try attempt.confirm()
    #expect(attempt.checkout.phase == .confirmed)
    #expect(attempt.phase == .paying, "App and shop can open the payment page.")
    #expect(attempt.commands.isEmpty && attempt.checkout.session == nil)
    for _ in 1...3 { try attempt.receive(.leave(change: nil)) }
    #expect(attempt.commands.map(\.kind) == [.authorize(.yen(9_520))])
    try attempt.answer("authorize", .observed(.page))
    try attempt.receive(.leave(change: nil))
    #expect(attempt.phase == .paying)
    #expect(attempt.commands.count == 1)
  }

  @Test("Before the buyer's browser has left, cancel and expiry end the checkout and send nothing")
  func endedBeforeLeaving() throws {
    var confirmed = try Attempt(Attempt.pay)
    try confirmed.confirm()
    for party: Party in [.buyer, .merchant] {
      var attempt = confirmed
      try attempt.receive(.cancel(party))
      #expect(attempt.checkout.phase == .cancelled(party))
      #expect(throws: Refusal.wrongPhase(.cancelled)) { try attempt.receive(.leave(change: nil)) }
      #expect(attempt.commands.isEmpty)
    }
    try confirmed.wake()
    #expect(confirmed.checkout.phase == .expired)
    #expect(confirmed.commands.isEmpty)
  }

  @Test("A link with a session does not attach it to a checkout that has not started")
  func plantedSession() throws {
    var attempt = try Attempt(Attempt.pay)
    try attempt.receive(.returned(session: "s9"))
    #expect(attempt.checkout.session == nil)
    #expect(attempt.phase == .open)
  }

  @Test("If the provider takes money by itself, the session ends before the checkout")
  func cancelled() throws {
    var attempt = try Attempt(Attempt.pay)
    try attempt.goToPaying()
    try attempt.receive(.cancel(.buyer))
    try attempt.answer("read", .observed(Observation(session: .unrecognised("LIMBO"))))
    #expect(attempt.phase == .closing)
    try attempt.wake()
    try attempt.answer("read", .observed(.open))
    #expect(attempt.phase == .closing)
    var parked = attempt
    var paid = attempt
    try attempt.answer("cancel", .observed(.ended(.cancelledByBuyer)))
    #expect(attempt.checkout.phase == .cancelled(.buyer))
    try paid.answer("cancel", .observed(.captured()))
    #expect(paid.phase == .paid)
    // The provider may not have received it.
    try parked.answer("cancel", .parked)
    try parked.wake()
    try parked.answer("read", .observed(.open))
    try parked.answer("cancel", .observed(.ended(.cancelledByProvider)))
    #expect(parked.checkout.phase == .cancelled(.buyer))
  }

  @Test(
    "A session that is ended by our call ends for the buyer or by time, however often the provider names the merchant",
    arguments: [.observed(.ended(.cancelledByProvider)), .rejected(.sessionEnded(.cancelledByProvider))] as [Outcome])
  func endedByUs(_ answer: Outcome) throws {
    var attempt = try Attempt(Attempt.pay)
    try attempt.goToPaying()
    var expired = attempt
    var console = attempt
    try attempt.receive(.cancel(.buyer))
    try attempt.answer("read", .observed(.open))
    try attempt.answer("cancel", answer)
    #expect(attempt.checkout.phase == .cancelled(.buyer))
    try attempt.hear(.ended(.cancelledByProvider))
    #expect(attempt.checkout.phase == .cancelled(.buyer))

    expired.now = expired.checkout.expiresAt
    try expired.receive(.timerFired)
    try expired.answer("settle", .observed(.open))
    try expired.answer("cancel", answer)
    #expect(expired.phase == .expired)

    try console.receive(.cancel(.buyer))
    try console.answer("read", answer)
    #expect(console.checkout.phase == .cancelled(.provider), "Nobody here had told the provider yet.")
  }

  @Test(
    "If the provider refuses to end its session for now, the request is retried until a final answer",
    arguments: [
      .rejected(.notAllowed), .rejected(.notYet), .observed(.open), .observed(.page), .unanswered,
    ] as [Outcome])
  func refusesToEnd(_ refusal: Outcome) throws {
    var attempt = try Attempt(Attempt.pay)
    try attempt.goToPaying()
    try attempt.receive(.cancel(.buyer))
    try attempt.answer("read", .observed(.open))
    for _ in 0..<5 {
      try attempt.answer("cancel", refusal)
      #expect(attempt.phase == .closing)
      #expect(attempt.outstanding.isEmpty, "It is not told again at once.")
      #expect(attempt.checkout.wakeAt == attempt.now + .seconds(30), "It is told again when the schedule says.")
      try attempt.wake()
      try attempt.answer("read", .observed(.open))
    }
    var paid = attempt
    try paid.answer("cancel", .observed(.captured()))
    #expect(paid.phase == .paid, "A buyer who pays in the bank's app meanwhile has paid.")
    try attempt.answer("cancel", .rejected(.sessionEnded(.expired)))
    #expect(attempt.phase == .expired)
    #expect(attempt.checkout.wakeAt == nil)
  }

  @Test("A session that cannot be ended is inquired about until the provider reports its end")
  func cannotEnd() throws {
    var profile = Attempt.pay
    profile.canCancelSession = false
    var attempt = try Attempt(profile)
    try attempt.goToPaying()
    try attempt.receive(.cancel(.buyer))
    for _ in 0..<3 {
      try attempt.answer("read", .observed(.open))
      #expect(attempt.outstanding.isEmpty, "There is no call that would end it.")
      try attempt.wake()
    }
    try attempt.answer("read", .observed(.ended(.expired)))
    #expect(attempt.phase == .expired)
  }

  @Test("A buyer who follows the provider's cancel link makes Ferry ask, and the provider's answer decides")
  func returnsToShop() throws {
    var attempt = try Attempt(Attempt.pay)
    try attempt.goToPaying()
    try attempt.receive(.returnedToShop)
    #expect(attempt.phase == .settling)
    var (open, paid) = (attempt, attempt)
    try attempt.answer("settle", .rejected(.sessionEnded(.cancelledByBuyer)))
    #expect(attempt.checkout.phase == .cancelled(.buyer))
    try open.answer("settle", .observed(.open))
    #expect(open.phase == .paying, "The session lives: the link alone cancels nothing.")
    try paid.answer("settle", .observed(.captured()))
    try paid.receive(.returnedToShop)
    #expect(paid.phase == .paid, "An old link takes nothing back.")
    #expect(paid.outstanding.map(\.kind) == [.read])
  }

  @Test("A pending attempt that is declined in an open session leads back to the payment page")
  func declinedAttempt() throws {
    var attempt = try Attempt(Attempt.pay)
    try attempt.goToSettling()
    try attempt.answer("settle", .observed(.attemptPending("a1")))
    #expect(attempt.phase == .settling)
    attempt.wait(.seconds(600))
    try attempt.wake()
    try attempt.answer("read", .observed(.attemptDeclined(["a1"])))
    guard case .paying(let paying) = attempt.checkout.phase else {
      Issue.record("The buyer cannot try again: \(attempt.checkout.phase)")
      return
    }
    #expect(paying.page == "https://pay.example/1")
    #expect(paying.since == attempt.now, "Ferry asks as often as about a buyer who has just come to the page.")
    #expect(attempt.checkout.payment == nil)
    #expect(attempt.checkout.declinedAttempts == [DeclinedAttempt(reference: "a1", reason: .refused)])
    try attempt.receive(.leave(change: nil))
    // The second attempt is another charge. Late answers about the first one change nothing.
    try attempt.receive(.returned(session: "s1"))
    var second = Observation.attemptPending("a2")
    second.declinedAttempts = Observation.attemptDeclined(["a1"]).declinedAttempts
    try attempt.answer("settle", .observed(second))
    try attempt.hear(.attemptPending("a1"))
    try attempt.hear(.attemptDeclined(["a1"]))
    #expect(attempt.phase == .settling)
    try attempt.receive(.recheckRequested)
    try attempt.answer(
      "read", .observed(.charge(.captured, authorized: Attempt.total, captured: Attempt.total, reference: "a2")))
    #expect(attempt.phase == .paid)
    #expect(attempt.balances == [.receivable: 9_520, .sales: -9_520])
  }

  @Test("After a declined attempt the checkout can be cancelled, and expires, as before the attempt")
  func declinedThenEnded() throws {
    var attempt = try Attempt(Attempt.pay)
    try attempt.goToSettling()
    try attempt.answer("settle", .observed(.attemptPending()))
    var cancelled = attempt
    try cancelled.receive(.cancel(.buyer))
    try cancelled.answer("read", .observed(.attemptDeclined()))
    try cancelled.answer("cancel", .observed(.ended(.cancelledByProvider)))
    #expect(cancelled.checkout.phase == .cancelled(.buyer))
    try attempt.wake()
    try attempt.answer("read", .observed(.attemptDeclined()))
    attempt.now = attempt.checkout.expiresAt
    try attempt.receive(.timerFired)
    try attempt.answer("settle", .observed(.attemptDeclined()))
    try attempt.answer("cancel", .observed(.ended(.expired)))
    #expect(attempt.phase == .expired)
  }

  @Test("Money of an attempt that the provider reports as declined is a contradiction, in either order")
  func declinedAttemptWithMoney() throws {
    for said in [[Observation.captured(), .attemptDeclined()], [.attemptDeclined(), .captured()]] {
      var attempt = try Attempt(Attempt.pay)
      try attempt.goToSettling()
      for observation in said { try attempt.hear(observation) }
      #expect(attempt.checkout.phase == .held(.contradiction), "\(said.map(\.summary))")
      #expect(attempt.totals == [9_520, 9_520, 0, 0], "\(said.map(\.summary))")
    }
  }

  @Test("If a provider captures in whole only, a partial capture is refused and the whole one is sent")
  func captureInWhole() throws {
    var attempt = try Attempt(Attempt.payInWhole, capture: .manual)
    try attempt.goToPaid()
    #expect(throws: Refusal.capturedInWhole(.yen(9_520))) { try attempt.receive(.capture("k1", .yen(9_519))) }
    #expect(throws: Refusal.amountExceeded(.yen(9_520))) { try attempt.receive(.capture("k1", .yen(9_521))) }
    try attempt.receive(.capture("k1", .yen(9_520)))
    try attempt.answer("capture", .observed(.captured()))
    #expect(attempt.balances == [.receivable: 9_520, .sales: -9_520])
  }

  @Test("A provider that refunds in whole before settlement refunds in parts after it")
  func refundInWhole() throws {
    var attempt = try Attempt(Attempt.payInWhole)
    try attempt.goToPaid()
    let settledAt = attempt.now + .seconds(86_400)
    attempt.now = settledAt - .milliseconds(1)
    #expect(throws: Refusal.refundedInWhole(.yen(9_520), until: settledAt)) {
      try attempt.receive(.refund("r1", .yen(9_519)))
    }
    var whole = attempt
    try whole.receive(.refund("r1", .yen(9_520)))
    #expect(whole.outstanding.map(\.kind) == [.refund("r1", .yen(9_520))])
    attempt.now = settledAt
    try attempt.receive(.refund("r1", .yen(9_519)))
    #expect(attempt.outstanding.map(\.kind) == [.refund("r1", .yen(9_519))])
  }

  @Test("With a provider that refunds in whole only, a partial refund is always refused")
  func refundOnlyInWhole() throws {
    var profile = Attempt.pay
    profile.refunds = .whole
    var attempt = try Attempt(profile)
    try attempt.goToPaid()
    attempt.wait(.seconds(90 * 86_400))
    #expect(throws: Refusal.refundedInWhole(.yen(9_520), until: nil)) {
      try attempt.receive(.refund("r1", .yen(1)))
    }
    try attempt.receive(.refund("r1", .yen(9_520)))
    #expect(attempt.outstanding.map(\.kind) == [.refund("r1", .yen(9_520))])
  }

  @Test("Expiry after a settling without money ends the provider's session, too")
  func expired() throws {
    var attempt = try Attempt(Attempt.pay)
    try attempt.goToPaying()
    attempt.wait(.seconds(3_600))
    try attempt.receive(.timerFired)
    try attempt.answer("settle", .observed(.open))
    #expect(attempt.phase == .closing)
    try attempt.answer("cancel", .observed(.ended(.expired)))
    #expect(attempt.phase == .expired)
  }

  @Test("Expiry before the payment leaves no command if no session exists")
  func expiredOpen() throws {
    var attempt = try Attempt(Attempt.pay)
    try attempt.wake()
    #expect(attempt.phase == .expired)
    #expect(attempt.commands.isEmpty)
  }
}
