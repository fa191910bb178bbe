public import FerryCore

/// A merchant account that the sandbox knows: what Seller Central holds of it.
public struct AmazonPayMerchant: Sendable {
  /// 14 capitals and digits, such as A1EXAMPLE00000.
  public var id: String
  /// What buyers read on the pages unless a session brings its own name.
  public var name: String
  public var region: AmazonPayRegion
  /// The account's currency: yen in Japan.
  public var ledgerCurrency: Currency
  /// `amzn1.application-oa2-client.…`, one for each shop.
  public var storeIDs: Set<String>
  /// Public keys by their ids, in PEM ("BEGIN PUBLIC KEY").
  public var publicKeys: [String: String]
  /// The hosts to which pages may send the buyer. Nil takes any host, as Amazon does for registered domains.
  public var returnHosts: Set<String>?
  /// Where notifications go, one address for each environment.
  public var notificationURLs: [AmazonPayEnvironment: String]
  /// Tokens of Amazon Pay's first API by which the merchant lets solution providers act for it, each with the provider's
  /// merchant id. A provider changes them into tokens of this API, and sends those as `x-amz-pay-authtoken`.
  public var mwsAuthTokens: [String: String]
  /// Whether it is a payment service provider, who processes charges itself: only those may update charges.
  public var isPaymentServiceProvider: Bool

  public init(
    id: String, name: String, region: AmazonPayRegion = .japan, ledgerCurrency: Currency = .jpy,
    storeIDs: Set<String>, publicKeys: [String: String], returnHosts: Set<String>? = nil,
    notificationURLs: [AmazonPayEnvironment: String] = [:], mwsAuthTokens: [String: String] = [:],
    isPaymentServiceProvider: Bool = false
  ) {
    self.id = id
    self.name = name
    self.region = region
    self.ledgerCurrency = ledgerCurrency
    self.storeIDs = storeIDs
    self.publicKeys = publicKeys
    self.returnHosts = returnHosts
    self.notificationURLs = notificationURLs
    self.mwsAuthTokens = mwsAuthTokens
    self.isPaymentServiceProvider = isPaymentServiceProvider
  }
}
