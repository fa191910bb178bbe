import FerryCore

extension Checkout {
  /// Merges an observation. The result does not depend on the order of observations.
  /// - Parameter answersAuthorize: True if it is the answer to the request for the payment page, and must name its
  ///   amount.
  mutating func merge(_ observation: Observation, answersAuthorize: Bool = false) {
    if session == nil { providerSession.reference = observation.sessionReference }
    // The state of a session that another one has replaced does not matter.
    if observation.sessionReference == nil || observation.sessionReference == session {
      switch observation.session {
      case .ended(let end): providerSession.merge(end)
      case .completed: providerSession.isCompleted = true
      case .open, .unrecognised, nil: break
      }
    }
    if let asked = observation.asked, let agreed, isAskedFor, asked != agreed.total {
      // The provider may still report an amount that was agreed to before a change. The charge's amount is compared
      // anyway.
      if answersAuthorize || !review.agreedBefore.contains(asked) { doubtAmount(asked) }
    }
    for attempt in observation.declinedAttempts { merge(attempt) }
    // A report of another amount than was asked for counts before the totals, which may show as much.
    for report in observation.reports { payment?.merge(report) }
    if let charge = observation.charge { merge(charge) }
    for failure in observation.failures { recordFailure(failure) }
  }

  /// Discards the payment that a declined attempt would have become. Its money, if there is any, contradicts the
  /// decline.
  private mutating func merge(_ attempt: DeclinedAttempt) {
    guard !isDeclined(attempt.reference) else { return }
    declinedAttempts.append(attempt)
    guard let payment, payment.reference == attempt.reference else { return }
    if payment.authorized.isPositive || payment.captured.isPositive { return noteContradiction() }
    // A charge that was declined or voided has ended the journey already.
    if payment.declined == nil, !payment.wasVoided { self.payment = nil }
  }

  private func isDeclined(_ reference: String) -> Bool { declinedAttempts.contains { $0.reference == reference } }

  private mutating func merge(_ charge: ChargeObservation) {
    if isDeclined(charge.reference) {
      switch charge.state {
      case .pending: return
      case .unrecognised where !charge.captured.isPositive: return
      case .authorized, .capturing, .captured, .unrecognised: noteContradiction()
      case .declined, .voided: break
      }
    }
    let currency = charge.authorized.currency
    guard charge.captured.currency == currency, charge.refunded.currency == currency else {
      return doubtAmount(charge.captured)
    }
    var merged = payment ?? Payment(reference: charge.reference, currency: currency)
    guard merged.reference == charge.reference else { return noteContradiction() }
    guard merged.currency == currency else { return doubtAmount(charge.authorized) }
    let hasMoney = charge.holdsMoney || charge.captured.isPositive
    if !ownDecision.isReviewed {
      if hasMoney, let agreed, charge.unreadable != nil || !isOurs(charge, agreed.total) {
        return doubtAmount(charge.captured.isPositive ? charge.captured : charge.authorized, of: charge)
      }
      if charge.refunded.minorUnits > profile.excessRefund.limit(charge.captured) {
        return doubtAmount(charge.refunded, of: charge, asked: charge.captured)
      }
    }
    merged.merge(charge, capturesOnce: profile.captures.isOnce)
    payment = merged
    if hasMoney, agreed == nil { noteContradiction() }
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
  private mutating func doubtAmount(_ reported: Money, of charge: ChargeObservation? = nil, asked: Money? = nil) {
    let found = (asked ?? agreed?.total).map { AmountMismatch(asked: $0, reported: reported, charge: charge) }
    doubt = .amount([doubt?.mismatch, found].compactMap(\.self).max { $0.rank < $1.rank })
  }

  /// The doubt about an amount stays: it says more.
  private mutating func noteContradiction() { doubt = doubt ?? .contradiction }
}
