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
