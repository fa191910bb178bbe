import AmazonPaySandbox
public import FerryCore
public import FerrySandbox
public import FerryWeb

/// The demo's shop at the gateway's sandbox. Its button at Amazon has the same ids and the same key as that of Amazon's
/// sandbox, which may run beside it.
public enum DemoAccount {
  public static let shopID = "tshop0000demo"
  static let passwordFile = "gmo-pg-sandbox-shop-pass"
  static let journalFile = "gmo-pg-sandbox.journal"

  /// The shop's password, which is created in the folder: 10 letters and digits, as old shops have it.
  public static func password(_ place: SandboxPlace) throws -> Secret<String> {
    try place.folder.secret(passwordFile) {
      place.randomness.text(10, of: Array("ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789"))
    }
  }
}

extension Sandbox: SandboxModule {
  public typealias Options = CommandOptions

  public static let id = "gmo-pg"
  public static let name = "GMO Payment Gateway (Amazon Pay)"

  public convenience init(_ place: SandboxPlace) throws {
    try self.init(
      GatewayShop(id: DemoAccount.shopID, password: DemoAccount.password(place), name: place.shopName), Rules(),
      Merchant(
        id: AmazonPaySandbox.DemoAccount.merchantID, name: place.shopName,
        storeIDs: [AmazonPaySandbox.DemoAccount.storeID],
        publicKeys: [AmazonPaySandbox.DemoAccount.publicKeyID: AmazonPaySandbox.DemoAccount.publicPEM(place.folder)],
        returnHosts: [place.shop.host]),
      at: place, journal: place.journal(DemoAccount.journalFile))
  }

  public static func settings(_ place: SandboxPlace) throws -> [String: String] {
    _ = try AmazonPaySandbox.DemoAccount.signingKey(place.folder)
    var settings = [
      "FERRY_GMO_PG_TEST_SHOP_ID": DemoAccount.shopID,
      "FERRY_GMO_PG_TEST_SHOP_PASS": try DemoAccount.password(place).reveal(),
      "FERRY_GMO_PG_TEST_BASE_URL": "\(place.origin)/payment",
      "FERRY_GMO_PG_TEST_AMAZON_MERCHANT_ID": AmazonPaySandbox.DemoAccount.merchantID,
      "FERRY_GMO_PG_TEST_AMAZON_STORE_ID": AmazonPaySandbox.DemoAccount.storeID,
      "FERRY_GMO_PG_TEST_AMAZON_PUBLIC_KEY_ID": AmazonPaySandbox.DemoAccount.publicKeyID,
      "FERRY_GMO_PG_TEST_AMAZON_PRIVATE_KEY_FILE": place.folder.path(AmazonPaySandbox.DemoAccount.keyFile),
      "FERRY_GMO_PG_TEST_AMAZON_SANDBOX_URL": place.origin.text,
      // The key also reads checkout sessions at Amazon, whose API is on the same site.
      "FERRY_GMO_PG_TEST_READS_SESSIONS": "yes",
    ]
    settings["FERRY_GMO_PG_TEST_QUIET_SECONDS"] = place.quietSeconds
    return settings
  }
}

extension Sandbox {
  /// Japan, in yen, as at Amazon Pay.
  public static var market: Market { AmazonPaySandbox.Sandbox.market }

  public static let paymentOptions = [PaymentOption.chargedLater]
}
