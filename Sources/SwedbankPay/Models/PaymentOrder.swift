public import FerryCore
public import FerryHTTP

/// A payment order with the operations that are offered now ("Payment order", Swedbank Pay documentation). Decide by
/// `status` and by the amounts. It holds personal data and tokens, so it prints id and status only.
public struct PaymentOrder: Sendable, Redacted {
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
  /// The parts that were asked for.
  public let nodes: Nodes
  public internal(set) var operations: [ResourceOperation] = []

  public var description: String {
    "payment order \(id) \(status?.printable ?? state?.printable ?? "")"
  }

  /// The parts of a payment order. Each is nil if it was not asked for (`$expand`), or does not exist.
  public struct Nodes: Sendable, Redacted {
    public let paid: PaymentSummary?
    public let cancelled: PaymentSummary?
    public let reversed: PaymentSummary?
    /// The reason of an aborted order.
    public let abortReason: String?
    /// The problem of a failed order.
    public let failure: Problem?
    public let financialTransactions: [FinancialTransaction]?
    public let failedAttempts: [FailedAttempt]?
    /// Failed captures, cancellations and reversals. Version 3.1.
    public let postPurchaseFailedAttempts: [FailedAttempt]?
    public let history: [HistoryEntry]?
    public let payer: PayerDetails?
    public let payee: PayeeEcho?
    /// As sent, untyped: `completeUrl` and others.
    public let urls: [String: UntypedJSON]?
    /// As sent, untyped.
    public let orderItems: [UntypedJSON]?
    public let metadata: [String: UntypedJSON]?
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

extension PaymentOrder {
  /// Reads an order without its operations, which stand beside it.
  init(_ object: inout LenientObject) throws {
    id = try object.required("id")
    let currency = try object.required("currency", as: Currency.self)
    guard let amount = try object.money("amount", currency) else { throw object.missing("amount") }
    self.amount = amount
    status = object.value("status")
    state = object.value("state")
    guard status != nil || state != nil else { throw object.missing("status") }
    created = object.moment("created")
    updated = object.moment("updated")
    operation = object.value("operation")
    vatAmount = try object.money("vatAmount", currency)
    remainingCaptureAmount = try object.money("remainingCaptureAmount", currency)
    remainingCancellationAmount = try object.money("remainingCancellationAmount", currency)
    remainingReversalAmount = try object.money("remainingReversalAmount", currency)
    orderDescription = object.text("description")
    language = object.text("language")
    initiatingSystemUserAgent = object.text("initiatingSystemUserAgent")
    availableInstruments = object.values("availableInstruments")
    implementation = object.value("implementation")
    integration = object.value("integration")
    instrument = object.value("instrument")
    instrumentMode = object.value("instrumentMode") ?? false
    guestMode = object.value("guestMode") ?? false
    nodes = try Nodes(&object, currency)
  }
}
