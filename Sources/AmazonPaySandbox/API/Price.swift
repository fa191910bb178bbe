import FerryCore
import FerrySandbox

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

  /// What may be refunded beyond the captured amount: 15 % of it, at most 8,400 yen or 75 in other currencies.
  static func tolerance(on captured: Money) -> Money {
    let share = captured.minorUnits / 100 * 15 + captured.minorUnits % 100 * 15 / 100
    let most = captured.currency == .jpy ? 8_400 : 75 * captured.currency.minorUnitsPerMajorUnit
    return Money(minorUnits: min(share, most), captured.currency)
  }
}

extension Int64 {
  /// The sum, or the nearest number that there is. What was stored, or comes from a configuration, may be anything.
  func addingClamped(_ other: Int64) -> Int64 {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? (other < 0 ? .min : .max) : sum
  }

  /// The difference, or the nearest number that there is.
  func subtractingClamped(_ other: Int64) -> Int64 {
    let (difference, overflow) = subtractingReportingOverflow(other)
    return overflow ? (other < 0 ? .max : .min) : difference
  }
}
