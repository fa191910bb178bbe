public import FerryCore

public typealias OperationID = Identifier<Operation>

/// The money of a checkout: totals as the provider has confirmed them, and what was asked of it.
public struct Payment: Codable, Hashable, Sendable {
  /// The provider's id of the charge.
  public let reference: String
  public internal(set) var authorized: Money
  public internal(set) var captured: Money
  public internal(set) var refunded: Money
  public internal(set) var voided: Money
  /// The provider has said no, to the authorization or to the capture.
  public internal(set) var declined: DeclineReason?
  public internal(set) var operations: [Operation]
  /// The provider has said that it was deciding about the authorization, and that it has decided.
  var wasPending: Bool
  var wasDecided: Bool
  /// The provider has said that a capture was on its way.
  var wasCapturing: Bool

  init(reference: String, currency: Currency) {
    self.reference = reference
    authorized = .zero(currency)
    captured = .zero(currency)
    refunded = .zero(currency)
    voided = .zero(currency)
    operations = []
    wasPending = false
    wasDecided = false
    wasCapturing = false
  }

  /// The provider is still deciding about the authorization or the capture.
  public var isPending: Bool {
    declined == nil && captured.isZero && voided.isZero && (wasCapturing || wasPending && !wasDecided)
  }

  /// Whether any money stands with us: captured, or authorized and not let go.
  var holdsMoney: Bool { captured.isPositive || (declined == nil && capturable.isPositive) }

  /// What can still be captured.
  public var capturable: Money {
    Money(
      minorUnits: max(0, authorized.minorUnits - captured.minorUnits - voided.minorUnits), authorized.currency)
  }

  /// What can still be refunded: captured, less what is refunded, less every refund that has not definitely failed and is
  /// not yet among the refunded.
  public var refundable: Money {
    let reserved = operations.reduce(Int64(0)) { sum, operation in
      operation.kind == .refund && operation.isUnderWay ? sum + operation.amount.minorUnits : sum
    }
    return Money(minorUnits: max(0, captured.minorUnits - refunded.minorUnits - reserved), captured.currency)
  }

  /// The one operation under way.
  public var current: Operation? { operations.first(where: \.isUnderWay) }
}
