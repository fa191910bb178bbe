import FerryCore
public import FerrySandbox
public import FerryWeb

/// The account of the demo's shop at the bank's sandbox.
enum DemoAccount {
  static let login = "ferry-demo"

  /// The secret of the shop, which is created in the folder.
  static func secret(_ place: SandboxPlace) throws -> Secret<String> {
    try place.folder.secret("test-bank-secret") { place.randomness.token(bytes: 32) }
  }
}

extension Sandbox: SandboxModule {
  public typealias Options = CommandOptions

  public static let id = "test-bank"
  public static let name = "Test Bank"

  public static func settings(_ place: SandboxPlace) throws -> [String: String] {
    [
      "FERRY_TEST_BANK_TEST_LOGIN": DemoAccount.login,
      "FERRY_TEST_BANK_TEST_SECRET": try DemoAccount.secret(place).reveal(),
      "FERRY_TEST_BANK_TEST_ADDRESS": place.origin.text,
    ]
  }

  public static let market = Market(
    country: "IE",
    name: Translations(english: "Testland", japanese: "Testland", spanish: "Testland", swedish: "Testland"),
    languages: [.english],
    tax: TaxRule(.zero, rounding: .halfUp, included: true),
    prices: [Market.PriceList(.eur, small: 8_900, large: 15_900, delivery: 500, to: ["IE"])])
}
