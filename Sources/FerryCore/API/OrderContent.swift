/// An order as the merchant states it: lines, discounts, tax, delivery prices, and what is paid by other means.
public struct OrderContent: Codable, Hashable, Sendable {
  public var currency: Currency
  /// At least one.
  public var lines: [OrderLine]
  public var tax: TaxRule
  /// Delivery prices by region; missing if nothing is delivered.
  public var shipping: ShippingRule?
  /// Discounts on all goods, such as a coupon. They lower prices and taxes, and do not concern delivery.
  public var discounts: [NamedAmount]?
  /// Gift cards and vouchers. They pay a part of the order, whose price and taxes stay as they are.
  public var paidOtherwise: [NamedAmount]?

  public init(
    currency: Currency, lines: [OrderLine], tax: TaxRule, shipping: ShippingRule? = nil,
    discounts: [NamedAmount]? = nil,
    paidOtherwise: [NamedAmount]? = nil
  ) {
    self.currency = currency
    self.lines = lines
    self.tax = tax
    self.shipping = shipping
    self.discounts = discounts
    self.paidOtherwise = paidOtherwise
  }
}

/// One article of an order.
public struct OrderLine: Codable, Hashable, Sendable {
  /// The shop's name of the line, for captures and refunds of it; 1 to 64 characters. If it is missing, the SKU stands for it
  /// where no other line has the same one, else the line's number: "1", "2"; "line-2" if "2" is an SKU.
  public var id: String?
  /// The merchant's article number, 1 to 64 characters.
  public var sku: String
  /// The name for the buyer, 1 to 200 characters.
  public var name: String
  /// 1 to 9,999.
  public var quantity: Int
  /// The price of one piece; zero or more.
  public var unitPrice: Money
  /// Missing for the order's usual tax.
  public var tax: PartTax?
  /// Discounts on all pieces of the line together.
  public var discounts: [NamedAmount]?

  public init(
    sku: String, name: String, quantity: Int, unitPrice: Money, id: String? = nil, tax: PartTax? = nil,
    discounts: [NamedAmount]? = nil
  ) {
    self.id = id
    self.sku = sku
    self.name = name
    self.quantity = quantity
    self.unitPrice = unitPrice
    self.tax = tax
    self.discounts = discounts
  }
}

/// A discount, or a gift card: an amount that reduces, with its name for the buyer.
public struct NamedAmount: Codable, Hashable, Sendable {
  /// 1 to 100 characters.
  public var name: String
  /// Above zero.
  public var amount: Money

  public init(_ name: String, _ amount: Money) {
    self.name = name
    self.amount = amount
  }
}
