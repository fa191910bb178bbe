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
  /// An attempt whose buyer has come back from the payment page by the cancel link.
  private static func cancelled() throws -> Attempt {
    var attempt = try Attempt(Attempt.authorizedAtProvider)
    try attempt.goToPaying()
    #expect(try attempt.receive(.returnedToShop).map(\.kind) == [.read])
    #expect(attempt.order.live == attempt.checkout.id)
    try attempt.answer("read", .observed(.open))
    #expect(attempt.checkout.phase == .cancelled(.buyer))
    return attempt
  }

  @Test("Once the provider shows no payment the checkout is cancelled, and the order is free for another one")
  func free() throws {
    #expect(try Self.cancelled().order.live == nil)
  }

  @Test("The provider is asked until it says that the page has ended, and once more a day after the cancellation")
  func asked() throws {
    var attempt = try Self.cancelled()
    let until = attempt.now + attempt.checkout.profile.lifetime
    for _ in 0..<3 {
      #expect(try attempt.wake().map(\.kind) == [.read])
      try attempt.answer("read", .observed(.open))
    }
    try attempt.wake()
    try attempt.answer("read", .observed(.ended(.expired)))
    #expect(attempt.checkout.phase == .cancelled(.buyer))
    #expect(attempt.checkout.wakeAt == until)
    try attempt.wake()
    try attempt.answer("read", .observed(.ended(.expired)))
    #expect(attempt.checkout.wakeAt == nil)
  }

  @Test("A provider that never tells the page's end is asked for a day, also if the checkout expires before")
  func silent() throws {
    var attempt = try Attempt(Attempt.authorizedAtProvider)
    try attempt.goToPaying()
    attempt.now = attempt.checkout.expiresAt - .seconds(60)
    try attempt.receive(.returnedToShop)
    try attempt.answer("read", .observed(.open))
    let until = attempt.now + attempt.checkout.profile.lifetime
    while attempt.checkout.wakeAt != nil {
      try attempt.wake()
      try attempt.answer("read", .observed(.open))
    }
    #expect(attempt.now == until)
  }

  @Test("A checkout that expires while its page is open is asked about, and pays the order if the buyer authorizes")
  func expiredOpen() throws {
    var attempt = try Attempt(Attempt.authorizedAtProvider)
    try attempt.goToPaying()
    attempt.now = attempt.checkout.expiresAt
    try attempt.receive(.timerFired)
    try attempt.answer("settle", .observed(.open))
    #expect(attempt.checkout.phase == .expired)
    try attempt.wake()
    #expect(try attempt.answer("read", .observed(.authorized())).map(\.kind.name) == ["capture"])
    try attempt.answer("capture", .observed(.captured()))
    #expect(attempt.checkout.phase == .paid)
  }

  @Test("A person's rejection of a held checkout with an open page keeps no money that comes later")
  func rejectedOpen() throws {
    var attempt = try Attempt(Attempt.authorizedAtProvider)
    try attempt.goToSettling()
    attempt.wait(.seconds(3_601))
    try attempt.receive(.resolve(.hold))
    // The overdue question is dropped with it.
    attempt.outstanding = []
    try attempt.receive(.resolve(.reject))
    try attempt.answer("read", .observed(.open))
    #expect(attempt.checkout.phase == .cancelled(.merchant))
    try attempt.wake()
    #expect(try attempt.answer("read", .observed(.authorized())).map(\.kind.name) == ["void"])
  }

  @Test("A cancellation that comes while a question is under way is not lost")
  func whileSettling() throws {
    var attempt = try Attempt(Attempt.authorizedAtProvider)
    try attempt.goToSettling()
    try attempt.receive(.returnedToShop)
    try attempt.answer("settle", .observed(.open))
    #expect(attempt.checkout.phase == .cancelled(.buyer))
  }

  @Test("The old cancel link of a pending payment only makes Ferry ask")
  func whilePending() throws {
    var attempt = try Attempt(Attempt.authorizedAtProvider)
    try attempt.goToSettling()
    try attempt.answer("settle", .observed(.attemptPending()))
    #expect(try attempt.receive(.returnedToShop).map(\.kind) == [.read])
    try attempt.answer("read", .observed(.attemptPending()))
    #expect(attempt.phase == .settling)
  }

  @Test("What the buyer authorizes on the page later is voided, while another checkout pays the order")
  func authorizedLate() throws {
    var attempt = try Self.cancelled()
    var other = try Attempt(attempt.order, Attempt.authorizedAtProvider, id: "c2", at: attempt.now)
    try other.goToPaid()
    attempt.order = other.order
    try attempt.wake()
    #expect(try attempt.answer("read", .observed(.authorized())).map(\.kind.name) == ["void"])
    try attempt.answer("void", .observed(.voided))
    #expect(attempt.checkout.phase == .cancelled(.buyer))
    #expect(attempt.totals == [9_520, 0, 0, 9_520])
    #expect(attempt.checkout.wakeAt == nil)
  }

  @Test("A cancellation before there was a payment page leaves nothing to ask about")
  func withoutPage() throws {
    var attempt = try Attempt(Attempt.authorizedAtProvider)
    try attempt.goToReviewing()
    try attempt.confirm()
    try attempt.answer("read", .observed(.open(Attempt.tokyo)))
    try attempt.receive(.cancel(.buyer))
    try attempt.answer("authorize", .rejected(.notAllowed))
    #expect(attempt.checkout.phase == .cancelled(.buyer))
    #expect(attempt.checkout.wakeAt == nil)
  }

  @Test("A payment that the provider shows counts")
  func paid() throws {
    var attempt = try Attempt(Attempt.authorizedAtProvider)
    try attempt.goToPaying()
    try attempt.receive(.returnedToShop)
    try attempt.answer("read", .observed(.captured()))
    #expect(attempt.checkout.phase == .paid)
  }

  @Test("A checkout that nobody has cancelled is expired when its session expires")
  func expired() throws {
    var attempt = try Attempt(Attempt.authorizedAtProvider)
    try attempt.goToPaying()
    try attempt.wake()
    try attempt.answer("settle", .observed(.ended(.expired)))
    #expect(attempt.checkout.phase == .expired)
  }
}
