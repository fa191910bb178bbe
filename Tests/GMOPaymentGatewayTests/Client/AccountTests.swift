import FerryCore
import FerryHTTP
import GMOPaymentGateway
import Testing

@Suite("Accounts at GMO")
struct AccountTests {
  @Test("Without a base URL, an account has GMO's own address for its mode")
  func addresses() throws {
    #expect(try GMOAccount.sample().baseURL == "https://pt01.mul-pay.jp/payment")
    #expect(try GMOAccount.sample(mode: .live, shopID: "9101234567890").baseURL == "https://p01.mul-pay.jp/payment")
    #expect(
      try GMOAccount.sample(baseURL: "http://localhost:3083/payment//").baseURL == "http://localhost:3083/payment")
  }

  @Test("Each call has an address by its name and the flavour, and a search is always form-encoded")
  func urls() throws {
    let account = try GMOAccount.sample()
    let json = try GMOAccount.sample(flavour: .json)
    let base = "https://pt01.mul-pay.jp/payment"
    #expect(account.url(of: try .sampleEntry()) == "\(base)/EntryTranAmazonpay.idPass")
    #expect(account.url(of: try .sampleExec()) == "\(base)/ExecTranAmazonpay.idPass")
    #expect(account.url(of: .change) == "\(base)/AmazonpayChange.idPass")
    #expect(json.url(of: try .sampleSales()) == "\(base)/AmazonpaySales.json")
    #expect(json.url(of: try .sampleCancel()) == "\(base)/AmazonpayCancel.json")
    #expect(json.url(of: try .sampleAddress()) == "\(base)/SearchAddressAmazonpay.json")
    #expect(json.url(of: try .sampleSearch()) == "\(base)/SearchTradeMulti.idPass")
  }

  private func problems(_ make: () throws -> GMOAccount) -> [GMOAccountProblem]? {
    #expect(throws: GMOAccountProblems.self) { try make() }?.problems
  }

  @Test(
    "Every problem of the base URL is found",
    arguments: [
      ("", GMOAccountProblem.baseURLMalformed), ("http://pt01.mul-pay.jp/payment", .baseURLMalformed),
      ("https://pt01.mul-pay.jp/payment?a=b", .baseURLMalformed),
      ("https://a@pt01.mul-pay.jp/payment", .baseURLMalformed),
      ("https://p01.mul-pay.jp/payment", .baseURLOfOtherMode(.live)),
      ("https://P01.mul-pay.jp:443/", .baseURLOfOtherMode(.live)),
    ])
  func baseURLs(_ url: String, _ problem: GMOAccountProblem) {
    #expect(problems { try .sample(baseURL: url) } == [problem])
    #expect(problem.setting == .baseURL)
  }

  @Test("A live account has neither the address nor a shop of the test environment")
  func live() {
    #expect(problems { try .sample(mode: .live) } == [.shopIDOfTests])
    #expect(
      problems { try .sample(mode: .live, baseURL: "https://pt01.mul-pay.jp/payment", shopID: "9101234567890") }
        == [.baseURLOfOtherMode(.test)])
  }

  @Test("Lengths and alphabets of ShopID and ShopPass are checked")
  func credentials() throws {
    _ = try GMOAccount.sample(shopID: String(repeating: "a", count: 13), shopPass: String(repeating: "b", count: 64))
    for shopID in [String(repeating: "a", count: 14), "tshop-1", "tshop 1", "ｔshop", "tshop1\n"] {
      #expect(problems { try .sample(shopID: shopID) } == [.shopIDMalformed])
    }
    for pass in [String(repeating: "b", count: 65), "pass-1", "pass ", "パス"] {
      #expect(problems { try .sample(shopPass: pass) } == [.shopPassMalformed])
    }
  }

  @Test("All problems are reported together, without the password")
  func together() {
    let problems = #expect(throws: GMOAccountProblems.self) {
      try GMOAccount.sample(baseURL: "x", shopID: "tshop-1", shopPass: "hidden ")
    }
    #expect(problems?.problems == [.baseURLMalformed, .shopIDMalformed, .shopPassMalformed])
    #expect(problems?.problems.map(\.setting) == [.baseURL, .shopID, .shopPass])
    #expect(problems?.description.contains("hidden") == false)
    #expect(self.problems { try .sample(shopID: "", shopPass: "") } == [.shopIDMissing, .shopPassMissing])
  }

  @Test("The buyer's browser posts to pages of the account's own place only")
  func starts() throws {
    let account = try GMOAccount.sample()
    #expect(account.mayStart(at: "https://pt01.mul-pay.jp/payment/AmazonpayStart.idPass"))
    for address in [
      "https://p01.mul-pay.jp/payment/AmazonpayStart.idPass", "http://pt01.mul-pay.jp/payment/AmazonpayStart.idPass",
      "https://pt01.mul-pay.jp:8443/", "https://pt01.mul-pay.jp.evil.example/", "https://mul-pay-jp/",
      "https://evil.mul-pay/jp/",
      "https://mul-pay@jp/", "https://mul-payxjp/", "https://pt01.mul-pay.jp@evil.example/", "https://x.mul-pay.jp/",
      "javascript:alert(1)", "//pt01.mul-pay.jp/", "/payment/AmazonpayStart.idPass", "",
    ] {
      #expect(!account.mayStart(at: address), "\(address)")
    }
    #expect(try GMOAccount.sample(baseURL: "http://127.0.0.1:3083/payment").mayStart(at: "http://127.0.0.1:3083/x"))
  }
}
