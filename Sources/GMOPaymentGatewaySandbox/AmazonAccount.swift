import AmazonPaySandbox
import FerryCore
import FerrySandbox
import FerryWeb

/// The merchant's account at Amazon Pay, whose button leads to the gateway.
public struct AmazonAccount: Sendable {
  public var merchantID: String
  public var storeID: String
  public var publicKeyID: String
  /// In PEM ("BEGIN PUBLIC KEY").
  public var publicKey: String
  /// Pages may send the buyer to these hosts; nil for any.
  public var returnHosts: Set<String>?

  public init(
    merchantID: String, storeID: String, publicKeyID: String, publicKey: String, returnHosts: Set<String>? = nil
  ) {
    self.merchantID = merchantID
    self.storeID = storeID
    self.publicKeyID = publicKeyID
    self.publicKey = publicKey
    self.returnHosts = returnHosts
  }

  /// The buyer's side: Amazon's button, pages and API on the gateway's site.
  func sandbox(_ shop: GatewayShop, _ place: SandboxPlace, journal: String?) throws -> AmazonPaySandbox.Sandbox {
    let merchant = AmazonPaySandbox.Merchant(
      id: merchantID, name: shop.name, storeIDs: [storeID], publicKeys: [publicKeyID: publicKey],
      returnHosts: returnHosts)
    return try AmazonPaySandbox.Sandbox(
      configuration: SandboxConfiguration(
        origin: place.origin.text, merchants: [merchant], processingPause: place.processingPause,
        isControlEnabled: place.isControlEnabled, journalPath: journal),
      timekeeper: place.timekeeper, randomness: place.randomness)
  }
}
