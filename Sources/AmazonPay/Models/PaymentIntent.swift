/// What happens to the money when a checkout session is completed.
public enum PaymentIntent: String, Codable, Hashable, Sendable, CaseIterable {
  /// Nothing: charges are made later.
  case confirm = "Confirm"
  /// The amount is reserved, and captured later.
  case authorize = "Authorize"
  /// The amount is captured at once.
  case authorizeWithCapture = "AuthorizeWithCapture"
}
