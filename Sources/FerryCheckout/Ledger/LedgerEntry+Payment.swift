import FerryCore

extension LedgerEntry {
  /// What has moved between two states of a payment.
  ///
  /// - Parameter isSuspense: Whether captured money goes to suspense instead of sales, for the order cannot take it.
  static func entries(from before: Payment?, to after: Payment?, isSuspense: Bool) -> [LedgerEntry] {
    guard let after else { return [] }
    var entries: [LedgerEntry] = []
    func add(_ kind: Kind, _ id: String, _ debit: Account, _ credit: Account, _ units: Int64) {
      guard units > 0 else { return }
      entries.append(
        LedgerEntry(
          kind: kind, externalID: id, debit: debit, credit: credit,
          amount: Money(minorUnits: units, after.authorized.currency)))
    }
    let reference = after.reference
    let income: Account = isSuspense ? .suspense : .sales

    let authorized = after.authorized.minorUnits - (before?.authorized.minorUnits ?? 0)
    add(.authorize, "\(reference)=\(after.authorized.minorUnits)", .holdProvider, .holdOrder, authorized)

    let captured = after.captured.minorUnits - (before?.captured.minorUnits ?? 0)
    add(.capture, "\(reference)=\(after.captured.minorUnits)", .receivable, income, captured)
    add(.capture, "\(reference)=\(after.captured.minorUnits)/hold", .holdOrder, .holdProvider, captured)

    let voided = after.voided.minorUnits - (before?.voided.minorUnits ?? 0)
    add(.void, "\(reference)=\(after.voided.minorUnits)", .holdOrder, .holdProvider, voided)

    for operation in after.operations where operation.kind == .refund {
      let earlier = before?.operations.first { $0.id == operation.id }
      let units = operation.amount.minorUnits
      if earlier == nil { add(.refundRequested, operation.id.text, income, .refundPending, units) }
      if case .failed = operation.state, earlier?.isUnderWay ?? true {
        add(.refundFailed, operation.id.text, .refundPending, income, units)
      }
    }
    // A refund that nobody asked us for (somebody used the provider's console) goes through the same accounts.
    let refunded = after.refunded.minorUnits - (before?.refunded.minorUnits ?? 0)
    let asked = after.operations.reduce(Int64(0)) { sum, operation in
      let wasUnderWay = before?.operations.first { $0.id == operation.id }?.isUnderWay ?? true
      return operation.kind == .refund && operation.state == .succeeded && wasUnderWay
        ? sum + operation.amount.minorUnits : sum
    }
    let id = "\(reference)=\(after.refunded.minorUnits)"
    add(.refundRequested, id, income, .refundPending, refunded - asked)
    add(.refund, id, .refundPending, .receivable, refunded)
    return entries
  }
}
