public import FerryCore

extension Charge {
  /// What can still be refunded of this charge, by what it says itself: refunds that are not decided yet do not show in it.
  /// Nil for a charge that is not captured, or whose amounts cannot be read.
  public var refundable: Money? {
    guard state == .known(.captured), let captured = captureAmount?.money else { return nil }
    guard let refunded = refunded(of: captured) else { return nil }
    return try? AmountRules.refundable(captured: captured, refunded: refunded)
  }

  /// Checks a refund of this charge before it is asked for.
  /// - Throws: `InvalidField`, also for a refunded amount that is there and cannot be read: it could be all of it. Nothing
  ///   for a charge that does not say what was captured.
  public func check(refund amount: Money) throws(InvalidField) {
    guard let captured = captureAmount?.money else { return }
    guard let refunded = refunded(of: captured) else {
      throw InvalidField(field: "refundedAmount", fault: .unreadable)
    }
    try AmountRules.check(refund: amount, captured: captured, refunded: refunded)
  }

  /// What the charge says was refunded; zero where it says nothing, nil where it cannot be read.
  private func refunded(of captured: Money) -> Money? {
    if let refundedAmount { return refundedAmount.money }
    return additional["refundedAmount"] == nil ? .zero(captured.currency) : nil
  }

  /// Checks a capture of this charge before it is asked for.
  /// - Throws: `InvalidField`; nothing for a charge that does not say its amount.
  public func check(capture amount: Money, allowsOvercharge: Bool = false) throws(InvalidField) {
    guard let authorized = chargeAmount?.money else { return }
    try AmountRules.check(capture: amount, authorized: authorized, allowsOvercharge: allowsOvercharge)
  }
}
