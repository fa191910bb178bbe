import FerryCheckout
import FerryCore
import Testing

@Suite("Select, then pay")
struct SelectThenPayTests {
  @Test("A paid checkout inquires, authorizes and settles once, and enters the money as sales")
  func paid() throws {
    var attempt = try Attempt()
    try attempt.goToPaid()
    #expect(attempt.phase == .paid)
    #expect(attempt.commands.map(\.kind.name) == ["read", "read", "authorize", "settle"])
    #expect(attempt.commands.map(\.number) == [1, 2, 3, 4])
    #expect(attempt.commands[2].kind == .authorize(Attempt.total))
    #expect(attempt.order.paidBy == "c1")
    #expect(attempt.order.live == nil)
    #expect(attempt.checkout.wakeAt == nil)
    #expect(attempt.balances == [.receivable: 9_520, .sales: -9_520])
  }

  @Test(
    "A decline ends the checkout with its reason and releases the order",
    arguments: [
      Outcome.observed(.declined(.paymentMethodRefused)), .observed(.ended(.declined(.paymentMethodRefused))),
      .rejected(.declined(.paymentMethodRefused)), .rejected(.sessionEnded(.declined(.paymentMethodRefused))),
    ])
  func declined(_ outcome: Outcome) throws {
    var attempt = try Attempt()
    try attempt.goToSettling()
    try attempt.answer("settle", outcome)
    #expect(attempt.checkout.phase == .declined(.paymentMethodRefused))
    #expect(attempt.order.live == nil)
    #expect(attempt.balances.isEmpty)
    var second = try Attempt(attempt.order, id: "c2")
    try second.goToPaid()
    #expect(second.order.paidBy == "c2")
  }

  @Test("A check without an answer keeps the review and its revision, and the buyer may confirm again")
  func unclearCheck() throws {
    var attempt = try Attempt()
    try attempt.goToReviewing()
    let revision = attempt.checkout.revision
    try attempt.confirm()
    try attempt.answer("read", .observed(Observation(sessionReference: "s1", session: .unrecognised("LIMBO"))))
    #expect(attempt.phase == .reviewing)
    #expect(attempt.checkout.revision == revision)
    #expect(attempt.checkout.agreed == nil)
    try attempt.confirm()
    try attempt.answer("read", .observed(.open(Attempt.tokyo)))
    #expect(attempt.phase == .authorizing)
    #expect(attempt.checkout.agreed?.revision == revision)
  }

  @Test("A refused authorization declines; a cancel asked for meanwhile wins")
  func refusedAuthorization() throws {
    var attempt = try Attempt()
    try attempt.goToReviewing()
    try attempt.confirm()
    try attempt.answer("read", .observed(.open(Attempt.tokyo)))
    var cancelled = attempt
    var refused = attempt
    try refused.answer("authorize", .rejected(.declined(.refused)))
    #expect(refused.checkout.phase == .declined(.refused))
    // There is no payment page: the card is not the cause.
    try attempt.answer("authorize", .rejected(.notAllowed))
    #expect(attempt.checkout.phase == .declined(.notStarted))
    try cancelled.receive(.cancel(.buyer))
    #expect(cancelled.checkout.phase == .cancelled(.buyer))
    #expect(cancelled.outstanding.isEmpty)
    #expect(cancelled.order.live == nil)
  }

  @Test("If money may move without us, a cancel on the payment page waits for the provider's answer")
  func cancelledRequest() throws {
    var attempt = try Attempt(Attempt.pay)
    try attempt.confirm()
    try attempt.receive(.leave(change: nil))
    try attempt.receive(.cancel(.buyer))
    #expect(attempt.phase == .authorizing)
    #expect(attempt.outstanding.map(\.kind.name) == ["authorize"])
    try attempt.answer("authorize", .rejected(.notAllowed))
    #expect(attempt.checkout.phase == .cancelled(.buyer))
  }

  @Test("Cancelling the review ends it")
  func cancelledReview() throws {
    var attempt = try Attempt()
    try attempt.goToReviewing()
    try attempt.receive(.cancel(.buyer))
    #expect(attempt.checkout.phase == .cancelled(.buyer))
    #expect(attempt.order.live == nil)
  }

