import FerryCheckout
import FerryCore
import FerryEngine
import FerryProvider
import FerryTesting
import HTTPTypes
import Logging
import Synchronization

/// Two servers that share the data of one store, each with a lease, an engine, and a line to the bank of its own.
struct TwoServers: Sendable {
  struct Server: Sendable {
    let store: MemoryStore
    let engine: Engine
    let line: HeldLine

    /// Runs until the task is cancelled: its lease ends then.
    func run() async throws {
      try await whileRunning({ try await store.run() }) { try await engine.run() }
    }
  }

  static let endpoint = WebhookEndpoint(
    id: "orders", shop: "books", mode: .test, url: "https://shop.example/webhooks",
    secrets: [WebhookSecret(SequentialRandomness(seed: 7))])

  let time: VirtualTime
  let bank: CapturingBank
  let posts: HeldPosts
  let first: Server
  let second: Server

  init(repeats: Bool = false) {
    let time = VirtualTime()
    let bank = CapturingBank(time, repeats: repeats)
    let posts = HeldPosts()
    let data = MemoryStore()
    self.time = time
    self.bank = bank
    self.posts = posts
    func server(_ number: UInt64) -> Server {
      let store = MemoryStore(sharing: data, time: time)
      let line = HeldLine(bank, time)
      let engine = Engine(
        store: store, providers: [bank], transport: line, time: time, randomness: SequentialRandomness(seed: number),
        webhooks: Webhooks(endpoints: [Self.endpoint], transport: posts.transport(of: number)),
        logger: Logger(label: "server") { _ in SwiftLogNoOpLogHandler() }
      ) { _ in ProviderReturnURLs(select: "", pay: "", cancel: "") }
      return Server(store: store, engine: engine, line: line)
    }
    first = server(1)
    second = server(2)
  }

  /// Runs these servers during some work.
  func run<Result: Sendable>(
    _ servers: Server..., work: @escaping @Sendable () async throws -> Result
  ) async throws -> Result {
    try await time.run(limit: .seconds(7 * 86_400)) {
      try await whileRunning(
        {
          try await withThrowingTaskGroup(of: Void.self) { group in
            for server in servers { group.addTask { try await server.run() } }
            try await group.waitForAll()
          }
        }, work)
    }
  }

  /// A checkout of the first server with 4400 authorized yen.
  func authorized(_ name: String = "one") async throws -> CheckoutID {
    try await SampleAttempt(name, capture: .manual).open(in: first.store) { file in
      _ = try file.pay(charge: "C-\(name)")
    }
    return CheckoutID(name)
  }

  /// Pauses the first server, and returns when its lease has lapsed.
  func pauseFirst() async throws {
    first.store.pause()
    try await time.sleep(for: .seconds(11))
    // It may not be running.
    second.store.renew()
  }

  /// Continues the first server, and returns when it has done what it was about to do.
  func resumeFirst() async throws {
    first.store.resume()
    try await time.sleep(for: .seconds(2))
  }

  func capture(_ id: CheckoutID) async throws -> Operation.State? {
    try await second.store.file(id)?.checkout.payment?.operations.first { $0.kind == .capture }?.state
  }

  /// Returns when the capture is in a state, or after an hour.
  func wait(for id: CheckoutID, _ state: Operation.State) async throws -> Bool {
    let file = try await second.engine.wait(for: id, within: .seconds(3600)) { file in
      file.checkout.payment?.operations.first { $0.kind == .capture }?.state == state
    }
    return file.checkout.payment?.operations.first { $0.kind == .capture }?.state == state
  }
}

/// A shop's webhook endpoint. It answers one server as a test wants, and holds that answer until `release`.
final class HeldPosts: Sendable {
  private let state = Mutex<(statuses: [UInt64: Int], held: UInt64?, posts: [UInt64])>(([:], nil, []))
  private let held = AsyncStream<Void>.makeStream()
  private let released = AsyncStream<Void>.makeStream()

  /// The servers that have posted, in order.
  var posts: [UInt64] { state.withLock(\.posts) }

  func answer(_ server: UInt64, _ status: Int) { state.withLock { $0.statuses[server] = status } }

  /// Holds the answer to the next post of a server.
  func hold(_ server: UInt64) { state.withLock { $0.held = server } }

  func whenHeld() async { for await _ in held.stream {} }

  func release() { released.continuation.finish() }

  func transport(of server: UInt64) -> any WebhookTransport { Transport(endpoint: self, server: server) }

  private struct Transport: WebhookTransport {
    let endpoint: HeldPosts
    let server: UInt64

    func post(_ request: WebhookRequest, timeout: Duration) async throws(WebhookFailure) -> WebhookAnswer {
      let (status, isHeld) = endpoint.state.withLock { state in
        state.posts.append(server)
        defer { if state.held == server { state.held = nil } }
        return (state.statuses[server] ?? 204, state.held == server)
      }
      if isHeld {
        endpoint.held.continuation.finish()
        for await _ in endpoint.released.stream {}
      }
      return WebhookAnswer(status: status)
    }
  }
}
