import FerryCore
import Synchronization

/// The life of a server's process. Once it is dead, none of what it still computes touches the world outside. While it is paused,
/// as by a signal, only its requests that are under way do.
final class Process: Sendable {
  private struct State {
    var isDead = false
    var pausedUntil: Moment?
  }

  let number: Int
  private let time: any Timekeeper
  private let state = Mutex(State())
  private let deaths: AsyncStream<Void>
  private let death: AsyncStream<Void>.Continuation

  init(number: Int, _ time: any Timekeeper) {
    self.number = number
    self.time = time
    (deaths, death) = AsyncStream.makeStream()
  }

  var isDead: Bool { state.withLock(\.isDead) }
  var isPaused: Bool { pause != nil }

  func die() {
    state.withLock { $0.isDead = true }
    death.finish()
  }

  func pause(for duration: Duration) { state.withLock { $0.pausedUntil = time.now + duration } }

  /// The end of the pause; nil if there is none.
  private var pause: Moment? { state.withLock(\.pausedUntil).flatMap { $0 > time.now ? $0 : nil } }

  /// Returns when it is dead, or the task is cancelled.
  func end() async { for await _ in deaths {} }

  /// Returns when it is not paused.
  /// - Returns: False if it is dead, or the task was cancelled meanwhile.
  func goesOn() async -> Bool {
    while let pause, !isDead {
      do { try await time.sleep(until: pause) } catch { return false }
    }
    return !isDead
  }
}
