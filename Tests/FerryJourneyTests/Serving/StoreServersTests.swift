#if PostgreSQL
  import AsyncHTTPClient
  import FerryCore
  import FerryEngine
  import FerryHTTP
  import FerryPostgres
  import DemoShop
  import FerrySQLite
  import FerryTesting
  import Foundation
  import Logging
  import Subprocess
  import Testing

  @Suite("Servers that share a PostgreSQL database")
  struct StoreServersTests {
    /// An empty database, and the settings that name it.
    private static func with(_ body: (ServedShop, _ settings: [String: String]) async throws -> Void) async throws {
      try await withTemporaryDatabase(like: "empty", prepare: { _ in }) { database in
        try await ServedShop.with { shop in
          try await body(shop, shop.environment.merging(["FERRY_STORE": database.address]) { $1 })
        }
      }
    }

    @Test("A server starts only with tables, which are made once and on request", .timeLimit(.minutes(10)))
    func tables() async throws {
      try await Self.with { shop, settings in
        func ferry(_ words: String...) async throws -> FerryProgram.Outcome {
          try await shop.program.outcome(words + ["--config", shop.config], settings)
        }
        for words in [
          ["serve"], ["store", "migrate"], ["store", "status"], ["store", "copy"], ["checkouts", "watch"],
        ] {
          let refused = try await shop.program.outcome(words + ["--config", shop.config], settings)
          #expect(refused.status == .exited(1), "\(words)")
          #expect(refused.errors.contains("run `ferry store create` once"), "\(words): \(refused.errors)")
        }
        #expect(try await ferry("serve").errors.contains("To choose another database, set ferry.store (FERRY_STORE)."))
        let made = try await ferry("store", "create")
        #expect(made.status.isSuccess, "\(made.errors)")
        let again = try await ferry("store", "create")
        #expect(again.status == .exited(1) && again.errors.contains("has tables of Ferry already"), "\(again.errors)")
        #expect(try await ferry("store", "migrate").status.isSuccess)
        let status = try await ferry("store", "status")
        #expect(status.status.isSuccess && status.output.contains("Server    none is running"), "\(status.output)")
        #expect(!FileManager.default.fileExists(atPath: shop.path("data")))
      }
    }

    @Test(
      "A payment at one server is seen at another, and every command reads the same books", .timeLimit(.minutes(10)))
    func shared() async throws {
      try await Self.with { shop, settings in
        let other = settings.merging(["FERRY_LISTEN_PORT": "\(try await FreePorts.find(1)[0])"]) { $1 }
        func ferry(_ words: String...) async throws -> FerryProgram.Outcome {
          try await shop.program.outcome(words + ["--config", shop.config], other)
        }
        _ = try await ferry("store", "create")
        try await HTTPClient.withHTTPClient(configuration: HTTPTransport.configuration) { client in
          try await shop.withSandbox(client) {
            let serve = ["serve", "--config", shop.config]
            let first = try await shop.program.outcome(serve, settings) {
              try await Patience.untilAnswers(shop.address + "/health", client)
              let second = try await shop.program.outcome(serve, other) {
                _ = try await Patience.until("The second server") {
                  try await ferry("store", "status").output.split(separator: "Server ").count == 3 ? true : nil
                }
                let paid = try await ScriptedCheckout(
                  ScriptedCheckout.Target(ferry: shop.address, sandbox: shop.sandboxAddress, secretKey: shop.secretKey),
                  client: client
                ).run(reference: "shared-1")
                #expect(paid.phase == .paid)
                let shown = try await ferry("checkouts", "show", "shared-1")
                #expect(shown.output.hasPrefix("\(paid.id)  PAID"), "\(shown.output)\(shown.errors)")
                let examined = try await ferry("doctor", "--json")
                #expect(examined.output.contains("can read and write it"), "\(examined.output)")
                let compared = try await ferry("reconcile", "--grace-minutes", "0")
                #expect(compared.output.contains("1 payment; 1 answer from the provider"), "\(compared)")
                let copied = try await ferry("store", "copy")
                #expect(copied.errors.contains("Stop the servers that use the database"), "\(copied.errors)")
              }
              #expect(second.status == .exited(0), "\(second.errors)")
            }
            #expect(first.status == .exited(0), "\(first.errors)")
          }
        }
        let status = try await ferry("store", "status", "--json")
        #expect(
          status.output.contains(#""servers" : [\#n\#n  ]"#), "A server that stops gives its lease up. \(status.output)"
        )
      }
    }

    @Test("The database of a stopped server is copied, and the server goes on in PostgreSQL", .timeLimit(.minutes(10)))
    func copied() async throws {
      try await Self.with { shop, settings in
        func ferry(_ words: String...) async throws -> FerryProgram.Outcome {
          try await shop.program.outcome(words + ["--config", shop.config], settings)
        }
        try await shop.createDatabase()
        try await SQLiteStore(path: shop.database).running { store in
          try await SampleAttempt("moved", shop: "main", createdAt: SystemTime().now).open(in: store)
          _ = try await ferry("store", "create")
          let busy = try await ferry("store", "copy")
          #expect(busy.errors.hasPrefix("Error: Another Ferry process uses the database"), "\(busy.errors)")
        }
        let copied = try await ferry("store", "copy")
        #expect(copied.status.isSuccess && copied.output.contains("All rows are the same."), "\(copied)")
        #expect(copied.output.contains(/checkouts +1 +1 +same/), "\(copied.output)")
        #expect(copied.output.contains("run `ferry reconcile`, whose last reports were not copied"), "\(copied.output)")
        let again = try await ferry("store", "copy")
        #expect(again.status == .exited(1) && again.errors.contains("Copy into an empty database"), "\(again.errors)")
        try await HTTPClient.withHTTPClient(configuration: HTTPTransport.configuration) { client in
          let outcome = try await shop.program.outcome(["serve", "--config", shop.config], settings) {
            try await Patience.untilAnswers(shop.address + "/health", client)
            let list = try await ferry("checkouts", "list")
            #expect(list.output.contains("ref-moved"), "\(list.output)\(list.errors)")
          }
          #expect(outcome.status.isSuccess, "\(outcome.errors)")
        }
      }
    }

    @Test("The demo starts a PostgreSQL server of its own, and ends it", .timeLimit(.minutes(10)))
    func demo() async throws {
      let folder = FileManager.default.temporaryDirectory.appending(path: "ferry-\(SystemRandomness().token())").path
      defer { try? FileManager.default.removeItem(atPath: folder) }
      let (program, ports) = (try FerryProgram(), try await FreePorts.find(2))
      let place = ["--data", folder, "--port", "\(ports[0])", "--sandbox-port", "\(ports[1])"]
      for _ in 1...2 {
        let once = try await program.outcome(["demo", "--once", "--store", "postgres"] + place)
        #expect(once.status.isSuccess && once.output.contains("they agree"), "\(once)")
        #expect(!FileManager.default.fileExists(atPath: folder + "/postgres/data/postmaster.pid"))
      }
      #expect(!FileManager.default.fileExists(atPath: folder + "/ferry.sqlite"))
      let stopped = try await program.outcome(["checkouts", "watch", "--data", folder])
      #expect(stopped.status == .exited(1) && stopped.errors.contains("cannot be reached"), "\(stopped.errors)")
      _ = try await program.outcome(["demo", "--store", "postgres", "--provider", "amazon-pay"] + place) {
        let list = try await Patience.until("The list of both checkouts") {
          let list = try await program.outcome(["checkouts", "list", "--data", folder]).output
          return list.isEmpty ? nil : list
        }
        #expect(list.split(separator: "paid").count == 3, "\(list)")
        let compared = try await program.outcome(
          ["reconcile", "--demo", "--account", "amazon-pay", "--grace-minutes", "0"] + place)
        #expect(compared.output.contains("2 payments"), "\(compared)")
      }
    }
  }
#endif
