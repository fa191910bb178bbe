import AsyncHTTPClient
import FerryCheckout
import FerryEngine
import FerrySQLite
import FerryScriptedBuyer
import NIOHTTP1
import Synchronization

/// A server that is killed while many payments wait for their outcome, and started again.
struct Recovery: Sendable {
  let program: DemoProgram
  let folder: String
  let client: HTTPClient

  /// A buyer who has approved the payment and has not come back yet.
  private struct Approved: Sendable {
    let buyer: ScriptedCheckout
    let session: ScriptedCheckout.Session

    /// Comes back, and gives up waiting for the page after a while. The server has heard of it.
    func comeBack(patience: Duration) async {
      await withDiscardingTaskGroup { group in
        group.addTask { try? await buyer.comeBackFromPayment(session) }
        try? await ContinuousClock().sleep(for: patience)
        group.cancelAll()
      }
    }
  }

  struct Outcome: Sendable {
    /// Live checkouts when the server came back.
    let leftInFlight: Int
    /// From the start of the process until none is live.
    let duration: Duration
  }

  /// Approves a number of payments while the provider completes none, lets Ferry hear of them, kills Ferry, mends the provider,
  /// waits until all that was planned is due again, and starts Ferry. The sandbox runs.
  func run(_ count: Int) async throws -> Outcome {
    try await program.running(.shop, folder, client) { shop in
      let load = CheckoutLoad(target: try program.target(folder), client: client)
      let sessions = Mutex<[Approved]>([])
      // From the beginning: else those that are approved first are paid before the last are.
      try await fail()
      _ = try await load.repeated(count, by: 16) { reference in
        let buyer = load.scripted()
        let session = try await buyer.approve(reference: reference)
        sessions.withLock { $0.append(Approved(buyer: buyer, session: session)) }
      }
      await comeBack(sessions.withLock { $0 })
      try shop.killNow()
    }
    try await mend()
    // An outage: whatever was put off is due when the server comes back.
    try await ContinuousClock().sleep(for: .seconds(20))
    return try await recover(count)
  }

  /// All buyers return at once; none waits for the answer for long.
  private func comeBack(_ approved: [Approved]) async {
    let turns = Turns(approved.count)
    await withDiscardingTaskGroup { group in
      for _ in 0..<min(256, approved.count) {
        group.addTask {
          while let number = turns.next() { await approved[number].comeBack(patience: .milliseconds(500)) }
        }
      }
    }
  }

  private func recover(_ count: Int) async throws -> Outcome {
    let clock = ContinuousClock()
    let reader = try SQLiteReader(path: folder + "/ferry.sqlite")
    let live = CheckoutFilter(isLive: true)
    let left = try await reader.checkouts(live, limit: count).count
    let start = clock.now
    let duration = try await program.running(.shop, folder, client) { _ in
      while try await !reader.checkouts(live, limit: 1).isEmpty { try await clock.sleep(for: .milliseconds(20)) }
      return start.duration(to: clock.now)
    }
    return Outcome(leftInFlight: left, duration: duration)
  }

  private func fail() async throws {
    try await control(
      .POST,
      #"{"kind": "errorBeforeExecution", "status": 503, "operation": "completeCheckoutSession", "perThousand": 1000}"#)
  }

  private func mend() async throws { try await control(.DELETE, nil) }

  private func control(_ method: HTTPMethod, _ body: String?) async throws {
    var request = HTTPClientRequest(url: program.sandbox + "/control/faults")
    request.method = method
    if let body {
      request.headers = ["content-type": "application/json"]
      request.body = .bytes(Array(body.utf8))
    }
    _ = try await client.text(request)
  }
}
