import FerryCore

/// The result of everything that the provider has reported. It does not depend on the order or the repetition of
/// reports.
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
    if !ownDecision.isReviewed {
      if let doubt { return .doubtful(doubt.reason) }
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
    return providerSession.end.map { .failed($0) } ?? .undecided
  }

  /// True if the provider has reported both money and its refusal.
  private func contradicts(_ payment: Payment) -> Bool {
    guard payment.authorized.isPositive || payment.captured.isPositive else { return false }
    // A capture may be declined after a successful authorization. Captured money cannot be, except by one of several
    // captures.
    if payment.declined != nil, payment.captured.isPositive, capture == .automatic || !payment.hasCaptures {
      return true
    }
    // We have cancelled it ourselves, and return its money.
    if ownDecision.cancelledBy != nil { return false }
    return switch providerSession.end {
    case .cancelledByBuyer, .cancelledByProvider, .declined: true
    // The session expired after the payment, or the payment was made just before.
    case .expired, nil: false
    }
  }
}

// MARK: Consequences

extension Checkout {
  /// Moves the checkout to the phase that the verdict demands.
  /// - Returns: Nil if it demands none yet: the journey goes on.
  mutating func applyVerdict(at now: Moment, for order: Order) -> [Command]? {
    if let party = ownDecision.cancelledBy {
      if case .closing = phase { return returnMoneyThenCancel(by: party, at: now) }
      // Money that comes to a checkout that we have cancelled ourselves is returned.
      if phase.isFinal, !verdict.isDoubtful { return returnMoney(at: now) }
    }
    switch verdict {
    case .undecided: return nil
    case .doubtful(let reason):
      switch phase {
      // It is held for a reason that this doubt must not replace.
      case .held(.lateMoney), .held(.unknownOutcome): return []
      default: return hold(reason)
      }
    case .failed(let end):
      switch phase {
      case .paid, .held: return []
      case _ where ownDecision.ending != nil: return []
      // The provider reports no cancellations: the session of a checkout that was cancelled ends by its time.
      case .closing(let closing) where end == .expired && profile.cancelReport == .returnLink:
        keepAskingWhilePageIsOpen(from: now)
        phase = closing.ending.phase
        return []
      default:
        if end == .expired { keepAskingWhilePageIsOpen(from: now) }
        phase = (end == .cancelledByProvider ? providerSession.requestedEnding?.phase : nil) ?? end.phase
        return []
      }
    case .authorized: return captureOrReturnAuthorizedMoney(at: now, for: order)
    case .succeeded: return countAsPaid(at: now, for: order)
    }
  }

  /// The money is authorized. A journey under way goes on to capture it.
  private mutating func captureOrReturnAuthorizedMoney(at now: Moment, for order: Order) -> [Command]? {
    switch phase {
    case .paid, .held: return []
    case .declined, .cancelled, .expired:
      return mayStillPay(order) ? captureAuthorizedMoney(at: now) : returnMoney(at: now)
    case .open, .selecting, .reviewing, .confirmed, .authorizing, .paying, .settling, .closing:
      return order.isUnpaid(besides: id) ? nil : cancelBecauseOrderIsPaid(at: now)
    }
  }

  /// The money is there, and its amount is right.
  private mutating func countAsPaid(at now: Moment, for order: Order) -> [Command] {
    switch phase {
    case .paid, .held: return []
    case .declined, .cancelled, .expired: guard mayStillPay(order) else { return returnMoney(at: now) }
    case .open, .selecting, .reviewing, .confirmed, .authorizing, .paying, .settling, .closing:
      guard order.isUnpaid(besides: id) else { return cancelBecauseOrderIsPaid(at: now) }
    }
    ownDecision.withdrawEnd()
    phase = .paid
    return []
  }

  /// Another checkout has paid the order.
  private mutating func cancelBecauseOrderIsPaid(at now: Moment) -> [Command] {
    ownDecision.end(as: .cancel(.merchant))
    phase = .cancelled(.merchant)
    return returnMoney(at: now)
  }

  /// Returns the money of a checkout that is cancelled or rejected, and that a person has had asked about. It counts as
  /// cancelled once all of it is on its way back.
  /// - Returns: Nil while the provider has to be asked on.
  private mutating func returnMoneyThenCancel(by party: Party, at now: Moment) -> [Command]? {
    if case .doubtful(let reason) = verdict { return hold(reason) }
    guard let payment else {
      if case .failed = verdict { return endWithoutPayment(as: .cancel(party)) }
      return nil
    }
    if payment.isPending { return nil }
    let commands = returnMoney(at: now)
    guard commands.isEmpty else { return commands }
    switch payment.current?.state {
    case .requested: return []
    case .unknown: return hold(.unknownOutcome)
    case .pending, .succeeded, .failed, nil: return endWithoutPayment(as: .cancel(party))
    }
  }

  /// True if money that comes after the end may still pay the order: no other checkout has paid it or may pay it.
  private func mayStillPay(_ order: Order) -> Bool {
    order.isUnpaid(besides: id) && (order.live == nil || order.live == id)
  }
}
