public import FerryCore
public import FerryHTTP

/// The result of a payment: in the form that GMO's page posts to the return URL in the buyer's browser, and in the answer to
/// an APB payment. The form is a hint and no proof: it can be late, repeated, changed or missing, whatever its CheckString.
/// Decide by `GMOCall.searchTrade`.
///
/// The post comes from another site, so that cookies with `SameSite=Lax` do not arrive with it.
public struct PaymentReturn: Hashable, Sendable {
  public let shopID: String?
  /// Of legal form.
  public let orderID: String
  public let status: Open<GMOStatus>?
  /// Nil if it is missing or has another form.
  public let processedAt: Moment?
  /// Amazon's id of the permission, such as `S03-1234567-7654321`.
  public let amazonChargePermissionID: String?
  public let checkString: String?
  /// Empty for a payment that GMO calls successful.
  public let errors: [GMOError]

  /// - Parameter form: The body, `application/x-www-form-urlencoded`.
  /// - Returns: Nil for a body without a legal OrderID, or with two values of one field.
  public init?(form: [UInt8]) {
    guard let fields = AnswerFields(form: form), let posted = try? PaymentReturn(fields) else { return nil }
    self = posted
  }

  init(_ fields: AnswerFields) throws(UnreadableAnswer) {
    guard let orderID = fields["OrderID"], FieldRules.isOrderID(orderID) else { throw UnreadableAnswer("OrderID") }
    self.orderID = orderID
    shopID = fields["ShopID"]
    status = fields["Status"].map { Open($0) }
    processedAt = fields["TranDate"].flatMap { GMOTime.moment($0) }
    amazonChargePermissionID = fields["AmazonChargePermissionID"]
    checkString = fields["CheckString"]
    errors = fields.errors
  }

  /// Returns true if the CheckString is right for the account and the transaction. It does not cover status and errors.
  /// - Parameter accessID: The transaction's, from the own storage.
  public func isGenuine(accessID: String, for account: GMOAccount) -> Bool {
    CheckString(
      orderID: orderID, accessID: accessID, amazonChargePermissionID: amazonChargePermissionID ?? "", for: account
    )?.matches(checkString) ?? false
  }
}
