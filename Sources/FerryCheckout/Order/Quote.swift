public import FerryCore

/// An order priced for one destination.
public struct Quote: Codable, Hashable, Sendable {
  /// The lines' sum as priced: with tax where prices include it.
  public let subtotal: Money
  public let shipping: Money
  /// Added to the rest, or contained in it: the order's tax rule says which.
  public let tax: Money
  public let total: Money

  /// Tax is reckoned once, on goods and delivery together, so that it is rounded once.
  /// - Throws: `MoneyError`.
  public init(_ order: OrderContent, shipping: Money) throws(MoneyError) {
    var subtotal = Money.zero(order.currency)
    for line in order.lines { subtotal = try subtotal.adding(try line.amount) }
    let gross = try subtotal.adding(shipping)
    self.subtotal = subtotal
    self.shipping = shipping
    if order.tax.included {
      tax = try gross.includedTax(at: order.tax.rate, order.tax.rounding)
      total = gross
    } else {
      tax = try gross.tax(at: order.tax.rate, order.tax.rounding)
      total = try gross.adding(tax)
    }
  }

  /// Priced for a region; delivery is free where the order has no shipping rule.
  /// - Throws: `MoneyError`.
  public init(_ order: OrderContent, region: String?) throws(MoneyError) {
    try self.init(order, shipping: order.shipping?.price(to: region) ?? .zero(order.currency))
  }
}

extension OrderLine {
  /// The price of all pieces.
  /// - Throws: `MoneyError.overflow`.
  public var amount: Money {
    get throws(MoneyError) { try unitPrice.multiplied(by: Int64(quantity)) }
  }
}
