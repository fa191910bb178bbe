/// The body of `POST /v1/checkouts/{id}/capture` and `/refund`.
public struct PaymentOrderBody: Codable, Hashable, Sendable {
  /// If it is missing, and `lines` too, all that is left.
  public var amount: Money?
  /// In place of an amount: pieces of lines. Ferry computes their amount, with discounts and tax.
  public var lines: [LineQuantity]?
  /// Of a refund: true if it may exceed the captured amount, as far as the provider allows it.
  public var beyondCapture: Bool?
  /// Of a refund: true if it may return money that an open dispute claims, which settles some disputes.
  public var despiteDispute: Bool?
  /// Of a refund.
  public var refundReason: RefundReason?
  /// Of a refund: the reason in the merchant's own words, in 1 to 200 characters on one line. It is stored with the operation, and
  /// does not name the buyer.
  public var refundNote: String?

  public init(
    amount: Money? = nil, lines: [LineQuantity]? = nil, beyondCapture: Bool? = nil, despiteDispute: Bool? = nil,
    refundReason: RefundReason? = nil, refundNote: String? = nil
  ) {
    self.amount = amount
    self.lines = lines
    self.beyondCapture = beyondCapture
    self.despiteDispute = despiteDispute
    self.refundReason = refundReason
    self.refundNote = refundNote
  }
}

/// Pieces of a line of the order.
public struct LineQuantity: Codable, Hashable, Sendable {
  /// The line's id, as the review has it; "shipping" for delivery, which is one piece.
  public var id: String
  /// 1 or more.
  public var quantity: Int

  public init(id: String, quantity: Int) {
    self.id = id
    self.quantity = quantity
  }
}

/// A capture, refund or void that was requested after the sale.
public struct OperationBody: Codable, Hashable, Sendable {
  public var id: String
  /// "capture", "refund" or "void".
  public var kind: String
  public var amount: Money
  /// The lines that it was requested for; missing if it was requested by amount.
  public var lines: [LineQuantity]?
  /// Base and tax of each rate in these lines; missing with `lines`.
  public var taxes: [TaxBody]?
  /// The amount that the provider reports, or that a person has found, if it differs from `amount`. While the state is
  /// `unknown`, a person decides which one is right.
  public var reportedAmount: Money?
  public var state: OperationState
  /// The reason why it failed, as a stable word: one of `DeclineReason`, "lapsed", or "not-allowed".
  public var reason: String?
  /// The merchant's reason for a refund, if one was stated: a `RefundReason`. Reasons may be added.
  public var refundReason: String?
  /// The reason for a refund in the merchant's own words.
  public var refundNote: String?
  /// The provider's id of the operation, if it has one.
  public var reference: String?
  public var requestedAt: Moment

  public init(
    id: String, kind: String, amount: Money, state: OperationState, reason: String?, reference: String?,
    requestedAt: Moment, reportedAmount: Money? = nil, lines: [LineQuantity]? = nil, taxes: [TaxBody]? = nil,
    refundReason: String? = nil, refundNote: String? = nil
  ) {
    self.id = id
    self.kind = kind
    self.amount = amount
    self.lines = lines
    self.taxes = taxes
    self.reportedAmount = reportedAmount
    self.state = state
    self.reason = reason
    self.refundReason = refundReason
    self.refundNote = refundNote
    self.reference = reference
    self.requestedAt = requestedAt
  }
}

/// The state of an operation. States may be added: an unknown one is not final.
public enum OperationState: Hashable, Sendable {
  /// Requested. The provider may take days to decide.
  case pending
  /// It may have happened. The server keeps asking the provider, and a person can decide.
  case unknown
  case succeeded
  case failed
  case unrecognised(String)

  public var isFinal: Bool { self == .succeeded || self == .failed }
}

extension OperationState: RawRepresentable, Codable {
  public init(rawValue: String) {
    let known: [OperationState] = [.pending, .unknown, .succeeded, .failed]
    self = known.first { $0.rawValue == rawValue } ?? .unrecognised(rawValue)
  }

  public var rawValue: String {
    switch self {
    case .pending: "pending"
    case .unknown: "unknown"
    case .succeeded: "succeeded"
    case .failed: "failed"
    case .unrecognised(let name): name
    }
  }
}

/// The present state of an operation, and the money after it.
public struct OperationResultBody: Codable, Hashable, Sendable {
  public var operation: OperationBody
  public var payment: PaymentBody

