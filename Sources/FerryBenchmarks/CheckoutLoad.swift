import AsyncHTTPClient
import FerryCore
import FerryScriptedBuyer

/// Buyers who pay one order after another, each as fast as the answers come.
struct CheckoutLoad: Sendable {
  let target: ScriptedCheckout.Target
  let client: HTTPClient

  struct NotPaid: Error, CustomStringConvertible {
    let phase: String
    var description: String { "A checkout ended as \(phase) instead of paid." }
  }

  /// Pays a number of orders.
  /// - Returns: How long it took.
  func pay(_ count: Int, buyers: Int, times: StepTimes = StepTimes()) async throws -> Duration {
    try await repeated(count, by: buyers) { reference in
      let checkout = try await scripted().run(reference: reference) { times.record($0, $1) }
      guard checkout.phase == .paid else { throw NotPaid(phase: checkout.phase.rawValue) }
    }
  }

  /// A buyer with a browser of his own.
  func scripted() -> ScriptedCheckout { ScriptedCheckout(target, client: client) }

  /// Does something a number of times, so many at once.
  func repeated(
    _ count: Int, by workers: Int, _ work: @escaping @Sendable (_ reference: String) async throws -> Void
  ) async throws -> Duration {
    let run = SystemRandomness().token(bytes: 8)
    let turns = Turns(count)
    return try await ContinuousClock().measure {
      try await withThrowingDiscardingTaskGroup { group in
        for _ in 0..<workers {
          group.addTask {
            while let number = turns.next() { try await work("\(run)-\(number)") }
          }
        }
      }
    }
  }
}
