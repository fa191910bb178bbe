import Crypto
import Foundation

/// The header fields of a webhook: its id, the time of sending, and signatures over both and the body (Standard Webhooks,
/// "Webhook headers" and "Verifying signatures"). The sender signs with one or more secrets; the receiver reads the fields of
/// the request and verifies the raw bytes of the body:
///
///     let signature = try WebhookSignature { request.headers[$0] }
///     try signature.verify(body, secrets: [secret], at: now)
public struct WebhookSignature: Hashable, Sendable {
  /// The message's id, the same in every retry. It has no full stop.
  public let id: String
  /// The time of this attempt to deliver, in whole seconds since 1970, as text.
  public let timestamp: String
  /// Signatures with spaces between, each with its version: "v1,K5oZ…". Several while a secret is replaced.
  public let signatures: String

  public enum Field: String, CaseIterable, Sendable {
    case id = "webhook-id"
    case timestamp = "webhook-timestamp"
    case signatures = "webhook-signature"
  }

  /// The reason why a webhook is refused. Answer each with 401 and do nothing else.
  public enum Refusal: Error, Hashable, Sendable {
    /// A field is missing or malformed.
    case malformed(Field)
    /// The clocks differ by more than the tolerance, or an attacker replays an old message.
    case notInTime
    /// No signature matches the body and a known secret.
    case wrongSignature
  }

  /// Signs a body.
  /// - Parameters:
  ///   - id: Has no full stop.
  ///   - secrets: One signature is made with each.
  public init(signing body: some Sequence<UInt8>, id: String, at moment: Moment, secrets: [WebhookSecret]) {
    precondition(Self.isWritable(id), "A message's id is not empty and has neither a full stop nor a blank.")
    self.id = id
    let timestamp = String(moment.milliseconds / 1000)
    let content = Self.content(id, timestamp, body)
    self.timestamp = timestamp
    signatures = secrets.map { Self.version + Self.signature(of: content, $0) }.joined(separator: " ")
  }

  /// Reads the fields of a request.
  /// - Parameter field: Returns the value of a field, by a name in any case; nil if it is missing.
  /// - Throws: `Refusal.malformed`.
  public init(field: (_ name: String) -> String?) throws(Refusal) {
    guard let id = field(Field.id.rawValue), Self.isWritable(id) else { throw .malformed(.id) }
    guard let timestamp = field(Field.timestamp.rawValue), Self.seconds(timestamp) != nil else {
      throw .malformed(.timestamp)
    }
    guard let signatures = field(Field.signatures.rawValue), !signatures.isEmpty, signatures.utf8.count <= 4096 else {
      throw .malformed(.signatures)
    }
    self.id = id
    self.timestamp = timestamp
    self.signatures = signatures
  }

  public var fields: [(name: String, value: String)] {
    [(Field.id.rawValue, id), (Field.timestamp.rawValue, timestamp), (Field.signatures.rawValue, signatures)]
  }

  /// Verifies that sender and body are genuine. Store the id for longer than the tolerance and ignore a known one: a message
  /// may arrive more than once.
  /// - Parameters:
  ///   - body: The raw bytes. Decoded and encoded JSON would have other bytes.
  ///   - secrets: The secrets that the sender may sign with; two while one replaces the other.
  ///   - tolerance: The largest difference between the sender's clock and `now`.
  /// - Throws: `Refusal`.
  public func verify(
    _ body: some Sequence<UInt8>, secrets: [WebhookSecret], at now: Moment, tolerance: Duration = .seconds(300)
  ) throws(Refusal) {
    guard let seconds = Self.seconds(timestamp) else { throw .malformed(.timestamp) }
    let (sent, overflow) = seconds.multipliedReportingOverflow(by: 1000)
    // A timestamp is rounded down to the second.
    guard !overflow, now.since(Moment(milliseconds: sent)) <= tolerance + .seconds(1),
      Moment(milliseconds: sent).since(now) <= tolerance
    else { throw .notInTime }
    let content = Self.content(id, timestamp, body)
    let presented = signatures.split(separator: " ").filter { $0.hasPrefix(Self.version) }
      .map { $0.dropFirst(Self.version.count) }
    var isGenuine = false
    for secret in secrets {
      let expected = Self.signature(of: content, secret)
      for one in presented where equalInConstantTime(expected.utf8, one.utf8) { isGenuine = true }
    }
    guard isGenuine else { throw .wrongSignature }
  }

  /// HMAC-SHA256. The other version is for public keys, which Ferry does not use.
  private static let version = "v1,"

  private static func content(_ id: String, _ timestamp: String, _ body: some Sequence<UInt8>) -> Data {
    var content = Data("\(id).\(timestamp).".utf8)
    content.append(contentsOf: body)
    return content
  }

  private static func signature(of content: Data, _ secret: WebhookSecret) -> String {
    let code = HMAC<SHA256>.authenticationCode(for: content, using: SymmetricKey(data: secret.bytes))
    return Data(code).base64EncodedString()
  }

  /// A full stop would let what is signed be read in two ways.
  private static func isWritable(_ id: String) -> Bool {
    (1...256).contains(id.utf8.count) && id.utf8.allSatisfy { (0x21...0x7E).contains($0) && $0 != UInt8(ascii: ".") }
  }

  private static func seconds(_ text: String) -> Int64? {
    text.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int64(text) : nil
  }
}

/// The shared key that signs the webhooks of one endpoint: 24 to 64 random bytes, written as "whsec_" and base64 (Standard
/// Webhooks, "Signature scheme").
public struct WebhookSecret: Sendable {
  private let key: Secret<[UInt8]>

  private static let prefix = "whsec_"

  /// A new secret of 32 bytes.
  public init(_ randomness: any Randomness) { key = Secret(randomness.bytes(32)) }

  /// Nil for text that is no such secret.
  public init?(text: String) {
    guard text.hasPrefix(Self.prefix), let data = Data(base64Encoded: String(text.dropFirst(Self.prefix.count))),
      (24...64).contains(data.count)
    else { return nil }
    key = Secret(Array(data))
  }

  /// The text for the configuration of sender and receiver; never for a page or a log.
  public func reveal() -> String { Self.prefix + Data(key.reveal()).base64EncodedString() }

  var bytes: [UInt8] { key.reveal() }
}

extension WebhookSecret: Equatable {
  /// In a time that does not depend on the keys.
  public static func == (left: Self, right: Self) -> Bool { equalInConstantTime(left.bytes, right.bytes) }
}

extension WebhookSecret: Redacted {}
