import AmazonPay
import CryptoExtras
import FerryCore
import FerryProvider
import X509

/// The content of an Instant Payment Notification: the object that changed ("Set up Instant Payment Notifications", Amazon
/// Pay documentation). It has no state.
struct PaymentNotice {
  let merchantId: String
  /// Types of object and notification: "CHARGE.STATE_CHANGE".
  let kind: String
  let isRecognised: Bool
  /// True if a dispute was opened or has changed.
  let isOfDispute: Bool
  /// Ids of Amazon Pay: the object that changed, then its charge permission.
  let references: [ProviderReference]

  private static let objectTypes: Set<String> = ["CHARGE_PERMISSION", "CHARGE", "REFUND", chargeback]
  private static let chargeback = "CHARGEBACK"
  private static let notificationTypes: Set<String> = ["STATE_CHANGE", "ATTRIBUTE_CHANGE"]
  private static let version = "V2"

  /// The kind of reference of an object type. An older text of the documentation has the charge's id for a chargeback, which then
  /// stands for the dispute.
  private static func kind(of objectType: String) -> String {
    objectType == chargeback ? ProviderReference.disputeKind : objectType.lowercased().replacing("_", with: "-")
  }

  /// Nil if the text is no notification, or names no merchant.
  ///
  /// Names begin with capital letters in messages, and with small letters in the documentation's table.
  init?(_ message: String) {
    guard let members = TextMembers(Array(message.utf8), ignoringCase: true),
      let merchantId = members["merchantid"]
    else { return nil }
    self.merchantId = merchantId
    let objectType = members["objecttype"] ?? ""
    let notificationType = members["notificationtype"] ?? ""
    kind = "\(objectType.prefix(30)).\(notificationType.prefix(30))"
    isRecognised =
      Self.objectTypes.contains(objectType) && Self.notificationTypes.contains(notificationType)
      && (members["notificationversion"] ?? Self.version) == Self.version
    isOfDispute = objectType == Self.chargeback
    var references: [ProviderReference] = []
    for (kind, id) in [
      (Self.kind(of: objectType), members["objectid"]), ("charge-permission", members["chargepermissionid"]),
    ] {
      guard let id, AmazonPayCall.isWellFormed(id) else { continue }
      let reference = ProviderReference(kind, id)
      if !references.contains(reference) { references.append(reference) }
    }
    self.references = references
  }
}

/// Authenticates and reads a notification. Cheap checks come first, and nothing is fetched for a foreign topic.
struct SNSReading {
  let notifications: AmazonPayNotifications
  let merchant: AmazonPayAccount
  let notification: IncomingNotification

  func reading() async throws(NotificationRefusal) -> NotificationReading {
    guard let message = SNSMessage(notification.body) else { throw .malformed }
    guard notifications.topics.contains(message.topic.text) else { throw .foreignTopic }
    guard let algorithm = message.signatureAlgorithm else { throw .unauthenticated }
    let authority = SigningAuthority(notifications, region: message.topic.region)
    guard let document = authority.certificate(at: message.signingCertificateURL) else { throw .untrusted }
    guard let certificate = notification.documents[document] else { return .needs(document) }
    let judgement = await authority.judge(
      certificate, at: notification.receivedAt, knowing: notification.documents)
    let key: Certificate.PublicKey
    switch judgement {
    case .trusted(let found): key = found
    case .needsIssuer(let document): return .needs(document)
    case .refused: throw .untrusted
    }
    guard
      KeyedSignature.isValid(message.signature, of: message.signedText)
        ?? key.isValidSignature(
          message.signature, for: Array(message.signedText.utf8), signatureAlgorithm: algorithm)
    else { throw .unauthenticated }
    return .read(try meaning(of: message, authority))
  }

  private func meaning(
    of message: SNSMessage, _ authority: SigningAuthority
  ) throws(NotificationRefusal) -> ProviderNotification {
    switch message.kind {
    case .notification: return try notice(message)
    case .subscriptionConfirmation: return try subscription(message, authority)
    case .unsubscribeConfirmation:
      return ProviderNotification(
        sender: .authenticated, meaning: .change(message.kind.rawValue), messageID: message.id, references: [],
        remark: """
          Amazon SNS says that notifications through \(message.topic.text) have been ended. Payments are asked about on \
          a schedule. If this was not meant, set the address in Seller Central again.
          """)
    }
  }

  private func notice(_ message: SNSMessage) throws(NotificationRefusal) -> ProviderNotification {
    guard let notice = PaymentNotice(message.message) else {
      // Amazon sent it, and its form is unknown: it is kept for a person.
      return ProviderNotification(
        sender: .authenticated, meaning: .unrecognised("unreadable"), messageID: message.id, references: [])
    }
    guard notice.merchantId == merchant.merchantId else { throw .foreignAccount }
    return ProviderNotification(
      sender: .authenticated, meaning: notice.isRecognised ? .change(notice.kind) : .unrecognised(notice.kind),
      messageID: message.id, references: notice.references,
      remark: notice.isOfDispute
        ? """
        Amazon Pay says that a dispute was opened or has changed (\(notice.references.map(\.value).joined(separator: ", "))). Ferry \
        asks Amazon Pay about it, and records it on the payment.
        """ : nil)
  }

  /// Confirms a subscription, or reports it. A confirmed topic is not a trusted one: trusted topics come from the settings.
  /// A foreign subscription would only cause load, so a person decides whether subscriptions are confirmed.
  private func subscription(
    _ message: SNSMessage, _ authority: SigningAuthority
  ) throws(NotificationRefusal) -> ProviderNotification {
    guard let token = message.token, let url = message.subscribeURL,
      let address = authority.confirmation(of: message.topic, token: token, named: url)
    else { throw .untrusted }
    let topic = message.topic.text
    return ProviderNotification(
      sender: .authenticated, meaning: .nothing, messageID: message.id, references: [],
      confirmation: notifications.confirmsSubscriptions ? address : nil,
      remark: notifications.confirmsSubscriptions
        ? "The subscription to \(topic) has been confirmed."
        : """
        Amazon SNS asks whether notifications through \(topic) are wanted, and gets no answer. Switch on that \
        subscriptions are confirmed, and let Amazon ask again.
        """)
  }
}
