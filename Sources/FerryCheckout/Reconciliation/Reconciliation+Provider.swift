import FerryCore

extension Reconciliation {
  /// Differences between Ferry and the provider's charge.
  func providerDiscrepancies(_ payment: RecordedPayment) -> [Discrepancy] {
    chargeDiscrepancies(payment) + refundExcess(payment) + paidBackTwice(payment)
  }

  private func chargeDiscrepancies(_ payment: RecordedPayment) -> [Discrepancy] {
    switch statuses[payment.checkout] {
    case .charge(let charge): return compare(payment, charge)
    case .unknownCharge:
      guard let totals = payment.totals, totals.authorized.isPositive || totals.captured.isPositive else { return [] }
      return [
        discrepancy(
          .chargeMissing, payment, ferry: totals.captured.isPositive ? totals.captured : totals.authorized,
          since: payment.movedAt)
      ]
    case .noCharge, .unanswered, nil: return []
    }
  }

  private func compare(_ payment: RecordedPayment, _ charge: ProviderCharge) -> [Discrepancy] {
    // At the last question to the provider it had not happened yet.
    let since = [payment.movedAt, payment.askedAt, charge.changedAt].compactMap(\.self).max()
    func differ(_ kind: Discrepancy.Kind, _ ferry: Money?, _ provider: Money) -> Discrepancy {
      discrepancy(kind, payment, charge: charge.reference, ferry: ferry, provider: provider, since: since)
    }
    guard let totals = payment.totals else {
      let money = charge.captured.isPositive ? charge.captured : charge.held
      // A held checkout is in the list with this amount.
      if money == payment.undecided?.reported { return [] }
      return money.isPositive ? [differ(.chargeUnrecorded, nil, money)] : []
    }
    var found: [Discrepancy] = []
    if totals.captured != charge.captured {
      found.append(differ(.captured, totals.captured, charge.captured))
    } else if totals.held != charge.held {
      // A capture explains a difference in held money.
      found.append(differ(.held, totals.held, charge.held))
    }
    if totals.refunded != charge.refunded, totals.currency == charge.refunded.currency {
      found.append(differ(.refunded, totals.refunded, charge.refunded))
    }
    return found
  }

  /// Refunds that exceed the capture by more than the provider allows, by the larger amounts of both books.
  private func refundExcess(_ payment: RecordedPayment) -> [Discrepancy] {
    guard let totals = payment.totals else { return [] }
    var (captured, refunded, since) = (totals.captured, totals.refunded, payment.movedAt)
    if case .charge(let charge)? = statuses[payment.checkout], charge.captured.currency == totals.currency,
      charge.refunded.currency == totals.currency
    {
      if charge.captured.minorUnits > captured.minorUnits { captured = charge.captured }
      if charge.refunded.minorUnits > refunded.minorUnits {
        refunded = charge.refunded
        since = [since, payment.askedAt, charge.changedAt].compactMap(\.self).max() ?? since
      }
    }
    guard refunded.minorUnits > payment.excessRefund.limit(captured) else { return [] }
    return [discrepancy(.refundExcess, payment, ferry: captured, provider: refunded, since: since)]
  }

  /// Refunds and lost disputes that together exceed the capture.
  private func paidBackTwice(_ payment: RecordedPayment) -> [Discrepancy] {
    guard let totals = payment.totals, totals.lost.isPositive, totals.paidBack.minorUnits > totals.captured.minorUnits
    else { return [] }
    return [
      discrepancy(
        .paidBackTwice, payment, ferry: totals.captured, provider: totals.paidBack, since: payment.movedAt)
    ]
  }

