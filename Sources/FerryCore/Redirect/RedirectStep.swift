/// What a secure browser is opened for. Each opening has a ticket of its own.
public enum RedirectStep: String, Codable, Hashable, Sendable, CaseIterable {
  /// The buyer chooses address and means of payment.
  case select
  /// The buyer changes the address that he chose.
  case changeAddress = "change-address"
  /// The buyer changes the means of payment.
  case changePayment = "change-payment"
  /// The buyer pays.
  case pay
  /// The buyer has been at the provider, and the link back was lost: he is shown the way back again.
  case resume
}
