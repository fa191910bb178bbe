public import FerryCore

/// One movement between two accounts. Entries are only ever added; each moves its amount out of one account into another,
/// so that all accounts of a mode, provider and currency sum to zero.
public struct LedgerEntry: Codable, Hashable, Sendable {
  public enum Account: String, Codable, Hashable, Sendable {
    /// Authorized at the provider, as the provider holds it.
    case holdProvider = "hold.provider"
    /// Authorized at the provider, as the order counts on it.
    case holdOrder = "hold.order"
    /// Captured: the provider owes it to us.
    case receivable
    case sales
    /// Asked to be given back, not yet confirmed.
    case refundPending = "refund.pending"
    /// Money whose place is not clear: late, or for an order that is paid already.
    case suspense
  }

  public enum Kind: String, Codable, Hashable, Sendable {
    case authorize
    case capture
    case void
    case refundRequested = "refund-requested"
    case refund
    case refundFailed = "refund-failed"
    /// The order turned out to be paid by money that stood in suspense.
    case toSales = "to-sales"
    /// Money of a paid order is in doubt.
    case toSuspense = "to-suspense"
  }

  public let kind: Kind
  /// The provider's id of what moved, with the total it reached: the same movement is never entered twice.
  public let externalID: String
  public let debit: Account
  public let credit: Account
  /// Above zero.
  public let amount: Money

  public init(kind: Kind, externalID: String, debit: Account, credit: Account, amount: Money) {
    self.kind = kind
    self.externalID = externalID
    self.debit = debit
    self.credit = credit
    self.amount = amount
  }
}

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

// MARK: Sums

extension LedgerEntry {
  /// Each account's debits less its credits, in minor units. Accounts that sum to zero are absent.
  public typealias Balances = [Account: Int64]

  /// The sums of some entries. A sum that does not fit becomes the largest or smallest number, which differs from every
  /// expected one.
  public static func balances(of entries: [LedgerEntry]) -> Balances {
    var balances: Balances = [:]
    func add(_ units: Int64, _ account: Account) {
      let (sum, overflow) = balances[account, default: 0].addingReportingOverflow(units)
      balances[account] = overflow ? (units < 0 ? .min : .max) : sum
    }
    for entry in entries {
      add(entry.amount.minorUnits, entry.debit)
      add(-entry.amount.minorUnits, entry.credit)
    }
    return balances.filter { $0.value != 0 }
  }
}

extension Checkout {
  /// The sums that the checkout's ledger entries must have. They follow from the payment, so that an entry that is lost,
  /// doubled or of another amount shows.
  public var ledgerBalances: LedgerEntry.Balances {
    guard let payment else { return [:] }
    let (captured, refunded) = (payment.captured.minorUnits, payment.refunded.minorUnits)
    let held = payment.capturable.minorUnits
    let balances: LedgerEntry.Balances = [
      .holdProvider: held, .holdOrder: -held, .receivable: captured - refunded,
      .refundPending: payment.kept - (captured - refunded), income: -payment.kept,
    ]
    return balances.filter { $0.value != 0 }
  }
}
