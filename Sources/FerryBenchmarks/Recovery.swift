import AsyncHTTPClient
import DemoShop
import FerryCore
import Foundation
import NIOHTTP1
import Synchronization

/// A server is killed while many payments wait for their outcome, and restarted.
struct Recovery: Sendable {
  let program: DemoProgram
  let folder: String
  let client: HTTPClient

  /// A buyer who has approved the payment and has not returned yet.
  private struct Approved: Sendable {
    let buyer: ScriptedCheckout
    let session: ScriptedCheckout.Session

    /// Returns, and stops waiting for the page after a while. The server knows by then.
    func comeBack(patience: Duration) async {
      await withDiscardingTaskGroup { group in
        group.addTask { try? await buyer.comeBackFromPayment(session) }
        try? await ContinuousClock().sleep(for: patience)
        group.cancelAll()
      }
    }
  }

  struct Outcome: Sendable {
    /// Live checkouts when the server was killed.
    let leftInFlight: Int
    /// From the start of the process until none is live.
    let duration: Duration
  }

  /// Approves a number of payments, lets the provider fail, lets the buyers return, kills the server, repairs the provider,
  /// waits until every retry is due, and starts the server. The sandbox runs all the time.
  func run(_ count: Int) async throws -> Outcome {
    // The server asks about no buyer by itself: all payments are unsettled when the buyers return.
    let left = try await program.running(.shop, folder, client, ["--quiet-schedule", "86400"]) { shop in
      let load = CheckoutLoad(target: try program.target(folder), client: client)
      let sessions = Mutex<[Approved]>([])
      _ = try await load.repeated(count, by: 16) { reference in
        let buyer = load.scripted()
        let session = try await buyer.approve(reference: reference)
        sessions.withLock { $0.append(Approved(buyer: buyer, session: session)) }
      }
      try await control(.POST, #"{"kind": "errorBeforeExecution", "status": 503, "perThousand": 1000}"#)
      await comeBack(sessions.withLock { $0 })
      let left = try await live()
      try shop.killNow()
      return left
    }
    try await control(.DELETE, nil)
    try await ContinuousClock().sleep(for: .seconds(20))
    return Outcome(leftInFlight: left, duration: try await recover())
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

  private func recover() async throws -> Duration {
    let clock = ContinuousClock()
    let start = clock.now
    return try await program.running(.shop, folder, client) { _ in
      while try await live(atMost: 1) > 0 { try await clock.sleep(for: .milliseconds(20)) }
      return start.duration(to: clock.now)
    }
  }

  private struct Page: Decodable {
    struct Checkout: Decodable {
      let id: String
    }

    let checkouts: [Checkout]
    let next: String?
  }

  /// The number of live checkouts.
  private func live(atMost limit: Int = .max) async throws -> Int {
    let target = try program.target(folder)
    var count = 0
    var after = ""
    while count < limit {
      var request = HTTPClientRequest(
        url: "\(target.ferry)/v1/checkouts?state=live&limit=\(min(limit - count, 200))\(after)")
      request.headers = ["authorization": "Bearer \(target.secretKey.reveal())"]
      let page = try JSONDecoder().decode(Page.self, from: Data(try await client.text(request).utf8))
      count += page.checkouts.count
      guard let next = page.next else { break }
      after = "&after=\(next)"
    }
    return count
  }

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
