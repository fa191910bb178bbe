import FerryCore
package import FerrySandbox
import FerryWeb
import HTTPTypes

/// The settings of Instant Payment Notifications, for merchants with a URL for them.
///
/// Their form is that of Amazon SNS ("Set up Instant Payment Notifications" in the Amazon Pay documentation): a message in
/// JSON, posted as plain text and signed. The message names the certificate of the key.
public struct NotificationSettings: Sendable {
  /// The hash of signatures ("Verifying the signatures of Amazon SNS messages"). Both are PKCS #1 v1.5.
  public enum SignatureVersion: String, Codable, Hashable, Sendable, CaseIterable {
    /// SHA-1.
    case one = "1"
    /// SHA-256.
    case two = "2"
  }

  /// The topic in messages. Receivers accept messages of their own topics only.
  public var topicARN = "arn:aws:sns:ap-northeast-1:000000000000:ferry-sandbox"
  public var signatureVersion = SignatureVersion.one
  /// Certifies the signing key; nil creates an authority at the start.
  public var authority: NotificationAuthority?
  /// True if each URL is first asked to confirm the subscription, as SNS does. Notifications do not wait for the
  /// confirmation.
  public var asksForConfirmation = true
  /// The timeout of a receiver's answer.
  public var timeout = Duration.seconds(15)
  /// The pauses before retries. A status of 500 or more, or no answer, is retried.
  ///
  /// The documentation says that retries are hourly, but not how many.
  public var retryPauses: [Duration] = [.seconds(3600), .seconds(3600), .seconds(3600)]
  /// The number of messages that are kept for display.
  public var logLimit = 500

  public init() {}

  /// - Parameter urls: The merchants' URLs for notifications.
  func problems(_ urls: [String]) -> [SandboxConfigurationError.Problem] {
    let isTopic = topicARN.wholeMatch(of: /arn:aws:sns:[a-z0-9\-]+:[0-9]{12}:[A-Za-z0-9_.\-]{1,256}/) != nil
    return urls.filter { ReturnURL($0) == nil || $0.contains("#") }.map { .notificationURL($0) }
      + (urls.isEmpty || isTopic ? [] : [.topic(topicARN)])
  }
}

extension Sandbox {
  /// The certificate of the notifications' authority in DER, for receivers; nil if no merchant has a URL for
  /// notifications.
  public var notificationRoot: [UInt8]? { notificationAuthority?.root }

  /// The same certificate in PEM.
  public var notificationRootPEM: String? { notificationAuthority?.rootPEM }

  package var deliveryRules: DeliveryRules {
    DeliveryRules(timeout: notifications.timeout, retryPauses: notifications.retryPauses)
  }

  /// - Throws: If the merchant has no URL any more, or the message cannot be signed.
  package func message(_ delivery: NotificationDelivery<SNSSubject>) throws -> NotificationMessage {
    let owner = delivery.subject.owner
    guard let signer, let url = merchant(owner)?.notificationURLs[owner.environment] else {
      throw NoNotificationAddress()
    }
    let envelope = try NotificationEnvelope(delivery, notifications, signer: signer, origin: origin.text)
    return NotificationMessage(
      url: url,
      headers: [
        "content-type": "text/plain; charset=UTF-8", "user-agent": "Amazon Simple Notification Service Agent (sandbox)",
        "x-amz-sns-message-type": delivery.subject.type, "x-amz-sns-message-id": delivery.messageID,
        "x-amz-sns-topic-arn": notifications.topicARN,
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
      let isTopic = fields["TopicArn"] == sandbox.notifications.topicARN
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
