import FerryCore
import FerryHTTP

extension FieldRules {
  /// At most `limit` objects.
  static func count(_ list: some Collection, atMost limit: Int, _ pointer: String) throws(InvalidField) {
    guard list.count > limit else { return }
    throw InvalidField(pointer, "Send \(limit) at most.")
  }

  /// The identifier of an order: PlacetoPay's documentation lists letters, digits and symbols; its older client also
  /// allows the space and some more symbols.
  static func reference(_ text: String, _ pointer: String) throws(InvalidField) {
    try length(text, 1...32, pointer)
    guard text.utf8.allSatisfy({ isAlphanumeric($0) || "_-.,:/#$<>=%&@\\'!| ".utf8.contains($0) }) else {
      throw InvalidField(
        pointer, "Write unaccented letters, digits, spaces and these: _ - . , : / # $ < > = % & @ \\ ' ! |")
    }
  }

  /// The id of a session or transaction: a whole number, which may be above 2^53.
  static func id(_ text: String, _ pointer: String) throws(InvalidField) {
    guard (1...19).contains(text.utf8.count), text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
      throw InvalidField(pointer, "Write the digits of the id, 19 at most.")
    }
  }

  static func notNegative(_ amount: Money, _ pointer: String) throws(InvalidField) {
    guard !amount.isNegative else { throw InvalidField(pointer, "An amount is not negative.") }
  }

  /// An absolute URI with any scheme, because apps use their own.
  static func address(_ text: String?, _ pointer: String) throws(InvalidField) {
    guard let text else { return }
    try length(text, 1...255, pointer)
    let scheme = text.utf8.prefix { $0 != UInt8(ascii: ":") }
    let rest = text.utf8.dropFirst(scheme.count + 1)
    let startsWithLetter = scheme.first.map { (0x41...0x5A).contains($0) || (0x61...0x7A).contains($0) } ?? false
    guard startsWithLetter, rest.starts(with: "//".utf8), rest.count > 2,
      text.utf8.allSatisfy({ (0x21...0x7E).contains($0) && !"\"<>\\^`{|}".utf8.contains($0) })
    else { throw InvalidField(pointer, "Write an absolute address, such as https://shop.example/paid.") }
  }

  static func date(_ text: String?, _ pointer: String) throws(InvalidField) {
    guard let text, !PlacetoPayTime.isDate(text) else { return }
    throw InvalidField(pointer, "Write a date of the calendar, such as 2026-02-28.")
  }

  /// PlacetoPay's pages exist in Spanish, English, Portuguese and Italian; it accepts every locale of this form.
  static func locale(_ text: String?, _ pointer: String) throws(InvalidField) {
    guard let text, !text.matches("[a-z]{2}_[A-Z]{2}") else { return }
    throw InvalidField(pointer, "Write language and country, such as es_CO.")
  }
}

extension String {
  /// The text, cut to a number of UTF-16 code units between two characters, or inside the first if that is longer. PlacetoPay cuts
  /// some fields in this way.
  func cut(_ limit: Int) -> String {
    var text = self
    while text.utf16.count > limit {
      if text.dropFirst().isEmpty { text.unicodeScalars.removeLast() } else { text.removeLast() }
    }
    return text
  }
}
