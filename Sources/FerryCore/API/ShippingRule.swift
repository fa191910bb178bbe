/// Delivery prices by destination.
public struct ShippingRule: Codable, Hashable, Sendable {
  /// The price for every region without a zone.
  public var standard: Money
  public var zones: [Zone]
  /// The countries of delivery, as ISO 3166-1 alpha-2 codes ("JP"). Missing: all countries, at the same prices.
  public var countries: [String]?
  /// Missing for the order's usual tax.
  public var tax: PartTax?

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

  public init(standard: Money, zones: [Zone] = [], countries: [String]? = nil, tax: PartTax? = nil) {
    self.standard = standard
    self.zones = zones
    self.countries = countries
    self.tax = tax
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
