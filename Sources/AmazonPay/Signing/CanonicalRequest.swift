import Crypto
import FerryCore
public import HTTPTypes

/// The canonical form of a request for its signature: method, path, query, headers and the hash of the body ("Signing
/// requests", Amazon Pay documentation).
public struct CanonicalRequest: Hashable, Sendable {
  public let text: String
  /// The names of the headers in it, lower case, sorted, joined by semicolons.
  public let signedHeaders: String

  /// Keeps the percent-encoding of path and query, and sorts the parameters.
  /// - Parameter names: The headers to sign if present.
  public init(_ request: HTTPRequest, body: [UInt8], signing names: [HTTPField.Name]) {
    let target = request.path ?? "/"
    let parts = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    let path = parts[0].isEmpty ? "/" : String(parts[0])
    let headers = Set(names).compactMap { name in
      request.headerFields[name].map { (name: name.canonicalName, value: Self.canonicalValue($0)) }
    }
    .sorted { Array($0.name.utf8).lexicographicallyPrecedes(Array($1.name.utf8)) }
    signedHeaders = headers.map(\.name).joined(separator: ";")
    var lines = [request.method.rawValue.uppercased(), path, Self.canonicalQuery(parts.dropFirst().first ?? "")]
    lines += headers.map { "\($0.name):\($0.value)" }
    lines += ["", signedHeaders, sha256Hex(body)]
    text = lines.joined(separator: "\n")
  }

  /// In lower-case hexadecimal.
  public var sha256: String { sha256Hex(Array(text.utf8)) }

  /// The string to sign: the algorithm's name and the hash of the canonical request.
  public func stringToSign(_ algorithm: AmazonPayAlgorithm) -> String { "\(algorithm.rawValue)\n\(sha256)" }

  /// The parameters by the bytes of the name, then of the value; a comparison of whole texts would put `A.10=` before
  /// `A.1=`.
  private static func canonicalQuery(_ query: Substring) -> String {
    query.split(separator: "&").map { parameter -> [[UInt8]] in
      let parts = parameter.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      return [Array(parts[0].utf8), parts.count == 2 ? Array(parts[1].utf8) : []]
    }
    .sorted { left, right in left.lexicographicallyPrecedes(right) { $0.lexicographicallyPrecedes($1) } }
    .map { String(decoding: $0[0] + [UInt8(ascii: "=")] + $0[1], as: UTF8.self) }.joined(separator: "&")
  }

  /// Trims the value, and replaces every run of blanks by one space.
  private static func canonicalValue(_ value: String) -> String {
    value.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }
}

/// The SHA-256 of bytes in lower-case hexadecimal.
func sha256Hex(_ bytes: [UInt8]) -> String { Hexadecimal.text(SHA256.hash(data: bytes)) }
