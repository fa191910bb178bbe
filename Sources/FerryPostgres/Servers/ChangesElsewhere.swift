#if PostgreSQL
  import FerryCheckout
  import FerryCore
  import FerryEngine
  import Synchronization

  /// The notices of changes that other servers send. Each has a checkout and the id of the server that changed it.
  ///
  /// They are sent after the commit, many at once, and not in it: PostgreSQL lets one transaction with a notification commit at a
  /// time in the whole cluster, and holds that lock while the disk is written. A notice that is lost is made up for by the
  /// regular look of every server.
  final class ChangesElsewhere: Sendable {
    private struct State {
      var unsent: Set<CheckoutID> = []
      var readers: [Int: AsyncStream<CheckoutID?>.Continuation] = [:]
      var last = 0
      var isOver = false
    }

    private let state = Mutex(State())
    private let work = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))

    /// Changes of others from now on.
    func stream() -> AsyncStream<CheckoutID?> {
      AsyncStream(bufferingPolicy: .bufferingNewest(1024)) { continuation in
        let number = state.withLock { state -> Int? in
          guard !state.isOver else { return nil }
          state.last += 1
          state.readers[state.last] = continuation
          return state.last
        }
        guard let number else { return continuation.finish() }
        continuation.onTermination = { [weak self] _ in self?.state.withLock { $0.readers[number] = nil } }
      }
    }

    /// Hands a notice to the readers.
    /// - Parameter id: Nil if something may have been missed.
    func heard(_ id: CheckoutID?) {
      for reader in state.withLock({ Array($0.readers.values) }) { reader.yield(id) }
    }

    /// - Parameters:
    ///   - payload: Empty if a server has gone, whose work is to be taken over.
    ///   - server: This server, whose own notices are left out.
    func heard(_ payload: String, server: Int64?) {
      if payload.isEmpty { return heard(nil) }
      let parts = payload.split(separator: " ")
      guard parts.count == 2, Int64(parts[1]) != server else { return }
      heard(CheckoutID(String(parts[0])))
    }

    // MARK: Sending

    /// Tells the others of a change, soon.
    func tell(_ id: CheckoutID) {
      state.withLock { _ = $0.unsent.insert(id) }
      work.continuation.yield()
    }

    /// Sends what waits, until the end. For one task.
    func send(_ send: ([CheckoutID]) async -> Void) async {
      for await _ in work.stream {
        let ids = state.withLock { state in
          defer { state.unsent = [] }
          return state.unsent.sorted()
        }
        if !ids.isEmpty { await send(ids) }
      }
    }

    /// Ends the sending and all streams.
    func end() {
      work.continuation.finish()
      let readers = state.withLock { state in
        state.isOver = true
        defer { state.readers = [:] }
        return Array(state.readers.values)
      }
      for reader in readers { reader.finish() }
    }
  }

  extension PostgresTransaction {
    /// Notifies all servers of changes of checkouts.
    func notify(_ ids: [CheckoutID], from server: Int64) throws {
      commitBeforeFlush()
      try run(
        "SELECT pg_notify('ferry', id || ' ' || $2::bigint) FROM unnest($1::text[]) AS id",
        [.texts(ids.map(\.text)), .int(server)])
    }
  }
#endif
