import FerryCheckout
import FerryCore
import FerryHTTP
import FerryReconciliation

extension Discrepancy {
  var meaning: String {
    switch kind {
    case .orderNotPaid: "The shop counts it as paid, and Ferry has no payment for it."
    case .orderUnknown: "It is paid, and the shop's list has no such order."
    case .orderNotCounted: "It is paid, and the shop counts it as unpaid or cancelled."
    case .orderTotal: "The shop's total is not what the buyer has agreed to pay."
    case .orderCaptured: "The shop has taken another amount down as captured."
    case .orderRefunded: "The shop has taken another amount down as refunded."
    case .paidTwice: "Another checkout of the same order holds money, too."
    case .overdue: "Something of this checkout takes longer than it should."
    case .undecided where operation != nil: "The outcome of an operation is unknown: it may have happened."
    case .undecided: "The checkout is held, and waits for a person's decision."
    case .refundExcess: "The provider has refunded more than it has captured; Ferry's amount is the capture."
    case .ledger: "The ledger's entries do not come to what the payment says."
    case .chargeUnrecorded: "The provider has money of this checkout, and Ferry has not taken it in."
    case .chargeUnknown: "The provider has a charge that no checkout of Ferry's is about."
    case .chargeMissing: "The provider does not know the charge of this payment."
    case .captured: "The provider has captured another amount."
    case .refunded: "The provider has given back another amount."
    case .held: "The provider holds another amount for a later capture."
    case .refundUnknown: "The provider has given back money of a charge that is not known here."
    }
  }

  var remedy: String {
    let id = checkout?.text ?? "ID"
    return switch kind {
    case .orderNotPaid: "Find out why the shop has marked it paid, before the goods leave."
    case .orderUnknown:
      """
      Have the shop told again (`ferry webhooks list` has the messages). If it has no such order, give the money back: POST \
      /v1/checkouts/\(id)/refund.
      """
    case .orderNotCounted, .orderCaptured, .orderRefunded:
      "Have the shop told again: `ferry webhooks list` has the messages, POST /v1/webhooks/MESSAGE/retry sends one."
    case .orderTotal:
      "Compare the shop's price with `ferry checkouts show \(id)`; the buyer has agreed to Ferry's amount."
    case .paidTwice: "Decide which one is kept, and give the other back: POST /v1/checkouts/\(id)/refund."
    case .overdue:
      """
      `ferry checkouts show \(id)` tells what. Mend its cause and have it tried again (--repair), or decide it: POST \
      /v1/checkouts/\(id)/resolve with "hold".
      """
    case .undecided: decision(id)
    case .refundExcess: "Look the refunds up in the provider's console, and claim what went out too much."
    case .ledger: "Nothing repairs the ledger by itself. Compare `ferry checkouts show \(id)` with the last backup."
    case .chargeUnrecorded, .captured, .refunded, .held:
      "Have the provider asked again: --repair, or POST /v1/checkouts/\(id)/check. If it stays, look into its console."
    case .chargeUnknown, .refundUnknown:
      "Find it in the provider's console. Another system may use the account, or the database be older than its orders."
    case .chargeMissing: "Look for it in the provider's console; compare account, region and mode with the settings."
    }
  }

  /// The commands that decide it.
  private func decision(_ id: String) -> String {
    let amount = provider.map { " --amount \($0.decimal)" } ?? ""
    let console = "Look it up in the provider's console, then decide: `ferry checkouts resolve \(id)"
    guard let operation else { return "\(console) accept\(amount)`, or `reject`, or `ask`." }
    return "\(console) happened --operation \(operation)\(amount)`, or `didNotHappen --operation \(operation)`."
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
      return answer.isDone ? "asked, and answered" : "asked, and not answered yet"
    } catch let failure as CommandFailure {
      switch failure.problem?.type {
      case .wrongPhase?: return "held: a person decides it, with `ferry checkouts resolve`"
      case .notFound?: return "not asked: the key is of another shop or mode"
      default: throw failure
      }
    }
  }
}
