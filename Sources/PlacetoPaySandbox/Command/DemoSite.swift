public import FerryCore
public import FerrySandbox
import FerryWeb

/// The account of the demo's shop at PlacetoPay's sandbox.
public enum DemoSite {
  public static let login = "ferrydemo0000000000000000000demo"
  static let secretFile = "placetopay-sandbox-secret-key"
  static let journalFile = "placetopay-sandbox.journal"

  /// The secret key of the site, which is created in the folder.
  public static func secret(_ place: SandboxPlace) throws -> Secret<String> {
    try place.folder.secret(secretFile) { place.randomness.token(bytes: 24) }
  }

  /// The rules of the demo: refunds in part are possible at once, and queries and notifications tell of them in amounts that
  /// no reader can mistake for floating point.
  static var rules: CheckoutRules {
    var rules = CheckoutRules()
    rules.settlementTime = .zero
    rules.listsRefunds = true
    rules.writesAmountsAsText = true
    rules.notifiesRefunds = true
    return rules
  }
}

extension CheckoutSandbox: SandboxModule {
  public typealias Options = SiteOptions

  public static let id = "placetopay"
  public static let name = "PlacetoPay"

  public convenience init(_ place: SandboxPlace) throws {
    try self.init(
      Site(login: DemoSite.login, secret: DemoSite.secret(place), name: place.shopName), DemoSite.rules, at: place,
      journal: place.hasJournal ? place.folder.path(DemoSite.journalFile) : nil)
  }

  public static func settings(_ place: SandboxPlace) throws -> [String: String] {
    var settings = [
      "FERRY_PLACETO_PAY_TEST_LOGIN": DemoSite.login,
      "FERRY_PLACETO_PAY_TEST_SECRET_KEY": try DemoSite.secret(place).reveal(),
      "FERRY_PLACETO_PAY_TEST_BASE_URL": place.origin.text,
      "FERRY_PLACETO_PAY_TEST_COUNTRY": "CO",
    ]
    settings["FERRY_PLACETO_PAY_TEST_QUIET_SECONDS"] = place.quietSeconds
    return settings
  }
}
