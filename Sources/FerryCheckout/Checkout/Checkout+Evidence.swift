import FerryCore

extension Checkout {
  /// Takes in what the provider says, in a way that does not depend on the order in which it is said.
  /// - Parameter answersAuthorize: Whether it is the answer to what was asked for last, and must name its amount.
  mutating func merge(_ observation: Observation, answersAuthorize: Bool = false) {
    if session == nil { session = observation.sessionReference }
    // How a session stands that another one has replaced says nothing about this checkout.
    if observation.sessionReference == nil || observation.sessionReference == session {
      switch observation.session {
      case .ended(let end): merge(end)
      case .completed: isCompleted = true
      case .open, .unrecognised, nil: break
      }
    }
    if let asked = observation.asked, let agreed, isAskedFor, asked != agreed.total {
      // The provider may tell late, or may still hold, what was agreed to before a change. Money is compared all the same.
      if answersAuthorize || !(agreedBefore ?? []).contains(asked) { raise(.amountMismatch) }
    }
    if let charge = observation.charge { merge(charge) }
    for report in observation.reports { payment?.merge(report) }
    for failure in observation.failures { fail(failure) }
  }

  /// Of several ends that a provider has named, always the same one.
  mutating func merge(_ end: SessionEnd) {
    if let sessionEnd, sessionEnd.rank <= end.rank { return }
    sessionEnd = end
  }

  private mutating func merge(_ charge: ChargeObservation) {
    let currency = charge.authorized.currency
    guard charge.captured.currency == currency, charge.refunded.currency == currency else {
      return raise(.amountMismatch)
    }
    var merged = payment ?? Payment(reference: charge.reference, currency: currency)
    guard merged.reference == charge.reference else { return raise(.contradiction) }
    guard merged.currency == currency else { return raise(.amountMismatch) }
    merged.merge(charge, capturesOnce: profile.capturesOnce)
    payment = merged
    guard charge.holdsMoney || charge.captured.isPositive else { return }
    guard let agreed else { return raise(.contradiction) }
    if !isOurs(charge, agreed.total) { raise(.amountMismatch) }
  }

  /// Whether the money is what was agreed to. What was given back later says nothing about it, not even where it is more
  /// than was captured: providers let a merchant do that in their consoles, to make good for what a return has cost.
  private func isOurs(_ charge: ChargeObservation, _ total: Money) -> Bool {
    guard charge.captured.currency == total.currency, charge.captured.minorUnits <= total.minorUnits else {
      return false
    }
    if charge.holdsMoney, charge.authorized != total { return false }
    // Paid at once is paid in full.
    return capture == .manual || charge.state != .captured || charge.captured == total
  }

  /// Whether our amount has been sent to the provider, so that its echo must equal it.
  private var isAskedFor: Bool {
    switch phase {
    case .authorizing(let authorizing): authorizing.step == .requesting
    case .paying, .settling, .closing, .paid, .declined, .cancelled, .expired, .held: true
    case .open, .selecting, .reviewing: false
    }
  }

  private mutating func raise(_ reason: HoldReason) {
    guard doubt != .amountMismatch else { return }
    doubt = reason
  }
}

extension SessionEnd {
  /// The lower counts: what tells the buyer more comes first.
  fileprivate var rank: String {
    switch self {
    case .declined(let reason): "0" + reason.rawValue
    case .cancelledByBuyer: "1"
    case .cancelledByProvider: "2"
    case .expired: "3"
    }
  }

  /// Where it leads.
  var phase: Phase {
    switch self {
    case .cancelledByBuyer: .cancelled(.buyer)
    case .cancelledByProvider: .cancelled(.provider)
    case .declined(let reason): .declined(reason)
    case .expired: .expired
    }
  }
}
