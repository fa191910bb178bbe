import FerryCore
package import FerrySandbox
import FerryWeb
import HTTPTypes

extension Sandbox {
  /// The certificate of the notifications' authority in DER, for receivers; nil if no merchant has a URL for
  /// notifications.
  public var notificationRoot: [UInt8]? { notificationAuthority?.root }

  /// The same certificate in PEM.
  public var notificationRootPEM: String? { notificationAuthority?.rootPEM }

  package var deliveryRules: DeliveryRules {
    DeliveryRules(timeout: configuration.notifications.timeout, retryPauses: configuration.notifications.retryPauses)
  }

  /// - Throws: If the merchant has no URL any more, or the message cannot be signed.
  package func message(_ delivery: NotificationDelivery<SNSSubject>) throws -> NotificationMessage {
    let owner = delivery.subject.owner
    guard let signer, let merchant = configuration.merchants.first(where: { $0.id == owner.merchantID }),
      let url = merchant.notificationURLs[owner.environment]
    else { throw NoNotificationAddress() }
    let settings = configuration.notifications
    let envelope = try NotificationEnvelope(delivery, settings, signer: signer, origin: origin.text)
    return NotificationMessage(
      url: url,
      headers: [
        "content-type": "text/plain; charset=UTF-8", "user-agent": "Amazon Simple Notification Service Agent (sandbox)",
        "x-amz-sns-message-type": delivery.subject.type, "x-amz-sns-message-id": delivery.messageID,
        "x-amz-sns-topic-arn": settings.topicARN,
      ], body: envelope.body)
  }
}

extension PageRequest<Sandbox> {
  /// Answers the requests to Amazon SNS: for the certificate, and for the confirmation of a subscription; nil for others.
  func answerAsNotificationService() throws -> PageAnswer? {
    guard let signer = sandbox.signer, request.method == .get else { return nil }
    switch path {
    case signer.certificatePath:
      return PageAnswer(.document(.ok, "application/x-pem-file", Array(signer.certificatePEM.utf8)))
    case "/sns/root.pem":
      guard let authority = sandbox.notificationAuthority else { return nil }
      return PageAnswer(.document(.ok, "application/x-pem-file", Array(authority.rootPEM.utf8)))
    case "/" where request.queryText.contains("Action=ConfirmSubscription"):
      let fields = try query()
      let token = fields["Token"] ?? ""
      let isTopic = fields["TopicArn"] == sandbox.configuration.notifications.topicARN
      let isKnown = sandbox.state.change { ledger, now in isTopic && ledger.confirmSubscription(token: token, at: now) }
      let answer = isKnown ? Self.confirmed : Self.unknownToken
      return PageAnswer(.document(isKnown ? .ok : .badRequest, "text/xml", Array(answer.utf8)))
    default: return nil
    }
  }

  private static var confirmed: String {
    """
    <ConfirmSubscriptionResponse xmlns="http://sns.amazonaws.com/doc/2010-03-31/"><ConfirmSubscriptionResult/>\
    </ConfirmSubscriptionResponse>
    """
  }

  private static var unknownToken: String {
    """
    <ErrorResponse xmlns="http://sns.amazonaws.com/doc/2010-03-31/"><Error><Type>Sender</Type>\
    <Code>InvalidParameter</Code><Message>Invalid token</Message></Error></ErrorResponse>
    """
  }
}
