import Crypto

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What goes with a webhook beside its body: its id, when it was sent, and signatures over all three (Standard Webhooks,
/// "Webhook headers" and "Verifying signatures"). The sender makes one with a secret or several, the receiver reads one from
/// the fields of the request and verifies it over the raw bytes of the body:
///
///     let signature = try WebhookSignature { request.headers[$0] }
///     try signature.verify(body, secrets: [secret], at: now)
public struct WebhookSignature: Hashable, Sendable {
  /// The message's id: the same in every repetition. It has no full stop.
  public let id: String
  /// When this attempt to deliver was made, in whole seconds since 1970, as text.
  public let timestamp: String
  /// Signatures with blanks between, each with its version: "v1,K5oZ…". Several while a secret is replaced.
  public let signatures: String

  /// Names of fields of the request.
  public enum Field: String, CaseIterable, Sendable {
    case id = "webhook-id"
    case timestamp = "webhook-timestamp"
    case signatures = "webhook-signature"
  }

  /// Why a webhook is not believed. Whichever it is: answer with 401 and do nothing.
  public enum Refusal: Error, Hashable, Sendable {
    /// A field is missing or is not what it must be.
    case malformed(Field)
    /// The sender's clock and ours differ by more than is tolerated, or it is an old message that somebody sends again.
    case notInTime
    /// No signature is by a secret that we know over what has arrived.
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

  /// Reads what came with a request.
  /// - Parameter field: Gives the value of a field, whatever the case of its name; nil when it is not there.
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

  /// The fields to send.
  public var fields: [(name: String, value: String)] {
    [(Field.id.rawValue, id), (Field.timestamp.rawValue, timestamp), (Field.signatures.rawValue, signatures)]
  }

  /// Whether sender and body are genuine. Keep the id for longer than the tolerance and do nothing for one that is known:
  /// a message may come more than once.
  /// - Parameters:
  ///   - body: The raw bytes as they have arrived: JSON that is read and written again is other bytes.
  ///   - secrets: Those that the sender may sign with; two while one takes the place of the other.
  ///   - tolerance: How far the sender's clock may be from `now`, in either direction.
  /// - Throws: `Refusal`.
  public func verify(
    _ body: some Sequence<UInt8>, secrets: [WebhookSecret], at now: Moment, tolerance: Duration = .seconds(300)
  ) throws(Refusal) {
    guard let seconds = Self.seconds(timestamp) else { throw .malformed(.timestamp) }
    let (sent, overflow) = seconds.multipliedReportingOverflow(by: 1000)
    // A timestamp is cut to the second below.
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

  /// HMAC-SHA256. Others are for public keys, which Ferry does not use.
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
