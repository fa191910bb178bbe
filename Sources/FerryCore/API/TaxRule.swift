/// The rule for tax. It is data, because it differs by country and changes by law.
public struct TaxRule: Codable, Hashable, Sendable {
  /// The rate of every part of the order that has none of its own.
  public var percent: Rate
  /// Missing: `general`.
  public var kind: TaxKind?
  public var rounding: Rounding
  /// True if prices contain the tax, as they must in Japanese and European shops.
  public var included: Bool

  public init(_ percent: Rate, kind: TaxKind? = nil, rounding: Rounding, included: Bool) {
    self.percent = percent
    self.kind = kind
    self.rounding = rounding
    self.included = included
  }
}

/// The kind of a tax, where a provider tells kinds apart.
public enum TaxKind: String, ClosedValue, Hashable, Sendable {
  /// Value added tax, consumption tax, sales tax.
  case general
  /// A tax in place of it on certain goods, such as Colombia's INC on meals. PlacetoPay calls it `exciseDuty`.
  case excise
}

/// The tax of a line or of delivery that differs from the order's usual one: a percentage, or a rule in place of it.
public struct PartTax: Codable, Hashable, Sendable {
  public var percent: Rate?
  public var kind: TaxKind?
  public var rule: Rule?

  public enum Rule: String, ClosedValue, Hashable, Sendable {
    /// No tax is stated, as for a Colombian book. A rate of 0 % is another thing: it is stated.
    case untaxed
    /// Of delivery alone: it is shared over the rates of the goods, in proportion to their amounts.
    case asGoods = "as-goods"
  }

  public static func rate(_ percent: Rate, _ kind: TaxKind? = nil) -> PartTax {
    PartTax(percent: percent, kind: kind, rule: nil)
  }
  public static let untaxed = PartTax(percent: nil, kind: nil, rule: .untaxed)
  public static let asGoods = PartTax(percent: nil, kind: nil, rule: .asGoods)
}

/// Base and tax of one rate.
public struct TaxBody: Codable, Hashable, Sendable {
  public var percent: Rate
  /// Missing: `general`.
  public var kind: TaxKind?
  /// The amount that bears the tax, after discounts and without the tax.
  public var base: Money
  public var tax: Money

  public init(percent: Rate, kind: TaxKind?, base: Money, tax: Money) {
    self.percent = percent
    self.kind = kind
    self.base = base
    self.tax = tax
  }
}
