public import FerryCore

/// Compares three books about the same money: the shop's orders, Ferry's payments with their ledger, and the provider's
/// charges. It finds where they differ and changes nothing.
///
/// Recent events may not have reached all books, so a difference younger than the grace does not count. Facts that a
/// book does not hold are not compared.
public struct Reconciliation: Hashable, Sendable {
  /// The shop whose orders they are.
  public var shop: ShopID?
  /// Nil if the shop was not asked.
  public var orders: [StatedOrder]?
  /// When the shop exported its orders; nil for just now. They hold nothing later.
  public var ordersAsOf: Moment?
  /// All checkouts of one provider account that began in the window and may have been paid, and those of the orders
  /// and of the provider's transactions.
  public var payments: [RecordedPayment]
  /// The provider's answers. A checkout that is absent was not asked about.
  public var statuses: [CheckoutID: ProviderStatus]
  /// The transactions of the provider's reports. Others may exist, because a report covers a limited time.
  public var transactions: [ProviderTransaction]
  /// Checkouts and orders that began in it are compared. Others are only their counterparts.
  public var window: Range<Moment>
  /// A difference counts from this age on.
  public var grace: Duration

  public init(
    shop: ShopID? = nil, orders: [StatedOrder]? = nil, ordersAsOf: Moment? = nil, payments: [RecordedPayment],
    statuses: [CheckoutID: ProviderStatus] = [:], transactions: [ProviderTransaction] = [], window: Range<Moment>,
    grace: Duration
  ) {
    self.shop = shop
    self.orders = orders
    self.ordersAsOf = ordersAsOf
    self.payments = payments
    self.statuses = statuses
    self.transactions = transactions
    self.window = window
    self.grace = grace
  }

  /// All differences older than the grace: those of unknown age first, then the oldest.
  public func discrepancies(at now: Moment) -> [Discrepancy] {
    let found =
      orderDiscrepancies() + payments.flatMap { ownDiscrepancies($0) + providerDiscrepancies($0) } + paidTwice()
    return (found + transactionDiscrepancies())
      .filter { discrepancy in
        // A wait is a difference from the moment on that it is too long.
        if discrepancy.kind == .overdue { return discrepancy.since.map { $0 <= now } ?? true }
        // A person is needed, however short the time.
        if discrepancy.kind == .undecided { return true }
        let seenAt = discrepancy.kind.isAboutOrders ? min(now, ordersAsOf ?? now) : now
        return discrepancy.since.map { seenAt.since($0) >= grace } ?? true
      }
      .sorted { $0.place < $1.place }
  }

  /// The checkouts without an answer from the provider, each with the reason, in the order of the payments.
  public var unanswered: [(checkout: CheckoutID, reason: String)] {
    payments.compactMap { payment in
      guard case .unanswered(let reason)? = statuses[payment.checkout] else { return nil }
      return (payment.checkout, reason)
    }
  }

  // MARK: Ferry with itself

  private func ownDiscrepancies(_ payment: RecordedPayment) -> [Discrepancy] {
    undecided(payment) + overdue(payment) + ledgerDiscrepancies(payment)
  }

  private func undecided(_ payment: RecordedPayment) -> [Discrepancy] {
    guard let undecided = payment.undecided else { return [] }
    var found = discrepancy(
      .undecided, payment, ferry: undecided.asked, provider: undecided.reported, since: undecided.since)
    found.operation = undecided.operation
    return [found]
  }

  /// A checkout that waits for a person counts as overdue, too, and is listed already.
  private func overdue(_ payment: RecordedPayment) -> [Discrepancy] {
    guard let overdueAt = payment.overdueAt, payment.undecided == nil else { return [] }
    return [discrepancy(.overdue, payment, ferry: payment.totals?.captured, since: overdueAt)]
  }

  private func ledgerDiscrepancies(_ payment: RecordedPayment) -> [Discrepancy] {
    let account = LedgerEntry.Account.allInOrder.first { payment.expected[$0] != payment.ledger[$0] }
    guard let account, let currency = payment.currency else { return [] }
    return [
      Discrepancy(
        kind: .ledger, orderReference: payment.orderReference, checkout: payment.checkout,
        providerReference: payment.charge, ferry: Money(minorUnits: payment.expected[account] ?? 0, currency),
        ledger: Money(minorUnits: payment.ledger[account] ?? 0, currency), account: account, since: payment.movedAt)
    ]
  }

  /// Two checkouts that both hold money for one order. Late money is so until it is returned.
  private func paidTwice() -> [Discrepancy] {
    var earlier: [[String]: RecordedPayment] = [:]
    var found: [Discrepancy] = []
    for payment in payments.sorted(by: { ($0.createdAt, $0.checkout) < ($1.createdAt, $1.checkout) })
    where payment.holdsMoney {
      let order = [payment.shop.text, payment.orderReference]
      guard let first = earlier[order] else {
        earlier[order] = payment
        continue
      }
      let kept = payment.totals?.kept
      found.append(
        Discrepancy(
          kind: .paidTwice, orderReference: payment.orderReference, checkout: payment.checkout,
          providerReference: payment.charge, ferry: kept?.isPositive ?? false ? kept : payment.totals?.held,
          since: max(first.movedAt, payment.movedAt)))
    }
    return found
  }
}

extension LedgerEntry.Account {
  /// The account that explains a difference best comes first.
  fileprivate static let allInOrder: [Self] = [
    .disputes, .receivable, .sales, .suspense, .refundPending, .holdProvider, .holdOrder,
  ]
}

extension Discrepancy {
  /// The position in a list: the same discrepancies always come in the same order.
  fileprivate var place: (Int64, String, String, String, String) {
    (
      since?.milliseconds ?? .min, orderReference ?? "", checkout?.text ?? "", providerReference ?? "", kind.rawValue
    )
  }
}
