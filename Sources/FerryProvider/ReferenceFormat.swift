import Crypto
public import FerryCheckout
public import FerryCore

/// The form of our references that a provider accepts: idempotency keys, order ids, payee references.
///
/// References of 16 characters and more are digests. Shorter ones would meet by chance, so they are counted: the store
/// gives each a number of its own.
public struct ReferenceFormat: Hashable, Sendable {
  private enum Alphabet: Hashable {
    case hexadecimal
    case alphanumeric
    case digits
  }

  private let alphabet: Alphabet
  /// The number of characters.
  public let length: Int

  /// Lower-case hexadecimal digits.
  public static func hexadecimal(_ length: Int) -> Self { Self(.hexadecimal, length) }
  /// Lower-case letters and digits, without those that are easily confused: i, l, o, u.
  public static func alphanumeric(_ length: Int) -> Self { Self(.alphanumeric, length) }
  /// Decimal digits; the first is not 0.
  public static func digits(_ length: Int) -> Self { Self(.digits, length) }

  private init(_ alphabet: Alphabet, _ length: Int) {
    self.alphabet = alphabet
    self.length = min(64, max(8, length))
  }

  /// True if the store counts the references.
  public var isCounted: Bool { length < 16 }

  /// The reference of a command and attempt: the same after a restart, and that of no other command or attempt. Not for
  /// formats that are counted.
  public func digest(_ checkout: CheckoutID, _ command: CommandNumber, attempt: Int) -> String {
    let name = attempt == 1 ? "ferry/\(checkout.text)/\(command)" : "ferry/\(checkout.text)/\(command)/\(attempt)"
    let bytes = Array(name.utf8)
    switch alphabet {
    case .hexadecimal: return String(Hexadecimal.text(SHA256.hash(data: bytes)).prefix(length))
    case .alphanumeric:
      return String(decoding: SHA512.hash(data: bytes).prefix(length).map { Self.letters[Int($0 & 31)] }, as: UTF8.self)
    case .digits:
      let digits = SHA512.hash(data: bytes).prefix(length).enumerated().map { index, byte in
        index == 0 ? 0x31 + byte % 9 : 0x30 + byte % 10
      }
      return String(decoding: digits, as: UTF8.self)
    }
  }

  /// The reference with a number.
  /// - Parameter number: From 1.
  /// - Returns: Nil if the format has no more references.
  public func text(_ number: Int64) -> String? {
    let text: String
    switch alphabet {
    case .digits:
      let first = (1..<length).reduce(Int64(1)) { power, _ in power.multipliedReportingOverflow(by: 10).partialValue }
      let (sum, isTooLarge) = first.addingReportingOverflow(number)
      guard !isTooLarge else { return nil }
      text = String(sum)
    case .hexadecimal: text = String(number, radix: 16)
    case .alphanumeric: text = Self.radix32(number)
    }
    guard number > 0, text.utf8.count <= length else { return nil }
    return String(repeating: "0", count: length - text.utf8.count) + text
  }

  private static let letters = Array("0123456789abcdefghjkmnpqrstvwxyz".utf8)

  private static func radix32(_ number: Int64) -> String {
    var digits: [UInt8] = []
    var rest = number
    while rest > 0 {
      digits.append(letters[Int(rest & 31)])
      rest >>= 5
    }
    return String(decoding: digits.reversed(), as: UTF8.self)
  }
}
