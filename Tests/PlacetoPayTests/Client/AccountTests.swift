import FerryCore
import FerryHTTP
import PlacetoPay
import Testing

@Suite("PlacetoPay accounts")
struct AccountTests {
  @Test("Every instance has an address for production, and every address leads back to an instance")
  func directory() throws {
    for instance in PlacetoPayInstance.allCases {
      #expect(instance.baseURL(.production) != nil)
      for environment in PlacetoPayEnvironment.allCases {
        guard let url = instance.baseURL(environment) else { continue }
        let account = try PlacetoPayAccount.sample(mode: environment.mode, baseURL: url)
        #expect(account.baseURL == url)
        #expect(account.instance?.baseURL(environment) == url)
      }
    }
    #expect(PlacetoPayInstance.chileGetnet.baseURL(.acceptance) == "https://checkout.uat.getnet.cl")
    #expect(PlacetoPayInstance.global.baseURL(.acceptance) == nil)
    #expect(try PlacetoPayAccount.sample(baseURL: "http://localhost:3082/").instance == nil)
  }

  @Test(
    "Every problem of the settings is found",
    arguments: [
      ("", PlacetoPayAccountProblem.baseURLMalformed), ("http://checkout.placetopay.com", .baseURLMalformed),
      ("https://checkout.placetopay.com/?a=b", .baseURLMalformed),
      ("https://user@checkout.placetopay.com", .baseURLMalformed),
      ("https://checkout.placetopay.com", .baseURLOfOtherMode(.production)),
    ])
  func baseURLs(_ url: String, _ problem: PlacetoPayAccountProblem) {
    let problems = #expect(throws: PlacetoPayAccountProblems.self) { try PlacetoPayAccount.sample(baseURL: url) }
    #expect(problems?.problems == [problem])
    #expect(problem.setting == .baseURL)
  }

  @Test("A live account does not pay at a test environment")
  func testForLive() {
    let problems = #expect(throws: PlacetoPayAccountProblems.self) { try PlacetoPayAccount.sample(mode: .live) }
    #expect(problems?.problems == [.baseURLOfOtherMode(.test)])
  }

  @Test("All problems are reported together, without the secret")
  func together() {
    let problems = #expect(throws: PlacetoPayAccountProblems.self) {
      try PlacetoPayAccount.sample(baseURL: "x", login: String(repeating: "l", count: 33), secretKey: "hidden ")
    }
    #expect(problems?.problems == [.baseURLMalformed, .loginMalformed, .secretKeyMalformed])
    #expect(problems?.description.contains("hidden") == false)
    let missing = #expect(throws: PlacetoPayAccountProblems.self) {
      try PlacetoPayAccount.sample(login: "", secretKey: "")
    }
    #expect(missing?.problems == [.loginMissing, .secretKeyMissing])
  }

  @Test("Buyers are sent to pages of the account's own place only")
  func redirects() throws {
    let account = try PlacetoPayAccount.sample()
    #expect(account.mayRedirect(to: "https://checkout-test.placetopay.com/spa/session/1/abc"))
    for address in [
      "https://checkout.placetopay.com/spa/session/1/abc", "http://checkout-test.placetopay.com/spa/session/1/abc",
      "https://checkout-test.placetopay.com:8443/", "https://checkout-test.placetopay.com.evil.example/",
      "https://checkout-test.placetopay.com@evil.example/", "javascript:alert(1)", "/spa/session/1/abc", "",
    ] {
      #expect(!account.mayRedirect(to: address))
    }
  }
}
