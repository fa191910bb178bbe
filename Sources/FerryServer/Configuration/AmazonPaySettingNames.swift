import AmazonPay
import FerryCore

/// The settings of the Amazon Pay account of one mode.
struct AmazonPaySettingNames {
  let merchantID, storeID, publicKeyID, privateKey, privateKeyFile: ConfigurationKey
  let region, ledgerCurrency, storeName, standInURL, lapseWarningHours: ConfigurationKey
  let authorizedCheckHours, paidCheckDays: ConfigurationKey
  let notificationTopics, confirmsSubscriptions, notificationRootFile: ConfigurationKey

  init(_ mode: Mode) {
    let folder = "ferry.amazonPay.\(mode.rawValue)"
    let isLive = mode == .live
    let account = isLive ? "account for live payments" : "account in Amazon's sandbox"
    func key(
      _ name: String, _ about: String, example: String, isOptional: Bool = false, isSecret: Bool = false
    ) -> ConfigurationKey {
      ConfigurationKey(
        "\(folder).\(name)", about, example: example, isOptional: isOptional || isLive, isSecret: isSecret)
    }
    merchantID = key("merchantID", "The merchant id of the \(account).", example: "A1B2C3D4E5F6G7")
    storeID = key(
      "storeID", "The store id, which Seller Central also calls client id.",
      example: "amzn1.application-oa2-client.0123456789abcdef0123456789abcdef")
    publicKeyID = key(
      "publicKeyID", "The id of the key pair that requests are signed with.",
      example: "\(isLive ? "LIVE" : "SANDBOX")-AAAAAAAAAAAAAAAAAAAAAAAA")
    privateKeyFile = key(
      "privateKeyFile", "The file with the private key, in PEM.", example: "/etc/ferry/amazon-pay-\(mode.rawValue).pem")
    privateKey = key(
      "privateKey", "The private key itself, in place of a file; line ends may be written as \\n.",
      example: "-----BEGIN PRIVATE KEY-----\\n…\\n-----END PRIVATE KEY-----", isOptional: true, isSecret: true)
    region = key("region", "Where the account is registered: na (or us), eu (or de, uk), or jp.", example: "jp")
    ledgerCurrency = key(
      "ledgerCurrency", "The currency of the account, unless it is the region's usual one.", example: "GBP",
      isOptional: true)
    storeName = key(
      "storeName", "The shop's name on Amazon's pages, at most 50 characters; else the account's.",
      example: "Minato Store", isOptional: true)
    lapseWarningHours = ConfigurationKey(
      "\(folder).lapseWarningHours",
      "How many hours before an authorization lapses it is warned of, if nobody has captured it; 0 for never.",
      example: "72", isOptional: true)
    authorizedCheckHours = ConfigurationKey(
      "\(folder).authorizedCheckHours",
      "After how many hours Amazon is asked again about an authorization that nobody captures; 0 for never.",
      example: "24", isOptional: true)
    paidCheckDays = ConfigurationKey(
      "\(folder).paidCheckDays",
      "How many days after a checkout's beginning Amazon is asked about its captured money, with commas between; 0 for "
        + "never.",
      example: "1,3,7,14,30,60,90", isOptional: true)
    standInURL = key(
      "standInURL",
      isLive
        ? "Never set: live payments go to Amazon."
        : "A stand-in for Amazon, such as `ferry sandbox`, for trying out.",
      example: isLive ? "(leave it out)" : "http://127.0.0.1:3081", isOptional: true)
    notificationTopics = key(
      "notificationTopics",
      "The topics of Amazon SNS that the account's notifications come through, with commas between; without any none "
        + "are taken.",
      example: "arn:aws:sns:ap-northeast-1:123456789012:A1B2C3D4E5F6G7", isOptional: true)
    confirmsSubscriptions = key(
      "confirmsSubscriptions",
      "Whether Amazon SNS is told yes when it asks if one of these topics is wanted: yes or no; without it no.",
      example: "yes", isOptional: true)
    notificationRootFile = key(
      "notificationRootFile",
      isLive
        ? "Never set: live notifications are signed under Amazon's own authorities."
        : "The file with the certificate, in PEM, of the authority that a stand-in's notifications are signed under.",
      example: isLive ? "(leave it out)" : "/var/lib/ferry-sandbox/notification-root.pem", isOptional: true)
  }

  var all: [ConfigurationKey] {
    [
      merchantID, storeID, publicKeyID, privateKeyFile, privateKey, region, ledgerCurrency, storeName, standInURL,
      lapseWarningHours, authorizedCheckHours, paidCheckDays, notificationTopics, confirmsSubscriptions,
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
    case .endpoint: standInURL
    }
  }
}
