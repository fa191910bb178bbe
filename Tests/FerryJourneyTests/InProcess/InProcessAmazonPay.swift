import AmazonPay
import AmazonPayModule
import AmazonPaySandbox
import CryptoExtras
import FerryCheckout
import FerryCore
import FerryEngine
import FerryHTTP
import FerryProvider
import FerrySandbox
import FerryTesting
import Foundation
import HTTPTypes
import Logging
import ServiceLifecycle

/// Engine, provider and sandbox in one process, on virtual time, with no socket between them.
struct InProcessAmazonPay: Sendable {
  let time: VirtualTime
  let sandbox: Sandbox
  let store: any Store
  let engine: Engine
  let account: AmazonPayAccount
  let notifications: AmazonPayNotifications?

  static let origin = "http://127.0.0.1:3081"
  static let topic = "arn:aws:sns:ap-northeast-1:000000000000:ferry-sandbox"
  static let notificationAddress = "http://localhost:3080/ferry/notify/amazon-pay/test"
  /// Created once for all tests, because each takes a noticeable part of a second.
  private static let key = try? _RSA.Signing.PrivateKey(keySize: .bits2048)

  struct NoKey: Error {}

  private let randomness: SequentialRandomness
  private let webhooks: Webhooks?
  private let logger: Logger

  /// - Parameters:
  ///   - webhooks: The receivers of webhooks.
  ///   - power: Stops store and connection at a moment, as a crash does.
  ///   - spoilt: Answers that the provider gives instead of the true ones.
  ///   - notificationVersion: The signature version of the sandbox's notifications; nil sends none.
  ///   - topics: The topics that notifications are taken from.
  ///   - notificationRoot: The authority that is believed, in DER; nil for the sandbox's own.
  ///   - between: Wraps the transport to the provider.
  ///   - logger: The engine's log.
  init(
    store: any Store = MemoryStore(), power: PowerSwitch? = nil, spoilt: SpoiltAnswers? = nil,
    notificationVersion: NotificationSettings.SignatureVersion? = nil, asksForConfirmation: Bool = false,
    topics: Set<String> = [topic], notificationRoot: [UInt8]? = nil,
    between: (any ProviderTransport) -> any ProviderTransport = { $0 }, seed: UInt64 = 1,
    time: VirtualTime = VirtualTime(), webhooks: Webhooks? = nil, logger: Logger = .silent
  ) throws {
    guard let key = Self.key else { throw NoKey() }
    self.time = time
    self.webhooks = webhooks
    self.logger = logger
    randomness = SequentialRandomness(seed: seed)
    let storeID = "amzn1.application-oa2-client.00000000000000000000000000000000"
    let keyID = "SANDBOX-AHEXAMPLEKEYID0000000000"
    guard let origin = Origin(Self.origin) else { throw NoKey() }
    var place = SandboxPlace(
      origin: origin, shop: origin, shopName: "Test Shop", timekeeper: time, randomness: randomness)
    place.processingPause = .zero
    place.isControlEnabled = true
    var sent = NotificationSettings()
    sent.topicARN = Self.topic
    sent.signatureVersion = notificationVersion ?? .one
    sent.asksForConfirmation = asksForConfirmation
    sandbox = try Sandbox(
      [
        Merchant(
          id: "A1B2C3D4E5F6G7", name: "Test Shop", storeIDs: [storeID],
          publicKeys: [keyID: key.publicKey.pemRepresentation],
          notificationURLs: notificationVersion == nil ? [:] : [.sandbox: Self.notificationAddress])
      ], .init(), sent, at: place)
    account = try AmazonPayAccount(
      mode: .test, region: .japan, merchantId: "A1B2C3D4E5F6G7", storeId: storeID, publicKeyId: keyID,
      privateKeyPEM: Secret(key.pemRepresentation), sandboxURL: Self.origin)
    notifications = try sandbox.notificationRoot.map { root in
      try AmazonPayNotifications(
        topics: topics,
        certificates: .development(origin: Self.origin, root: notificationRoot ?? root),
        confirmsSubscriptions: asksForConfirmation)
    }
    self.store = store
    var transport: any ProviderTransport = between(SandboxTransport(sandbox: sandbox, time: time))
    if let spoilt { transport = SpoiltTransport(transport, spoilt, time) }
    engine = try Self.engine(
      power.map { HookedStore(store, $0) } ?? store,
      power.map { InterruptedTransport(transport, $0) } ?? transport,
      account, notifications, time, randomness, webhooks, logger)
  }

