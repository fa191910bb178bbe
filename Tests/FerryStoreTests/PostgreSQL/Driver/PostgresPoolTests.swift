#if PostgreSQL
  import FerryEngine
  import FerryPostgres
  import Foundation
  import Testing

  @Suite("A pool of connections", .timeLimit(.minutes(10)))
  struct PostgresPoolTests {
    @Test("notices that an idle connection has died, and connects again")
    func died() async throws {
      try await withAccountBook { book in
        try await withPool(book.database.address, connections: 1, name: "idle") { pool in
          try await pool.connect()
          #expect(try await book.endSessions(named: "idle") == 1)
          try await pool.expectSum(1, adding: 1)
          #expect(try await book.endSessions(named: "idle") == 1)
          #expect(try await pool.read { try $0.rows("SELECT 1").count } == 1)
        }
        try await book.expect(1)
      }
    }

    @Test("has no more connections than it may, and the work that waits is done")
    func limit() async throws {
      try await withAccountBook { book in
        try await withPool(book.database.address, connections: 2, name: "limited") { pool in
          let most = try await withThrowingTaskGroup(of: Int64.self) { group in
            for _ in 0..<8 {
              group.addTask {
                try await pool.read { transaction in
                  _ = try transaction.rows("SELECT pg_sleep(0.05)")
                  return try transaction.row(
                    "SELECT count(*) FROM pg_stat_activity WHERE application_name = 'limited'")?.int(0) ?? 0
                }
              }
            }
            return try await group.reduce(0) { max($0, $1) }
          }
          #expect(most == 2)
        }
      }
    }

    @Test("refuses what waits for a connection for too long")
    func busy() async throws {
      try await withAccountBook { book in
        let deadlines = PostgresDeadlines.short(attempts: .seconds(1))
        try await withPool(book.database.address, connections: 1, deadlines: deadlines) { pool in
          let begun = RunCount()
          async let long: Void = pool.read { transaction in
            begun.next()
            _ = try transaction.rows("SELECT pg_sleep(2)")
          }
          while begun.value == 0 { try await Task.sleep(for: .milliseconds(5)) }
          await #expect(throws: StoreError.unavailable("all connections to the database are busy")) {
            try await pool.write { try $0.add(1) }
          }
          try await long
        }
        try await book.expect(0)
      }
    }

    @Test("finishes what was begun when it closes, and refuses what comes later")
    func closing() async throws {
      try await withAccountBook { book in
        try await withPool(book.database.address, connections: 1) { pool in
          try await withThrowingTaskGroup { group in
            for _ in 0..<3 {
              group.addTask {
                _ = try await pool.write { transaction in
                  _ = try transaction.rows("SELECT pg_sleep(0.5)")
                  return try transaction.add(1)
                }
              }
            }
            // All have asked by then, and not all are done.
            try await Task.sleep(for: .seconds(1))
            await pool.close()
            try await group.waitForAll()
          }
          await #expect(throws: StoreError.stopped) { try await pool.write { try $0.add(1) } }
          await #expect(throws: StoreError.stopped) { try await pool.read { try $0.rows("SELECT 1").count } }
        }
        try await book.expect(3)
      }
    }

    @Test("commits a change whose caller was cancelled")
    func cancelled() async throws {
      try await withAccountBook { book in
        let begun = RunCount()
        let task = Task {
          try await book.pool.write { transaction in
            begun.next()
            _ = try transaction.rows("SELECT pg_sleep(0.1)")
            return try transaction.add(1)
          }
        }
        while begun.value == 0 { try await Task.sleep(for: .milliseconds(5)) }
        task.cancel()
        #expect(try await task.value == 1)
        try await book.expect(1)
      }
    }

    @Test("deletes ids of changes that are older than a day, and keeps the others")
    func oldChanges() async throws {
      try await withAccountBook { book in
        try await book.run(
          "INSERT INTO changes SELECT int8send(n), now() - interval '25 hours' FROM generate_series(1, 20) AS n",
          "INSERT INTO changes SELECT int8send(n), now() - interval '23 hours' FROM generate_series(21, 40) AS n")
        for _ in 0..<16 { _ = try await book.pool.write { try $0.add(1) } }
        let counts = try await book.pool.read { transaction in
          let row = try transaction.row(
            "SELECT count(*) FILTER (WHERE at < now() - interval '1 day'), count(*) FROM changes")
          return [row?.int(0), row?.int(1)]
        }
        #expect(counts == [0, 36])
      }
    }
  }

  extension AccountBook {
    /// - Returns: The number of connections that were ended.
    func endSessions(named name: String) async throws -> Int64? {
      try await pool.read { transaction in
        try transaction.row(
          """
          SELECT count(pg_terminate_backend(pid, 5000)) FROM pg_stat_activity
          WHERE application_name = $1 AND datname = current_database()
          """, [.text(name)])?.int(0)
      }
    }
  }

  func withOwnFolder<Success: Sendable>(_ body: (String) async throws -> Success) async throws -> Success {
    let folder = FileManager.default.temporaryDirectory.appending(path: "ferry-postgres-\(UUID().uuidString.prefix(8))")
    defer { try? FileManager.default.removeItem(at: folder) }
    return try await body(folder.path)
  }
#endif
