import FerryCore
import FerryHTTP
import SwedbankPay
import Testing

@Suite("Swedbank Pay accounts")
struct AccountTests {
  @Test("Each mode has its own API and payment pages")
  func defaults() throws {
    let test = try SwedbankPayAccount.sample()
    #expect(test.apiURL == "https://api.externalintegration.payex.com")
    #expect(test.payerURLs == ["https://ecom.externalintegration.payex.com"])
    let live = try SwedbankPayAccount.sample(mode: .live)
    #expect(live.apiURL == "https://api.payex.com")
    #expect(live.payerURLs == ["https://ecom.payex.com"])
    #expect(try SwedbankPayAccount.sample(apiURL: "http://localhost:3085/").apiURL == "http://localhost:3085")
  }

  @Test(
    "A malformed address of the API is found",
    arguments: ["", "http://api.payex.com", "https://api.payex.com/psp", "x"])
  func apiURL(_ url: String) {
    let problems = #expect(throws: SwedbankPayAccountProblems.self) { try SwedbankPayAccount.sample(apiURL: url) }
    #expect(problems?.problems == [.apiURLMalformed])
  }

  @Test("Test accounts do not pay at the live API, nor live ones at the test API")
  func otherMode() {
    for (mode, other) in [(Mode.test, Mode.live), (.live, .test)] {
      let problems = #expect(throws: SwedbankPayAccountProblems.self) {
        try SwedbankPayAccount.sample(mode: mode, apiURL: SwedbankPayAccount.defaultAPIURL(other))
      }
      #expect(problems?.problems == [.apiURLOfOtherMode(other)])
    }
  }

  @Test("All problems are reported together, without the token")
  func together() {
    let problems = #expect(throws: SwedbankPayAccountProblems.self) {
      try SwedbankPayAccount.sample(
        accessToken: "hidden token", payeeID: "5cabf558", userAgent: "shop", apiURL: "x",
        payerURLs: ["https://ecom.payex.com", "javascript:"])
    }
    #expect(
      problems?.problems == [
        .apiURLMalformed, .payerURLMalformed, .accessTokenMalformed, .payeeIDMalformed, .userAgentMalformed,
      ])
    #expect(problems?.description.contains("hidden") == false)
    let missing = #expect(throws: SwedbankPayAccountProblems.self) {
      try SwedbankPayAccount.sample(accessToken: "", payeeID: "", payerURLs: [])
    }
    #expect(missing?.problems == [.payerURLMalformed, .accessTokenMissing, .payeeIDMissing])
    #expect(Set((missing?.problems ?? []).map(\.setting)) == [.payerURLs, .accessToken, .payeeID])
  }

  @Test("Buyers see scripts and pages of Swedbank Pay's sites only")
  func payerPages() throws {
    let account = try SwedbankPayAccount.sample()
    #expect(account.isPayerPage(Answers.script))
    for address in [
      "https://ecom.payex.com/checkout/aa01", "http://ecom.externalintegration.payex.com/checkout/aa01",
      "https://ecom.externalintegration.payex.com.evil.example/", "https://evil.example/checkout", "/checkout/aa01",
      "https://ecom.externalintegration.payex.com@evil.example/", "javascript:alert(1)", "",
    ] {
      #expect(!account.isPayerPage(address))
    }
  }
}
