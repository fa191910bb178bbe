import FerryCheckout
import FerryCore
import FerryHTTP
import FerryProvider
import GMOPaymentGateway

/// The refund that was asked for, as a search shows it: by the refunded total before it, because GMO names no refunds.
extension ObservedPayment {
  enum RefundFate {
    /// GMO is paying it out.
    case running
    case done
    case failed
    /// The total is as it was before.
    case notShown
    /// The total has risen by another amount, or the status is not known.
    case unclear
  }

  /// Nil without a refund of ours.
  var refundFate: RefundFate? {
    guard let refund = record.refund else { return nil }
    if trade.unreadable != nil { return .unclear }
    switch status {
    case .refundRequested: return .running
    case .captured, .sales, .refunded, .cancelled:
      guard let rise = try? (record.refunded ?? .zero(.jpy)).subtracting(refund.before),
        let isLess = try? refund.amount.isMore(than: rise)
      else { return .unclear }
      if rise == refund.amount { return .done }
      // A refund in the console may have raised the total, too. If GMO has not accepted ours, it may be the only one.
      if !isLess { return refund.isAccepted ? .done : .unclear }
      if refund.wasRunning { return rise.isZero ? .failed : .unclear }
      if refund.isAccepted { return .running }
      return rise.isZero ? .notShown : .unclear
    case .unprocessed, .requestAccepted, .authorizing, .authorized, .failed, .expired, .consentRegistered,
      .consentEnded, nil:
      return .unclear
    }
  }

  /// The observation with the state of the refund, which leaves the record when it has ended.
  mutating func observationOfRefund() -> Observation {
    guard let refund = record.refund else { return observation }
    let fate = refundFate
    if fate == .done || fate == .failed { record.refund = nil }
    var observation = observation
    switch fate {
    case .running: observation.reports = [OperationReport(refund.operation, reference: nil, .pending)]
    case .done: observation.reports = [OperationReport(refund.operation, reference: nil, .done)]
    case .failed: observation.failures = [OperationFailure(refund.operation, .notAllowed)]
    // A person has to compare.
    case .unclear where status != nil:
      observation.reports = [OperationReport(refund.operation, reference: nil, .lost)]
    case .notShown, .unclear, nil: break
    }
    return observation
  }

  /// Notes the totals before a refund.
  /// - Returns: False if GMO would refuse it: the transaction has less left.
  mutating func begin(_ operation: OperationID, _ amount: Money) -> Bool {
    guard status == .sales || status == .captured, let captured = record.captured,
      let left = try? captured.subtracting(record.refunded ?? .zero(.jpy)),
      (try? amount.isMore(than: left)) == false
    else { return false }
    let before = record.refunded ?? .zero(.jpy)
    record.refund = Record.Refund(operation: operation, amount: amount, before: before)
    return true
  }
}
