import Configuration
import FerryCheckout
import FerryCore
import FerryModule
import FerryProvider
import FerryTesting
import GMOPaymentGateway
import GMOPaymentGatewayModule
import Testing

@Suite("Configuration of GMO Payment Gateway")
struct GMOSettingsTests {
  private static let test = [
    "SHOP_ID": "tshop00000001", "SHOP_PASS": "Kx7pQ2vW9z", "AMAZON_MERCHANT_ID": "A1B2C3D4E5F6G7",
    "AMAZON_STORE_ID": "amzn1.application-oa2-client.0123456789abcdef0123456789abcdef",
    "AMAZON_PUBLIC_KEY_ID": "SANDBOX-AAAAAAAAAAAAAAAAAAAAAAAA", "AMAZON_PRIVATE_KEY_FILE": "/key.pem",
  ]

  private static let live = test.merging([
    "SHOP_ID": "9101234567890", "AMAZON_PUBLIC_KEY_ID": "LIVE-EXAMPLEAAAA",
  ]) { $1 }

  private func read(
    _ changes: [String: String?] = [:], _ base: [String: String] = test, place: String = "TEST",
    beside: [String: String] = [:]
  ) throws(ConfigurationProblems) -> [GMOPaymentGatewayProvider] {
    let values = base.merging(changes.compactMapValues(\.self)) { $1 }.filter { changes[$0.key, default: ""] != nil }
    let variables = Dictionary(uniqueKeysWithValues: values.map { ("FERRY_GMO_PG_\(place)_\($0.key)", $0.value) })
      .merging(beside) { $1 }
    var settings = SettingsReader(
      ConfigReader(provider: EnvironmentVariablesProvider(environmentVariables: variables))
    ) { $0 == "/key.pem" ? Array(SigningTestKey.privateKey.utf8) : nil }
    let accounts = GMOPaymentGatewayRegistration.accounts(&settings)
    try settings.requireNoProblems()
    return accounts.compactMap { $0 as? GMOPaymentGatewayProvider }
  }

  private func problems(
    _ changes: [String: String?], _ base: [String: String] = test, place: String = "TEST",
    beside: [String: String] = [:]
  ) -> [ConfigurationProblems.Entry] {
    do {
      _ = try read(changes, base, place: place, beside: beside)
      return []
    } catch {
      return error.entries
    }
  }

  @Test("Every setting of the client has a field, which gets its problems")
  func fields() {
    let fields = Set(GMOPaymentGatewayRegistration.keys(.main, .test).map(\.name))
    #expect(fields.isSuperset(of: GMOSetting.allCases.map { "ferry.gmoPG.test.\($0.rawValue)" }))
  }

  @Test("An account needs the shop at GMO and the merchant at Amazon; everything else has a default")
  func usual() throws {
    let account = try #require(try read().first)
    #expect(account.id.provider == "gmo-pg" && account.id.mode == .test && account.name == "Amazon Pay (GMO)")
    #expect(account.shop.baseURL == "https://pt01.mul-pay.jp/payment" && account.shop.flavour == .idPass)
    #expect(!account.isSandbox && account.settlementReports == nil)
    var usual = GMOPaymentGatewayProvider.Options()
    usual.buttonImage = .drawing
    #expect(account.options == usual)
    let profile = account.profile
    #expect(profile.journey == .selectThenPay && profile.captures == .whole && !profile.settlesOnlyByUs)
    #expect(profile.sessionOrigin == .unproven(masksReview: false))
    #expect(account.references.length == 26)
    #expect(account.button?.script != nil)
    for fact in account.facts.values { #expect(!fact.contains("Kx7pQ2vW9z")) }
  }

  @Test("Facts that GMO does not publish are settings")
  func choices() throws {
    let account = try #require(
      try read([
        "BASE_URL": "https://gateway.example/pay/", "FLAVOUR": "json", "BODY_STYLE": "raw", "READS_SESSIONS": "yes",
        "START_TERM_SECONDS": "900", "GRACE_SECONDS": "0", "AUTHORIZATION_DAYS": "7", "PARTIAL_CAPTURE": "yes",
        "QUIET_SECONDS": "30,60", "NOTIFICATION_SOURCES": "210.197.108.196,210.175.7.0/24",
      ]).first)
    let options = account.options
    #expect(account.shop.baseURL == "https://gateway.example/pay")
    #expect(account.shop.flavour == .json && account.shop.bodyStyle == .raw)
    #expect(options.startTerm == .seconds(900) && options.grace == .zero)
    #expect(options.authorizationTerm == .seconds(7 * 86_400))
    #expect(options.quietSchedule == [.seconds(30), .seconds(60)])
    #expect(account.profile.captures == .once && account.profile.sessionOrigin == .proven)
    let rules = try #require(account.notificationRules)
    #expect(rules.allows("210.175.7.20") && !rules.allows("203.0.113.9"))
    #expect(try read(["MASKS_REVIEW": "yes"])[0].profile.sessionOrigin == .unproven(masksReview: true))
  }

