import FerryCore
import FerryHTTP

extension FieldRules {
  /// The largest amount and tax, in yen: seven digits.
  static let largestAmount: Int64 = 9_999_999

  static func isOrderID(_ text: String) -> Bool {
    (1...27).contains(text.utf8.count) && text.utf8.allSatisfy { isAlphanumeric($0) || $0 == UInt8(ascii: "-") }
  }

  static func isAccess(_ text: String) -> Bool { text.utf8.count == 32 && text.utf8.allSatisfy(isAlphanumeric) }

  static func orderID(_ text: String) throws(InvalidField) {
    guard isOrderID(text) else {
      throw InvalidField("/OrderID", "Write 1 to 27 unaccented letters, digits and hyphens.")
    }
  }

  static func accessID(_ text: String) throws(InvalidField) {
    guard isAccess(text) else {
      throw InvalidField("/AccessID", "Send the 32 characters of the AccessID that GMO gave this transaction.")
    }
  }

  static func accessPass(_ text: String) throws(InvalidField) {
    guard isAccess(text) else {
      throw InvalidField("/AccessPass", "Send the 32 characters of the AccessPass that GMO gave this transaction.")
    }
  }

  static func chargePermissionID(_ text: String) throws(InvalidField) {
    let parts = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    let isDigit: (UInt8) -> Bool = { (0x30...0x39).contains($0) }
    guard
      parts.count == 3, parts.map(\.count) == [3, 7, 7], parts[0].allSatisfy(isAlphanumeric),
      parts[1].allSatisfy(isDigit), parts[2].allSatisfy(isDigit)
    else { throw InvalidField("/AmazonChargePermissionID", "Send Amazon's id, such as S03-1234567-7654321.") }
  }

  /// An id of Amazon's, of letters, digits and hyphens.
  static func amazonID(_ text: String, _ pointer: String) throws(InvalidField) {
    guard (1...256).contains(text.utf8.count),
      text.utf8.allSatisfy({ isAlphanumeric($0) || $0 == UInt8(ascii: "-") })
    else { throw InvalidField(pointer, "Send Amazon's id: 1 to 256 unaccented letters, digits and hyphens.") }
  }

  /// An amount and its tax, in whole yen. GMO charges their sum.
  static func amount(
    _ amount: Money, _ tax: Money?, _ amountPointer: String, _ taxPointer: String
  ) throws(InvalidField) {
    try yen(amount, from: 1, amountPointer)
    if let tax { try yen(tax, from: 0, taxPointer) }
    guard amount.minorUnits + (tax?.minorUnits ?? 0) <= largestAmount else {
      throw InvalidField(taxPointer, "Amount and tax together are at most \(largestAmount) yen.")
    }
  }

  private static func yen(_ money: Money, from least: Int64, _ pointer: String) throws(InvalidField) {
    guard money.currency == .jpy else { throw InvalidField(pointer, "Write the amount in JPY.") }
    guard (least...largestAmount).contains(money.minorUnits) else {
      throw InvalidField(pointer, "Write a whole number of yen from \(least) to \(largestAmount).")
    }
  }

  /// A text for people, without control characters. Windows-31J has all its characters.
  /// The limits are in UTF-16 code units and in bytes of Windows-31J.
  static func text(
    _ text: String?, characters: Int = .max, bytes: Int? = nil, _ pointer: String
  ) throws(InvalidField) {
    guard let text else { return }
    guard !text.isEmpty, text.utf16.count <= characters else {
      throw InvalidField(pointer, "Write 1 to \(bytes.map { "\($0) bytes" } ?? "\(characters) characters").")
    }
    guard !text.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) else {
      throw InvalidField(pointer, "Write the text without line breaks and other control characters.")
    }
    let encoded: [UInt8]
    do {
      encoded = try CP932.encode(text)
    } catch {
      throw InvalidField(pointer, "\(error) Replace it.")
    }
    guard encoded.count <= bytes ?? .max else {
      throw InvalidField(pointer, "Write at most \(bytes ?? 0) bytes; a Japanese character counts two.")
    }
  }

  /// An address that the buyer's browser can post a form to.
  static func returnURL(_ text: String) throws(InvalidField) {
    guard text.utf8.count <= 256, AddressParts(text) != nil else {
      throw InvalidField("/RetURL", "Write an https address of at most 256 characters, or http on this machine.")
    }
  }
}
