public import FerryCore

/// A button to pay that a demo shop's page has besides a provider's usual one, such as one payment method alone. The sandbox of
/// each provider names the options of its demo, so that no shop is written for a provider.
public struct PaymentOption: Sendable {
  /// The option's name in forms: lowercase letters, digits and hyphens.
  public let id: String
  /// The text of its button.
  public let title: @Sendable (Language) -> String
  /// The currencies that it is offered in; nil for all.
  public let currencies: Set<Currency>?
  public let capture: CapturePolicy
  /// The provider's options of a checkout; nil for none. The argument is the shop's lasting id of the buyer.
  public let options: @Sendable (_ buyer: String) throws -> ProviderOptions?

  public init(
    id: String, currencies: Set<Currency>? = nil, capture: CapturePolicy = .automatic,
    title: @escaping @Sendable (Language) -> String,
    options: @escaping @Sendable (_ buyer: String) throws -> ProviderOptions? = { _ in nil }
  ) {
    self.id = id
    self.title = title
    self.currencies = currencies
    self.capture = capture
    self.options = options
  }

  public func isOffered(in currency: Currency) -> Bool { currencies?.contains(currency) ?? true }

  /// The provider reserves the amount, and the shop captures it later.
  public static let chargedLater = PaymentOption(id: "later", capture: .manual, title: { $0.webTexts.chargedLater })
}
