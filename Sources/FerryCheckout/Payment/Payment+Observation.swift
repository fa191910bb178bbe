import FerryCore

extension Payment {
  /// Takes in what the provider says. Totals only rise, and what was decided stays, so that the order of observations does
  /// not matter. Amounts must be of the payment's currency.
  /// - Parameter capturesOnce: Whether a capture lets go of what it leaves.
  mutating func merge(_ charge: ChargeObservation, capturesOnce: Bool) {
    captured = Self.more(captured, charge.captured)
    refunded = Self.more(refunded, charge.refunded)
    // The amount of a charge that is undecided, declined or let go says nothing about what was ever authorized.
    if charge.holdsMoney { authorized = Self.more(authorized, charge.authorized) }
    if let moment = charge.lapsesAt { lapsesAt = min(lapsesAt ?? moment, moment) }
    switch charge.state {
    case .pending: wasPending = true
    case .authorized: wasDecided = true
    case .captured:
      wasDecided = true
      if capturesOnce, charge.captured.minorUnits < charge.authorized.minorUnits { letGo(.afterCapture) }
    case .capturing:
      wasDecided = true
      wasCapturing = true
    case .declined(let reason):
      wasDecided = true
      decline(reason)
    case .voided:
      wasDecided = true
      letGo(charge.release ?? .byProvider)
    case .unrecognised: break
    }
    for index in operations.indices where operations[index].isUnderWay {
      if let state = reached(operations[index]) { operations[index].state = state }
    }
  }

  private mutating func letGo(_ reason: Release) {
    wasVoided = true
    release = release.map { $0.rawValue < reason.rawValue ? $0 : reason } ?? reason
  }

  /// Takes in what the provider says of one operation.
  mutating func merge(_ report: OperationReport) {
    guard let index = operations.firstIndex(where: { $0.id == report.operation }) else { return }
    if operations[index].reference == nil { operations[index].reference = report.reference }
    guard operations[index].isUnderWay else { return }
    switch report.state {
    case .done:
      operations[index].state = .succeeded
      guard operations[index].kind == .refund else { return }
      // It is among the refunded, even if the total was asked for before it was.
      let (sum, overflow) = operations[index].before.minorUnits.addingReportingOverflow(
        operations[index].amount.minorUnits)
      if !overflow { refunded = Self.more(refunded, Money(minorUnits: sum, currency)) }
    case .pending where operations[index].state == .unknown: operations[index].state = .pending
    case .pending: break
    case .lost: operations[index].state = .unknown
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
    case .refund where operation.isNamed == true: return nil
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
