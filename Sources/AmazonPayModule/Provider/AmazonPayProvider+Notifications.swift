import AmazonPay
public import FerryProvider

/// Amazon's Instant Payment Notifications: what they name is asked about; what they do not tell is found by asking on a
/// schedule.
extension AmazonPayProvider {
  public var notificationRules: NotificationRules? { notifications.map { _ in NotificationRules() } }

  public func read(
    _ notification: IncomingNotification
  ) async throws(NotificationRefusal) -> NotificationReading {
    #if Server
      guard let notifications else { throw .notSetUp }
      return try await SNSReading(notifications: notifications, account: account, notification: notification).reading()
    #else
      throw .notSetUp
    #endif
  }

  /// Names the topic that is not among ours: nothing else tells a merchant what it is called.
  public func remark(on notification: IncomingNotification, refused reason: NotificationRefusal) -> String? {
    guard reason == .foreignTopic, let message = try? SNSMessage(notification.body) else { return nil }
    return """
      A notification came through \(message.topic.text), which is not among the topics that are taken. Anybody can send \
      such a thing. If it comes right after the address was set in Seller Central, it is the account's: add it then.
      """
  }
}
