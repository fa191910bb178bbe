public import FerryProvider
import SwedbankPay

extension SwedbankPayProvider {
  public var notificationRules: NotificationRules? {
    NotificationRules(largestBody: 16_384, sources: options.callbackSources)
  }

  /// A callback is not signed, so it only says which payment order to ask for ("Callback", Swedbank Pay documentation).
  public func read(_ notification: IncomingNotification) async throws(NotificationRefusal) -> NotificationReading {
    guard let callback = PaymentCallback(notification.body) else { throw .malformed }
    return .read(
      ProviderNotification(
        sender: .unknown, meaning: .change("callback"), references: [.order(callback.paymentOrder)]))
  }
}
