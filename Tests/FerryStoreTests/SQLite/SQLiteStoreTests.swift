import FerryCheckout
import FerryCore
import FerryEngine
import FerryTesting
import Foundation
import GRDB
import Testing

@testable import FerrySQLite

@Suite("A store in a SQLite file")
struct SQLiteStoreTests {
  @Test("finds everything when the file is reopened")
  func reopening() async throws {
    try await withDatabasePath { path in
      let key = CreationKey(key: "key", digest: "digest")
      let before = try await SQLiteStore(path: path).running { store in
        try await SampleAttempt("one").open(in: store, key: key) { file in
          file.record = [1, 2]
          file.details = BuyerDetails(buyer: nil, shippingAddress: nil, paymentDescriptor: "Card")
          file.outstanding = [
            StoredCommand(checkout: file.checkout, command: Command(number: 1, kind: .read), at: SampleAttempt.start)
          ]
        }
        try await store.update("one") { _, change in
          change.log = [LogEntry(at: SampleAttempt.start, .remark("hello"))]
          change.references = [.sample("S-1")]
          change.ledger = [capture]
        }
        let contents = try await Contents(store)
        #expect(contents.file?.outstanding.map(\.command.number) == contents.due.commands.map(\.number))
        #expect(contents.due.commands.count == 1)
        #expect(contents.owner == "one" && contents.ledger == [capture] && contents.log.count == 1)
        return contents
      }
      try await SQLiteStore(path: path).running { store in
        #expect(try await Contents(store) == before)
        #expect(try await SampleAttempt("two").open(in: store, key: key) == .replayed("one"))
        try await store.update("one") { _, change in change.log = [LogEntry(at: SampleAttempt.start, .remark("on"))] }
        let positions = try await store.log(nil, after: 0, limit: 10).map(\.position)
        #expect(positions == positions.sorted() && Set(positions).count == 2)
      }
    }
  }

  /// All rows that a reader gets for the checkout "one".
  private struct Contents: Equatable, Sendable {
    let file: CheckoutFile?
    let log: [LogRecord]
    let ledger: [LedgerEntry]
    let owner: CheckoutID?
    let due: Due

    init(_ store: SQLiteStore) async throws {
      file = try await store.file("one")
      log = try await store.log(nil, after: 0, limit: 10)
      ledger = try await store.ledger("one")
      owner = try await store.checkout(SampleAttempt.account, reference: .sample("S-1"))
      due = try await store.due(at: SampleAttempt.start)
    }
  }

  @Test("keeps a second store out for as long as it lives, and names the file")
  func lock() async throws {
    try await withDatabasePath { path in
      try await SQLiteStore(path: path).running { _ in
        let error = #expect(throws: SQLiteStoreError.self) { try SQLiteStore(path: path) }
        #expect(error == .inUse(path))
        #expect(error?.description.contains(path) == true)
      }
      _ = try SQLiteStore(path: path)
    }
  }

