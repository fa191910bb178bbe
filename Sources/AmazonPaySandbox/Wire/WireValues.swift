import FerryCore
package import FerrySandbox

/// Amazon Pay's two formats of a UTC time: "20250102T030405Z" in answers and most requests, "2025-01-02T03:04:05Z" in
/// those of the Node.js client.
enum AmazonTimestamp {
  static func text(_ moment: Moment) -> String { moment.iso8601.filter { $0 != "-" && $0 != ":" } }

  /// The moment of either format; nil for other texts, and for days and hours that do not exist.
  static func moment(_ text: some StringProtocol) -> Moment? {
    let shape = String(text.map { $0.isASCII && $0.isWholeNumber ? "0" : $0 })
    guard shape == "00000000T000000Z" || shape == "0000-00-00T00:00:00Z" else { return nil }
    let digits = text.compactMap(\.wholeNumberValue)
    func number(_ range: Range<Int>) -> Int { digits[range].reduce(0) { $0 * 10 + $1 } }
    guard number(12..<14) < 60 else { return nil }
    return Moment(
      year: number(0..<4), month: number(4..<6), day: number(6..<8), hour: number(8..<10), minute: number(10..<12),
      second: number(12..<14))
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
    let money: Money
    do {
      money = try Money(decimal: literal, currency)
    } catch .tooManyDecimals {
      throw .invalidValue(
        "\(field).amount",
        currency.exponent == 0
          ? "\(currency) amounts have no decimals" : "\(currency) amounts have \(currency.exponent) decimals at most")
    } catch {
      throw .invalidValue("\(field).amount", "a decimal number is expected")
    }
    guard money.isPositive else { throw .invalidValue("\(field).amount", "it must be above zero") }
    guard money.minorUnits <= ceiling(currency).minorUnits else {
      throw .amountExceeded("\(field) is above \(ceiling(currency)), the largest amount of a charge.")
    }
    return money
  }

  /// The largest charge and refund: 10,000,000 yen, 150,000 in other currencies.
  static func ceiling(_ currency: Currency) -> Money {
    Money(minorUnits: currency == .jpy ? 10_000_000 : 150_000 * currency.minorUnitsPerMajorUnit, currency)
  }

  /// The amount that may be refunded beyond the captured one: 15 % of it, at most 8,400 yen or 75 in other currencies.
  static func tolerance(on captured: Money) -> Money {
    let share = captured.minorUnits / 100 * 15 + captured.minorUnits % 100 * 15 / 100
    let most = captured.currency == .jpy ? 8_400 : 75 * captured.currency.minorUnitsPerMajorUnit
    return Money(minorUnits: min(share, most), captured.currency)
  }
}

extension Money: JSONConvertible {
  package var json: JSONValue { ["amount": .string(decimal), "currencyCode": .string(currency.code)] }
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

/// An absolute http or https URL. A page may send the buyer there.
package struct ReturnURL: Hashable {
  let text: String
  let scheme: String
  /// Lower case, without port.
  let host: String
  /// Scheme, host and port, as in an `Origin` header.
  let origin: String

  /// Nil for a URL that browsers may read in another way: other schemes, credentials, backslashes, spaces, control and
  /// non-ASCII characters.
  package init?(_ text: String) {
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
