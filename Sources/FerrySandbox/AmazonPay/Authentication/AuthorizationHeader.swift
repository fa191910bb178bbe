#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// `AMZN-PAY-RSASSA-PSS-V2 PublicKeyId=…, SignedHeaders=a;b;c, Signature=…`
struct AuthorizationHeader: Hashable {
  let algorithm: SignatureAlgorithm
  let publicKeyID: String
  /// As written, in the order written.
  let signedHeaders: [String]
  /// The signature as received, in Base64.
  let signatureText: String
  let signature: [UInt8]

  init?(_ value: String) {
    guard let space = value.firstIndex(of: " "),
      let algorithm = SignatureAlgorithm(rawValue: String(value[..<space]))
    else { return nil }
    var parts: [String: String] = [:]
    for part in value[space...].split(separator: ",") {
      let pair = part.split(separator: "=", maxSplits: 1)
      guard pair.count == 2 else { return nil }
      parts[String(pair[0]).trimmingSpaces()] = String(pair[1]).trimmingSpaces()
    }
    guard parts.count == 3, let key = parts["PublicKeyId"], let headers = parts["SignedHeaders"],
      let text = parts["Signature"], let signature = Data(base64Encoded: text)
    else { return nil }
    self.algorithm = algorithm
    publicKeyID = key
    signedHeaders = headers.split(separator: ";").map(String.init)
    signatureText = text
    self.signature = Array(signature)
  }
}