  @Test("stops once another store has opened the file after its lock was removed by hand, and says so")
  func takenOver() async throws {
    try await withDatabasePath { path in
      let error = await #expect(throws: SQLiteStoreError.self) {
        try await SQLiteStore(path: path).running { first in
          try await SampleAttempt("one").open(in: first)
          try FileManager.default.removeItem(atPath: path + ".lock")
          try await SQLiteStore(path: path).running { second in
            try await second.update("one") { file, _ in file.record = [2] }
            for _ in 1...2 {
              await #expect(throws: StoreError.stopped) {
                try await first.update("one") { file, _ in file.record = [1] }
              }
            }
            try await second.update("one") { file, _ in file.record?.append(3) }
          }
        }
      }
      #expect(error == .takenOver(path))
      #expect(error?.description.contains("Another Ferry process has opened the database \(path)") == true)
      let record = try await SQLiteReader(path: path).file("one")?.record
      #expect(record == [2, 3])
    }
  }

  @Test("has checkouts that wait for a person in its books whenever they began")
  func undecided() async throws {
    try await withDatabasePath { path in
      try await SQLiteStore(path: path).running { try await $0.addUndecidedCheckouts() }
      try await SQLiteReader(path: path).expectUndecided()
    }
  }

  @Test("finds no other order for a reference with a NUL")
  func nul() async throws {
    try await withDatabasePath { path in
      try await SQLiteStore(path: path).running { try await $0.addUndecidedCheckouts() }
      try await SQLiteReader(path: path).expectNoOrderBeforeNUL()
    }
  }

  @Test("creates no file without permission, and says that a disk may be missing")
  func missing() async throws {
    try await withDatabasePath { path in
      let error = #expect(throws: SQLiteStoreError.self) { try SQLiteStore(path: path, creates: false) }
      #expect(error == .missing(path))
      #expect(!FileManager.default.fileExists(atPath: URL(filePath: path).deletingLastPathComponent().path))
      _ = try SQLiteStore(path: path)
      _ = try SQLiteStore(path: path, creates: false)
    }
  }

  @Test("makes no books of an empty file, or of another program's, and leaves its log alone")
  func noTables() async throws {
    try await withDatabasePath { path in
      let folder = URL(filePath: path).deletingLastPathComponent()
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try Data().write(to: URL(filePath: path))
      try Data([1]).write(to: URL(filePath: path + "-wal"))
      for opening in [{ _ = try SQLiteStore(path: path, creates: false) }, { _ = try SQLiteReader(path: path) }] {
        #expect(throws: SQLiteStoreError.noTables(path)) { try opening() }
      }
      #expect(try Data(contentsOf: URL(filePath: path)).isEmpty)
      #expect(try Data(contentsOf: URL(filePath: path + "-wal")) == Data([1]))

      let other = path + ".other"
      try await DatabaseQueue(path: other).write { try $0.execute(sql: "CREATE TABLE posts (id INTEGER)") }
      for opening in [{ _ = try SQLiteStore(path: other, creates: false) }, { _ = try SQLiteReader(path: other) }] {
        let error = #expect(throws: SQLiteStoreError.self) { try opening() }
        #expect(error == .noTables(other))
        #expect(error?.description.contains("`ferry store create`") == true)
      }
      let tables = try await DatabaseQueue(path: other).read { database in
        try String.fetchAll(database, sql: "SELECT name FROM sqlite_schema")
      }
      #expect(tables == ["posts"])
    }
  }

  @Test("stops when the disk is full, says so, and loses nothing that was committed")
  func full() async throws {
    try await withDatabasePath { path in
      let store = try SQLiteStore(path: path)
      let error = await #expect(throws: SQLiteStoreError.self) {
        try await store.running { store in
          try await SampleAttempt("one").open(in: store) { $0.record = [1] }
          // SQLite then reports a full disk.
          try await store.write { database in _ = try database.row("PRAGMA max_page_count = 1") }
          await #expect(throws: StoreError.stopped) {
            try await store.update("one") { file, _ in file.record = Array(repeating: 2, count: 1 << 20) }
          }
        }
      }
      #expect(error == .full(path))
      #expect(error?.description.contains("The disk of the database \(path) is full.") == true)
      let record = try await SQLiteStore(path: path).running { try await $0.file("one")?.record }
      #expect(record == [1])
    }
  }

  @Test("makes a hundred updates that wait for the writer durable with one flush")
  func groupedFlush() async throws {
    try await withDatabasePath { path in
      try await SQLiteStore(path: path).running { store in
        try await SampleAttempt("one").open(in: store) { $0.record = [0] }
      }
      let store = try SQLiteStore(path: path)
      try await withThrowingTaskGroup(of: Void.self) { group in
        for _ in 1...100 {
          group.addTask { try await store.update("one") { file, _ in file.record?[0] += 1 } }
        }
        while store.waiting < 100 { await Task.yield() }
        #expect(await store.flushes == 0)
        group.addTask { try await store.running { _ in } }
        try await group.waitForAll()
      }
      #expect(await store.flushes == 1)
      #expect(try await store.file("one")?.record == [100])
    }
  }

  @Test("remembers no former order of an attempt that was changed just before another attempt, in one flush")
  func orderInGroup() async throws {
    try await withDatabasePath { path in
      try await SQLiteStore(path: path).running { store in
        try await SampleAttempt("one", order: "tea").open(in: store)
        try await store.update("one") { file, _ in
          _ = try file.checkout.receive(.cancel(.buyer), at: SampleAttempt.start, for: &file.order)
        }
      }
      let store = try SQLiteStore(path: path)
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask { try await store.update("one") { file, _ in file.record = [1] } }
        while store.waiting < 1 { await Task.yield() }
        group.addTask { try await SampleAttempt("two", order: "tea").open(in: store) }
        while store.waiting < 2 { await Task.yield() }
        group.addTask { try await store.running { _ in } }
        try await group.waitForAll()
      }
      #expect(try await store.file("two")?.order.live == "two")
      #expect(try await store.file("one")?.order.live == "two")
    }
  }

  @Test("finishes waiting updates when it stops, and refuses later ones")
  func stopping() async throws {
    try await withDatabasePath { path in
      let store = try SQLiteStore(path: path)
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask { _ = try await SampleAttempt("one").open(in: store) }
        while store.waiting < 1 { await Task.yield() }
        // It is stopped before it has started.
        try await store.running { _ in }
        try await group.waitForAll()
      }
      #expect(try await store.file("one") != nil)
      await #expect(throws: StoreError.stopped) { try await SampleAttempt("two").open(in: store) }
    }
  }

  @Test("reports no success if a commit fails, refuses what waits, and stops with the failure")
  func failedCommit() async throws {
    try await withDatabasePath { path in
      try await SQLiteStore(path: path).running { store in
        try await SampleAttempt("one").open(in: store)
        try await SampleAttempt("two").open(in: store)
      }
      // A constraint that only COMMIT checks.
      try await DatabaseQueue(path: path).write { database in
        try database.execute(
          sql: """
            CREATE TABLE broken (id INTEGER REFERENCES log (position) DEFERRABLE INITIALLY DEFERRED);
            CREATE TRIGGER breaks AFTER INSERT ON log BEGIN INSERT INTO broken VALUES (-1); END;
            """)
      }
      let store = try SQLiteStore(path: path)
      try await withThrowingTaskGroup(of: Void.self) { group in
        for id in ["one", "two"] as [CheckoutID] {
          group.addTask {
            await #expect(throws: StoreError.stopped) {
              try await store.update(id) { file, change in
                file.record = [1]
                if id == "one" { change.log = [LogEntry(at: SampleAttempt.start, .remark("lost"))] }
              }
            }
          }
        }
        while store.waiting < 2 { await Task.yield() }
        let error = await #expect(throws: SQLiteStoreError.self) { try await store.running { _ in } }
        #expect(error.map { if case .notWritten(path, _) = $0 { true } else { false } } == true)
        try await group.waitForAll()
      }
      await #expect(throws: StoreError.stopped) { try await store.update("two") { file, _ in file.record = [1] } }
      #expect(await store.flushes == 0)
      #expect(try await store.file("two")?.record == nil)
    }
  }

  @Test("flushes every commit to the disk but those that wait, and checks references between tables")
  func pragmas() async throws {
    try await withDatabasePath { path in
      let settings = try await SQLiteStore(path: path).running { store in
        [try await store.settings(waiting: true), try await store.settings()]
      }
      #expect(settings == [["wal", "1", "1", "1"], ["wal", "2", "1", "1"]])
    }
  }

  @Test("writes to the log for a flush that is asked for, because SQLite flushes only what it writes")
  func flushWrites() async throws {
    try await withDatabasePath { path in
      try await SQLiteStore(path: path).running { store in
        func logSize() throws -> Int { try Data(contentsOf: URL(filePath: path + "-wal")).count }
        try await SampleAttempt("one").open(in: store)
        try await store.update("one", mayWait: true) { file, change in
          file.record = [1]
          change.waits = true
        }
        let before = try logSize()
        try await store.flush("one")
        let after = try logSize()
        #expect(after > before)
      }
    }
  }

  @Test("is readable by its owner only")
  func permissions() async throws {
    try await withDatabasePath { path in
      try await SQLiteStore(path: path).running { store in
        try await SampleAttempt("one").open(in: store)
        for file in [path, path + "-wal", path + ".lock"] {
          let attributes = try FileManager.default.attributesOfItem(atPath: file)
          #expect(attributes[.posixPermissions] as? Int == 0o600, "\(file)")
        }
      }
    }
  }

  @Test("does not open a file that a newer version has written")
  func newerFile() async throws {
    try await withDatabasePath { path in
      _ = try SQLiteStore(path: path)
      try await DatabaseQueue(path: path).write { database in
        try database.execute(sql: "INSERT INTO grdb_migrations (identifier) VALUES ('9999 from the future')")
      }
      #expect(throws: SQLiteStoreError.newer(path)) { try SQLiteStore(path: path) }
    }
  }

  @Test("names a file that cannot be opened")
  func unusableFile() async throws {
    try await withDatabasePath { path in
      let inFile = path + "/below/ferry.sqlite"
      _ = try SQLiteStore(path: path)
      #expect(throws: SQLiteStoreError.self) { try SQLiteStore(path: inFile) }
      let text = path + ".txt"
      try Data(String(repeating: "This is no database. ", count: 100).utf8).write(to: URL(filePath: text))
      let error = #expect(throws: SQLiteStoreError.self) { try SQLiteStore(path: text) }
      #expect(error?.description.contains(text) == true)
    }
  }

  @Test(
    "protects permanent rows from other programs",
    arguments: [
      "UPDATE ledger SET amount = 1", "DELETE FROM ledger", "DELETE FROM checkouts", "DELETE FROM orders",
      "UPDATE orders SET mode = 'real'",
    ])
  func constraints(_ statement: String) async throws {
    try await withDatabasePath { path in
      try await SQLiteStore(path: path).running { store in
        try await SampleAttempt("one").open(in: store)
        try await store.update("one") { _, change in change.ledger = [capture] }
      }
      let other = try DatabaseQueue(path: path)
      let error = await #expect(throws: DatabaseError.self) {
        try await other.write { try $0.execute(sql: statement) }
      }
      #expect(error?.resultCode == .SQLITE_CONSTRAINT)
    }
  }

  private let capture = LedgerEntry(
    kind: .capture, externalID: "C-1=4400", debit: .receivable, credit: .sales, amount: .yen(4400))
}

