import AmazonPaySandbox
import CryptoExtras
public import FerryCore
public import FerrySandbox
import FerryWeb

/// The demo's shop at the gateway's sandbox. Its button at Amazon has the same ids and the same key as that of Amazon's
/// sandbox, which may run beside it.
public enum DemoShop {
  public static let shopID = "tshop0000demo"
  static let passwordFile = "gmo-pg-sandbox-shop-pass"
  static let journalFile = "gmo-pg-sandbox.journal"

  /// The shop's password, which is created in the folder: 10 letters and digits, as old shops have it.
  public static func password(_ place: SandboxPlace) throws -> Secret<String> {
    try place.folder.secret(passwordFile) {
      place.randomness.text(10, of: Array("ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789"))
    }
  }

  /// The public key that verifies the button's payload, of the key pair in the folder.
  static func publicKey(_ folder: some SandboxFolder) throws -> String {
    try _RSA.Signing.PrivateKey(pemRepresentation: DemoAccount.signingKey(folder).reveal()).publicKey.pemRepresentation
  }
}

extension GatewaySandbox: SandboxModule {
  public typealias Options = GatewayOptions

  public static let id = "gmo-pg"
  public static let name = "GMO Payment Gateway (Amazon Pay)"

  public convenience init(_ place: SandboxPlace) throws {
    try self.init(
      GatewayShop(id: DemoShop.shopID, password: DemoShop.password(place), name: place.shopName), GatewayRules(),
      AmazonAccount(
        merchantID: DemoAccount.merchantID, storeID: DemoAccount.storeID, publicKeyID: DemoAccount.publicKeyID,
        publicKey: DemoShop.publicKey(place.folder), returnHosts: [place.shop.host]),
      at: place, journal: place.hasJournal ? place.folder.path(DemoShop.journalFile) : nil)
  }

  public static func settings(_ place: SandboxPlace) throws -> [String: String] {
    _ = try DemoAccount.signingKey(place.folder)
    var settings = [
      "FERRY_GMO_PG_TEST_SHOP_ID": DemoShop.shopID,
      "FERRY_GMO_PG_TEST_SHOP_PASS": try DemoShop.password(place).reveal(),
      "FERRY_GMO_PG_TEST_BASE_URL": "\(place.origin)/payment",
      "FERRY_GMO_PG_TEST_AMAZON_MERCHANT_ID": DemoAccount.merchantID,
      "FERRY_GMO_PG_TEST_AMAZON_STORE_ID": DemoAccount.storeID,
      "FERRY_GMO_PG_TEST_AMAZON_PUBLIC_KEY_ID": DemoAccount.publicKeyID,
      "FERRY_GMO_PG_TEST_AMAZON_PRIVATE_KEY_FILE": place.folder.path(DemoAccount.keyFile),
      "FERRY_GMO_PG_TEST_AMAZON_SANDBOX_URL": place.origin.text,
      // The key also reads checkout sessions at Amazon, whose API is on the same site.
      "FERRY_GMO_PG_TEST_READS_SESSIONS": "yes",
    ]
    settings["FERRY_GMO_PG_TEST_QUIET_SECONDS"] = place.quietSeconds
    return settings
  }
}
