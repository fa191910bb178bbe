import AmazonPay

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A message of Amazon SNS as it comes over HTTP (Amazon SNS Developer Guide, "Parsing Amazon SNS message formats"). Nothing
/// of it is believed before its signature has been verified.
struct SNSMessage {
  enum Kind: String {
    case notification = "Notification"
    case subscriptionConfirmation = "SubscriptionConfirmation"
    case unsubscribeConfirmation = "UnsubscribeConfirmation"
  }

  enum SignatureVersion: String {
    /// SHA-1.
    case one = "1"
    /// SHA-256.
    case two = "2"
  }

  let kind: Kind
  /// The same in every repetition.
  let id: String
  let topic: SNSTopic
  let message: String
  let token: String?
  let subscribeURL: String?
  /// Nil for one that is not known.
  let signatureVersion: SignatureVersion?
  let signature: [UInt8]
  let signingCertificateURL: String
  /// What the signature is over.
  let signedText: String

  struct Malformed: Error {}

  /// - Throws: `Malformed` for what is not such a message, or lacks a part.
  init(_ body: [UInt8]) throws(Malformed) {
    guard let members = try? TextMembers(body), let kind = members["Type"].flatMap({ Kind(rawValue: $0) }),
      let id = members["MessageId"], Self.isPlain(id, most: 128),
      let topic = members["TopicArn"].flatMap({ SNSTopic($0) }), let message = members["Message"],
      let timestamp = members["Timestamp"], Self.isPlain(timestamp, most: 40),
      let version = members["SignatureVersion"], let signingCertificateURL = members["SigningCertURL"],
      let signature = members["Signature"].flatMap({ Data(base64Encoded: $0) })
    else { throw Malformed() }
    let subject = members["Subject"]
    guard subject.map({ Self.isOneLine($0) }) ?? true else { throw Malformed() }
    self.kind = kind
    self.id = id
    self.topic = topic
    self.message = message
    self.signingCertificateURL = signingCertificateURL
    self.signature = Array(signature)
    signatureVersion = SignatureVersion(rawValue: version)
    // All parts but the message itself are of one line: a text to sign can be read in one way only.
    switch kind {
    case .notification:
      token = nil
      subscribeURL = nil
      signedText = Self.text([
        ("Message", message), ("MessageId", id), ("Subject", subject), ("Timestamp", timestamp),
        ("TopicArn", topic.text), ("Type", kind.rawValue),
      ])
    case .subscriptionConfirmation, .unsubscribeConfirmation:
      guard let token = members["Token"], Self.isPlain(token, most: 1024), let url = members["SubscribeURL"],
        Self.isPlain(url, most: 2048)
      else { throw Malformed() }
      self.token = token
      subscribeURL = url
      signedText = Self.text([
        ("Message", message), ("MessageId", id), ("SubscribeURL", url), ("Timestamp", timestamp), ("Token", token),
        ("TopicArn", topic.text), ("Type", kind.rawValue),
      ])
    }
  }

  /// Name and value of what is there, each on a line of its own (Amazon SNS Developer Guide, "Verifying the signatures of
  /// Amazon SNS messages").
  private static func text(_ parts: [(String, String?)]) -> String {
    parts.map { name, value in value.map { "\(name)\n\($0)\n" } ?? "" }.joined()
  }

  /// Printable ASCII without blanks.
  private static func isPlain(_ text: String, most: Int) -> Bool {
    (1...most).contains(text.utf8.count) && text.utf8.allSatisfy { (0x21...0x7E).contains($0) }
  }

  private static func isOneLine(_ text: String) -> Bool { text.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F } }
}
