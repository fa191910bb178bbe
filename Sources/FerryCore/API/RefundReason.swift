/// The merchant's reason for a refund. The words are the common ones of the field (Stripe's `Refund.reason`, for example).
public enum RefundReason: String, ClosedValue, Hashable, CaseIterable, Sendable {
  /// The buyer changed their mind, or returns the goods.
  case requestedByCustomer = "requested-by-customer"
  case notReceived = "not-received"
  case defective
  case wrongPrice = "wrong-price"
  /// The buyer has paid twice.
  case duplicate
  case fraud
  case other

  /// The longest note beside it, in code points.
  public static let longestNote = 200
}
