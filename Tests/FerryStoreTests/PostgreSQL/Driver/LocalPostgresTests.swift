#if PostgreSQL
  import FerryEngine
  import FerryPostgres
  import Foundation
  import Testing

  @Suite("A PostgreSQL server of one's own", .timeLimit(.minutes(10)))
  struct LocalPostgresTests {
    @Test("keeps its data from one run to the next, in a folder that nobody else may enter, and ends with its body")
    func twoRuns() async throws {
      try await withOwnFolder { folder in
        let first = try await withLocalPostgres(in: folder) { server in
          try await withPool(server.address()) { pool in
            try await pool.prepareAccounts()
            try await pool.expectSum(1, adding: 1)
            let settings = try await pool.read { transaction in
              ["fsync", "synchronous_commit", "full_page_writes", "listen_addresses"].compactMap { name in
                try? transaction.row("SELECT current_setting($1)", [.text(name)])?.text(0)
              }
            }
            #expect(settings == ["on", "on", "on", ""])
          }
          let attributes = try FileManager.default.attributesOfItem(atPath: folder)
          #expect(attributes[.posixPermissions] as? NSNumber == 0o700)
          #expect(kill(server.processID, 0) == 0)
          return server.processID
        }
        #expect(kill(first, 0) != 0)
        try await withLocalPostgres(in: folder) { server in
          try await withPool(server.address()) { pool in try await pool.expectSum(2, adding: 1) }
        }
      }
    }

    @Test("ends when its body throws, and the caller gets the error")
    func throwing() async throws {
      struct Refusal: Error, Equatable {}
      try await withOwnFolder { folder in
        let ended = RunCount()
        await #expect(throws: Refusal()) {
          try await withLocalPostgres(in: folder) { server in
            ended.next()
            throw Refusal()
          }
        }
        #expect(ended.value == 1)
        #expect(!FileManager.default.fileExists(atPath: folder + "/data/postmaster.pid"))
      }
    }

    @Test("in a folder with a long name, and with spaces, is reached all the same")
    func longName() async throws {
      try await withOwnFolder { folder in
        let folder = folder + "/" + String(repeating: "a long name ", count: 12)
        var options = LocalPostgresOptions()
        options.isTemporary = true
        options.isDurable = false
        let socketFolder = try await withLocalPostgres(in: folder, options) { server in
          try await withPool(server.address()) { pool in try await pool.connect() }
          return server.socketFolder
        }
        #expect(!FileManager.default.fileExists(atPath: socketFolder))
        #expect(!FileManager.default.fileExists(atPath: folder))
      }
    }

    @Test("is not started twice on the same data: the second says so in the first's words")
    func twice() async throws {
      try await withOwnFolder { folder in
        try await withLocalPostgres(in: folder) { server in
          let error = await #expect(throws: LocalPostgresError.self) {
            try await withLocalPostgres(in: folder) { _ in }
          }
          #expect(error?.description.contains("postmaster.pid") == true)
          try await withPool(server.address()) { pool in try await pool.connect() }
        }
      }
    }

    @Test("refuses data of a version that is not installed, and names it")
    func otherVersion() async throws {
      try await withOwnFolder { folder in
        try FileManager.default.createDirectory(atPath: folder + "/data", withIntermediateDirectories: true)
        try Data("8\n".utf8).write(to: URL(filePath: folder + "/data/PG_VERSION"))
        await #expect(throws: LocalPostgresError.missingVersion("8", folder: folder + "/data")) {
          try await withLocalPostgres(in: folder) { _ in }
        }
      }
    }
  }
#endif
