public import FerryProvider
import GMOPaymentGateway

/// Result notifications. GMO masks both passwords in them and signs nothing, so they are reduced to the OrderID, and the
/// server searches the transaction.
extension GMOPaymentGatewayProvider {
  public var notificationRules: NotificationRules? {
    NotificationRules(
      largestBody: 16_384, receipt: ResultNotification.received, sources: options.notificationSources)
  }

  public func read(_ notification: IncomingNotification) async throws(NotificationRefusal) -> NotificationReading {
    do throws(ResultNotification.Refusal) {
      switch try ResultNotification(form: notification.body, for: shop) {
      case .connectivityTest:
        return .read(ProviderNotification(sender: .unknown, meaning: .nothing, references: []))
      case .changed(let orderID):
        return .read(
          ProviderNotification(sender: .unknown, meaning: .change("result"), references: [.order(orderID)]))
      }
    } catch {
      switch error {
      case .unreadable: throw .malformed
      case .otherShop: throw .foreignAccount
      // GMO has one address for all payment methods of a shop, and repeats what is not answered.
      case .otherPaymentMethod:
        return .read(ProviderNotification(sender: .unknown, meaning: .nothing, references: []))
      }
    }
  }
}

/// The form that GMO's page posts to the return URL. Its CheckString covers neither status nor amount, so a right one means no
/// more than a wrong one: the transaction is searched.
extension GMOPaymentGatewayProvider {
  public func remark(onReturn form: [UInt8], record: [UInt8]?) -> String? {
    guard let order = (try? Record(record))?.order else { return nil }
    guard let posted = PaymentReturn(form: form) else {
      return "The buyer's browser brought a form that is not one of GMO's."
    }
    guard posted.orderID == order.id else { return "The buyer's browser brought the result of another order." }
    // After a failure GMO may have no charge permission to compute it of.
    guard posted.errors.isEmpty, !posted.isGenuine(accessID: order.accessID, for: shop) else { return nil }
    return "The buyer's browser brought a result whose CheckString is wrong: it is not as GMO wrote it."
  }
}
