package import FerryCore
import ServiceLifecycle
import Synchronization

/// A provider's ledger: checkouts, payments and the money that moved. A value: requests go in, answers come out; time and
/// randomness are passed in.
package protocol SandboxLedger: Sendable {
  /// Changed objects, as one line of the journal keeps them.
  associatedtype Entry: Codable & Sendable
  associatedtype Subject: NotificationSubject

  var post: PostOffice<Subject> { get set }
  /// When something falls due next.
  var nextDeadline: Moment? { get }
  var objectCount: Int { get }
  /// Everything in one entry, for a journal that has become long.
  var wholeEntry: Entry { get }
  /// The money that moved, in the order of the orders' first payments.
  var money: [OrderMoney] { get }
  /// Lets everything happen that falls due until now, in its order.
  mutating func advance(to now: Moment)
  /// The changes since the last time, or nil.
  mutating func takeEntry() -> Entry?
  mutating func restore(_ entry: Entry)
  /// Plans everything that is still to fall due, after `restore`.
  mutating func scheduleAll()
}

/// Everything that changes while a sandbox runs: ledger, clock, planned faults, request log; and the journal that keeps it.
package final class SandboxState<Ledger: SandboxLedger>: Sendable {
  private struct Contents {
    var ledger: Ledger
    var faults: FaultPlan<SandboxFault>
    var log: RequestLog
    var clockOffset: Duration = .zero
  }

  /// One change as the journal keeps it. All that belongs to it stands in one line, so that no payment is ever without its
  /// checkout.
  private struct Line: Codable, Sendable {
    var ledger: Ledger.Entry?
    var post: PostOffice<Ledger.Subject>.Entry?
    /// By how much the sandbox's clock was advanced in all, in milliseconds.
    var clockOffset: Int64?
  }

  package let timekeeper: any Timekeeper
  /// Yields when there may be something to send.
  package let wakeUps: AsyncStream<Void>
  private let waker: AsyncStream<Void>.Continuation
  private let contents: Mutex<Contents>
  private let journal: Journal<Line>?

  /// - Parameter journalPath: the file that keeps everything across restarts; nil keeps it in memory.
  /// - Throws: `JournalError`.
  package init(
    _ ledger: Ledger, journalPath: String?, faults: [SandboxFault], requestLogLimit: Int, timekeeper: any Timekeeper
  ) throws(JournalError) {
    self.timekeeper = timekeeper
    var contents = Contents(ledger: ledger, faults: FaultPlan(faults), log: RequestLog(limit: requestLogLimit))
    if let journalPath {
      journal = try Journal(path: journalPath) { line in
        if let entry = line.ledger { contents.ledger.restore(entry) }
        if let entry = line.post { contents.ledger.post.restore(entry) }
        if let offset = line.clockOffset { contents.clockOffset = Self.clamped(.milliseconds(offset)) }
      } compact: { lines in
        guard lines > 1000 + 3 * (contents.ledger.objectCount + contents.ledger.post.count) else { return nil }
        return Line(
          ledger: contents.ledger.wholeEntry, post: contents.ledger.post.wholeEntry,
          clockOffset: contents.clockOffset.wholeMilliseconds)
      }
    } else {
      journal = nil
    }
    contents.ledger.scheduleAll()
    contents.ledger.post.scheduleAll()
    contents.ledger.post.clockOffset = contents.clockOffset
    (wakeUps, waker) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    self.contents = Mutex(contents)
  }

  // MARK: Clock

  /// The sandbox's own time: the injected clock's and what it was advanced by. Expiries go by it, signatures do not.
  package var now: Moment { contents.withLock { timekeeper.now + $0.clockOffset } }

  /// How far the sandbox's own time may be ahead of the true one: a hundred years. Timestamps have no room for more.
  package static var farthestClock: Duration { .seconds(36_525 * 86_400) }

  private static func clamped(_ offset: Duration) -> Duration { max(.zero, min(offset, farthestClock)) }

  /// Moves the sandbox's own time forward, and with it every expiry. It never goes back, and not beyond `farthestClock`.
  package func advanceClock(by duration: Duration) {
    defer { wake() }
    contents.withLock { contents in
      contents.clockOffset = Self.clamped(contents.clockOffset + max(.zero, min(duration, Self.farthestClock)))
      contents.ledger.post.clockOffset = contents.clockOffset
      contents.ledger.advance(to: timekeeper.now + contents.clockOffset)
      _ = journal?.append(
        Line(
          ledger: contents.ledger.takeEntry(), post: contents.ledger.post.takeEntry(),
          clockOffset: contents.clockOffset.wholeMilliseconds))
    }
  }

  // MARK: Ledger

  /// Changes the ledger at the sandbox's present time, and hands the change to the journal.
  package func change<Result: Sendable, Failure: Error>(
    _ change: (inout Ledger, Moment) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    defer { wake() }
    return try changeWithoutWaking(change)
  }

  /// The ledger after everything due has happened, and the sandbox's present time.
  package func advanced() -> (Ledger, Moment) {
    change { ledger, now in
      ledger.advance(to: now)
      return (ledger, now)
    }
  }

  /// Reads the ledger as it is.
  package func reading<Result: Sendable, Failure: Error>(
    _ read: (Ledger) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try contents.withLock { contents throws(Failure) in try read(contents.ledger) }
  }

  private func changeWithoutWaking<Result: Sendable, Failure: Error>(
    _ change: (inout Ledger, Moment) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try contents.withLock { contents throws(Failure) in
      let result = try change(&contents.ledger, timekeeper.now + contents.clockOffset)
      let line = Line(ledger: contents.ledger.takeEntry(), post: contents.ledger.post.takeEntry())
      if line.ledger != nil || line.post != nil { _ = journal?.append(line) }
      return result
    }
  }

  /// Returns when every change so far is in the journal.
  /// - Throws: `JournalError` if one could not be written.
  package func written() async throws {
    if let journal { try await journal.written(journal.append(nil)) }
  }

  // MARK: Requests and faults

  /// The last requests, the oldest first.
  package var requests: [RequestRecord] { contents.withLock { $0.log.records } }

  package func log(_ record: RequestRecord) { contents.withLock { $0.log.append(record) } }

  package var plannedFaults: [SandboxFault] { contents.withLock { $0.faults.faults } }

  package func plan(_ fault: SandboxFault) { contents.withLock { $0.faults.add(fault) } }

  package func clearFaults() { contents.withLock { $0.faults.clear() } }

  /// Executes a request as a client on a network would see it: with the fault that is planned for its operation, and only
  /// when its changes are in the journal.
  /// - Parameters:
  ///   - operation: nil for a request that is no operation of the API; no fault strikes it.
  ///   - endsWithService: true if a planned delay ends when the service that this runs in stops.
  /// - Throws: `CancellationError` when a delay ends before its time; `JournalError`.
  package func exchange(
    operation: String?, endsWithService: Bool, execute: (SandboxFault.Kind?) -> SandboxExchange
  ) async throws -> SandboxExchange {
    let wait: @Sendable (Duration) async throws -> Void = { [timekeeper] duration in
      guard endsWithService else { return try await timekeeper.sleep(for: duration) }
      try await cancelWhenGracefulShutdown { try await timekeeper.sleep(for: duration) }
    }
    let fault = operation.flatMap { operation in contents.withLock { $0.faults.strike(operation) } }
    if case .delay(let duration) = fault { try await wait(duration) }
    let exchange = execute(fault)
    try await written()
    if case .slow(let duration) = fault { try await wait(duration) }
    return exchange
  }

  // MARK: Notifications

  /// How many messages may be under way at once.
  private static var messagesAtOnce: Int { 64 }

  /// Lets the service look for messages to send.
  package func wake() { waker.yield() }

  func endWakeUps() { waker.finish() }

  /// Lets everything due happen, and hands out the messages to be sent now.
  /// - Returns: also when something falls due next, by the clock of the timekeeper.
  package func takeDueNotifications() -> (
    deliveries: [NotificationDelivery<Ledger.Subject>], next: Moment?
  ) {
    changeWithoutWaking { ledger, now in
      ledger.advance(to: now)
      ledger.post.advance(to: now)
      let ready = ledger.post.takeReady(limit: Self.messagesAtOnce)
      let next = [ledger.nextDeadline, ledger.post.nextDeadline].compactMap(\.self).min()
      return (ready, next.map { $0 - ledger.post.clockOffset })
    }
  }

  /// Records the outcome of an attempt.
  /// - Parameter retryPauses: the pauses before each further attempt after a status of 500 or more, or no answer.
  package func note(_ outcome: DeliveryOutcome, of number: Int, retryPauses: [Duration]) {
    change { ledger, now in ledger.post.note(outcome, of: number, retryPauses: retryPauses, at: now) }
  }
}
