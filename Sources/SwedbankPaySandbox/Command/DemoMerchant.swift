public import FerryCore
public import FerrySandbox
import FerryWeb

/// The account of the demo's shop at Swedbank Pay's sandbox.
public enum DemoMerchant {
  public static let payeeID = "7f4d2a90-3c1e-4b6a-9d58-0a1b2c3d4e5f"
  static let tokenFile = "swedbank-pay-sandbox-access-token"
  static let journalFile = "swedbank-pay-sandbox.journal"

  /// The access token of the merchant, which is created in the folder.
  public static func accessToken(_ place: SandboxPlace) throws -> Secret<String> {
    try place.folder.secret(tokenFile) { place.randomness.token(bytes: 24) }
  }
}

extension PaymentOrderSandbox: SandboxModule {
  public typealias Options = MerchantOptions

  public static let id = "swedbank-pay"
  public static let name = "Swedbank Pay"

  public convenience init(_ place: SandboxPlace) throws {
    var rules = MerchantRules()
    rules.sendsCallbacks = place.notificationURL != nil
    try self.init(
      Merchant(
        payeeID: DemoMerchant.payeeID, accessToken: DemoMerchant.accessToken(place), name: place.shopName,
        rules: rules),
      at: place, journal: place.hasJournal ? place.folder.path(DemoMerchant.journalFile) : nil)
  }

  public static func settings(_ place: SandboxPlace) throws -> [String: String] {
    var settings = [
      "FERRY_SWEDBANK_PAY_TEST_PAYEE_ID": DemoMerchant.payeeID,
      "FERRY_SWEDBANK_PAY_TEST_ACCESS_TOKEN": try DemoMerchant.accessToken(place).reveal(),
      "FERRY_SWEDBANK_PAY_TEST_API_URL": place.origin.text,
      "FERRY_SWEDBANK_PAY_TEST_PAYER_URLS": place.origin.text,
      "FERRY_SWEDBANK_PAY_TEST_SDK_TOKENS": "yes",
      "FERRY_SWEDBANK_PAY_TEST_SDK_CHECK_IN": "yes",
    ]
    settings["FERRY_SWEDBANK_PAY_TEST_TERMS_OF_SERVICE_URL"] = place.shop.link("/terms").text
    settings["FERRY_SWEDBANK_PAY_TEST_QUIET_SECONDS"] = place.quietSeconds
    return settings
  }
}
