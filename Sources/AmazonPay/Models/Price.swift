public import FerryCore
public import FerryHTTP

/// An amount on the wire. Compare prices by `money`: Amazon has answered "100.00" yen to "100".
public struct Price: Hashable, Sendable {
  /// Plain decimal text.
  public let amount: String
  /// ISO 4217.
  public let currencyCode: String
  public private(set) var additional: [String: UntypedJSON] = [:]

  /// An amount as on the wire, without checks.
  public init(amount: String, currencyCode: String) {
    self.amount = amount
    self.currencyCode = currencyCode
  }

  /// Writes all decimals of the currency: none for yen.
  public init(_ money: Money) { self.init(amount: money.decimal, currencyCode: money.currency.code) }

  /// The exact amount; nil for an unknown currency, for text that is not a number, and for too many decimals.
  public var money: Money? { Currency(currencyCode).flatMap { try? Money(providerDecimal: amount, $0) } }
}

extension Price: Codable {
  /// The amount may be text or a JSON number, which is read as a decimal and never as floating point.
  public init(from decoder: any Decoder) throws {
    var object = try LenientObject(decoder)
    currencyCode = try object.required("currencyCode")
    amount = try object.text("amount") ?? object.required("amount")
    additional = object.additional
  }

  public func encode(to encoder: any Encoder) throws {
    var object = try ObjectWriter(encoder, additional: additional)
    try object.write(amount, "amount")
    try object.write(currencyCode, "currencyCode")
  }
}

extension Price: CustomStringConvertible {
  public var description: String { "\(amount) \(currencyCode)" }
}
