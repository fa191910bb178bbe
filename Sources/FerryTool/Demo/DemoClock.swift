import FerryCore
import Synchronization

/// The demo's clock: the machine's, and what it was moved ahead by. Codes and tickets grow old in a moment by it, so that a
/// rehearsal need not wait for them. No other process has one.
final class DemoClock: Timekeeper {
  private struct State {
    var ahead: Duration = .zero
    var sleepers: [UInt64: AsyncStream<Void>.Continuation] = [:]
    var lastNumber: UInt64 = 0
  }

  private let base: any Timekeeper
  private let state = Mutex(State())

  init(_ base: any Timekeeper = SystemTime()) { self.base = base }

  var now: Moment { base.now + state.withLock { $0.ahead } }

  /// Moves on, never back, and lets everybody who sleeps look at the clock again.
  /// - Returns: By how much it is ahead of the machine's clock now.
  @discardableResult
  func advance(by duration: Duration) -> Duration {
    let (ahead, sleepers) = state.withLock { state in
      state.ahead += max(.zero, duration)
      defer { state.sleepers = [:] }
      return (state.ahead, Array(state.sleepers.values))
    }
    for sleeper in sleepers { sleeper.finish() }
    return ahead
  }

  func sleep(until moment: Moment) async throws {
    while true {
      try Task.checkCancellation()
      // Listens first: what moves the clock from here on is heard.
      let (moved, number) = listen()
      defer { leave(number) }
      let wait = moment.since(now)
      guard wait > .zero else { return }
      await withTaskGroup(of: Void.self) { group in
        group.addTask { [base] in try? await base.sleep(for: wait) }
        group.addTask { for await _ in moved {} }
        await group.next()
        group.cancelAll()
      }
    }
  }

  private func listen() -> (AsyncStream<Void>, UInt64) {
    let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
    let number = state.withLock { state in
      state.lastNumber += 1
      state.sleepers[state.lastNumber] = continuation
      return state.lastNumber
    }
    return (stream, number)
  }

  private func leave(_ number: UInt64) { state.withLock { _ = $0.sleepers.removeValue(forKey: number) } }
}
