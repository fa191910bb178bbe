import FerryCore
import Testing

@testable import FerryCheckout

@Suite("The return from the provider")
struct ReturnTests {
  private let now = Attempt.start

  /// The buyer has left to select, in a browser whose cookie is "jar".
  private func departed() throws -> RoundTrips {
    var roundTrips = RoundTrips(nonce: "n")
    try depart(&roundTrips, .select)
    return roundTrips
  }

  private func depart(_ roundTrips: inout RoundTrips, _ step: RoundTrips.Step?, in jar: String? = "jar") throws {
    roundTrips.issue("ticket", for: step, at: now)
    _ = try roundTrips.spend("ticket", browser: jar, fresh: "jar", nonce: "m", mayRestart: false, at: now)
  }

  @Test("A returned selection is locked until it is claimed with its code, and may be claimed again")
  func lock() throws {
    var roundTrips = try departed()
    #expect(!roundTrips.isLocked)
    roundTrips.comeBack("c1", isSelection: true, at: now)
    #expect(roundTrips.isLocked)
    #expect(throws: RoundTrips.Refusal.code) { try roundTrips.claim("c2", at: now) }
    #expect(roundTrips.isLocked)
    #expect(try roundTrips.claim("c1", at: now))
    #expect(!roundTrips.isLocked)
    #expect(try !roundTrips.claim("c1", at: now))
    // The return page is loaded again: it brings nothing new.
    roundTrips.comeBack("c3", isSelection: true, at: now)
    #expect(!roundTrips.isLocked)
  }

  @Test("Each round trip has codes of its own: an earlier code does not claim a later round trip")
  func returns() throws {
    var roundTrips = try departed()
    roundTrips.comeBack("c1", isSelection: true, at: now)
    _ = try roundTrips.claim("c1", at: now)
    try depart(&roundTrips, .change(.address))
    roundTrips.comeBack("c2", isSelection: true, at: now)
    #expect(throws: RoundTrips.Refusal.code) { try roundTrips.claim("c1", at: now) }
    #expect(roundTrips.isLocked)
    #expect(try roundTrips.claim("c2", at: now))
  }

  @Test("A selection stays locked when its browser leaves once more, and when it gets the return page")
  func leavingLocked() throws {
    var roundTrips = try departed()
    roundTrips.comeBack("c1", isSelection: true, at: now)
    try depart(&roundTrips, nil)
    #expect(roundTrips.isLocked)
    roundTrips.comeBack("c2", isSelection: false, at: now)
    #expect(roundTrips.isLocked)
    try depart(&roundTrips, .select)
    #expect(roundTrips.isLocked)
    #expect(throws: RoundTrips.Refusal.code) { try roundTrips.claim("c2", at: now) }
  }

  @Test("A code expires after ten minutes, and only the latest four are valid")
  func codes() throws {
    var roundTrips = try departed()
    for number in 1...5 { roundTrips.comeBack("c\(number)", isSelection: true, at: now) }
    #expect(throws: RoundTrips.Refusal.code) { try roundTrips.claim("c1", at: now) }
    var late = roundTrips
    #expect(throws: RoundTrips.Refusal.code) { try late.claim("c2", at: now + .seconds(600)) }
    #expect(try roundTrips.claim("c2", at: now + .milliseconds(599_999)))
  }

  @Test("A change that the buyer has left needs no claim, and a returned selection cannot be left")
  func keep() throws {
    var roundTrips = try departed()
    roundTrips.comeBack("c1", isSelection: true, at: now)
    var locked = roundTrips
    locked.keep()
    #expect(locked.isLocked)
    _ = try roundTrips.claim("c1", at: now)
    try depart(&roundTrips, .change(.payment))
    roundTrips.keep()
    roundTrips.comeBack("c2", isSelection: true, at: now)
    #expect(!roundTrips.isLocked)
  }

  @Test("A restart in another browser discards codes and claims, and locks the selection that comes back there")
  func restart() throws {
    var roundTrips = try departed()
    roundTrips.comeBack("c1", isSelection: true, at: now)
    roundTrips.issue("other", for: nil, at: now)
    let opening = try roundTrips.spend("other", browser: nil, fresh: "new", nonce: "m", mayRestart: true, at: now)
    #expect(opening == RoundTrips.Opening(step: .select, isFresh: true, restarts: true))
    #expect(!roundTrips.isLocked)
    #expect(throws: RoundTrips.Refusal.code) { try roundTrips.claim("c1", at: now) }
    roundTrips.comeBack("c2", isSelection: true, at: now)
    #expect(roundTrips.isLocked)
    #expect(throws: RoundTrips.Refusal.code) { try roundTrips.claim("c1", at: now) }
  }

  @Test("Only the bound browser gets the return page")
  func wayBack() throws {
    var roundTrips = RoundTrips(nonce: "n")
    #expect(throws: RoundTrips.Refusal.browser) { try depart(&roundTrips, nil, in: nil) }
    roundTrips = try departed()
    for jar in [nil, "other"] {
      #expect(throws: RoundTrips.Refusal.browser) { try depart(&roundTrips, nil, in: jar) }
    }
    try depart(&roundTrips, nil)
  }

  @Test("Only the four newest tokens are valid")
  func tokens() {
    var roundTrips = RoundTrips(nonce: "n")
    for number in 1...5 { roundTrips.issue(clientToken: "t\(number)") }
    let known = (1...6).filter { roundTrips.knows(clientToken: "t\($0)") == true }
    #expect(known == [2, 3, 4, 5])
  }
}
