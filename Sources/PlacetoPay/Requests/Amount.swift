public import FerryCore
public import FerryHTTP

/// An amount to charge, with its taxes and its parts. All are in the total's currency.
///
/// PlacetoPay charges the total and does not add the rest up. So that a receipt never contradicts itself, this type does:
/// if there is a `subtotal`, then it, all other details and all taxes, minus the discounts, have to be the total.
public struct Amount: Hashable, Sendable {
  /// Above zero.
  public var total: Money
  public var taxes: [Tax]
  public var details: [AmountDetail]

  public init(_ total: Money, taxes: [Tax] = [], details: [AmountDetail] = []) {
    self.total = total
    self.taxes = taxes
    self.details = details
  }
}

/// A tax that is contained in a total.
public struct Tax: Hashable, Sendable, Encodable {
  /// PlacetoPay ignores taxes of other kinds silently.
  public enum Kind: String, Encodable, Hashable, Sendable, CaseIterable {
    case valueAddedTax
    case exciseDuty
    case ice
    /// In Colombia and Ecuador.
    case airportTax
    /// In Puerto Rico, like the two that follow.
    case stateTax
    case municipalTax
    case reducedStateTax
  }

  public var kind: Kind
  public var amount: Money
  /// The amount that the tax is computed on; nil if it is not known.
  public var base: Money?

  public init(_ kind: Kind, _ amount: Money, base: Money? = nil) {
    self.kind = kind
    self.amount = amount
    self.base = base
  }

  private enum CodingKeys: String, MemberKey { case kind, amount, base }
}

public struct AmountDetail: Hashable, Sendable, Encodable {
  /// PlacetoPay ignores details of other kinds silently.
  public enum Kind: String, Encodable, Hashable, Sendable, CaseIterable {
    /// Positive; it reduces the total.
    case discount
    case additional
    /// The base of a tax that the buyer gets back. It is no part of the total.
    case vatDevolutionBase
    case shipping
    case handlingFee
    case insurance
    case giftWrap
    /// The goods without taxes, before discounts.
    case subtotal
    case fee
    case tip
    case airline
    case interests
  }

  public var kind: Kind
  public var amount: Money

  public init(_ kind: Kind, _ amount: Money) {
    self.kind = kind
    self.amount = amount
  }

  private enum CodingKeys: String, MemberKey { case kind, amount }
}

extension Amount {
  /// - Parameter pointer: The amount's place in the request, such as `/payment/amount`.
  public func check(_ pointer: String) throws(InvalidField) {
    try FieldRules.positive(total, "\(pointer)/total")
    let discounts = details.filter { $0.kind == .discount }.map(\.amount)
    let price = (try? Money.sum([total] + discounts, in: total.currency)) ?? total
    for (index, tax) in taxes.enumerated() {
      try check(tax.amount, "\(pointer)/taxes/\(index)/amount")
      if let base = tax.base { try check(base, "\(pointer)/taxes/\(index)/base") }
      guard tax.amount.minorUnits <= price.minorUnits else {
        throw InvalidField("\(pointer)/taxes/\(index)/amount", "A tax is at most the total before discounts.")
      }
    }
    for (index, detail) in details.enumerated() {
      try check(detail.amount, "\(pointer)/details/\(index)/amount")
    }
    guard details.contains(where: { $0.kind == .subtotal }) else { return }
    guard let sum, sum == total else {
      throw InvalidField(
        "\(pointer)/details", "Subtotal, other details and taxes, minus discounts, have to be the total.")
    }
  }

  private func check(_ amount: Money, _ pointer: String) throws(InvalidField) {
    try FieldRules.currency(amount, total.currency, pointer)
    try FieldRules.notNegative(amount, pointer)
  }

  private var sum: Money? {
    var parts = taxes.map(\.amount)
    for detail in details where detail.kind != .vatDevolutionBase {
      let units = detail.amount.minorUnits
      parts.append(Money(minorUnits: detail.kind == .discount ? -units : units, detail.amount.currency))
    }
    return try? Money.sum(parts, in: total.currency)
  }
}

extension Amount: Encodable {
  private enum CodingKeys: String, MemberKey { case currency, total, taxes, details }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(total.currency.code, forKey: .currency)
    try container.encode(total, forKey: .total)
    try container.encode(taxes, forKey: .taxes)
    try container.encode(details, forKey: .details)
  }
}

/// PlacetoPay's forms of values in requests.
extension KeyedEncodingContainer where Key: MemberKey {
  /// An exact JSON number: no floating point is involved.
  mutating func encode(_ money: Money, forKey key: Key) throws {
    try encode(UntypedJSON.number(money.decimal), forKey: key)
  }

  mutating func encodeIfPresent(_ money: Money?, forKey key: Key) throws {
    if let money { try encode(money, forKey: key) }
  }

  mutating func encodeIfPresent(_ moment: Moment?, forKey key: Key) throws {
    try encodeIfPresent(moment.map(PlacetoPayTime.text), forKey: key)
  }

  /// Codes with commas between them.
  mutating func encode(_ codes: [String], forKey key: Key) throws {
    if !codes.isEmpty { try encode(codes.joined(separator: ","), forKey: key) }
  }
}
