import Configuration
import FerryCheckout
import FerryCore
import FerryModule
import FerryProvider
import SwedbankPay
import SwedbankPayModule
import Testing

@Suite("Configuration of Swedbank Pay")
struct SwedbankPaySettingsTests {
  private static let test = [
    "PAYEE_ID": "5cabf558-5283-482f-b252-4d58e06f6f3b", "ACCESS_TOKEN": "Z9y8X7w6V5u4T3s2",
  ]

  private func read(
    _ changes: [String: String?] = [:], mode: String = "TEST", file: [UInt8]? = nil
  ) throws(ConfigurationProblems) -> [SwedbankPayProvider] {
    let values = Self.test.merging(changes.compactMapValues(\.self)) { $1 }.filter {
      changes[$0.key, default: ""] != nil
    }
    let variables = Dictionary(uniqueKeysWithValues: values.map { ("FERRY_SWEDBANK_PAY_\(mode)_\($0.key)", $0.value) })
    var settings = SettingsReader(ConfigReader(provider: EnvironmentVariablesProvider(environmentVariables: variables)))
    {
      $0 == "/file" ? file : nil
    }
    let accounts = SwedbankPayRegistration.accounts(&settings)
    try settings.requireNoProblems()
    return accounts.compactMap { $0 as? SwedbankPayProvider }
  }

  private func problems(
    _ changes: [String: String?], mode: String = "TEST", file: [UInt8]? = nil
  ) -> [ConfigurationProblems.Entry] {
    do {
      _ = try read(changes, mode: mode, file: file)
      return []
    } catch {
      return error.entries
    }
  }

  @Test("Every setting of the client has a field, which gets its problems")
  func fields() {
    let fields = Set(SwedbankPayRegistration.keys(.main, .test).map(\.name))
    // Ferry names the merchant's system itself.
    let settings = SwedbankPaySetting.allCases.filter { $0 != .userAgent }
    #expect(fields.isSuperset(of: settings.map { "ferry.swedbankPay.test.\($0.rawValue)" }))
  }

