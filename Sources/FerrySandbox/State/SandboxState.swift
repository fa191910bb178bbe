package import FerryCore
import Synchronization

/// A provider's ledger: checkouts, payments and the money that moved. It is a value without input or output; time is a
/// parameter.
package protocol SandboxLedger: Sendable {
  /// The changed objects in one line of the journal.
  associatedtype Entry: Codable & Sendable
  associatedtype Subject: NotificationSubject

  var post: PostOffice<Subject> { get set }
  /// The moment of the next due event.
  var nextDeadline: Moment? { get }
  var objectCount: Int { get }
  /// The whole ledger in one entry, which replaces a long journal.
  var wholeEntry: Entry { get }
  /// The money that moved, in the order of the orders' first payments.
  var money: [OrderMoney] { get }
  /// Performs all events that are due by now, in their order.
  mutating func advance(to now: Moment)
  /// The changes since the last call, or nil.
  mutating func drainEntry() -> Entry?
  mutating func restore(_ entry: Entry)
  /// Plans all future events, after `restore`.
  mutating func scheduleAll()
}

/// A ledger that plans its events in a queue.
package protocol ScheduledLedger: SandboxLedger {
  associatedtype Event: Hashable & Sendable

  var deadlines: DeadlineQueue<Event> { get set }
  /// Performs a due event. An event that was overtaken by another one does nothing.
  mutating func perform(_ event: Event, at now: Moment)
}

extension ScheduledLedger {
  package var nextDeadline: Moment? { deadlines.earliest }

  package mutating func advance(to now: Moment) {
    while let (event, moment) = deadlines.next(until: now) { perform(event, at: moment) }
  }
}

