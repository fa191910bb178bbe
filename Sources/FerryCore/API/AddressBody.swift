/// A delivery address. Every part may be missing: some Japanese addresses have no separate city.
public struct AddressBody: Codable, Hashable, Sendable {
  public var name: String?
  public var lines: [String]
  public var city: String?
  /// State, prefecture or county.
  public var region: String?
  public var postalCode: String?
  /// ISO 3166-1 alpha-2.
  public var country: String?
  public var phone: String?

  public init(
    name: String? = nil, lines: [String] = [], city: String? = nil, region: String? = nil, postalCode: String? = nil,
    country: String? = nil, phone: String? = nil
  ) {
    self.name = name
    self.lines = lines
    self.city = city
    self.region = region
    self.postalCode = postalCode
    self.country = country
    self.phone = phone
  }
}

extension AddressBody {
  /// True if the address is written in Japanese.
  public var isJapanese: Bool {
    country == "JP" && (lines + [region ?? "", city ?? ""]).contains { text in text.utf8.contains { $0 >= 0x80 } }
  }

  /// The address as on a parcel: in Japanese from region to street, else from street to region.
  public var writtenLines: [String] { writtenLines(country: country == "JP" ? "Japan" : country) }

  /// - Parameter country: The country's name for the reader. An address in Japanese does not show it.
  public func writtenLines(country: String?) -> [String] {
    let written: [String?]
    if isJapanese {
      let first = [region, city].compactMap { $0 }.joined() + (lines.first ?? "")
      written = [name, postalCode.map { "〒" + $0 }, first] + Array(lines.dropFirst()) + [phone]
    } else {
      written = [name] + lines + [placeLine, country, phone]
    }
    return written.compactMap { $0 }.filter { !$0.isEmpty }
  }

  /// The countries that put the postal code before the city (Universal Postal Union, "Addressing solutions").
  private static let codeFirst: Set<String> = [
    "AT", "BE", "CH", "CZ", "DE", "DK", "EE", "ES", "FI", "FR", "IT", "LT", "LU", "NL", "NO", "PL", "PT", "SE", "SI",
    "SK",
  ]

  /// City, region and postal code in the order of the country.
  private var placeLine: String {
    func joined(_ parts: [String?], _ separator: String) -> String {
      parts.compactMap { $0 }.filter { !$0.isEmpty }.joined(separator: separator)
    }
    return country.map(Self.codeFirst.contains) == true
      ? joined([joined([postalCode, city], " "), region], ", ") : joined([city, region, postalCode], ", ")
  }
}
