public import FerryProvider

extension AmazonPayProvider {
  /// None are taken: Amazon's Instant Payment Notifications come signed through Amazon SNS, and that signature is not
  /// verified yet. Nothing waits for them, for Amazon Pay is asked on a schedule; do not set their address in Seller Central.
  public var notificationRules: NotificationRules? { nil }

  public func read(_ notification: IncomingNotification) throws(NotificationRefusal) -> NotificationReading {
    throw .notSetUp
  }
}
