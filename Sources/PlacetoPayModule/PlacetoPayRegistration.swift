public import FerryCheckout
public import FerryCore
import FerryHTTP
public import FerryModule
public import FerryProvider
import PlacetoPay

/// PlacetoPay's entry in the tool's list of providers.
public enum PlacetoPayRegistration: ProviderModule {
  public static let id: ProviderID = "placetopay"
  public static let name = "PlacetoPay"
  public static let settingsFolder = "ferry.placetoPay"

  public static func keys(_ account: AccountName, _ mode: Mode) -> [ConfigurationKey] {
    PlacetoPaySettingNames(account, mode).all
  }

  public static func account(
    _ account: AccountName, _ mode: Mode, _ settings: inout SettingsReader
  ) -> (any ProviderAccount)? {
    PlacetoPayReading(account, mode).account(&settings)
  }
}

/// A PlacetoPay account of a server.
public struct PlacetoPayProviderAccount: ProviderAccount {
  public let placetoPay: PlacetoPayProvider

  public init(_ placetoPay: PlacetoPayProvider) { self.placetoPay = placetoPay }

  public var id: ProviderAccountID { placetoPay.account }
  public var name: String { PlacetoPayRegistration.name }
  public var provider: any Provider { placetoPay }
  /// PlacetoPay has no button.
  public var button: ButtonSource? { nil }
  /// True for an address on this machine.
  public var isSandbox: Bool { Origin(placetoPay.origin).map { Loopback.isHost($0.host) } ?? false }
  public var settlementReports: (any SettlementReports)? { nil }

  public var facts: [String: String] {
    ["endpoint": placetoPay.merchant.baseURL, "country": placetoPay.options.country]
  }

  public func examine(_ connection: ProviderConnection) async -> [Finding] {
    await AccountExamination(id, placetoPay.merchant).findings(connection)
  }
}

/// The settings of a PlacetoPay account.
struct PlacetoPaySettingNames {
  let login, secretKey, instance, baseURL, country: ConfigurationKey
  let currencies, expirationMinutes, decisionDays, quietSeconds: ConfigurationKey
  let acceptsSHA1, queriesShowOperations: ConfigurationKey

  init(_ account: AccountName, _ mode: Mode) {
    let folder = PlacetoPayRegistration.folder(account, mode)
    let isLive = mode == .live
    let place = isLive ? "for live payments" : "in PlacetoPay's test environment"
    // An example file has one account, for testing.
    let isExtra = isLive || account != .main
    func key(
      _ name: String, _ about: String, example: String, default fallback: String? = nil, isOptional: Bool = true,
      isSecret: Bool = false
    ) -> ConfigurationKey {
      ConfigurationKey(
        "\(folder).\(name)", about, example: example, default: fallback, isOptional: isOptional || isExtra,
        isSecret: isSecret)
    }
    login = key(
      "login", "The login of the site \(place).", example: "a1b2c3d4e5f60718293a4b5c6d7e8f90", isOptional: false)
    secretKey = key(
      "secretKey", "The site's secret key, which PlacetoPay's libraries call tranKey.", example: "A1b2C3d4E5f6G7h8",
      isOptional: false, isSecret: true)
    instance = key(
      "instance", "The installation that the site belongs to: global, ecuador, chile-getnet and others.",
      example: PlacetoPayInstance.global.rawValue, isOptional: false)
    baseURL = key(
      "baseURL", "The installation's address, in place of its name; or that of a sandbox, for testing.",
      example: isLive ? "https://checkout.placetopay.com" : "https://checkout-test.placetopay.com")
    country = key(
      "country", "The site's country, in ISO 3166-1; PlacetoPay's pages follow it.", example: "CO", isOptional: false)
    currencies = key(
      "currencies", "The currencies that the site accepts, with commas between; without it, all of PlacetoPay's.",
      example: "COP,USD")
    expirationMinutes = key(
      "expirationMinutes", "The minutes that buyers have on PlacetoPay's page, at least 5; for cash at least 30.",
      example: "30", default: "30")
    decisionDays = key(
      "decisionDays", "The days after which a person looks at a payment that is still pending.", example: "7",
      default: "7")
    quietSeconds = key(
      "quietSeconds",
      "When PlacetoPay is asked about a buyer who went to pay and is silent: seconds since they went, with commas "
        + "between.", example: "60,180,300,600")
    acceptsSHA1 = key(
      "acceptsSHA1", "Write yes to accept notifications with the old SHA-1 signature, too.", example: "no",
      default: "no")
    queriesShowOperations = key(
      "queriesShowOperations",
      "Write yes once you have seen that a session's query shows each capture and refund as a transaction of its own. A "
        + "refund in part whose answer was lost and that it does not show is then repeated; else a person decides.",
      example: "no", default: "no")
  }

  var all: [ConfigurationKey] {
    [
      login, secretKey, instance, baseURL, country, currencies, expirationMinutes, decisionDays, quietSeconds,
      acceptsSHA1, queriesShowOperations,
    ]
  }

  subscript(_ setting: PlacetoPayAccountProblem.Setting) -> ConfigurationKey {
    switch setting {
    case .login: login
    case .secretKey: secretKey
    case .baseURL: baseURL
    }
  }
}
