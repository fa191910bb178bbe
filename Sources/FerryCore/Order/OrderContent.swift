/// What is bought, and how tax and delivery are reckoned: an order as the merchant states it.
public struct OrderContent: Codable, Hashable, Sendable {
  public var currency: Currency
  /// At least one.
  public var lines: [OrderLine]
  public var tax: TaxRule
  /// What delivery costs by region; absent where nothing is delivered.
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
  /// As the buyer reads it, 1 to 200 characters.
  public var name: String
  /// 1 to 9,999.
  public var quantity: Int
  /// For one piece; zero or more.
  public var unitPrice: Money

  public init(sku: String, name: String, quantity: Int, unitPrice: Money) {
    self.sku = sku
    self.name = name
    self.quantity = quantity
    self.unitPrice = unitPrice
  }
}

/// How tax is reckoned, as data: it differs by country and changes by law.
public struct TaxRule: Codable, Hashable, Sendable {
  public var rate: Rate
  public var rounding: Rounding
  /// Whether prices contain the tax already, as Japanese and European shops must show them.
  public var included: Bool

  public init(rate: Rate, rounding: Rounding, included: Bool) {
    self.rate = rate
    self.rounding = rounding
    self.included = included
  }
}

/// What delivery costs, by where it goes.
public struct ShippingRule: Codable, Hashable, Sendable {
  /// For every region that no zone names.
  public var standard: Money
  public var zones: [Zone]
  /// The countries that are delivered to, by their ISO 3166-1 codes ("JP"); absent: all, at these prices.
  public var countries: [String]?

  /// Regions with a price of their own.
  public struct Zone: Codable, Hashable, Sendable {
    /// Names of states or prefectures as they stand in addresses, in every script that occurs ("北海道", "Hokkaido").
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

  /// Whether a country is delivered to. An address that names none is taken to be in one that is.
  public func delivers(to country: String?) -> Bool {
    guard let countries, let country else { return true }
    return countries.contains(country.uppercased())
  }

  /// The price to a region; the standard price for an unknown or missing one. Case and surrounding blanks do not count.
  public func price(to region: String?) -> Money {
    guard let region = region.map(Self.folded) else { return standard }
    return zones.first { $0.regions.contains { Self.folded($0) == region } }?.price ?? standard
  }

  private static func folded(_ region: String) -> String {
    region.lowercased().split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }
}
