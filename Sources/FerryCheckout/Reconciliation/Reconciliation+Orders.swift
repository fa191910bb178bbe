import FerryCore

extension Reconciliation {
  /// Differences between shop and Ferry.
  func orderDiscrepancies() -> [Discrepancy] {
    guard let orders else { return [] }
    let own = payments.filter { $0.shop == shop }
    let attempts = Dictionary(grouping: own, by: \.orderReference)
    var known: Set<String> = []
    var found: [Discrepancy] = []
    for order in orders {
      known.insert(order.reference)
      let attempts = attempts[order.reference] ?? []
      let isInWindow = order.createdAt.map { window.contains($0) } ?? true
      guard isInWindow || attempts.contains(where: { window.contains($0.createdAt) }) else { continue }
      found += compare(order, attempts.filter(\.pays).min { ($0.createdAt, $0.checkout) < ($1.createdAt, $1.checkout) })
    }
    // An order that was fully refunded, or never paid, need not be in the shop's list.
    for payment in own where payment.pays && payment.holdsMoney && window.contains(payment.createdAt) {
      guard known.insert(payment.orderReference).inserted else { continue }
      found.append(discrepancy(.orderUnknown, payment, ferry: payment.totals?.paid, since: payment.movedAt))
    }
    return found
  }

  /// - Parameter payment: The payment of the order, if there is one.
  private func compare(_ order: StatedOrder, _ payment: RecordedPayment?) -> [Discrepancy] {
    guard let payment, let totals = payment.totals else {
      guard order.status == .paid || order.status == .refunded else { return [] }
      return [
        Discrepancy(kind: .orderNotPaid, orderReference: order.reference, shop: order.total, since: order.changedAt)
      ]
    }
    func differ(_ kind: Discrepancy.Kind, shop: Money, ferry: Money) -> Discrepancy {
      discrepancy(
        kind, payment, shop: shop, ferry: ferry, since: max(payment.movedAt, order.changedAt ?? payment.movedAt))
    }
    switch order.status {
    case .unpaid, .cancelled:
      return totals.isWorthAnything ? [differ(.orderNotCounted, shop: order.total, ferry: totals.paid)] : []
    case .paid, .refunded: break
    }
    var found: [Discrepancy] = []
    if order.total != totals.paid { found.append(differ(.orderTotal, shop: order.total, ferry: totals.paid)) }
    // A difference of currency is in the list already.
    guard order.total.currency == totals.currency else { return found }
    if let captured = order.captured, captured != totals.captured {
      found.append(differ(.orderCaptured, shop: captured, ferry: totals.captured))
    }
    let requested = totals.refunded.minorUnits + totals.refundsUnderWay.minorUnits
    // In full is all that was captured, or more.
    let inFull = Money(minorUnits: max(totals.captured.minorUnits, requested), totals.currency)
    let refunded = order.refunded ?? (order.status == .refunded ? inFull : nil)
    // Some shops record a refund when they ask for it, others when it is done.
    if let refunded, refunded != totals.refunded, refunded.minorUnits != requested {
      found.append(differ(.orderRefunded, shop: refunded, ferry: totals.refunded))
    }
    return found
  }

  func discrepancy(
    _ kind: Discrepancy.Kind, _ payment: RecordedPayment, charge: String? = nil, shop: Money? = nil,
    ferry: Money? = nil, provider: Money? = nil, since: Moment?
  ) -> Discrepancy {
    Discrepancy(
      kind: kind, orderReference: payment.orderReference, checkout: payment.checkout,
      providerReference: charge ?? payment.charge, shop: shop, ferry: ferry, provider: provider, since: since)
  }
}

extension PaymentTotals {
  /// The amount that the buyer has paid, or has agreed to pay at the capture.
  fileprivate var paid: Money { authorized.isPositive ? authorized : captured }
}
