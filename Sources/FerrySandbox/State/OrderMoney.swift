public import FerryCore

/// The money that moved for one order of one merchant account.
public struct OrderMoney: Hashable, Sendable {
  /// One payment of the order.
  public struct Payment: Hashable, Sendable {
    /// The provider's id.
    public let id: String
    /// The provider's name of the state.
    public let state: String
    public let authorized: Money
    public let captured: Money
    public let refunded: Money
    public let chargedBack: Money

    /// - Parameter chargedBack: Nil for none.
    package init(
      id: String, state: String, authorized: Money, captured: Money, refunded: Money, chargedBack: Money? = nil
    ) {
      self.id = id
      self.state = state
      self.authorized = authorized
      self.captured = captured
      self.refunded = refunded
      self.chargedBack = chargedBack ?? .zero(authorized.currency)
    }
  }

  /// The merchant's order number; nil for payments without one.
  public let order: String?
  /// The merchant's id at the provider.
  public let merchant: String
  public let mode: Mode
  public let currency: Currency
  /// The sum of all holds for the order.
  public let authorized: Money
  /// The sum of present holds.
  public let held: Money
  public let captured: Money
  public let refunded: Money
  /// Taken back by the buyers' banks.
  public let chargedBack: Money
  /// In the order of their creation.
  public let payments: [Payment]
}

extension OrderMoney {
  /// A payment with the order that it belongs to.
  package struct Entry {
    let order: String?
    let merchant: String
    let mode: Mode
    let held: Money
    let payment: Payment

    /// - Parameters:
    ///   - merchant: The merchant's id at the provider.
    ///   - held: The present hold; nil for none.
    package init(_ order: String?, merchant: String, mode: Mode = .test, held: Money? = nil, _ payment: Payment) {
      self.order = order
      self.merchant = merchant
      self.mode = mode
      self.held = held ?? .zero(payment.authorized.currency)
      self.payment = payment
    }
  }

  private struct Key: Hashable {
    let order: String?
    let merchant: String
    let mode: Mode
    let currency: Currency
  }

  /// The money of the orders, in the order of their first payments. An order has one currency.
  package static func orders(_ entries: [Entry]) -> [OrderMoney] {
    var groups: [Key: [Entry]] = [:]
    var keys: [Key] = []
    for entry in entries {
      let key = Key(
        order: entry.order, merchant: entry.merchant, mode: entry.mode, currency: entry.payment.authorized.currency)
      if groups[key] == nil { keys.append(key) }
      groups[key, default: []].append(entry)
    }
    return keys.map { key in
      let entries = groups[key] ?? []
      func total(_ amount: (Entry) -> Money) -> Money { .total(entries.map(amount), key.currency) }
      return OrderMoney(
        order: key.order, merchant: key.merchant, mode: key.mode, currency: key.currency,
        authorized: total(\.payment.authorized), held: total(\.held), captured: total(\.payment.captured),
        refunded: total(\.payment.refunded), chargedBack: total(\.payment.chargedBack),
        payments: entries.map(\.payment))
    }
  }
}

extension Money {
  /// The sum of amounts in one currency; the largest amount there is, if it is larger.
  package static func total(_ amounts: [Money], _ currency: Currency) -> Money {
    (try? sum(amounts, in: currency)) ?? Money(minorUnits: .max, currency)
  }
}
