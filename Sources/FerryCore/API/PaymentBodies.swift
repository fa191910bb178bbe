/// The body of `POST /v1/checkouts/{id}/capture` and `/refund`.
public struct PaymentOrderBody: Codable, Hashable, Sendable {
  /// All that is left when it is absent.
  public var amount: Money?

  public init(amount: Money? = nil) { self.amount = amount }
}

/// One movement of money that was asked for after the sale.
public struct OperationBody: Codable, Hashable, Sendable {
  public var id: String
  /// "capture", "refund" or "void".
  public var kind: String
  public var amount: Money
  public var state: OperationState
  /// Why it failed, as a stable word: one of `DeclineReason`, "lapsed", or "not-allowed".
  public var reason: String?
  /// The provider's own id of it, where it has one.
  public var reference: String?
  public var requestedAt: Moment

  public init(
    id: String, kind: String, amount: Money, state: OperationState, reason: String?, reference: String?,
    requestedAt: Moment
  ) {
    self.id = id
    self.kind = kind
    self.amount = amount
    self.state = state
    self.reason = reason
    self.reference = reference
    self.requestedAt = requestedAt
  }
}

/// How far an operation has come. States may be added: an unknown one is not final.
public enum OperationState: Hashable, Sendable {
  /// Asked for, or being decided by the provider: days, perhaps.
  case pending
  /// It may have happened. It is being asked about, and a person can decide it.
  case unknown
  case succeeded
  case failed
  case unrecognised(String)

  /// Whether it can change no more.
  public var isFinal: Bool { self == .succeeded || self == .failed }
}

extension OperationState: RawRepresentable, Codable {
  public init(rawValue: String) {
    self =
      switch rawValue {
      case "pending": .pending
      case "unknown": .unknown
      case "succeeded": .succeeded
      case "failed": .failed
      default: .unrecognised(rawValue)
      }
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

/// What became of an operation so far, and the money after it.
public struct OperationResultBody: Codable, Hashable, Sendable {
  public var operation: OperationBody
  public var payment: PaymentBody

  public init(operation: OperationBody, payment: PaymentBody) {
    self.operation = operation
    self.payment = payment
  }
}

/// The money of a checkout, and everything that was asked for since, oldest first.
public struct OperationsBody: Codable, Hashable, Sendable {
  /// Absent while there is no money.
  public var payment: PaymentBody?
  public var operations: [OperationBody]

  public init(payment: PaymentBody?, operations: [OperationBody]) {
    self.payment = payment
    self.operations = operations
  }
}

/// The money of a payment so far.
public struct PaymentBody: Codable, Hashable, Sendable {
  public var authorized: Money
  public var captured: Money
  public var refunded: Money
  /// What is authorized and can still be captured; zero once it was captured, let go or refused.
  public var capturable: Money
  /// What is captured and can still be refunded: less what is refunded, or asked to be.
  public var refundable: Money?
  /// What was authorized and let go, if anything was, and why as a stable word: "after-capture", "by-buyer",
  /// "by-merchant", "by-provider", "declined", "lapsed".
  public var released: Money?
  public var release: String?
  /// When the provider lets go of what is capturable, if nobody captures it before; present while something is.
  public var lapsesAt: Moment?
  /// The provider's own reference, to find the payment there.
  public var reference: String?

  public init(
    authorized: Money, captured: Money, refunded: Money, capturable: Money, reference: String?,
    refundable: Money? = nil, released: Money? = nil, release: String? = nil, lapsesAt: Moment? = nil
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
  }
}
