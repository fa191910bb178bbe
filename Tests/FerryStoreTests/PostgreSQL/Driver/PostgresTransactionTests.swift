#if PostgreSQL
  import FerryEngine
  import FerryPostgres
  import Testing

  @Suite("A transaction in PostgreSQL", .timeLimit(.minutes(10)))
  struct PostgresTransactionTests {
    @Test("carries values of every kind there and back")
    func values() async throws {
      try await withAccountBook { book in
        for number in [0, 1, -1, 255, -256, .max, .min] as [Int64] {
          try await book.expect(number, "SELECT $1", .int(number)) { $0.int(0) }
        }
        for text in ["", "a", "日本語 🚢 \u{1F468}\u{200D}\u{1F469}", "'; DROP TABLE accounts; --", "$1"] {
          try await book.expect(text, "SELECT $1", .text(text)) { $0.text(0) }
        }
        for bytes in [[], [0], Array(0...255)] as [[UInt8]] {
          try await book.expect(bytes, "SELECT $1", .bytes(bytes)) { $0.bytes(0) }
        }
        for bool in [true, false] {
          try await book.expect(bool, "SELECT $1", .bool(bool)) { $0.bool(0) }
        }
        try await book.expect(Array("ü".utf8), "SELECT 'ü'::text") { $0.bytes(0) }
        try await book.expect(-2, "SELECT (-2)::int2") { $0.int(0) }
        try await book.expect(7, "SELECT 7::int4") { $0.int(0) }
        try await book.expect(1 << 60, "SELECT '1152921504606846976'::xid8") { $0.int(0) }
        try await book.expect("a", "SELECT 'a'::varchar") { $0.text(0) }
      }
    }

    @Test("carries nulls of every kind")
    func nulls() async throws {
      try await withAccountBook { book in
        try await book.expect(nil, "SELECT $1", .int(nil)) { $0.intIfPresent(0) }
        try await book.expect(nil, "SELECT $1", .text(nil)) { $0.textIfPresent(0) }
        try await book.expect(nil, "SELECT $1", .bytes(nil)) { $0.bytesIfPresent(0) }
        try await book.expect(true, "SELECT $1::bool IS NULL", .bool(nil)) { $0.bool(0) }
      }
    }

    @Test("compares with lists of any length, also empty ones")
    func lists() async throws {
      try await withAccountBook { book in
        let texts = "SELECT count(*) FROM accounts WHERE name = ANY($1)"
        try await book.expect(0, texts, .texts([])) { $0.int(0) }
        try await book.expect(2, texts, .texts(["two", "three", "", "one"])) { $0.int(0) }
        let ints = "SELECT sum(n)::bigint FROM unnest($1) AS n"
        try await book.expect(nil, ints, .ints([])) { $0.intIfPresent(0) }
        try await book.expect(1 << 40 - 4, ints, .ints([1, -5, 1 << 40])) { $0.int(0) }
      }
    }

    @Test("refuses a text with a NUL, which the database cannot hold, before it is sent")
    func nul() async throws {
      try await withAccountBook { book in
        await #expect(throws: StoreError.inconsistent("a text with a NUL")) {
          try await book.pool.write { transaction in
            _ = try transaction.add(1)
            try transaction.run("INSERT INTO accounts VALUES ($1, 1)", [.text("a\0b")])
          }
        }
        try await book.expect(0)
      }
    }

    @Test("takes two round trips for a change: one that locks and reads, one that writes and commits")
    func roundTrips() async throws {
      try await withAccountBook { book in
        try await withPool(book.database.address, connections: 1) { pool in
          try await pool.connect()
          let before = pool.counts.roundTrips
          try await pool.write { transaction in
            _ = try transaction.add(1)
            try transaction.run("UPDATE accounts SET amount = 3 WHERE name = 'two'")
          }
          #expect(pool.counts.roundTrips == before + 2)
        }
        try await book.expect(3, in: "two")
      }
    }

    @Test("commits nothing if nothing was changed")
    func unchanged() async throws {
      try await withAccountBook { book in
        let before = book.pool.counts.commits
        try await book.pool.write { transaction in
          _ = try transaction.row("SELECT amount FROM accounts WHERE name = 'one' FOR UPDATE")
          #expect(try transaction.count("UPDATE accounts SET amount = 1 WHERE name = 'none'") == 0)
        }
        try await book.pool.write { _ in }
        #expect(book.pool.counts.commits == before)
        #expect(try await book.pool.write { try $0.count("UPDATE accounts SET amount = 1") } == 2)
        #expect(book.pool.counts.commits == before + 1)
        try await book.expect(1)
      }
    }

    @Test("is undone when its closure throws, and the caller gets the error")
    func thrown() async throws {
      struct Refusal: Error, Equatable {}
      try await withAccountBook { book in
        await #expect(throws: Refusal()) {
          try await book.pool.write { transaction in
            _ = try transaction.count("UPDATE accounts SET amount = 9")
            throw Refusal()
          }
        }
        try await book.expect(0)
      }
    }

    @Test("is undone when a statement failed, even if the closure caught the error")
    func caught() async throws {
      try await withAccountBook { book in
        await #expect(throws: StoreError.self) {
          try await book.pool.write { transaction in
            _ = try? transaction.count("UPDATE accounts SET amount = -1")
          }
        }
        try await book.expect(0)
      }
    }

    @Test("reports a broken rule by its name, without data, also of a queued statement")
    func brokenRule() async throws {
      try await withAccountBook { book in
        let error = await #expect(throws: StoreError.self) {
          try await book.pool.write { transaction in
            try transaction.run("UPDATE accounts SET amount = -4711 WHERE name = 'one'")
          }
        }
        let text = "\(String(describing: error))"
        #expect(text.contains("accounts_amount_check"))
        #expect(!text.contains("4711"))
      }
    }

    @Test("reports a mistaken statement by its code, without values, and the connection goes on")
    func mistake() async throws {
      try await withAccountBook { book in
        try await withPool(book.database.address, connections: 1) { pool in
          let error = await #expect(throws: PostgresError.self) {
            _ = try await pool.read { try $0.rows("SELECT $1::text::bigint", [.text("secret")]).count }
          }
          #expect(error?.state == "22P02")
          #expect(error?.description.contains("secret") == false)
          for _ in 0..<2 {
            let error = await #expect(throws: PostgresError.self) {
              _ = try await pool.read { try $0.rows("SELECT nothing FROM nowhere").count }
            }
            #expect(error?.state == "42P01")
          }
          try await pool.expectSum(1, adding: 1)
        }
      }
    }

    @Test("that reads sees one state of the database from its first statement on, and changes nothing")
    func oneState() async throws {
      try await withAccountBook { book in
        let pool = book.pool
        let seen = RunCount()
        let amounts = try await pool.read { transaction in
          let sql = "SELECT amount FROM accounts WHERE name = 'one'"
          let first = try transaction.row(sql)?.int(0)
          seen.next()
          while seen.value < 2 {}
          return [first, try transaction.row(sql)?.int(0)]
        } while: {
          while seen.value < 1 { await Task.yield() }
          _ = try await pool.write { try $0.add(7) }
          seen.next()
        }
        #expect(amounts == [0, 0])
        try await book.expect(7)
        let error = await #expect(throws: StoreError.self) {
          _ = try await pool.read { try $0.count("UPDATE accounts SET amount = 1") }
        }
        #expect(error == .unavailable("the database is read-only"))
      }
    }
  }

  extension AccountBook {
    /// Expects a value in the one row that a statement yields.
    fileprivate func expect<Value: Equatable & Sendable>(
      _ expected: Value, _ sql: String, _ values: StatementValue..., sourceLocation: SourceLocation = #_sourceLocation,
      take: @escaping @Sendable (PostgresRow) -> Value
    ) async throws {
      let value = try await pool.read { transaction in take(try #require(try transaction.row(sql, values))) }
      #expect(value == expected, sourceLocation: sourceLocation)
    }
  }

  extension PostgresPool {
    /// Reads while something else happens.
    fileprivate func read<Success: Sendable>(
      _ body: @escaping @Sendable (PostgresTransaction) throws -> Success, while other: () async throws -> Void
    ) async throws -> Success {
      async let result = read(body)
      try await other()
      return try await result
    }
  }
#endif
