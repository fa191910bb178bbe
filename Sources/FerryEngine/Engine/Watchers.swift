import FerryCheckout
import NIOConcurrencyHelpers

/// Who waits for a checkout to change.
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
