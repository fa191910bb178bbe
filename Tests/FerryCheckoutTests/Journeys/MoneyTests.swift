import FerryCheckout
import FerryCore
import Foundation
import Testing

@Suite("The money of a checkout")
struct MoneyTests {
  @Test(
    "A wrong amount is held and never voided automatically",
    arguments: [
      Observation.captured(.yen(9_000)), .authorized(.yen(9_521)),
      .charge(.captured, authorized: .yen(1), captured: .yen(1)),
      .captured(Money(minorUnits: 9_520, .usd)), .charge(.capturing, authorized: .yen(95_200), captured: .yen(0)),
      .charge(.captured, authorized: .yen(9_520), captured: .yen(9_521)),
      .charge(.authorized, authorized: .yen(9_520), captured: Money(minorUnits: 0, .eur)),
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
    try attempt.hear(.charge(.captured, authorized: Attempt.total, captured: Attempt.total, reference: "ch2"))
    #expect(attempt.checkout.phase == .held(.contradiction))
    #expect(attempt.order.paidBy == "c1")
  }

  @Test("Of two doubts the wrong amount is the reason, in either order", arguments: [true, false])
  func twoDoubts(_ isAmountFirst: Bool) throws {
    let wrong = Observation.captured(.yen(9_000))
    let second = Observation.charge(.captured, authorized: Attempt.total, captured: Attempt.total, reference: "ch2")
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
    try held.receive(.resolve(.accept, amount: .yen(9_000)))
    live.order = held.order
    try live.answer("settle", .observed(observation))
    #expect(live.checkout.phase == .cancelled(.merchant))
    #expect(live.outstanding.map(\.kind.name) == [command])
    #expect(live.order.paidBy == "c1")
  }

  @Test("Another amount is no money of ours until a person accepts it by name, and the doubt does not return")
  func accept() throws {
    var attempt = try Attempt()
    try attempt.goToSettling()
    try attempt.answer("settle", .observed(.captured(.yen(9_000))))
    #expect(attempt.balances.isEmpty && attempt.checkout.payment == nil)
    let mismatch = try #require(attempt.checkout.amountMismatch)
    #expect([mismatch.asked, mismatch.reported] == [Attempt.total, .yen(9_000)])
    for amount in [nil, Attempt.total, .yen(9_001)] {
      #expect(throws: Refusal.amountDiffers(asked: Attempt.total, reported: .yen(9_000))) {
        try attempt.receive(.resolve(.accept, amount: amount))
      }
    }
    #expect(throws: Refusal.amountNotConcerned) { try attempt.receive(.resolve(.reject, amount: .yen(9_000))) }
    try attempt.receive(.resolve(.accept, amount: .yen(9_000)))
    #expect(attempt.phase == .paid && attempt.checkout.amountMismatch == nil)
    #expect(attempt.balances[.sales] == -9_000)
    #expect(attempt.balances[.suspense] == nil)
    try attempt.hear(.captured(.yen(9_000)))
    #expect(attempt.phase == .paid)
    #expect(attempt.order.paidBy == "c1")
  }

  /// The whole amount, which the provider wrote in a way that cannot be read.
  private static func unreadable(_ observation: Observation = .captured()) -> Observation {
    var observation = observation
    observation.charge?.unreadable = "95x20 JPY"
    return observation
  }

