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

  /// The body of every request. Each call uses the members that it needs.
  struct Request: Codable, Hashable, Sendable {
    var proof: Proof?
    var payer: Payer?
    var reference: String?
    var order: String?
    var amount: String?
    var currency: String?
    var returnURL: String?
    var cancelURL: String?
    var capturesAtOnce: Bool?
    var note: String?

    init() {}

    init(_ amount: Money) {
      self.amount = amount.decimal
      currency = amount.currency.code
    }

    /// Nil if it is missing or cannot be read.
    var money: Money? {
      currency.flatMap { Currency($0) }.flatMap { currency in amount.flatMap { try? Money(decimal: $0, currency) } }
    }
  }

  struct Payment: Codable, Hashable, Sendable {
    var id: String
    var reference: String
    var state: String
    var amount: String
    var currency: String
    /// The buyer's browser posts `entrance` to this address; only while the payment is open.
    var page: String?
    /// Lets one browser in, once, within a minute.
    var entrance: String?
    /// The transactions of declined attempts.
    var declined: [String]
    var transaction: String?
    var isCancelledByShop: Bool
    var captured: String
    var refunded: String
    /// The shop's references of refunds.
    var refunds: [String]
    /// The account that has paid; only once the bank has decided for the payment.
    var account: Account?

    /// - Parameter entrance: Only for a payment that is open.
    init(_ payment: Books.Payment, page: String, entrance: String?) {
      id = payment.id
      reference = payment.reference
      state = payment.state.rawValue
      amount = payment.amount.decimal
      currency = payment.amount.currency.code
      self.page = entrance == nil ? nil : page
      self.entrance = entrance
      declined = payment.declined
      transaction = payment.transaction
      isCancelledByShop = payment.isCancelledByShop
      captured = payment.captured.decimal
      refunded = payment.refunded.decimal
      refunds = payment.refunds.keys.sorted()
      account = payment.authorization.map { Account(bank: "Bank of Invention", lastDigits: "4711", authorization: $0) }
    }
  }

  /// The buyer's account, and the authorization number of its bank.
  struct Account: Codable, Hashable, Sendable {
    var bank: String
    var lastDigits: String
    var authorization: String
  }

  struct Refusal: Codable, Hashable, Sendable {
    var error: String
    /// The bank's clock, in milliseconds since 1970.
    var time: Int64
  }

  static let signatureHeader = "x-bank-signature"

  /// HMAC-SHA256 of a notification's raw bytes, in base64url.
  static func signature(of body: [UInt8], _ secret: Secret<String>) -> String {
    let key = SymmetricKey(data: Array(secret.reveal().utf8))
    return Base64URL.encode(Array(HMAC<SHA256>.authenticationCode(for: body, using: key)))
  }

  /// Scheme and authority of an origin.
  static func place(_ origin: String) -> (scheme: String, authority: String) {
    guard let separator = origin.firstRange(of: "://") else { return ("https", origin) }
    return (String(origin[..<separator.lowerBound]), String(origin[separator.upperBound...]))
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
