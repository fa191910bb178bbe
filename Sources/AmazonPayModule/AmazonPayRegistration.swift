import AmazonPay
public import ArgumentParser
public import FerryCheckout
public import FerryCore
public import FerryModule
public import FerryProvider

/// Amazon Pay's entry in the tool's list of providers.
public enum AmazonPayRegistration: ProviderModule {
  public static let id: ProviderID = "amazon-pay"
  public static let name = "Amazon Pay"
  public static let settingsFolder = "ferry.amazonPay"
  public static let buttonImage: ConfigurationKey? = AmazonPaySettingNames.buttonImage
  public static let commands: [any ParsableCommand.Type] = [SignButtonCommand.self]

  public static func keys(_ account: AccountName, _ mode: Mode) -> [ConfigurationKey] {
    AmazonPaySettingNames(account, mode).all
  }

  public static func account(
    _ account: AccountName, _ mode: Mode, _ settings: inout SettingsReader
  ) -> (any ProviderAccount)? {
    AmazonPayReading(account, mode).account(&settings)
  }
}

/// An Amazon Pay account of a server.
public struct AmazonPayProviderAccount: ProviderAccount {
  public var id: ProviderAccountID { amazonPay.account }
  public let amazonPay: AmazonPayProvider
  public let button: ButtonSource?

  /// - Parameter image: Of the button; nil for none.
  public init(_ amazonPay: AmazonPayProvider, image: ButtonImage?) {
    self.amazonPay = amazonPay
    button = ButtonSource(image: image, script: amazonPay.merchant.buttonScript)
  }

  public var name: String { AmazonPayRegistration.name }
  public var provider: any Provider { amazonPay }
  public var isSandbox: Bool { amazonPay.merchant.endpoint.isFerrySandbox }
  public var settlementReports: (any SettlementReports)? { AmazonPaySettlementReports(amazonPay.merchant) }

  public var facts: [String: String] {
    ["region": amazonPay.merchant.region.rawValue, "endpoint": amazonPay.merchant.endpoint.origin]
  }

  public func examine(_ connection: ProviderConnection) async -> [Finding] {
    await AccountExamination(id, amazonPay.merchant).findings(connection)
  }
}

/// The settings of an Amazon Pay account.
struct AmazonPaySettingNames {
  let merchantID, storeID, publicKeyID, privateKey, privateKeyFile: ConfigurationKey
  let region, ledgerCurrency, storeName, sandboxURL: ConfigurationKey
  let quietSeconds, lapseWarningHours, authorizedCheckHours, paidCheckDays: ConfigurationKey
  let notificationTopics, confirmsSubscriptions, notificationRootFile: ConfigurationKey

  /// One setting for all accounts.
  static let buttonImage = ConfigurationKey(
    "\(AmazonPayRegistration.settingsFolder).buttonImage",
    "Amazon's artwork for the button in web views: an SVG file, or its https address; without it testing has a drawing.",
    example: "/etc/ferry/amazon-pay-button.svg", isOptional: true)

  init(_ account: AccountName, _ mode: Mode) {
    let folder = AmazonPayRegistration.folder(account, mode)
    let isLive = mode == .live
    let place = isLive ? "account for live payments" : "account in Amazon's sandbox"
    // An example file has one account, for testing.
    let isExtra = isLive || account != .main
    func key(
      _ name: String, _ about: String, example: String, isOptional: Bool = true, isSecret: Bool = false,
      isSecretFile: Bool = false
    ) -> ConfigurationKey {
      ConfigurationKey(
        "\(folder).\(name)", about, example: example, isOptional: isOptional || isExtra, isSecret: isSecret,
        isSecretFile: isSecretFile)
    }
    merchantID = key("merchantID", "The merchant id of the \(place).", example: "A1B2C3D4E5F6G7", isOptional: false)
    storeID = key(
      "storeID", "The store id, which Seller Central also calls client id.",
      example: "amzn1.application-oa2-client.0123456789abcdef0123456789abcdef", isOptional: false)
    publicKeyID = key(
      "publicKeyID", "The id of the key pair that requests are signed with.",
      example: "\(isLive ? "LIVE" : "SANDBOX")-AAAAAAAAAAAAAAAAAAAAAAAA", isOptional: false)
    privateKeyFile = key(
      "privateKeyFile", "The file with the private key, in PEM.", example: "/etc/ferry/amazon-pay-\(mode.rawValue).pem",
      isOptional: false, isSecretFile: true)
    privateKey = key(
      "privateKey", "The private key itself, in place of a file; line ends may be written as \\n.",
      example: "-----BEGIN PRIVATE KEY-----\\n…\\n-----END PRIVATE KEY-----", isSecret: true)
    region = key(
      "region", "The region of the account: na (or us), eu (or de, uk), or jp.", example: "jp", isOptional: false)
    ledgerCurrency = key(
      "ledgerCurrency", "The currency of the account, unless it is the region's usual one.", example: "GBP")
    storeName = key(
      "storeName", "The shop's name on Amazon's pages, at most 50 characters; else the account's.",
      example: "Minato Store")
    quietSeconds = key(
      "quietSeconds",
      "When Amazon is asked about a buyer who went to pay and is silent: seconds since they went, with commas between.",
      example: "60,180,480,1200,3600,10800,18000")
    lapseWarningHours = key(
      "lapseWarningHours",
      "The hours before the expiry of an uncaptured authorization at which the shop is warned; 0 for never.",
      example: "72")
    authorizedCheckHours = key(
      "authorizedCheckHours",
      "The hours after which Amazon is asked again about an uncaptured authorization; 0 for never.", example: "24")
    paidCheckDays = key(
      "paidCheckDays",
      "The days after the start of a checkout on which Amazon is asked about its captured money, with commas between; 0 "
        + "for never.", example: "1,3,7,14,30,60,90")
    sandboxURL = key(
      "sandboxURL",
      isLive
        ? "Never set: live payments go to Amazon."
        : "The address of a sandbox in Amazon's place, such as `ferry sandbox`, for testing.",
      example: isLive ? "(leave it out)" : "http://127.0.0.1:3081")
    notificationTopics = key(
      "notificationTopics",
      "The topics of Amazon SNS through which the account's notifications come, with commas between; without any, "
        + "notifications are refused.", example: "arn:aws:sns:ap-northeast-1:123456789012:A1B2C3D4E5F6G7")
    confirmsSubscriptions = key(
      "confirmsSubscriptions",
      "Write yes to confirm subscriptions of these topics when Amazon SNS asks; without it they are not confirmed.",
      example: "yes")
    notificationRootFile = key(
      "notificationRootFile",
      isLive
        ? "Never set: live notifications are signed under Amazon's own authorities."
        : "The file with the certificate, in PEM, of the authority that signs a sandbox's notifications.",
      example: isLive ? "(leave it out)" : "/var/lib/ferry-sandbox/notification-root.pem")
  }

  var all: [ConfigurationKey] {
    [
      merchantID, storeID, publicKeyID, privateKeyFile, privateKey, region, ledgerCurrency, storeName, sandboxURL,
      quietSeconds, lapseWarningHours, authorizedCheckHours, paidCheckDays, notificationTopics, confirmsSubscriptions,
      notificationRootFile,
    ]
  }

  subscript(_ setting: AmazonPayAccountProblem.Setting) -> ConfigurationKey {
    switch setting {
    case .merchantId: merchantID
    case .storeId: storeID
    case .publicKeyId: publicKeyID
    case .privateKey: privateKey
    case .ledgerCurrency: ledgerCurrency
    case .endpoint: sandboxURL
    }
  }
}
