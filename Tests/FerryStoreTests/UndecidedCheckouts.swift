import FerryCheckout
import FerryCore
import FerryEngine
import FerryTesting

extension Store {
  /// Adds paid checkouts that began at `SampleAttempt.start`. "unknown" has a refund of unknown outcome, "pending" one that the
  /// provider is deciding about; "held" waits for a person because a second charge contradicts the first; "paid" needs nothing.
  func addUndecidedCheckouts() async throws {
    for name in ["unknown", "pending", "held", "paid"] {
      try await SampleAttempt(name).open(in: self)
      try await update(CheckoutID(name)) { file, change in
        change.ledger = try file.pay(charge: "C-\(name)")
        change.ledger += try file.bring(to: name)
      }
    }
  }
}

extension CheckoutFile {
  /// - Returns: The ledger entries.
  fileprivate mutating func bring(to state: String) throws(Refusal) -> [LedgerEntry] {
    switch state {
    case "unknown", "pending":
      let requested = try receive(.refund("refund", .yen(500)))
      let outcome: Outcome = state == "unknown" ? .parked : .observed(Observation())
      let answered = try receive(.performed(checkout.lastCommand, outcome))
      return requested + answered
    case "held":
      let second = ChargeObservation(
        reference: "C-second", state: .captured, authorized: .yen(1), captured: .yen(1), refunded: .yen(0))
      return try receive(
        .performed(checkout.lastCommand, .observed(Observation(sessionReference: "S-1", charge: second))))
    default: return []
    }
  }

  private mutating func receive(_ event: Event) throws(Refusal) -> [LedgerEntry] {
    try checkout.receive(event, at: SampleAttempt.start, for: &order).ledger
  }
}