/// The state of a running sandbox: ledger, clock, planned faults and request log, with its journal.
package final class SandboxState<Ledger: SandboxLedger>: Sendable {
  private struct Contents {
    var ledger: Ledger
    var faults: FaultPlan<APIFault>
    var log: RequestLog
  }

  /// One change in the journal. All its parts are in one line, so that no payment is stored without its checkout.
  private struct Line: Codable, Sendable {
    var ledger: Ledger.Entry?
    var post: PostOffice<Ledger.Subject>.Entry?
    /// The advances of the sandbox's clock.
    var jumps: [SandboxClock.Jump]?
  }

  package let timekeeper: any Timekeeper
  /// Yields when messages may be due.
  package let wakeUps: AsyncStream<Void>
  private let waker: AsyncStream<Void>.Continuation
  private let contents: Mutex<Contents>
  private let journal: Journal<Line>?

  /// - Parameter journal: The file that keeps the state across restarts; nil for memory only.
  /// - Throws: `JournalError`.
  package init(_ ledger: Ledger, at place: SandboxPlace, journal path: String?) throws(JournalError) {
    timekeeper = place.timekeeper
    var contents = Contents(
      ledger: ledger, faults: FaultPlan(place.faults), log: RequestLog(limit: place.requestLogLimit))
    if let path {
      journal = try Journal(path: path) { line in
        if let entry = line.ledger { contents.ledger.restore(entry) }
        if let entry = line.post { contents.ledger.post.restore(entry) }
        contents.ledger.post.clock.jumps += line.jumps ?? []
      } compact: { lines in
        guard lines > 1000 + 3 * (contents.ledger.objectCount + contents.ledger.post.count) else { return nil }
        return Line(
          ledger: contents.ledger.wholeEntry, post: contents.ledger.post.wholeEntry,
          jumps: contents.ledger.post.clock.jumps)
      }
    } else {
      journal = nil
    }
    contents.ledger.scheduleAll()
    contents.ledger.post.scheduleAll()
    // The restored objects are in the journal.
    _ = (contents.ledger.drainEntry(), contents.ledger.post.drainEntry())
    (wakeUps, waker) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    self.contents = Mutex(contents)
  }

  // MARK: Clock

  /// The sandbox's own time: the injected clock's plus its advance. It decides expiries, but not the dates of signatures.
  package var now: Moment { contents.withLock { sandboxTime($0) } }

  private func sandboxTime(_ contents: Contents) -> Moment { timekeeper.now + contents.ledger.post.clock.offset }

  /// The true date of a moment of the sandbox's time. Shops know the true clock only.
  package func date(of moment: Moment) -> Moment { contents.withLock { $0.ledger.post.clock.date(of: moment) } }

  /// The greatest advance of the sandbox's clock: a hundred years. Timestamps cannot hold later ones.
  package static var farthestClock: Duration { .seconds(36_525 * 86_400) }

  /// Advances the sandbox's own time, and so every expiry, up to `farthestClock`.
  package func advanceClock(by duration: Duration) {
    let farthest = Self.farthestClock
    defer { wake() }
    contents.withLock { contents in
      let offset = min(contents.ledger.post.clock.offset + max(.zero, min(duration, farthest)), farthest)
      let jump = SandboxClock.Jump(at: timekeeper.now, lead: offset.wholeMilliseconds)
      contents.ledger.post.clock.jumps.append(jump)
      contents.ledger.advance(to: sandboxTime(contents))
      _ = journal?.append(
        Line(ledger: contents.ledger.drainEntry(), post: contents.ledger.post.drainEntry(), jumps: [jump]))
    }
  }

  // MARK: Ledger

  /// Changes the ledger at the sandbox's present time, and appends the change to the journal.
  package func change<Result: Sendable, Failure: Error>(
    _ change: (inout Ledger, Moment) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    defer { wake() }
    return try changeWithoutWaking(change)
  }

  /// The ledger after all due events, and the sandbox's present time.
  package func advanced() -> (Ledger, Moment) {
    change { ledger, now in
      ledger.advance(to: now)
      return (ledger, now)
    }
  }

  /// Reads the ledger without performing due events.
  package func reading<Result: Sendable, Failure: Error>(
    _ read: (Ledger) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try contents.withLock { contents throws(Failure) in try read(contents.ledger) }
  }

  private func changeWithoutWaking<Result: Sendable, Failure: Error>(
    _ change: (inout Ledger, Moment) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try contents.withLock { contents throws(Failure) in
      let result = try change(&contents.ledger, sandboxTime(contents))
      let line = Line(ledger: contents.ledger.drainEntry(), post: contents.ledger.post.drainEntry())
      if line.ledger != nil || line.post != nil { _ = journal?.append(line) }
      return result
    }
  }

  /// Returns when every change so far is in the journal.
  /// - Throws: `JournalError` if one could not be written.
  package func written() async throws { if let journal { try await journal.written(journal.append(nil)) } }

  // MARK: Requests and faults

  /// The last requests, the oldest first.
  package var requests: [RequestRecord] { contents.withLock { $0.log.records } }

  /// Keeps a request, dated by the sandbox's clock.
  func log(_ record: RequestRecord) { contents.withLock { $0.log.append(record, at: sandboxTime($0)) } }

  package var plannedFaults: [SandboxFault] { contents.withLock { $0.faults.faults } }

  package func plan(_ fault: SandboxFault) { contents.withLock { $0.faults.add(fault) } }

  package func clearFaults() { contents.withLock { $0.faults.clear() } }

  /// The planned fault that strikes an operation, if any.
  func strike(_ operation: String) -> APIFault? { contents.withLock { $0.faults.strike(operation) } }

  // MARK: Notifications

  private static var messagesAtOnce: Int { 64 }

  /// Wakes the service, which looks for due messages.
  package func wake() { waker.yield() }

  func endWakeUps() { waker.finish() }

  /// Performs all due events, and takes the messages to be sent now.
  /// - Returns: The messages, and the moment of the next due event, by the timekeeper's clock.
  package func drainDueNotifications() -> (deliveries: [NotificationDelivery<Ledger.Subject>], next: Moment?) {
    changeWithoutWaking { ledger, now in
      ledger.advance(to: now)
      ledger.post.advance(to: now)
      let ready = ledger.post.drainReady(limit: Self.messagesAtOnce)
      let next = [ledger.nextDeadline, ledger.post.nextDeadline].compactMap(\.self).min()
      return (ready, next.map { $0 - ledger.post.clock.offset })
    }
  }

  /// Records the outcome of an attempt.
  package func note(_ outcome: DeliveryOutcome, of number: Int, rules: DeliveryRules) {
    change { ledger, now in ledger.post.note(outcome, of: number, rules: rules, at: now) }
  }
}

/// The advances of a sandbox's own time over the true one. Between two of them both go on alike.
package struct SandboxClock: Sendable {
  /// One advance.
  struct Jump: Codable, Hashable, Sendable {
    /// By the true clock.
    let at: Moment
    /// The sandbox's time less the true one, from then on, in milliseconds.
    let lead: Int64

    var offset: Duration { .milliseconds(lead) }
  }

  /// The oldest first.
  var jumps: [Jump] = []

  package init() {}

  /// The sandbox's present time less the true one.
  package var offset: Duration { jumps.last?.offset ?? .zero }

  /// The true date of a moment of the sandbox's time. Moments that it jumped over have the date of the jump, so that no event
  /// is dated before an earlier one.
  package func date(of moment: Moment) -> Moment {
    for (index, jump) in jumps.enumerated().reversed() {
      if moment >= jump.at + jump.offset { return moment - jump.offset }
      let before = index > 0 ? jumps[index - 1].offset : .zero
      if moment >= jump.at + before { return jump.at }
    }
    return moment
  }
}