@Suite("Every store meets the contract")
struct StoreContractTests {
  @Test("in memory", arguments: StoreContract.checks)
  func memory(_ check: StoreContract.Check) async throws {
    try await check.run(MemoryStore())
  }

  @Test("in a SQLite file, whether or not checkouts are remembered", arguments: StoreContract.checks, [0, 1, 256])
  func sqlite(_ check: StoreContract.Check, _ remembered: Int) async throws {
    try await withDatabasePath { path in
      try await SQLiteStore(path: path, remembered: remembered).running { try await check.run($0) }
    }
  }
}

extension SQLiteStore {
  /// The settings of the writer's connection: journal, `synchronous`, foreign keys, `secure_delete`.
  fileprivate func settings(waiting: Bool = false) async throws -> [String] {
    try await enqueue(mayWait: waiting) { database in
      Written(
        try ["journal_mode", "synchronous", "foreign_keys", "secure_delete"].map { name in
          try String.fetchOne(database, sql: "PRAGMA \(name)") ?? ""
        }, waits: waiting)
    }
  }
}

/// Passes the path of a new database, in a temporary folder that is removed afterwards.
func withDatabasePath<Result>(_ body: (String) async throws -> Result) async throws -> Result {
  let folder = FileManager.default.temporaryDirectory.appending(path: "ferry-\(UUID().uuidString)")
  defer { try? FileManager.default.removeItem(at: folder) }
  return try await body(folder.appending(path: "ferry.sqlite").path(percentEncoded: false))
}
