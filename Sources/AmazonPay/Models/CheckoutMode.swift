/// How a checkout goes on after the buyer's choice at Amazon.
public enum CheckoutMode: String, Codable, Hashable, Sendable, CaseIterable {
  /// Straight to paying, without a review in the shop: the additional payment button.
  case processOrder = "ProcessOrder"
}
