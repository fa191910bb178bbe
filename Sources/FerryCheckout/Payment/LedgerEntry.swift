public import FerryCore

/// A movement between two accounts. Entries are only ever added. Each moves its amount out of one account into
/// another, so that the accounts of a provider account and currency sum to zero.
public struct LedgerEntry: Codable, Hashable, Sendable {
  public enum Account: String, Codable, Hashable, Sendable {
    /// Authorized money, on the provider's side.
    case holdProvider = "hold.provider"
    /// Authorized money, on the order's side.
    case holdOrder = "hold.order"
    /// Captured money, which the provider owes to the merchant.
    case receivable
    case sales
    /// Refunds that are not confirmed yet.
    case refundPending = "refund.pending"
    /// Money that pays no order: late, in doubt, or for an order that is paid already.
    case suspense
    /// Captured money that lost disputes have taken.
    case disputes
  }

  public enum Kind: String, Codable, Hashable, Sendable {
    case authorize
    case capture
    case void
    case refundRequested = "refund-requested"
    case refund
    case refundFailed = "refund-failed"
    /// Money in suspense turned out to pay the order.
    case toSales = "to-sales"
    /// Money of a paid order came into doubt.
    case toSuspense = "to-suspense"
    case disputeLost = "dispute-lost"
    /// A lost dispute turned out otherwise.
    case disputeReversed = "dispute-reversed"
  }

  public let kind: Kind
  /// The provider's id of the charge, with the total that it reached: the same movement is never entered twice.
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
  /// The movements between two states of a payment.
  ///
  /// - Parameter income: The account of captured money before and now: sales if the payment pays the order, else
  ///   suspense.
  static func entries(
    from before: Payment?, to after: Payment?, income: (before: Account, after: Account)
  ) -> [LedgerEntry] {
    guard let after else { return [] }
    let before = before ?? Payment(reference: after.reference, currency: after.currency)
    var entries: [LedgerEntry] = []
    func add(_ kind: Kind, _ id: String, debit: Account, credit: Account, units: Int64) {
      guard units != 0 else { return }
      let isForward = units > 0
      entries.append(
        LedgerEntry(
          kind: kind, externalID: "\(after.reference)\(id)", debit: isForward ? debit : credit,
          credit: isForward ? credit : debit, amount: Money(minorUnits: abs(units), after.currency)))
    }
    if income.before != income.after {
      add(
        income.after == .sales ? .toSales : .toSuspense, "/\(after.transfers)", debit: income.before,
        credit: income.after, units: before.kept
      )
    }
    let authorized = after.authorized.minorUnits
    add(
      .authorize, "=\(authorized)", debit: .holdProvider, credit: .holdOrder,
      units: authorized - before.authorized.minorUnits)

    let captured = after.captured.minorUnits
    let newlyCaptured = captured - before.captured.minorUnits
    add(.capture, "=\(captured)", debit: .receivable, credit: income.after, units: newlyCaptured)
    // Captured money is no longer held. Any further release is a void.
    let released = after.released.minorUnits - before.released.minorUnits
    add(
      .capture, "=\(captured)/hold", debit: .holdOrder, credit: .holdProvider, units: min(newlyCaptured, released))
    add(
      .void, "=\(after.released.minorUnits)", debit: .holdOrder, credit: .holdProvider,
      units: released - min(newlyCaptured, released))

    var newlyRefunded = after.refunded.minorUnits - before.refunded.minorUnits
    add(
      .refund, "=\(after.refunded.minorUnits)", debit: .refundPending, credit: .receivable, units: newlyRefunded)
    for operation in after.operations where operation.kind == .refund {
      let earlier = before.operations.first { $0.id == operation.id }
      if earlier == nil {
        add(
          .refundRequested, "#\(operation.id)", debit: income.after, credit: .refundPending,
          units: operation.amount.minorUnits)
      }
      guard earlier?.isUnderWay ?? true else { continue }
      newlyRefunded -= operation.refunded(of: after) - (earlier?.refunded(of: before) ?? 0)
      if !operation.isUnderWay {
        let undone = operation.amount.minorUnits - operation.refunded(of: after)
        add(.refundFailed, "#\(operation.id)", debit: .refundPending, credit: income.after, units: undone)
      }
    }
    for dispute in after.disputes {
      let earlier = before.disputes.first { $0.id == dispute.id }
      let newlyLost = dispute.lost - (earlier?.lost ?? 0)
      add(
        newlyLost > 0 ? .disputeLost : .disputeReversed, "!\(dispute.id)/\(dispute.changes)", debit: .disputes,
        credit: .receivable, units: newlyLost)
    }
    // A refund from the provider's console goes through the same accounts. One that turns out to be ours is taken out
    // again.
    let found = newlyRefunded < 0 ? "=\(after.refunded.minorUnits)/ours" : "=\(after.refunded.minorUnits)"
    add(.refundRequested, found, debit: income.after, credit: .refundPending, units: newlyRefunded)
    return entries
  }
}

extension Dispute {
  /// The lost amount in minor units. A lost dispute has one.
  fileprivate var lost: Int64 { state == .lost ? amount?.minorUnits ?? 0 : 0 }
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
  /// The sums that the checkout's ledger entries must have. They follow from the payment, so that an entry that is
  /// lost, doubled or of another amount shows.
  public var ledgerBalances: LedgerEntry.Balances {
    guard let payment else { return [:] }
    let (captured, refunded) = (payment.captured.minorUnits, payment.refunded.minorUnits)
    let held = payment.capturable.minorUnits
    let balances: LedgerEntry.Balances = [
      .holdProvider: held, .holdOrder: -held, .receivable: captured - refunded - payment.lost.minorUnits,
      .disputes: payment.lost.minorUnits, .refundPending: payment.kept - (captured - refunded), income: -payment.kept,
    ]
    return balances.filter { $0.value != 0 }
  }
}