  public init(operation: OperationBody, payment: PaymentBody) {
    self.operation = operation
    self.payment = payment
  }
}

/// The money of a checkout and its operations, oldest first.
public struct OperationsBody: Codable, Hashable, Sendable {
  /// Missing while there is no money.
  public var payment: PaymentBody?
  public var operations: [OperationBody]

  public init(payment: PaymentBody?, operations: [OperationBody]) {
    self.payment = payment
    self.operations = operations
  }
}

/// The money of a payment. Amounts are totals so far, never differences.
public struct PaymentBody: Codable, Hashable, Sendable {
  public var authorized: Money
  public var captured: Money
  public var refunded: Money
  /// The authorized amount that can still be captured; zero once it was captured, voided or refused.
  public var capturable: Money
  /// The captured amount that can still be refunded, without refunds that are pending, and without what disputes claim.
  public var refundable: Money?
  /// The amount that open and lost disputes claim; missing if none does. It may be more than was captured.
  public var disputed: Money?
  /// Every dispute of the payment, as they became known; missing if there was none.
  public var disputes: [DisputeBody]?
  /// The authorized amount that was voided.
  public var released: Money?
  /// The reason for `released`, as a stable word: "after-capture", "by-buyer", "by-merchant", "by-provider", "declined",
  /// "lapsed".
  public var release: String?
  /// The time when the authorization expires; present while something is capturable.
  public var lapsesAt: Moment?
  /// The provider's reference of the payment.
  public var reference: String?
  /// The means of payment that the buyer used, if the provider names it.
  public var method: PaymentMethodBody?
  /// The number that the buyer's bank gave the authorization, as receipts print it.
  public var authorizationCode: String?

  public init(
    authorized: Money, captured: Money, refunded: Money, capturable: Money, reference: String?,
    refundable: Money? = nil, released: Money? = nil, release: String? = nil, lapsesAt: Moment? = nil,
    method: PaymentMethodBody? = nil, authorizationCode: String? = nil, disputed: Money? = nil,
    disputes: [DisputeBody]? = nil
  ) {
    self.authorized = authorized
    self.captured = captured
    self.refunded = refunded
    self.capturable = capturable
    self.refundable = refundable
    self.released = released
    self.release = release
    self.lapsesAt = lapsesAt
    self.reference = reference
    self.method = method
    self.authorizationCode = authorizationCode
    self.disputed = disputed
    self.disputes = disputes
  }
}

/// A means of payment as receipts print it. Every part may be missing.
public struct PaymentMethodBody: Codable, Hashable, Sendable {
  /// The provider's code: "visa", "pse".
  public var code: String?
  /// The provider's name for people: "Visa".
  public var name: String?
  /// The bank or company that has issued the card or keeps the account.
  public var issuer: String?
  /// The last digits of the card or account. Personal: only a checkout has them, until its buyer is forgotten.
  public var lastDigits: String?

  public init(code: String? = nil, name: String? = nil, issuer: String? = nil, lastDigits: String? = nil) {
    self.code = code
    self.name = name
    self.issuer = issuer
    self.lastDigits = lastDigits
  }
}

/// A page of a shop's payments, newest first.
public struct PaymentsBody: Codable, Hashable, Sendable {
  public var payments: [ListedPaymentBody]
  /// The `after` of the next page; missing on the last page.
  public var next: String?

  public init(payments: [ListedPaymentBody], next: String?) {
    self.payments = payments
    self.next = next
  }
}

/// The money of one checkout, in a list.
public struct ListedPaymentBody: Codable, Hashable, Sendable {
  /// The checkout's id.
  public var checkout: String
  public var orderReference: String
  public var orderNumber: String
  public var provider: String
  public var mode: Mode
  public var capture: CapturePolicy
  public var phase: PhaseName
  /// The time when the checkout was created.
  public var createdAt: Moment
  public var payment: PaymentBody
  /// The operation that is under way, if any.
  public var operation: OperationBody?

  public init(
    checkout: String, orderReference: String, orderNumber: String, provider: String, mode: Mode,
    capture: CapturePolicy, phase: PhaseName, createdAt: Moment, payment: PaymentBody, operation: OperationBody?
  ) {
    self.checkout = checkout
    self.orderReference = orderReference
    self.orderNumber = orderNumber
    self.provider = provider
    self.mode = mode
    self.capture = capture
    self.phase = phase
    self.createdAt = createdAt
    self.payment = payment
    self.operation = operation
  }
}
