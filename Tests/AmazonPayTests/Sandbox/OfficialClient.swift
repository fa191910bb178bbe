import Crypto
import CryptoExtras
import FerryCore
import FerryTesting
import Foundation
import HTTPTypes

/// Builds the exact bytes of requests of Amazon's own client libraries, with their differences. It shares no code with the
/// sandbox.
enum OfficialClient: String, CaseIterable {
  case node
  case php
  case java
  case dotNet
  case ruby

  struct Call {
    var method = HTTPRequest.Method.get
    /// After "/v2".
    var path: String
    var query: [(String, String)] = []
    var body = ""
    var idempotencyKey: String?
    var simulation: String?
  }

  /// The library's default algorithm.
  var usualAlgorithm: String { self == .ruby ? "AMZN-PAY-RSASSA-PSS-V2" : "AMZN-PAY-RSASSA-PSS" }

  func request(
    _ call: Call, keyID: String, algorithm: String? = nil, environment: String = "sandbox", date: String? = nil,
    headers more: [String: String] = [:]
  ) throws -> HTTPRequest {
    let isPrefixed = keyID.uppercased().hasPrefix("SANDBOX") || keyID.uppercased().hasPrefix("LIVE")
    var path = (isPrefixed && self != .ruby ? "" : "/" + environment) + "/v2" + call.path
    if self == .dotNet || (self == .java && (call.path.hasPrefix("/refunds/") || !call.query.isEmpty)) { path += "/" }
    let query = query(call.query)

    var headers = [
      "accept": "application/json", "content-type": "application/json",
      "x-amz-pay-date": date ?? (self == .node ? "2025-01-02T03:04:05Z" : "20250102T030405Z"),
      "x-amz-pay-host": "pay-api.amazon.jp", "x-amz-pay-region": self == .java ? "JP" : "jp",
    ]
    var unsigned: [String: String] = ["user-agent": "amazon-pay-api-sdk-\(rawValue)/2.7.2 (language; system)"]
    if let key = call.idempotencyKey ?? (self == .dotNet && call.method == .post ? "dotnetalways" : nil) {
      headers["x-amz-pay-idempotency-key"] = key
    }
    if let code = call.simulation {
      if self == .php {
        unsigned["x-amz-pay-simulation-code"] = code
      } else {
        headers["x-amz-pay-simulation-code"] = code
      }
    }
    switch self {
    case .node: headers["user-agent"] = unsigned.removeValue(forKey: "user-agent")
    case .php:
      unsigned["x-amz-pay-sdk-type"] = "SDK_PHP"
      unsigned["x-amz-pay-sdk-version"] = "2.7.2"
    case .ruby:
      headers["x-amz-pay-sdk-type"] = "Ruby"
      headers["x-amz-pay-sdk-version"] = "1.2.0"
      if !call.body.isEmpty { headers["content-length"] = String(call.body.utf8.count) }
    case .java, .dotNet: break
    }
    for (name, value) in more { headers[name] = value }

    let names = headers.keys.sorted { $0.lowercased() < $1.lowercased() }
    // Node writes the names as the caller typed them, the others in lower case.
    let written = self == .node ? names : names.map { $0.lowercased() }
    var canonical = "\(call.method.rawValue)\n\(path)\n\(sorted(query))\n"
    for name in names { canonical += "\(name.lowercased()):\(value(headers[name] ?? ""))\n" }
    canonical += "\n\(written.joined(separator: ";"))\n\(hex(SHA256.hash(data: Array(call.body.utf8))))"
    let algorithm = algorithm ?? usualAlgorithm
    let toSign = "\(algorithm)\n\(hex(SHA256.hash(data: Array(canonical.utf8))))"
    let signature = try SaltedSigner().signature(of: toSign, saltLength: algorithm.hasSuffix("V2") ? 32 : 20)

    var request = HTTPRequest(
      method: call.method, scheme: "https", authority: "pay-api.amazon.jp",
      path: query.isEmpty ? path : path + "?" + query)
    for (name, value) in headers.merging(unsigned, uniquingKeysWith: { $1 }) {
      if let field = HTTPField.Name(name) { request.headerFields[field] = value }
    }
    request.headerFields[.authorization] =
      "\(algorithm) PublicKeyId=\(keyID), SignedHeaders=\(written.joined(separator: ";")), Signature=\(signature)"
    return request
  }

  /// A header's value as it is signed.
  private func value(_ text: String) -> String {
    switch self {
    case .node, .php: text
    case .ruby: text.trimmingCharacters(in: .whitespaces)
    case .java: text.trimmingCharacters(in: .whitespaces).replacing("\t", with: " ")
    case .dotNet: text.split(separator: " ").joined(separator: " ")
    }
  }

  /// As it is sent.
  private func query(_ pairs: [(String, String)]) -> String {
    pairs.map { name, value in
      let unreserved = CharacterSet(charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.~")
      // JavaScript leaves a few more characters unescaped; Ruby uses form encoding.
      let allowed = self == .node ? unreserved.union(CharacterSet(charactersIn: "!'()*")) : unreserved
      let encoded = value.addingPercentEncoding(withAllowedCharacters: allowed) ?? ""
      return "\(name)=\(self == .ruby ? encoded.replacing("%20", with: "+") : encoded)"
    }.joined(separator: "&")
  }

  private func sorted(_ query: String) -> String {
    query.split(separator: "&").sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }.joined(separator: "&")
  }

  private func hex(_ bytes: some Sequence<UInt8>) -> String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }
}

/// Signs with RSASSA-PSS and a salt of any length (RFC 8017 §8.1.1, §9.1.1), as the official clients do with 20 bytes. The
/// library offers the private operation alone only under the name of blind signing.
struct SaltedSigner {
  private let key: _RSA.BlindSigning.PrivateKey<SHA384>

  init() throws {
    key = try _RSA.BlindSigning.PrivateKey(
      pemRepresentation: SigningTestKey.privateKey, parameters: .RSABSSA_SHA384_PSS_Randomized)
  }

  /// - Returns: The signature in Base64.
  func signature(of text: String, saltLength: Int) throws -> String {
    let salt = (0..<saltLength).map { _ in UInt8.random(in: 0...255) }
    let digest = Array(SHA256.hash(data: Array(text.utf8)))
    let hash = Array(SHA256.hash(data: [UInt8](repeating: 0, count: 8) + digest + salt))
    let length = 256
    var block = [UInt8](repeating: 0, count: length - saltLength - 32 - 2) + [0x01] + salt
    var mask: [UInt8] = []
    var counter: UInt8 = 0
    while mask.count < block.count {
      mask += Array(SHA256.hash(data: hash + [0, 0, 0, counter]))
      counter += 1
    }
    for index in block.indices { block[index] ^= mask[index] }
    block[0] &= 0x7F
    return try key.blindSignature(for: Data(block + hash + [0xBC])).rawRepresentation.base64EncodedString()
  }
}
