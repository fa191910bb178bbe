public import FerryCore
public import FerryHTTP

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A line of an order, a capture or a reversal.
public struct OrderItem: Hashable, Sendable, Encodable {
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    case product = "PRODUCT"
    case service = "SERVICE"
    case shippingFee = "SHIPPING_FEE"
    case paymentFee = "PAYMENT_FEE"
    case discount = "DISCOUNT"
    case valueCode = "VALUE_CODE"
    case other = "OTHER"
  }

  public var reference: String
  public var name: String
  public var kind: Open<Kind>
  /// The merchant's group of products: letters, digits, `-` and `_`.
  public var itemClass: String
  public var itemUrl: String?
  public var imageUrl: String?
  /// Required before version 3.1.
  public var description: String?
  public var discountDescription: String?
  public var quantity: Quantity
  /// Such as `pcs` or `hours`.
  public var quantityUnit: String
  /// With VAT.
  public var unitPrice: Money
  /// The unit price after a discount, for display.
  public var discountPrice: Money?
  /// Hundredths of a percent: 2500 for 25 %.
  public var vatPercent: Int
  /// The line's total with VAT, after discounts; negative for a discount.
  public var amount: Money
  /// The part of the amount that is VAT.
  public var vatAmount: Money
  /// For a fee of single payment methods. Such an item is no part of the order's amount.
  public var restrictedToInstruments: [Open<Instrument>] = []

  public init(
    reference: String, name: String, kind: Kind, itemClass: String, description: String? = nil, quantity: Quantity,
    quantityUnit: String, unitPrice: Money, vatPercent: Int, amount: Money, vatAmount: Money
  ) {
    self.reference = reference
    self.name = name
    self.kind = .known(kind)
    self.itemClass = itemClass
    self.description = description
    self.quantity = quantity
    self.quantityUnit = quantityUnit
    self.unitPrice = unitPrice
    self.vatPercent = vatPercent
    self.amount = amount
    self.vatAmount = vatAmount
  }

  private enum CodingKeys: String, MemberKey {
    case reference, name, itemUrl, imageUrl, description, discountDescription, quantity, quantityUnit, unitPrice
    case discountPrice, vatPercent, amount, vatAmount, restrictedToInstruments
    case kind = "type"
    case itemClass = "class"
  }
}

/// Amounts are whole numbers of minor units.
extension KeyedEncodingContainer where Key: MemberKey {
  mutating func encode(_ money: Money, forKey key: Key) throws { try encode(money.minorUnits, forKey: key) }

  mutating func encodeIfPresent(_ money: Money?, forKey key: Key) throws {
    try encodeIfPresent(money?.minorUnits, forKey: key)
  }
}

/// A number of units with up to four decimals, exact.
public struct Quantity: Hashable, Sendable, ExpressibleByIntegerLiteral {
  /// Ten-thousandths of a unit: 15,000 for 1.5.
  public let tenThousandths: Int64

  public init(tenThousandths: Int64) { self.tenThousandths = tenThousandths }

  /// A whole number.
  public init(integerLiteral value: Int32) { tenThousandths = Int64(value) * 10_000 }
}

extension Quantity: Encodable {
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(Decimal(tenThousandths) / 10_000)
  }
}

extension OrderItem {
  /// Checks items and their sums.
  /// - Parameter pointer: The place of amount and items in the request, such as `/paymentorder`.
  static func check(
    _ items: [OrderItem], amount: Money, vat: Money, _ version: APIVersion, _ pointer: String
  ) throws(InvalidField) {
    guard !items.isEmpty else {
      if version.needsOrderItems {
        throw InvalidField("\(pointer)/orderItems", "Version \(version.rawValue) needs order items.")
      }
      return
    }
    for (index, item) in items.enumerated() {
      try item.check(amount.currency, version, "\(pointer)/orderItems/\(index)")
    }
    let counted = items.filter(\.restrictedToInstruments.isEmpty)
    guard (try? Money.sum(counted.map(\.amount), in: amount.currency)) == amount else {
      throw InvalidField("\(pointer)/orderItems", "The amounts of the items have to add up to the amount.")
    }
    guard (try? Money.sum(counted.map(\.vatAmount), in: amount.currency)) == vat else {
      throw InvalidField("\(pointer)/orderItems", "The VAT of the items has to add up to the VAT of the amount.")
    }
  }

  private func check(_ currency: Currency, _ version: APIVersion, _ pointer: String) throws(InvalidField) {
    for (text, member) in [(reference, "reference"), (name, "name"), (quantityUnit, "quantityUnit")] {
      try FieldRules.notEmpty(text, "\(pointer)/\(member)")
    }
    guard itemClass.matches("[A-Za-z0-9_-]+") else {
      throw InvalidField("\(pointer)/class", "Write letters, digits, - and _.")
    }
    try FieldRules.webAddress(itemUrl, "\(pointer)/itemUrl")
    try FieldRules.webAddress(imageUrl, "\(pointer)/imageUrl")
    try FieldRules.notEmpty(version.needsOrderItems ? description ?? "" : description, "\(pointer)/description")
    guard quantity.tenThousandths > 0 else { throw InvalidField("\(pointer)/quantity", "Write a number above zero.") }
    guard (0...10_000).contains(vatPercent) else {
      throw InvalidField("\(pointer)/vatPercent", "Write hundredths of a percent: 2500 for 25 %.")
    }
    for (money, member) in [(unitPrice, "unitPrice"), (discountPrice, "discountPrice"), (amount, "amount")] {
      if let money { try FieldRules.currency(money, currency, "\(pointer)/\(member)") }
    }
    guard kind == .known(.discount) || !amount.isNegative else {
      throw InvalidField("\(pointer)/amount", "Only a discount has a negative amount.")
    }
    try FieldRules.vatShare(vatAmount, of: amount, pointer)
  }
}
