public import FerryCore
import Synchronization

/// A clock for tests that moves on command. Sleepers wake in the order of their moments. If the moments are equal, the first to
/// fall asleep wakes first.
///
/// Two ways to use it:
/// - `run` runs the work on one thread and moves time to the next sleeper's moment whenever nothing else can continue: hours
///   pass in milliseconds, in the same order in every run.
/// - `advance(by:)` moves it by hand. Outside `run`, woken tasks run concurrently; `waitForSleepers(_:)` returns when the tasks
///   under test sleep.
public final class VirtualTime: Timekeeper {
  struct Sleeper {
    let moment: Moment
    let number: UInt64
    let continuation: CheckedContinuation<Void, any Error>
  }

  struct Watcher {
    let count: Int
    let continuation: CheckedContinuation<Void, Never>
  }

  struct State {
    var now: Moment
    var lastNumber: UInt64 = 0
    /// Sleeps that have begun and are not in `sleepers` yet; cancellation removes the number.
    var arriving: Set<UInt64> = []
    /// By moment, then number.
    var sleepers: [Sleeper] = []
    var watchers: [Watcher] = []
    /// Set while `run` is under way.
    var executor: SteppedExecutor?
    /// The number of operations that hold time still.
    var holds = 0
  }

  let state: Mutex<State>

  /// - Parameter start: The first value of `now`; by default 2026-01-01T00:00:00Z.
  public init(start: Moment = Moment(milliseconds: 1_767_225_600_000)) { state = Mutex(State(now: start)) }

  public var now: Moment { state.withLock { $0.now } }

  /// The moments of the sleepers, earliest first.
  public var sleepers: [Moment] { state.withLock { $0.sleepers.map(\.moment) } }

  public func sleep(until moment: Moment) async throws {
    try Task.checkCancellation()
    let number = state.withLock { state in
      state.lastNumber += 1
      state.arriving.insert(state.lastNumber)
      return state.lastNumber
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        lieDown(Sleeper(moment: moment, number: number, continuation: continuation))
      }
    } onCancel: {
      let sleeper = state.withLock { state -> Sleeper? in
        state.arriving.remove(number)
        guard let index = state.sleepers.firstIndex(where: { $0.number == number }) else { return nil }
        return state.sleepers.remove(at: index)
      }
      sleeper?.continuation.resume(throwing: CancellationError())
    }
  }

  private func lieDown(_ sleeper: Sleeper) {
    enum Outcome {
      case cancelled
      case past
      case asleep([Watcher])
    }
    let outcome = state.withLock { state -> Outcome in
      guard state.arriving.remove(sleeper.number) != nil else { return .cancelled }
      guard sleeper.moment > state.now else { return .past }
      let index = state.sleepers.firstIndex { $0.moment > sleeper.moment } ?? state.sleepers.endIndex
      state.sleepers.insert(sleeper, at: index)
      let count = state.sleepers.count
      let served = state.watchers.filter { $0.count <= count }
      state.watchers.removeAll { $0.count <= count }
      return .asleep(served)
    }
    switch outcome {
    case .cancelled: sleeper.continuation.resume(throwing: CancellationError())
    case .past: sleeper.continuation.resume()
    case .asleep(let watchers): for watcher in watchers { watcher.continuation.resume() }
    }
  }

  /// Returns as soon as at least `count` tasks sleep.
  public func waitForSleepers(_ count: Int = 1) async {
    await withCheckedContinuation { continuation in
      let isServed = state.withLock { state in
        if state.sleepers.count >= count { return true }
        state.watchers.append(Watcher(count: count, continuation: continuation))
        return false
      }
      if isServed { continuation.resume() }
    }
  }

  /// Moves time and wakes the sleepers one after the other, each with `now` at its moment. Within `run`, all work of one
  /// sleeper is done before the next wakes.
  public func advance(by duration: Duration) async { await advance(to: now + duration) }

  /// Moves time to a moment; does nothing if it has passed.
  public func advance(to moment: Moment) async {
    await settle()
    while wakeNext(upTo: moment) { await settle() }
    state.withLock { $0.now = max($0.now, moment) }
    await settle()
  }

  /// Moves to the earliest sleeper's moment and wakes it.
  /// - Returns: False, without moving time, if no task sleeps or only beyond the limit.
  func wakeNext(upTo limit: Moment) -> Bool {
    let sleeper = state.withLock { state -> Sleeper? in
      guard let first = state.sleepers.first, first.moment <= limit else { return nil }
      state.now = max(state.now, first.moment)
      return state.sleepers.removeFirst()
    }
    sleeper?.continuation.resume()
    return sleeper != nil
  }

  private func settle() async { await state.withLock { $0.executor }?.waitUntilIdle() }
}

