import Foundation

/// Names of states, prefectures and provinces, in the spellings of addresses and of shops.
///
/// Two names are the same region in a country if they have the same key: a known region's code, else the name without width,
/// case, accents, blanks and punctuation.
package enum RegionNames {
  /// The countries with a table of their regions.
  package static let countries: [String] = tables.keys.sorted()

  /// The code of a known region: as in ISO 3166-2 ("JP-13", "US-HI", "IT-NA"); in Spain the number of the province, the
  /// first two digits of its postal codes ("ES-07"). Nil for any other name.
  package static func code(of name: String, in country: String) -> String? {
    guard let table = tables[country] else { return nil }
    if let code = table.code(of: name) { return code }
    // "Alicante/Alacant"
    return name.split(separator: "/").lazy.compactMap { table.code(of: String($0)) }.first
  }

  /// - Parameter country: Nil if it is not known: then the key has no code.
  package static func key(of name: String, in country: String?) -> String {
    country.flatMap { code(of: name, in: $0) } ?? folded(name)
  }

  /// True for the code of a known region; the other keys have no hyphen.
  package static func isCode(_ key: String) -> Bool { key.contains("-") }

  /// All keys that a name has in some countries: "CA" is a region of two. An unknown name has one, which is no code.
  /// - Parameter countries: Nil for any.
  package static func keys(of name: String, in countries: [String]?) -> Set<String> {
    let codes = Set((countries ?? Self.countries).compactMap { code(of: name, in: $0) })
    return codes.isEmpty ? [folded(name)] : codes
  }

  /// The region's name in its country's script, for a code that has one: "東京都" for "JP-13".
  package static func name(of code: String) -> String? {
    tables[String(code.prefix(2))]?.names[code]?.first
  }

  /// The codes of all regions of a country; nil without a table.
  package static func codes(of country: String) -> [String]? { tables[country]?.names.keys.sorted() }

  /// A text without width, case, accents, blanks and punctuation, and with hiragana for katakana.
  package static func folded(_ text: String) -> String {
    var scalars = String.UnicodeScalarView()
    for scalar in text.precomposedStringWithCompatibilityMapping.lowercased().decomposedStringWithCanonicalMapping
      .unicodeScalars
    {
      switch scalar.value {
      case 0x30A1...0x30F6: scalars.append(Unicode.Scalar(scalar.value - 0x60) ?? scalar)
      // The marks of voiced kana are no accents.
      case 0x3099, 0x309A: scalars.append(scalar)
      case 0x300...0x36F: break
      default:
        if scalar.properties.isAlphabetic || scalar.properties.numericType != nil { scalars.append(scalar) }
      }
    }
    return String(scalars).precomposedStringWithCanonicalMapping
  }

  /// A postal code, or the beginning of one, as codes are compared: letters and digits only, in upper case.
  package static func postalCode(_ text: String) -> String {
    folded(text).filter(\.isASCII).uppercased()
  }

  private static let tables = Dictionary(
    uniqueKeysWithValues: [japan, unitedStates, spain, italy].map { ($0.country, $0) })
}

/// The known regions of one country.
struct RegionTable: Sendable {
  let country: String
  /// The names of each region by its code. The first is the usual one.
  let names: [String: [String]]
  private let codes: [String: String]
  private let fold: @Sendable (String) -> String
  private let suffixes: [String]

  /// - Parameters:
  ///   - rows: A code and its names, with a slash between names and a semicolon between regions.
  ///   - codesAreNames: True if addresses have the codes instead of names.
  ///   - suffixes: The words for "state" or "prefecture" that may follow a name.
  ///   - fold: What the names are compared by.
  init(
    _ country: String, _ rows: String, codesAreNames: Bool = false, suffixes: [String] = [],
    fold: @escaping @Sendable (String) -> String = RegionNames.folded
  ) {
    self.country = country
    self.suffixes = suffixes
    self.fold = fold
    var names: [String: [String]] = [:]
    var codes: [String: String] = [:]
    for row in rows.split(separator: ";") {
      let parts = row.split(maxSplits: 1, whereSeparator: \.isWhitespace)
      guard parts.count == 2 else { preconditionFailure("A region has no name: \(row)") }
      let code = "\(country)-\(parts[0])"
      let spellings = parts[1].split(separator: "/").map(String.init)
      names[code] = spellings
      for name in spellings + (codesAreNames ? [String(parts[0])] : []) { codes[fold(name)] = code }
    }
    self.names = names
    self.codes = codes
  }

  /// The name as it is comes first: 京都 and Hokkaido end like a suffix.
  func code(of name: String) -> String? {
    let name = fold(name)
    if let code = codes[name] { return code }
    return suffixes.lazy.filter { name.hasSuffix($0) }.compactMap { codes[String(name.dropLast($0.count))] }.first
  }
}
