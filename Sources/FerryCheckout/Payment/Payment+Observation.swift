import FerryCore

extension Payment {
  /// Merges the provider's view. Totals only rise and decisions stay, so that the order of observations does not
  /// matter. Amounts must be of the payment's currency.
  /// - Parameter capturesOnce: True if a partial capture releases the rest.
  mutating func merge(_ charge: ChargeObservation, capturesOnce: Bool) {
    captured = Self.more(captured, charge.captured)
    refunded = Self.more(refunded, charge.refunded)
    // The amount of a charge that is undecided, declined or voided does not show what was authorized.
    if charge.holdsMoney { authorized = Self.more(authorized, charge.authorized) }
    if let found = charge.facts, found != PaymentFacts() { facts = facts?.merged(with: found) ?? found }
    if let moment = charge.lapsesAt { lapsesAt = min(lapsesAt ?? moment, moment) }
    switch charge.state {
    case .pending: wasPending = true
    case .authorized: wasDecided = true
    case .captured:
      wasDecided = true
      if capturesOnce, charge.captured.minorUnits < charge.authorized.minorUnits { release(.afterCapture) }
    case .capturing:
      wasDecided = true
      wasCapturing = true
    case .declined(let reason):
      wasDecided = true
      decline(reason)
    case .voided:
      wasDecided = true
      release(charge.release ?? .byProvider)
    case .unrecognised: break
    }
    for index in operations.indices where operations[index].isUnderWay {
      if let state = reached(operations[index]) { operations[index].state = state }
    }
  }

  /// A person has found that the authorization has lapsed, which the provider does not say.
  mutating func lapse() { release(.lapsed) }

  private mutating func release(_ reason: Release) {
    wasVoided = true
    release = release.map { $0.rawValue < reason.rawValue ? $0 : reason } ?? reason
  }

  mutating func merge(_ report: OperationReport) {
    guard let index = operations.firstIndex(where: { $0.id == report.operation }) else { return }
    if operations[index].reference == nil { operations[index].reference = report.reference }
    guard operations[index].isUnderWay else { return }
    if let amount = report.amount, amount != operations[index].amount, report.state != .lost {
      // Only the provider's agreement or a person clears it.
      operations[index].reportedAmount = operations[index].reportedAmount.map { Self.more($0, amount) } ?? amount
      operations[index].state = .unknown
      return
    }
    switch report.state {
    case .done:
      operations[index].reportedAmount = nil
      operations[index].state = .succeeded
      include(operations[index])
    case .pending where operations[index].state == .unknown && operations[index].reportedAmount == nil:
      operations[index].state = .pending
    case .pending: break
    case .lost: operations[index].state = .unknown
    }
  }

  /// Closes an operation of unknown outcome by a person's decision.
  /// - Parameter moved: The amount that the provider has carried out; nil if it has carried out nothing.
  mutating func decide(_ id: OperationID, moved: Money?) {
    guard let index = operations.firstIndex(where: { $0.id == id }) else { return }
    guard let moved else {
      operations[index].state = .failed(.notAllowed)
      return
    }
    operations[index].reportedAmount = moved == operations[index].amount ? nil : moved
    operations[index].state = .succeeded
    include(operations[index])
  }

  /// The totals may have been read before the operation was done, or not at all. They must include it, because the next
  /// operation is measured by them.
  private mutating func include(_ operation: Operation) {
    let (sum, overflow) = operation.before.minorUnits.addingReportingOverflow(operation.moved.minorUnits)
    let total = Money(minorUnits: overflow ? operation.before.minorUnits : sum, currency)
    switch operation.kind {
    case .capture: captured = Self.more(captured, total)
    case .refund: refunded = Self.more(refunded, total)
    case .void: release(.byMerchant)
    }
  }

  /// Keeps the same one of several reasons, in whatever order they come.
  mutating func decline(_ reason: DeclineReason) {
    declined = declined.map { $0.rawValue < reason.rawValue ? $0 : reason } ?? reason
  }

  /// The state of an operation under way that the totals show; nil if they leave it open.
  private func reached(_ operation: Operation) -> Operation.State? {
    guard operation.reportedAmount == nil else { return nil }
    switch operation.kind {
    case .capture:
      if captured.minorUnits >= operation.before.minorUnits + operation.amount.minorUnits { return .succeeded }
      if let declined { return .failed(.declined(declined)) }
      return wasVoided ? .failed(.notAllowed) : nil
    case .refund where operation.isNamed: return nil
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
  /// True if neither an authorization nor a capture is being decided.
  var isAtRest: Bool {
    switch state {
    case .authorized, .captured, .declined, .voided: true
    case .pending, .capturing, .unrecognised: false
    }
  }

  /// True if the provider has held the charge's money for us, so that its amount must be the agreed one.
  var holdsMoney: Bool {
    switch state {
    case .authorized, .capturing, .captured: true
    case .voided: captured.isPositive
    case .pending, .declined, .unrecognised: false
    }
  }
}
