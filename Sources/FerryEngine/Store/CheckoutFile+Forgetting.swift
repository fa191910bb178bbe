public import FerryCheckout
public import FerryCore

extension CheckoutFile {
  /// Forgets who bought, when that is no longer needed to finish the checkout. Money and timeline stay.
  /// - Throws: `Refusal.wrongPhase` while the checkout is not final: its buyer could not be shown what is agreed to.
  public mutating func forgetBuyer(_ change: inout Change, at now: Moment) throws(Refusal) {
    guard checkout.phase.isFinal else { throw .wrongPhase(checkout.phase.name) }
    guard details != nil else { return }
    details = nil
    change.log.append(LogEntry(at: now, .event("buyer forgotten", phase: checkout.phase.name.rawValue)))
  }
}
