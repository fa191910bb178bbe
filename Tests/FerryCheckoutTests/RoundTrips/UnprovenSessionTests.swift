import FerryCheckout
import FerryCore
import Foundation
import Testing

@Suite("A session whose origin the provider does not prove")
struct UnprovenSessionTests {
  static var profile: JourneyProfile {
    var profile = Attempt.selectThenPay
    profile.sessionOrigin = .unproven(masksReview: true)
    return profile
  }

  @Test("Nothing is attached before the buyer has left")
  func beforeLeaving() throws {
    var attempt = try Attempt(Self.profile)
    #expect(try attempt.receive(.returned(session: "s1")).isEmpty)
    #expect(attempt.checkout.phase == .open)
    #expect(attempt.checkout.session == nil)
  }

  @Test("The first session counts; another one is not even asked about")
  func first() throws {
    var attempt = try Attempt(Self.profile)
    try attempt.goToSelecting()
    #expect(try attempt.receive(.returned(session: "s1")).map(\.kind) == [.read])
    #expect(try attempt.receive(.returned(session: "s2")).isEmpty)
    try attempt.answer("read", .observed(.open(Attempt.tokyo)))
    #expect(attempt.checkout.session == "s1")
    #expect(attempt.phase == .reviewing)
  }

  @Test("After a session that is not ours the buyer leaves again before another one counts")
  func rejected() throws {
    var attempt = try Attempt(Self.profile)
    try attempt.goToSelecting()
    try attempt.receive(.returned(session: "stolen"))
    try attempt.answer("read", .rejected(.foreignSession))
    #expect(attempt.checkout.session == nil)
    #expect(attempt.checkout.mustRestart)
    try attempt.receive(.returned(session: "another"))
    #expect(attempt.checkout.session == nil)
    try attempt.receive(.leave(change: nil))
    try attempt.receive(.returned(session: "s1"))
    #expect(attempt.checkout.session == "s1")
  }

  @Test("A discarded session is never attached again, whoever starts over")
  func once() throws {
    var attempt = try Attempt(Self.profile)
    try attempt.goToReviewing()
    try attempt.receive(.restarted)
    try attempt.receive(.returned(session: "s1"))
    #expect(attempt.checkout.session == nil)
    let stored = try JSONDecoder().decode(Checkout.self, from: JSONEncoder().encode(attempt.checkout))
    attempt.checkout = stored
    try attempt.receive(.leave(change: nil))
    try attempt.receive(.returned(session: "s1"))
    #expect(attempt.checkout.session == nil)
    try attempt.receive(.returned(session: "s2"))
    #expect(attempt.checkout.session == "s2")
  }

  @Test("A checkout takes 32 sessions, and then none")
  func bounded() throws {
    var attempt = try Attempt(Self.profile)
    for number in 0..<40 {
      try attempt.receive(number == 0 ? .leave(change: nil) : .restarted)
      try attempt.receive(.returned(session: "s\(number)"))
      #expect((attempt.checkout.session != nil) == (number < 32))
    }
  }

  @Test("Nothing is attached once the checkout cannot be paid any more")
  func expired() throws {
    var attempt = try Attempt(Self.profile)
    try attempt.goToSelecting()
    attempt.now = attempt.checkout.expiresAt
    try attempt.receive(.returned(session: "s1"))
    #expect(attempt.checkout.session == nil)
  }

  @Test("A profile that was stored without these rules has the usual ones, and is stored as before")
  func stored() throws {
    let text = String(decoding: try JSONEncoder().encode(Attempt.selectThenPay), as: UTF8.self)
    #expect(!text.contains("sessionOrigin") && !text.contains("cancelReport"))
    let read = try JSONDecoder().decode(JourneyProfile.self, from: Data(text.utf8))
    #expect(read.sessionOrigin == .proven && read.cancelReport == .provider)
    var other = Self.profile
    other.cancelReport = .returnLink
    #expect(try JSONDecoder().decode(JourneyProfile.self, from: JSONEncoder().encode(other)) == other)
  }
}

@Suite("A cancellation that the provider does not report")
struct ReturnLinkTests {
  private static var profile: JourneyProfile {
    var profile = Attempt.selectThenPay
    profile.settlesOnlyByUs = false
    profile.cancelReport = .returnLink
    return profile
  }

  @Test("The buyer's return from the payment page closes the checkout, which is cancelled when its session expires")
  func cancelled() throws {
    var attempt = try Attempt(Self.profile)
    try attempt.goToPaying()
    #expect(try attempt.receive(.returnedToShop).map(\.kind) == [.read])
    try attempt.answer("read", .observed(Observation(session: .open)))
    #expect(attempt.phase == .closing)
    try attempt.wake()
    try attempt.answer("read", .observed(.ended(.expired)))
    #expect(attempt.checkout.phase == .cancelled(.buyer))
  }

  @Test("A payment that is reported nevertheless counts")
  func paid() throws {
    var attempt = try Attempt(Self.profile)
    try attempt.goToPaying()
    try attempt.receive(.returnedToShop)
    try attempt.answer("read", .observed(.captured()))
    #expect(attempt.checkout.phase == .paid)
  }

  @Test("A checkout that nobody has cancelled is expired when its session expires")
  func expired() throws {
    var attempt = try Attempt(Self.profile)
    try attempt.goToPaying()
    try attempt.wake()
    try attempt.answer("settle", .observed(.ended(.expired)))
    #expect(attempt.checkout.phase == .expired)
  }
}
