import DemoShop
import FerryCheckout
import FerryCore
import FerryEngine
import FerrySandbox
import FerrySimulation

/// Buyers who shop at all providers, and their shops, while servers crash.
struct CrashLoad: Sendable {
  /// The address of the checkout server.
  let server: String
  let secretKey: Secret<String>
  let sandboxes: CrashSandboxes
  let seed: UInt64
  let buyers: Int
  let tally: CrashTally
  let transport: any ShopTransport
  private let time = SystemTime()

  struct Stuck: Error, CustomStringConvertible {
    let description: String
  }

  init(
    server: String, secretKey: Secret<String>, sandboxes: CrashSandboxes, seed: UInt64, buyers: Int, tally: CrashTally
  ) {
    self.server = server
    self.secretKey = secretKey
    self.sandboxes = sandboxes
    self.seed = seed
    self.buyers = buyers
    self.tally = tally
    transport = PatientTransport(NetworkTransport(client: sandboxes.client))
  }

  /// Lets the buyers shop until the body is done.
  func during(_ body: () async throws -> Void) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<buyers {
        group.addTask { try await shop(number) }
      }
      try await body()
      group.cancelAll()
      while let result = await group.nextResult() {
        if case .failure(let error) = result, !(error is CancellationError) { throw error }
      }
    }
  }

  private func shop(_ number: Int) async throws {
    let bench = CrashSandboxes.providers[number % CrashSandboxes.providers.count]
    for turn in 0... {
      // Two orders on the provider's page, then two in its menu.
      let isMenu = bench.hasMenu && turn / 2 % 2 == 1
      let buyer = StubbornBuyer(bench, target(bench, isMenu ? try .menu : nil), isMenu: isMenu, transport, tally)
      try await buyer.shop(
        "crash-\(seed)-\(turn * buyers + number)", BuyerHabit(turn + number / CrashSandboxes.providers.count))
    }
  }

  private func target(_ bench: ProviderBench, _ options: ProviderOptions? = nil) -> ScriptedCheckout.Target {
    ScriptedCheckout.Target(
      ferry: server, sandbox: sandboxes.address(of: bench), secretKey: secretKey,
      purchase: ScriptedPurchase(
        provider: bench.sandbox.id, language: bench.language, order: bench.order, options: options))
  }

  // MARK: The end

  /// Approved checkouts must end by themselves; the others are cancelled, as by a shop.
  func finish(_ books: any CrashBooks) async throws {
    let approved = await tally.approved
    try await until("checkouts whose buyers approved", books) { live in
      live.filter { approved.contains($0.checkout.id.text) }
    }
    let scripted = ScriptedCheckout(target(CrashSandboxes.providers[0]), transport: transport)
    for file in try await books.checkouts(CheckoutFilter(phases: .unfinished), limit: 100_000) {
      // Meanwhile it may have ended by itself, and be refused.
      do { _ = try await scripted.cancel(file.checkout.id.text) } catch is DemoShop.Unexpected {}
    }
    try await until("checkouts", books) { $0 }
    // Nothing needs a person: each of these operations can be asked about.
    try await until("operations", books, CheckoutFilter(payment: .pending)) { $0 }
  }

  private func until(
    _ what: String, _ books: any CrashBooks, _ filter: CheckoutFilter = CheckoutFilter(phases: .unfinished),
    _ open: ([CheckoutFile]) -> [CheckoutFile]
  ) async throws {
    let deadline = time.now + Patience.limit
    while true {
      let left = open(try await books.checkouts(filter, limit: 100_000))
      if left.isEmpty { return }
      guard time.now < deadline else {
        for record in try await books.log(left[0].checkout.id, after: 0, limit: 1000) { print("  \(record.entry)") }
        let states = left.prefix(5).map { file in
          let operations = file.checkout.payment?.operations.map { "\($0.kind) \($0.state)" } ?? []
          return "\(file.checkout.id) of \(file.checkout.provider) \(file.checkout.phase) \(operations)"
        }
        throw Stuck(description: "\(left.count) \(what) come to no end: \(states.joined(separator: "; "))")
      }
      try await time.sleep(for: .milliseconds(100))
    }
  }
}

/// Turns the answer of a server that is unavailable for a moment into an error after which a stubborn buyer tries again.
private struct PatientTransport: ShopTransport {
  private struct Unavailable: Error {}

  private let transport: any ShopTransport

  init(_ transport: any ShopTransport) { self.transport = transport }

  func send(_ request: ShopRequest) async throws -> ShopAnswer {
    let answer = try await transport.send(request)
    guard answer.status != 503 else { throw Unavailable() }
    return answer
  }
}
