import FerryCheckout
import FerryCore
import Testing

@Suite("The crossing")
struct CrossingTests {
  private let now = Attempt.start

  private func crossing(bound: Bool = false) throws -> Crossing {
    var crossing = Crossing(nonce: "n")
    guard bound else { return crossing }
    crossing.issue("first", for: .select, at: now)
    _ = try crossing.spend("first", browser: nil, fresh: "jar", nonce: "m", mayStartAnew: false, at: now)
    return crossing
  }

  @Test("A ticket opens its own step, once, and binds the first browser")
  func once() throws {
    var crossing = try crossing()
    #expect(!crossing.isBound(to: nil))
    crossing.issue("t1", for: .select, at: now)
    crossing.issue("t2", for: .change(.address), at: now)
    let first = try crossing.spend("t2", browser: nil, fresh: "jar", nonce: "m", mayStartAnew: false, at: now)
    #expect(first.step == .change(.address))
    #expect(first.isFresh)
    #expect(crossing.isBound(to: "jar"))
    #expect(throws: Crossing.Refusal.ticket) {
      try crossing.spend("t2", browser: "jar", fresh: "new", nonce: "m", mayStartAnew: false, at: now)
    }
    let second = try crossing.spend("t1", browser: "jar", fresh: "new", nonce: "m", mayStartAnew: false, at: now)
    #expect(second.step == .select)
    #expect(!second.isFresh)
    #expect(crossing.binding == "jar")
    #expect(crossing.tickets.isEmpty)
  }

  @Test("A ticket lives for two minutes")
  func expiry() throws {
    var crossing = try crossing()
    crossing.issue("t", for: .pay, at: now)
    var late = crossing
    _ = try crossing.spend(
      "t", browser: nil, fresh: "jar", nonce: "m", mayStartAnew: false, at: now + .milliseconds(119_999))
    #expect(throws: Crossing.Refusal.ticket) {
      try late.spend("t", browser: nil, fresh: "jar", nonce: "m", mayStartAnew: false, at: now + .seconds(120))
    }
    #expect(late.binding == nil)
  }

  @Test("Another browser than the bound one opens nothing and leaves the ticket good", arguments: [nil, "other", ""])
  func wrongBrowser(_ browser: String?) throws {
    var crossing = try crossing(bound: true)
    crossing.issue("t", for: .pay, at: now)
    let before = crossing
    #expect(throws: Crossing.Refusal.browser) {
      try crossing.spend("t", browser: browser, fresh: "new", nonce: "m", mayStartAnew: false, at: now)
    }
    #expect(crossing == before)
    #expect(!crossing.isBound(to: browser))
    #expect(
      try crossing.spend("t", browser: "jar", fresh: "new", nonce: "m", mayStartAnew: false, at: now).step == .pay)
  }

  @Test(
    "Where nothing has come of the beginning, another browser may begin in the first one's place",
    arguments: [nil, "other"])
  func startsAnew(_ browser: String?) throws {
    var crossing = try crossing(bound: true)
    crossing.issue("t", for: .select, at: now)
    let opened = try crossing.spend("t", browser: browser, fresh: "new", nonce: "m", mayStartAnew: true, at: now)
    #expect(opened.isFresh)
    #expect(opened.startsAnew)
    #expect(crossing.isBound(to: "new"))
    #expect(!crossing.isBound(to: "jar"))
    #expect(crossing.nonce == "m")
    #expect(crossing.formerNonce == "n")
    #expect(throws: Crossing.Refusal.ticket) {
      try crossing.spend("t", browser: browser, fresh: "newer", nonce: "m", mayStartAnew: true, at: now)
    }
  }

  @Test(
    "Only the first selection begins anew in another browser", arguments: [.change(.address), .pay] as [Crossing.Step])
  func onlyTheFirst(_ step: Crossing.Step) throws {
    var crossing = try crossing(bound: true)
    crossing.issue("t", for: step, at: now)
    #expect(throws: Crossing.Refusal.browser) {
      try crossing.spend("t", browser: nil, fresh: "new", nonce: "m", mayStartAnew: true, at: now)
    }
    #expect(crossing.nonce == "n")
  }

  @Test("Where the journey begins with the payment page, another ticket replaces a cookie that was never seen")
  func takesOver() throws {
    var crossing = Crossing(nonce: "n")
    for ticket in ["t1", "t2", "t3", "t4"] { crossing.issue(ticket, for: .pay, at: now) }
    func spend(_ ticket: String, _ jar: String?, fresh: String) throws -> Crossing.Opening {
      try crossing.spend(
        ticket, browser: jar, fresh: fresh, nonce: "m", mayStartAnew: false, mayTakeOver: true, at: now)
    }
    #expect(try spend("t1", nil, fresh: "lost") == Crossing.Opening(step: .pay, isFresh: true, startsAnew: false))
    // The spent ticket opens nothing, whoever comes with it.
    #expect(throws: Crossing.Refusal.ticket) { try spend("t1", nil, fresh: "thief") }
    #expect(try spend("t2", nil, fresh: "jar") == Crossing.Opening(step: .pay, isFresh: true, startsAnew: false))
    #expect(!crossing.isBound(to: "lost"))
    // Where the provider leads back to has not changed: it has been told already.
    #expect(crossing.nonce == "n")
    try crossing.recognise("jar")
    let before = crossing
    for jar in [nil, "lost", "other"] {
      #expect(throws: Crossing.Refusal.browser) {
        try crossing.spend(
          "t3", browser: jar, fresh: "new", nonce: "m", mayStartAnew: false, mayTakeOver: true, at: now)
      }
      #expect(throws: Crossing.Refusal.browser) { try crossing.recognise(jar) }
    }
    #expect(crossing == before)
    #expect(try !spend("t3", "jar", fresh: "new").isFresh)
  }

  @Test("A ticket that the bound browser has spent proves its cookie as a return does")
  func provenByTicket() throws {
    var crossing = Crossing(nonce: "n")
    for (ticket, jar) in [("t1", nil), ("t2", "jar")] {
      crossing.issue(ticket, for: .pay, at: now)
      _ = try crossing.spend(
        ticket, browser: jar, fresh: "jar", nonce: "m", mayStartAnew: false, mayTakeOver: true, at: now)
    }
    crossing.issue("t3", for: .pay, at: now)
    #expect(throws: Crossing.Refusal.browser) {
      try crossing.spend("t3", browser: nil, fresh: "x", nonce: "m", mayStartAnew: false, mayTakeOver: true, at: now)
    }
  }

  @Test(
    "Only the payment page is taken over, not a choice", arguments: [.select, .change(.address)] as [Crossing.Step])
  func takesOverPayOnly(_ step: Crossing.Step) throws {
    var crossing = try crossing(bound: true)
    crossing.issue("t", for: step, at: now)
    #expect(throws: Crossing.Refusal.browser) {
      try crossing.spend("t", browser: nil, fresh: "x", nonce: "m", mayStartAnew: false, mayTakeOver: true, at: now)
    }
  }

  @Test("The browser that began keeps its binding, also where another might begin")
  func beginsAgain() throws {
    var crossing = try crossing(bound: true)
    crossing.issue("t", for: .select, at: now)
    let opened = try crossing.spend("t", browser: "jar", fresh: "new", nonce: "m", mayStartAnew: true, at: now)
    #expect(!opened.isFresh)
    #expect(crossing.isBound(to: "jar"))
  }

  @Test("Disowned, a way to the provider leads nobody back, and the bound browser may leave again")
  func disowned() throws {
    var crossing = try crossing(bound: true)
    crossing.comeBack("code", isChoice: true, at: now)
    crossing.issue("old", for: .change(.address), at: now)
    #expect(crossing.isLocked)
    crossing.disown(nonce: "m")
    #expect(crossing.nonce == "m")
    #expect(crossing.formerNonce == "n")
    #expect(crossing.tickets.isEmpty)
    #expect(!crossing.isLocked)
    #expect(!crossing.hasComeBack)
    #expect(throws: Crossing.Refusal.code) { try crossing.claim("code", at: now) }
    crossing.issue("t", for: .select, at: now)
    let opened = try crossing.spend("t", browser: "jar", fresh: "new", nonce: "k", mayStartAnew: true, at: now)
    #expect(opened == Crossing.Opening(step: .select, isFresh: false, startsAnew: false))
    #expect(crossing.nonce == "m")
    crossing.comeBack("second", isChoice: true, at: now)
    #expect(crossing.isLocked)
    #expect(throws: Crossing.Refusal.code) { try crossing.claim("code", at: now) }
    #expect(try crossing.claim("second", at: now))
  }

  @Test("A ticket that was never issued opens nothing, even in the right browser")
  func unknown() throws {
    var crossing = try crossing(bound: true)
    #expect(throws: Crossing.Refusal.ticket) {
      try crossing.spend("x", browser: "jar", fresh: "new", nonce: "m", mayStartAnew: false, at: now)
    }
    #expect(throws: Crossing.Refusal.ticket) {
      try crossing.spend("", browser: "jar", fresh: "new", nonce: "m", mayStartAnew: false, at: now)
    }
  }

  @Test("Tickets do not pile up: the oldest of more than eight, and the expired, are dropped")
  func limit() throws {
    var crossing = try crossing()
    for number in 1...9 { crossing.issue("t\(number)", for: .select, at: now) }
    #expect(crossing.tickets.map(\.digest) == (2...9).map { "t\($0)" })
    crossing.issue("later", for: .select, at: now + .seconds(120))
    #expect(crossing.tickets.map(\.digest) == ["later"])
  }
}
