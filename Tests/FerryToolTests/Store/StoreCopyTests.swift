#if PostgreSQL
  import FerryCheckout
  import FerryCore
  import FerryEngine
  import FerryPostgres
  import FerrySQLite
  import FerryTesting
  import Foundation
  import GRDB
  import Logging
  import Testing

  @testable import FerryTool

  @Suite("The copy of an SQLite database into PostgreSQL")
  struct StoreCopyTests {
    private struct Interruption: Error {}

    @Test("Every row of every table is copied, and numbers go on where they were", .timeLimit(.minutes(5)))
    func everything() async throws {
      try await Self.copying { copy in
        let tables = try await copy.run()
        let incomplete = tables.filter { !$0.isSame || $0.rows == 0 || $0.added != $0.rows }
        #expect(incomplete.map(\.name) == [])
        #expect(tables.count == 23)
        let last = try await copy.file.lastPosition()
        #expect(try await copy.reader().lastPosition() == last)
        try await copy.store().running { store in
          for id in copy.checkouts {
            let (old, new) = (try await copy.file.file(id), try await store.file(id))
            #expect(old != nil && new == old, "\(id)")
            let ledger = try await copy.ledger(id)
            #expect(try await store.ledger(id) == ledger)
            let log = try await copy.file.log(id, after: 0, limit: 1000)
            #expect(try await store.log(id, after: 0, limit: 1000) == log)
          }
          var change = Change()
          change.log = [LogEntry(at: SampleAttempt.start, .remark("After the copy."))]
          try await SampleAttempt("later").open(in: store, change: change)
          #expect(try await store.log("later", after: 0, limit: 9).map(\.position) == [last + 1])
        }
      }
    }

    @Test("A copy that was interrupted goes on, and no server starts in between", .timeLimit(.minutes(5)))
    func interrupted() async throws {
      try await Self.copying { copy in
        await #expect(throws: Interruption.self) {
          try await copy.run { if $0.name == "ledger" { throw Interruption() } }
        }
        for attempt in [{ try await copy.store().requireCurrent() }, { _ = try await copy.reader() }] {
          let refusal = await #expect(throws: PostgresStoreError.self) { try await attempt() }
          #expect(refusal?.description.contains("Run `ferry store copy` again") == true)
        }
        let tables = try await copy.run()
        #expect(tables.allSatisfy { $0.isSame })
        #expect(tables.first { $0.name == "ledger" }?.added == 0 && tables.contains { $0.added == $0.rows })
        try await copy.store().requireCurrent()
      }
    }

    @Test("A row that has changed since an interrupted copy is found, and no server starts", .timeLimit(.minutes(5)))
    func changed() async throws {
      try await Self.copying { copy in
        await #expect(throws: Interruption.self) {
          try await copy.run { if $0.name == "checkouts" { throw Interruption() } }
        }
        try await copy.change("UPDATE checkouts SET phase = 'held' WHERE id = 'copied-2'")
        let tables = try await copy.run()
        #expect(tables.filter { !$0.isSame }.map(\.name) == ["checkouts"])
        #expect(tables.first { $0.name == "checkouts" }?.different == 1)
        await #expect(throws: PostgresStoreError.self) { try await copy.store().requireCurrent() }
      }
    }

    @Test("A row that only PostgreSQL has is found", .timeLimit(.minutes(5)))
    func surplus() async throws {
      try await Self.copying { copy in
        await #expect(throws: Interruption.self) {
          try await copy.run { if $0.name == "creation_keys" { throw Interruption() } }
        }
        try await copy.change("DELETE FROM creation_keys WHERE key = 'key-1'")
        let keys = try await copy.run().first { $0.name == "creation_keys" }
        #expect(keys?.surplus == 1 && keys?.different == 0 && keys?.isSame == false)
      }
    }

    @Test("A database with rows of its own is not copied into", .timeLimit(.minutes(5)))
    func occupied() async throws {
      try await Self.copying { copy in
        try await copy.store().running { _ = try await SampleAttempt("own").open(in: $0) }
        let failure = await #expect(throws: CommandFailure.self) { try await copy.run() }
        #expect(failure?.description.contains("The table orders of the database") == true, "\(failure as Any)")
        try await copy.store().requireCurrent()
      }
    }

    @Test("Texts that Swift takes for equal stay different rows", .timeLimit(.minutes(5)))
    func bytes() async throws {
      let forms = ["caf\u{E9}", "cafe\u{301}"]
      #expect(forms[0] == forms[1])
      try await Self.copying(filling: { store in
        for (number, form) in forms.enumerated() {
          var attempt = SampleAttempt("cup-\(number)")
          attempt.reference = form
          try await attempt.open(in: store)
        }
      }) { copy in
        let orders = try await copy.run().first { $0.name == "orders" }
        #expect(orders?.isSame == true)
        for (number, form) in forms.enumerated() {
          let file = try #require(try await copy.reader().file(CheckoutID("cup-\(number)")))
          #expect(Array(file.order.reference.utf8) == Array(form.utf8))
        }
      }
    }

    // MARK: A database to copy

    /// An SQLite database with rows in every table, and an empty PostgreSQL database.
    private struct Copying {
      let path: String
      let address: PostgresAddress
      let file: SQLiteReader
      let checkouts: [CheckoutID]

      private static let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }

      /// Copies with pages of two rows.
      @discardableResult
      func run(_ done: (CopiedTable) throws -> Void = { _ in }) async throws -> [CopiedTable] {
        let rows = PostgresRows(address, logger: Self.logger)
        let result: Result<[CopiedTable], any Error>
        do {
          result = .success(
            try await StoreCopy(source: try SQLiteRows(path: path), target: rows, page: 2).run(done))
        } catch {
          result = .failure(error)
        }
        await rows.close()
        return try result.get()
      }

      func store() -> PostgresStore { PostgresStore(address, connections: 2, name: "test", logger: Self.logger) }

      func reader() async throws -> PostgresReader { try await PostgresReader(address, logger: Self.logger) }

      func ledger(_ id: CheckoutID) async throws -> [LedgerEntry] {
        try await SQLiteStore(path: path).running { try await $0.ledger(id) }
      }

      func change(_ sql: String) async throws { try await DatabaseQueue(path: path).write { try $0.execute(sql: sql) } }
    }

    /// - Parameter fill: Adds further checkouts.
    private static func copying(
      filling fill: (SQLiteStore) async throws -> Void = { _ in }, _ body: (Copying) async throws -> Void
    ) async throws {
      let folder = FileManager.default.temporaryDirectory.appending(path: "ferry-copy-\(SystemRandomness().token())")
        .path
      defer { try? FileManager.default.removeItem(atPath: folder) }
      let path = folder + "/ferry.sqlite"
      _ = try SQLiteStore(path: path)
      try await DatabaseQueue(path: path).write { database in
        for name in ["everything", "webhooks"] { try database.execute(sql: try fixture(name)) }
      }
      let names = (1...5).map { "copied-\($0)" }
      try await SQLiteStore(path: path).running { store in
        for name in names { try await SampleAttempt(name).open(in: store) }
        try await answerDispute(in: store)
        try await importReport(into: store)
        let anna = ActingOperator(name: "anna", address: nil)
        try await store.update("copied-1") { _, change in change.note("check", by: anna, at: SampleAttempt.start) }
        _ = try await store.keep(OperatorView(name: "Held", query: "state=held"), of: "anna")
        try await fill(store)
      }
      try await withTemporaryDatabase(
        like: "schema",
        prepare: {
          try await PostgresSchema.create(
            try PostgresAddress($0), logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        }
      ) { database in
        try await body(
          Copying(
            path: path, address: try PostgresAddress(database.address), file: try SQLiteReader(path: path),
            checkouts: (["one"] + names).map { CheckoutID($0) }))
      }
    }

    private static func importReport(into store: SQLiteStore) async throws {
      let line = SettlementLine(
        number: 1, payout: "P-1", kind: .capture, id: "C-A", gross: .yen(4_400), fee: .yen(-170),
        at: SampleAttempt.start)
      _ = try await store.keep(
        NewReport(
          account: SampleAttempt.account, digest: "d", name: "report.txt", report: SettlementReport(lines: [line]),
          importedAt: SampleAttempt.start, person: "anna"))
    }

    /// A checkout whose answer to a dispute is being sent.
    private static func answerDispute(in store: SQLiteStore) async throws {
      let evidence = [Evidence(EvidencePart(.receipt, .pdf), [0, 255])]
      let now = SampleAttempt.start
      try await SampleAttempt("answered").open(in: store)
      try await store.update("answered") { file, change in
        change.ledger = try file.pay(session: "S-A", charge: "C-A")
        let read = Outcome.observed(Observation(disputes: [DisputeReport("D-1", state: .needsResponse)]))
        _ = try file.checkout.receive(.disputeNoticed("D-1"), at: now, for: &file.order)
        _ = try file.checkout.receive(.performed(file.checkout.lastCommand, read), at: now, for: &file.order)
        let answer = Event.answerDispute("D-1", "a", digest: "d", evidence.map(\.part))
        let decision = try file.checkout.receive(answer, at: now, for: &file.order)
        file.outstanding = decision.commands.map { StoredCommand(checkout: file.checkout, command: $0, at: now) }
        change.evidence = evidence
      }
    }

    /// The stored forms of all kinds of checkouts.
    private static func fixture(_ name: String) throws -> String {
      let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()
      return try String(
        contentsOf: tests.appending(path: "FerryStoreTests/SQLite/Fixtures/\(name).sql"), encoding: .utf8)
    }
  }
#endif
