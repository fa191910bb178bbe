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

  @Test("A link with a session does not attach it to a checkout that has not begun")
  func plantedSession() throws {
    var attempt = try Attempt(Attempt.pay)
    try attempt.receive(.returned(session: "s9"))
    #expect(attempt.checkout.session == nil)
    #expect(attempt.phase == .open)
  }

  @Test("Where the provider takes money by itself, a session is ended before the checkout is")
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
    // Told to end once is enough; then it is asked until the provider says so.
    var refused = parked
    try refused.answer("cancel", .rejected(.notAllowed))
    try refused.wake()
    try refused.answer("read", .observed(.open))
    #expect(refused.outstanding.isEmpty)
    try refused.wake()
    try refused.answer("read", .observed(.ended(.expired)))
    #expect(refused.phase == .expired)
    // It may not have been told at all.
    try parked.answer("cancel", .parked)
    try parked.wake()
    try parked.answer("read", .observed(.open))
    try parked.answer("cancel", .observed(.ended(.cancelledByProvider)))
    #expect(parked.checkout.phase == .cancelled(.provider))
  }

  @Test("Expiry after a settling that found nothing ends the provider's session, too")
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

  @Test("Expiry before the buyer paid leaves no command where no session exists")
  func expiredOpen() throws {
    var attempt = try Attempt(Attempt.pay)
    try attempt.wake()
    #expect(attempt.phase == .expired)
    #expect(attempt.commands.isEmpty)
  }
}
