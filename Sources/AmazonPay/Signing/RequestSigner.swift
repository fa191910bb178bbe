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
  /// Amazon's id for the key pair.
  public let publicKeyId: String
  public let algorithm: AmazonPayAlgorithm
  private let key: SigningKey

  public init(publicKeyId: String, key: SigningKey, algorithm: AmazonPayAlgorithm = .v2) {
    self.publicKeyId = publicKeyId
    self.key = key
    self.algorithm = algorithm
  }

  /// The headers that are signed if present. `user-agent` is not signed, because proxies rewrite it.
  public static let signedHeaders: [HTTPField.Name] = [
    .accept, .contentType, .amazonPayAuthToken, .amazonPayDate, .amazonPayHost, .amazonPayIdempotencyKey,
    .amazonPayRegion, .amazonPaySimulationCode,
  ]

  /// Adds the date and the signature to a request.
  /// - Parameter moment: The time of the signature, by Amazon's clock.
  public func signed(_ request: HTTPRequest, body: [UInt8], at moment: Moment) throws(SigningError) -> HTTPRequest {
    var request = request
    request.headerFields[.amazonPayDate] = AmazonPayTimestamp.text(moment)
    let canonical = CanonicalRequest(request, body: body, signing: Self.signedHeaders)
    let signature = try signature(of: canonical.stringToSign(algorithm))
    request.headerFields[.authorization] = authorization(canonical.signedHeaders, signature)
    return request
  }

  /// Signs a payload for the browser's script. The signature stays valid for exactly these bytes.
  public func signed(_ payload: ButtonPayload) throws(SigningError) -> SignedButtonPayload {
    SignedButtonPayload(
      payloadJSON: payload.json,
      signature: try signature(of: Self.stringToSign(payloadJSON: payload.json, algorithm)),
      publicKeyId: publicKeyId,
      algorithm: algorithm)
  }

  /// The string to sign for a button payload.
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
  /// The older algorithm, with a salt of 20 bytes: Amazon's default if a request names no algorithm.
  case salt20 = "AMZN-PAY-RSASSA-PSS"
  /// The newer algorithm, with a salt of 32 bytes. Amazon recommends it, and accepts it for every key.
  case v2 = "AMZN-PAY-RSASSA-PSS-V2"

  /// In bytes.
  public var saltLength: Int {
    switch self {
    case .salt20: 20
    case .v2: 32
    }
  }
}

public enum SigningError: Error, Hashable, Sendable, CustomStringConvertible {
  case failed

  public var description: String { "The RSA signature could not be made. Check the private key by loading it again." }
}

extension HTTPField.Name {
  /// The time of the signature, in UTC.
  public static let amazonPayDate = amazonPay("x-amz-pay-date")
  /// The API's host, without scheme and port.
  public static let amazonPayHost = amazonPay("x-amz-pay-host")
  /// `na`, `eu` or `jp`.
  public static let amazonPayRegion = amazonPay("x-amz-pay-region")
  /// The same for every retry of a request ("Idempotency", Amazon Pay documentation).
  public static let amazonPayIdempotencyKey = amazonPay("x-amz-pay-idempotency-key")
  /// A case that Amazon's sandbox simulates.
  public static let amazonPaySimulationCode = amazonPay("x-amz-pay-simulation-code")
  /// A solution provider's permission to act for a merchant.
  public static let amazonPayAuthToken = amazonPay("x-amz-pay-authtoken")
  /// In answers: the id of the request, for Amazon's support.
  public static let amazonPayRequestId = amazonPay("x-amz-pay-request-id")

  private static func amazonPay(_ name: StaticString) -> HTTPField.Name {
    guard let name = HTTPField.Name(name.description) else { preconditionFailure("Not a header name: \(name)") }
    return name
  }
}
