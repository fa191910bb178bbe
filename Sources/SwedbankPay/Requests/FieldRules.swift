import FerryCore
import FerryHTTP

extension FieldRules {
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
  /// True if a text can stand in a header: visible ASCII and spaces.
  package var isHeaderText: Bool { !isEmpty && utf8.allSatisfy { (0x20...0x7E).contains($0) } }
}
