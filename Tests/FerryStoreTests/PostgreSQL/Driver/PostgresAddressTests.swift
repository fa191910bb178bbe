#if PostgreSQL
  import FerryPostgres
  import Testing

  @Suite("The address of a PostgreSQL database", .timeLimit(.minutes(10)))
  struct PostgresAddressTests {
    @Test(
      "on this machine needs no TLS",
      arguments: [
        "postgres://localhost/ferry", "postgresql://ferry:secret@127.0.0.1:5433/ferry", "postgres://[::1]/ferry",
        "postgres:///ferry?host=/run/postgresql", "postgres://%2Frun%2Fpostgresql/ferry",
        "postgres://localhost,127.0.0.1/ferry",
      ])
    func local(_ text: String) throws {
      _ = try PostgresAddress(text)
    }

    @Test(
      "on another machine is refused without a verified certificate",
      arguments: [
        "postgres://db.example.com/ferry", "postgres://192.0.2.1/ferry?sslmode=require",
        "postgres://db.example.com/ferry?sslmode=prefer", "postgres://localhost,db.example.com/ferry",
        "postgres://localhost/ferry?hostaddr=192.0.2.1", "postgres:///ferry?host=db.example.com",
        "postgres://127.example.com/ferry",
      ])
    func remote(_ text: String) throws {
      let error = #expect(throws: PostgresStoreError.self) { try PostgresAddress(text) }
      guard case .unverified = error else { return #expect(Bool(false), "\(String(describing: error))") }
      #expect(error?.description.contains("sslmode=verify-full") == true)
      _ = try PostgresAddress(
        text.replacing(#/\?sslmode=.*/#, with: "") + (text.contains("?host") ? "&" : "?") + "sslmode=verify-full")
      _ = try PostgresAddress(
        text.replacing(#/\?sslmode=.*/#, with: "") + (text.contains("?host") ? "&" : "?") + "sslmode=verify-ca")
    }

    @Test("prints without its password, however it is printed")
    func description() throws {
      let address = try PostgresAddress(
        "postgres://ferry:tr%40sure@localhost:5433,127.0.0.1:5434/shop?connect_timeout=4")
      #expect(address.description == "postgres://ferry@localhost:5433,127.0.0.1:5434/shop")
      var dumped = ""
      dump(address, to: &dumped)
      for text in ["\(address)", String(reflecting: address), dumped] {
        #expect(!text.contains("sure"))
      }
    }

    @Test(
      "that is none is refused with a reason that does not quote it",
      arguments: [
        ("mysql://localhost/ferry", "postgres://"), ("host=localhost password=secret", "postgres://"),
        ("postgres://ferry:secret%zz@localhost/ferry", "%40"), ("postgres://localhost/ferry?colour=secret", "colour"),
        ("postgres://localhost:secret/ferry", "port"), ("postgres:///ferry?service=secret", "service"),
        ("", "postgres://"), ("postgres://ferry:top@secret@localhost/ferry", "%40"),
        ("postgres://ferry:top@secret@db.example.com/ferry", "%40"),
        ("postgres://ferry:5432/secret@localhost/ferry", "%2F"),
      ])
    func malformed(_ text: String, _ part: String) throws {
      let error = #expect(throws: PostgresStoreError.self) { try PostgresAddress(text) }
      #expect(error?.description.contains(part) == true)
      #expect(error?.description.contains("secret") == false)
    }

    @Test("of several hosts leads to the one that takes changes, and past one that is dead")
    func severalHosts() async throws {
      try await withAccountBook { book in
        let server = book.database.server
        // Nobody listens in the first folder.
        let text = "postgres://ferry@/\(book.database.name)?host=/nowhere,\(server.socketFolder)&port=5432,5432"
        try await withPool(text) { pool in
          try await pool.expectSum(1, adding: 1)
        }
        try book.database.setReadOnly("on")
        try await withPool(text, deadlines: .short(attempts: .milliseconds(100))) { pool in
          let error = await #expect(throws: PostgresStoreError.self) { try await pool.connect() }
          #expect(error?.description.contains("read-only") == true)
        }
      }
    }
  }
#endif
