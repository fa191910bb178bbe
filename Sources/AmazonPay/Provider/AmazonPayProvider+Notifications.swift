public import FerryProvider

/// Amazon's Instant Payment Notifications: each makes us ask about the object that it names.
extension AmazonPayProvider {
  public var notificationRules: NotificationRules? { notifications.map { _ in NotificationRules() } }

  public func read(
    _ notification: IncomingNotification
  ) async throws(NotificationRefusal) -> NotificationReading {
    #if Server
      guard let notifications else { throw .notSetUp }
      return try await SNSReading(notifications: notifications, merchant: merchant, notification: notification)
        .reading()
    #else
      throw .notSetUp
    #endif
  }

  /// Names the foreign topic: a merchant can learn the name of the account's topic in no other way.
  public func remark(on notification: IncomingNotification, refused reason: NotificationRefusal) -> String? {
    guard reason == .foreignTopic, let message = try? SNSMessage(notification.body) else { return nil }
    return """
      A notification came through \(message.topic.text), which is not one of the account's topics. Anybody can send such \
      a notification. If it comes right after the address was set in Seller Central, the topic is the account's: add it.
      """
  }
}
