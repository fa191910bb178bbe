#if PostgreSQL
  import Dispatch
  import FerryEngine
  @testable import FerryPostgres
  import Testing

  @Suite("A change that others are in the way of", .timeLimit(.minutes(10)))
  struct PostgresRetryTests {
    @Test("runs again as often as helps", arguments: [("40001", 9), ("40P01", 9), ("23505", 2)])
    func again(_ state: String, _ times: Int64) async throws {
      try await withAccountBook { book in
        let runs = RunCount()
        try await book.pool.write { transaction in
          runs.next()
          _ = try transaction.add(1)
          try transaction.run("SELECT fail($1, $2)", [.text(state), .int(times)])
        }
        #expect(runs.value == Int(times) + 1)
        try await book.expect(1)
      }
    }

    @Test(
      "is refused at last",
      arguments: [
        ("40001", StoreError.unavailable("too many changes of the same rows at once"), 10),
        ("40P01", .unavailable("too many changes of the same rows at once"), 10),
        ("23505", .inconsistent("on purpose"), 3),
        ("23514", .inconsistent("on purpose"), 1),
        ("P0001", .inconsistent("on purpose"), 1),
        ("53100", .unavailable("the database's disk is full"), 1),
        ("53200", .unavailable("the database lacks a resource (53200)"), 1),
        ("55P03", .unavailable("another transaction holds the rows for too long"), 1),
        ("57014", .unavailable("the database did not answer in time"), 1),
        ("25006", .unavailable("the database is read-only"), 3),
      ])
    func refused(_ state: String, _ expected: StoreError, _ expectedRuns: Int) async throws {
      try await withAccountBook { book in
        let runs = RunCount()
        await #expect(throws: expected) {
          try await book.pool.write { transaction in
            runs.next()
            _ = try transaction.add(1)
            try transaction.run("SELECT fail($1, 1000)", [.text(state)])
          }
        }
        #expect(runs.value == expectedRuns)
        try await book.expect(0)
      }
    }

    @Test("in a deadlock is made, and so is the other one")
    func deadlock() async throws {
      try await withAccountBook { book in
        let runs = RunCount()
        let haveFirst = [DispatchSemaphore(value: 0), DispatchSemaphore(value: 0)]
        @Sendable func move(_ index: Int, _ names: [String]) async throws {
          try await book.pool.write { transaction in
            let isFirstRun = runs.next() <= 2
            _ = try transaction.add(1, to: names[0])
            haveFirst[index].signal()
            if isFirstRun { haveFirst[1 - index].wait() }
            _ = try transaction.add(1, to: names[1])
          }
        }
        async let one: Void = move(0, ["one", "two"])
        async let two: Void = move(1, ["two", "one"])
        _ = try await (one, two)
        // The one that runs again may meet the other once more.
        #expect(runs.value > 2)
        try await book.expect(2, in: "one")
        try await book.expect(2, in: "two")
      }
    }

    @Test("at the same row waits for its turn: none is lost")
    func sameRow() async throws {
      try await withAccountBook { book in
        try await withThrowingDiscardingTaskGroup { group in
          for _ in 0..<40 { group.addTask { _ = try await book.pool.write { try $0.add(1) } } }
        }
        try await book.expect(40)
      }
    }

    @Test("pauses longer each time without a connection, never beyond the deadline")
    func pauses() throws {
      var retry = PostgresRetry(limit: .seconds(60))
      let pauses = try (0..<10).map { _ in try retry.pause(after: .lost, elapsed: .seconds(1)) }
      #expect(pauses == pauses.sorted())
      #expect(pauses.first == .milliseconds(50))
      #expect(pauses.last == .seconds(2))
      #expect(try retry.pause(after: .lost, elapsed: .seconds(59.5)) == .milliseconds(500))
      #expect(throws: StoreError.unavailable("no connection to the database")) {
        try retry.pause(after: .notConnected("reason"), elapsed: .seconds(60))
      }
    }
  }
#endif
