import FerryCore
import FerryHTTP
import HTTPTypes
import SwedbankPay
import Testing

@Suite("Swedbank Pay accounts")
struct AccountTests {
  @Test("Each mode has its own API and payment pages")
  func defaults() throws {
    let test = try SwedbankPayAccount.sample()
    #expect(test.apiURL == "https://api.externalintegration.payex.com")
    #expect(
      test.payerURLs == [
        "https://ecom.externalintegration.payex.com", "https://ecom.externalintegration.swedbankpay.com",
      ])
    let live = try SwedbankPayAccount.sample(mode: .live)
    #expect(live.apiURL == "https://api.payex.com")
    #expect(live.payerURLs == ["https://ecom.payex.com", "https://ecom.swedbankpay.com"])
    #expect(try SwedbankPayAccount.sample(apiURL: "http://localhost:3085/").apiURL == "http://localhost:3085")
  }

  @Test(
    "A malformed address of the API is found",
    arguments: ["", "http://api.payex.com", "https://api.payex.com/psp", "x"])
  func apiURL(_ url: String) {
    let problems = #expect(throws: SwedbankPayAccountProblems.self) { try SwedbankPayAccount.sample(apiURL: url) }
    #expect(problems?.problems == [.apiURLMalformed])
  }

  @Test(
    "Test accounts do not pay at the live API or on live pages, nor live ones at those for tests, by neither name",
    arguments: [(Mode.test, Mode.live, ""), (.live, .test, ".externalintegration")], ["payex.com", "swedbankpay.com"])
  func otherMode(_ modes: (own: Mode, other: Mode, environment: String), _ name: String) {
    let problems = #expect(throws: SwedbankPayAccountProblems.self) {
      try SwedbankPayAccount.sample(
        mode: modes.own, apiURL: "https://api\(modes.environment).\(name)",
        payerURLs: ["https://pay.shop.example", "https://ecom\(modes.environment).\(name)"])
    }
    #expect(problems?.problems == [.apiURLOfOtherMode(modes.other), .payerURLOfOtherMode(modes.other)])
  }

  @Test(
    "Swedbank Pay's two names are one site, whichever the settings have",
    arguments: [
      (Mode.test, "externalintegration.payex.com", "externalintegration.swedbankpay.com"),
      (.test, "externalintegration.swedbankpay.com", "externalintegration.payex.com"),
      (.live, "payex.com", "swedbankpay.com"), (.live, "swedbankpay.com", "payex.com"),
    ])
  func bothNames(_ mode: Mode, _ name: String, _ otherName: String) throws {
    let account = try SwedbankPayAccount.sample(
      mode: mode, apiURL: "https://api.\(name)", payerURLs: ["https://ecom.\(name)"])
    #expect(account.apiURL == "https://api.\(name)")
    #expect(account.payerURLs == ["https://ecom.\(name)", "https://ecom.\(otherName)"])
    #expect(account.isPayerPage("https://ecom.\(otherName)/checkout/aa01"))
    let call = SwedbankPayCall(.capture, .post, "https://api.\(otherName)\(Answers.id)/captures", .v3_1)
    #expect(try account.seal(call, sessionID: .sample).request.authority == "api.\(otherName)")
    let question = try account.seal(.getPaymentOrder(.sample), sessionID: .sample)
    #expect(question.request.authority == "api.\(name)")
  }

  @Test("The other name of a site is not Swedbank Pay's beside a site of another's")
  func ownSites() throws {
    let account = try SwedbankPayAccount.sample(
      apiURL: "http://127.0.0.1:3085", payerURLs: ["https://ecom.payex.com.evil.example", "http://127.0.0.1:3086"])
    #expect(account.payerURLs == ["https://ecom.payex.com.evil.example", "http://127.0.0.1:3086"])
    for name in ["payex.com", "swedbankpay.com"] {
      let call = SwedbankPayCall(.abort, .patch, "https://api.externalintegration.\(name)\(Answers.id)", .v3_1)
      #expect(try refusedField { try account.seal(call, sessionID: .sample) } == "/href")
    }
  }

  @Test("All problems are reported together, without the token")
  func together() {
    let problems = #expect(throws: SwedbankPayAccountProblems.self) {
      try SwedbankPayAccount.sample(
        accessToken: "hidden token", payeeID: "5cabf558", userAgent: "shop", apiURL: "x",
        payerURLs: ["https://pay.shop.example", "javascript:"])
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
      "https://ecom.swedbankpay.com/checkout/aa01",
      "https://checkout.externalintegration.swedbankpay.com/checkout/aa01",
      "https://api.externalintegration.swedbankpay.com/checkout/aa01",
      "https://ecom.externalintegration.swedbankpay.com.evil.example/",
      "https://ecom.externalintegration.payex.com.evil.example/", "https://evil.example/checkout", "/checkout/aa01",
      "https://ecom.externalintegration.payex.com@evil.example/", "javascript:alert(1)", "",
    ] {
      #expect(!account.isPayerPage(address))
    }
  }
}
