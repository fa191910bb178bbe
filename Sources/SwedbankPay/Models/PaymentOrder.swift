public import FerryCore
public import FerryHTTP

/// A payment order with the operations that are offered now ("Payment order", Swedbank Pay documentation). Decide by
/// `status` and by the amounts. It holds personal data and tokens, so it prints id and status only.
public struct PaymentOrder: Sendable, Decodable, Redacted {
  public enum Status: String, Hashable, Sendable, CaseIterable {
    /// The payer can pay. Failed attempts leave the order open.
    case initialized = "Initialized"
    /// Authorized, sold or verified. It stays so through captures, and through partial cancellations and reversals.
    case paid = "Paid"
    /// Final, for orders without a payer only.
    case failed = "Failed"
    /// Final: the whole authorization was released.
    case cancelled = "Cancelled"
    /// Final: everything was refunded.
    case reversed = "Reversed"
    /// Final: ended before it was paid, by merchant or payer.
    case aborted = "Aborted"

    /// True if no money can move any more. A paid order can still be captured, cancelled or reversed.
    public var isFinal: Bool {
      switch self {
      case .initialized, .paid: false
      case .failed, .cancelled, .reversed, .aborted: true
      }
    }
  }

  /// `state` of version 2.0, which does not tell what was paid.
  public enum State: String, Hashable, Sendable, CaseIterable {
    case ready = "Ready"
    case pending = "Pending"
    case failed = "Failed"
    case aborted = "Aborted"
  }

  /// The use of the payer's pages.
  public enum Integration: String, Hashable, Sendable, CaseIterable {
    /// No page was opened yet.
    case none = ""
    case hostedView = "HostedView"
    case redirect = "Redirect"
  }

  /// Store it before the payer leaves: Swedbank Pay has no search.
  public let id: ResourceID
  public let created: Moment?
  public let updated: Moment?
  public let operation: Open<NewPaymentOrder.Operation>?
  /// Nil in version 2.0.
  public let status: Open<Status>?
  /// Nil except in version 2.0.
  public let state: Open<State>?
  /// With VAT.
  public let amount: Money
  public let vatAmount: Money?
  /// The amount that can still be captured, cancelled or reversed; nil if nothing can.
  public let remainingCaptureAmount: Money?
  public let remainingCancellationAmount: Money?
  public let remainingReversalAmount: Money?
  public let orderDescription: String?
  public let language: String?
  /// The merchant's system that made the order.
  public let initiatingSystemUserAgent: String?
  public let availableInstruments: [Open<Instrument>]
  public let implementation: Open<Implementation>?
  public let integration: Open<Integration>?
  public let instrument: Open<Instrument>?
  public let instrumentMode: Bool
  /// True without a `payerReference`.
  public let guestMode: Bool
  public internal(set) var nodes = Nodes()
  public internal(set) var operations: [ResourceOperation] = []

  private enum CodingKeys: String, MemberKey {
    case id, created, updated, operation, status, state, amount, vatAmount, remainingCaptureAmount
    case remainingCancellationAmount, remainingReversalAmount, language, initiatingSystemUserAgent
    case availableInstruments, implementation, integration, instrument, instrumentMode, guestMode
    case orderDescription = "description"
  }

  public var description: String {
    "payment order \(id) \(status?.printable ?? state?.printable ?? "")"
  }

  /// The parts of a payment order. Each is nil if it was not asked for (`$expand`), or does not exist.
  public struct Nodes: Sendable, Redacted {
    public internal(set) var paid: PaymentSummary?
    public internal(set) var cancelled: PaymentSummary?
    public internal(set) var reversed: PaymentSummary?
    public internal(set) var abortReason: String?
    public internal(set) var failure: Problem?
    public internal(set) var financialTransactions: [FinancialTransaction]?
    public internal(set) var failedAttempts: [FailedAttempt]?
    /// Failed captures, cancellations and reversals. Version 3.1.
    public internal(set) var postPurchaseFailedAttempts: [FailedAttempt]?
    public internal(set) var history: [HistoryEntry]?
    public internal(set) var payer: PayerDetails?
    public internal(set) var payee: PayeeEcho?
    /// As sent, untyped: `completeUrl` and others.
    public internal(set) var urls: [String: UntypedJSON]?
    /// As sent, untyped.
    public internal(set) var orderItems: [UntypedJSON]?
    public internal(set) var metadata: [String: UntypedJSON]?
  }

  /// The transaction with a reference; nil if there is none.
  /// - Throws: `NodeMissing` if the answer does not show the transactions.
  public func transaction(_ reference: PayeeReference) throws(NodeMissing) -> FinancialTransaction? {
    guard let transactions = nodes.financialTransactions else { throw NodeMissing(node: .financialTransactions) }
    return transactions.first { $0.payeeReference == reference.text }
  }
}

/// A part of a payment order that was not asked for.
public struct NodeMissing: Error, Hashable, Sendable, CustomStringConvertible {
  public let node: ExpandedNode

  public var description: String { "Get the payment order with \(node.rawValue)." }
}
