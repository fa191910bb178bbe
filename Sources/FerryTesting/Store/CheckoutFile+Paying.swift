public import FerryCheckout
public import FerryCore
public import FerryEngine

extension CheckoutFile {
  /// Takes an attempt from its opening to where its order is paid, by what a provider without faults would answer: the money
  /// is captured, or held where it is to be captured later.
  ///
  /// - Parameters:
  ///   - session: The provider's id of its session.
  ///   - charge: The provider's id of the charge.
  /// - Returns: What has moved, for the change that the file is committed with.
  /// - Throws: `Refusal` for an attempt that is not just opened.
  public mutating func pay(
    session: String = "S-1", charge: String, at now: Moment = SampleAttempt.start
  ) throws(Refusal) -> [LedgerEntry] {
    let chosen = Observation(
      sessionReference: session, session: .open,
      selection: Selection(fingerprint: "chosen", region: "Tokyo", country: "JP"))
    var ledger: [LedgerEntry] = []
    ledger += try take(.leave(change: nil), now)
    ledger += try take(.returned(session: session), now)
    ledger += try take(.performed(checkout.lastCommand, .observed(chosen)), now)
    let total = checkout.quote?.total ?? .zero(checkout.content.currency)
    ledger += try take(.confirm(revision: checkout.revision, total: total), now)
    ledger += try take(.performed(checkout.lastCommand, .observed(chosen)), now)
    let page = Observation(
      sessionReference: session, session: .open, asked: total, paymentPage: "https://provider.example/pay/\(session)")
    ledger += try take(.performed(checkout.lastCommand, .observed(page)), now)
    ledger += try take(.returned(session: session), now)
    let isHeld = checkout.capture == .manual
    let captured = Observation(
      sessionReference: session, session: .completed,
      charge: ChargeObservation(
        reference: charge, state: isHeld ? .authorized : .captured, authorized: total,
        captured: isHeld ? .zero(total.currency) : total, refunded: .zero(total.currency)))
    ledger += try take(.performed(checkout.lastCommand, .observed(captured)), now)
    return ledger
  }

  private mutating func take(_ event: Event, _ now: Moment) throws(Refusal) -> [LedgerEntry] {
    try checkout.receive(event, at: now, for: &order).ledger
  }
}
