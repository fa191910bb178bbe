import AmazonPay
import FerryCore
import FerryWeb
import Foundation
import X509

/// A message of Amazon SNS as it comes over HTTP (Amazon SNS Developer Guide, "Parsing Amazon SNS message formats"). No
/// member is trusted before the signature is verified.
struct SNSMessage {
  enum Kind: String {
    case notification = "Notification"
    case subscriptionConfirmation = "SubscriptionConfirmation"
    case unsubscribeConfirmation = "UnsubscribeConfirmation"
  }

  let kind: Kind
  /// The same in every retry.
  let id: String
  let topic: SNSTopic
  let message: String
  let token: String?
  let subscribeURL: String?
  /// By the signature's version; nil for an unknown one.
  let signatureAlgorithm: Certificate.SignatureAlgorithm?
  let signature: [UInt8]
  let signingCertificateURL: String
  let signedText: String

  /// Nil if the body is no such message, or a member is missing.
  init?(_ body: [UInt8]) {
    guard let members = TextMembers(body), let kind = members["Type"].flatMap({ Kind(rawValue: $0) }),
      let id = members["MessageId"], Self.isPlain(id, most: 128),
      let topic = members["TopicArn"].flatMap({ SNSTopic($0) }), let message = members["Message"],
      let timestamp = members["Timestamp"], Self.isPlain(timestamp, most: 40),
      let version = members["SignatureVersion"], let signingCertificateURL = members["SigningCertURL"],
      let signature = members["Signature"].flatMap({ Data(base64Encoded: $0) }),
      (members["Subject"] ?? "").utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F })
    else { return nil }
    self.kind = kind
    self.id = id
    self.topic = topic
    self.message = message
    self.signingCertificateURL = signingCertificateURL
    self.signature = Array(signature)
    // RSASSA-PKCS1-v1_5 in both.
    signatureAlgorithm = ["1": .sha1WithRSAEncryption, "2": .sha256WithRSAEncryption][version]
    token = members["Token"]
    subscribeURL = members["SubscribeURL"]
    if kind != .notification {
      guard Self.isPlain(token ?? "", most: 1024), Self.isPlain(subscribeURL ?? "", most: 2048) else { return nil }
    }
    // Name and value of each present member, each on its own line (Amazon SNS Developer Guide, "Verifying the signatures of
    // Amazon SNS messages"). All but the message itself have one line, so the text can be read in one way only.
    let signed =
      kind == .notification
      ? ["Message", "MessageId", "Subject", "Timestamp", "TopicArn", "Type"]
      : ["Message", "MessageId", "SubscribeURL", "Timestamp", "Token", "TopicArn", "Type"]
    signedText = signed.map { name in members[name].map { "\(name)\n\($0)\n" } ?? "" }.joined()
  }

  /// Printable ASCII without blanks.
  private static func isPlain(_ text: String, most: Int) -> Bool {
    (1...most).contains(text.utf8.count) && text.utf8.allSatisfy { (0x21...0x7E).contains($0) }
  }
}

/// A topic of Amazon SNS, by its full name (ARN): "arn:aws:sns:ap-northeast-1:123456789012:name". Topics in Amazon's separate
/// partitions (China, governments) have other hosts and other authorities; Amazon Pay has none there.
struct SNSTopic: Hashable {
  let text: String
  /// "ap-northeast-1".
  let region: String

  /// Nil for anything that is not a topic's name.
  init?(_ text: String) {
    let name = /arn:aws:sns:([a-z0-9][a-z0-9-]{1,30}[a-z0-9]):[0-9]{12}:[A-Za-z0-9_.-]{1,256}/
    guard let match = text.wholeMatch(of: name.matchingSemantics(.unicodeScalar)) else { return nil }
    self.text = text
    region = String(match.1)
  }
}

/// The members of a JSON object (RFC 8259) whose values are text. Other values are skipped.
///
/// It is stricter than common decoders, because other code trusts its result. It refuses repeated names, because programs
/// choose differently among them. It also refuses unpaired surrogates, bytes that are not UTF-8, and deep nesting.
struct TextMembers {
  private struct Value: Decodable {
    /// Nil for another value than text.
    let text: String?

    init(from decoder: any Decoder) throws { text = try? decoder.singleValueContainer().decode(String.self) }
  }

  private var members: [String: String] = [:]

  /// - Parameter ignoringCase: True if names that differ by case only are the same name. Names are then in lower case.
  init?(_ bytes: [UInt8], ignoringCase: Bool = false) {
    guard (try? StrictJSON.check(bytes, allowsFractions: true)) != nil,
      let values = try? JSONDecoder().decode([String: Value].self, from: Data(bytes)),
      !ignoringCase || Set(values.keys.map { $0.lowercased() }).count == values.count
    else { return nil }
    for (name, value) in values { members[ignoringCase ? name.lowercased() : name] = value.text }
  }

  subscript(_ name: String) -> String? { members[name] }
}
