import FerryCore
import FerryHTTP
import FerryProvider
import HTTPTypes

extension BankProvider {
  var notificationRules: NotificationRules? { NotificationRules(largestBody: 1_024) }

  /// The state is not believed: the payment is read.
  func read(_ notification: IncomingNotification) async throws(NotificationRefusal) -> NotificationReading {
    guard let proof = notification.headers[.authorization],
      equalInConstantTime(proof, "Bank \(merchant.signature(of: notification.body))")
    else { throw .unauthenticated }
    guard let notice = try? BankNotice(json: notification.body) else { throw .malformed }
    return .read(
      ProviderNotification(
        sender: .authenticated, meaning: .change(notice.state), messageID: notice.id,
        references: [ProviderReference("payment", notice.payment)]))
  }
}
