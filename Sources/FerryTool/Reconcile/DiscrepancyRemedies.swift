import FerryCheckout
import FerryCore
import FerryHTTP

extension Discrepancy {
  var meaning: String {
    switch kind {
    case .orderNotPaid: "The shop lists the order as paid, but Ferry has no payment for it."
    case .orderUnknown: "The order is paid, but the shop's list does not contain it."
    case .orderNotCounted: "The order is paid, but the shop lists it as unpaid or cancelled."
    case .orderTotal: "The shop's total is not the amount that the buyer agreed to pay."
    case .orderCaptured: "The shop lists another captured amount."
    case .orderRefunded: "The shop lists another refunded amount."
    case .paidTwice: "Another checkout of the same order is paid, too."
    case .overdue: "A step of this checkout is overdue."
    case .undecided where operation != nil: "The outcome of an operation is unknown: it may have happened."
    case .undecided: "The checkout is held and needs a person's decision."
    case .refundExcess: "The provider has refunded more than it has captured. Ferry's amount is the capture."
    case .ledger: "The ledger's entries do not add up to the amounts of the payment."
    case .chargeUnrecorded: "The provider has a payment for this checkout that Ferry has not recorded."
    case .chargeUnknown: "The provider has a charge that belongs to no checkout of Ferry."
    case .chargeMissing: "The provider does not know the charge of this payment."
    case .captured: "The provider has captured another amount."
    case .refunded: "The provider has refunded another amount."
    case .held: "The provider has authorized another amount."
    case .refundUnknown: "The provider has refunded a charge that Ferry does not know."
    }
  }

  var remedy: String {
    let id = checkout?.text ?? "ID"
    return switch kind {
    case .orderNotPaid: "Find out why the shop marked the order as paid, before shipping it."
    case .orderUnknown:
      """
      Resend the webhook with `ferry webhooks retry \(id)`. If the shop has no such order, refund it with `ferry payments \
      refund \(id)`.
      """
    case .orderNotCounted, .orderCaptured, .orderRefunded: "Resend the webhook with `ferry webhooks retry \(id)`."
    case .orderTotal:
      "Compare the shop's price with `ferry checkouts show \(id)`. The buyer agreed to Ferry's amount."
    case .paidTwice: "Decide which payment to keep, and refund the other one with `ferry payments refund \(id)`."
    case .overdue:
      """
      `ferry checkouts show \(id)` shows what is overdue. Fix the cause and try again with --repair, or stop waiting with \
      `ferry checkouts resolve \(id) hold`.
      """
    case .undecided: decision(id)
    case .refundExcess: "Look up the refunds in the provider's console, and reclaim the excess."
    case .ledger: "Ferry does not repair the ledger. Compare `ferry checkouts show \(id)` with the last backup."
    case .chargeUnrecorded, .captured, .refunded, .held:
      "Let Ferry ask the provider again with --repair. If the difference remains, check the provider's console."
    case .chargeUnknown, .refundUnknown:
      """
      Look it up in the provider's console. Another system may use the account, or the database was restored from an \
      old backup.
      """
    case .chargeMissing:
      "Look it up in the provider's console. Compare account, region and mode with the settings."
    }
  }

  /// The commands that decide it.
  private func decision(_ id: String) -> String {
    let amount = provider.map { " --amount \($0.decimal)" } ?? ""
    let console = "Look it up in the provider's console, then run `ferry checkouts resolve \(id)"
    guard let operation else { return "\(console) accept\(amount)`, or with `reject` or `ask`." }
    return "\(console) happened --operation \(operation)\(amount)`, or with `didNotHappen --operation \(operation)`."
  }
}

extension ServerClient {
  /// Lets the running server ask the provider again about payments with discrepancies. The server stores the provider's
  /// answers; this writes no amount.
  /// - Throws: `CommandFailure` if the server cannot be asked.
  func repairs(of discrepancies: [Discrepancy]) async throws -> [ReconciliationReport.Repair] {
    var seen: Set<CheckoutID> = []
    var repairs: [ReconciliationReport.Repair] = []
    let doubtful = discrepancies.filter(\.isForTheProvider).compactMap(\.checkout)
    for checkout in doubtful where seen.insert(checkout).inserted {
      repairs.append(ReconciliationReport.Repair(checkout: checkout.text, result: try await repair(checkout)))
    }
    return repairs
  }

  private func repair(_ checkout: CheckoutID) async throws -> String {
    do {
      let answer: Answer<CheckoutBody> = try await post("/v1/checkouts/\(checkout.text)/check")
      return answer.isDone ? "the provider answered" : "the provider has not answered yet"
    } catch let failure as CommandFailure {
      switch failure.problem?.type {
      case .wrongPhase?: return "held: decide about it with `ferry checkouts resolve`"
      case .notFound?: return "not asked: the key is for another shop or mode"
      default: throw failure
      }
    }
  }
}
