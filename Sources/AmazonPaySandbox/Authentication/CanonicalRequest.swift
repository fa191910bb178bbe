import Crypto
import FerryCore
import FerrySandbox
import HTTPTypes

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The form of a request whose hash is signed ("Signing requests" in the Amazon Pay documentation).
struct CanonicalRequest: Hashable {
  let text: String

  init(text: String) { self.text = text }

  /// - Parameters:
  ///   - target: Path and query as received.
  ///   - signedHeaders: Names in the order of the authorization header.
  ///   - value: Returns a header's value, its repetitions joined by commas.
  ///   - collapsesSpaces: False, here and for `sortsQuery`, reproduces a known mistake.
  init(
    method: String, target: String, signedHeaders: [String], value: (String) -> String?, body: [UInt8],
    collapsesSpaces: Bool = true, sortsQuery: Bool = true
  ) {
    let parts = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    var lines = [method.uppercased(), parts[0].isEmpty ? "/" : String(parts[0])]
    let query = parts.count > 1 ? parts[1] : ""
    lines.append(sortsQuery ? Self.query(query) : String(query))
    for name in signedHeaders {
      let value = value(name) ?? ""
      lines.append("\(name.lowercased()):\(collapsesSpaces ? Self.collapsed(value) : value)")
    }
    lines.append("")
    lines.append(signedHeaders.joined(separator: ";"))
    lines.append(Hexadecimal.text(SHA256.hash(data: body)))
    text = lines.joined(separator: "\n")
  }

  var hash: [UInt8] { Array(SHA256.hash(data: Array(text.utf8))) }

  /// The pairs sorted by name and then value, bytewise, in the encoding in which they were sent: the clients encode
  /// differently, and each signs what it sends.
  private static func query(_ query: Substring) -> String {
    let pairs = query.split(separator: "&").map { pair -> (name: [UInt8], value: [UInt8], text: String) in
      let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let value = parts.count > 1 ? parts[1] : ""
      return (Array(parts[0].utf8), Array(value.utf8), "\(parts[0])=\(value)")
    }
    return
      pairs
      .sorted { left, right in
        left.name == right.name
          ? left.value.lexicographicallyPrecedes(right.value) : left.name.lexicographicallyPrecedes(right.name)
      }
      .map(\.text).joined(separator: "&")
  }

  /// The value without spaces at its ends, and with single spaces inside.
  private static func collapsed(_ value: String) -> String {
    value.utf8.contains(0x20) || value.utf8.contains(0x09)
      ? value.split { $0 == " " || $0 == "\t" }.joined(separator: " ") : value
  }
}

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

/// The two signature algorithms: RSASSA-PSS with SHA-256, told apart by the length of the salt.
enum SignatureAlgorithm: String, Hashable, CaseIterable {
  /// Salt of 20 bytes; the default of the official clients.
  case version1 = "AMZN-PAY-RSASSA-PSS"
  /// Salt of 32 bytes.
  case version2 = "AMZN-PAY-RSASSA-PSS-V2"

  /// The signed text: the algorithm's name and the hash of request or payload, in two lines.
  func stringToSign(hash: [UInt8]) -> String { "\(rawValue)\n\(Hexadecimal.text(hash))" }
}
