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
  /// Names the key pair to Amazon.
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
