import FerryCore

/// What everything that the provider has said amounts to. It depends on what was said and not on the order or the number
/// of times.
enum Verdict: Hashable, Sendable {
  case undecided
  /// The money is held for us and has to be captured before the attempt has succeeded.
  case authorized
  case succeeded
  case failed(SessionEnd)
  case doubtful(HoldReason)

  var isDoubtful: Bool {
    if case .doubtful = self { true } else { false }
  }
}

extension Checkout {
  var verdict: Verdict {
    if !isReviewed {
      if let doubt { return .doubtful(doubt) }
      if let payment, contradicts(payment) { return .doubtful(.contradiction) }
    }
    if let payment {
      switch capture {
      case .manual where payment.authorized.isPositive || payment.captured.isPositive: return .succeeded
      case .automatic where payment.captured.isPositive:
        return payment.captured.minorUnits >= (agreed?.total.minorUnits ?? 0) ? .succeeded : .undecided
      case .manual, .automatic: break
      }
      if let reason = payment.declined { return .failed(.declined(reason)) }
      if payment.wasVoided { return .failed(.cancelledByProvider) }
      if payment.wasCapturing { return .undecided }
      if payment.authorized.isPositive { return .authorized }
    }
    return sessionEnd.map { .failed($0) } ?? .undecided
  }

  /// Whether the provider has said yes and no.
  private func contradicts(_ payment: Payment) -> Bool {
    guard payment.authorized.isPositive || payment.captured.isPositive else { return false }
    // A capture may be declined when the authorization was not, whoever asked for it. But of what is captured none is, save
    // one of several captures.
    if payment.declined != nil, payment.captured.isPositive, capture == .automatic || !payment.hasCaptures {
      return true
    }
    // We have cancelled it ourselves: its money goes back, and no more is to be asked.
    if case .cancel = ended { return false }
    return switch sessionEnd {
    case .cancelledByBuyer, .cancelledByProvider, .declined: true
    // The session's time ran out after the payment was made, or the payment was made just before.
    case .expired, nil: false
    }
  }
}
