import Crypto
import FerryCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The bodies of the bank's API. Every request is a POST with proof of the sender in its body; amounts are decimal text.
enum Wire {
  /// Made for one request: `digest` is SHA-256 over nonce, time and secret, in base64url.
  struct Proof: Codable, Hashable, Sendable {
    var login: String
    var nonce: String
    /// Milliseconds since 1970, by the sender's clock. The bank refuses more than five minutes of difference.
    var time: Int64
    var digest: String

    init(login: String, secret: Secret<String>, nonce: String, at now: Moment) {
      self.login = login
      self.nonce = nonce
      time = now.milliseconds
      digest = Self.digest(nonce, now.milliseconds, secret)
    }

    func isOf(_ secret: Secret<String>) -> Bool { equalInConstantTime(digest, Self.digest(nonce, time, secret)) }

    private static func digest(_ nonce: String, _ time: Int64, _ secret: Secret<String>) -> String {
      Base64URL.encode(Array(SHA256.hash(data: Array("\(nonce) \(time) \(secret.reveal())".utf8))))
    }
  }

  struct Payer: Codable, Hashable, Sendable {
    var ipAddress: String
    var userAgent: String
  }

  /// What a request asks for. Each call uses the members that it needs.
  struct Request: Codable, Hashable, Sendable {
    var proof: Proof?
    var payer: Payer?
    var reference: String?
    var amount: String?
    var currency: String?
    var returnURL: String?
    var cancelURL: String?
    var capturesAtOnce: Bool?
  }

  struct Payment: Codable, Hashable, Sendable {
    var id: String
    var reference: String
    var state: String
    var amount: String
    var currency: String
    /// Where the buyer's browser posts `entrance`; only while the payment is open.
    var page: String?
    /// Lets one browser in, once, within a minute.
    var entrance: String?
    var decline: String?
    var transaction: String?
    var captured: String
    var refunded: String
    /// The shop's references of refunds.
    var refunds: [String]
  }

  struct Refusal: Codable, Hashable, Sendable {
    var error: String
    /// The bank's clock, in milliseconds since 1970.
    var time: Int64
  }

  static func encode(_ value: some Encodable) -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return (try? encoder.encode(value)).map(Array.init) ?? []
  }

  static func decode<Value: Decodable>(_ type: Value.Type, _ bytes: [UInt8]) -> Value? {
    try? JSONDecoder().decode(type, from: Data(bytes))
  }
}
