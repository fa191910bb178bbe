public import FerryCore

/// The money of a payment at one moment, all of one currency.
public struct PaymentTotals: Hashable, Sendable {
  /// What was authorized at some time; it stays when it is let go.
  public var authorized: Money
  /// What is authorized and can still be captured.
  public var held: Money
  public var captured: Money
  public var refunded: Money
  /// What was asked to be given back and is not known to be, nor to have failed.
  public var refundsUnderWay: Money

  public init(
    authorized: Money, held: Money, captured: Money, refunded: Money, refundsUnderWay: Money
  ) {
    self.authorized = authorized
    self.held = held
    self.captured = captured
    self.refunded = refunded
    self.refundsUnderWay = refundsUnderWay
  }

  public init(_ payment: Payment) {
    self.init(
      authorized: payment.authorized, held: payment.capturable, captured: payment.captured, refunded: payment.refunded,
      refundsUnderWay: Money(
        minorUnits: payment.captured.minorUnits - payment.refunded.minorUnits - payment.kept, payment.currency))
  }

  public var currency: Currency { authorized.currency }

  /// Whether the shop has money by it, or can take some.
  var isWorthAnything: Bool { held.isPositive || captured.minorUnits > refunded.minorUnits }

  /// Whether the shop was ever paid by it, or still can be.
  var wasEverPaid: Bool { held.isPositive || captured.isPositive }
}