  /// Transactions of the provider's reports that Ferry does not have.
  func transactionDiscrepancies() -> [Discrepancy] {
    var seen: Set<String> = []
    // Reports may overlap.
    let transactions = transactions.filter { seen.insert("\($0.kind.rawValue) \($0.id)").inserted }
    var owners: [String: RecordedPayment] = [:]
    for payment in payments {
      for reference in payment.references { owners[reference] = payment }
      if let charge = payment.charge { owners[charge] = payment }
      // An unrecorded charge is in the list already, by the provider's answer.
      if case .charge(let charge)? = statuses[payment.checkout] { owners[charge.reference] = payment }
    }
    let groups = Dictionary(payments.compactMap { payment in payment.group.map { ($0, payment) } }) { first, _ in first
    }
    // A payment by an id of it, for what is made after a charge.
    func charged(_ id: String) -> RecordedPayment? { owners[id].flatMap { $0.charge == nil ? nil : $0 } }
    var found: [Discrepancy] = []
    var captures: [CheckoutID: [ProviderTransaction]] = [:]
    var refunds: [CheckoutID: [ProviderTransaction]] = [:]
    var chargebacks: [CheckoutID: [ProviderTransaction]] = [:]
    for transaction in transactions {
      switch transaction.kind {
      case .capture:
        // A part of a charge has a number of its own, and names the charge.
        let whole = groups[transaction.group].flatMap { $0.charge == transaction.group ? $0 : nil }
        guard let owner = owners[transaction.id] ?? whole else {
          found.append(unknown(.chargeUnknown, transaction, near: groups[transaction.group]))
          continue
        }
        captures[owner.checkout, default: []].append(transaction)
      case .refund:
        guard let owner = groups[transaction.group] ?? charged(transaction.id) ?? charged(transaction.group) else {
          found.append(unknown(.refundUnknown, transaction, near: nil))
          continue
        }
        refunds[owner.checkout, default: []].append(transaction)
      case .chargeback:
        guard let owner = groups[transaction.group], owner.totals?.everDisputed.isPositive ?? false else {
          found.append(unknown(.disputeUnrecorded, transaction, near: groups[transaction.group]))
          continue
        }
        chargebacks[owner.checkout, default: []].append(transaction)
      }
    }
    found += payments.flatMap {
      captureDiscrepancies($0, captures[$0.checkout] ?? []) + disputeDiscrepancies($0, chargebacks[$0.checkout] ?? [])
    }
    for payment in payments where !wasAsked(payment) {
      guard let refunds = refunds[payment.checkout], let last = refunds.map(\.at).max(), let totals = payment.totals,
        let sum = try? Money.sum(refunds.map(\.amount), in: totals.currency),
        sum.minorUnits > totals.refunded.minorUnits
      else { continue }
      found.append(
        discrepancy(.refunded, payment, ferry: totals.refunded, provider: sum, since: max(payment.movedAt, last)))
    }
    return found
  }

  /// The captures of the reports beside the captured amount. Parts of a charge that is captured in parts may be in later reports.
  private func captureDiscrepancies(_ payment: RecordedPayment, _ captures: [ProviderTransaction]) -> [Discrepancy] {
    guard !wasAsked(payment), let captured = payment.totals?.captured, let last = captures.map(\.at).max() else {
      return []
    }
    let sum = (try? Money.sum(captures.map(\.amount), in: captured.currency)) ?? captures[0].amount
    let isLess = sum.currency == captured.currency && sum.minorUnits < captured.minorUnits
    guard sum != captured, payment.capturesOnce || !isLess else { return [] }
    return [discrepancy(.captured, payment, ferry: captured, provider: sum, since: max(payment.movedAt, last))]
  }

  /// The chargebacks of the reports beside the disputes that Ferry knows. If all of them are lost and each is in the reports,
  /// the sums are equal. Else only a greater sum shows an error: a dispute that is open, or was won later, may have been charged
  /// back, and a report covers a limited time.
  private func disputeDiscrepancies(_ payment: RecordedPayment, _ chargebacks: [ProviderTransaction]) -> [Discrepancy] {
    guard let totals = payment.totals, let last = chargebacks.map(\.at).max(),
      let sum = try? Money.sum(chargebacks.map(\.amount), in: totals.currency),
      chargebacks.count >= totals.disputes && totals.lost == totals.everDisputed
        ? sum != totals.lost : sum.minorUnits > totals.everDisputed.minorUnits
    else { return [] }
    return [
      discrepancy(
        .disputed, payment, charge: chargebacks[0].id, ferry: totals.lost, provider: sum,
        since: max(payment.movedAt, last))
    ]
  }

  /// If the provider has answered with its totals, a report adds nothing.
  private func wasAsked(_ payment: RecordedPayment) -> Bool {
    if case .charge? = statuses[payment.checkout] { true } else { false }
  }

  private func unknown(
    _ kind: Discrepancy.Kind, _ transaction: ProviderTransaction, near payment: RecordedPayment?
  ) -> Discrepancy {
    Discrepancy(
      kind: kind, orderReference: payment?.orderReference, checkout: payment?.checkout,
      providerReference: transaction.id, provider: transaction.amount, since: transaction.at)
  }
}
