public import FerryCore

/// An order priced for one destination.
public struct Quote: Codable, Hashable, Sendable {
  /// The lines' sum as priced, before discounts: with tax where prices include it.
  public let subtotal: Money
  /// The sum of all discounts; nil without discounts.
  public let discount: Money?
  public let shipping: Money
  /// The tax of all rates: added to the rest or contained in it, by the order's tax rule.
  public let tax: Money
  /// The tax of each rate.
  public let taxes: [TaxBody]
  /// The amount that gift cards and vouchers pay, at most all; nil without them.
  public let paidOtherwise: Money?
  /// The amount that the buyer pays at the provider: all prices, less discounts and `paidOtherwise`.
  public let total: Money

  /// - Throws: `MoneyError`, `OrderProblem` if a discount is above what it reduces.
  public init(_ order: OrderContent, shipping: Money) throws {
    let priced = try PricedOrder(order, shipping: shipping)
    func sum(_ amounts: [Money]) throws(MoneyError) -> Money { try Money.sum(amounts, in: order.currency) }
    subtotal = try sum(priced.parts.filter { $0.line != nil }.map(\.gross))
    let discount = try sum(priced.parts.map(\.discount))
    self.discount = discount.isZero ? nil : discount
    self.shipping = shipping
    taxes = priced.parts.taxes
    tax = try sum(taxes.map(\.tax))
    let paid = try sum(priced.parts.map(\.paidOtherwise))
    paidOtherwise = paid.isZero ? nil : paid
    total = try sum(priced.parts.map(\.due))
  }

  /// Priced for a region. Delivery is free if the order has no shipping rule.
  /// - Throws: `MoneyError`, `OrderProblem`.
  public init(_ order: OrderContent, region: String?) throws {
    try self.init(
      order, shipping: order.shipping?.price(to: AddressBody(region: region)).price ?? .zero(order.currency))
  }
}

extension OrderLine {
  /// The price of all pieces, before discounts.
  /// - Throws: `MoneyError.overflow`.
  public var amount: Money {
    get throws(MoneyError) { try unitPrice.multiplied(by: Int64(quantity)) }
  }
}
