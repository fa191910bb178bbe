import FerryCheckout
import FerryCore
import FerryReconciliation

/// Asks the running server to ask the provider again about payments that the provider has otherwise. The server stores
/// what the provider answers; nothing here writes an amount.
struct ReconciliationRepair {
  private let server: ServerClient

  init(_ server: ServerClient) { self.server = server }

  /// What was done about a checkout.
  struct Repair: Hashable, Sendable, Encodable {
    let checkout: String
    let result: String
  }

  /// - Throws: `CommandFailure` if the server cannot be asked.
  func repairs(of discrepancies: [Discrepancy]) async throws -> [Repair] {
    var seen: Set<CheckoutID> = []
    var repairs: [Repair] = []
    for checkout in discrepancies.filter(\.isForTheProvider).compactMap(\.checkout) where seen.insert(checkout).inserted
    {
      repairs.append(Repair(checkout: checkout.text, result: try await repair(checkout)))
    }
    return repairs
  }

  private func repair(_ checkout: CheckoutID) async throws -> String {
    do {
      let answer: ServerClient.Answer<CheckoutBody> = try await server.post("/v1/checkouts/\(checkout.text)/check")
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
