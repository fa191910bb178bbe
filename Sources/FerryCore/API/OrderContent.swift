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

/// Delivery prices by destination.
public struct ShippingRule: Codable, Hashable, Sendable {
  /// The price for every region without a zone.
  public var standard: Money
  public var zones: [Zone]
  /// The countries of delivery, as ISO 3166-1 alpha-2 codes ("JP"). Missing: all countries, at the same prices.
  public var countries: [String]?

  /// Regions with their own price.
  public struct Zone: Codable, Hashable, Sendable {
    /// Names of states or prefectures as in addresses, in every script that occurs ("北海道", "Hokkaido").
    public var regions: [String]
    public var price: Money

    public init(regions: [String], price: Money) {
      self.regions = regions
      self.price = price
    }
  }

  public init(standard: Money, zones: [Zone] = [], countries: [String]? = nil) {
    self.standard = standard
    self.zones = zones
    self.countries = countries
  }

  /// Every price that delivery can have.
  public var prices: [Money] { [standard] + zones.map(\.price) }

  /// Returns true if the merchant delivers to a country. An address without a country is delivered to only if no countries
  /// are listed.
  public func delivers(to country: String?) -> Bool {
    guard let countries else { return true }
    return country.map { countries.contains($0.uppercased()) } ?? false
  }

  /// The price to a region; the standard price for an unknown or missing one. Case and surrounding spaces do not matter.
  public func price(to region: String?) -> Money {
    guard let region = region.map(Self.folded) else { return standard }
    return zones.first { $0.regions.contains { Self.folded($0) == region } }?.price ?? standard
  }

  /// A region's name as regions are compared.
  package static func folded(_ region: String) -> String {
    region.lowercased().split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }
}