  @Test("An amount that cannot be read is no money of ours until a person accepts it: then it counts as asked for")
  func acceptUnreadable() throws {
    var attempt = try Attempt()
    try attempt.goToSettling()
    try attempt.answer("settle", .observed(Self.unreadable()))
    #expect(attempt.checkout.phase == .held(.amountMismatch) && attempt.checkout.payment == nil)
    #expect(attempt.balances.isEmpty)
    let mismatch = try #require(attempt.checkout.amountMismatch)
    #expect(
      mismatch.unreadable == "95x20 JPY" && [mismatch.asked, mismatch.reported] == [Attempt.total, Attempt.total])
    let books = RecordedPayment(attempt.checkout, orderReference: "A-1", entries: [], movedAt: nil)
    #expect(books.undecided?.asked == Attempt.total && books.undecided?.reported == nil)
    let stored = try JSONDecoder().decode(Checkout.self, from: JSONEncoder().encode(attempt.checkout))
    #expect(stored == attempt.checkout)
    #expect(throws: Refusal.amountDiffers(asked: Attempt.total, reported: Attempt.total)) {
      try attempt.receive(.resolve(.accept, amount: .yen(9_519)))
    }
    for amount in [nil, Attempt.total] {
      var accepted = attempt
      try accepted.receive(.resolve(.accept, amount: amount))
      #expect(accepted.phase == .paid && accepted.checkout.amountMismatch == nil)
      #expect(accepted.totals == [9_520, 9_520, 0, 0] && accepted.balances[.sales] == -9_520)
      try accepted.hear(Self.unreadable())
      #expect(accepted.phase == .paid)
    }
    try attempt.receive(.resolve(.reject))
    try attempt.answer("read", .observed(Self.unreadable()))
    #expect(attempt.commands.filter { $0.kind.name == "refund" }.count == 1)
  }

  @Test("Another answer clears an amount that could not be read; an attempt without money needs none")
  func unreadableOnce() throws {
    var attempt = try Attempt()
    try attempt.goToSettling()
    try attempt.answer("settle", .observed(Self.unreadable()))
    try attempt.receive(.resolve(.ask))
    try attempt.answer("read", .observed(.captured()))
    #expect(attempt.phase == .paid && attempt.totals == [9_520, 9_520, 0, 0])
    var pending = try Attempt()
    try pending.goToSettling()
    try pending.answer("settle", .observed(Self.unreadable(.pending)))
    #expect(pending.phase == .settling && pending.checkout.amountMismatch == nil)
  }

  @Test("The provider clears another amount by agreeing with what was asked, and nothing of the other amount stays")
  func agreed() throws {
    var attempt = try Attempt()
    try attempt.goToSettling()
    try attempt.answer("settle", .observed(.captured(.yen(19_520))))
    #expect(attempt.checkout.phase == .held(.amountMismatch))
    var insisting = attempt
    try attempt.receive(.resolve(.ask))
    try attempt.answer("read", .observed(.captured()))
    #expect(attempt.phase == .paid && attempt.totals == [9_520, 9_520, 0, 0])
    #expect(attempt.balances == [.receivable: 9_520, .sales: -9_520])
    try insisting.receive(.resolve(.ask))
    try insisting.answer("read", .observed(.captured(.yen(19_520))))
    #expect(insisting.checkout.phase == .held(.amountMismatch) && insisting.balances.isEmpty)
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

  @Test("Asking again clears another amount by an answer about the money alone", arguments: [true, false])
  func askedInVainAboutAmount(_ wasPaid: Bool) throws {
    var attempt = try Attempt()
    if wasPaid {
      try attempt.goToPaid()
      try attempt.hear(.captured(refunded: 9_521))
    } else {
      try attempt.goToSettling()
      try attempt.answer("settle", .observed(.captured(.yen(19_520))))
    }
    let held = attempt.checkout.amountMismatch
    for outcome in [Outcome.unanswered, .parked, .rejected(.notYet), .observed(Observation())] {
      try attempt.receive(.resolve(.ask))
      try attempt.answer("read", outcome)
      #expect(attempt.checkout.phase == .held(.amountMismatch) && attempt.checkout.amountMismatch == held, "\(outcome)")
    }
    try attempt.receive(.resolve(.ask))
    try attempt.answer("read", .observed(.captured()))
    #expect(attempt.phase == .paid)
  }

  @Test("Asking again about a cancelled checkout, whose money could not be returned, makes no sale of it")
  func askedAboutCancelled() throws {
    for outcome in [Outcome.parked, .rejected(.notAllowed)] {
      var attempt = try Attempt()
      try attempt.goToPaying()
      try attempt.receive(.cancel(.buyer))
      try attempt.answer("read", .observed(.open))
      #expect(attempt.checkout.phase == .cancelled(.buyer))
      try attempt.hear(.captured())
      try attempt.answer("refund", outcome)
      #expect(attempt.phase == .held)
      try attempt.receive(.resolve(.ask))
      try attempt.answer("read", .observed(.captured()))
      if outcome == .parked {
        #expect(attempt.checkout.phase == .held(.unknownOutcome))
        try attempt.receive(.resolve(.ask))
        try attempt.answer("read", .observed(.captured(refunded: 9_520)))
      } else {
        try attempt.answer("refund", .observed(.captured(refunded: 9_520)))
      }
      #expect(attempt.checkout.phase == .cancelled(.buyer) && attempt.order.paidBy == nil)
      #expect(attempt.balances.isEmpty)
    }
  }

  @Test("A rejected payment whose amounts make no sense, so that nothing can be returned, does not block its order")
  func rejectedWithoutMoney() throws {
    var attempt = try Attempt()
    try attempt.goToSettling()
    try attempt.answer(
      "settle", .observed(.charge(.captured, authorized: Attempt.total, captured: Money(minorUnits: 9_520, .usd))))
    #expect(attempt.checkout.phase == .held(.amountMismatch))
    try attempt.receive(.resolve(.reject))
    #expect(attempt.checkout.phase == .cancelled(.merchant) && attempt.order.live == nil)
  }

  @Test("Rejecting a held payment asks what there is, returns it, and cancels once it is on its way")
  func reject() throws {
    var attempt = try Attempt()
    try attempt.goToSettling()
    try attempt.answer("settle", .observed(.captured(.yen(9_000))))
    try attempt.receive(.resolve(.reject))
    #expect(attempt.phase == .closing)
    try attempt.answer("read", .observed(.captured(.yen(9_000))))
    #expect(attempt.phase == .closing)
    try attempt.answer("refund", .observed(.captured(.yen(9_000), refunded: 9_000)))
    // The rest of the authorization is released, too.
    #expect(attempt.phase == .closing)
    try attempt.answer(
      "void", .observed(.charge(.voided, authorized: Attempt.total, captured: .yen(9_000), refunded: 9_000)))
    #expect(attempt.checkout.phase == .cancelled(.merchant))
    #expect(attempt.balances.isEmpty)
    #expect(attempt.outstanding.isEmpty)
    #expect(attempt.checkout.wakeAt == nil)
  }

  @Test(
    "After a rejection no question makes a sale: what the provider has by then is returned", arguments: [true, false])
  func rejectedForGood(_ isRefused: Bool) throws {
    var attempt = try Attempt()
    try attempt.goToSettling()
    try attempt.answer("settle", .observed(.captured(.yen(19_520))))
    try attempt.receive(.resolve(.reject))
    try attempt.answer("read", .observed(.captured()))
    #expect(attempt.outstanding.map(\.kind) == [.refund("c1-return-1", Attempt.total)])
    if isRefused {
      try attempt.answer("refund", .rejected(.notAllowed))
      #expect(attempt.checkout.phase == .held(.lateMoney))
      try attempt.receive(.resolve(.ask))
      try attempt.answer("read", .observed(.captured()))
    }
    try attempt.answer("refund", .observed(.captured()))
    #expect(attempt.checkout.phase == .cancelled(.merchant))
    try attempt.hear(.captured())
    try attempt.wake()
    try attempt.answer("read", .observed(.captured(refunded: 9_520)))
    #expect(attempt.checkout.phase == .cancelled(.merchant) && attempt.order.paidBy == nil)
    #expect(attempt.balances.isEmpty && attempt.checkout.wakeAt == nil)
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
    for decision in [Resolution.accept, .reject] {
      #expect(throws: Refusal.operationUndecided("c1-capture")) { try attempt.receive(.resolve(decision)) }
    }
    attempt.now = attempt.now + .seconds(300)
    try attempt.receive(.resolve(.didNotHappen, operation: "c1-capture"))
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

  @Test("A capture of unknown outcome pays the order if a person has found that it happened")
  func captureHappened() throws {
    var attempt = try Attempt(Attempt.pay)
    try attempt.goToSettling()
    try attempt.answer("settle", .observed(.authorized()))
    try attempt.answer("capture", .parked)
    try attempt.receive(.resolve(.happened, operation: "c1-capture"))
    #expect(attempt.phase == .paid && attempt.order.paidBy == "c1")
    #expect(attempt.balances == [.receivable: 9_520, .sales: -9_520])
  }

  @Test(
    "A cancelled checkout whose refund did not happen is asked about like any other that is cancelled, and refunds again"
  )
  func refundDidNotHappen() throws {
    var attempt = try Place.cancelled.attempt()
    try attempt.hear(.captured())
    try attempt.answer("refund", .parked)
    #expect(attempt.checkout.phase == .held(.unknownOutcome))
    attempt.now = attempt.now + .seconds(300)
    try attempt.receive(.resolve(.didNotHappen, operation: "c1-return-1"))
    #expect(attempt.phase == .closing)
    try attempt.answer("refund", .observed(.captured(refunded: 9_520)))
    #expect(attempt.checkout.phase == .cancelled(.buyer) && attempt.balances.isEmpty)
    #expect(attempt.checkout.payment?.operations.map(\.id) == ["c1-return-1", "c1-return-2"])
  }

  @Test("A checkout held for an operation of unknown outcome is asked about until the provider's answer decides it")
  func askedOnWhileHeld() throws {
    var attempt = try Attempt(Attempt.pay)
    try attempt.goToSettling()
    try attempt.answer("settle", .observed(.authorized()))
    try attempt.answer("capture", .parked)
    var declined = attempt
    for observation in [Observation.authorized(), .captured()] {
      #expect(attempt.checkout.phase == .held(.unknownOutcome))
      try attempt.wake()
      try attempt.answer("read", .observed(observation))
    }
    #expect(attempt.phase == .paid && attempt.order.paidBy == "c1")
    #expect(attempt.balances == [.receivable: 9_520, .sales: -9_520])
    var refusal = Observation.authorized()
    refusal.failures = [OperationFailure("c1-capture", .declined(.refused))]
    try declined.wake()
    try declined.answer("read", .observed(refusal))
    #expect(declined.checkout.phase == .declined(.refused))
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
    try attempt.answer("read", .observed(.captured()))
    try attempt.answer("refund", .observed(.captured(refunded: 9_520)))
    #expect(attempt.checkout.phase == .cancelled(.merchant) && attempt.balances.isEmpty)
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
