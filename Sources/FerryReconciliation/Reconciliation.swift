public import FerryCheckout
public import FerryCore

/// Compares three books about the same money: the shop's orders, Ferry's payments with their ledger, and the provider's
/// charges. It finds where they differ and changes nothing.
///
/// What has just happened may not have come to all of them: a difference younger than the grace is none yet. What a book
/// does not speak of is not compared.
public struct Reconciliation: Hashable, Sendable {
  /// The shop whose orders they are.
  public var shop: ShopID?
  /// Nil where the shop was not asked.
  public var orders: [StatedOrder]?
  /// When the shop has written its orders down; nil for just now. What came later cannot stand among them.
  public var ordersAsOf: Moment?
  /// All checkouts of one mode that began in the window and may have been paid, those of the orders, and those of the
  /// provider's transactions.
  public var payments: [RecordedPayment]
  /// What the provider has said when it was asked. A checkout that is not there was not asked about.
  public var standings: [CheckoutID: ProviderStatus]
  /// What reports of the provider's list. What they do not list may still be: a report ends somewhere.
  public var transactions: [ProviderTransaction]
  /// Checkouts and orders that began in it are compared; others only stand against these.
  public var window: Range<Moment>
  /// How long a difference may stand before it is one.
  public var grace: Duration

  public init(
    shop: ShopID? = nil, orders: [StatedOrder]? = nil, ordersAsOf: Moment? = nil, payments: [RecordedPayment],
    standings: [CheckoutID: ProviderStatus] = [:], transactions: [ProviderTransaction] = [], window: Range<Moment>,
    grace: Duration
  ) {
    self.shop = shop
    self.orders = orders
    self.ordersAsOf = ordersAsOf
    self.payments = payments
    self.standings = standings
    self.transactions = transactions
    self.window = window
    self.grace = grace
  }

  /// Everything that differs for longer than the grace: what is of no known age first, then the oldest.
  public func discrepancies(at now: Moment) -> [Discrepancy] {
    let found =
      orderDiscrepancies() + payments.flatMap { ownDiscrepancies($0) + providerDiscrepancies($0) } + paidTwice()
    return (found + transactionDiscrepancies())
      .filter { discrepancy in
        // What waits is a difference from the moment on that it waits too long.
        if discrepancy.kind == .overdue { return discrepancy.since.map { $0 <= now } ?? true }
        let seenAt = discrepancy.kind.isAboutOrders ? min(now, ordersAsOf ?? now) : now
        return discrepancy.since.map { seenAt.since($0) >= grace } ?? true
      }
      .sorted { $0.place < $1.place }
  }

  /// Which checkouts the provider could not be asked about, and why, in the order of the payments.
  public var unanswered: [(checkout: CheckoutID, reason: String)] {
    payments.compactMap { payment in
      guard case .unanswered(let reason)? = standings[payment.checkout] else { return nil }
      return (payment.checkout, reason)
    }
  }

  // MARK: Ferry with itself

  private func ownDiscrepancies(_ payment: RecordedPayment) -> [Discrepancy] {
    overdue(payment) + ledgerDiscrepancies(payment)
  }

  private func overdue(_ payment: RecordedPayment) -> [Discrepancy] {
    guard let overdueAt = payment.overdueAt else { return [] }
    return [discrepancy(.overdue, payment, ferry: payment.totals?.captured, since: overdueAt)]
  }

  private func ledgerDiscrepancies(_ payment: RecordedPayment) -> [Discrepancy] {
    let account = LedgerEntry.Account.allInOrder.first { payment.expected[$0] != payment.ledger[$0] }
    guard let account, let currency = payment.currency else { return [] }
    return [
      Discrepancy(
        .ledger, orderReference: payment.orderReference, checkout: payment.checkout,
        providerReference: payment.charge, ferry: Money(minorUnits: payment.expected[account] ?? 0, currency),
        ledger: Money(minorUnits: payment.ledger[account] ?? 0, currency), account: account, since: payment.movedAt)
    ]
  }

  /// Two checkouts that both hold money for one order. What came late and is being given back is so for a while.
  private func paidTwice() -> [Discrepancy] {
    var earlier: [OrderName: RecordedPayment] = [:]
    var found: [Discrepancy] = []
    for payment in payments.sorted(by: { ($0.createdAt, $0.checkout) < ($1.createdAt, $1.checkout) })
    where payment.holdsMoney {
      let order = OrderName(payment)
      guard let first = earlier[order] else {
        earlier[order] = payment
        continue
      }
      let kept = payment.totals.map { Money(minorUnits: $0.captured.minorUnits - $0.refunded.minorUnits, $0.currency) }
      found.append(
        Discrepancy(
          .paidTwice, orderReference: payment.orderReference, checkout: payment.checkout,
          providerReference: payment.charge, ferry: kept?.isPositive ?? false ? kept : payment.totals?.held,
          since: max(first.movedAt, payment.movedAt)))
    }
    return found
  }
}

/// An order's name is the shop's own.
struct OrderName: Hashable {
  let shop: ShopID
  let reference: String

  init(_ payment: RecordedPayment) {
    shop = payment.shop
    reference = payment.orderReference
  }
}

extension LedgerEntry.Account {
  /// The one that says most about a difference first.
  fileprivate static let allInOrder: [Self] = [
    .receivable, .sales, .suspense, .refundPending, .holdProvider, .holdOrder,
  ]
}

extension Discrepancy {
  /// Its place in a list: the same discrepancies always come in the same order.
  fileprivate var place: Place {
    Place(
      since: since?.milliseconds ?? .min,
      names: [orderReference ?? "", checkout?.text ?? "", providerReference ?? "", kind.rawValue])
  }

  fileprivate struct Place: Comparable {
    let since: Int64
    let names: [String]

    static func < (left: Self, right: Self) -> Bool {
      guard left.since == right.since else { return left.since < right.since }
      return left.names.lexicographicallyPrecedes(right.names)
    }
  }
}
