/// Delivery prices by destination.
public struct ShippingRule: Codable, Hashable, Sendable {
  /// The price for every destination without a zone.
  public var standard: Money
  public var zones: [Zone]
  /// The countries of delivery, as ISO 3166-1 alpha-2 codes ("JP"). Missing: all countries, at the same prices.
  public var countries: [String]?
  /// Missing for the order's usual tax.
  public var tax: PartTax?
  /// The parts of these countries, and the kinds of address, that the merchant does not deliver to.
  public var restrictions: Restrictions?

  /// Regions and postal codes with their own price.
  public struct Zone: Codable, Hashable, Sendable {
    /// States, prefectures or provinces, in any spelling that buyers use: "北海道", "Hokkaido".
    public var regions: [String]?
    /// Postal codes, or the first characters of them: "35", "967". Blanks, hyphens, case and width do not matter.
    public var postalCodes: [String]?
    public var price: Money

    /// A zone has regions or postal codes, or both.
    public init(regions: [String]? = nil, postalCodes: [String]? = nil, price: Money) {
      self.regions = regions
      self.postalCodes = postalCodes
      self.price = price
    }
  }

  /// Addresses that the merchant does not deliver to. The provider is told where it can be, so that buyers do not select them;
  /// a selection is checked again.
  public struct Restrictions: Codable, Hashable, Sendable {
    /// The merchant delivers to these areas only.
    public var allowed: [Area]?
    /// The merchant delivers to all areas but these. A rule has one list or the other.
    public var excluded: [Area]?
    public var noPostOfficeBoxes: Bool?
    /// No parcel lockers and post offices, as in Germany.
    public var noPackstations: Bool?

    public init(
      allowed: [Area]? = nil, excluded: [Area]? = nil, noPostOfficeBoxes: Bool? = nil, noPackstations: Bool? = nil
    ) {
      self.allowed = allowed
      self.excluded = excluded
      self.noPostOfficeBoxes = noPostOfficeBoxes
      self.noPackstations = noPackstations
    }
  }

  /// A country, or the part of it that its regions and postal codes name.
  public struct Area: Codable, Hashable, Sendable {
    /// ISO 3166-1 alpha-2.
    public var country: String
    /// As in `Zone`.
    public var regions: [String]?
    /// As in `Zone`.
    public var postalCodes: [String]?

    public init(country: String, regions: [String]? = nil, postalCodes: [String]? = nil) {
      self.country = country
      self.regions = regions
      self.postalCodes = postalCodes
    }
  }

  public init(
    standard: Money, zones: [Zone] = [], countries: [String]? = nil, tax: PartTax? = nil,
    restrictions: Restrictions? = nil
  ) {
    self.standard = standard
    self.zones = zones
    self.countries = countries
    self.tax = tax
    self.restrictions = restrictions
  }

  /// Every price that delivery can have.
  public var prices: [Money] { [standard] + zones.map(\.price) }

  /// Returns true if the merchant delivers to a country. An address without a country is delivered to only if no countries
  /// are listed.
  public func delivers(to country: String?) -> Bool {
    guard let countries else { return true }
    return country.map { countries.contains($0.uppercased()) } ?? false
  }
}

/// The price of delivery to one address. Its JSON is an amount with one more member.
public struct DeliveryPrice: Codable, Hashable, Sendable {
  public var price: Money
  /// True if the address does not tell whether it is in a zone, and the price is the standard one, or whether it is in an excluded
  /// area.
  public var isUncertain: Bool

  public init(_ price: Money, isUncertain: Bool = false) {
    self.price = price
    self.isUncertain = isUncertain
  }

  private enum CodingKeys: String, CodingKey { case isUncertain }

  public init(from decoder: any Decoder) throws {
    price = try Money(from: decoder)
    isUncertain =
      try decoder.container(keyedBy: CodingKeys.self).decodeIfPresent(Bool.self, forKey: .isUncertain) ?? false
  }

  public func encode(to encoder: any Encoder) throws {
    try price.encode(to: encoder)
    guard isUncertain else { return }
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(true, forKey: .isUncertain)
  }
}
