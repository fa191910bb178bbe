public import FerryCore

/// A country that a demo shop sells in: its languages, currencies, tax and delivery. The sandbox of each provider names the
/// market of its demo, so that no shop is written for a provider.
public struct Market: Sendable {
  /// ISO 3166-1 alpha-2: "JP".
  public let country: String
  /// The country's name.
  public let name: Translations<String>
  /// The languages of its buyers, the usual one first. At least one.
  public let languages: [Language]
  public let tax: TaxRule
  /// The identity documents that its buyers name when they pay. Empty if nobody asks for one.
  public let documentTypes: [DocumentType]
  /// True if addresses name a state, prefecture or department.
  public let hasRegions: Bool
  /// True if every address has a postal code.
  public let hasPostalCodes: Bool
  /// One for each currency, the usual one first. At least one.
  public let prices: [PriceList]
  /// An invented buyer there, whom the shop's form for an address offers; nil if it offers none.
  public let sample: Sample?

  public init(
    country: String, name: Translations<String>, languages: [Language], tax: TaxRule,
    documentTypes: [DocumentType] = [],
    hasRegions: Bool = true, hasPostalCodes: Bool = false, prices: [PriceList], sample: Sample? = nil
  ) {
    precondition(!languages.isEmpty && !prices.isEmpty, "A market has a language and a price list.")
    self.country = country
    self.name = name
    self.languages = languages
    self.tax = tax
    self.documentTypes = documentTypes
    self.hasRegions = hasRegions
    self.hasPostalCodes = hasPostalCodes
    self.prices = prices
    self.sample = sample
  }

  /// A kind of identity document.
  public struct DocumentType: Sendable {
    /// The provider's code: "CC".
    public let code: String
    /// The name in words.
    public let name: Translations<String>

    public init(_ code: String, _ name: Translations<String>) {
      self.code = code
      self.name = name
    }
  }

  /// A buyer with their address.
  public struct Sample: Sendable {
    public let buyer: BuyerFacts
    public let address: AddressBody

    public init(_ buyer: BuyerFacts, at address: AddressBody) {
      self.buyer = buyer
      self.address = address
    }
  }

  /// An article whose tax is not the country's usual one.
  public struct Article: Hashable, Sendable {
    public enum Kind: Sendable { case tea, book }

    public let kind: Kind
    public let price: Money
    public let tax: PartTax

    public init(_ kind: Kind, price: Money, tax: PartTax) {
      self.kind = kind
      self.price = price
      self.tax = tax
    }
  }

  /// The prices of a small and a large article, and of delivery, in one currency.
  public struct PriceList: Hashable, Sendable {
    public let small: Money
    public let large: Money
    /// Nil where the shop has none.
    public let special: Article?
    public let shipping: ShippingRule
    /// The names of payment methods besides cards that the provider's page offers in this currency: "Swish".
    public let methods: [String]

    public init(
      small: Money, large: Money, special: Article? = nil, shipping: ShippingRule, methods: [String] = []
    ) {
      self.small = small
      self.large = large
      self.special = special
      self.shipping = shipping
      self.methods = methods
    }

    public var currency: Currency { small.currency }
  }
}

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
