public import FerryCore
import Synchronization

/// Time that stands still until it is told to move. Sleepers wake in the order of their moments, and among equals in the
/// order in which they fell asleep.
///
/// Two ways to use it:
/// - `run` takes the work onto one thread and moves time by itself, to the next sleeper's moment, whenever nothing else can
///   go on: hours pass in milliseconds, in the same order in every run.
/// - `advance(by:)` moves it by hand. Outside `run`, what wakes goes on concurrently; `waitForSleepers(_:)` tells when the
///   tasks under test have come to rest.
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
    /// Sleeps that have begun and are not in `sleepers` yet; cancelling takes the number out.
    var arriving: Set<UInt64> = []
    /// By moment, then number.
    var sleepers: [Sleeper] = []
    var watchers: [Watcher] = []
    /// Set while `run` is under way.
    var executor: SteppedExecutor?
    /// How much is under way that time stands still for.
    var holds = 0
  }

  let state: Mutex<State>

  /// - Parameter start: the first value of `now`; 2026-01-01T00:00:00Z unless told otherwise.
  public init(start: Moment = Moment(milliseconds: 1_767_225_600_000)) {
    state = Mutex(State(now: start))
  }

  public var now: Moment { state.withLock { $0.now } }

  /// The moments that sleepers wait for, earliest first.
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

  /// Moves time on and wakes every sleeper whose moment comes, one after the other, each with `now` at its own moment.
  /// Within `run`, all work that one waking causes is done before the next.
  public func advance(by duration: Duration) async {
    await advance(to: now + duration)
  }

  /// Moves time on to a moment; does nothing for one that has passed.
  public func advance(to moment: Moment) async {
    await settle()
    while wakeNext(upTo: moment) { await settle() }
    state.withLock { $0.now = max($0.now, moment) }
    await settle()
  }

  /// Moves to the earliest sleeper's moment and wakes it.
  /// - Returns: false, with time where it was, when nobody sleeps or only beyond the limit.
  func wakeNext(upTo limit: Moment) -> Bool {
    let sleeper = state.withLock { state -> Sleeper? in
      guard let first = state.sleepers.first, first.moment <= limit else { return nil }
      state.now = max(state.now, first.moment)
      return state.sleepers.removeFirst()
    }
    sleeper?.continuation.resume()
    return sleeper != nil
  }

  private func settle() async {
    await state.withLock { $0.executor }?.waitUntilIdle()
  }
}
