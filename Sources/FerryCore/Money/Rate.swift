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

/// A tax rate: a percentage with up to three decimals, as American cities have ("8.875").
public struct Rate: Hashable, Sendable {
  /// Thousandths of a percent: 10,000 is 10 %.
  public let thousandths: Int64

  /// - Parameter thousandths: 0 to 10,000,000 (10,000 %); nil outside.
  public init?(thousandths: Int64) {
    guard (0...10_000_000).contains(thousandths) else { return nil }
    self.thousandths = thousandths
  }

  /// - Parameter text: Digits with an optional point and up to three decimals: "10", "8.875".
  public init?(percent text: String) {
    let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    let decimals = parts.count == 2 ? parts[1] : "0"
    guard (1...4).contains(parts[0].count) || parts[0] == "10000", (1...3).contains(decimals.count),
      (parts[0] + decimals).utf8.allSatisfy({ (0x30...0x39).contains($0) }),
      let value = Int64(parts[0] + decimals + String(repeating: "0", count: 3 - decimals.count))
    else { return nil }
    self.init(thousandths: value)
  }

  private init(known thousandths: Int64) { self.thousandths = thousandths }

  public static let zero = Rate(known: 0)
  /// 10 %.
  public static let tenPercent = Rate(known: 10_000)

  /// The percentage: "10", "8.25".
  public var percent: String {
    let whole = thousandths / 1_000
    let decimals = String(String(thousandths % 1_000 + 1_000).dropFirst())
    let shown = String(decimals.reversed().drop { $0 == "0" }.reversed())
    return shown.isEmpty ? "\(whole)" : "\(whole).\(shown)"
  }

  /// For terminals, in English: "10 %", "8.25 %".
  public var display: String { percent + " %" }

  /// For people: "8.25 %", "8.25%", "8,25 %". The space does not break.
  public func display(_ language: Language) -> String {
    switch language {
    case .english: percent + "\u{A0}%"
    case .japanese: percent + "%"
    case .spanish, .swedish: percent.replacing(".", with: ",") + "\u{A0}%"
    }
  }
}

extension Rate: Codable {
  public init(from decoder: any Decoder) throws {
    self = try decoder.value(
      Rate.init(percent:),
      else: "A rate is a percentage in a text, with up to three decimals: \"10\", \"8.875\".")
  }

  public func encode(to encoder: any Encoder) throws { try percent.encode(to: encoder) }
}

extension Money {
  /// The tax to add to a net amount.
  /// - Throws: `MoneyError.overflow`.
  public func tax(at rate: Rate, _ rounding: Rounding) throws(MoneyError) -> Money {
    try scaled(by: rate.thousandths, over: 100_000, rounding)
  }

  /// The tax in a gross amount.
  /// - Throws: `MoneyError.overflow`.
  public func includedTax(at rate: Rate, _ rounding: Rounding) throws(MoneyError) -> Money {
    try scaled(by: rate.thousandths, over: 100_000 + rate.thousandths, rounding)
  }

  /// This amount × numerator / denominator, which is above zero.
  /// - Throws: `MoneyError.overflow`.
  package func scaled(by numerator: Int64, over denominator: Int64, _ rounding: Rounding) throws(MoneyError) -> Money {
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
