import Synchronization

/// The writes that wait for the writer.
final class WriteQueue: Sendable {
  private struct State {
    var waiting: [PendingWrite] = []
    /// The writer, while there is nothing for it to do.
    var writer: CheckedContinuation<Void, Never>?
    var isClosed = false
  }

  private let state = Mutex(State())

  var count: Int { state.withLock { $0.waiting.count } }

  /// - Returns: Whether the write will be done; not when the queue is closed.
  func add(_ write: PendingWrite) -> Bool {
    let (isAccepted, writer) = state.withLock { state -> (Bool, CheckedContinuation<Void, Never>?) in
      guard !state.isClosed else { return (false, nil) }
      state.waiting.append(write)
      return (true, state.writer.take())
    }
    writer?.resume()
    return isAccepted
  }

  /// All that waits, or as soon as something does; nil once the queue is closed and empty. For one task at a time.
  func next() async -> [PendingWrite]? {
    await withCheckedContinuation { continuation in
      let isReady = state.withLock { state in
        guard state.waiting.isEmpty, !state.isClosed else { return true }
        precondition(state.writer == nil, "Two tasks run the same store; run() is called once.")
        state.writer = continuation
        return false
      }
      if isReady { continuation.resume() }
    }
    let writes = state.withLock { state in
      let writes = state.waiting
      state.waiting = []
      return writes
    }
    return writes.isEmpty ? nil : writes
  }

  /// Lets nothing more in.
  func close() {
    let writer = state.withLock { state in
      state.isClosed = true
      return state.writer.take()
    }
    writer?.resume()
  }
}
