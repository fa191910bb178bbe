import FerryCheckout
import FerryCore
import FerryEngine
import FerryHTTP
import FerryModule
import FerryProvider
import FerrySandbox
import FerrySimulation
import FerryTesting
import Logging
import Testing

/// The invented bank with its sandbox, for engines whose clock, store and connection are the test's own.
struct TestBank: Sendable {
  let sandbox: any SandboxModule & ProviderSandbox
  let transport: any ProviderTransport
  private let provider: any Provider
  private let time: any Timekeeper

  /// - Parameter time: The clock of the bank and of its engines.
  init(_ time: any Timekeeper) throws {
    let place = try SandboxedProvider(
      .testBank, at: try #require(Origin(ProviderWorld.sandboxOrigin)),
      shop: try #require(Origin(ProviderWorld.shopOrigin)), time, SequentialRandomness(seed: 2))
    sandbox = place.sandbox
    transport = SandboxTransport(sandbox: place.sandbox, time: time)
    provider = place.account.provider
    self.time = time
  }

  /// - Parameter transport: Nil for a connection without faults.
  func engine(
    _ store: any Store, _ transport: (any ProviderTransport)? = nil,
    randomness: any Randomness = SequentialRandomness(), backoff: Backoff = Backoff(), logger: Logger = .silent
  ) -> Engine {
    Engine(
      store: store, providers: [provider], transport: transport ?? self.transport, time: time,
      randomness: randomness, backoff: backoff, logger: logger
    ) { ProviderWorld.returnURLs($0.checkout.id, $0.roundTrips) }
  }

  /// Runs a test of at most an hour with a running engine.
  func running(
    on time: VirtualTime, _ store: any Store = MemoryStore(), _ test: @escaping @Sendable (Engine) async throws -> Void
  ) async throws {
    let engine = engine(store)
    try await time.run(limit: .seconds(3_600)) { try await engine.running { try await test(engine) } }
  }
}

extension Engine {
  /// Performs commands during some work.
  func running<Result: Sendable>(_ work: @escaping @Sendable () async throws -> Result) async throws -> Result {
    // A crash ends it with an error.
    try await whileRunning({ try? await self.run() }, work)
  }

  /// Creates a checkout at the test bank whose buyer leaves to pay, which commands the opening of a payment.
  func agreeAtTestBank(_ reference: String = "cart-1") async throws -> CheckoutID {
    let file = try await create(
      NewCheckout(
        reference: OrderReference(shop: "demo", mode: .test, reference: reference), key: nil, provider: "test-bank",
        kind: .browser, language: .english, capture: .automatic, content: ProviderBench.testBank.order)
    ).file
    let id = file.checkout.id
    try await update(id) { file, _ in file.buyerFacts = ProviderWorld.buyer }
    let total = try #require(file.checkout.quote?.total, "Nothing is priced.")
    _ = try await submit(.confirm(revision: file.checkout.revision, total: total), to: id)
    _ = try await submit(.leave(change: nil), to: id)
    return id
  }
}