  @Test("A cancel during the check of the session ends the checkout before a page is requested")
  func cancelledCheck() throws {
    var attempt = try Attempt()
    try attempt.goToReviewing()
    try attempt.confirm()
    try attempt.receive(.cancel(.buyer))
    #expect(attempt.checkout.phase == .cancelled(.buyer))
    #expect(attempt.outstanding.isEmpty)
    #expect(attempt.commands.allSatisfy { $0.kind.name == "read" })
  }

  @Test("Cancelling on the payment page asks the provider first, and money found counts")
  func cancelledPaymentPage() throws {
    var attempt = try Attempt()
    try attempt.goToPaying()
    try attempt.receive(.cancel(.buyer))
    #expect(attempt.phase == .closing)
    var paid = attempt
    try attempt.answer("read", .observed(.open))
    #expect(attempt.checkout.phase == .cancelled(.buyer))
    try paid.answer("read", .observed(.captured()))
    #expect(paid.phase == .paid)
  }

  @Test("A cancel during settling takes effect only when it is known that nothing was paid")
  func cancelledSettling() throws {
    var attempt = try Attempt()
    try attempt.goToSettling()
    try attempt.receive(.cancel(.buyer))
    #expect(attempt.phase == .settling)
    var paid = attempt
    try attempt.answer("settle", .observed(.open))
    #expect(attempt.checkout.phase == .cancelled(.buyer))
    try paid.answer("settle", .observed(.captured()))
    #expect(paid.phase == .paid)
  }

  @Test("Before a confirmation a checkout expires at once", arguments: 0...3)
  func expiredEarly(_ place: Int) throws {
    var attempt = try Attempt()
    if place == 1 { try attempt.goToSelecting() }
    if place >= 2 { try attempt.goToReviewing() }
    if place == 3 { try attempt.receive(.leave(change: .payment)) }
    #expect(attempt.checkout.wakeAt == attempt.checkout.expiresAt)
    attempt.wait(.seconds(86_399))
    try attempt.receive(.timerFired)
    #expect(!attempt.checkout.phase.isFinal)
    try attempt.wake()
    #expect(attempt.phase == .expired)
    #expect(attempt.order.live == nil)
  }

  @Test("While the page is created a checkout expires at once; if money may move without us, after the answer")
  func expiredAuthorizing() throws {
    var attempt = try Attempt()
    try attempt.goToReviewing()
    try attempt.confirm()
    try attempt.answer("read", .observed(.open(Attempt.tokyo)))
    try attempt.wake()
    #expect(attempt.phase == .expired)
    #expect(attempt.outstanding.isEmpty)

    var careful = try Attempt(Attempt.pay)
    try careful.confirm()
    try careful.receive(.leave(change: nil))
    try careful.wake()
    #expect(careful.phase == .authorizing)
    try careful.answer("authorize", .observed(.page))
    #expect(careful.phase == .closing)
  }

  @Test("An unanswered inquiry ends with the checkout")
  func unanswered() throws {
    var attempt = try Attempt()
    try attempt.receive(.returned(session: "s1"))
    #expect(attempt.outstanding.count == 1)
    try attempt.wake()
    #expect(attempt.phase == .expired)
    #expect(attempt.outstanding.isEmpty)
  }

  @Test("If the buyer never returns, the provider is asked on the schedule, and once at the end")
  func neverCameBack() throws {
    var attempt = try Attempt()
    try attempt.goToPaying()
    let start = attempt.now
    var asked: [Duration] = []
    while attempt.phase == .paying {
      try attempt.wake()
      asked.append(attempt.now.since(start))
      try attempt.answer("settle", .observed(.open))
    }
    #expect(attempt.phase == .expired)
    #expect(asked.prefix(4) == [.seconds(60), .seconds(180), .seconds(7_380), .seconds(14_580)])
    #expect(asked.last == .seconds(86_400))
  }

  @Test("Additional inquiries do not use up the schedule")
  func hintsKeepTheSchedule() throws {
    var attempt = try Attempt()
    try attempt.goToPaying()
    for _ in 0..<50 {
      try attempt.receive(.recheckRequested)
      try attempt.answer("settle", .rejected(.notYet))
    }
    let paying = attempt.now
    try attempt.wake()
    #expect(attempt.now.since(paying) == .seconds(60))
  }

