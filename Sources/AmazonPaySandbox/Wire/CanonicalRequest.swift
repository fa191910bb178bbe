import Crypto
import FerryCore
import FerrySandbox
import FerryWeb
import Foundation
import HTTPTypes

/// The form of a request whose hash is signed ("Signing requests" in the Amazon Pay documentation).
struct CanonicalRequest: Hashable {
  enum Query {
    /// Sorted, and percent-encoded again: only unreserved characters stay. Amazon's Java client signs this, and sends commas as
    /// they are.
    case normalised
    /// Sorted, in the encoding of the request. The Node.js and Ruby clients sign this, and encode in their own ways.
    case sorted
    /// As it was sent: a known mistake.
    case unsorted
  }

  let text: String

  init(text: String) { self.text = text }

  /// - Parameters:
  ///   - target: Path and query as received.
  ///   - signedHeaders: Names in the order of the authorization header.
  ///   - value: Returns a header's value, its repetitions joined by commas.
  ///   - collapsesSpaces: False reproduces a known mistake.
  init(
    method: String, target: String, signedHeaders: [String], value: (String) -> String?, body: [UInt8],
    query form: Query = .normalised, collapsesSpaces: Bool = true
  ) {
    let parts = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    var lines = [method.uppercased(), parts[0].isEmpty ? "/" : String(parts[0])]
    lines.append(Self.query(parts.count > 1 ? parts[1] : "", form))
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

  /// The pairs sorted by name and then value, bytewise.
  private static func query(_ query: Substring, _ form: Query) -> String {
    if form == .unsorted { return String(query) }
    let pairs = query.split(separator: "&").map { pair -> (name: [UInt8], value: [UInt8], text: String) in
      let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map {
        form == .normalised ? normalised($0) : String($0)
      }
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

  /// RFC 3986 §6.2.2; as sent if its encoding is broken.
  private static func normalised(_ text: Substring) -> String {
    text.removingPercentEncoding.map { PercentEncoding.encode($0) } ?? String(text)
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
  let signedHeaders: [String]
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
      parts[String(pair[0]).trimmed] = String(pair[1]).trimmed
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
