import FerryCheckout
import FerryCore
import NIOConcurrencyHelpers

/// A signal: raised once or often, it wakes one waiter once.
final class WakeUp: Sendable {
  private struct State {
    var isRaised = false
    var waiting: CheckedContinuation<Void, Never>?
  }

  private let state = NIOLockedValueBox(State())

  func raise() {
    let waiting = state.withLockedValue { state in
      defer { state.waiting = nil }
      state.isRaised = state.waiting == nil
      return state.waiting
    }
    waiting?.resume()
  }

  /// Returns when the signal is raised, or at a moment.
  /// - Throws: `CancellationError` when the task is cancelled.
  func wait(until moment: Moment?, _ time: any Timekeeper) async throws {
    await withTaskGroup(of: Void.self) { group in
      group.addTask { await self.wait() }
      if let moment { group.addTask { try? await time.sleep(until: moment) } }
      await group.next()
      group.cancelAll()
    }
    try Task.checkCancellation()
  }

  private func wait() async {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isRaised = state.withLockedValue { state in
          defer { state.isRaised = false }
          if state.isRaised || Task.isCancelled { return true }
          state.waiting = continuation
          return false
        }
        if isRaised { continuation.resume() }
      }
    } onCancel: {
      // A cancelled waiter must not consume the signal for the next one.
      state.withLockedValue { state in
        defer { state.waiting = nil }
        return state.waiting
      }?.resume()
    }
  }
}
