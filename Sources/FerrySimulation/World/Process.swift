import FerryCore
import Synchronization

/// The life of a server's process. Once it is dead, none of what it still computes touches the world outside. While it is paused,
/// as by a signal, nothing of it does.
final class Process: Sendable {
  private struct State {
    var isDead = false
    var isPaused = false
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
  var isPaused: Bool { state.withLock(\.isPaused) }

  func die() {
    state.withLock { $0.isDead = true }
    death.finish()
  }

  func pause(_ isPaused: Bool) { state.withLock { $0.isPaused = isPaused } }

  /// Returns when it is dead, or the task is cancelled.
  func end() async { for await _ in deaths {} }

  /// Returns when it is not paused.
  /// - Returns: False if it is dead, or the task was cancelled meanwhile.
  func goesOn() async -> Bool {
    while isPaused, !isDead {
      do { try await time.sleep(for: .milliseconds(500)) } catch { return false }
    }
    return !isDead
  }
}
