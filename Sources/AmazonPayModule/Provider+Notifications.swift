public import FerryProvider

/// Instant Payment Notifications: after each, the server asks Amazon for the object that it names.
extension AmazonPayProvider {
  public var notificationRules: NotificationRules? { options.notifications.map { _ in NotificationRules() } }

  public func read(_ notification: IncomingNotification) async throws(NotificationRefusal) -> NotificationReading {
    guard let notifications = options.notifications else { throw .notSetUp }
    return try await SNSReading(notifications: notifications, merchant: merchant, notification: notification)
      .reading()
  }

  /// The remark names the foreign topic, because a merchant has no other way to learn the account's topic.
  public func remark(on notification: IncomingNotification, refused reason: NotificationRefusal) -> String? {
    guard reason == .foreignTopic, let message = SNSMessage(notification.body) else { return nil }
    return """
      A notification came through \(message.topic.text), which is not one of the account's topics. Anybody can send such \
      a notification. If it comes right after the address was set in Seller Central, the topic is the account's: add it.
      """
  }
}
