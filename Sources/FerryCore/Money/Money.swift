/// An exact amount: a whole number of a currency's minor units, never floating point.
public struct Money: Hashable, Sendable {
  /// The amount in minor units: yen for JPY, cents for EUR.
  public let minorUnits: Int64
  public let currency: Currency

  public init(minorUnits: Int64, _ currency: Currency) {
    self.minorUnits = minorUnits
    self.currency = currency
  }

  public static func zero(_ currency: Currency) -> Money { Money(minorUnits: 0, currency) }

  /// An amount in yen, which has no smaller unit.
  public static func yen(_ amount: Int64) -> Money { Money(minorUnits: amount, .jpy) }

  public var isZero: Bool { minorUnits == 0 }
  public var isPositive: Bool { minorUnits > 0 }
  public var isNegative: Bool { minorUnits < 0 }
}

/// The reason why an amount could not be computed or read.
public enum MoneyError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The result does not fit 64 bits of minor units.
  case overflow
  case differentCurrencies(Currency, Currency)
  /// The text is not a decimal number in plain notation.
  case notANumber
  /// The text has more decimals than the currency.
  case tooManyDecimals(Currency)

  public var description: String {
    switch self {
    case .overflow: "The amount is too large."
    case .differentCurrencies(let left, let right):
      "The amounts are in \(left) and \(right); amounts of one currency are needed."
    case .notANumber: "Write digits with an optional point, such as 8980 or 12.50."
    case .tooManyDecimals(let currency):
      currency.exponent == 0
        ? "\(currency) has no decimals, and no point separates thousands; write 3000, not 3.000."
        : "\(currency) has \(currency.exponent) decimals at most, and no point separates thousands; write 3000 or "
          + "\(Money(minorUnits: 3000 * currency.minorUnitsPerMajorUnit, currency).decimal)."
    }
  }
}

extension Money {
  /// - Throws: `MoneyError.differentCurrencies`, `MoneyError.overflow`.
  public func adding(_ other: Money) throws(MoneyError) -> Money {
    try requireSameCurrency(other)
    let (sum, overflow) = minorUnits.addingReportingOverflow(other.minorUnits)
    guard !overflow else { throw .overflow }
    return Money(minorUnits: sum, currency)
  }

  /// - Throws: `MoneyError.differentCurrencies`, `MoneyError.overflow`.
  public func subtracting(_ other: Money) throws(MoneyError) -> Money {
    try requireSameCurrency(other)
    let (difference, overflow) = minorUnits.subtractingReportingOverflow(other.minorUnits)
    guard !overflow else { throw .overflow }
    return Money(minorUnits: difference, currency)
  }

  /// The amount that reduces as much as this one adds, for a row of a receipt.
  public var negated: Money { Money(minorUnits: 0 &- minorUnits, currency) }

  /// - Throws: `MoneyError.overflow`.
  public func multiplied(by factor: Int64) throws(MoneyError) -> Money {
    let (product, overflow) = minorUnits.multipliedReportingOverflow(by: factor)
    guard !overflow else { throw .overflow }
    return Money(minorUnits: product, currency)
  }

  /// - Throws: `MoneyError.differentCurrencies`.
  public func isMore(than other: Money) throws(MoneyError) -> Bool {
    try requireSameCurrency(other)
    return minorUnits > other.minorUnits
  }

  /// The larger of two amounts of one currency.
  /// - Throws: `MoneyError.differentCurrencies`.
  public func orMore(_ other: Money) throws(MoneyError) -> Money { try isMore(than: other) ? self : other }

  /// The sum of amounts, all in `currency`; zero for none.
  /// - Throws: `MoneyError.differentCurrencies`, `MoneyError.overflow`.
  public static func sum(_ amounts: some Sequence<Money>, in currency: Currency) throws(MoneyError) -> Money {
    var total = Money.zero(currency)
    for amount in amounts { total = try total.adding(amount) }
    return total
  }

  private func requireSameCurrency(_ other: Money) throws(MoneyError) {
    guard currency == other.currency else { throw .differentCurrencies(currency, other.currency) }
  }
}

extension Money {
  /// Reads an amount that a person or a shop has written, in plain decimal notation: an optional minus, digits, and an
  /// optional point with as many digits as the currency has decimals at most. More digits are an error, even zeros: "3.000"
  /// may stand for three thousand.
  /// - Throws: `MoneyError.notANumber`, `.tooManyDecimals`, `.overflow`.
  public init(decimal text: some StringProtocol, _ currency: Currency) throws(MoneyError) {
    try self.init(Substring(text), currency, isOfProvider: false)
  }

  /// Reads an amount of a provider's program, which may write "100.00" yen and "29.949999999999999": zeros beyond the currency's
  /// decimals are accepted, and digits there that leave at most a millionth of a minor unit to the nearest one, which counts.
  /// Spaces around the number are ignored.
  /// - Throws: `MoneyError.notANumber`, `.overflow`; `.tooManyDecimals` for other digits there.
  public init(providerDecimal text: some StringProtocol, _ currency: Currency) throws(MoneyError) {
    let number = Substring(text).drop(while: \.isWhitespace)
    let end = number.lastIndex { !$0.isWhitespace }.map { number.index(after: $0) } ?? number.startIndex
    try self.init(number[..<end], currency, isOfProvider: true)
  }

