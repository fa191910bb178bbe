import FerryHTTP

/// A message of GMO's result notification program, which posts a form to an address that is set up in GMO's admin console.
///
/// Nothing authenticates it: GMO masks ShopPass and AccessPass with asterisks, and there is no CheckString. So only the
/// OrderID is read. Search the transaction, and decide by the answer.
public enum ResultNotification: Hashable, Sendable {
  /// GMO tests the address. Answer `received`, and do nothing.
  case connectivityTest
  /// A transaction of Amazon Pay has changed, also by the admin console. Messages come in any order, and more than once.
  case changed(orderID: String)

  /// The body of the answer, with the HTTP status 200 and `text/plain`. GMO repeats a message that is not answered so within
  /// 15 seconds: every hour, five times.
  public static let received = "0"

  /// The reason why a notification changes nothing.
  public enum Refusal: String, Error, Hashable, Sendable, CaseIterable {
    /// No form, or without a legal OrderID.
    case unreadable
    case otherShop
    /// It is about another payment method than Amazon Pay.
    case otherPaymentMethod
  }

  /// Reads a notification.
  /// - Parameter form: The body, `application/x-www-form-urlencoded`.
  public init(form: [UInt8], for account: GMOAccount) throws(Refusal) {
    guard let fields = AnswerFields(form: form) else { throw .unreadable }
    if fields.errors.contains(where: { $0.meaning == .connectivityTest }) {
      self = .connectivityTest
      return
    }
    guard let orderID = fields["OrderID"], FieldRules.isOrderID(orderID) else { throw .unreadable }
    guard fields["ShopID"] == account.shopID else { throw .otherShop }
    guard fields["PayType"] ?? TradeInformation.amazonPayType == TradeInformation.amazonPayType else {
      throw .otherPaymentMethod
    }
    self = .changed(orderID: orderID)
  }
}
