#if PostgreSQL
  import FerryEngine
  import FerryPostgres
  import FerryTesting
  import Testing

  @Suite("A change whose connection is lost", .timeLimit(.minutes(10)))
  struct LostConnectionTests {
    @Test(
      "before its COMMIT is made once, by a closure that runs again",
      arguments: [
        (CuttingProxy.Harm.before, "BEGIN"), (.after, "BEGIN"), (.before, "SELECT amount"), (.after, "SELECT amount"),
        (.before, "UPDATE"), (.before, "COMMIT"),
      ])
    func beforeCommit(_ harm: CuttingProxy.Harm, _ statement: String) async throws {
      try await withCutConnections { book, proxy, pool in
        proxy.harm(harm, at: statement)
        let runs = RunCount()
        let result = try await pool.write { transaction in
          runs.next()
          return try transaction.add(5)
        }
        #expect(result == 5)
        #expect(runs.value == 2)
        try await book.expect(5)
        #expect(proxy.isDone)
      }
    }

    @Test("after its COMMIT is made once, and the caller gets the result")
    func afterCommit() async throws {
      try await withCutConnections { book, proxy, pool in
        proxy.harm(.after, at: "COMMIT")
        let runs = RunCount()
        let result = try await pool.write { transaction in
          runs.next()
          return try transaction.add(5)
        }
        #expect(result == 5)
        #expect(runs.value == 1)
        #expect(pool.counts.commits == 1)
        #expect(proxy.isDone)
        try await book.expect(5)
      }
    }

    @Test(
      "while the database commits is made once, or by the next run if it refuses: the question for the outcome waits",
      arguments: [
        ("PERFORM pg_sleep(1);", 1),
        ("IF nextval('tries') = 1 THEN PERFORM pg_sleep(1); RAISE EXCEPTION 'no'; END IF;", 2),
      ])
    func slowCommit(_ check: String, _ expectedRuns: Int) async throws {
      try await withCutConnections { book, proxy, pool in
        try await book.checkAtCommit(check)
        proxy.harm(.held, at: "COMMIT")
        let runs = RunCount()
        async let result = pool.write { transaction in
          runs.next()
          return try transaction.add(5)
        }
        try await book.waitForSleep()
        proxy.release()
        #expect(try await result == 5)
        #expect(runs.value == expectedRuns)
        try await book.expect(5)
      }
    }

    @Test("is made once even if its COMMIT reaches the database long after the connection was given up")
    func lateCommit() async throws {
      try await withCutConnections { book, proxy, pool in
        proxy.harm(.late, at: "COMMIT")
        // The late change holds the row's lock: the second run must not need it.
        let runs = RunCount()
        let change: @Sendable (PostgresTransaction) throws -> Void = { transaction in
          let number = runs.next()
          try transaction.run("INSERT INTO accounts VALUES ($1, 1)", [.text("run \(number)")])
        }
        try await pool.write(change)
        #expect(runs.value == 2)
        proxy.release()
        await pool.close()
        try await book.waitForOthersToLeave()
        try await book.expect(nil, in: "run 1")
        try await book.expect(1, in: "run 2")
      }
    }

    @Test(
      "is made once if the answer to the question for the outcome is lost too",
      arguments: [
        (CuttingProxy.Harm.before, 2), (.after, 1),
      ])
    func lostAnswer(_ harm: CuttingProxy.Harm, _ expectedRuns: Int) async throws {
      try await withCutConnections { book, proxy, pool in
        proxy.harm(harm, at: "COMMIT")
        proxy.harm(.after, at: "INSERT INTO changes (id, undone)")
        proxy.harm(.before, at: "INSERT INTO changes (id, undone)")
        let runs = RunCount()
        try await pool.write { transaction in
          runs.next()
          _ = try transaction.add(5)
        }
        #expect(runs.value == expectedRuns)
        try await book.expect(5)
        #expect(proxy.isDone)
      }
    }

    @Test("during its COMMIT, and cannot be asked for afterwards, is reported as of unknown outcome")
    func unknownOutcome() async throws {
      try await withCutConnections(.short(attempts: .seconds(1))) { _, proxy, pool in
        // Its connection is open already.
        try await pool.read { _ = try $0.row("SELECT 1") }
        proxy.harm(.after, at: "COMMIT")
        for _ in 0..<100 { proxy.harm(.before, at: "SET") }
        let error = await #expect(throws: StoreError.self) { try await pool.write { try $0.add(5) } }
        guard case .unavailable(let reason) = error else { return #expect(Bool(false), "\(String(describing: error))") }
        #expect(reason.contains("outcome is unknown"))
      }
    }

    @Test("over and over is refused within the deadline, and not made")
    func alwaysLost() async throws {
      try await withCutConnections(.short(attempts: .milliseconds(500))) { book, proxy, pool in
        for _ in 0..<100 { proxy.harm(.before, at: "UPDATE") }
        let start = ContinuousClock.now
        await #expect(throws: StoreError.unavailable("the connection to the database was lost")) {
          try await pool.write { try $0.add(5) }
        }
        #expect(.now - start < .seconds(3))
        try await book.expect(0)
      }
    }

    @Test("while a closure reads reads again")
    func reading() async throws {
      try await withCutConnections { _, proxy, pool in
        proxy.harm(.after, at: "SELECT amount")
        let amount = try await pool.read { try $0.row("SELECT amount FROM accounts WHERE name = 'one'")?.int(0) }
        #expect(amount == 0)
        #expect(proxy.isDone)
      }
    }

    @Test("by a network that is silent is refused when the deadline has passed, and the next one is made")
    func silence() async throws {
      try await withCutConnections(.short(statement: .seconds(1), attempts: .seconds(30))) { book, proxy, pool in
        proxy.harm(.silence, at: "SELECT amount")
        let start = ContinuousClock.now
        await #expect(throws: StoreError.unavailable("the database did not answer in time")) {
          try await pool.write { try $0.add(5) }
        }
        #expect(.now - start < .seconds(10))
        try await pool.expectSum(1, adding: 1)
        try await book.expect(1)
      }
    }

    @Test("by a network that is silent during the COMMIT is asked for on another connection")
    func silentCommit() async throws {
      try await withCutConnections(.short(statement: .seconds(1), attempts: .seconds(30))) { book, proxy, pool in
        proxy.harm(.silence, at: "UPDATE")
        try await pool.expectSum(5, adding: 5)
        try await book.expect(5)
      }
    }
  }

  private func withCutConnections(
    _ deadlines: PostgresDeadlines = PostgresDeadlines(),
    _ body: (AccountBook, CuttingProxy, PostgresPool) async throws -> Void
  ) async throws {
    try await withAccountBook { book in
      let proxy = try CuttingProxy(to: book.database.server.socketPath)
      let address = "postgres://ferry@127.0.0.1:\(proxy.port)/\(book.database.name)?sslmode=disable"
      try await withPool(address, connections: 1, deadlines: deadlines, name: "cut") { pool in
        try await body(book, proxy, pool)
      }
    }
  }

  extension AccountBook {
    /// Waits until a connection sleeps in the database.
    fileprivate func waitForSleep() async throws {
      let sql = "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'PgSleep'"
      while try await pool.read({ try $0.rows(sql).isEmpty }) { try await Task.sleep(for: .milliseconds(10)) }
    }

    /// Runs statements in every COMMIT of a change of an account.
    fileprivate func checkAtCommit(_ statements: String) async throws {
      try await run(
        "CREATE FUNCTION at_commit() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN \(statements) RETURN NULL; END $$",
        """
        CREATE CONSTRAINT TRIGGER at_commit AFTER UPDATE ON accounts DEFERRABLE INITIALLY DEFERRED
        FOR EACH ROW EXECUTE FUNCTION at_commit()
        """)
    }
  }
#endif
