import FerryCheckout
import FerryCore
import Testing

@Suite("The legs of a crossing")
struct LegsTests {
  private let now = Attempt.start

  /// Has left for a choice, in a browser whose cookie is "jar".
  private func departed() throws -> Crossing {
    var crossing = Crossing(nonce: "n")
    try depart(&crossing, .select)
    return crossing
  }

  private func depart(_ crossing: inout Crossing, _ step: Crossing.Step?, in jar: String? = "jar") throws {
    crossing.issue("ticket", for: step, at: now)
    _ = try crossing.spend("ticket", browser: jar, fresh: "jar", nonce: "m", mayStartAnew: false, at: now)
  }

  @Test("A choice that has come back is locked until its code is shown, and can be shown again")
  func lock() throws {
    var crossing = try departed()
    #expect(!crossing.isLocked)
    crossing.comeBack("c1", isChoice: true, at: now)
    #expect(crossing.isLocked)
    #expect(throws: Crossing.Refusal.code) { try crossing.claim("c2", at: now) }
    #expect(crossing.isLocked)
    #expect(try crossing.claim("c1", at: now))
    #expect(!crossing.isLocked)
    #expect(try !crossing.claim("c1", at: now))
    // The return's page is loaded again: nothing new has come back.
    crossing.comeBack("c3", isChoice: true, at: now)
    #expect(!crossing.isLocked)
  }

  @Test("Each leg has codes of its own: an earlier one opens no later one")
  func legs() throws {
    var crossing = try departed()
    crossing.comeBack("c1", isChoice: true, at: now)
    _ = try crossing.claim("c1", at: now)
    try depart(&crossing, .change(.address))
    crossing.comeBack("c2", isChoice: true, at: now)
    #expect(throws: Crossing.Refusal.code) { try crossing.claim("c1", at: now) }
    #expect(crossing.isLocked)
    #expect(try crossing.claim("c2", at: now))
  }

  @Test("A choice stays locked when its browser leaves once more, and when it is shown the way back")
  func leavingLocked() throws {
    var crossing = try departed()
    crossing.comeBack("c1", isChoice: true, at: now)
    try depart(&crossing, nil)
    #expect(crossing.isLocked)
    crossing.comeBack("c2", isChoice: false, at: now)
    #expect(crossing.isLocked)
    try depart(&crossing, .select)
    #expect(crossing.isLocked)
    #expect(throws: Crossing.Refusal.code) { try crossing.claim("c2", at: now) }
  }

  @Test("A code is good for ten minutes, and of many only the latest four are")
  func codes() throws {
    var crossing = try departed()
    for number in 1...5 { crossing.comeBack("c\(number)", isChoice: true, at: now) }
    #expect(throws: Crossing.Refusal.code) { try crossing.claim("c1", at: now) }
    var late = crossing
    #expect(throws: Crossing.Refusal.code) { try late.claim("c2", at: now + .seconds(600)) }
    #expect(try crossing.claim("c2", at: now + .milliseconds(599_999)))
  }

  @Test("A change that was left needs no claim, and a choice that has come back cannot be left")
  func keep() throws {
    var crossing = try departed()
    crossing.comeBack("c1", isChoice: true, at: now)
    var locked = crossing
    locked.keep()
    #expect(locked.isLocked)
    _ = try crossing.claim("c1", at: now)
    try depart(&crossing, .change(.payment))
    crossing.keep()
    crossing.comeBack("c2", isChoice: true, at: now)
    #expect(!crossing.isLocked)
  }

  @Test("Beginning anew in another browser forgets codes and claims, and what comes back there is locked")
  func anew() throws {
    var crossing = try departed()
    crossing.comeBack("c1", isChoice: true, at: now)
    crossing.issue("other", for: nil, at: now)
    let opening = try crossing.spend("other", browser: nil, fresh: "new", nonce: "m", mayStartAnew: true, at: now)
    #expect(opening == Crossing.Opening(step: .select, isFresh: true, startsAnew: true))
    #expect(!crossing.isLocked)
    #expect(throws: Crossing.Refusal.code) { try crossing.claim("c1", at: now) }
    crossing.comeBack("c2", isChoice: true, at: now)
    #expect(crossing.isLocked)
    #expect(throws: Crossing.Refusal.code) { try crossing.claim("c1", at: now) }
  }

  @Test("The way back is shown to the bound browser alone")
  func wayBack() throws {
    var crossing = Crossing(nonce: "n")
    #expect(throws: Crossing.Refusal.browser) { try depart(&crossing, nil, in: nil) }
    crossing = try departed()
    for jar in [nil, "other"] {
      #expect(throws: Crossing.Refusal.browser) { try depart(&crossing, nil, in: jar) }
    }
    try depart(&crossing, nil)
  }

  @Test("The four newest tokens are known, and no other")
  func tokens() {
    var crossing = Crossing(nonce: "n")
    for number in 1...5 { crossing.issue(clientToken: "t\(number)") }
    let known = (1...6).filter { crossing.legs?.knows(clientToken: "t\($0)") == true }
    #expect(known == [2, 3, 4, 5])
  }

  @Test("A checkout that was stored without legs goes on without locks, and gives no codes and tokens")
  func without() throws {
    var crossing = Crossing(nonce: "n", legs: nil)
    crossing.issue(clientToken: "t")
    try depart(&crossing, .select)
    crossing.comeBack("c", isChoice: true, at: now)
    #expect(crossing.legs == nil)
    #expect(!crossing.isLocked)
    #expect(throws: Crossing.Refusal.code) { try crossing.claim("c", at: now) }
  }
}
