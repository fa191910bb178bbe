/// A pattern of association files: `*` is any number of characters, `?` one, `$(name)` one of a variable's values, and
/// everything else itself (Apple, "applinks.Details.Components" and "applinks.SubstitutionVariables").
struct AssociationPattern: Hashable, Sendable {
  private indirect enum Element: Hashable, Sendable {
    case one(Character)
    case member(CharacterSet)
    case anyOne
    case anyNumber
    case oneOf([[Element]])
  }

  /// The predefined variables that stand for one ASCII character.
  private enum CharacterSet: String, Hashable, Sendable {
    case alpha, upper, lower, alnum, digit, xdigit

    func contains(_ character: Character, ignoringCase: Bool) -> Bool {
      guard character.isASCII else { return false }
      return switch self {
      case .alpha: character.isLetter
      case .upper: ignoringCase ? character.isLetter : character.isUppercase
      case .lower: ignoringCase ? character.isLetter : character.isLowercase
      case .alnum: character.isLetter || character.isNumber
      case .digit: character.isNumber
      case .xdigit: character.isHexDigit
      }
    }
  }

  private let elements: [Element]

  /// Nil when the pattern names a variable that there is not, or is longer than any that a person writes.
  /// - Parameter variables: The file's own; nil where `$(name)` has no meaning, as in the older form.
  init?(_ text: String, variables: [String: [String]]?) {
    guard text.utf8.count <= 4_096, let elements = Self.elements(text[...], variables) else { return nil }
    self.elements = elements
  }

  private static func elements(_ text: Substring, _ variables: [String: [String]]?) -> [Element]? {
    var elements: [Element] = []
    var rest = text
    while let first = rest.first {
      if let variables, rest.hasPrefix("$("), let end = rest.firstIndex(of: ")") {
        guard let element = variable(String(rest[..<end].dropFirst(2)), variables) else { return nil }
        elements.append(element)
        rest = rest[end...].dropFirst()
        continue
      }
      switch first {
      // Two stars are one.
      case "*": if elements.last != .anyNumber { elements.append(.anyNumber) }
      case "?": elements.append(.anyOne)
      default: elements.append(.one(first))
      }
      rest = rest.dropFirst()
    }
    return elements
  }

  /// Regions and languages go by their form, two capitals and two or three small letters: the lists that Apple's systems
  /// have (`isoRegionCodes`, `isoLanguageCodes`) change with them.
  private static func variable(_ name: String, _ variables: [String: [String]]) -> Element? {
    if let values = variables[name] {
      // Values have wildcards, but no variables.
      return .oneOf(values.compactMap { elements($0[...], nil) })
    }
    if let set = CharacterSet(rawValue: name) { return .member(set) }
    let small = Element.member(.lower)
    return switch name {
    case "region": .oneOf([[.member(.upper), .member(.upper)]])
    case "lang": .oneOf([[small, small], [small, small, small]])
    default: nil
    }
  }

  /// Returns true if the whole text matches. Takes time in proportion to text × pattern, for any input.
  func matches(_ text: String, ignoringCase: Bool) -> Bool {
    let characters = Array(ignoringCase ? text.lowercased() : text)
    var start = Array(repeating: false, count: characters.count + 1)
    start[0] = true
    return Self.reached(from: start, elements[...], characters, ignoringCase)[characters.count]
  }

  /// The places in the text that can be reached from some places by matching the elements.
  private static func reached(
    from places: [Bool], _ elements: ArraySlice<Element>, _ text: [Character], _ ignoringCase: Bool
  ) -> [Bool] {
    var places = places
    for element in elements {
      guard places.contains(true) else { return places }
      switch element {
      case .one(let character):
        let wanted = ignoringCase ? character.lowercased().first ?? character : character
        places = stepped(places, text) { $0 == wanted }
      case .member(let set): places = stepped(places, text) { set.contains($0, ignoringCase: ignoringCase) }
      case .anyOne: places = stepped(places, text) { _ in true }
      case .anyNumber:
        let first = places.firstIndex(of: true) ?? places.endIndex
        for index in places.indices[first...] { places[index] = true }
      case .oneOf(let alternatives):
        var all = Array(repeating: false, count: places.count)
        for alternative in alternatives {
          let own = reached(from: places, alternative[...], text, ignoringCase)
          for index in all.indices where own[index] { all[index] = true }
        }
        places = all
      }
    }
    return places
  }

  private static func stepped(_ places: [Bool], _ text: [Character], _ fits: (Character) -> Bool) -> [Bool] {
    var next = Array(repeating: false, count: places.count)
    for index in text.indices where places[index] && fits(text[index]) { next[index + 1] = true }
    return next
  }
}

/// The parts of a URL that association files speak of, as they stand in it.
struct AssociatedAddress: Hashable, Sendable {
  /// "/" where the URL has none.
  let path: String
  /// Without its question mark; empty where there is none.
  let query: String
  /// Without its number sign; empty where there is none.
  let fragment: String

  /// No longer URL is looked at.
  private static let longest = 16_384

  /// Nil unless the text begins with https or http and names a host.
  init?(_ url: String) {
    guard url.utf8.count <= Self.longest, let colon = url.firstRange(of: "://"),
      ["https", "http"].contains(url[..<colon.lowerBound].lowercased())
    else { return nil }
    let rest = url[colon.upperBound...]
    let hostEnd = rest.firstIndex { "/?#".contains($0) } ?? rest.endIndex
    guard hostEnd > rest.startIndex else { return nil }
    let whole = rest[hostEnd...].split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
    let beforeFragment = whole.first ?? ""
    fragment = whole.count > 1 ? String(whole[1]) : ""
    let parts = beforeFragment.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    let path = parts.first ?? ""
    self.path = path.isEmpty ? "/" : String(path)
    query = parts.count > 1 ? String(parts[1]) : ""
  }

  /// The values of all query items of a name; empty for one without.
  func values(of name: String, isDecoded: Bool) -> [String] {
    query.split(separator: "&").compactMap { item in
      let parts = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let own = String(parts[0])
      guard (isDecoded ? Self.decoded(own) : own) == name else { return nil }
      return parts.count > 1 ? String(parts[1]) : ""
    }
  }

  /// Percent-encoded bytes become the characters that they are in UTF-8; what encodes none stays as it is.
  static func decoded(_ text: String) -> String {
    let source = Array(text.utf8)
    var bytes: [UInt8] = []
    var index = 0
    while index < source.count {
      if source[index] == UInt8(ascii: "%"), index + 2 < source.count, let high = digit(source[index + 1]),
        let low = digit(source[index + 2])
      {
        bytes.append(high << 4 | low)
        index += 3
      } else {
        bytes.append(source[index])
        index += 1
      }
    }
    // Decoding repairs invalid UTF-8, which would make it another path.
    let decoded = String(decoding: bytes, as: UTF8.self)
    return decoded.utf8.elementsEqual(bytes) ? decoded : text
  }

  private static func digit(_ byte: UInt8) -> UInt8? { Character(Unicode.Scalar(byte)).hexDigitValue.map { UInt8($0) } }
}
