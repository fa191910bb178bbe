import FerryCore
import FerrySandbox

/// A decimal number, exactly as a request wrote it. Nothing passes through floating point.
struct DecimalNumber: Hashable, Sendable {
  let isNegative: Bool
  /// Digits without leading zeros; empty for zero.
  private let digits: [UInt8]
  /// The number of digits after the point.
  private let scale: Int

  /// A JSON number, or a text with digits and a point: both are accepted in practice. Nil for anything else.
  init?(_ value: JSONValue) {
    let text: String
    switch value {
    case .number(let literal): text = literal
    case .string(let written) where !written.contains(where: { "eE".contains($0) }): text = written
    default: return nil
    }
    let form = /(-?)([0-9]+)(?:\.([0-9]+))?(?:[eE]([+\-]?[0-9]+))?/
    guard let parts = text.wholeMatch(of: form)?.output, let exponent = Int(parts.4 ?? "0"),
      (-40...40).contains(exponent)
    else { return nil }
    let fraction = parts.3 ?? ""
    let all = Array((parts.2 + fraction).utf8)
    guard all.count <= 60 else { return nil }
    isNegative = !parts.1.isEmpty
    digits = Array(all.map { $0 - 0x30 }.drop { $0 == 0 })
    scale = fraction.utf8.count - exponent
  }

  var isZero: Bool { digits.isEmpty }
  var isPositive: Bool { !isZero && !isNegative }

  /// The amount in a currency's minor units, halves rounded away from zero. Nil for an amount that does not fit.
  func money(_ currency: Currency) -> Money? {
    let surplus = scale - currency.exponent
    var kept = surplus > 0 ? Array(digits.dropLast(surplus)) : digits
    if surplus < 0 { kept += [UInt8](repeating: 0, count: min(60, -surplus)) }
    // The first digit that is cut off; it is a zero before the number's first one.
    let next = surplus > 0 && digits.count >= surplus ? digits[digits.count - surplus] : 0
    var units: Int64 = 0
    for digit in kept {
      let (shifted, overflowed) = units.multipliedReportingOverflow(by: 10)
      let (sum, overflow) = shifted.addingReportingOverflow(Int64(digit))
      guard !overflowed, !overflow else { return nil }
      units = sum
    }
    guard next < 5 || units < .max else { return nil }
    units += next >= 5 ? 1 : 0
    return Money(minorUnits: isNegative ? -units : units, currency)
  }
}

extension Money {
  /// The amount as a JSON number without superfluous zeros, or as text with all decimals. PlacetoPay writes both.
  func body(asText: Bool) -> JSONValue {
    guard !asText else { return .string(decimal) }
    var literal = Substring(decimal)
    if literal.contains(".") {
      while literal.last == "0" { literal = literal.dropLast() }
      if literal.last == "." { literal = literal.dropLast() }
    }
    return .number(String(literal))
  }
}
