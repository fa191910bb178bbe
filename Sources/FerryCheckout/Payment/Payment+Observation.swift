import FerryCore

extension Payment {
  /// Takes in what the provider says. Totals only rise, and what was decided stays, so that the order of observations does
  /// not matter. Amounts must be of the payment's currency.
  mutating func merge(_ charge: ChargeObservation) {
    captured = Self.more(captured, charge.captured)
    refunded = Self.more(refunded, charge.refunded)
    // The amount of a charge that is undecided, declined or let go says nothing about what was ever authorized.
    if charge.holdsMoney { authorized = Self.more(authorized, charge.authorized) }
    switch charge.state {
    case .pending: wasPending = true
    case .authorized, .captured: wasDecided = true
    case .capturing:
      wasDecided = true
      wasCapturing = true
    case .declined(let reason):
      wasDecided = true
      decline(reason)
    case .voided:
      wasDecided = true
      wasVoided = true
    case .unrecognised: break
    }
    for index in operations.indices where operations[index].isUnderWay {
      if let state = reached(operations[index]) { operations[index].state = state }
    }
  }

  /// Of several reasons, always the same one.
  mutating func decline(_ reason: DeclineReason) {
    declined = declined.map { $0.rawValue < reason.rawValue ? $0 : reason } ?? reason
  }

  /// What the totals say about an operation under way; nil while they leave it open.
  private func reached(_ operation: Operation) -> Operation.State? {
    switch operation.kind {
    case .capture:
      if captured.minorUnits >= operation.before.minorUnits + operation.amount.minorUnits { return .succeeded }
      if let declined { return .failed(.declined(declined)) }
      return wasVoided ? .failed(.notAllowed) : nil
    case .refund: return operation.refunded(of: self) == operation.amount.minorUnits ? .succeeded : nil
    case .void:
      if wasVoided || declined != nil { return .succeeded }
      return captured.minorUnits >= authorized.minorUnits ? .failed(.notAllowed) : nil
    }
  }

  private static func more(_ one: Money, _ other: Money) -> Money {
    other.minorUnits > one.minorUnits ? other : one
  }
}

extension ChargeObservation {
  /// Whether neither an authorization nor a capture is being decided.
  var isAtRest: Bool {
    switch state {
    case .authorized, .captured, .declined, .voided: true
    case .pending, .capturing, .unrecognised: false
    }
  }

  /// Whether the provider has held the charge's money for us: then the amount must be the one agreed to.
  var holdsMoney: Bool {
    switch state {
    case .authorized, .capturing, .captured: true
    case .voided: captured.isPositive
    case .pending, .declined, .unrecognised: false
    }
  }
}
