/// The rounding of a computed amount to whole minor units.
public enum Rounding: String, ClosedValue, Hashable, Sendable {
  /// Towards zero. Most Japanese shops round consumption tax so.
  case down
  /// Away from zero.
  case up
  /// To the nearest, halves away from zero.
  case halfUp
  /// To the nearest, halves to the even neighbour.
  case halfEven
}

/// A proportion in hundredths of a percent: 1000 is 10 %.
public struct Rate: Codable, Hashable, Sendable {
  public let basisPoints: Int64

  /// - Parameter basisPoints: 0 to 1,000,000 (10,000 %); nil outside.
  public init?(basisPoints: Int64) {
    guard (0...1_000_000).contains(basisPoints) else { return nil }
    self.basisPoints = basisPoints
  }

  private init(known basisPoints: Int64) { self.basisPoints = basisPoints }

  public static let zero = Rate(known: 0)
  /// 10 %.
  public static let tenPercent = Rate(known: 1000)

  public init(from decoder: any Decoder) throws {
    self = try decoder.value(Rate.init(basisPoints:), else: "A rate is in basis points, 0 to 1000000; 10 % is 1000.")
  }

  public func encode(to encoder: any Encoder) throws { try basisPoints.encode(to: encoder) }

  /// "10 %", "8.25 %".
  public var percent: String {
    let whole = basisPoints / 100
    let hundredths = basisPoints % 100
    guard hundredths > 0 else { return "\(whole) %" }
    let digits = hundredths < 10 ? "0\(hundredths)" : "\(hundredths)"
    return "\(whole).\(digits.hasSuffix("0") ? String(digits.dropLast()) : digits) %"
  }
}

extension Money {
  /// The tax to add to a net amount.
  /// - Throws: `MoneyError.overflow`.
  public func tax(at rate: Rate, _ rounding: Rounding) throws(MoneyError) -> Money {
    try scaled(by: rate.basisPoints, over: 10_000, rounding)
  }

  /// The tax in a gross amount.
  /// - Throws: `MoneyError.overflow`.
  public func includedTax(at rate: Rate, _ rounding: Rounding) throws(MoneyError) -> Money {
    try scaled(by: rate.basisPoints, over: 10_000 + rate.basisPoints, rounding)
  }

  private func scaled(by numerator: Int64, over denominator: Int64, _ rounding: Rounding) throws(MoneyError) -> Money {
    let product = minorUnits.magnitude.multipliedFullWidth(by: numerator.magnitude)
    guard product.high < denominator.magnitude else { throw .overflow }
    let (quotient, remainder) = denominator.magnitude.dividingFullWidth(product)
    let twice = remainder.multipliedReportingOverflow(by: 2).partialValue
    let roundsAway =
      switch rounding {
      case .down: false
      case .up: remainder > 0
      case .halfUp: twice >= denominator.magnitude
      case .halfEven:
        twice > denominator.magnitude || (twice == denominator.magnitude && !quotient.isMultiple(of: 2))
      }
    let (magnitude, overflow) = quotient.addingReportingOverflow(roundsAway ? 1 : 0)
    guard !overflow else { throw .overflow }
    let limit = minorUnits < 0 ? Int64.min.magnitude : Int64.max.magnitude
    guard magnitude <= limit else { throw .overflow }
    return Money(minorUnits: Int64(truncatingIfNeeded: minorUnits < 0 ? 0 &- magnitude : magnitude), currency)
  }
}
