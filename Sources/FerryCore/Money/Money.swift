/// An exact amount: a whole number of a currency's minor units. There is no floating point near it.
public struct Money: Hashable, Sendable {
  /// The amount in minor units: yen for JPY, cents for EUR.
  public let minorUnits: Int64
  public let currency: Currency

  public init(minorUnits: Int64, _ currency: Currency) {
    self.minorUnits = minorUnits
    self.currency = currency
  }

  public static func zero(_ currency: Currency) -> Money { Money(minorUnits: 0, currency) }

  /// Yen, which have no smaller unit.
  public static func yen(_ amount: Int64) -> Money { Money(minorUnits: amount, .jpy) }

  public var isZero: Bool { minorUnits == 0 }
  public var isPositive: Bool { minorUnits > 0 }
  public var isNegative: Bool { minorUnits < 0 }
}

/// Why an amount could not be computed or read.
public enum MoneyError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The result does not fit 64 bits of minor units.
  case overflow
  case differentCurrencies(Currency, Currency)
  /// The text is not a decimal number in plain notation.
  case notANumber
  /// The text has more decimals than the currency can hold, and they are not zeros.
  case tooManyDecimals(Currency)
  /// Nothing to share out, or a negative share.
  case badShares

  public var description: String {
    switch self {
    case .overflow: "The amount is too large."
    case .differentCurrencies(let left, let right):
      "The amounts are in \(left) and \(right); amounts of one currency are needed."
    case .notANumber: "Not an amount; write digits with an optional point, such as 8980 or 12.50."
    case .tooManyDecimals(let currency):
      currency.exponent == 0
        ? "\(currency) has no decimals; write a whole number."
        : "\(currency) has \(currency.exponent) decimals at most."
    case .badShares: "Shares must not be negative, and one must be above zero."
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

  /// - Throws: `MoneyError.overflow`.
  public func multiplied(by factor: Int64) throws(MoneyError) -> Money {
    let (product, overflow) = minorUnits.multipliedReportingOverflow(by: factor)
    guard !overflow else { throw .overflow }
    return Money(minorUnits: product, currency)
  }

  /// - Throws: `MoneyError.overflow` for the one amount that has no opposite.
  public func negated() throws(MoneyError) -> Money {
    try Money.zero(currency).subtracting(self)
  }

  /// Whether this amount is above another of the same currency.
  /// - Throws: `MoneyError.differentCurrencies`.
  public func isMore(than other: Money) throws(MoneyError) -> Bool {
    try requireSameCurrency(other)
    return minorUnits > other.minorUnits
  }

  /// The larger of two amounts of one currency.
  /// - Throws: `MoneyError.differentCurrencies`.
  public func orMore(_ other: Money) throws(MoneyError) -> Money {
    try isMore(than: other) ? self : other
  }

  /// The sum of amounts, all in `currency`; zero for none.
  /// - Throws: `MoneyError.differentCurrencies`, `MoneyError.overflow`.
  public static func sum(_ amounts: some Sequence<Money>, in currency: Currency) throws(MoneyError) -> Money {
    var total = Money.zero(currency)
    for amount in amounts { total = try total.adding(amount) }
    return total
  }

  /// Shares the amount out in proportion to weights, losing and adding nothing: the remainder goes, a unit each, to the
  /// largest fractions, and among equals to the first.
  /// - Throws: `MoneyError.badShares`, `MoneyError.overflow`.
  public func allocated(by weights: [Int64]) throws(MoneyError) -> [Money] {
    var total: Int64 = 0
    for weight in weights {
      guard weight >= 0 else { throw .badShares }
      let (sum, overflow) = total.addingReportingOverflow(weight)
      guard !overflow else { throw .overflow }
      total = sum
    }
    guard total > 0 else { throw .badShares }
    let sign: Int64 = minorUnits < 0 ? -1 : 1
    let magnitude = minorUnits.magnitude
    var shares: [UInt64] = []
    var remainders: [(index: Int, remainder: UInt64)] = []
    for (index, weight) in weights.enumerated() {
      let product = magnitude.multipliedFullWidth(by: weight.magnitude)
      let (quotient, remainder) = total.magnitude.dividingFullWidth(product)
      shares.append(quotient)
      remainders.append((index, remainder))
    }
    let left = magnitude - shares.reduce(0, +)
    let order = remainders.sorted { ($1.remainder, $0.index) < ($0.remainder, $1.index) }
    for (index, _) in order.prefix(Int(left)) { shares[index] += 1 }
    return shares.map { Money(minorUnits: $0 == Int64.min.magnitude ? .min : sign * Int64($0), currency) }
  }

  private func requireSameCurrency(_ other: Money) throws(MoneyError) {
    guard currency == other.currency else { throw .differentCurrencies(currency, other.currency) }
  }
}
