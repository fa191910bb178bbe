import Configuration
import FerryCheckout
import FerryCore
import FerryModule
import FerryProvider
import PlacetoPay
import PlacetoPayModule
import Testing

@Suite("Configuration of PlacetoPay")
struct PlacetoPaySettingsTests {
  private static let test = [
    "LOGIN": "a1b2c3d4e5f60718293a4b5c6d7e8f90", "SECRET_KEY": "Z9y8X7w6V5u4T3s2", "INSTANCE": "global",
    "COUNTRY": "CO",
  ]

  private func read(
    _ changes: [String: String?] = [:], mode: String = "TEST"
  ) throws(ConfigurationProblems) -> [PlacetoPayProvider] {
    let values = Self.test.merging(changes.compactMapValues(\.self)) { $1 }.filter {
      changes[$0.key, default: ""] != nil
    }
    let variables = Dictionary(uniqueKeysWithValues: values.map { ("FERRY_PLACETO_PAY_\(mode)_\($0.key)", $0.value) })
    var settings = SettingsReader(ConfigReader(provider: EnvironmentVariablesProvider(environmentVariables: variables)))
    let accounts = PlacetoPayRegistration.accounts(&settings)
    try settings.requireNoProblems()
    return accounts.compactMap { $0 as? PlacetoPayProvider }
  }

  private func problems(_ changes: [String: String?], mode: String = "TEST") -> [ConfigurationProblems.Entry] {
    do {
      _ = try read(changes, mode: mode)
      return []
    } catch {
      return error.entries
    }
  }

  @Test("Every setting of the client has a field, which gets its problems")
  func fields() {
    let fields = Set(PlacetoPayRegistration.keys(.main, .test).map(\.name))
    #expect(fields.isSuperset(of: PlacetoPaySetting.allCases.map { "ferry.placetoPay.test.\($0.rawValue)" }))
  }

  @Test("An account needs login, secret key, installation and country")
  func usual() throws {
    let account = try #require(try read().first)
    #expect(account.id == ProviderAccountID(provider: "placetopay", mode: .test))
    #expect(account.name == "PlacetoPay" && !account.isSandbox && account.button == nil)
    #expect(account.facts == ["endpoint": "https://checkout-test.placetopay.com", "country": "CO"])
    let profile = account.provider.profile
    #expect(profile.journey == .pay && profile.canCancelSession && !profile.settlesOnlyByUs)
    #expect(profile.decisionTime == .seconds(7 * 86_400))
    #expect(account.options.expiration == .seconds(1_800))
    #expect(!account.options.queriesShowOperations && !account.merchant.acceptsSHA1Notifications)
    let live = try #require(try read(mode: "LIVE").first)
    #expect(live.merchant.baseURL == "https://checkout.placetopay.com" && live.id.mode == .live)
    #expect(
      problems(Self.test.mapValues { _ in nil }.merging(["CURRENCIES": "COP"]) { $1 }).map(\.name).sorted()
        == ["country", "instance", "login", "secretKey"].map { "ferry.placetoPay.test.\($0)" })
  }

  @Test("The other settings have their effect")
  func others() throws {
    let account = try #require(
      try read([
        "INSTANCE": nil, "BASE_URL": "http://127.0.0.1:3081/", "EXPIRATION_MINUTES": "10", "DECISION_DAYS": "3",
        "QUIET_SECONDS": "5,10,20", "ACCEPTS_SHA1": "yes", "QUERIES_SHOW_OPERATIONS": "yes", "CURRENCIES": "COP,USD",
      ]).first)
    #expect(account.isSandbox)
    #expect(account.merchant.baseURL == "http://127.0.0.1:3081")
    #expect(account.merchant.acceptsSHA1Notifications)
    #expect(account.options.queriesShowOperations)
    #expect(account.options.currencies == [.cop, .usd])
    let profile = account.provider.profile
    #expect(profile.quietSchedule == [5, 10, 20].map { .seconds($0) })
    #expect(profile.decisionTime == .seconds(3 * 86_400))
    #expect(account.options.expiration == .seconds(600))
  }

  @Test("An installation is tested at its test environment, else at that of user acceptance")
  func testEnvironments() throws {
    for (name, host) in [
      ("chile-getnet", "checkout.test.getnet.cl"), ("uruguay", "uy-uat-checkout.placetopay.com"),
    ] {
      let account = try #require(try read(["INSTANCE": name]).first)
      #expect(account.merchant.baseURL == "https://\(host)")
    }
  }

  @Test(
    "A wrong value is refused with what to do",
    arguments: [
      ("INSTANCE", "globe", "chile-getnet"), ("INSTANCE", "costa-rica-davivienda", "Ask PlacetoPay"),
      ("COUNTRY", "Colombia", "two capital letters"), ("CURRENCIES", "COP,SEK", "USD"),
      ("EXPIRATION_MINUTES", "4", "from 5"), ("DECISION_DAYS", "0", "from 1"),
      ("QUIET_SECONDS", "60,30", "larger"), ("ACCEPTS_SHA1", "true", "yes or no"),
      ("QUERIES_SHOW_OPERATIONS", "maybe", "yes or no"), ("LOGIN", "", "login"), ("LOGIN", "a b", "login"),
      ("SECRET_KEY", " Z9y8", "white space"), ("BASE_URL", "https://checkout-test.placetopay.com", "twice"),
    ])
  func wrong(_ name: String, _ value: String, _ advice: String) throws {
    let found = problems([name: value])
    #expect(found.count == 1 && found[0].variable == "FERRY_PLACETO_PAY_TEST_\(name)")
    #expect(found.first?.detail.contains(advice) == true, "\(found)")
    #expect(found.allSatisfy { !$0.description.contains("Z9y8") })
  }

  @Test(
    "An address of the other environment, of this machine for live payments, or without https is refused",
    arguments: [
      ("TEST", "https://checkout.placetopay.com"), ("LIVE", "https://checkout-test.placetopay.com"),
      ("LIVE", "http://127.0.0.1:3081"), ("LIVE", "https://localhost:3443"), ("TEST", "http://checkout.example"),
      ("TEST", "checkout-test.placetopay.com"), ("TEST", "https://checkout-test.placetopay.com/?x=1"),
    ])
  func wrongPlace(_ mode: String, _ address: String) {
    let found = problems(["INSTANCE": nil, "BASE_URL": address], mode: mode)
    #expect(found.map(\.variable) == ["FERRY_PLACETO_PAY_\(mode)_BASE_URL"])
  }
}
