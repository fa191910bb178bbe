import AmazonPay
import FerryCheckout
import FerryCore

extension Charge {
  /// The state of the money; nil if an amount that matters cannot be read.
  var observation: ChargeObservation? {
    var observation = amounts
    observation?.changedAt = statusDetails.lastUpdated ?? creationTimestamp
    return observation
  }

  private var amounts: ChargeObservation? {
    guard let amount = chargeAmount?.money else { return nil }
    let zero = Money.zero(amount.currency)
    guard let captured = Self.amount(captureAmount, else: zero), let refunded = Self.amount(refundedAmount, else: zero)
    else { return nil }
    switch state {
    case .known(.authorizationInitiated):
      return ChargeObservation(
        reference: chargeId, state: .pending, authorized: zero, captured: zero, refunded: zero)
    case .known(.declined):
      return ChargeObservation(
        reference: chargeId, state: .declined(DeclineReason(statusDetails.reason?.known)), authorized: zero,
        captured: zero, refunded: zero)
    case .known(.authorized):
      return observation(.authorized, amount, zero, zero)
    case .known(.captureInitiated):
      return observation(.capturing, amount, zero, zero)
    case .known(.captured):
      // A captured charge has a captured amount.
      return captureAmount == nil ? nil : observation(.captured, amount, captured, refunded)
    case .known(.canceled):
      return observation(.voided, amount, zero, zero)
    case .unknown:
      return observation(.unrecognised(state.printable), zero, captured, refunded)
    }
  }

  var remarks: [String] {
    if case .unknown = state { return ["Amazon Pay names an unknown charge state: \(state.printable)."] }
    return []
  }

  private func observation(
    _ state: ChargeObservation.State, _ authorized: Money, _ captured: Money, _ refunded: Money
  ) -> ChargeObservation {
    ChargeObservation(
      reference: chargeId, state: state, authorized: authorized, captured: captured, refunded: refunded,
      lapsesAt: state == .authorized ? lapsesAt : nil, release: state == .voided ? release : nil)
  }

  /// 30 days after creation (Amazon's documentation of the charge object).
  private var lapsesAt: Moment? { expirationTimestamp ?? creationTimestamp.map { $0 + .seconds(30 * 86_400) } }

  private var release: Payment.Release {
    switch statusDetails.reason?.known {
    case .merchantCanceled, .chargePermissionCanceled: .byMerchant
    case .buyerCanceled: .byBuyer
    case .expiredUnused: .lapsed
    case .amazonCanceled, .softDeclined, .hardDeclined, .amazonRejected, .processingFailure, .transactionTimedOut, nil:
      .byProvider
    }
  }

  private static func amount(_ price: Price?, else zero: Money) -> Money? {
    guard let price else { return zero }
    return price.money
  }
}
