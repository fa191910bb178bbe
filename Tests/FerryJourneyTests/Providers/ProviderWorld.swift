import FerryCheckout
import FerryCore
import FerryEngine
import FerryHTTP
import FerryModule
import FerryProvider
import FerrySandbox
import FerrySimulation
import FerryTesting
import Foundation
import HTTPTypes
import Testing

/// An engine with one provider and its sandbox, in process and on virtual time. The provider is read from the sandbox's
/// settings by the production reader, and everything that it says is recorded.
struct ProviderWorld: Sendable {
  let bench: ProviderBench
  let time: VirtualTime
  let store: MemoryStore
  let engine: Engine
  let sandbox: any SandboxModule & ProviderSandbox
  let provider: RecordedProvider
  let account: any ProviderAccount
  let editor: AnswerEditor
  let post = PostBox()
  /// The secrets of the account, which must never be stored.
  let secrets: [String]

  static let buyer = BuyerFacts(
    ipAddress: "203.0.113.77", userAgent: "Canary/7.1 (phone)", documentType: "CC", document: "1040035097",
    name: "Canaria", surname: "Marinela", email: "canaria@example.com", mobile: "+573006108397")
  static let sandboxOrigin = "http://127.0.0.1:3081"
  static let shopOrigin = "http://localhost:3080"

  /// - Parameters:
  ///   - power: Stops store and connection at a moment, as a crash does.
  ///   - providerClock: The lead of the sandbox's clock.
  ///   - settings: Settings of the account in place of the demo's.
  ///   - makeSandbox: Nil for the demo's sandbox.
  init(
    _ bench: ProviderBench, power: PowerSwitch? = nil, providerClock: Duration = .zero, notifies: Bool = false,
    settings: [String: String] = [:],
    makeSandbox: ((SandboxPlace) throws -> any SandboxModule & ProviderSandbox)? = nil
  ) throws {
    let time = VirtualTime()
    let place = try SandboxedProvider(
      bench, at: try #require(Origin(Self.sandboxOrigin)), shop: try #require(Origin(Self.shopOrigin)),
      SettableTime(time, ahead: providerClock), SequentialRandomness(seed: 2), notifies: notifies, settings: settings,
      makeSandbox: makeSandbox)
    self.init(
      bench, time, MemoryStore(), place.sandbox, place.account, RecordedProvider(place.account.provider),
      place.secrets, power)
  }

  /// The same machine after a restart: store, sandbox and time continue, and everything else is new.
  init(restarting old: ProviderWorld) {
    self.init(old.bench, old.time, old.store, old.sandbox, old.account, old.provider, old.secrets, nil)
  }

  private init(
    _ bench: ProviderBench, _ time: VirtualTime, _ store: MemoryStore,
    _ sandbox: any SandboxModule & ProviderSandbox, _ account: any ProviderAccount, _ provider: RecordedProvider,
    _ secrets: [String], _ power: PowerSwitch?
  ) {
    self.bench = bench
    self.time = time
    self.store = store
    self.sandbox = sandbox
    self.account = account
    self.provider = provider
    self.secrets = secrets
    let editor = AnswerEditor(SandboxTransport(sandbox: sandbox, time: time))
    self.editor = editor
    engine = Engine(
      store: power.map { HookedStore(store, $0) } ?? store, providers: [provider],
      transport: power.map { InterruptedTransport(editor, $0) } ?? editor, time: time,
      randomness: SequentialRandomness(), webhooks: nil, logger: .silent
    ) { ProviderWorld.returnURLs($0.checkout.id, $0.roundTrips) }
  }

  static func returnURLs(_ id: CheckoutID, _ roundTrips: RoundTrips) -> ProviderReturnURLs {
    let base = "\(shopOrigin)/ferry/return/\(id)/\(roundTrips.nonce)"
    return ProviderReturnURLs(
      select: "\(base)/select", pay: "\(base)/pay", cancel: "\(base)/cancel",
      page: "\(shopOrigin)/ferry/next/\(id)?returned=1")
  }

  /// Runs a journey while the engine works and the sandbox, if it notifies, sends its notifications.
  /// - Parameter transport: Carries the notifications; nil hands them to the engine.
  func run<Result: Sendable>(
    posting transport: (any NotificationTransport)? = nil, _ journey: @escaping @Sendable () async throws -> Result
  ) async throws -> Result {
    try await time.run(limit: .seconds(200 * 86_400)) {
      try await engine.running {
        guard provider.notificationRules != nil else { return try await journey() }
        let service = NotificationService(sandbox, transport: transport ?? PostToEngine(world: self))
        return try await whileRunning({ try await service.run() }, journey)
      }
    }
  }
}

extension ProviderSandbox {
  func plan(_ kind: SandboxFault.Kind, on operation: String? = nil, _ incidence: FaultIncidence = .next(1)) {
    state.plan(SandboxFault(kind, onOperation: operation, incidence))
  }

  func plan(_ fault: SandboxFault) { state.plan(fault) }

  func plan(_ fault: NotificationFault) { state.change { ledger, _ in ledger.post.faults.add(fault) } }

  func clearFaults() { state.clearFaults() }

  /// The number of calls of the API.
  /// - Parameter operation: Nil for all.
  func calls(_ operation: String? = nil) -> Int {
    state.requests.count { operation == nil || $0.operation == operation }
  }

  /// The operations of the API in the order of their use.
  var madeCalls: [String] { state.requests.compactMap(\.operation) }

  /// The times of the calls of the API, in their order.
  var callTimes: [Moment] { state.requests.filter { $0.operation != nil }.map(\.at) }

  /// The number of objects in the ledger.
  var objectCount: Int { state.reading(\.objectCount) }

  /// The operations of the API that were used, each once.
  var usedOperations: [String] { Set(madeCalls).sorted() }
}
