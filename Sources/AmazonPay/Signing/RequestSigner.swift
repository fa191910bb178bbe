import CryptoExtras
public import FerryCore
public import HTTPTypes

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Signs requests and button payloads with a merchant's key.
public struct RequestSigner: Sendable {
  /// The id by which Amazon knows the key pair.
  public let publicKeyId: String
  /// What is signed by.
  public let algorithm: AmazonPayAlgorithm
  private let key: SigningKey

  /// Signs with a key that Amazon knows by its id.
  public init(publicKeyId: String, key: SigningKey, algorithm: AmazonPayAlgorithm = .v2) {
    self.publicKeyId = publicKeyId
    self.key = key
    self.algorithm = algorithm
  }

  /// The headers that are signed where a request has them. `user-agent` is not, for proxies rewrite it.
  public static let signedHeaders: [HTTPField.Name] = [
    .accept, .contentType, .amazonPayAuthToken, .amazonPayDate, .amazonPayHost, .amazonPayIdempotencyKey,
    .amazonPayRegion, .amazonPaySimulationCode,
  ]

  /// The request with date and authorization.
  /// - Parameters:
  ///   - body: The bytes as they will be sent.
  ///   - moment: The time to sign for, by the provider's clock.
  /// - Throws: `SigningError`.
  public func signed(_ request: HTTPRequest, body: [UInt8], at moment: Moment) throws(SigningError) -> HTTPRequest {
    var request = request
    request.headerFields[.amazonPayDate] = AmazonPayTimestamp.text(moment)
    let canonical = CanonicalRequest(request, body: body, signing: Self.signedHeaders)
    let signature = try signature(of: canonical.stringToSign(algorithm))
    request.headerFields[.authorization] = authorization(canonical.signedHeaders, signature)
    return request
  }

  /// The payload for the browser's script, with its signature. It stays valid as long as the payload does not change by
  /// a byte.
  /// - Throws: `SigningError`.
  public func signed(_ payload: ButtonPayload) throws(SigningError) -> SignedButtonPayload {
    SignedButtonPayload(
      payloadJSON: payload.json,
      signature: try signature(of: Self.stringToSign(payloadJSON: payload.json, algorithm)),
      publicKeyId: publicKeyId,
      algorithm: algorithm)
  }

  /// What the signature of a button payload is made of.
  public static func stringToSign(payloadJSON: String, _ algorithm: AmazonPayAlgorithm) -> String {
    "\(algorithm.rawValue)\n\(sha256Hex(Array(payloadJSON.utf8)))"
  }

  /// The value of the `authorization` header.
  func authorization(_ signedHeaders: String, _ signature: String) -> String {
    "\(algorithm.rawValue) PublicKeyId=\(publicKeyId), SignedHeaders=\(signedHeaders), Signature=\(signature)"
  }

  private func signature(of text: String) throws(SigningError) -> String {
    try key.signature(of: text, algorithm).rawRepresentation.base64EncodedString()
  }
}

/// A signature algorithm by Amazon's name. Both are RSASSA-PSS with SHA-256 and MGF1 with SHA-256; they differ in the
/// length of the salt ("Signing requests", Amazon Pay documentation).
public enum AmazonPayAlgorithm: String, Codable, Hashable, Sendable, CaseIterable {
  /// The older one, with a salt of 20 bytes: what Amazon assumes where no algorithm is named.
  case salt20 = "AMZN-PAY-RSASSA-PSS"
  /// With a salt of 32 bytes. Amazon recommends it, and accepts it for every key.
  case v2 = "AMZN-PAY-RSASSA-PSS-V2"

  /// In bytes.
  public var saltLength: Int {
    switch self {
    case .salt20: 20
    case .v2: 32
    }
  }
}

/// Why nothing could be signed.
public enum SigningError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The RSA implementation refused.
  case failed

  public var description: String {
    "The RSA signature could not be made. Check the private key by loading it again."
  }
}

extension HTTPField.Name {
  /// When the request was signed, in UTC.
  public static let amazonPayDate = amazonPay("x-amz-pay-date")
  /// The API's host, without scheme and port.
  public static let amazonPayHost = amazonPay("x-amz-pay-host")
  /// `na`, `eu` or `jp`.
  public static let amazonPayRegion = amazonPay("x-amz-pay-region")
  /// The same in every repetition of a request ("Idempotency", Amazon Pay documentation).
  public static let amazonPayIdempotencyKey = amazonPay("x-amz-pay-idempotency-key")
  /// A case for the sandbox to play.
  public static let amazonPaySimulationCode = amazonPay("x-amz-pay-simulation-code")
  /// A solution provider's leave to act for a merchant.
  public static let amazonPayAuthToken = amazonPay("x-amz-pay-authtoken")
  /// In answers: the name of the request for Amazon's support.
  public static let amazonPayRequestId = amazonPay("x-amz-pay-request-id")

  private static func amazonPay(_ name: StaticString) -> HTTPField.Name {
    guard let name = HTTPField.Name(name.description) else { preconditionFailure("Not a header name: \(name)") }
    return name
  }
}
