import FerryCore
import FerryEngine
import Synchronization

/// The life of a server's process. Once it is dead, none of what it still computes touches the world outside.
final class Process: Sendable {
  let number: Int
  private let dead = Mutex(false)
  private let deaths: AsyncStream<Void>
  private let death: AsyncStream<Void>.Continuation

  init(number: Int) {
    self.number = number
    (deaths, death) = AsyncStream.makeStream()
  }

  var isDead: Bool { dead.withLock { $0 } }

  func die() {
    dead.withLock { $0 = true }
    death.finish()
  }

  /// Returns when it is dead, or the task is cancelled.
  func end() async { for await _ in deaths {} }
}
