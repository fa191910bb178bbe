import FerryCheckout
import FerryCore
import Testing

@Suite("Selecting, changing and reviewing")
struct SelectionTests {
  @Test("A restart discards the first selection, and its late answer attaches nothing")
  func restarted() throws {
    var attempt = try Attempt()
    try attempt.goToReviewing()
    let shown = try #require(attempt.checkout.quote?.total)
    try attempt.receive(.leave(change: .address))
    try attempt.receive(.returned(session: "s1"))
    let question = try #require(attempt.outstanding.first)
    try attempt.receive(.restarted)
    #expect(attempt.outstanding.isEmpty)
    #expect(attempt.checkout.session == nil)
    #expect(attempt.checkout.selection == nil)
    #expect(attempt.checkout.quote == nil)
    let before = attempt.checkout
    try attempt.receive(.performed(question.number, .observed(.open(Attempt.sapporo))))
    #expect(attempt.checkout == before)
    try attempt.receive(.returned(session: "s2"))
    #expect(attempt.checkout.session == "s2")
    let answer = Observation(sessionReference: "s2", session: .open, selection: Attempt.tokyo)
    try attempt.answer("read", .observed(answer))
    #expect(attempt.phase == .reviewing)
    #expect(attempt.checkout.revision == 2)
    // The review that the first browser showed can no longer be confirmed, though the total is the same.
    #expect(attempt.checkout.quote?.total == shown)
    #expect(throws: Refusal.reviewChanged) { try attempt.receive(.confirm(revision: 1, total: shown)) }
  }

  @Test(
    "A session that returns before a selection is not attached; after another redirect another one is"
  )
  func broughtBackEarly() throws {
    var attempt = try Attempt()
    try attempt.goToSelecting()
    try attempt.receive(.returned(session: "s1"))
    try attempt.answer("read", .observed(.open))
    #expect(attempt.checkout.session == nil)
    #expect(attempt.checkout.mustRestart)
    for session in ["s1", "s2", nil] { try attempt.receive(.returned(session: session)) }
    #expect(attempt.outstanding.isEmpty)
    #expect(attempt.checkout.session == nil)
    try attempt.receive(.leave(change: nil))
    #expect(!attempt.checkout.mustRestart)
    try attempt.receive(.returned(session: "s3"))
    try attempt.answer("read", .observed(.open(Attempt.tokyo)))
    #expect(attempt.phase == .reviewing)
  }

  @Test("An answer without known content does not detach the session")
  func unclearSelection() throws {
    var attempt = try Attempt()
    try attempt.goToSelecting()
    try attempt.receive(.returned(session: "s1"))
    try attempt.answer("read", .observed(Observation(sessionReference: "s1", session: .unrecognised("LIMBO"))))
    #expect(attempt.checkout.session == "s1")
    #expect(!attempt.checkout.mustRestart)
  }

  @Test("A restart before a session is attached loses nothing")
  func untouched() throws {
    var attempt = try Attempt()
    #expect(attempt.checkout.isUntouched)
    try attempt.goToSelecting()
    #expect(attempt.checkout.isUntouched)
    try attempt.receive(.returned(session: "s1"))
    #expect(!attempt.checkout.isUntouched)
    for place in Place.allCases where ![.open, .selecting].contains(place) {
      #expect(try !place.attempt().checkout.isUntouched, "\(place)")
    }
  }

  @Test("Leaving a change leads to the review without loss, also when repeated")
  func keptSelection() throws {
    var attempt = try Attempt()
    try attempt.goToReviewing()
    try attempt.receive(.leave(change: .address))
    for _ in 1...2 {
      try attempt.receive(.keep)
      #expect(attempt.checkout.phase == .reviewing)
    }
    #expect(attempt.checkout.revision == 1)
    #expect(attempt.checkout.selection == Attempt.tokyo)
    try attempt.confirm()
    #expect(throws: Refusal.wrongPhase(.authorizing)) { try attempt.receive(.keep) }
  }

