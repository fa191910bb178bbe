public import FerryCore

extension Checkout {
  /// The facts for a decision about the checkout; nil unless it is held. An operation of unknown outcome is decided first.
  public func held(for order: Order) -> HeldBody? {
    guard case .held(let reason) = phase else { return nil }
    let (mismatch, payment) = (amountMismatch, reportedPayment)
    let decisions: [Resolution] =
      payment?.current?.state == .unknown ? [.ask, .happened, .didNotHappen] : [.ask, .accept, .reject]
    // The amount that stands for one that cannot be read is not the provider's.
    let readable = mismatch?.unreadable == nil ? payment : nil
    let seen = HeldMoneyBody(
      state: payment?.seenState ?? .unknown, authorized: readable?.authorized, captured: readable?.captured,
      refunded: readable?.refunded, unreadable: mismatch?.unreadable)
    return HeldBody(
      reason: reason.word, asked: mismatch?.asked ?? agreed?.total,
      seen: payment != nil || mismatch != nil ? seen : nil,
      decisions: decisions.filter { (try? effect(of: $0, for: order)) != nil }.map(\.rawValue))
  }

  /// The payment with a charge that is not counted yet because its amount is doubtful.
  var reportedPayment: Payment? {
    guard let charge = amountMismatch?.charge, payment?.reference ?? charge.reference == charge.reference else {
      return payment
    }
    var reported = payment ?? Payment(reference: charge.reference, currency: charge.authorized.currency)
    reported.merge(charge, capturesOnce: profile.captures.isOnce)
    return reported
  }
}

extension Payment {
  fileprivate var seenState: HeldMoneyBody.State {
    if captured.isPositive { return refunded.minorUnits >= captured.minorUnits ? .refunded : .captured }
    if declined != nil { return .declined }
    if wasVoided { return .released }
    if wasCapturing { return .capturing }
    if authorized.isPositive { return .authorized }
    return isPending ? .pending : .unknown
  }
}

// MARK: Money that goes back

/// The state of money that is to go back to the buyer.
public enum MoneyReturn: Hashable, Sendable {
  case done(Money)
  /// Nothing was captured, and the authorization is released.
  case released(Money)
  case underWay(Money)
  /// The provider has refused. The money is still there.
  case failed(Money)
}

extension Checkout {
  /// The return of the money of a checkout that is not paid; for a paid one, its last refund or void if that failed. Nil if no
  /// money was to go back, or if nobody knows.
  public var moneyReturn: MoneyReturn? {
    guard let payment else { return nil }
    let last = payment.operations.last { $0.kind != .capture }
    if let last, last.hasFailed, payment.operations.last?.id == last.id, payment.holdsMoney {
      return .failed(last.amount)
    }
    guard phase.name == .closing || phase.isFinal, phase != .paid, phase.name != .declined else { return nil }
    if let last, last.isUnderWay { return last.state == .unknown ? nil : .underWay(last.amount) }
    guard !payment.holdsMoney, payment.captured.isPositive || payment.authorized.isPositive else { return nil }
    return payment.captured.isPositive ? .done(payment.refunded) : .released(payment.voided)
  }
}
