/// An order as the merchant states it: lines, tax and delivery prices.
public struct OrderContent: Codable, Hashable, Sendable {
  public var currency: Currency
  /// At least one.
  public var lines: [OrderLine]
  public var tax: TaxRule
  /// Delivery prices by region; missing if nothing is delivered.
  public var shipping: ShippingRule?

  public init(currency: Currency, lines: [OrderLine], tax: TaxRule, shipping: ShippingRule? = nil) {
    self.currency = currency
    self.lines = lines
    self.tax = tax
    self.shipping = shipping
  }
}

/// One article of an order.
public struct OrderLine: Codable, Hashable, Sendable {
  /// The merchant's article number, 1 to 64 characters.
  public var sku: String
  /// The name for the buyer, 1 to 200 characters.
  public var name: String
  /// 1 to 9,999.
  public var quantity: Int
  /// The price of one piece; zero or more.
  public var unitPrice: Money

  public init(sku: String, name: String, quantity: Int, unitPrice: Money) {
    self.sku = sku
    self.name = name
    self.quantity = quantity
    self.unitPrice = unitPrice
  }
}

/// The rule for tax. It is data, because it differs by country and changes by law.
public struct TaxRule: Codable, Hashable, Sendable {
  public var rate: Rate
  public var rounding: Rounding
  /// True if prices contain the tax, as they must in Japanese and European shops.
  public var included: Bool

  public init(rate: Rate, rounding: Rounding, included: Bool) {
    self.rate = rate
    self.rounding = rounding
    self.included = included
  }
}
