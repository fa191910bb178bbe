#if PostgreSQL
  import FerryEngine
  import FerryPostgres
  import Synchronization
  import Testing

  @Suite("A listening connection", .timeLimit(.minutes(10)))
  struct PostgresListenerTests {
    @Test("hears notifications at once, in the order of their commits, and none that was undone")
    func notifications() async throws {
      try await withListener(every: .seconds(60)) { book, events, _ in
        try await events.wait { $0.contains("renewed 1") }
        struct Refusal: Error {}
        try? await book.pool.write { transaction in
          _ = try transaction.rows("SELECT pg_notify('ferry', 'undone')")
          throw Refusal()
        }
        for number in 1...3 {
          try await book.pool.writeOnce { transaction in
            try transaction.run("SELECT pg_notify('ferry', $1)", [.text("\(number)")])
          }
        }
        try await events.wait { $0.contains("heard 3") }
        #expect(events.all == ["renewed 1", "heard 1", "heard 2", "heard 3"])
      }
    }

    @Test("runs its transaction at intervals, and commits it")
    func intervals() async throws {
      try await withListener(every: .milliseconds(50)) { book, events, _ in
        try await events.wait { $0.count >= 4 }
        #expect(events.all.prefix(4) == ["renewed 1", "renewed 2", "renewed 3", "renewed 4"])
        #expect(try await book.pool.write { try $0.add(0) } >= 4)
      }
    }

    @Test("connects again when its connection is lost, runs its transaction, and hears again")
    func lost() async throws {
      try await withListener(every: .seconds(60)) { book, events, _ in
        try await events.wait { $0.contains("renewed 1") }
        #expect(try await book.endSessions(named: "listener") == 1)
        try await events.wait { $0.contains("renewed 2") }
        try await book.pool.writeOnce { try $0.run("SELECT pg_notify('ferry', 'again')") }
        try await events.wait { $0.contains("heard again") }
      }
    }

    @Test("stops at once when its task is cancelled, though it waits")
    func stopping() async throws {
      try await withListener(every: .seconds(60)) { book, events, task in
        try await events.wait { $0.contains("renewed 1") }
        let start = ContinuousClock.now
        task.cancel()
        try await task.value
        #expect(.now - start < .seconds(5))
        try await book.waitForOthersToLeave()
      }
    }
  }

  /// Runs a listener that adds to an account at intervals.
  private func withListener(
    every interval: Duration, _ body: (AccountBook, Events, Task<Void, any Error>) async throws -> Void
  ) async throws {
    try await withAccountBook { book in
      let events = Events()
      let listener = PostgresListener(
        try PostgresAddress(book.database.address), name: "listener", logger: .silent)
      let task = Task {
        try await listener.run(every: interval) {
          try $0.add(1)
        } committed: { amount in
          events.add("renewed \(amount)")
        } heard: {
          events.add("heard \($0)")
        }
      }
      let result: Swift.Result<Void, any Error>
      do { result = .success(try await body(book, events, task)) } catch { result = .failure(error) }
      task.cancel()
      try await task.value
      try result.get()
    }
  }

  private final class Events: Sendable {
    private let list = Mutex<[String]>([])

    var all: [String] { list.withLock { $0 } }

    func add(_ event: String) { list.withLock { $0.append(event) } }

    func wait(until isThere: ([String]) -> Bool) async throws {
      while !isThere(all) { try await Task.sleep(for: .milliseconds(5)) }
    }
  }
#endif
