import FerryCore
import FerryWeb

extension AmazonPaySandbox {
  /// The certificate under which notifications are signed, in DER, for receivers that are to believe it; nil when no
  /// merchant has an address for notifications.
  public var notificationRoot: [UInt8]? { notificationAuthority?.root }

  /// The same certificate in PEM.
  public var notificationRootPEM: String? { notificationAuthority?.rootPEM }

  /// Plans something that goes wrong with notifications, after what is already planned.
  public func plan(_ fault: AmazonPayNotificationFault) {
    _ = change { ledger, _ in ledger.notificationFaults.add(fault) }
  }

  /// What is still planned to go wrong with notifications.
  public var plannedNotificationFaults: [AmazonPayNotificationFault] {
    change { ledger, _ in ledger.notificationFaults.faults }.0
  }

  /// Forgets what was planned to go wrong with notifications.
  public func clearNotificationFaults() {
    _ = change { ledger, _ in ledger.notificationFaults.clear() }
  }

  /// How many messages may be under way at once.
  private static let messagesAtOnce = 64

  /// Lets happen what is due, and hands out what is to be sent now.
  /// - Returns: also when there will be something to do next, by the clock of the timekeeper.
  func takeDueNotifications() -> (deliveries: [NotificationDelivery], next: Moment?) {
    changeWithoutWaking { ledger, now in
      ledger.advance(to: now)
      let ready = ledger.takeReadyDeliveries(limit: Self.messagesAtOnce)
      return (ready, ledger.deadlines.earliest.map { $0 - ledger.clockOffset })
    }.0
  }

  /// What is posted for a delivery.
  /// - Throws: what kept the message from being signed.
  func message(_ delivery: NotificationDelivery) throws -> AmazonPayNotificationMessage {
    guard let signer, let merchant = configuration.merchants.first(where: { $0.id == delivery.owner.merchantID }),
      let url = merchant.notificationURLs[delivery.owner.environment]
    else { throw NoNotificationAddress() }
    let settings = configuration.notifications
    let envelope = try NotificationEnvelope(delivery, settings, signer: signer, origin: origin.text)
    return AmazonPayNotificationMessage(
      url: url,
      headers: [
        "content-type": "text/plain; charset=UTF-8", "user-agent": "Amazon Simple Notification Service Agent (sandbox)",
        "x-amz-sns-message-type": delivery.subject.messageType, "x-amz-sns-message-id": delivery.messageID,
        "x-amz-sns-topic-arn": settings.topicARN,
      ], body: envelope.body)
  }

  private struct NoNotificationAddress: Error {}

  /// Keeps what came of an attempt.
  func note(_ outcome: NotificationDelivery.Outcome, of number: Int) {
    let pauses = configuration.notifications.retryPauses
    _ = change { ledger, now in ledger.note(outcome, of: number, retryPauses: pauses, at: now) }
  }
}
