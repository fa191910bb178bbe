import NIOConcurrencyHelpers

/// Sends values to any number of readers.
package final class Broadcast<Value: Sendable>: Sendable {
  private struct State {
    var last = 0
    var readers: [Int: AsyncStream<Value>.Continuation] = [:]
    var isOver = false
  }

  private let state = NIOLockedValueBox(State())
  private let limit: Int

  /// - Parameter limit: The most values that a reader may have before it: a slow one misses the oldest.
  package init(limit: Int) { self.limit = limit }

  /// Every value from now on, until the end or until the reader's task ends.
  package func stream() -> AsyncStream<Value> {
    AsyncStream(bufferingPolicy: .bufferingNewest(limit)) { continuation in
      let number = state.withLockedValue { state -> Int? in
        guard !state.isOver else { return nil }
        state.last += 1
        state.readers[state.last] = continuation
        return state.last
      }
      guard let number else { return continuation.finish() }
      continuation.onTermination = { [weak self] _ in self?.state.withLockedValue { $0.readers[number] = nil } }
    }
  }

  package func send(_ value: Value) {
    for reader in state.withLockedValue({ Array($0.readers.values) }) { reader.yield(value) }
  }

  package func end() {
    let readers = state.withLockedValue { state in
      state.isOver = true
      defer { state.readers = [:] }
      return state.readers.values
    }
    for reader in readers { reader.finish() }
  }
}
