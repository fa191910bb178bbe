public import HTTPTypes

/// Why a signature was refused. Amazon's message holds what it took the request for, and that tells the two causes
/// apart.
public enum SignatureDiagnosis: Hashable, Sendable {
  /// Amazon saw the same request as we signed: the key id belongs to another key, environment or region.
  case otherKey
  /// Amazon saw another request than we signed: something between here and Amazon changed it.
  case otherRequest
  /// The message does not say.
  case unexplained

  /// - Parameters:
  ///   - message: Amazon's, with its own string to sign in it.
  ///   - request: As it was sent.
  ///   - body: As it was sent.
  public init(message: String, request: HTTPRequest, body: [UInt8]) {
    guard
      let authorization = request.headerFields[.authorization],
      let algorithm = authorization.split(separator: " ").first.flatMap({ AmazonPayAlgorithm(rawValue: String($0)) }),
      let theirs = Self.hash(in: message)
    else {
      self = .unexplained
      return
    }
    let ours = CanonicalRequest(request, body: body, signing: RequestSigner.signedHeaders)
    self = theirs == ours.sha256 && message.contains("[\(algorithm.rawValue)") ? .otherKey : .otherRequest
  }

  /// The 64 hexadecimal digits that end the text in the message's first brackets.
  private static func hash(in message: String) -> String? {
    guard let open = message.firstIndex(of: "[") else { return nil }
    guard let close = message[open...].firstIndex(of: "]") else { return nil }
    let hash = message[open..<close].suffix(64).lowercased()
    return hash.utf8.count == 64 && hash.allSatisfy { $0.isASCII && $0.isHexDigit } ? hash : nil
  }
}
