import FerryCheckout
import FerryCore
import Testing

@Suite("The installation of an app whose provider's SDK pays")
struct SDKBindingTests {
  private let now = Attempt.start

  /// The SDK was shown once for each code, and has spent it.
  private func bound(by codes: String...) throws -> RoundTrips {
    var roundTrips = RoundTrips(nonce: "n")
    for code in codes {
      roundTrips.issue(sdkCode: code, at: now)
      try roundTrips.bind(sdkCode: code, to: "app", at: now)
    }
    return roundTrips
  }

  @Test("The first installation that shows a code is bound; another one gets nothing by any code")
  func first() throws {
    var roundTrips = RoundTrips(nonce: "n")
    #expect(throws: RoundTrips.Refusal.code) { try roundTrips.bind(sdkCode: "one", to: "app", at: now) }
    roundTrips.issue(sdkCode: "one", at: now)
    roundTrips.issue(sdkCode: "two", at: now)
    #expect(!roundTrips.isBound(toInstallation: "app"))
    try roundTrips.bind(sdkCode: "one", to: "app", at: now)
    #expect(roundTrips.isBound(toInstallation: "app") && !roundTrips.isBound(toInstallation: "other"))
    for code in ["one", "two"] {
      #expect(throws: RoundTrips.Refusal.browser) { try roundTrips.bind(sdkCode: code, to: "other", at: now) }
    }
    #expect(throws: RoundTrips.Refusal.code) { try roundTrips.bind(sdkCode: "three", to: "app", at: now) }
  }

  @Test("A code that was not spent in its time binds nobody; a spent one is repeated at any time")
  func expiry() throws {
    var roundTrips = RoundTrips(nonce: "n")
    roundTrips.issue(sdkCode: "one", at: now)
    var late = roundTrips
    #expect(throws: RoundTrips.Refusal.code) {
      try late.bind(sdkCode: "one", to: "app", at: now + RoundTrips.sdkCodeLifetime)
    }
    try roundTrips.bind(sdkCode: "one", to: "app", at: now)
    try roundTrips.bind(sdkCode: "one", to: "app", at: now + .seconds(86_400))
  }

  @Test("A restored controller repeats the code of its own showing, also when the SDK was shown again since")
  func earlierShowings() throws {
    var roundTrips = try bound(by: "one", "two", "three", "four")
    let before = roundTrips
    for code in ["one", "two", "three", "four"] { try roundTrips.bind(sdkCode: code, to: "app", at: now) }
    #expect(roundTrips == before, "A repetition changes nothing.")
    for code in ["one", "four"] {
      #expect(throws: RoundTrips.Refusal.browser) { try roundTrips.bind(sdkCode: code, to: "other", at: now) }
    }
  }

  @Test("Four spent codes are kept, the newest")
  func mostCodes() throws {
    var roundTrips = try bound(by: "one", "two", "three", "four", "five")
    #expect(throws: RoundTrips.Refusal.code) { try roundTrips.bind(sdkCode: "one", to: "app", at: now) }
    for code in ["two", "three", "four", "five"] { try roundTrips.bind(sdkCode: code, to: "app", at: now) }
  }
}
