#if PostgreSQL
  import FerryCore
  import FerryEngine
  import FerryPostgres
  import Foundation
  import Testing

  @Suite("A database with a standby", .timeLimit(.minutes(10)))
  struct StandbyTests {
    @Test("refuses changes when its primary has died, and takes them again once the standby is promoted")
    func failover() async throws {
      try await withLocalPostgres(in: folder(), .temporary) { primary in
        let standbyFolder = folder()
        try await primary.makeStandby(in: standbyFolder)
        try await withLocalPostgres(in: standbyFolder, .temporary) { standby in
          try await withPool(address(of: [primary, standby]), deadlines: .short(attempts: .seconds(1))) { pool in
            try await pool.prepareAccounts()
            try await pool.expectSum(5, adding: 5)
            try await withPool(standby.address()) { copy in
              try await until { try await copy.amount() == 5 }
              await #expect(throws: StoreError.unavailable("the database is read-only")) {
                try await copy.write { try $0.add(1) }
              }
            }
            kill(primary.processID, SIGQUIT)
            // Until its last process has ended it may still carry a change out.
            try await until { kill(primary.processID, 0) != 0 }
            let error = await #expect(throws: StoreError.self) { try await pool.write { try $0.add(1) } }
            guard case .unavailable = error else { return #expect(Bool(false), "\(String(describing: error))") }
            try runAlone("SELECT pg_promote()", at: standby.address())
            try await pool.expectSum(6, adding: 1)
          }
        }
      }
    }

    private func folder() -> String {
      FileManager.default.temporaryDirectory.appending(path: "ferry-\(SystemRandomness().token(bytes: 9))").path
    }

    /// One address that names all of them.
    private func address(of servers: [LocalPostgres]) -> String {
      let hosts = servers.map(\.socketFolder).joined(separator: ",")
      return "postgres://ferry@/ferry?port=5432&host="
        + (hosts.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? hosts)
    }
  }

  extension LocalPostgresOptions {
    fileprivate static var temporary: LocalPostgresOptions {
      var options = LocalPostgresOptions()
      options.isDurable = false
      options.isTemporary = true
      return options
    }
  }

  extension PostgresPool {
    /// Nil as long as the account is not there.
    fileprivate func amount() async throws -> Int64? {
      try await read { transaction in
        guard try transaction.row("SELECT to_regclass('accounts') IS NOT NULL")?.bool(0) ?? false else { return nil }
        return try transaction.row("SELECT amount FROM accounts WHERE name = 'one'")?.int(0)
      }
    }
  }
#endif
