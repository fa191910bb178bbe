import FerryCore
import FerryHTTP

/// A field of a request that Swedbank Pay would refuse, found before sending. It has the field and the rule, but not the
/// value.
public struct InvalidField: Error, Hashable, Sendable, CustomStringConvertible {
  /// The place of the field in the request, as a JSON pointer (RFC 6901), such as `/paymentorder/description`.
  public let pointer: String
  /// The rule, as a sentence that says what to write.
  public let explanation: String

  public init(_ pointer: String, _ explanation: String) {
    self.pointer = pointer
    self.explanation = explanation
  }

  public var description: String { "\(pointer): \(explanation)" }
}

/// The rules that several fields share. Lengths are counted in UTF-16 code units, the strictest meaning of "characters":
/// a passing value is within the limit however Swedbank Pay counts.
enum FieldRules {
  static func length(_ text: String?, _ range: ClosedRange<Int>, _ pointer: String) throws(InvalidField) {
    guard let text, !range.contains(text.utf16.count) else { return }
    throw InvalidField(pointer, "Write \(range.lowerBound) to \(range.upperBound) characters.")
  }

  static func notEmpty(_ text: String?, _ pointer: String) throws(InvalidField) {
    guard text?.isEmpty == true else { return }
    throw InvalidField(pointer, "Write a text that is not empty.")
  }

  static func amount(
    _ amount: Money, vat: Money, atMost limit: Money? = nil, _ pointer: String
  ) throws(InvalidField) {
    guard amount.isPositive else { throw InvalidField("\(pointer)/amount", "Write an amount above zero.") }
    try vatShare(vat, of: amount, pointer)
    guard let limit else { return }
    try currency(amount, limit.currency, "\(pointer)/amount")
    guard amount.minorUnits <= limit.minorUnits else {
      throw InvalidField("\(pointer)/amount", "The amount is above the remaining amount of the payment order.")
    }
  }

  /// The VAT of an amount that includes it.
  static func vatShare(_ vat: Money, of amount: Money, _ pointer: String) throws(InvalidField) {
    try currency(vat, amount.currency, "\(pointer)/vatAmount")
    let hasSign = amount.isNegative ? vat.minorUnits <= 0 : vat.minorUnits >= 0
    guard hasSign, vat.minorUnits.magnitude <= amount.minorUnits.magnitude else {
      throw InvalidField("\(pointer)/vatAmount", "The VAT is a part of the amount: write zero up to the amount.")
    }
  }

  static func currency(_ amount: Money, _ currency: Currency, _ pointer: String) throws(InvalidField) {
    guard amount.currency == currency else {
      throw InvalidField(pointer, "Write the amount in \(currency), as the order that it belongs to.")
    }
  }

  /// An https address, or http to this machine.
  static func webAddress(_ text: String?, _ pointer: String) throws(InvalidField) {
    guard let text, AddressParts(text) == nil else { return }
    throw InvalidField(pointer, "Write an https address, such as https://shop.example/paid.")
  }

  /// An address with any scheme, because apps have their own.
  static func appAddress(_ text: String?, _ pointer: String) throws(InvalidField) {
    guard let text, AddressParts(text) == nil,
      !text.matches("[A-Za-z][A-Za-z0-9+.-]*://[A-Za-z0-9._~:/?#@!$&'()*+,;=%-]+")
    else { return }
    throw InvalidField(pointer, "Write an absolute address, such as https://shop.example/pay?id=1.")
  }

  static func country(_ text: String?, _ pointer: String) throws(InvalidField) {
    guard let text, !text.matches("[A-Z]{2}") else { return }
    throw InvalidField(pointer, "Write two capital letters of ISO 3166-1, such as SE.")
  }

  static func phone(_ text: String?, _ pointer: String) throws(InvalidField) {
    guard let text, !text.matches("\\+[0-9]{8,15}") else { return }
    throw InvalidField(pointer, "Write + and 8 to 15 digits, such as +46739000001.")
  }
}

extension String {
  /// Returns true if the whole text matches a regular expression.
  func matches(_ pattern: String) -> Bool {
    guard let expression = try? Regex(pattern) else { preconditionFailure("\(pattern) is a regular expression.") }
    return wholeMatch(of: expression) != nil
  }

  /// True if a text can stand in a header: visible ASCII and spaces.
  package var isHeaderText: Bool { !isEmpty && utf8.allSatisfy { (0x20...0x7E).contains($0) } }
}
