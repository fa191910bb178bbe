public import FerryCore

/// A purchase that the buyer owes a shop money for. Several checkouts may try to pay an order; at most one is live, and
/// at most one succeeds.
public struct Order: Codable, Hashable, Sendable {
  public let id: OrderID
  /// The number for people and for the provider's records. It cannot be guessed.
  public let number: String
  public let shop: ShopID
  public let mode: Mode
  /// The merchant's own name of the order.
  public let reference: String
  public private(set) var content: OrderContent
  public let createdAt: Moment
  /// The checkout that may still succeed.
  public private(set) var live: CheckoutID?
  /// The checkout that succeeded.
  public private(set) var paidBy: CheckoutID?

  public init(id: OrderID, number: String, shop: ShopID, mode: Mode, stated: CheckedOrder, createdAt: Moment) {
    self.id = id
    self.number = number
    self.shop = shop
    self.mode = mode
    reference = stated.reference
    content = stated.content
    self.createdAt = createdAt
  }

  public enum AttemptRefusal: Error, Hashable, Sendable {
    /// Another checkout may still succeed.
    case live(CheckoutID)
    case paid(CheckoutID)
  }

  /// Opens a checkout. It may bring new content, because the earlier ones are over.
  /// - Throws: `AttemptRefusal` while one is live or after one succeeded.
  public mutating func open(_ attempt: CheckoutID, stated: CheckedOrder) throws(AttemptRefusal) {
    if let paidBy { throw .paid(paidBy) }
    if let live { throw .live(live) }
    content = stated.content
    live = attempt
  }

  /// Records the phase of a checkout. The first that is paid pays the order; a final one is no longer live.
  mutating func recordPhase(of attempt: CheckoutID, isFinal: Bool, isPaid: Bool) {
    if isPaid, paidBy == nil { paidBy = attempt }
    if isFinal, live == attempt { live = nil }
  }

  /// True if no other checkout has paid the order.
  public func isUnpaid(besides attempt: CheckoutID) -> Bool { paidBy == nil || paidBy == attempt }
}

/// An order priced for one destination.
public struct Quote: Codable, Hashable, Sendable {
  /// The lines' sum as priced: with tax where prices include it.
  public let subtotal: Money
  public let shipping: Money
  /// Added to the rest or contained in it, by the order's tax rule.
  public let tax: Money
  public let total: Money

  /// Tax is computed once, on goods and delivery together, so that it is rounded once.
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

  /// Priced for a region. Delivery is free if the order has no shipping rule.
  /// - Throws: `MoneyError`.
  public init(_ order: OrderContent, region: String?) throws(MoneyError) {
    try self.init(
      order, shipping: order.shipping?.price(to: AddressBody(region: region)).price ?? .zero(order.currency))
  }
}

extension OrderLine {
  /// The price of all pieces.
  /// - Throws: `MoneyError.overflow`.
  public var amount: Money {
    get throws(MoneyError) { try unitPrice.multiplied(by: Int64(quantity)) }
  }
}