extension VirtualTime {
  /// The reason why `run` gave up.
  public enum Stalled: Error, Hashable, Sendable, CustomStringConvertible {
    /// Nothing runs, no task sleeps, and the work is not done: it waits for something that cannot come.
    case nothingLeft
    /// The work is not done within the limit of virtual time.
    case limitReached(Moment)

    public var description: String {
      switch self {
      case .nothingLeft:
        "The work waits, but nothing runs and nobody sleeps: what it waits for cannot happen."
      case .limitReached(let moment):
        "The work is not done at \(moment), the limit of its virtual time."
      }
    }
  }

  /// The movement of time during `run`.
  public enum Movement: Sendable {
    /// To the next sleeper's moment whenever nothing else can continue.
    case automatic
    /// Only by `advance(by:)`.
    case manual
  }

  /// Runs work on one thread in virtual time, in the same order every time. Child tasks, the main actor, and actors without
  /// their own executor run there too; unstructured tasks do not. Runs beside each other have the main actor's work each on their
  /// own thread.
  /// - Parameters:
  ///   - limit: The largest virtual duration of the work.
  ///   - quiet: Above zero if other threads take part (a database, sockets): time moves only after nothing has happened for
  ///     this real time. The order may then vary.
  /// - Throws: `Stalled` (with the work cancelled), or the error of the work. With `quiet` above zero or manual movement, work
  ///   that waits for ever is not detected, because a job may still come from outside.
  @concurrent public func run<Success: Sendable>(
    _ movement: Movement = .automatic, limit: Duration = .seconds(400 * 86_400), quiet: Duration = .zero,
    _ operation: @escaping @Sendable () async throws -> Success
  ) async throws -> Success {
    MainLine.install()
    let end = now + limit
    let (stalls, stall) = AsyncStream.makeStream(of: Stalled.self)
    let executor = SteppedExecutor(quiet: quiet) { [weak self] executor in
      guard let self, movement == .automatic, canMove(executor) else { return .rest }
      if wakeNext(upTo: end) { return .goOn }
      if let next = sleepers.first, next > end {
        stall.yield(.limitReached(end))
      } else if quiet == .zero {
        stall.yield(.nothingLeft)
      }
      return .rest
    }
    let isFree = state.withLock { state in
      guard state.executor == nil else { return false }
      state.executor = executor
      return true
    }
    precondition(isFree, "VirtualTime.run is under way already.")
    return try await whileRunning({ for await reason in stalls { throw reason } }, on: executor) { [self] in
      // Here, before the executor can be idle again: else this run might move the time of the next one.
      defer { state.withLock { $0.executor = nil } }
      return try await operation()
    }
  }

  /// Holds time still during an operation on other threads, such as a database's.
  public func standStill<Success>(during operation: () async throws -> Success) async rethrows -> Success {
    state.withLock { $0.holds += 1 }
    defer { state.withLock { $0.holds -= 1 } }
    return try await operation()
  }

  /// True during a run that waits for its own work only.
  private func canMove(_ executor: SteppedExecutor) -> Bool {
    state.withLock { $0.executor === executor && $0.holds == 0 }
  }
}

/// A clock that stands still until it is moved; a sleep moves it.
public final class HandClock: Timekeeper {
  private let moment: Mutex<Moment>

  public init(_ moment: Moment) { self.moment = Mutex(moment) }

  public var now: Moment { moment.withLock { $0 } }

  public func advance(by duration: Duration) { moment.withLock { $0 = $0 + duration } }

  public func sleep(until wake: Moment) async throws {
    try Task.checkCancellation()
    moment.withLock { $0 = max($0, wake) }
  }
}

/// Runs work while a service runs beside it. The service is cancelled when the work ends, and may end earlier.
/// - Parameter executor: The executor of the work; the caller's if it is nil.
/// - Throws: The first error of either; the other one is cancelled then.
package func whileRunning<Result: Sendable>(
  _ companion: @escaping @Sendable () async throws -> Void, on executor: (any TaskExecutor)? = nil,
  _ work: @escaping @Sendable () async throws -> Result
) async throws -> Result {
  try await withThrowingTaskGroup(of: Result?.self) { group in
    group.addTask {
      try await companion()
      return nil
    }
    // An optimized build takes a preference of nil for none, and leaves the caller's executor.
    if let executor {
      group.addTask(executorPreference: executor) { try await work() }
    } else {
      group.addTask { try await work() }
    }
    defer { group.cancelAll() }
    while let result = try await group.next() {
      if let result { return result }
    }
    throw CancellationError()
  }
}
