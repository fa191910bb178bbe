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
  /// In the order of SNS, without the signature.
  private let members: [(name: String, value: String)]
  private let signature: [(name: String, value: String)]

  /// - Parameters:
  ///   - origin: The sandbox's site, without a slash at the end.
  /// - Throws: If the key cannot sign.
  init(
    _ delivery: NotificationDelivery<SNSSubject>, _ settings: NotificationSettings, signer: NotificationSigner,
    origin: String
  ) throws {
    var members = [("Type", delivery.subject.type), ("MessageId", delivery.messageID)]
    switch delivery.subject.kind {
    case .change(let object, let id, let permissionID):
      members.append(("TopicArn", settings.topicARN))
      members.append(("Message", Self.message(delivery, object, id, permissionID)))
    case .confirmation(let token):
      members.append(("Token", token))
      members.append(("TopicArn", settings.topicARN))
      members.append(
        (
          "Message",
          "You have chosen to subscribe to the topic \(settings.topicARN).\n"
            + "To confirm the subscription, visit the SubscribeURL included in this message."
        ))
      members.append(
        (
          "SubscribeURL",
          "\(origin)/?Action=ConfirmSubscription&TopicArn=\(settings.topicARN)&Token=\(token)"
        ))
    }
    members.append(("Timestamp", Self.timestamp(delivery.publishedAt)))
    self.members = members
    let text = Self.stringToSign(members)
    var signature = [
      ("SignatureVersion", settings.signatureVersion.rawValue),
      ("Signature", try signer.signature(of: text, settings.signatureVersion)),
      ("SigningCertURL", origin + signer.certificatePath),
    ]
    if case .change = delivery.subject.kind {
      signature.append(
        ("UnsubscribeURL", "\(origin)/?Action=Unsubscribe&SubscriptionArn=\(settings.topicARN):\(delivery.messageID)"))
    }
    self.signature = signature
  }

  var body: [UInt8] {
    JSONValue.object((members + signature).map { JSONValue.Member(name: $0.name, value: .string($0.value)) }).bytes
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
    let rest = String((moment.milliseconds % 1000 + 1000) % 1000)
    let seconds = Moment(milliseconds: moment.milliseconds - (moment.milliseconds % 1000 + 1000) % 1000)
    return "\(seconds.iso8601.prefix(19)).\(String(repeating: "0", count: 3 - rest.count))\(rest)Z"
  }
}
