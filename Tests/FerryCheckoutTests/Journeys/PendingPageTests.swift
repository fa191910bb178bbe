import FerryCheckout
import FerryCore
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

@Suite("A payment that is pending for days")
struct PendingPageTests {
  private func pending(_ page: JourneyProfile.PendingPage) throws -> Attempt {
    var profile = Attempt.pay
    profile.pendingPage = page
    var attempt = try Attempt(profile)
    try attempt.goToSettling()
    #expect(!attempt.checkout.hasPendingPage, "Nobody knows yet that the payment is pending.")
    try attempt.answer("settle", .observed(.attemptPending()))
    return attempt
  }

  @Test("The buyer may open a page again that shows how to pay, and no other page", arguments: [true, false])
  func page(isOpen: Bool) throws {
    var attempt = try pending(isOpen ? .open : .closed)
    #expect(attempt.checkout.hasPendingPage == isOpen)
    if isOpen {
      let before = attempt.checkout.phase
      #expect(try attempt.receive(.leave(change: nil)).isEmpty)
      #expect(attempt.checkout.phase == before)
    } else {
      #expect(throws: Refusal.wrongPhase(.settling)) { try attempt.receive(.leave(change: nil)) }
    }
  }

  @Test("Once it is paid, the page is no longer offered")
  func paid() throws {
    var attempt = try pending(.open)
    try attempt.wake()
    #expect(attempt.checkout.hasPendingPage, "A question to the provider takes nothing from the buyer.")
    try attempt.answer("read", .observed(.captured()))
    #expect(attempt.phase == .paid && !attempt.checkout.hasPendingPage)
  }

  @Test("A cancellation asks the provider at once, and everybody reads that the checkout is closing")
  func cancelled() throws {
    var attempt = try pending(.open)
    #expect(try attempt.receive(.cancel(.buyer)).map(\.kind.name) == ["read"])
    #expect(attempt.phase == .closing && !attempt.checkout.hasPendingPage)
    try attempt.answer("read", .observed(.attemptPending()))
    #expect(attempt.phase == .closing)
    var paid = attempt
    try attempt.hear(.ended(.expired))
    #expect(attempt.phase == .expired)
    try paid.hear(.captured())
    #expect(paid.phase == .paid, "The buyer has paid all the same.")
  }

  @Test("A cancellation while the provider is asked waits for the answer")
  func cancelledWhileAsked() throws {
    var attempt = try pending(.open)
    try attempt.wake()
    #expect(try attempt.receive(.cancel(.buyer)).isEmpty)
    #expect(attempt.phase == .settling && !attempt.checkout.hasPendingPage)
    try attempt.answer("read", .observed(.attemptPending()))
    #expect(attempt.phase == .closing)
    #expect(attempt.checkout.wakeAt != nil, "Nobody asks the provider any more.")
  }

  @Test("A profile that was stored before there were such pages has none")
  func stored() throws {
    for page in [JourneyProfile.PendingPage.open, .closed] {
      var profile = Attempt.pay
      profile.pendingPage = page
      let text = try String(decoding: JSONEncoder().encode(profile), as: UTF8.self)
      #expect(text.contains("pendingPage") == (page == .open))
      #expect(try JSONDecoder().decode(JourneyProfile.self, from: Data(text.utf8)) == profile)
    }
  }
}
