public import FerryCore
public import HTTPTypes
import Synchronization

/// A stand-in for Amazon Pay, Checkout v2, as merchants and buyers see it: the API, `checkout.js`, the hosted pages. No
/// money moves. Time and randomness are passed in, so that it also runs on virtual time, without a socket.
public final class AmazonPaySandbox: Sendable {
  let configuration: AmazonPayConfiguration
  let timekeeper: any Timekeeper
  let randomness: any Randomness
  let authenticator: Authenticator
  let state: Mutex<SandboxState>

  /// - Throws: `AmazonPayConfigurationError` for public keys that cannot be read.
  public init(
    configuration: AmazonPayConfiguration, timekeeper: any Timekeeper = SystemTime(),
    randomness: any Randomness = SystemRandomness()
  ) throws {
    self.configuration = configuration
    self.timekeeper = timekeeper
    self.randomness = randomness
    authenticator = try Authenticator(configuration.merchants, configuration.rules)
    state = Mutex(SandboxState(configuration))
  }

  /// Answers a request at once. Faults of the connection and delays do not show here; `exchange` has them.
  public func respond(to request: HTTPRequest, body: [UInt8]) -> (HTTPResponse, [UInt8]) {
    let exchange = execute(request, body, fault: nil)
    return (exchange.response, exchange.body)
  }

  /// Answers a request as a client on a network would see it, with the faults that are planned for it.
  /// - Throws: `CancellationError` when the task is cancelled during a delay.
  public func exchange(_ request: HTTPRequest, body: [UInt8]) async throws -> AmazonPayExchange {
    let fault = strike(request)
    if case .delay(let duration) = fault { try await timekeeper.sleep(for: duration) }
    let exchange = execute(request, body, fault: fault)
    if case .slow(let duration) = fault { try await timekeeper.sleep(for: duration) }
    return exchange
  }

  /// The last requests, the oldest first.
  public var requests: [AmazonPayRequestRecord] { state.withLock { $0.log.records } }

  /// Plans a fault, after those already planned.
  public func plan(_ fault: AmazonPayFault) { state.withLock { $0.faults.add(fault) } }

  /// Forgets all faults that have not struck yet.
  public func clearFaults() { state.withLock { $0.faults.clear() } }

  /// The sandbox's own time: the injected clock's and what it was advanced by. Expiries go by it, signatures do not.
  public var now: Moment { state.withLock { now($0) } }

  /// Moves the sandbox's own time, and with it every expiry. It never goes back.
  public func advanceClock(by duration: Duration) {
    state.withLock { state in
      state.clockOffset += max(.zero, duration)
      state.ledger.advance(to: now(state))
    }
  }

  func now(_ state: borrowing SandboxState) -> Moment { timekeeper.now + state.clockOffset }

  /// Changes the ledger at the sandbox's present time.
  func withLedger<Result: Sendable>(
    _ change: (inout AmazonPayLedger, Moment) throws -> Result
  ) rethrows -> Result {
    try state.withLock { state in
      let now = now(state)
      return try change(&state.ledger, now)
    }
  }
}

/// Everything that changes while the sandbox runs.
struct SandboxState {
  var ledger: AmazonPayLedger
  var faults = FaultPlan()
  var log: RequestLog
  var clockOffset: Duration = .zero

  init(_ configuration: AmazonPayConfiguration) {
    ledger = AmazonPayLedger(
      rules: configuration.rules, merchants: configuration.merchants, pagesOrigin: configuration.origin)
    log = RequestLog(limit: configuration.requestLogLimit)
  }
}
