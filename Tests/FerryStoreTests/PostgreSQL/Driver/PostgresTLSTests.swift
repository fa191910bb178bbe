#if PostgreSQL
  import FerryCore
  import FerryPostgres
  import FerryTesting
  import FerryWeb
  import Foundation
  import Testing

  @Suite("A connection with TLS", .timeLimit(.minutes(10)))
  struct PostgresTLSTests {
    @Test("is made to a server whose certificate is of the named authority, and to no other")
    func verified() async throws {
      try await withOwnFolder { folder in
        let now = SystemTime().now
        let authority = try DevelopmentAuthority(now: now, randomness: SystemRandomness())
        let stranger = try DevelopmentAuthority(now: now, randomness: SystemRandomness())
        let names = DevelopmentNames(machine: "localhost", addresses: [])
        let certificate = try authority.serverCertificate(for: names, now: now, randomness: SystemRandomness())
        var options = LocalPostgresOptions()
        options.isDurable = false
        options.settings = ["ssl_cert_file": "server.crt", "ssl_key_file": "server.key"]
        let files = [
          "data/server.crt": certificate.certificatePEM, "data/server.key": certificate.keyPEM.reveal(),
          "authority.crt": authority.certificatePEM, "stranger.crt": stranger.certificatePEM,
        ]
        try await withFreePort { port in
          options.loopback = (port: port, password: "p@ss'word")
          try await withLocalPostgres(in: folder, options) { server in
            for (name, text) in files { try save(text, at: "\(folder)/\(name)", like: "\(folder)/data") }
            try await withPool(server.address()) { pool in
              try runAlone("ALTER SYSTEM SET ssl = on", at: server.address())
              _ = try await pool.read { try $0.rows("SELECT pg_reload_conf()").count }
            }
            func address(_ file: String, host: String = "localhost") -> String {
              "postgres://ferry:p%40ss%27word@\(host):\(port)/ferry?sslmode=verify-full&sslrootcert=\(folder)/\(file)"
            }
            try await withPool(address("authority.crt")) { pool in
              let isEncrypted = try await pool.read { transaction in
                try transaction.row("SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()")?.bool(0)
              }
              #expect(isEncrypted == true)
            }
            try await withPool(address("stranger.crt")) { pool in
              let error = await #expect(throws: PostgresStoreError.self) { try await pool.connect() }
              #expect(error?.description.contains("certificate verify failed") == true)
            }
            try await withPool(address("authority.crt").replacing("p%40ss%27word", with: "wrong")) { pool in
              let error = await #expect(throws: PostgresStoreError.self) { try await pool.connect() }
              #expect(error?.description.contains("password authentication failed") == true)
            }
          }
        }
      }
    }

    /// Hands a port that is free to the body; a few times if somebody else is quicker.
    private func withFreePort(_ body: (Int) async throws -> Void) async throws {
      for _ in 0..<3 {
        let listener = try SocketCalls.listen()
        let port = SocketCalls.port(of: listener)
        close(listener)
        do { return try await body(port) } catch LocalPostgresError.failed { continue }
      }
      Issue.record("No port is free.")
    }

    /// The server reads a key only if it belongs to its user.
    private func save(_ text: String, at path: String, like folder: String) throws {
      try Data(text.utf8).write(to: URL(filePath: path))
      var attributes = try FileManager.default.attributesOfItem(atPath: folder)
        .filter { [.ownerAccountID, .groupOwnerAccountID].contains($0.key) }
      attributes[.posixPermissions] = 0o600
      try FileManager.default.setAttributes(attributes, ofItemAtPath: path)
    }
  }
#endif
