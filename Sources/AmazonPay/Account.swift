public import FerryCore
public import FerryHTTP

/// A merchant's Amazon Pay account. The initialiser checks all settings together.
public struct AmazonPayAccount: Sendable {
  public let mode: Mode
  public let region: AmazonPayRegion
  /// The id of the merchant who is paid.
  public let merchantId: String
  public let storeId: String
  /// Amazon's id for the key pair.
  public let publicKeyId: String
  /// The private key for requests and button payloads.
  public let key: SigningKey
  /// One of the region's `ledgerCurrencies`.
  public let ledgerCurrency: Currency
  /// Amazon Pay's API, or a sandbox with the same API.
  public let endpoint: AmazonPayEndpoint
  /// The signature algorithm for requests and button payloads.
  public let algorithm: AmazonPayAlgorithm
  /// For solution providers: the merchant's token, sent with every request.
  public let authToken: Secret<String>?

  /// - Parameters:
  ///   - privateKeyPEM: The private key in PEM, PKCS#8 or PKCS#1, as downloaded from Seller Central.
  ///   - ledgerCurrency: Nil for the first of the region's `ledgerCurrencies`.
  ///   - sandboxURL: The base URL of a sandbox, in test mode only; nil for Amazon itself.
  ///   - algorithm: Amazon accepts both for every key.
  ///   - authToken: For solution providers: the merchant's token.
  public init(
    mode: Mode,
    region: AmazonPayRegion,
    merchantId: String,
    storeId: String,
    publicKeyId: String,
    privateKeyPEM: Secret<String>,
    ledgerCurrency: Currency? = nil,
    sandboxURL: String? = nil,
    algorithm: AmazonPayAlgorithm = .v2,
    authToken: Secret<String>? = nil
  ) throws(AmazonPayAccountProblems) {
    var problems: [AmazonPayAccountProblem] = []
    let environment = AmazonPayEnvironment(mode)

    problems.check(merchantId, "[A-Z0-9]+", missing: .merchantIdMissing, malformed: .merchantIdMalformed)
    if !storeId.matches("amzn1\\.application-oa2-client\\.[!-~]+") { problems.append(.storeIdMalformed) }
    if problems.check(publicKeyId, "[A-Z0-9-]+", missing: .publicKeyIdMissing, malformed: .publicKeyIdMalformed),
      let own = AmazonPayEnvironment(ofPublicKeyId: publicKeyId), own != environment
    {
      problems.append(.publicKeyOfOtherMode(own))
    }
    let currency = ledgerCurrency ?? region.ledgerCurrencies[0]
    if !region.ledgerCurrencies.contains(currency) { problems.append(.ledgerCurrency(region)) }

    var endpoint = AmazonPayEndpoint(region, environment, publicKeyId: publicKeyId)
    if let sandboxURL {
      do {
        endpoint = try AmazonPayEndpoint(sandboxURL: sandboxURL, environment, publicKeyId: publicKeyId)
      } catch {
        problems.append(error)
      }
    }
    var key: SigningKey?
    do {
      key = try SigningKey(pem: privateKeyPEM)
    } catch {
      problems.append(.privateKey(error))
    }
    guard problems.isEmpty, let key else { throw AmazonPayAccountProblems(problems: problems) }

    self.mode = mode
    self.region = region
    self.merchantId = merchantId
    self.storeId = storeId
    self.publicKeyId = publicKeyId
    self.key = key
    self.ledgerCurrency = currency
    self.endpoint = endpoint
    self.algorithm = algorithm
    self.authToken = authToken
  }

  public var environment: AmazonPayEnvironment { AmazonPayEnvironment(mode) }
}
