import AmazonPay
import AmazonPayModule
import FerryCheckout
import FerryCore
import FerryHTTP
import FerryModule
import FerryProvider
import GMOPaymentGateway

extension GMOPaymentGatewayProvider {
  /// Declares and reads the settings of an account at GMO Payment Gateway: the shop at GMO, the merchant's account at Amazon
  /// whose key signs the payload of the selection, and those of facts that GMO does not publish.
  init?(_ settings: inout AccountSettings) {
    let isLive = settings.isLive
    let buttonImage = settings.buttonImage(.amazonButton(GMOPaymentGatewayRegistration.settingsFolder))

    // The shop at GMO.
    let shopID = settings.text(
      "shopID", "The ShopID \(isLive ? "for live payments" : "in GMO's test environment").", example: "tshop00000001",
      isRequired: true)
    let shopPass = settings.secret(
      "shopPass", "The ShopPass of GMO's letter; it is not the admin console's password.", example: "pass0001")
    let baseURL = settings.text(
      "baseURL", "The address of GMO's API, if it is another than GMO's usual one; or that of a sandbox, for testing.",
      example: isLive ? "https://p01.mul-pay.jp/payment" : "https://pt01.mul-pay.jp/payment")
    let flavour = settings.choice(
      "flavour", "The encoding of requests: idPass for forms in Windows-31J, or json.",
      default: GMOAccount.Flavour.idPass)
    let bodyStyle = settings.choice(
      "bodyStyle",
      "The encoding of text in answers of the flavour idPass: detected, percentEncoded or raw. GMO does not document it.",
      default: BodyStyle.detected)

    // The merchant at Amazon.
    let merchantSettings = AmazonMerchantSettings(
      &settings, prefix: "amazon", merchantID: "The merchant id at Amazon Pay.",
      storeID: "The store id at Amazon Pay.",
      publicKeyID: "The id of the key pair that signs the payload for Amazon's pages.",
      privateKeyFile: (
        "The file with the private key of that pair, in PEM.",
        "/etc/ferry/amazon-pay-gmo-\(settings.mode.rawValue).pem"
      ), missing: "Name the file with the key whose public half Amazon has for this merchant.")
    let sandboxURL = settings.text(
      "amazonSandboxURL",
      isLive
        ? "Never set: live buyers select at Amazon."
        : "The address of a sandbox in Amazon's place, beside a sandbox in GMO's place.",
      example: isLive ? "(leave it out)" : "http://127.0.0.1:3081")

    var options = Options(&settings)
    options.buttonImage = buttonImage
    let merchant = merchantSettings.account(in: .japan, sandboxURL: sandboxURL, &settings)
    let shop: GMOAccount
    do {
      shop = try GMOAccount(
        mode: settings.mode, baseURL: baseURL.value, shopID: shopID.value ?? "", shopPass: shopPass.value,
        flavour: flavour, bodyStyle: bodyStyle)
    } catch {
      settings.refuse(error)
      return nil
    }
    // A sandbox stands in GMO's and Amazon's place at once, and never beside live payments.
    let isLocal = Loopback.isAddress(shop.baseURL)
    if !settings.refuseLocal(baseURL, provider: "GMO") {
      if isLocal, sandboxURL.value == nil {
        settings.refuse(
          sandboxURL, "A sandbox in GMO's place does not know Amazon's buyers. Name the one in Amazon's place.")
      } else if !isLive, settings.isBesideLive, isLocal || sandboxURL.value != nil {
        settings.refuseSandboxBesideLive(baseURL)
      }
    }
    guard let merchant else { return nil }
    self.init(shop, merchant, name: settings.account, options)
  }
}

extension GMOPaymentGatewayProvider.Options {
  /// Declares and reads the merchant's choices, and facts that GMO does not publish.
  fileprivate init(_ settings: inout AccountSettings) {
    self.init()
    // The origin of sessions.
    let readsSessions = settings.flag(
      "readsSessions",
      "Write yes if this key may read checkout sessions at Amazon (`ferry doctor` tries it). Ferry then proves that a "
        + "session was made for its checkout; GMO does not tell.", example: "yes")
    let masksReview = settings.flag(
      "masksReview",
      "Write yes to hide names, address and card in the review until the buyer has paid, where sessions cannot be proved.",
      example: "yes")
    (self.readsSessions, self.masksReview) = (readsSessions.value, masksReview.value)
    if readsSessions.value, masksReview.value {
      settings.refuse(
        masksReview, "With \(readsSessions.key.name) the origin of every session is proved. Leave this out.")
    }
    startTerm = settings.time(
      "startTermSeconds",
      "The seconds in which a buyer has to open the payment page. An order whose buyer leaves and cancels nothing is "
        + "blocked at least as long.",
      // A page that opens for some seconds only is no use to a buyer. The client takes a day at most.
      60...86_400, default: 3600, seconds: 1)
    grace = settings.time(
      "graceSeconds", "The seconds after that in which GMO may still report a payment.", 0...86_400, default: 600,
      seconds: 1)
    authorizationTerm = settings.time(
      "authorizationDays", "The days after which an uncaptured authorization lapses.", 1...180, default: 30,
      seconds: 86_400)
    capturesInPart =
      settings.flag(
        "partialCapture", "Write yes if GMO has confirmed that a part of an authorization can be captured."
      ).value
    quietSchedule = settings.quietSeconds(provider: "GMO", usual: quietSchedule)
    notificationSources = settings.values(
      "notificationSources",
      "The addresses that GMO's result notifications come from, with commas between; without it, any. They are not "
        + "signed, and only make Ferry ask.", example: "210.197.108.196",
      otherwise: "Write IP addresses, or ranges such as 210.197.108.0/24."
    ) { AddressRange($0) }
  }
}
