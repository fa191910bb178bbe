import CryptoExtras
public import FerryCore
import FerryWeb
public import HTTPTypes
import ServiceLifecycle
import Synchronization

/// A stand-in for Amazon Pay, Checkout v2, as merchants and buyers see it: the API, `checkout.js`, the hosted pages. No
/// money moves. Time and randomness are passed in, so that it also runs on virtual time, without a socket.
public final class AmazonPaySandbox: Sendable {
  let configuration: AmazonPayConfiguration
  let timekeeper: any Timekeeper
  let randomness: any Randomness
  let authenticator: Authenticator
  let origin: Origin
  private let state: Mutex<SandboxState>
  private let journal: Journal<LedgerEntry>?
  let notificationAuthority: NotificationAuthority?
  let signer: NotificationSigner?
  /// Comes round when there may be something to send.
  let wakings: AsyncStream<Void>
  private let waker: AsyncStream<Void>.Continuation

  /// - Throws: `AmazonPayConfigurationError` for an origin or public keys that cannot be; `JournalError` for a journal
  ///   that cannot be read.
  public convenience init(
    configuration: AmazonPayConfiguration, timekeeper: any Timekeeper = SystemTime(),
    randomness: any Randomness = SystemRandomness()
  ) throws {
    try self.init(configuration: configuration, timekeeper: timekeeper, randomness: randomness, signingKey: nil)
  }

  /// - Parameter signingKey: signs the notifications; nil makes one, which takes a while.
  init(
    configuration: AmazonPayConfiguration, timekeeper: any Timekeeper, randomness: any Randomness,
    signingKey: _RSA.Signing.PrivateKey?
  ) throws {
    self.configuration = configuration
    self.timekeeper = timekeeper
    self.randomness = randomness
    guard let origin = Origin(configuration.origin) else {
      throw AmazonPayConfigurationError(problems: [.origin(configuration.origin)])
    }
    self.origin = origin
    let problems = configuration.notificationProblems
    guard problems.isEmpty else { throw AmazonPayConfigurationError(problems: problems) }
    authenticator = try Authenticator(configuration.merchants, configuration.rules)
    var state = SandboxState(configuration, origin: origin.text)
    journal = try configuration.journalPath.map { path in
      try Journal(path: path) {
        state.restore($0)
      } compact: { entries, isOfEarlierForm in
        isOfEarlierForm || entries > 1000 + 3 * state.ledger.objectCount ? state.wholeEntry : nil
      }
    }
    state.ledger.scheduleAll()
    let now = timekeeper.now
    if configuration.merchants.contains(where: { !$0.notificationURLs.isEmpty }) {
      let authority =
        try configuration.notifications.authority ?? NotificationAuthority(now: now, randomness: randomness)
      notificationAuthority = authority
      signer = try NotificationSigner(authority, key: signingKey, now: now, randomness: randomness)
      state.ledger.clockOffset = state.clockOffset
      if configuration.notifications.asksForConfirmation {
        state.ledger.askForConfirmation(at: now + state.clockOffset, randomness)
      }
    } else {
      notificationAuthority = nil
      signer = nil
    }
    (wakings, waker) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    self.state = Mutex(state)
  }

  /// Answers a request at once, for callers without a network. Faults do not strike here, and nothing waits for the
  /// journal; `exchange` has both.
  public func respond(to request: HTTPRequest, body: [UInt8]) -> (HTTPResponse, [UInt8]) {
    let (exchange, _) = execute(request, body, fault: nil)
    return (exchange.response, exchange.body)
  }

  /// Answers a request as a client on a network would see it, with the faults that are planned for it, and only when
  /// what it changed is in the journal.
  /// - Throws: `CancellationError` when the task is cancelled during a delay; `JournalError`.
  public func exchange(_ request: HTTPRequest, body: [UInt8]) async throws -> AmazonPayExchange {
    let fault = strike(request)
    if case .delay(let duration) = fault { try await wait(duration) }
    let (exchange, number) = execute(request, body, fault: fault)
    if let journal, let number { try await journal.written(number) }
    if case .slow(let duration) = fault { try await wait(duration) }
    return exchange
  }

  /// Waits for a planned delay, or until the service stops: then the connection ends without an answer.
  /// - Throws: `CancellationError`.
  private func wait(_ duration: Duration) async throws {
    try await cancelWhenGracefulShutdown { try await self.timekeeper.sleep(for: duration) }
  }

