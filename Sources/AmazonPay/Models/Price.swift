public import FerryCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// An amount on the wire. Compare prices by `money`: Amazon has answered "100.00" yen where "100" was sent.
public struct Price: Hashable, Sendable {
  /// Plain decimal text, as it came.
  public let amount: String
  public let currencyCode: String

  public init(amount: String, currencyCode: String) {
    self.amount = amount
    self.currencyCode = currencyCode
  }

  /// Yen without decimals, others with exactly their decimals.
  public init(_ money: Money) {
    self.init(amount: money.decimal, currencyCode: money.currency.code)
  }

  /// The exact amount; nil for an unknown currency, for text that is no number, and for decimals that the currency does
  /// not have.
  public var money: Money? {
    Currency(currencyCode).flatMap { try? Money(decimal: amount, $0) }
  }
}

extension Price: Codable {
  private enum CodingKeys: String, CodingKey {
    case amount
    case currencyCode
  }

  /// The amount may be text or a JSON number, which is read as a decimal and never as floating point.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    currencyCode = try container.decode(String.self, forKey: .currencyCode)
    if let text = try? container.decode(String.self, forKey: .amount) {
      amount = text
    } else if let whole = try? container.decode(Int64.self, forKey: .amount) {
      amount = String(whole)
    } else {
      amount = try container.decode(Decimal.self, forKey: .amount).description
    }
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(amount, forKey: .amount)
    try container.encode(currencyCode, forKey: .currencyCode)
  }
}

extension Price: CustomStringConvertible {
  public var description: String { "\(amount) \(currencyCode)" }
}
