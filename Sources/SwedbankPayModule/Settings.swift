import FerryCheckout
import FerryCore
import FerryHTTP
import FerryModule
import FerryProvider
import SwedbankPay

extension SwedbankPayProvider {
  /// The merchant's system, as Swedbank Pay shows it with each payment order.
  private static let userAgent = "Ferry/1.0"

  init?(_ settings: inout AccountSettings) {
    let mode = settings.mode
    let payeeID = settings.text(
      "payeeID", "The merchant's identifier at Swedbank Pay, from the Merchant Portal.",
      example: "5cabf558-5283-482f-b252-4d58e06f6f3b", isRequired: true)
    let accessToken = settings.secret(
      "accessToken",
      "The access token of the Merchant Portal, for \(settings.isLive ? "production" : "the external integration").",
      example: "a1b2c3d4e5f60718293a4b5c6d7e8f90")
    let apiURL = settings.text(
      "apiURL", "The address of the API, if it is not Swedbank Pay's usual one; or that of a sandbox, for testing.",
      example: SwedbankPayAccount.defaultAPIURL(mode))
    settings.refuseLocal(apiURL, provider: "Swedbank Pay")
    let payerURLs = settings.list(
      "payerURLs", "The sites of payment pages and scripts, with commas between, if they are not the usual one.",
      example: SwedbankPayAccount.defaultPayerURL(mode))
    let options = Options(&settings)
    let merchant: SwedbankPayAccount
    do {
      merchant = try SwedbankPayAccount(
        mode: mode, accessToken: accessToken.value, payeeID: payeeID.value ?? "", userAgent: Self.userAgent,
        apiURL: apiURL.value, payerURLs: payerURLs.value.isEmpty ? nil : payerURLs.value)
    } catch {
      settings.refuse(error)
      return nil
    }
    self.init(merchant, name: settings.account, options)
  }
}

extension SwedbankPayProvider.Options {
  fileprivate init(_ settings: inout AccountSettings) {
    self.init()
    references = settings.choice(
      "references",
      "Write digits if the contract has the merchant settle with the acquirer (option B): references then have 12 digits.",
      default: .alphanumeric, otherwise: "Write alphanumeric or digits, or leave it out.")
    let currencies = settings.values(
      "currencies", "The currencies of the contract, with commas between.", example: "SEK,NOK,DKK,EUR",
      default: "SEK,NOK,DKK,EUR", otherwise: "Write codes of ISO 4217, such as SEK."
    ) { Currency($0) }
    if let currencies { self.currencies = Set(currencies) }
    termsOfServiceURL =
      settings.value(
        "termsOfServiceURL", "The shop's terms, which the payment page links to.",
        example: "https://shop.example/terms",
        otherwise: "Write an https address."
      ) { (text: String) -> String? in Link(external: text) == nil ? nil : text }.value
    callbackSources = settings.values(
      "callbackSources",
      "The addresses that callbacks come from, with commas between; without it, any. Callbacks are only hints.",
      example: "20.91.170.120/29", otherwise: "Write addresses or ranges, such as 20.91.170.120/29."
    ) { AddressRange($0) }
    let applePay = settings.text(
      "applePayFile",
      "Swedbank Pay's file for Apple Pay in the payment menu, unchanged. Ferry serves it where Apple looks for it.",
      example: "/etc/ferry/apple-developer-merchantid-domain-association")
    applePayFile = settings.bytes(of: applePay)
    if applePayFile?.isEmpty == true {
      settings.refuse(applePay, "The file is empty. Download it again from Swedbank Pay.")
    }
    trampolineURL =
      settings.value(
        "trampolineURL",
        "The site whose page leads back into iOS apps with the official SDK, if it is not the usual one.",
        example: SwedbankPayAccount.defaultPayerURL(.live), otherwise: "Write an https address without a path."
      ) { (text: String) -> String? in Origin(text) == nil ? nil : text }.value
    sdkTokens =
      settings.flag(
        "sdkTokens",
        "Write yes to let apps with the official SDK see and delete the stored cards of their checkout's payer."
      ).value
    sdkCheckIn =
      settings.flag(
        "sdkCheckIn",
        "Write yes to let apps with the official SDK start check-ins, which belong to no checkout: everybody can then start "
          + "them with the access token."
      ).value
    expiration = settings.time(
      "expirationMinutes", "The minutes that buyers have on the payment page.", 5...2_880, default: 30, seconds: 60)
    decisionTime = settings.time(
      "decisionDays", "The days after which a person looks at a refund that a bank is still deciding about.", 1...60,
      default: 7, seconds: 86_400)
    quietSchedule = settings.quietSeconds(provider: "Swedbank Pay", usual: quietSchedule)
  }
}