  @Test(
    "Each wrong setting is named",
    arguments: [
      ("SHOP_ID", "tshop-1"), ("SHOP_ID", nil), ("SHOP_PASS", nil), ("SHOP_PASS", "pässword"),
      ("BASE_URL", "http://pt01.mul-pay.jp/payment"), ("BASE_URL", "https://p01.mul-pay.jp/payment"),
      ("FLAVOUR", "xml"), ("BODY_STYLE", "utf8"), ("AMAZON_MERCHANT_ID", nil), ("AMAZON_STORE_ID", "x"),
      ("AMAZON_PUBLIC_KEY_ID", "LIVE-A"), ("AMAZON_PRIVATE_KEY_FILE", nil),
      ("AMAZON_PRIVATE_KEY_FILE", "/other.pem"), ("AMAZON_PRIVATE_KEY_FILE", "-----BEGIN PRIVATE KEY-----"),
      ("READS_SESSIONS", "maybe"), ("MASKS_REVIEW", "1"), ("START_TERM_SECONDS", "59"),
      ("START_TERM_SECONDS", "86401"), ("GRACE_SECONDS", "-1"), ("AUTHORIZATION_DAYS", "0"),
      ("PARTIAL_CAPTURE", "sometimes"), ("QUIET_SECONDS", "60,30"), ("NOTIFICATION_SOURCES", "mul-pay.jp"),
    ] as [(String, String?)])
  func wrong(_ name: String, _ value: String?) {
    let found = problems([name: value])
    #expect(found.compactMap(\.variable) == ["FERRY_GMO_PG_TEST_\(name)"], "\(found)")
    for entry in found { #expect(!"\(entry)".contains("Kx7pQ2vW9z") && !"\(entry)".contains("pässword")) }
  }

  @Test("All problems are named together")
  func together() {
    let found = problems(["SHOP_ID": "", "SHOP_PASS": nil, "AMAZON_STORE_ID": "x", "FLAVOUR": "xml"])
    #expect(found.count == 4, "\(found)")
  }

  @Test("A review is masked only where sessions are not proved")
  func masked() {
    let found = problems(["READS_SESSIONS": "yes", "MASKS_REVIEW": "yes"])
    #expect(found.map(\.name) == ["ferry.gmoPG.test.masksReview"])
  }

  @Test("A sandbox needs Amazon's beside it, and is never in the place of live payments or beside them")
  func sandboxes() throws {
    let local = ["BASE_URL": "http://127.0.0.1:3081/payment", "AMAZON_SANDBOX_URL": "http://127.0.0.1:3081"]
    #expect(try read(local.mapValues(Optional.some)).first?.isSandbox == true)
    #expect(
      problems(["BASE_URL": "http://127.0.0.1:3081/payment"]).map(\.name) == ["ferry.gmoPG.test.amazonSandboxURL"])
    #expect(
      problems(["BASE_URL": "http://127.0.0.1:3081/payment"], Self.live, place: "LIVE").map(\.name)
        == ["ferry.gmoPG.live.baseURL"])
    #expect(try read([:], Self.live, place: "LIVE").first?.id.mode == .live)
    let live = Dictionary(uniqueKeysWithValues: Self.live.map { ("FERRY_GMO_PG_LIVE_\($0.key)", $0.value) })
    #expect(problems(local.mapValues(Optional.some), beside: live).map(\.name) == ["ferry.gmoPG.test.baseURL"])
  }

  @Test("A shop of the test environment does not take live payments")
  func testShop() {
    let found = problems(["SHOP_ID": "tshop00000001"], Self.live, place: "LIVE")
    #expect(found.map(\.name) == ["ferry.gmoPG.live.shopID"])
  }

  @Test("Further accounts have names")
  func names() throws {
    let accounts = try read(
      beside: ["FERRY_GMO_PG_ACCOUNTS": "kansai"].merging(
        Self.test.map { ("FERRY_GMO_PG_ACCOUNT_KANSAI_TEST_\($0.key)", $0.value) }
      ) { $1 })
    #expect(Set(accounts.map(\.id.account)) == [.main, "kansai"])
  }
}
