import AmazonPayModule
import AmazonPaySandbox
import Configuration
import FerryCheckout
import FerryCore
import FerryEngine
import FerryHTTP
import FerryModule
import FerryProvider
import FerrySandbox
import FerryScriptedBuyer
import FerryTestBank
import FerryTesting
import Foundation
import Synchronization
import Testing

/// The providers that the contract runs for. A new provider is one case.
enum ProviderBench: String, CaseIterable, Sendable, CustomTestStringConvertible {
  case amazonPay
  case testBank

  var testDescription: String { rawValue }

  var module: any ProviderModule.Type {
    switch self {
    case .amazonPay: AmazonPayRegistration.self
    case .testBank: BankModule.self
    }
  }

  var sandbox: any (SandboxModule & ProviderSandbox).Type {
    switch self {
    case .amazonPay: AmazonPaySandbox.Sandbox.self
    case .testBank: Bank.self
    }
  }

  /// The order of each checkout. Only a buyer who selects before paying gives an address.
  var order: OrderContent {
    switch self {
    case .amazonPay: ScriptedCheckout.order
    case .testBank:
      OrderContent(
        currency: .eur,
        lines: [
          OrderLine(sku: "tablet", name: "Tablet", quantity: 1, unitPrice: Money(minorUnits: 8_980, .eur))
        ], tax: TaxRule(rate: .tenPercent, rounding: .down, included: true), shipping: nil)
    }
  }

  var language: Language { self == .amazonPay ? .japanese : .english }

  /// The details of the buyer's selection, by the provider's names.
  var selection: [String: String] {
    switch self {
    case .amazonPay: ["address": "tokyo", "card": "1111"]
    case .testBank: [:]
    }
  }

  /// The details of another means of payment, after a decline.
  var secondTry: [String: String] {
    switch self {
    case .amazonPay: ["card": "4444"]
    case .testBank: [:]
    }
  }

  /// The details by which a payment is declined.
  var decline: [String: String] {
    switch self {
    case .amazonPay: ["card": "3434"]
    case .testBank: [:]
    }
  }
}

/// An engine with one provider and its sandbox, in process and on virtual time. The provider is read from the sandbox's
/// settings by the production reader.
struct ProviderWorld: Sendable {
  let bench: ProviderBench
  let time: VirtualTime
  let store: MemoryStore
  let engine: Engine
  let sandbox: any SandboxModule & ProviderSandbox
  let provider: any Provider
  /// The secrets of the account, which must never be stored.
  let secrets: [String]

  static let buyer = BuyerFacts(ipAddress: "203.0.113.77", userAgent: "Canary/7.1 (phone)")

  init(_ bench: ProviderBench, seed: UInt64 = 1) throws {
    self.bench = bench
    time = VirtualTime()
    store = MemoryStore()
    let folder = TestFolder()
    let randomness = SequentialRandomness(seed: seed)
    var place = SandboxPlace(
      origin: try #require(Origin("http://127.0.0.1:3081")), shop: try #require(Origin("http://localhost:3080")),
      shopName: "Test Shop", folder: folder, timekeeper: time, randomness: randomness)
    place.hasJournal = false
    place.isControlEnabled = true
    place.processingPause = .zero
    sandbox = try bench.sandbox.init(place)
    let environment = EnvironmentVariablesProvider(environmentVariables: try bench.sandbox.settings(place))
    var reader = SettingsReader(ConfigReader(provider: environment)) { folder.text(atPath: $0) }
    let accounts = bench.module.accounts(&reader)
    try reader.requireNoProblems()
    provider = try #require(accounts.first, "The sandbox's settings give no account.").provider
    secrets = folder.secrets
    engine = Engine(
      store: store, providers: [provider], transport: SandboxTransport(sandbox: sandbox, time: time), time: time,
      randomness: randomness, webhooks: nil, logger: .silent
    ) { id, roundTrips in
      let base = "http://localhost:3080/ferry/return/\(id)/\(roundTrips.nonce)"
      return ProviderReturnURLs(select: "\(base)/select", pay: "\(base)/pay", cancel: "\(base)/cancel")
    }
  }

  func run<Result: Sendable>(_ journey: @escaping @Sendable () async throws -> Result) async throws -> Result {
    try await time.run(limit: .seconds(100 * 86_400)) { [engine] in try await engine.running(journey) }
  }
}

/// A sandbox's folder in memory.
private final class TestFolder: SandboxFolder {
  private let files = Mutex<[String: String]>([:])
  private let secretNames = Mutex<Set<String>>([])

  func path(_ name: String) -> String { "/bench/\(name)" }

  func secret(_ name: String, make: () throws -> String) throws -> Secret<String> {
    let made = try make()
    secretNames.withLock { _ = $0.insert(path(name)) }
    return Secret(
      files.withLock { files in
        if let text = files[path(name)] { return text }
        files[path(name)] = made
        return made
      })
  }

  func write(_ text: String, to name: String) throws { files.withLock { $0[path(name)] = text } }

  func text(atPath path: String) -> String? { files.withLock { $0[path] } }

  var secrets: [String] {
    let names = secretNames.withLock { $0 }
    return files.withLock { files in names.sorted().compactMap { files[$0] } }
  }
}
