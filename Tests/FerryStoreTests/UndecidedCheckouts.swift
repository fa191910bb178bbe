import FerryCheckout
import FerryCore
import FerryEngine
import FerryTesting
import Testing

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

extension DatabaseReading {
  /// Expects the decisions that `addUndecidedCheckouts` leaves open, in a window that begins after those checkouts.
  func expectUndecided() async throws {
    let later = SampleAttempt.start + .seconds(9)..<SampleAttempt.start + .seconds(99)
    let payments = try await recordedPayments(of: SampleAttempt.account, window: later)
    let undecided = Dictionary(uniqueKeysWithValues: payments.map { ($0.checkout, $0.undecided) })
    #expect(
      undecided == [
        "held": Undecided(asked: .yen(4_400)),
        "unknown": Undecided(operation: "refund", asked: .yen(500), since: SampleAttempt.start),
      ])
  }

  /// Expects that the order of "paid" is found by its reference, and not by a reference that goes on after a NUL.
  func expectNoOrderBeforeNUL() async throws {
    let other = ProviderAccountID(provider: "bank", mode: .test)
    let later = SampleAttempt.start + .seconds(9)..<SampleAttempt.start + .seconds(99)
    func paid(_ reference: String) async throws -> Set<String> {
      try await orders([reference], of: "books", paidOutside: other)
    }
    func found(_ reference: String) async throws -> [CheckoutID] {
      try await recordedPayments(of: SampleAttempt.account, window: later, orders: [reference], of: "books")
        .map(\.checkout)
    }
    #expect(try await paid("ref-paid") == ["ref-paid"])
    #expect(try await found("ref-paid").contains("paid"))
    let refusal = StoreError.inconsistent("a text with a NUL")
    await #expect(throws: refusal) { try await paid("ref-paid\0again") }
    await #expect(throws: refusal) { try await found("ref-paid\0again") }
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