  /// The same machine after a restart: store, sandbox and time continue, and everything else is new.
  init(restarting old: InProcessAmazonPay) throws {
    time = old.time
    sandbox = old.sandbox
    store = old.store
    account = old.account
    notifications = old.notifications
    randomness = old.randomness
    webhooks = old.webhooks
    logger = old.logger
    engine = try Self.engine(
      store, SandboxTransport(sandbox: sandbox, time: time), account, notifications, time, randomness, webhooks, logger)
  }

  private static func engine(
    _ store: any Store, _ transport: any ProviderTransport, _ account: AmazonPayAccount,
    _ notifications: AmazonPayNotifications?, _ time: VirtualTime, _ randomness: SequentialRandomness,
    _ webhooks: Webhooks?, _ logger: Logger
  ) throws -> Engine {
    Engine(
      store: store,
      providers: [try AmazonPayProvider(account, .init(storeName: "Test Shop", notifications: notifications))],
      transport: transport, time: time, randomness: randomness, webhooks: webhooks, logger: logger
    ) { returnURLs($0.checkout.id, $0.roundTrips) }
  }

  static func returnURLs(_ id: CheckoutID, _ roundTrips: RoundTrips) -> ProviderReturnURLs {
    let base = "http://localhost:3080/ferry/return/\(id)/\(roundTrips.nonce)"
    return ProviderReturnURLs(select: "\(base)/select", pay: "\(base)/pay", cancel: "\(base)/cancel")
  }

  /// Runs a journey with a running engine, and stops the engine afterwards.
  func run<Result: Sendable>(
    limit: Duration = .seconds(100 * 86_400), _ journey: @escaping @Sendable () async throws -> Result
  ) async throws -> Result {
    try await time.run(limit: limit) { [engine] in try await engine.running(journey) }
  }
}

extension Logger {
  /// Intended failures are not logged.
  static var silent: Logger { Logger(label: "journeys") { _ in SwiftLogNoOpLogHandler() } }
}

/// Carries requests to a sandbox by calling it; faults of the connection are the sandbox's.
struct SandboxTransport: ProviderTransport {
  let sandbox: any ProviderSandbox
  let time: any Timekeeper

  func send(
    _ request: HTTPRequest, body: [UInt8], timeout: Duration
  ) async throws(TransportFailure) -> ProviderAnswer {
    let began = time.now
    let exchange: SandboxExchange
    do {
      exchange = try await sandbox.exchange(request, body: body, endsWithService: false)
    } catch {
      throw .unknown("The exchange was broken off.")
    }
    if time.now.since(began) > timeout { throw .unknown("The answer came too late.") }
    let bytes: [UInt8]
    switch exchange.delivery {
    case .whole: bytes = exchange.body
    case .cutOff: throw .unknown("The answer was cut off.")
    case .none: throw .unknown("The connection was closed without an answer.")
    }
    return ProviderAnswer(
      status: exchange.response.status, headers: exchange.response.headerFields, body: bytes, receivedAt: time.now,
      sent: request)
  }
}

extension SandboxFault {
  /// - Parameter operation: Of Amazon Pay.
  init(_ kind: Kind, on operation: APIOperation, _ incidence: FaultIncidence = .next(1)) {
    self.init(kind, onOperation: operation.rawValue, incidence)
  }
}
