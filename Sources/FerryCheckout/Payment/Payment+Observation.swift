import FerryCore

extension Payment {
  /// Takes in what the provider says. Totals only rise, and what was decided stays, so that the order of observations does
  /// not matter. Amounts must be of the payment's currency.
  mutating func merge(_ charge: ChargeObservation) {
    authorized = Self.more(authorized, charge.authorized)
    captured = Self.more(captured, charge.captured)
    refunded = Self.more(refunded, charge.refunded)
    switch charge.state {
    case .pending: wasPending = true
    case .authorized, .captured: wasDecided = true
    case .capturing:
      wasDecided = true
      wasCapturing = true
    case .declined(let reason):
      wasDecided = true
      declined = declined.map { $0.rawValue < reason.rawValue ? $0 : reason } ?? reason
    case .voided:
      wasDecided = true
      voided = Self.more(
        voided,
        Money(minorUnits: max(0, authorized.minorUnits - captured.minorUnits), authorized.currency))
    case .unrecognised: break
    }
    for index in operations.indices where operations[index].isUnderWay && isReached(operations[index]) {
      operations[index].state = .succeeded
    }
  }

  private func isReached(_ operation: Operation) -> Bool {
    switch operation.kind {
    case .capture: captured.minorUnits >= operation.before.minorUnits + operation.amount.minorUnits
    case .refund: refunded.minorUnits >= operation.before.minorUnits + operation.amount.minorUnits
    case .void: voided.minorUnits > operation.before.minorUnits
    }
  }

  private static func more(_ one: Money, _ other: Money) -> Money {
    other.minorUnits > one.minorUnits ? other : one
  }
}
