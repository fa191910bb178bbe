import Foundation

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
  /// True if the address is written in Japanese. A prefecture alone does not tell it: Amazon Pay writes the prefecture of some
  /// addresses in another script than the rest.
  public var isJapanese: Bool {
    guard country == "JP" else { return false }
    let places = lines + [city ?? ""]
    if places.contains(where: { $0.contains { $0.isJapanese } }) { return true }
    return (region ?? "").contains { $0.isJapanese } && !places.contains { $0.contains { $0.isLetter } }
  }

  /// The address as on a parcel: in Japanese from prefecture to street, else from street to region. A Japanese address is in
  /// one script, and has every part once.
  public var writtenLines: [String] { writtenLines(country: country == "JP" ? "Japan" : country) }

  /// - Parameter country: The country's name for the reader. An address in Japanese does not show it.
  public func writtenLines(country: String?) -> [String] {
    let written: [String?]
    if isJapanese {
      written =
        [name, postalCode.map { "〒" + Self.japaneseCode($0) }, japanesePlace] + Array(lines.dropFirst()) + [phone]
    } else {
      written = [name] + lines + [placeLine, country, phone]
    }
    return written.compactMap(\.self).filter { !$0.isEmpty }
  }

  // MARK: Japan

  /// The prefecture in kanji; another region as it is.
  private var prefecture: String { region.flatMap { RegionNames.kanji(of: $0) } ?? region ?? "" }

  /// Prefecture, city and street. Each stands once, though some address books repeat the ones before.
  private var japanesePlace: String {
    [city, lines.first].reduce(prefecture) { written, part in
      let part = Self.withoutRepetition(part ?? "", of: prefecture, written)
      let isApart = written.last?.isLatin == true || part.first?.isLatin == true
      return written + (isApart && !part.isEmpty ? " " : "") + part
    }
  }

  /// - Parameter written: The parts before this one, which begin with the prefecture.
  private static func withoutRepetition(_ part: String, of prefecture: String, _ written: String) -> String {
    var part = trimmed(part)
    let word = part.prefix { $0.isLatin || $0 == "-" }
    if part.hasPrefix(prefecture) {
      part = trimmed(part.dropFirst(prefecture.count))
    } else if RegionNames.kanji(of: String(word)) == prefecture {
      part = trimmed(part.dropFirst(word.count))
    }
    let repeated = written.indices.lazy.map { written[$0...] }.first { end in
      end.count > 1 && part.hasPrefix(end) && end.last.map { "市区町村郡".contains($0) } == true
    }
    return trimmed(part.dropFirst(repeated?.count ?? 0))
  }

  private static func trimmed(_ text: some StringProtocol) -> String {
    text.trimmingCharacters(in: CharacterSet(charactersIn: ",、").union(.whitespaces))
  }

  /// "153-0064"; a code of another form as it is.
  private static func japaneseCode(_ code: String) -> String {
    let digits = code.compactMap(\.wholeNumberValue).map(String.init)
    return digits.count == 7 ? "\(digits[..<3].joined())-\(digits[3...].joined())" : code
  }

  // MARK: Other countries

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
      ? joined([joined([postalCode, city], " "), region], ", ")
      : joined([joined([city, latinRegion], ", "), postalCode], " ")
  }

  /// The region beside a city in Latin letters; nil for a Japanese prefecture that city or street name already.
  private var latinRegion: String? {
    guard country == "JP", let region, let romaji = RegionNames.romaji(of: region) else { return region }
    let ends = [city, lines.last?.split(separator: ",").last.map(String.init)].compactMap(\.self)
    return ends.contains { RegionNames.romaji(of: $0) == romaji } ? nil : romaji
  }
}

extension Character {
  /// Kanji, kana, and their marks (Unicode, from the CJK radicals on, without the letters and digits of full width).
  fileprivate var isJapanese: Bool {
    unicodeScalars.contains { $0.value >= 0x2E80 && !(0xFF00...0xFF5F).contains($0.value) }
  }

  fileprivate var isLatin: Bool { isLetter && !isJapanese }
}