  @Test("After a long pause the schedule continues from now instead of catching up")
  func sleptThrough() throws {
    var attempt = try Attempt()
    try attempt.goToPaying()
    attempt.wait(.seconds(10_000))
    try attempt.wake()
    try attempt.answer("settle", .observed(.open))
    #expect(try #require(attempt.checkout.wakeAt) > attempt.now)
  }

  @Test("A payment that is pending for days is inquired about until the provider has decided")
  func pendingForDays() throws {
    var attempt = try Attempt()
    try attempt.goToSettling()
    try attempt.answer("settle", .observed(.pending))
    for _ in 0..<4_000 {
      guard case .settling(let settling) = attempt.checkout.phase else {
        Issue.record("No longer settling.")
        return
      }
      #expect(settling.isPending)
      try attempt.wake()
      try attempt.answer("read", .observed(.pending))
    }
    #expect(attempt.now > attempt.checkout.expiresAt)
    try attempt.wake()
    try attempt.answer("read", .observed(.captured()))
    #expect(attempt.phase == .paid)
  }

  @Test("A pending authorization is not a payment, even when the merchant captures later")
  func pendingManual() throws {
    var attempt = try Attempt(capture: .manual)
    try attempt.goToSettling()
    try attempt.answer("settle", .observed(.charge(.pending, authorized: Attempt.total, captured: .yen(0))))
    #expect(attempt.phase == .settling)
    #expect(attempt.balances.isEmpty)
  }

  @Test("An old answer that the session is open does not undo that the buyer has finished")
  func staleOpen() throws {
    var attempt = try Attempt()
    try attempt.goToSettling()
    try attempt.hear(.completed)
    try attempt.answer("settle", .observed(.open))
    #expect(attempt.phase == .settling)
    #expect(attempt.checkout.wakeAt != nil)
  }

  @Test("A second confirmation, by another press or after a lost answer, has no effect")
  func doubleConfirm() throws {
    var attempt = try Attempt()
    try attempt.goToReviewing()
    for _ in 0..<2 { try attempt.confirm() }
    #expect(attempt.outstanding.count == 1)
    try attempt.answer("read", .observed(.open(Attempt.tokyo)))
    try attempt.confirm()
    try attempt.answer("authorize", .observed(.page))
    try attempt.confirm()
    try attempt.receive(.returned(session: "s1"))
    try attempt.confirm()
    try attempt.answer("settle", .observed(.captured()))
    try attempt.confirm()
    #expect(attempt.commands.count == 4)
    #expect(throws: Refusal.wrongPhase(.paid)) { try attempt.receive(.confirm(revision: 2, total: .yen(1))) }
  }

  @Test("A session that ended at the provider ends the checkout in every phase")
  func sessionEnded() throws {
    var selecting = try Attempt()
    try selecting.receive(.returned(session: "s1"))
    try selecting.answer("read", .observed(.ended(.cancelledByBuyer)))
    #expect(selecting.checkout.phase == .cancelled(.buyer))

    var checking = try Attempt()
    try checking.goToReviewing()
    try checking.confirm()
    try checking.answer("read", .rejected(.sessionEnded(.expired)))
    #expect(checking.phase == .expired)
  }

  @Test("The buyer may go to the payment page again")
  func leaveAgain() throws {
    var attempt = try Attempt()
    try attempt.goToPaying()
    let before = attempt.checkout
    try attempt.receive(.leave(change: nil))
    #expect(attempt.checkout == before)
    #expect(throws: Refusal.wrongPhase(.paying)) { try attempt.receive(.leave(change: .address)) }
  }

  @Test("An unknown outcome goes to a person, who can repeat the inquiry")
  func parked() throws {
    var attempt = try Attempt()
    try attempt.goToSettling()
    try attempt.answer("settle", .parked)
    #expect(attempt.checkout.phase == .held(.unknownOutcome))
    #expect(attempt.order.live == "c1")
    #expect(attempt.checkout.wakeAt == nil)
    try attempt.receive(.recheckRequested)
    #expect(attempt.outstanding.isEmpty)
    try attempt.receive(.resolve(.ask))
    var nothing = attempt
    try attempt.answer("read", .observed(.captured()))
    #expect(attempt.phase == .paid)
    try nothing.answer("read", .observed(.open))
    #expect(nothing.checkout.phase == .cancelled(.merchant))
  }
}
