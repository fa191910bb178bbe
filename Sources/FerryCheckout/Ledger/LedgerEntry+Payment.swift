import FerryCore

extension LedgerEntry {
  /// What has moved between two states of a payment.
  ///
  /// - Parameter income: Where captured money of the payment stood before, and stands now: in sales if the order is paid
  ///   by it, else in suspense.
  static func entries(
    from before: Payment?, to after: Payment?, income: (before: Account, after: Account)
  ) -> [LedgerEntry] {
    guard let after else { return [] }
    let before = before ?? Payment(reference: after.reference, currency: after.currency)
    var entries: [LedgerEntry] = []
    func add(_ kind: Kind, _ id: String, _ debit: Account, _ credit: Account, _ units: Int64) {
      guard units != 0 else { return }
      let isForward = units > 0
      entries.append(
        LedgerEntry(
          kind: kind, externalID: "\(after.reference)\(id)", debit: isForward ? debit : credit,
          credit: isForward ? credit : debit, amount: Money(minorUnits: abs(units), after.currency)))
    }
    if income.before != income.after {
      add(
        income.after == .sales ? .toSales : .toSuspense, "/\(after.transfers)", income.before, income.after, before.kept
      )
    }
    let authorized = after.authorized.minorUnits
    add(.authorize, "=\(authorized)", .holdProvider, .holdOrder, authorized - before.authorized.minorUnits)

    let captured = after.captured.minorUnits
    let newlyCaptured = captured - before.captured.minorUnits
    add(.capture, "=\(captured)", .receivable, income.after, newlyCaptured)
    // Captured money is held no longer; what goes beyond that was let go.
    let released = after.released.minorUnits - before.released.minorUnits
    add(.capture, "=\(captured)/hold", .holdOrder, .holdProvider, min(newlyCaptured, released))
    add(.void, "=\(after.released.minorUnits)", .holdOrder, .holdProvider, released - min(newlyCaptured, released))

    var newlyRefunded = after.refunded.minorUnits - before.refunded.minorUnits
    add(.refund, "=\(after.refunded.minorUnits)", .refundPending, .receivable, newlyRefunded)
    for operation in after.operations where operation.kind == .refund {
      let earlier = before.operations.first { $0.id == operation.id }
      if earlier == nil {
        add(.refundRequested, "#\(operation.id)", income.after, .refundPending, operation.amount.minorUnits)
      }
      guard earlier?.isUnderWay ?? true else { continue }
      newlyRefunded -= operation.refunded(of: after) - (earlier?.refunded(of: before) ?? 0)
      if case .failed = operation.state {
        let undone = operation.amount.minorUnits - operation.refunded(of: after)
        add(.refundFailed, "#\(operation.id)", .refundPending, income.after, undone)
      }
    }
    // A refund that nobody asked us for (somebody used the provider's console) goes through the same accounts.
    // What was taken for one and turns out to be ours goes back.
    let found = newlyRefunded < 0 ? "=\(after.refunded.minorUnits)/ours" : "=\(after.refunded.minorUnits)"
    add(.refundRequested, found, income.after, .refundPending, newlyRefunded)
    return entries
  }
}
