import FerryCore

/// A message of Amazon SNS: what is posted to a merchant's address. The payment's notification is text inside.
struct NotificationEnvelope {
  /// In the order in which SNS writes them, without the signature.
  private let members: [(name: String, value: String)]
  private let signature: [(name: String, value: String)]

  /// - Parameters:
  ///   - origin: where the sandbox answers, without a slash at the end.
  /// - Throws: what kept the key from signing.
  init(
    _ delivery: NotificationDelivery, _ settings: AmazonPayNotificationSettings, signer: NotificationSigner,
    origin: String
  ) throws {
    var members = [("Type", delivery.subject.messageType), ("MessageId", delivery.messageID)]
    switch delivery.subject {
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
    if case .change = delivery.subject {
      signature.append(
        ("UnsubscribeURL", "\(origin)/?Action=Unsubscribe&SubscriptionArn=\(settings.topicARN):\(delivery.messageID)"))
    }
    self.signature = signature
  }

  var body: [UInt8] {
    JSONValue.object((members + signature).map { JSONValue.Member(name: $0.name, value: .string($0.value)) }).bytes
  }

  /// The signed names, in their order; those that a message has not are left out ("Verifying the signatures of Amazon SNS
  /// messages").
  private static let signedNames = [
    "Message", "MessageId", "Subject", "SubscribeURL", "Timestamp", "Token", "TopicArn", "Type",
  ]

  private static func stringToSign(_ members: [(name: String, value: String)]) -> String {
    signedNames.compactMap { name in
      members.first { $0.name == name }.map { "\(name)\n\($0.value)\n" }
    }.joined()
  }

  /// The notification itself. It names no state: receivers ask for it.
  private static func message(
    _ delivery: NotificationDelivery, _ object: AmazonPayNotificationObject, _ id: String, _ permissionID: String
  ) -> String {
    let message: JSONValue = [
      "MerchantID": .string(delivery.owner.merchantID), "ObjectType": .string(object.rawValue),
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
