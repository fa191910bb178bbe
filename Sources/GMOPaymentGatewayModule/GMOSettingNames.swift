import FerryCheckout
import FerryCore
import FerryModule

/// The settings of an account at GMO Payment Gateway: the shop at GMO, the merchant's account at Amazon whose key signs the
/// payload of the selection, and those of facts that GMO does not publish.
struct GMOSettingNames {
  let shopID, shopPass, baseURL, flavour, bodyStyle: ConfigurationKey
  let amazonMerchantID, amazonStoreID, amazonPublicKeyID, amazonPrivateKeyFile, amazonPrivateKey: ConfigurationKey
  let amazonSandboxURL, readsSessions, masksReview: ConfigurationKey
  let startTermSeconds, graceSeconds, authorizationDays, partialCapture, quietSeconds: ConfigurationKey
  let notificationSources: ConfigurationKey

  /// One setting for all accounts.
  static let buttonImage = ConfigurationKey(
    "\(GMOPaymentGatewayRegistration.settingsFolder).buttonImage",
    "Amazon's artwork for the button in web views: an SVG file, or its https address; without it testing has a drawing.",
    example: "/etc/ferry/amazon-pay-button.svg", isOptional: true)

  init(_ account: AccountName, _ mode: Mode) {
    let folder = GMOPaymentGatewayRegistration.folder(account, mode)
    let isLive = mode == .live
    let place = isLive ? "for live payments" : "in GMO's test environment"
    // An example file has one account, for testing.
    let isExtra = isLive || account != .main
    func key(
      _ name: String, _ about: String, example: String, default fallback: String? = nil, isOptional: Bool = true,
      isSecret: Bool = false, isSecretFile: Bool = false
    ) -> ConfigurationKey {
      ConfigurationKey(
        "\(folder).\(name)", about, example: example, default: fallback, isOptional: isOptional || isExtra,
        isSecret: isSecret, isSecretFile: isSecretFile)
    }

    // The shop at GMO.
    shopID = key("shopID", "The ShopID \(place).", example: "tshop00000001", isOptional: false)
    shopPass = key(
      "shopPass", "The ShopPass of GMO's letter; it is not the admin console's password.", example: "pass0001",
      isOptional: false, isSecret: true)
    baseURL = key(
      "baseURL", "The address of GMO's API, if it is another than GMO's usual one; or that of a sandbox, for testing.",
      example: isLive ? "https://p01.mul-pay.jp/payment" : "https://pt01.mul-pay.jp/payment")
    flavour = key(
      "flavour", "The encoding of requests: idPass for forms in Windows-31J, or json.", example: "idPass",
      default: "idPass")
    bodyStyle = key(
      "bodyStyle",
      "The encoding of text in answers of the flavour idPass: detected, percentEncoded or raw. GMO does not document it.",
      example: "detected", default: "detected")

    // The merchant at Amazon.
    amazonMerchantID = key(
      "amazonMerchantID", "The merchant id at Amazon Pay.", example: "A1B2C3D4E5F6G7", isOptional: false)
    amazonStoreID = key(
      "amazonStoreID", "The store id at Amazon Pay.",
      example: "amzn1.application-oa2-client.0123456789abcdef0123456789abcdef", isOptional: false)
    amazonPublicKeyID = key(
      "amazonPublicKeyID", "The id of the key pair that signs the payload for Amazon's pages.",
      example: "\(isLive ? "LIVE" : "SANDBOX")-AAAAAAAAAAAAAAAAAAAAAAAA", isOptional: false)
    amazonPrivateKeyFile = key(
      "amazonPrivateKeyFile", "The file with the private key of that pair, in PEM.",
      example: "/etc/ferry/amazon-pay-gmo-\(mode.rawValue).pem", isOptional: false, isSecretFile: true)
    amazonPrivateKey = key(
      "amazonPrivateKey", "The private key itself, in place of a file; line ends may be written as \\n.",
      example: "-----BEGIN PRIVATE KEY-----\\n…\\n-----END PRIVATE KEY-----", isSecret: true)
    amazonSandboxURL = key(
      "amazonSandboxURL",
      isLive
        ? "Never set: live buyers select at Amazon."
        : "The address of a sandbox in Amazon's place, beside a sandbox in GMO's place.",
      example: isLive ? "(leave it out)" : "http://127.0.0.1:3081")

    // The origin of sessions.
    readsSessions = key(
      "readsSessions",
      "Write yes if this key may read checkout sessions at Amazon (`ferry doctor` tries it). Ferry then proves that a "
        + "session was made for its checkout; GMO does not tell.", example: "yes", default: "no")
    masksReview = key(
      "masksReview",
      "Write yes to hide names, address and card in the review until the buyer has paid, where sessions cannot be proved.",
      example: "yes", default: "no")

    // Facts that GMO does not publish, and choices.
    startTermSeconds = key(
      "startTermSeconds",
      "The seconds in which a buyer has to open the payment page. An order whose buyer leaves and cancels nothing is blocked "
        + "at least as long.",
      example: "3600", default: "3600")
    graceSeconds = key(
      "graceSeconds", "The seconds after that in which GMO may still report a payment.", example: "600", default: "600")
    authorizationDays = key(
      "authorizationDays", "The days after which an uncaptured authorization lapses.", example: "30", default: "30")
    partialCapture = key(
      "partialCapture", "Write yes if GMO has confirmed that a part of an authorization can be captured.",
      example: "no",
      default: "no")
    quietSeconds = key(
      "quietSeconds",
      "When GMO is asked about a buyer who went to pay and is silent: seconds since they went, with commas between.",
      example: "60,180,480,1200")
    notificationSources = key(
      "notificationSources",
      "The addresses that GMO's result notifications come from, with commas between; without it, any. They are not "
        + "signed, and only make Ferry ask.", example: "210.197.108.196")
  }

  var all: [ConfigurationKey] {
    [
      shopID, shopPass, baseURL, flavour, bodyStyle, amazonMerchantID, amazonStoreID, amazonPublicKeyID,
      amazonPrivateKeyFile, amazonPrivateKey, amazonSandboxURL, readsSessions, masksReview, startTermSeconds,
      graceSeconds, authorizationDays, partialCapture, quietSeconds, notificationSources,
    ]
  }
}
