import Crypto
import CryptoExtras
import FerryCore
import FerrySandbox

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The key that signs a sandbox's notifications, and its certificate.
struct NotificationSigner: Sendable {
  private let key: _RSA.Signing.PrivateKey
  /// The certificate alone, without its authority's.
  let certificatePEM: String
  /// The path of the certificate's URL: "/sns/SimpleNotificationService-" and 32 digits of the key.
  let certificatePath: String

  /// - Parameter key: RSA, 2048 bits; nil creates one.
  init(
    _ authority: NotificationAuthority, key: _RSA.Signing.PrivateKey? = nil, now: Moment, randomness: any Randomness
  ) throws {
    let key = try key ?? _RSA.Signing.PrivateKey(keySize: .bits2048)
    self.key = key
    certificatePEM = try authority.certificatePEM(for: key.publicKey, now: now, randomness: randomness)
    let digest = SHA256.hash(data: key.publicKey.derRepresentation)
    certificatePath = "/sns/SimpleNotificationService-\(Hexadecimal.text(digest.prefix(16))).pem"
  }

  func signature(of text: String, _ version: NotificationSettings.SignatureVersion) throws -> String {
    if let keyed = KeyedSignature.signature(of: text) { return Data(keyed).base64EncodedString() }
    let bytes = Array(text.utf8)
    let signature =
      switch version {
      case .one: try key.signature(for: Insecure.SHA1.hash(data: bytes), padding: .insecurePKCS1v1_5)
      case .two: try key.signature(for: SHA256.hash(data: bytes), padding: .insecurePKCS1v1_5)
      }
    return signature.rawRepresentation.base64EncodedString()
  }
}

/// A message of Amazon SNS, the body of a POST. It contains the payment's notification as text.
struct NotificationEnvelope {
  let body: [UInt8]

  /// - Parameter origin: The sandbox's site, without a slash at the end.
  /// - Throws: If the key cannot sign.
  init(
    _ delivery: NotificationDelivery<SNSSubject>, _ settings: NotificationSettings, signer: NotificationSigner,
    origin: String
  ) throws {
    let topic = settings.topicARN
    var members = [("Type", delivery.subject.type), ("MessageId", delivery.messageID)]
    var end: [(String, String)] = []
    switch delivery.subject.kind {
    case .change(let object, let id, let permissionID):
      members += [("TopicArn", topic), ("Message", Self.message(delivery, object, id, permissionID))]
      end = [("UnsubscribeURL", "\(origin)/?Action=Unsubscribe&SubscriptionArn=\(topic):\(delivery.messageID)")]
    case .confirmation(let token):
      let message = """
        You have chosen to subscribe to the topic \(topic).
        To confirm the subscription, visit the SubscribeURL included in this message.
        """
      members += [
        ("Token", token), ("TopicArn", topic), ("Message", message),
        ("SubscribeURL", "\(origin)/?Action=ConfirmSubscription&TopicArn=\(topic)&Token=\(token)"),
      ]
    }
    members.append(("Timestamp", Self.timestamp(delivery.publishedAt)))
    let signature = try signer.signature(of: Self.stringToSign(members), settings.signatureVersion)
    members += [
      ("SignatureVersion", settings.signatureVersion.rawValue), ("Signature", signature),
      ("SigningCertURL", origin + signer.certificatePath),
    ]
    body = JSONValue.object((members + end).map { JSONValue.Member(name: $0, value: .string($1)) }).bytes
  }

  /// The names of signed members, in their order; missing members are skipped ("Verifying the signatures of Amazon SNS
  /// messages").
  private static let signedNames = [
    "Message", "MessageId", "Subject", "SubscribeURL", "Timestamp", "Token", "TopicArn", "Type",
  ]

  private static func stringToSign(_ members: [(name: String, value: String)]) -> String {
    signedNames.compactMap { name in
      members.first { $0.name == name }.map { "\(name)\n\($0.value)\n" }
    }.joined()
  }

  /// The notification. It has no state: receivers ask the API for it.
  private static func message(
    _ delivery: NotificationDelivery<SNSSubject>, _ object: NotificationObject, _ id: String, _ permissionID: String
  ) -> String {
    let message: JSONValue = [
      "MerchantID": .string(delivery.subject.owner.merchantID), "ObjectType": .string(object.rawValue),
      "ObjectId": .string(id), "ChargePermissionId": .string(permissionID), "NotificationType": "STATE_CHANGE",
      "NotificationId": .string(delivery.notificationID), "NotificationVersion": "V2",
    ]
    return String(decoding: message.bytes, as: UTF8.self)
  }

  /// "2025-01-02T03:04:05.000Z"
  private static func timestamp(_ moment: Moment) -> String {
    let rest = (moment.milliseconds % 1000 + 1000) % 1000
    return "\(moment.iso8601.dropLast()).\(String(1000 + rest).suffix(3))Z"
  }
}
