import CryptoExtras
public import FerryCore
public import FerrySandbox
public import FerryWeb
public import HTTPTypes
public import Hummingbird
public import HummingbirdCore
public import Logging
import NIOSSL
public import ServiceLifecycle

/// A sandbox of Amazon Pay, Checkout v2, as merchants and buyers see it: the API, `checkout.js`, the hosted pages. No money
/// moves. Time and randomness are passed in, so that it also runs on virtual time, without a socket.
public final class Sandbox: Sendable {
  let configuration: SandboxConfiguration
  let randomness: any Randomness
  let authenticator: Authenticator
  package let origin: Origin
  package let state: SandboxState<Ledger>
  package let redaction = Redaction(names: Sandbox.hiddenNames)
  let notificationAuthority: NotificationAuthority?
  let signer: NotificationSigner?
  private let trust: TLSConfiguration?

  /// - Throws: `SandboxConfigurationError` for an origin or a public key that cannot be used; `JournalError` if the journal
  ///   cannot be read.
  public convenience init(
    configuration: SandboxConfiguration, timekeeper: any Timekeeper = SystemTime(),
    randomness: any Randomness = SystemRandomness()
  ) throws {
    try self.init(configuration: configuration, timekeeper: timekeeper, randomness: randomness, signingKey: nil)
  }

  /// - Parameters:
  ///   - signingKey: Signs the notifications; nil creates one, which takes a while.
  ///   - trust: The authorities of notification addresses' certificates; nil for the system's.
  init(
    configuration: SandboxConfiguration, timekeeper: any Timekeeper, randomness: any Randomness,
    signingKey: _RSA.Signing.PrivateKey?, trust: TLSConfiguration? = nil
  ) throws {
    self.configuration = configuration
    self.randomness = randomness
    self.trust = trust
    guard let origin = Origin(configuration.origin) else {
      throw SandboxConfigurationError(problems: [.origin(configuration.origin)])
    }
    self.origin = origin
    let problems = configuration.notificationProblems
    guard problems.isEmpty else { throw SandboxConfigurationError(problems: problems) }
    authenticator = try Authenticator(configuration.merchants, configuration.rules)
    let notifications = configuration.notifications
    state = try SandboxState(
      Ledger(configuration, pagesOrigin: origin.text, randomness: randomness),
      journalPath: configuration.journalPath, faults: configuration.faults,
      requestLogLimit: configuration.requestLogLimit, timekeeper: timekeeper)
    guard configuration.merchants.contains(where: { !$0.notificationURLs.isEmpty }) else {
      notificationAuthority = nil
      signer = nil
      return
    }
    let now = timekeeper.now
    let authority = try notifications.authority ?? NotificationAuthority(now: now, randomness: randomness)
    notificationAuthority = authority
    signer = try NotificationSigner(authority, key: signingKey, now: now, randomness: randomness)
    if notifications.asksForConfirmation {
      state.change { ledger, now in ledger.askForConfirmation(at: now) }
    }
  }

  /// Answers a request at once, for callers without a network. Unlike `exchange`, it applies no faults and does not wait
  /// for the journal.
  public func respond(to request: HTTPRequest, body: [UInt8]) -> (HTTPResponse, [UInt8]) {
    let exchange = logged(request, body, since: state.timekeeper.now) { execute(request, body, fault: nil) }
    return (exchange.response, exchange.body)
  }

  /// Answers a request as a client on a network sees it: with its planned faults, and after its changes are in the
  /// journal.
  /// - Parameter endsWithService: True if a planned delay ends when the surrounding service stops. The connection
  ///   then ends without an answer.
  /// - Throws: `CancellationError` when a delay ends before its time; `JournalError`.
  public func exchange(
    _ request: HTTPRequest, body: [UInt8], endsWithService: Bool = false
  ) async throws -> SandboxExchange {
    try await exchange(request, body, operation: operation(of: request)?.rawValue, endsWithService: endsWithService) {
      execute(request, body, fault: $0)
    }
  }

  /// A server for the sandbox alone.
  /// - Parameters:
  ///   - address: The address to listen on; the configuration's origin must lead there.
  ///   - server: HTTP or https; HTTP by default.
  ///   - onServerRunning: Receives the port, which the address may leave open.
  public func application(
    address: BindAddress, server: HTTPServerBuilder = .bounded(), logger: Logger,
    onServerRunning: @escaping @Sendable (_ port: Int?) async -> Void = { _ in }
  ) -> some ApplicationProtocol {
    responder.application(address: address, server: server, logger: logger, onServerRunning: onServerRunning)
  }

  /// The service that sends the notifications. A sandbox must have at most one.
  public func notificationService(transport: any NotificationTransport) -> NotificationService {
    NotificationService(self, transport: transport)
  }

  /// Plans a fault, after the others.
  public func plan(_ fault: SandboxFault) { state.plan(fault) }

  /// Removes all planned faults.
  public func clearFaults() { state.clearFaults() }

  /// Plans a fault of notifications, after the others.
  public func plan(_ fault: NotificationFault) { state.change { ledger, _ in ledger.post.faults.add(fault) } }

  /// The last requests, the oldest first.
  public var requests: [RequestRecord] { state.requests }

  /// The sandbox's own time. It decides expiries, but not the dates of signatures.
  public var now: Moment { state.now }

  /// Advances the sandbox's own time, and so every expiry.
  public func advanceClock(by duration: Duration) { state.advanceClock(by: duration) }

  public var responder: SandboxResponder { SandboxResponder(self) }

  public var services: [any Service] { signer == nil ? [] : [NotificationService(self, trust: trust)] }

  public var money: [OrderMoney] { state.advanced().0.money }
}

extension Sandbox: ProviderSandbox {
  package func isHostedPage(_ request: HTTPRequest) -> Bool { request.pathWithoutQuery.hasPrefix("/checkout/") }

  package var operations: [String] { ControlNames.operations }

  package var notificationObjects: [String] { ControlNames.notificationObjects }
}

extension SandboxFault {
  /// - Parameter operation: Nil for all.
  public init(_ kind: Kind, on operation: APIOperation?, _ incidence: FaultIncidence = .next(1)) {
    self.init(kind, onOperation: operation?.rawValue, incidence)
  }
}

extension NotificationFault {
  /// - Parameter object: Nil for all.
  public init(_ kind: Kind, on object: NotificationObject?, _ incidence: FaultIncidence = .next(1)) {
    self.init(kind, onObject: object?.rawValue, incidence)
  }
}