  @Test("An account needs payee and access token; the rest has its usual value")
  func usual() throws {
    let account = try #require(try read().first)
    #expect(account.id == ProviderAccountID(provider: "swedbank-pay", mode: .test))
    #expect(account.name == "Swedbank Pay" && !account.isSandbox && account.button == nil)
    #expect(
      account.facts == [
        "endpoint": "https://api.externalintegration.payex.com", "payee": "5cabf558-5283-482f-b252-4d58e06f6f3b",
      ])
    #expect(account.provider.references == .alphanumeric(30))
    let profile = account.provider.profile
    #expect(profile.journey == .pay && profile.canCancelSession && profile.captures == .several)
    #expect(profile.lifetime == .seconds(45 * 60) && profile.decisionTime == .seconds(7 * 86_400))
    #expect(Set(account.options.currencies.map(\.code)) == ["SEK", "NOK", "DKK", "EUR"])
    let live = try #require(try read(mode: "LIVE").first)
    #expect(live.merchant.apiURL == "https://api.payex.com" && live.id.mode == .live)
    #expect(live.merchant.payerURLs == ["https://ecom.payex.com", "https://ecom.swedbankpay.com"])
    #expect(account.domainFile == nil)
    #expect(
      problems(Self.test.mapValues { _ in nil }.merging(["CURRENCIES": "SEK"]) { $1 }).map(\.name).sorted()
        == ["accessToken", "payeeID"].map { "ferry.swedbankPay.test.\($0)" })
  }

  @Test("The other settings have their effect")
  func others() throws {
    let account = try #require(
      try read([
        "API_URL": "http://127.0.0.1:3091", "PAYER_URLS": "http://127.0.0.1:3092,http://127.0.0.1:3093",
        "REFERENCES": "digits", "CURRENCIES": "SEK,EUR", "TERMS_OF_SERVICE_URL": "https://shop.example/terms",
        "CALLBACK_SOURCES": "20.91.170.120/29,127.0.0.1", "EXPIRATION_MINUTES": "10", "DECISION_DAYS": "3",
        "QUIET_SECONDS": "5,10,20", "SDK_TOKENS": "yes", "SDK_CHECK_IN": "yes",
      ]).first)
    #expect(account.isSandbox)
    #expect(account.merchant.payerURLs == ["http://127.0.0.1:3092", "http://127.0.0.1:3093"])
    #expect(account.provider.references == .digits(12))
    let options = account.options
    #expect(Set(options.currencies.map(\.code)) == ["SEK", "EUR"])
    #expect(options.termsOfServiceURL == "https://shop.example/terms")
    #expect(account.provider.notificationRules?.sources?.count == 2)
    #expect(try options.sdkTokens && read().first?.options.sdkTokens == false)
    #expect(try options.sdkCheckIn && read().first?.options.sdkCheckIn == false)
    let profile = account.provider.profile
    #expect(profile.lifetime == .seconds(25 * 60) && profile.decisionTime == .seconds(3 * 86_400))
    #expect(profile.quietSchedule == [5, 10, 20].map { .seconds($0) })
  }

  @Test(
    "A wrong value is refused with what to do, and no secret is shown",
    arguments: [
      ("PAYEE_ID", "shop", "GUID"), ("ACCESS_TOKEN", "Z9y8X7w6 V5u4", "Copy it again"),
      ("PAYER_URLS", "ecom.payex.com", "https site"), ("REFERENCES", "letters", "alphanumeric or digits"),
      ("CURRENCIES", "SEK,krona", "ISO 4217"), ("TERMS_OF_SERVICE_URL", "http://shop.example/terms", "https"),
      ("CALLBACK_SOURCES", "20.91.170.120/29,everywhere", "addresses or ranges"), ("EXPIRATION_MINUTES", "4", "from 5"),
      ("DECISION_DAYS", "0", "from 1"), ("QUIET_SECONDS", "60,30", "larger"), ("SDK_TOKENS", "true", "yes or no"),
    ])
  func wrong(_ name: String, _ value: String, _ advice: String) {
    let found = problems([name: value])
    #expect(found.map(\.variable) == ["FERRY_SWEDBANK_PAY_TEST_\(name)"])
    #expect(found.first?.detail.contains(advice) == true, "\(found)")
    #expect(found.allSatisfy { !$0.description.contains("Z9y8") })
  }

  @Test("Apple's file is taken as it is, and one that is missing or empty is refused", arguments: ["TEST", "LIVE"])
  func applePayFile(_ mode: String) throws {
    let content = [0xEF, 0xBB, 0xBF] + Array("7B2270\r\n".utf8) + [0xFF, 0x00]
    let account = try #require(try read(["APPLE_PAY_FILE": "/file"], mode: mode, file: content).first)
    #expect(account.domainFile?.path == "/.well-known/apple-developer-merchantid-domain-association")
    #expect(account.domainFile?.content == content)
    for file in [nil, []] as [[UInt8]?] {
      let found = problems(["APPLE_PAY_FILE": "/file"], mode: mode, file: file)
      #expect(found.map(\.variable) == ["FERRY_SWEDBANK_PAY_\(mode)_APPLE_PAY_FILE"])
    }
  }

  @Test("All wrong values are told together")
  func together() {
    let found = problems(["PAYEE_ID": "shop", "REFERENCES": "letters", "CURRENCIES": "krona"])
    #expect(
      Set(found.map(\.name)) == Set(["payeeID", "references", "currencies"].map { "ferry.swedbankPay.test.\($0)" }))
  }

  @Test(
    "An API of the other environment, on this machine for live payments, or without https is refused",
    arguments: [
      ("TEST", "https://api.payex.com"), ("LIVE", "https://api.externalintegration.payex.com"),
      ("TEST", "https://api.swedbankpay.com"), ("LIVE", "https://api.externalintegration.swedbankpay.com"),
      ("LIVE", "http://127.0.0.1:3091"), ("LIVE", "https://localhost:3443"), ("TEST", "http://api.shop.example"),
      ("TEST", "api.externalintegration.payex.com"), ("TEST", "https://api.externalintegration.payex.com/psp"),
    ])
  func wrongPlace(_ mode: String, _ address: String) {
    #expect(
      problems(["API_URL": address], mode: mode).map(\.variable) == ["FERRY_SWEDBANK_PAY_\(mode)_API_URL"])
  }

  @Test("The access token does not show when the account is printed")
  func printed() throws {
    let account = try #require(try read().first)
    var text = "\(account) \(account.facts)"
    dump(account, to: &text)
    #expect(!text.contains("Z9y8"))
  }
}
