public import FerryCore
import Synchronization

extension VirtualTime {
  /// Why `run` gave up.
  public enum Stalled: Error, Hashable, Sendable, CustomStringConvertible {
    /// Nothing runs, nobody sleeps, and the work is not done: it waits for something that cannot come.
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

  /// How time moves during `run`.
  public enum Movement: Sendable {
    /// To the next sleeper's moment whenever nothing else can go on.
    case automatic
    /// Only by `advance(by:)`.
    case manual
  }

  /// Runs work on one thread in virtual time, so that it takes the same course every time. Child tasks, and actors without
  /// an executor of their own, run there too; unstructured tasks do not.
  /// - Parameters:
  ///   - movement: how time moves meanwhile.
  ///   - limit: how much virtual time the work may take.
  ///   - quiet: above zero when threads of others take part (a database, sockets): time moves only after nothing has
  ///     happened for so long in real time. The course is then no longer quite the same every time.
  /// - Throws: `Stalled` (with the work cancelled), or what the work throws. With `quiet` above zero or manual movement,
  ///   work that waits for what cannot come is not noticed, for it may come from outside.
  public func run<Success: Sendable>(
    _ movement: Movement = .automatic, limit: Duration = .seconds(400 * 86_400), quiet: Duration = .zero,
    _ operation: @escaping @Sendable () async throws -> Success
  ) async throws -> Success {
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

  /// Keeps time where it is while something is done on threads of others, such as a database's: within `run`, time moves
  /// only after its end, however long it takes.
  public func standStill<Success>(during operation: () async throws -> Success) async rethrows -> Success {
    state.withLock { $0.holds += 1 }
    defer { state.withLock { $0.holds -= 1 } }
    return try await operation()
  }

  /// Whether a run is under way, and none but its own work is waited for.
  private func canMove(_ executor: SteppedExecutor) -> Bool {
    state.withLock { $0.executor === executor && $0.holds == 0 }
  }
}
