import FerryCore
import Testing

@testable import FerryCheckout

@Suite("Round trips")
struct RoundTripsTests {
  private let now = Attempt.start

  private func roundTrips(bound: Bool = false) throws -> RoundTrips {
    var roundTrips = RoundTrips(nonce: "n")
    guard bound else { return roundTrips }
    roundTrips.issue("first", for: .select, at: now)
    _ = try roundTrips.spend("first", browser: nil, fresh: "jar", nonce: "m", mayRestart: false, at: now)
    return roundTrips
  }

  @Test("A ticket opens its own step, once, and binds the first browser")
  func once() throws {
    var roundTrips = try roundTrips()
    #expect(!roundTrips.isBound(to: nil))
    roundTrips.issue("t1", for: .select, at: now)
    roundTrips.issue("t2", for: .change(.address), at: now)
    let first = try roundTrips.spend("t2", browser: nil, fresh: "jar", nonce: "m", mayRestart: false, at: now)
    #expect(first.step == .change(.address))
    #expect(first.isFresh)
    #expect(roundTrips.isBound(to: "jar"))
    #expect(throws: RoundTrips.Refusal.ticket) {
      try roundTrips.spend("t2", browser: "jar", fresh: "new", nonce: "m", mayRestart: false, at: now)
    }
    let second = try roundTrips.spend("t1", browser: "jar", fresh: "new", nonce: "m", mayRestart: false, at: now)
    #expect(second.step == .select)
    #expect(!second.isFresh)
    #expect(roundTrips.binding == "jar")
    #expect(roundTrips.tickets.isEmpty)
  }

  @Test("A ticket lives for two minutes")
  func expiry() throws {
    var roundTrips = try roundTrips()
    roundTrips.issue("t", for: .pay, at: now)
    var late = roundTrips
    _ = try roundTrips.spend(
      "t", browser: nil, fresh: "jar", nonce: "m", mayRestart: false, at: now + .milliseconds(119_999))
    #expect(throws: RoundTrips.Refusal.ticket) {
      try late.spend("t", browser: nil, fresh: "jar", nonce: "m", mayRestart: false, at: now + .seconds(120))
    }
    #expect(late.binding == nil)
  }

  @Test("Another browser than the bound one opens nothing, and the ticket stays valid", arguments: [nil, "other", ""])
  func wrongBrowser(_ browser: String?) throws {
    var roundTrips = try roundTrips(bound: true)
    roundTrips.issue("t", for: .pay, at: now)
    let before = roundTrips
    #expect(throws: RoundTrips.Refusal.browser) {
      try roundTrips.spend("t", browser: browser, fresh: "new", nonce: "m", mayRestart: false, at: now)
    }
    #expect(roundTrips == before)
    #expect(!roundTrips.isBound(to: browser))
    #expect(
      try roundTrips.spend("t", browser: "jar", fresh: "new", nonce: "m", mayRestart: false, at: now).step == .pay)
  }

  @Test("A browser that was released makes room for another, unless its selection is still to be claimed")
  func released() throws {
    var roundTrips = try roundTrips(bound: true)
    roundTrips.comeBack("code", isSelection: true, at: now)
    let locked = roundTrips
    roundTrips.releaseBrowser()
    #expect(roundTrips == locked)
    _ = try roundTrips.claim("code", at: now)
    roundTrips.releaseBrowser()
    #expect(!roundTrips.isBound(to: "jar"))
    roundTrips.issue("t", for: .pay, at: now)
    let opened = try roundTrips.spend("t", browser: nil, fresh: "new", nonce: "m", mayRestart: false, at: now)
    #expect(opened == RoundTrips.Opening(step: .pay, isFresh: true, restarts: false))
    #expect(roundTrips.isBound(to: "new"))
    #expect(roundTrips.nonce == "n", "The provider already has the return URL.")
  }

  @Test(
    "If the caller allows a restart, another browser takes the place of the bound one",
    arguments: [nil, "other"])
  func restarts(_ browser: String?) throws {
    var roundTrips = try roundTrips(bound: true)
    roundTrips.issue("t", for: .select, at: now)
    let opened = try roundTrips.spend("t", browser: browser, fresh: "new", nonce: "m", mayRestart: true, at: now)
    #expect(opened.isFresh)
    #expect(opened.restarts)
    #expect(roundTrips.isBound(to: "new"))
    #expect(!roundTrips.isBound(to: "jar"))
    #expect(roundTrips.nonce == "m")
    #expect(roundTrips.formerNonce == "n")
    #expect(throws: RoundTrips.Refusal.ticket) {
      try roundTrips.spend("t", browser: browser, fresh: "newer", nonce: "m", mayRestart: true, at: now)
    }
  }

  @Test(
    "Only the first selection restarts in another browser",
    arguments: [.change(.address), .pay] as [RoundTrips.Step])
  func onlyTheFirst(_ step: RoundTrips.Step) throws {
    var roundTrips = try roundTrips(bound: true)
    roundTrips.issue("t", for: step, at: now)
    #expect(throws: RoundTrips.Refusal.browser) {
      try roundTrips.spend("t", browser: nil, fresh: "new", nonce: "m", mayRestart: true, at: now)
    }
    #expect(roundTrips.nonce == "n")
  }

  @Test("If the journey starts with the payment page, another ticket replaces a cookie that was never seen")
  func takesOver() throws {
    var roundTrips = RoundTrips(nonce: "n")
    for ticket in ["t1", "t2", "t3", "t4"] { roundTrips.issue(ticket, for: .pay, at: now) }
    func spend(_ ticket: String, _ jar: String?, fresh: String) throws -> RoundTrips.Opening {
      try roundTrips.spend(
        ticket, browser: jar, fresh: fresh, nonce: "m", mayRestart: false, mayTakeOver: true, at: now)
    }
    #expect(try spend("t1", nil, fresh: "lost") == RoundTrips.Opening(step: .pay, isFresh: true, restarts: false))
    // The spent ticket opens nothing in any browser.
    #expect(throws: RoundTrips.Refusal.ticket) { try spend("t1", nil, fresh: "thief") }
    #expect(try spend("t2", nil, fresh: "jar") == RoundTrips.Opening(step: .pay, isFresh: true, restarts: false))
    #expect(!roundTrips.isBound(to: "lost"))
    // The return URL has not changed: the provider already has it.
    #expect(roundTrips.nonce == "n")
    try roundTrips.recognise("jar")
    let before = roundTrips
    for jar in [nil, "lost", "other"] {
      #expect(throws: RoundTrips.Refusal.browser) {
        try roundTrips.spend(
          "t3", browser: jar, fresh: "new", nonce: "m", mayRestart: false, mayTakeOver: true, at: now)
      }
      #expect(throws: RoundTrips.Refusal.browser) { try roundTrips.recognise(jar) }
    }
    #expect(roundTrips == before)
    #expect(try !spend("t3", "jar", fresh: "new").isFresh)
  }

  @Test("A ticket that the bound browser has spent proves its cookie as a return does")
  func provenByTicket() throws {
    var roundTrips = RoundTrips(nonce: "n")
    for (ticket, jar) in [("t1", nil), ("t2", "jar")] {
      roundTrips.issue(ticket, for: .pay, at: now)
      _ = try roundTrips.spend(
        ticket, browser: jar, fresh: "jar", nonce: "m", mayRestart: false, mayTakeOver: true, at: now)
    }
    roundTrips.issue("t3", for: .pay, at: now)
    #expect(throws: RoundTrips.Refusal.browser) {
      try roundTrips.spend("t3", browser: nil, fresh: "x", nonce: "m", mayRestart: false, mayTakeOver: true, at: now)
    }
  }

  @Test(
    "Only the payment page is taken over, not a selection",
    arguments: [.select, .change(.address)] as [RoundTrips.Step])
  func takesOverPayOnly(_ step: RoundTrips.Step) throws {
    var roundTrips = try roundTrips(bound: true)
    roundTrips.issue("t", for: step, at: now)
    #expect(throws: RoundTrips.Refusal.browser) {
      try roundTrips.spend("t", browser: nil, fresh: "x", nonce: "m", mayRestart: false, mayTakeOver: true, at: now)
    }
  }

  @Test("The bound browser keeps its binding, also if another could take its place")
  func beginsAgain() throws {
    var roundTrips = try roundTrips(bound: true)
    roundTrips.issue("t", for: .select, at: now)
    let opened = try roundTrips.spend("t", browser: "jar", fresh: "new", nonce: "m", mayRestart: true, at: now)
    #expect(!opened.isFresh)
    #expect(roundTrips.isBound(to: "jar"))
  }

  @Test("No browser can return from a discarded round trip, and the bound browser may leave again")
  func discarded() throws {
    var roundTrips = try roundTrips(bound: true)
    roundTrips.comeBack("code", isSelection: true, at: now)
    roundTrips.issue("old", for: .change(.address), at: now)
    #expect(roundTrips.isLocked)
    roundTrips.discard(nonce: "m")
    #expect(roundTrips.nonce == "m")
    #expect(roundTrips.formerNonce == "n")
    #expect(roundTrips.tickets.isEmpty)
    #expect(!roundTrips.isLocked)
    #expect(!roundTrips.hasComeBack)
    #expect(throws: RoundTrips.Refusal.code) { try roundTrips.claim("code", at: now) }
    roundTrips.issue("t", for: .select, at: now)
    let opened = try roundTrips.spend("t", browser: "jar", fresh: "new", nonce: "k", mayRestart: true, at: now)
    #expect(opened == RoundTrips.Opening(step: .select, isFresh: false, restarts: false))
    #expect(roundTrips.nonce == "m")
    roundTrips.comeBack("second", isSelection: true, at: now)
    #expect(roundTrips.isLocked)
    #expect(throws: RoundTrips.Refusal.code) { try roundTrips.claim("code", at: now) }
    #expect(try roundTrips.claim("second", at: now))
  }

  @Test("A ticket that was never issued opens nothing, even in the right browser")
  func unknown() throws {
    var roundTrips = try roundTrips(bound: true)
    #expect(throws: RoundTrips.Refusal.ticket) {
      try roundTrips.spend("x", browser: "jar", fresh: "new", nonce: "m", mayRestart: false, at: now)
    }
    #expect(throws: RoundTrips.Refusal.ticket) {
      try roundTrips.spend("", browser: "jar", fresh: "new", nonce: "m", mayRestart: false, at: now)
    }
  }

  @Test("At most eight tickets are stored: older and expired ones are dropped")
  func limit() throws {
    var roundTrips = try roundTrips()
    for number in 1...9 { roundTrips.issue("t\(number)", for: .select, at: now) }
    #expect(roundTrips.tickets.map(\.digest) == (2...9).map { "t\($0)" })
    roundTrips.issue("later", for: .select, at: now + .seconds(120))
    #expect(roundTrips.tickets.map(\.digest) == ["later"])
  }
}
