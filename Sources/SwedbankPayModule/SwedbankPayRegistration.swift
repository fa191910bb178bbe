public import FerryCheckout
public import FerryCore
import FerryHTTP
public import FerryModule
public import FerryProvider
import SwedbankPay

/// Swedbank Pay's entry in the tool's list of providers.
public enum SwedbankPayRegistration: ProviderModule {
  public static let id: ProviderID = "swedbank-pay"
  public static let name = "Swedbank Pay"
  public static let settingsFolder = "ferry.swedbankPay"

  public static func keys(_ account: AccountName, _ mode: Mode) -> [ConfigurationKey] {
    SwedbankPaySettingNames(account, mode).all
  }

  public static func account(
    _ account: AccountName, _ mode: Mode, _ settings: inout SettingsReader
  ) -> (any ProviderAccount)? {
    SwedbankPayReading(account, mode).account(&settings)
  }
}

/// A Swedbank Pay account of a server.
public struct SwedbankPayProviderAccount: ProviderAccount {
  public let swedbankPay: SwedbankPayProvider

  public init(_ swedbankPay: SwedbankPayProvider) { self.swedbankPay = swedbankPay }

  public var id: ProviderAccountID { swedbankPay.account }
  public var name: String { SwedbankPayRegistration.name }
  public var provider: any Provider { swedbankPay }
  /// Swedbank Pay has no button.
  public var button: ButtonSource? { nil }
  public var isSandbox: Bool { swedbankPay.isSandbox }
  public var settlementReports: (any SettlementReports)? { nil }

  public var facts: [String: String] {
    ["endpoint": swedbankPay.merchant.apiURL, "payee": swedbankPay.merchant.payeeID]
  }

  public func sdkBackend(_ connection: ProviderConnection) -> (any SDKBackend)? {
    SwedbankPayBackend(
      swedbankPay.merchant, connection, trampoline: trampoline, showsTokens: swedbankPay.options.sdkTokens,
      startsCheckIns: swedbankPay.options.sdkCheckIn)
  }

  /// The page of Swedbank Pay's that leads back into iOS apps; a sandbox has its own.
  private var trampoline: Link {
    let site = swedbankPay.options.trampolineURL ?? (isSandbox ? swedbankPay.merchant.payerURLs.first : nil)
    return (site.flatMap { Origin($0) } ?? Self.trampolineSite).link("/externalresourcehost/trampoline")
  }

  /// The page is on the production site for tests, too ("Mobile SDK", Swedbank Pay's example of a merchant backend).
  private static let trampolineSite: Origin = {
    guard let site = Origin(SwedbankPayAccount.defaultPayerURL(.live)) else { preconditionFailure("An https site.") }
    return site
  }()

  public func examine(_ connection: ProviderConnection) async -> [Finding] {
    await AccountExamination(id, swedbankPay.merchant).findings(connection)
  }
}

/// The settings of a Swedbank Pay account.
struct SwedbankPaySettingNames {
  let payeeID, accessToken, apiURL, payerURLs: ConfigurationKey
  let references, currencies, termsOfServiceURL, callbackSources, trampolineURL, sdkTokens, sdkCheckIn: ConfigurationKey
  let expirationMinutes, decisionDays, quietSeconds: ConfigurationKey

  init(_ account: AccountName, _ mode: Mode) {
    let folder = SwedbankPayRegistration.folder(account, mode)
    let isLive = mode == .live
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
    payeeID = key(
      "payeeID", "The merchant's identifier at Swedbank Pay, from the Merchant Portal.",
      example: "5cabf558-5283-482f-b252-4d58e06f6f3b", isOptional: false)
    accessToken = key(
      "accessToken",
      "The access token of the Merchant Portal, for \(isLive ? "production" : "the external integration").",
      example: "a1b2c3d4e5f60718293a4b5c6d7e8f90", isOptional: false, isSecret: true)
    apiURL = key(
      "apiURL", "The address of the API, if it is not Swedbank Pay's usual one; or that of a sandbox, for testing.",
      example: SwedbankPayAccount.defaultAPIURL(mode))
    payerURLs = key(
      "payerURLs", "The sites of payment pages and scripts, with commas between, if they are not the usual one.",
      example: SwedbankPayAccount.defaultPayerURL(mode))
    references = key(
      "references",
      "Write digits if the contract has the merchant settle with the acquirer (option B): references then have 12 digits.",
      example: PayeeReference.Format.alphanumeric.rawValue, default: PayeeReference.Format.alphanumeric.rawValue)
    currencies = key(
      "currencies", "The currencies of the contract, with commas between.", example: "SEK,NOK,DKK,EUR",
      default: "SEK,NOK,DKK,EUR")
    termsOfServiceURL = key(
      "termsOfServiceURL", "The shop's terms, which the payment page links to.", example: "https://shop.example/terms")
    callbackSources = key(
      "callbackSources",
      "The addresses that callbacks come from, with commas between; without it, any. Callbacks are only hints.",
      example: "20.91.170.120/29")
    trampolineURL = key(
      "trampolineURL",
      "The site whose page leads back into iOS apps with the official SDK, if it is not the usual one.",
      example: SwedbankPayAccount.defaultPayerURL(.live))
    sdkTokens = key(
      "sdkTokens",
      "Write yes to let apps with the official SDK see and delete the stored cards of their checkout's payer.",
      example: "no", default: "no")
    sdkCheckIn = key(
      "sdkCheckIn",
      "Write yes to let apps with the official SDK start check-ins, which belong to no checkout: everybody can then start "
        + "them with the access token.", example: "no", default: "no")
    expirationMinutes = key(
      "expirationMinutes", "The minutes that buyers have on the payment page.", example: "30", default: "30")
    decisionDays = key(
      "decisionDays", "The days after which a person looks at a refund that a bank is still deciding about.",
      example: "7", default: "7")
    quietSeconds = key(
      "quietSeconds",
      "When Swedbank Pay is asked about a buyer who went to pay and is silent: seconds since they went, with commas "
        + "between.", example: "60,180,300,600")
  }

  var all: [ConfigurationKey] {
    [
      payeeID, accessToken, apiURL, payerURLs, references, currencies, termsOfServiceURL, callbackSources,
      trampolineURL, sdkTokens, sdkCheckIn, expirationMinutes, decisionDays, quietSeconds,
    ]
  }

  /// Nil for the merchant's system, which is Ferry.
  subscript(_ setting: SwedbankPayAccountProblem.Setting) -> ConfigurationKey? {
    switch setting {
    case .apiURL: apiURL
    case .payerURLs: payerURLs
    case .accessToken: accessToken
    case .payeeID: payeeID
    case .userAgent: nil
    }
  }
}
