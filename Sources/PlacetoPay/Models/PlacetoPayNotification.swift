import Crypto
public import FerryCore
import FerryHTTP

/// A notification that a session has reached a status ("Notification", PlacetoPay documentation). PlacetoPay sends it once,
/// to the address that it has set up for the site, and never again. Take it as a question: query the session, and decide by
/// the answer.
public struct PlacetoPayNotification: Hashable, Sendable, Redacted {
  /// The session's id in digits, as received.
  public let requestId: String
  public let status: Status
  /// The merchant's reference. It is not signed, like the status's reason and message: do not decide by it.
  public let reference: String?
  /// The signed part: id, status and date. A repetition of the notification has the same.
  public let signedText: String

  /// Reads a notification and checks its signature.
  /// - Parameter body: JSON in UTF-8, as received.
  public init(_ body: [UInt8], for account: PlacetoPayAccount) throws(Refusal) {
    guard let wire = try? Wire(json: body) else { throw .unreadable }
    guard let requestId = wire.requestId, (try? FieldRules.id(requestId, "")) != nil else { throw .noSession }
    guard let date = wire.status.date else { throw .unreadable }
    guard let signature = wire.signature else { throw .unsigned }
    let signed = NotificationSignature(requestId: requestId, state: wire.status.state.text, date: date)
    try signed.check(signature, account.secretKey, acceptsSHA1: account.acceptsSHA1Notifications)
    self.signedText = signed.text
    self.requestId = requestId
    self.status = wire.status
    self.reference = wire.reference
  }

  /// The reason why a notification changes nothing.
  public enum Refusal: String, Error, Hashable, Sendable, CaseIterable {
    /// No JSON, or without the members of a notification.
    case unreadable
    /// Without a session's id: the notification of a later charge of a recurrence, whose signature is not documented.
    case noSession
    case unsigned
    /// Signed by SHA-1, which the account does not accept.
    case oldSignature
    /// Signed by an unknown algorithm.
    case unknownSignature
    /// The signature is not that of the account's site, or signed text was changed.
    case wrongSignature
  }

  public var description: String { "session \(requestId) \(status)" }

  private struct Wire: Decodable {
    let status: Status
    let requestId: String?
    let reference: String?
    let signature: String?

    enum CodingKeys: String, MemberKey { case status, requestId, reference, signature }
  }
}

/// The signature of a notification: a hash of id, status, date and secret, without separators. The lightbox delivers the
/// same to the page.
public struct NotificationSignature: Hashable, Sendable {
  /// The signed text without the secret.
  let text: String

  /// The texts are as received.
  public init(requestId: String, state: String, date: String) { text = requestId + state + date }

  /// The text of the signature by SHA-256, with its prefix.
  public func sha256(_ secretKey: Secret<String>) -> String {
    "sha256:" + Hexadecimal.text(SHA256.hash(data: bytes(secretKey)))
  }

  /// The text of the deprecated signature by SHA-1.
  public func sha1(_ secretKey: Secret<String>) -> String {
    Hexadecimal.text(Insecure.SHA1.hash(data: bytes(secretKey)))
  }

  public func check(
    _ signature: String, _ secretKey: Secret<String>, acceptsSHA1: Bool
  ) throws(PlacetoPayNotification.Refusal) {
    let expected: String
    if signature.hasPrefix("sha256:") {
      expected = sha256(secretKey)
    } else if signature.utf8.count == 40, !signature.contains(":") {
      guard acceptsSHA1 else { throw .oldSignature }
      expected = sha1(secretKey)
    } else {
      throw .unknownSignature
    }
    guard equalInConstantTime(signature, expected) else { throw .wrongSignature }
  }

  private func bytes(_ secretKey: Secret<String>) -> [UInt8] { Array((text + secretKey.reveal()).utf8) }
}
