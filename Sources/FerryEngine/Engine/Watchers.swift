package import FerryCheckout
import NIOConcurrencyHelpers

/// The tasks that wait for one checkout to change, and the readers of all changes.
package final class Watchers: Sendable {
  private struct State {
    var last: UInt64 = 0
    var signals: [CheckoutID: [UInt64: WakeUp]] = [:]
    var readers: [UInt64: AsyncStream<CheckoutID>.Continuation] = [:]
  }

  private let state = NIOLockedValueBox(State())

  package init() {}

  package func tell(_ id: CheckoutID) {
    let (signals, readers) = state.withLockedValue { ($0.signals[id], $0.readers) }
    for reader in readers.values { reader.yield(id) }
    for signal in signals?.values ?? [:].values { signal.raise() }
  }

  /// Wakes the tasks that wait for any checkout. Readers get nothing: no change is named.
  func tellAll() {
    let signals = state.withLockedValue { $0.signals.values.flatMap(\.values) }
    for signal in signals { signal.raise() }
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

  /// Every change from now on. A slow reader misses the oldest.
  package func changes() -> AsyncStream<CheckoutID> {
    AsyncStream(bufferingPolicy: .bufferingNewest(Self.mostUnread)) { continuation in
      let number = state.withLockedValue { state in
        state.last += 1
        state.readers[state.last] = continuation
        return state.last
      }
      continuation.onTermination = { [self] _ in state.withLockedValue { $0.readers[number] = nil } }
    }
  }

  private static let mostUnread = 256
}