  @Test("Cancelling ends a first selection and a change alike, and a second cancel changes nothing")
  func cancelledSelection() throws {
    var first = try Attempt()
    try first.goToSelecting()
    try first.receive(.cancel(.buyer))
    #expect(first.checkout.phase == .cancelled(.buyer))
    #expect(first.commands.isEmpty)

    var change = try Attempt()
    try change.goToReviewing()
    try change.receive(.leave(change: .address))
    var merchants = change
    for _ in 1...2 {
      try change.receive(.cancel(.buyer))
      #expect(change.checkout.phase == .cancelled(.buyer))
    }
    try merchants.receive(.cancel(.merchant))
    #expect(merchants.checkout.phase == .cancelled(.merchant))
  }

  @Test("A changed address changes price and revision, and a confirmation of the old revision is refused")
  func changedAddress() throws {
    var attempt = try Attempt()
    try attempt.goToReviewing()
    #expect(attempt.checkout.quote?.total == .yen(9_520))
    try attempt.receive(.leave(change: .address))
    #expect(throws: Refusal.wrongPhase(.selecting)) {
      try attempt.receive(.confirm(revision: 1, total: .yen(9_520)))
    }
    try attempt.receive(.returned(session: "s1"))
    try attempt.answer("read", .observed(.open(Attempt.sapporo)))
    #expect(attempt.phase == .reviewing)
    #expect(attempt.checkout.revision == 2)
    #expect(attempt.checkout.quote?.total == .yen(10_060))
    #expect(throws: Refusal.reviewChanged) { try attempt.receive(.confirm(revision: 1, total: .yen(9_520))) }
    #expect(throws: Refusal.reviewChanged) { try attempt.receive(.confirm(revision: 2, total: .yen(9_520))) }
    #expect(throws: Refusal.reviewChanged) { try attempt.receive(.confirm(revision: 1, total: .yen(10_060))) }
    let euros = Money(minorUnits: 10_060, .eur)
    #expect(throws: Refusal.reviewChanged) { try attempt.receive(.confirm(revision: 2, total: euros)) }
    try attempt.receive(.confirm(revision: 2, total: .yen(10_060)))
    #expect(attempt.phase == .authorizing)
  }

  @Test("A change to the same selection keeps the revision")
  func sameSelection() throws {
    var attempt = try Attempt()
    try attempt.goToReviewing()
    try attempt.receive(.leave(change: .payment))
    try attempt.receive(.leave(change: .address))
    guard case .selecting(let selecting) = attempt.checkout.phase else {
      Issue.record("Not selecting.")
      return
    }
    #expect(selecting.change == .address)
    try attempt.receive(.returned(session: nil))
    try attempt.answer("read", .observed(.open(Attempt.tokyo)))
    #expect(attempt.phase == .reviewing)
    #expect(attempt.checkout.revision == 1)
  }

  @Test("A selection that changed unseen is shown again instead of being paid")
  func changedUnseen() throws {
    var attempt = try Attempt()
    try attempt.goToReviewing()
    try attempt.confirm()
    try attempt.answer("read", .observed(.open(Attempt.sapporo)))
    #expect(attempt.phase == .reviewing)
    #expect(attempt.checkout.revision == 2)
    #expect(attempt.outstanding.isEmpty)
  }

  @Test("The latest session counts until something is selected; then a second tab with another one changes nothing")
  func otherSession() throws {
    var attempt = try Attempt()
    try attempt.goToSelecting()
    try attempt.receive(.returned(session: "s0"))
    try attempt.receive(.returned(session: "s1"))
    #expect(attempt.checkout.session == "s1")
    // The first one's answer has no effect.
    #expect(attempt.outstanding.map(\.number) == [2])
    var late = attempt
    try late.hear(Observation(sessionReference: "s0", session: .ended(.cancelledByBuyer)))
    #expect(late.phase == .selecting)
    try attempt.answer("read", .observed(.open(Attempt.tokyo)))
    #expect(attempt.phase == .reviewing)
    let before = attempt.checkout
    try attempt.receive(.returned(session: "s2"))
    #expect(attempt.checkout == before)
    try attempt.receive(.leave(change: .address))
    try attempt.receive(.returned(session: "s2"))
    #expect(attempt.checkout.session == "s1")
    #expect(attempt.outstanding.isEmpty)
  }

  @Test(
    "A selection that changed after the confirmation is reviewed again, with another price and unconfirmed",
    arguments: ["authorize", "settle"])
  func changedAfterAgreement(_ command: String) throws {
    var attempt = try Attempt()
    try attempt.goToReviewing()
    try attempt.confirm()
    try attempt.answer("read", .observed(.open(Attempt.tokyo)))
    if command == "settle" {
      try attempt.answer("authorize", .observed(.page))
      try attempt.receive(.returned(session: "s1"))
    }
    var moved = Observation.page
    moved.selection = Attempt.sapporo
    try attempt.answer(command, .observed(moved))
    #expect(attempt.phase == .reviewing)
    #expect(attempt.checkout.selection == Attempt.sapporo)
    #expect(attempt.checkout.quote?.total == .yen(10_060))
    #expect(attempt.checkout.revision == 2)
    #expect(attempt.checkout.agreed == nil)
    #expect(attempt.outstanding.isEmpty)
    try attempt.confirm()
    try attempt.answer("read", .observed(.open(Attempt.sapporo)))
    #expect(attempt.outstanding.map(\.kind) == [.authorize(.yen(10_060))])
  }

  @Test("An address abroad is not priced: the buyer selects another or gives up")
  func abroad() throws {
    var content = Attempt.content
    content.shipping?.countries = ["JP"]
    let seattle = Selection(fingerprint: "seattle", region: "WA", country: "US")
    var attempt = try Attempt(content: content)
    try attempt.receive(.returned(session: "s1"))
    try attempt.answer("read", .observed(.open(seattle)))
    guard case .selecting(let selecting) = attempt.checkout.phase else {
      Issue.record("\(attempt.checkout.phase)")
      return
    }
    #expect(selecting.refusal == .countryNotServed)
    #expect(selecting.change == .address)
    #expect(attempt.checkout.quote == nil)
    // There is no selection to keep.
    #expect(throws: Refusal.wrongPhase(.selecting)) { try attempt.receive(.keep) }
    var givenUp = attempt
    try givenUp.receive(.returnedToShop)
    #expect(givenUp.checkout.phase == .cancelled(.buyer))
    try attempt.receive(.leave(change: .address))
    try attempt.receive(.returned(session: "s1"))
    try attempt.answer("read", .observed(.open(Attempt.tokyo)))
    #expect(attempt.phase == .reviewing)
    #expect(attempt.checkout.quote?.total == Attempt.total)
    // Later, in the console: the first selection still counts.
    try attempt.confirm()
    try attempt.answer("read", .observed(.open(seattle)))
    #expect(attempt.phase == .selecting)
    try attempt.receive(.keep)
    #expect(attempt.checkout.selection == Attempt.tokyo)
  }

  @Test("Another card on the payment page does not change the confirmed review")
  func otherCard() throws {
    let here = Selection(fingerprint: "a", destination: "tokyo", region: "東京都", country: "JP")
    let card = Selection(fingerprint: "b", destination: "tokyo", region: "東京都", country: "JP")
    var attempt = try Attempt()
    try attempt.goToReviewing(here)
    try attempt.confirm()
    try attempt.answer("read", .observed(.open(here)))
    try attempt.answer("authorize", .observed(.page))
    try attempt.receive(.returned(session: "s1"))
    try attempt.answer("settle", .observed(.open(card)))
    #expect(attempt.phase == .paying)
    #expect(attempt.checkout.agreed?.total == Attempt.total)
  }

  @Test("A foreign session does not stay attached, and the right one can be attached")
  func detachedSession() throws {
    var attempt = try Attempt()
    try attempt.receive(.returned(session: "s9"))
    #expect(attempt.phase == .selecting)
    try attempt.answer("read", .rejected(.foreignSession))
    #expect(attempt.checkout.session == nil)
    try attempt.receive(.returned(session: "s1"))
    try attempt.answer("read", .rejected(.notYet))
    #expect(attempt.checkout.session == "s1")
    try attempt.receive(.recheckRequested)
    try attempt.answer("read", .observed(.open(Attempt.tokyo)))
    #expect(attempt.phase == .reviewing)
  }
}
