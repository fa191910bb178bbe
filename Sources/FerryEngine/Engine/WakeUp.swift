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

/// The tasks that wait for a checkout to change.
final class Watchers: Sendable {
  private struct State {
    var last: UInt64 = 0
    var signals: [CheckoutID: [UInt64: WakeUp]] = [:]
  }

  private let state = NIOLockedValueBox(State())

  func tell(_ id: CheckoutID) {
    let signals = state.withLockedValue { $0.signals[id] }
    for signal in signals?.values ?? [:].values { signal.raise() }
  }

  func watching<Result>(
    _ id: CheckoutID, _ body: (WakeUp) async throws -> Result
  ) async rethrows -> Result {
    let signal = WakeUp()
    let number = state.withLockedValue { state in
      state.last += 1
      state.signals[id, default: [:]][state.last] = signal
      return state.last
    }
    defer {
      state.withLockedValue { state in
        state.signals[id]?[number] = nil
        if state.signals[id]?.isEmpty ?? false { state.signals[id] = nil }
      }
    }
    return try await body(signal)
  }
}
