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
  let notificationAuthority: NotificationAuthority?
  let signer: NotificationSigner?
  private let trust: TLSConfiguration?

  /// - Throws: `SandboxConfigurationError` for an origin or public keys that cannot be used; `JournalError` for a journal
  ///   that cannot be read.
  public convenience init(
    configuration: SandboxConfiguration, timekeeper: any Timekeeper = SystemTime(),
    randomness: any Randomness = SystemRandomness()
  ) throws {
    try self.init(configuration: configuration, timekeeper: timekeeper, randomness: randomness, signingKey: nil)
  }

  /// - Parameters:
  ///   - signingKey: signs the notifications; nil makes one, which takes a while.
  ///   - trust: the authorities of notification addresses' certificates; nil for the system's.
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
      Ledger(
        rules: configuration.rules, merchants: configuration.merchants, pagesOrigin: origin.text,
        post: PostOffice(faults: notifications.faults, limit: notifications.logLimit)),
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
      state.change { ledger, now in ledger.askForConfirmation(at: now, randomness) }
    }
  }

  /// Answers a request at once, for callers without a network. Faults do not strike here, and nothing waits for the
  /// journal; `exchange` has both.
  public func respond(to request: HTTPRequest, body: [UInt8]) -> (HTTPResponse, [UInt8]) {
    let exchange = execute(request, body, fault: nil)
    return (exchange.response, exchange.body)
  }

  /// Answers a request as a client on a network would see it: with the faults that are planned for it, and only when its
  /// changes are in the journal.
  /// - Parameter endsWithService: true if a planned delay ends when the service that this runs in stops. The connection
  ///   then ends without an answer.
  /// - Throws: `CancellationError` when a delay ends before its time; `JournalError`.
  public func exchange(
    _ request: HTTPRequest, body: [UInt8], endsWithService: Bool = false
  ) async throws -> SandboxExchange {
    try await state.exchange(operation: operation(of: request)?.rawValue, endsWithService: endsWithService) {
      execute(request, body, fault: $0)
    }
  }

  /// A server for the sandbox alone.
  /// - Parameters:
  ///   - address: where it listens; the configuration's origin must lead there.
  ///   - server: how it speaks: plain HTTP unless said otherwise.
  ///   - onServerRunning: is told the port, which matters where the address leaves it open.
  public func application(
    address: BindAddress, server: HTTPServerBuilder = .bounded(), logger: Logger,
    onServerRunning: @escaping @Sendable (_ port: Int?) async -> Void = { _ in }
  ) -> some ApplicationProtocol {
    responder.application(address: address, server: server, logger: logger, onServerRunning: onServerRunning)
  }

  /// Sends the notifications. A sandbox has one such service at most.
  public func notificationService(transport: any NotificationTransport) -> NotificationService {
    NotificationService(self, transport: transport)
  }

  /// Plans a fault, after those already planned.
  public func plan(_ fault: SandboxFault) { state.plan(fault) }

  /// Forgets all planned faults.
  public func clearFaults() { state.clearFaults() }

  /// Plans a fault of notifications, after those already planned.
  public func plan(_ fault: NotificationFault) { state.change { ledger, _ in ledger.post.faults.add(fault) } }

  /// The last requests, the oldest first.
  public var requests: [RequestRecord] { state.requests }

  /// The sandbox's own time. Expiries go by it, signatures do not.
  public var now: Moment { state.now }

  /// Moves the sandbox's own time forward, and with it every expiry.
  public func advanceClock(by duration: Duration) { state.advanceClock(by: duration) }

  public var responder: SandboxResponder { SandboxResponder(self) }

  public var services: [any Service] { signer == nil ? [] : [NotificationService(self, trust: trust)] }

  public var money: [OrderMoney] { state.advanced().0.money }
}

extension Sandbox: ProviderSandbox {
  package var operations: [String] { ControlNames.operations }

  package var notificationObjects: [String] { ControlNames.notificationObjects }
}

extension SandboxFault {
  /// - Parameter operation: nil for all.
  public init(_ kind: Kind, on operation: APIOperation?, _ incidence: FaultIncidence = .next(1)) {
    self.init(kind, onOperation: operation?.rawValue, incidence)
  }
}

extension NotificationFault {
  /// - Parameter object: nil for all.
  public init(_ kind: Kind, on object: NotificationObject?, _ incidence: FaultIncidence = .next(1)) {
    self.init(kind, onObject: object?.rawValue, incidence)
  }
}