  /// The last requests, the oldest first.
  public var requests: [AmazonPayRequestRecord] { state.withLock { $0.log.records } }

  /// Plans a fault, after those already planned.
  public func plan(_ fault: AmazonPayFault) { state.withLock { $0.faults.add(fault) } }

  /// The faults that are still planned.
  public var plannedFaults: [AmazonPayFault] { state.withLock { $0.faults.faults } }

  /// Forgets all planned faults.
  public func clearFaults() { state.withLock { $0.faults.clear() } }

  func strike(_ operation: AmazonPayOperation) -> AmazonPayFault.Kind? {
    state.withLock { $0.faults.strike(operation) }
  }

  func log(_ record: AmazonPayRequestRecord) { state.withLock { $0.log.append(record) } }

  /// The sandbox's own time: the injected clock's and what it was advanced by. Expiries go by it, signatures do not.
  public var now: Moment { state.withLock { timekeeper.now + $0.clockOffset } }

  /// How far the sandbox's own time may be ahead of the true one: a hundred years. Beyond lie years that no timestamp has
  /// room for.
  public static let farthestClock: Duration = .seconds(36_525 * 86_400)

  /// Moves the sandbox's own time, and with it every expiry. It never goes back, and not beyond `farthestClock`.
  public func advanceClock(by duration: Duration) { _ = advance(by: duration) }

  /// - Returns: the number of the change in the journal.
  func advance(by duration: Duration) -> UInt64? {
    defer { wake() }
    return state.withLock { state in
      state.clockOffset += max(.zero, min(duration, Self.farthestClock - state.clockOffset))
      state.ledger.clockOffset = state.clockOffset
      state.ledger.advance(to: timekeeper.now + state.clockOffset)
      var entry = state.ledger.takeEntry() ?? LedgerEntry()
      entry.clockOffset = state.clockOffset.wholeMilliseconds
      return journal?.append(entry)
    }
  }

  /// Lets the service look for what is to be sent.
  func wake() {
    if signer != nil { waker.yield() }
  }

  /// Lets the service come to its end.
  func endWakings() { waker.finish() }

  /// Changes the ledger at the sandbox's present time, and hands what has changed to the journal.
  /// - Returns: the result, and the number to wait for in the journal if there is one.
  func change<Result: Sendable, Failure: Error>(
    _ change: (inout AmazonPayLedger, Moment) throws(Failure) -> Result
  ) throws(Failure) -> (Result, UInt64?) {
    defer { wake() }
    return try changeWithoutWaking(change)
  }

  /// Looks at the ledger as it is.
  func reading<Result: Sendable, Failure: Error>(
    _ read: (AmazonPayLedger) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try state.withLock { state throws(Failure) in try read(state.ledger) }
  }

  /// For the service itself, which would never come to rest otherwise.
  func changeWithoutWaking<Result: Sendable, Failure: Error>(
    _ change: (inout AmazonPayLedger, Moment) throws(Failure) -> Result
  ) throws(Failure) -> (Result, UInt64?) {
    try state.withLock { state throws(Failure) in
      state.ledger.clockOffset = state.clockOffset
      let result = try change(&state.ledger, timekeeper.now + state.clockOffset)
      let entry = state.ledger.takeEntry()
      return (result, journal?.append(entry))
    }
  }
}

/// Everything that changes while the sandbox runs.
private struct SandboxState {
  var ledger: AmazonPayLedger
  var faults = FaultPlan<AmazonPayFault>()
  var log: RequestLog
  var clockOffset: Duration = .zero

  init(_ configuration: AmazonPayConfiguration, origin: String) {
    ledger = AmazonPayLedger(
      rules: configuration.rules, merchants: configuration.merchants, pagesOrigin: origin)
    ledger.deliveryLimit = max(1, configuration.notifications.logLimit)
    for fault in configuration.notifications.faults { ledger.notificationFaults.add(fault) }
    log = RequestLog(limit: configuration.requestLogLimit)
  }

  mutating func restore(_ entry: LedgerEntry) {
    ledger.restore(entry)
    if let offset = entry.clockOffset {
      clockOffset = max(.zero, min(.milliseconds(offset), AmazonPaySandbox.farthestClock))
    }
  }

  var wholeEntry: LedgerEntry {
    var entry = ledger.wholeEntry
    entry.clockOffset = clockOffset.wholeMilliseconds
    return entry
  }
}