  private init(_ number: Substring, _ currency: Currency, isOfProvider: Bool) throws(MoneyError) {
    var digits = number
    let isNegative = digits.first == "-"
    if isNegative { digits = digits.dropFirst() }
    let parts = digits.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    let whole = parts[0]
    let fraction = parts.count == 2 ? parts[1] : Substring("0")
    guard !whole.isEmpty, !fraction.isEmpty, (whole + fraction).utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
      throw .notANumber
    }
    let kept = fraction.prefix(currency.exponent)
    let rest = parts.count == 2 ? fraction.dropFirst(currency.exponent) : ""
    guard rest.isEmpty || isOfProvider, let added = Self.unitsAdded(by: rest) else { throw .tooManyDecimals(currency) }
    let padding = String(repeating: "0", count: currency.exponent - kept.count)
    guard let units = Int64((isNegative ? "-" : "") + whole + kept + padding) else { throw .overflow }
    try self.init(Money(minorUnits: units, currency).adding(Money(minorUnits: isNegative ? -added : added, currency)))
  }

  private init(_ money: Money) { self = money }

  /// The minor units that digits beyond the currency's decimals make: 0 or 1. Nil if they are more than a millionth away from
  /// both.
  private static func unitsAdded(by digits: Substring) -> Int64? {
    let first = String(digits.prefix(6))
    switch Int(first + String(repeating: "0", count: 6 - first.count)) {
    case 0: return 0
    case 1 where digits.dropFirst(6).allSatisfy({ $0 == "0" }): return 0
    case 999_999: return 1
    default: return nil
    }
  }

  /// The amount in plain decimal notation with exactly the currency's decimals: "8980", "12.50", "-0.05".
  public var decimal: String {
    let digits = String(minorUnits.magnitude)
    let sign = minorUnits < 0 ? "-" : ""
    guard currency.exponent > 0 else { return sign + digits }
    let padded = String(repeating: "0", count: max(0, currency.exponent + 1 - digits.count)) + digits
    return sign + padded.dropLast(currency.exponent) + "." + padded.suffix(currency.exponent)
  }

  /// The amount for people of the trade, in English: consoles, timelines and tables.
  public var display: String { display(.english) }

  /// The amount for people, with grouped thousands. In English and Japanese "¥8,980" for a currency with a known sign, else
  /// "SEK 99.00"; in Spanish "$ 89.800,00 COP", because pesos and dollars have the same sign, "¥ 8.980", "SEK 99,00"; in
  /// Swedish "1 299,00 kr", "99,00 €", "99,00 NOK", because all Nordic kroner are "kr". A sign stays with its number.
  /// Such amounts are long for a small screen, so that a line may break beside a code.
  public func display(_ language: Language) -> String {
    let sign: String? =
      switch currency.code {
      case "JPY": "¥"
      case "EUR": "€"
      case "USD": "$"
      case "GBP": "£"
      default: nil
      }
    let minus = minorUnits < 0 ? "-" : ""
    switch language {
    case .english, .japanese:
      return minus + (sign ?? currency.code + " ") + grouped(by: ",", point: ".")
    case .spanish:
      let number = grouped(by: ".", point: ",")
      return switch currency.code {
      case "COP", "USD": "\(minus)$\u{A0}\(number) \(currency.code)"
      default: minus + (sign.map { $0 + "\u{A0}" } ?? currency.code + " ") + number
      }
    case .swedish:
      let number = minus + grouped(by: "\u{A0}", point: ",")
      return switch currency.code {
      case "SEK": "\(number)\u{A0}kr"
      case "EUR": "\(number)\u{A0}€"
      default: "\(number) \(currency.code)"
      }
    }
  }

  /// The digits without a sign.
  private func grouped(by separator: String, point: String) -> String {
    let parts = decimal.drop { $0 == "-" }.split(separator: ".")
    var whole = ""
    for (place, digit) in parts[0].reversed().enumerated() {
      if place > 0, place.isMultiple(of: 3) { whole = separator + whole }
      whole = String(digit) + whole
    }
    return ([whole] + parts.dropFirst().map(String.init)).joined(separator: point)
  }
}

extension Money: CustomStringConvertible {
  public var description: String { "\(decimal) \(currency)" }
}

extension Money: Codable {
  private enum CodingKeys: String, CodingKey {
    case amount
    case currency
  }

  /// Reads `{"amount": "8980", "currency": "JPY"}`. The amount is text, because many languages read JSON numbers as floating
  /// point.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let currency = try container.decode(Currency.self, forKey: .currency)
    let text = try container.decode(String.self, forKey: .amount)
    do {
      self = try Money(decimal: text, currency)
    } catch {
      throw DecodingError.dataCorruptedError(forKey: .amount, in: container, debugDescription: error.description)
    }
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(decimal, forKey: .amount)
    try container.encode(currency, forKey: .currency)
  }
}
