import FerryCheckout
import FerryCore
import FerryHTTP
import PlacetoPay

/// A session as its query shows it, reduced to what is needed. Statuses of the session and of its transactions are separate:
/// an approved request, an open session and a declined transaction are one usual answer.
struct SeenSession {
  enum Status: Equatable {
    /// The buyer can still pay, or a payment is being decided.
    case pending
    case approved
    /// Part was paid, and the rest can still be.
    case approvedPartially
    /// Part was paid, and the rest can no longer be.
    case endedPartially
    case rejected
    case unknown(String)
  }

  let id: String
  let status: Status
  let reason: String?
  /// Our reference, as PlacetoPay repeats it.
  let reference: String?
  /// The amount that the session was made for; nil if it cannot be read.
  let asked: Money?
  /// The oldest first.
  let transactions: [SeenTransaction]
  let readAt: Moment

  /// True if the buyer can do nothing more on its page.
  var isFinal: Bool {
    switch status {
    case .approved, .endedPartially, .rejected: true
    case .pending, .approvedPartially, .unknown: false
    }
  }
}

/// One attempt of a buyer to pay, or one operation of the merchant.
struct SeenTransaction {
  enum Status: Equatable {
    case approved
    case pending
    case declined
    /// Refunded or reversed as a whole: the payment itself, or a transaction beside it that refunds it.
    case reversed
    /// Not final.
    case unknown(String)
  }

  /// PlacetoPay's `internalReference`.
  let id: String
  let status: Status
  let reason: String?
  /// The requested amount (`amount.from`), before a conversion by the acquirer. Never negative.
  let amount: Money
  /// It was refunded, in whole or in part; a hold was released.
  let isRefunded: Bool
  let date: Moment?
  let facts: PaymentFacts
  /// Of the card or account.
  let lastDigits: String?

  var isApproved: Bool { status == .approved }
}

extension SeenSession {
  /// - Parameter currency: The order's, for transactions that have no readable amount and move no money.
  /// - Returns: Nil if the amount of a transaction with money cannot be read: nothing can be decided then.
  init?(_ session: SessionInformation, currency: Currency, readAt: Moment) {
    var transactions: [SeenTransaction] = []
    for transaction in session.payment.reversed() {
      guard let seen = SeenTransaction(transaction, currency) else { return nil }
      transactions.append(seen)
    }
    id = session.requestId
    status = Status(session.status.state)
    reason = session.status.reason?.text
    reference = session.request?.reference
    asked = session.request?.total
    self.transactions = transactions
    self.readAt = readAt
  }
}

extension SeenSession.Status {
  init(_ state: Open<Status.State>) {
    switch state {
    case .known(.pending), .known(.pendingConfirmation), .known(.pendingValidation), .known(.pendingProcess):
      self = .pending
    // The transactions say how much was refunded.
    case .known(.approved), .known(.refunded), .known(.reversed): self = .approved
    case .known(.approvedPartial): self = .approvedPartially
    case .known(.partialExpired): self = .endedPartially
    case .known(.rejected): self = .rejected
    case .known, .unknown: self = .unknown(state.printable)
    }
  }
}

extension SeenTransaction {
  fileprivate init?(_ transaction: Transaction, _ currency: Currency) {
    id = transaction.internalReference
    status = Status(transaction.status.state)
    reason = transaction.status.reason?.text
    isRefunded = transaction.refunded
    date = transaction.status.moment
    lastDigits = transaction.lastDigits
    facts = PaymentFacts(
      method: transaction.paymentMethod, methodName: transaction.paymentMethodName, issuer: transaction.issuerName,
      authorizationCode: transaction.authorization)
    let read = transaction.amount?.from.flatMap { $0.isNegative ? nil : $0 }
    if read == nil, status == .approved || status == .reversed { return nil }
    amount = read ?? .zero(currency)
  }
}

extension SeenTransaction.Status {
  init(_ state: Open<Status.State>) {
    switch state {
    case .known(.approved): self = .approved
    case .known(.pending), .known(.pendingConfirmation), .known(.pendingValidation), .known(.pendingProcess),
      .known(.approvedPartial):
      self = .pending
    case .known(.rejected), .known(.failed), .known(.partialExpired): self = .declined
    case .known(.refunded), .known(.reversed): self = .reversed
    case .known, .unknown: self = .unknown(state.printable)
    }
  }
}
