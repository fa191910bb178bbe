#if PostgreSQL
  import FerryEngine
  import FerryPostgres
  import FerryTesting
  import Foundation
  import Logging
  import Synchronization
  import Testing

  @Suite("A database that cannot do it now", .timeLimit(.minutes(10)))
  struct UnavailableDatabaseTests {
    @Test("refuses a statement that takes too long, and a lock that is held for too long; the connection goes on")
    func slow() async throws {
      try await withAccountBook { book in
        let deadlines = PostgresDeadlines.short(
          statement: .milliseconds(300), lock: .milliseconds(100), attempts: .seconds(5))
        try await withPool(book.database.address, connections: 1, deadlines: deadlines) { pool in
          await #expect(throws: StoreError.unavailable("the database did not answer in time")) {
            try await pool.write { _ = try $0.rows("SELECT pg_sleep(5)") }
          }
          let hold = RunCount()
          async let held: Int64 = book.pool.write { transaction in
            let amount = try transaction.add(1)
            _ = try transaction.rows("SELECT 1")
            hold.next()
            while hold.value < 2 { usleep(1000) }
            return amount
          }
          while hold.value == 0 { try await Task.sleep(for: .milliseconds(5)) }
          await #expect(throws: StoreError.unavailable("another transaction holds the rows for too long")) {
            try await pool.write { try $0.add(1) }
          }
          hold.next()
          _ = try await held
          try await pool.expectSum(2, adding: 1)
        }
      }
    }

    @Test("refuses a change while it is read-only, and takes it afterwards: the next connection sees the difference")
    func readOnly() async throws {
      try await withAccountBook { book in
        try await withPool(book.database.address, connections: 1, name: "writer") { pool in
          try await pool.expectSum(1, adding: 1)
          try book.database.setReadOnly("on")
          _ = try await book.endSessions(named: "writer")
          await #expect(throws: StoreError.unavailable("the database is read-only")) {
            try await pool.write { try $0.add(1) }
          }
          #expect(try await pool.read { try $0.row("SELECT amount FROM accounts WHERE name = 'one'")?.int(0) } == 1)
          try book.database.setReadOnly("off")
          try await pool.expectSum(2, adding: 1)
        }
      }
    }

    @Test("that has too many connections refuses, and serves when there is room")
    func tooMany() async throws {
      try await withAccountBook { book in
        let name = book.database.name
        try await book.run(
          "CREATE ROLE \(name) LOGIN CONNECTION LIMIT 1", "GRANT ALL ON ALL TABLES IN SCHEMA public TO \(name)")
        let address = book.database.address.replacing("ferry@", with: "\(name)@")
        let deadlines = PostgresDeadlines.short(attempts: .milliseconds(300))
        try await withPool(address, connections: 1, name: "first") { first in
          try await first.connect()
          try await withPool(address, connections: 1, deadlines: deadlines, name: "second") { second in
            await #expect(throws: StoreError.unavailable("no connection to the database")) {
              try await second.write { try $0.add(1) }
            }
            await first.close()
            try await book.waitForOthersToLeave()
            try await second.expectSum(1, adding: 1)
          }
        }
        try await book.run("DROP OWNED BY \(name)", "DROP ROLE \(name)")
      }
    }

    @Test("whose server is stopped refuses, serves again when it runs again, and logs the beginning and the end")
    func restarted() async throws {
      try await withOwnFolder { folder in
        let log = RecordedLog()
        let pool = try await withLocalPostgres(in: folder) { server in
          let pool = PostgresPool(
            try PostgresAddress(server.address()), connections: 2, name: "test",
            deadlines: .short(attempts: .milliseconds(500)), logger: log.logger)
          try await pool.prepareAccounts()
          try await pool.expectSum(1, adding: 1)
          return pool
        }
        for _ in 0..<2 {
          await #expect(throws: StoreError.unavailable("no connection to the database")) {
            try await pool.write { try $0.add(1) }
          }
        }
        let error = await #expect(throws: PostgresStoreError.self) { try await pool.connect() }
        #expect("\(String(describing: error))".contains("cannot be reached"))
        #expect(log.messages == ["warning: no connection to the database"])
        try await withLocalPostgres(in: folder) { _ in
          try await pool.expectSum(2, adding: 1)
          await pool.close()
        }
        #expect(
          log.messages == ["warning: no connection to the database", "notice: the database can be reached again"])
      }
    }

    @Test("whose disk is full refuses a change, undoes all of it, and takes smaller ones", .enabled(if: canMount))
    func diskFull() async throws {
      try await withOwnFolder { folder in
        let disk = folder + "-disk"
        try FileManager.default.createDirectory(atPath: disk, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: disk) }
        var options = LocalPostgresOptions()
        options.isDurable = false
        // Only this server sees the small disk.
        options.launcher = [
          "unshare", "--mount", "sh", "-c",
          "mount -t tmpfs -o size=1m,mode=0700,uid=$(id -u postgres) none \"$0\" && exec \"$@\"", disk,
        ]
        try await withLocalPostgres(in: folder, options) { server in
          try await withPool(server.address()) { pool in
            try await pool.prepareAccounts()
            try runAlone("CREATE TABLESPACE small LOCATION '\(disk)'", at: server.address())
            try await pool.writeOnce { try $0.run("CREATE TABLE large (text text) TABLESPACE small") }
            await #expect(throws: StoreError.unavailable("the database's disk is full")) {
              try await pool.write { transaction in
                _ = try transaction.add(1)
                try transaction.run(
                  "INSERT INTO large SELECT repeat(n::text, 100) FROM generate_series(1, 100000) AS n")
              }
            }
            try await pool.expectSum(5, adding: 5)
          }
        }
      }
    }

    static let canMount =
      getuid() == 0
      && (try? Process.run(URL(filePath: "/usr/bin/unshare"), arguments: ["--mount", "true"])).map {
        $0.waitUntilExit()
        return $0.terminationStatus == 0
      } ?? false
  }
#endif
