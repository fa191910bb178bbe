import FerryCore
import FerrySandbox

/// Amazon Pay's two formats of a UTC time: "20250102T030405Z" in answers and most requests, "2025-01-02T03:04:05Z" in
/// those of the Node.js client.
enum AmazonTimestamp {
  static func text(_ moment: Moment) -> String { moment.iso8601.filter { $0 != "-" && $0 != ":" } }

  /// The moment of either format; nil for other texts, and for days and hours that do not exist.
  static func moment(_ text: some StringProtocol) -> Moment? {
    let bytes = Array(text.utf8)
    let pattern: String
    switch bytes.count {
    case 16: pattern = "dddddddd:ddddddZ"
    case 20: pattern = "dddd-dd-dd:dd_dd_ddZ"
    default: return nil
    }
    var digits: [Int] = []
    for (byte, expected) in zip(bytes, pattern.utf8) {
      switch expected {
      case UInt8(ascii: "d"):
        guard (0x30...0x39).contains(byte) else { return nil }
        digits.append(Int(byte - 0x30))
      case UInt8(ascii: ":"): guard byte == UInt8(ascii: "T") else { return nil }
      case UInt8(ascii: "_"): guard byte == UInt8(ascii: ":") else { return nil }
      default: guard byte == expected else { return nil }
      }
    }
    func number(_ range: Range<Int>) -> Int { digits[range].reduce(0) { $0 * 10 + $1 } }
    let (year, month, day) = (number(0..<4), number(4..<6), number(6..<8))
    let (hour, minute, second) = (number(8..<10), number(10..<12), number(12..<14))
    guard (1...12).contains(month), (1...daysIn(month, of: year)).contains(day), hour < 24, minute < 60, second < 60
    else { return nil }
    let seconds = ((daysSince1970(year, month, day) * 24 + hour) * 60 + minute) * 60 + second
    return Moment(milliseconds: Int64(seconds) * 1000)
  }

  private static func isLeap(_ year: Int) -> Bool {
    year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400))
  }

  private static func daysIn(_ month: Int, of year: Int) -> Int {
    month == 2 && isLeap(year) ? 29 : [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1]
  }

  private static func daysSince1970(_ year: Int, _ month: Int, _ day: Int) -> Int {
    let before = year - 1
    let daysBeforeYear = before * 365 + before / 4 - before / 100 + before / 400
    let daysBeforeMonth = (1..<month).reduce(0) { $0 + daysIn($1, of: year) }
    return daysBeforeYear + daysBeforeMonth + day - 1 - 719_162
  }
}

/// Amounts on the wire: `{"amount": "8980", "currencyCode": "JPY"}`.
enum Price {
  /// Reads an amount whose shape has been checked. Yen have no decimals, not even zeros; others two at most.
  /// - Throws: `InvalidParameterValue` for an unknown currency, too many decimals, zero and less;
  ///   `TransactionAmountExceeded` above the largest charge.
  static func money(_ price: JSONValue, _ field: String) throws(APIRefusal) -> Money {
    guard let code = price["currencyCode"]?.text, let currency = Currency(code) else {
      throw .invalidValue("\(field).currencyCode", "an ISO 4217 currency code is expected")
    }
    let literal: String
    switch price["amount"] {
    case .string(let text), .number(let text): literal = text
    default: throw .missingValue("\(field).amount")
    }
    let decimals = literal.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false).dropFirst().first
    guard (decimals?.count ?? 0) <= currency.exponent else {
      throw .invalidValue(
        "\(field).amount",
        currency.exponent == 0
          ? "\(currency) amounts have no decimals" : "\(currency) amounts have \(currency.exponent) decimals at most")
    }
    let money: Money
    do {
      money = try Money(decimal: literal, currency)
    } catch {
      throw .invalidValue("\(field).amount", "a decimal number is expected")
    }
    guard money.isPositive else { throw .invalidValue("\(field).amount", "it must be above zero") }
    guard money.minorUnits <= ceiling(currency).minorUnits else {
      throw .amountExceeded("\(field) is above \(ceiling(currency)), the largest amount of a charge.")
    }
    return money
  }

  static func body(_ money: Money) -> JSONValue {
    ["amount": .string(money.decimal), "currencyCode": .string(money.currency.code)]
  }

  static func body(_ money: Money?) -> JSONValue { money.map { body($0) } ?? .null }

  /// The largest charge and refund: 10,000,000 yen, 150,000 in other currencies.
  static func ceiling(_ currency: Currency) -> Money {
    Money(
      minorUnits: currency == .jpy ? 10_000_000 : 150_000 * currency.minorUnitsPerMajorUnit, currency)
  }

  /// The amount that may be refunded beyond the captured one: 15 % of it, at most 8,400 yen or 75 in other currencies.
  static func tolerance(on captured: Money) -> Money {
    let share = captured.minorUnits / 100 * 15 + captured.minorUnits % 100 * 15 / 100
    let most = captured.currency == .jpy ? 8_400 : 75 * captured.currency.minorUnitsPerMajorUnit
    return Money(minorUnits: min(share, most), captured.currency)
  }
}

extension Int64 {
  /// The sum, or the nearest number that fits. Stored numbers and those of a configuration may be of any size.
  func addingClamped(_ other: Int64) -> Int64 {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? (other < 0 ? .min : .max) : sum
  }

  /// The difference, or the nearest number that fits.
  func subtractingClamped(_ other: Int64) -> Int64 {
    let (difference, overflow) = subtractingReportingOverflow(other)
    return overflow ? (other < 0 ? .max : .min) : difference
  }
}

/// An absolute http or https URL to which a page may send the buyer.
struct ReturnURL: Hashable {
  let text: String
  let scheme: String
  /// Lower case, without port.
  let host: String
  /// Scheme, host and port, as in an `Origin` header.
  let origin: String

  /// Nil for a URL that browsers may read in another way: other schemes, credentials, backslashes, spaces, control and
  /// non-ASCII characters.
  init?(_ text: String) {
    guard text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\\") }) else { return nil }
    let lowered = text.lowercased()
    guard let scheme = ["https", "http"].first(where: { lowered.hasPrefix($0 + "://") }) else { return nil }
    let authority = lowered.dropFirst(scheme.count + 3).prefix { $0 != "/" && $0 != "?" && $0 != "#" }
    let isBracketed = authority.hasPrefix("[")
    let host = isBracketed ? authority.prefix { $0 != "]" } + "]" : authority.prefix { $0 != ":" }
    let port = authority.dropFirst(host.count)
    guard !authority.contains("@"), !authority.contains("%"), host.count > (isBracketed ? 2 : 0),
      port.isEmpty || (port.first == ":" && UInt16(port.dropFirst()) != nil)
    else { return nil }
    self.text = text
    self.scheme = scheme
    self.host = String(host)
    origin = "\(scheme)://\(authority)"
  }

  /// The URL with one more query parameter, whose value needs no encoding.
  func adding(_ name: String, _ value: String) -> String {
    let fragment = text.firstIndex(of: "#") ?? text.endIndex
    let base = text[..<fragment]
    let separator = !base.contains("?") ? "?" : base.hasSuffix("?") || base.hasSuffix("&") ? "" : "&"
    return base + separator + name + "=" + value + text[fragment...]
  }
}
