import CryptoExtras
public import FerryCore
public import FerrySandbox
import FerryWeb
import NIOSSL

/// The account of the demo's shop at Amazon Pay's sandbox.
public enum DemoAccount {
  public static let merchantID = "A1FERRYDEMO000"
  public static let storeID = "amzn1.application-oa2-client.00000000000000000000000000000001"
  public static let publicKeyID = "SANDBOX-FERRYDEMOKEY000000000000"

  /// The file of the shop's private key. The key is in PKCS #8, because Amazon's Java client reads no other form.
  public static let keyFile = "amazon-pay-sandbox-key.pem"
  public static let authorityFile = "amazon-pay-sandbox-notifications.pem"
  static let rootFile = "amazon-pay-sandbox-notifications.crt"
  static let journalFile = "amazon-pay-sandbox.journal"

  public static func signingKey(_ folder: some SandboxFolder) throws -> Secret<String> {
    try folder.secret(keyFile) { try _RSA.Signing.PrivateKey(keySize: .bits2048).pkcs8PEMRepresentation }
  }

  /// The authority of the sandbox's notifications, which the checkout server trusts.
  public static func notificationAuthority(_ folder: some SandboxFolder, now: Moment) throws -> NotificationAuthority {
    try NotificationAuthority(pem: folder.secret(authorityFile) { try NotificationAuthority(now: now).pem.reveal() })
  }
}

extension Sandbox: SandboxModule {
  public typealias Options = ShopOptions

  public static let id = "amazon-pay"
  public static let name = "Amazon Pay"

  public convenience init(_ place: SandboxPlace) throws {
    let key = try _RSA.Signing.PrivateKey(pemRepresentation: DemoAccount.signingKey(place.folder).reveal())
    let authority = try DemoAccount.notificationAuthority(place.folder, now: place.timekeeper.now)
    let notifications = NotificationSettings(signatureVersion: .two, authority: authority)
    let merchant = Merchant(
      id: DemoAccount.merchantID, name: place.shopName, storeIDs: [DemoAccount.storeID],
      publicKeys: [DemoAccount.publicKeyID: key.publicKey.pemRepresentation], returnHosts: [place.shop.host],
      notificationURLs: place.notificationURL.map { [.sandbox: $0] } ?? [:])
    var configuration = SandboxConfiguration(
      origin: place.origin.text, merchants: [merchant], processingPause: place.processingPause,
      isControlEnabled: place.isControlEnabled,
      journalPath: place.hasJournal ? place.folder.path(DemoAccount.journalFile) : nil, notifications: notifications)
    configuration.faults = place.faults
    try self.init(
      configuration: configuration, timekeeper: place.timekeeper, randomness: place.randomness, signingKey: nil,
      trust: place.trust)
  }

  public static func settings(_ place: SandboxPlace) throws -> [String: String] {
    _ = try DemoAccount.signingKey(place.folder)
    var settings = [
      "FERRY_AMAZON_PAY_TEST_MERCHANT_ID": DemoAccount.merchantID,
      "FERRY_AMAZON_PAY_TEST_STORE_ID": DemoAccount.storeID,
      "FERRY_AMAZON_PAY_TEST_PUBLIC_KEY_ID": DemoAccount.publicKeyID,
      "FERRY_AMAZON_PAY_TEST_PRIVATE_KEY_FILE": place.folder.path(DemoAccount.keyFile),
      "FERRY_AMAZON_PAY_TEST_REGION": MerchantRegion.japan.rawValue,
      "FERRY_AMAZON_PAY_TEST_STORE_NAME": place.shopName,
      "FERRY_AMAZON_PAY_TEST_SANDBOX_URL": place.origin.text,
    ]
    settings["FERRY_AMAZON_PAY_TEST_QUIET_SECONDS"] = place.quietSeconds
    if place.notificationURL != nil {
      let authority = try DemoAccount.notificationAuthority(place.folder, now: place.timekeeper.now)
      try place.folder.write(authority.rootPEM, to: DemoAccount.rootFile)
      settings["FERRY_AMAZON_PAY_TEST_NOTIFICATION_TOPICS"] = NotificationSettings().topicARN
      settings["FERRY_AMAZON_PAY_TEST_CONFIRMS_SUBSCRIPTIONS"] = "yes"
      settings["FERRY_AMAZON_PAY_TEST_NOTIFICATION_ROOT_FILE"] = place.folder.path(DemoAccount.rootFile)
    }
    return settings
  }
}
