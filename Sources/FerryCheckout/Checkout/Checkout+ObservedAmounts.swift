public import FerryCore

extension Checkout {
  /// Merges an observation. The result does not depend on the order of observations.
  /// - Parameter answersAuthorize: True if it is the answer to the request for the payment page, and must name its
  ///   amount.
  mutating func merge(_ observation: Observation, answersAuthorize: Bool = false) {
    if session == nil { session = observation.sessionReference }
    // The state of a session that another one has replaced does not matter.
    if observation.sessionReference == nil || observation.sessionReference == session {
      switch observation.session {
      case .ended(let end): merge(end)
      case .completed: isCompleted = true
      case .open, .unrecognised, nil: break
      }
    }
    if let asked = observation.asked, let agreed, isAskedFor, asked != agreed.total {
      // The provider may still report an amount that was agreed to before a change. The charge's amount is compared
      // anyway.
      if answersAuthorize || !agreedBefore.contains(asked) { differ(asked) }
    }
    for attempt in observation.declinedAttempts { merge(attempt) }
    // A report of another amount than was asked for counts before the totals, which may show as much.
    for report in observation.reports { payment?.merge(report) }
    if let charge = observation.charge { merge(charge) }
    for failure in observation.failures { fail(failure) }
  }

  /// Keeps the same one of several reported ends, in whatever order they come.
  mutating func merge(_ end: SessionEnd) {
    if let sessionEnd, sessionEnd.rank <= end.rank { return }
    sessionEnd = end
  }

  /// Discards the payment that a declined attempt would have become. Its money, if there is any, contradicts the
  /// decline.
  private mutating func merge(_ attempt: DeclinedAttempt) {
    guard !isDeclined(attempt.reference) else { return }
    declinedAttempts.append(attempt)
    guard let payment, payment.reference == attempt.reference else { return }
    if payment.authorized.isPositive || payment.captured.isPositive { return raise(.contradiction) }
    // A charge that was declined or voided has ended the journey already.
    if payment.declined == nil, !payment.wasVoided { self.payment = nil }
  }

  private func isDeclined(_ reference: String) -> Bool { declinedAttempts.contains { $0.reference == reference } }

  private mutating func merge(_ charge: ChargeObservation) {
    if isDeclined(charge.reference) {
      switch charge.state {
      case .pending: return
      case .unrecognised where !charge.captured.isPositive: return
      case .authorized, .capturing, .captured, .unrecognised: raise(.contradiction)
      case .declined, .voided: break
      }
    }
    let currency = charge.authorized.currency
    guard charge.captured.currency == currency, charge.refunded.currency == currency else {
      return differ(charge.captured)
    }
    var merged = payment ?? Payment(reference: charge.reference, currency: currency)
    guard merged.reference == charge.reference else { return raise(.contradiction) }
    guard merged.currency == currency else { return differ(charge.authorized) }
    let hasMoney = charge.holdsMoney || charge.captured.isPositive
    if !isReviewed {
      if hasMoney, let agreed, !isOurs(charge, agreed.total) {
        return differ(charge.captured.isPositive ? charge.captured : charge.authorized, charge)
      }
      if charge.refunded.minorUnits > profile.excessRefund.limit(charge.captured) {
        return differ(charge.refunded, charge, asked: charge.captured)
      }
    }
    merged.merge(charge, capturesOnce: profile.captures.isOnce)
    payment = merged
    if hasMoney, agreed == nil { raise(.contradiction) }
  }

  /// True if the amount is what the buyer agreed to.
  private func isOurs(_ charge: ChargeObservation, _ total: Money) -> Bool {
    guard charge.captured.currency == total.currency, charge.captured.minorUnits <= total.minorUnits else {
      return false
    }
    if charge.holdsMoney, charge.authorized != total { return false }
    // An automatic capture takes the full amount.
    return capture == .manual || charge.state != .captured || charge.captured == total
  }

  /// True if our amount was sent to the provider, so that its echo must equal it.
  private var isAskedFor: Bool {
    switch phase {
    case .authorizing(let authorizing): authorizing.step == .requesting
    case .paying, .settling, .closing, .paid, .declined, .cancelled, .expired, .held: true
    case .open, .selecting, .reviewing, .confirmed: false
    }
  }

  /// The provider reports another amount. Of several reports the same one is kept, in whatever order they come.
  /// - Parameters:
  ///   - charge: The report, for the payment of a person who accepts it; nil if it cannot be one.
  ///   - asked: Nil for the agreed total.
  private mutating func differ(_ reported: Money, _ charge: ChargeObservation? = nil, asked: Money? = nil) {
    raise(.amountMismatch)
    guard let asked = asked ?? agreed?.total else { return }
    let found = AmountMismatch(asked: asked, reported: reported, charge: charge)
    mismatch = [mismatch, found].compactMap(\.self).max { $0.place < $1.place }
  }

  private mutating func raise(_ reason: HoldReason) {
    guard doubt != .amountMismatch else { return }
    doubt = reason
  }
}

/// An amount that the provider reports in place of the one that was asked for.
public struct AmountMismatch: Codable, Hashable, Sendable {
  public let asked: Money
  public let reported: Money
  /// The provider's report of the charge; nil if it reports the amount of its session only.
  let charge: ChargeObservation?

  init(asked: Money, reported: Money, charge: ChargeObservation? = nil) {
    self.asked = asked
    self.reported = reported
    self.charge = charge
  }

  /// A report with a charge tells more than one without.
  fileprivate var place: (Int, Int64, String, Int64, Int64, String) {
    (
      charge == nil ? 0 : 1, reported.minorUnits, reported.currency.code, charge?.captured.minorUnits ?? 0,
      charge?.refunded.minorUnits ?? 0, charge.map { "\($0.state)" } ?? ""
    )
  }
}

extension SessionEnd {
  /// The lowest counts: the end that tells the buyer most.
  fileprivate var rank: String {
    switch self {
    case .declined(let reason): "0" + reason.rawValue
    case .cancelledByBuyer: "1"
    case .cancelledByProvider: "2"
    case .expired: "3"
    }
  }

  var phase: Phase {
    switch self {
    case .cancelledByBuyer: .cancelled(.buyer)
    case .cancelledByProvider: .cancelled(.provider)
    case .declined(let reason): .declined(reason)
    case .expired: .expired
    }
  }
}
