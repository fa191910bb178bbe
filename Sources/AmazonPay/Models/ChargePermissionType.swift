/// What a buyer agrees to.
public enum ChargePermissionType: String, Codable, Hashable, Sendable, CaseIterable {
  /// One purchase, in one charge or several.
  case oneTime = "OneTime"
  /// Charges at intervals.
  case recurring = "Recurring"
  /// A payment method that is saved for later purchases.
  case paymentMethodOnFile = "PaymentMethodOnFile"
}
