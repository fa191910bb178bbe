import FerryCheckout
import FerryCore
import FerryEngine
import FerrySQLite
import FerryTesting
import Foundation
import GRDB
import Synchronization
import Testing

@Suite("A damaged database")
struct DamageTests {
  /// A database with paid checkouts, some of which have one unreadable row.
  /// - Parameter spoil: Damages the row of a checkout.
  private func withPayments(
    _ ids: [CheckoutID] = ["a", "b", "c", "d"], spoilt: [CheckoutID] = ["b", "c"], by spoil: String = Self.spoils[0],
    _ test: (_ path: String) async throws -> Void
  ) async throws {
    try await withDatabasePath { path in
      try await SQLiteStore(path: path).running { store in
        for (index, id) in ids.enumerated() {
          try await SampleAttempt(id.text, createdAt: SampleAttempt.start + .seconds(index)).open(in: store) { file in
            let command = Command(number: 7, kind: .read)
            file.outstanding = [StoredCommand(checkout: file.checkout, command: command, at: SampleAttempt.start)]
          }
          try await store.update(id) { file, change in
            change.ledger = try file.pay(charge: "C-\(id)")
            change.references = [.sample("C-\(id)")]
          }
        }
      }
      try await DatabaseQueue(path: path).write { database in
        for id in spoilt { try database.execute(sql: spoil, arguments: [id.text]) }
      }
      try await test(path)
    }
  }

  private static let spoils = [
    "UPDATE checkouts SET body = substr(body, 1, 100) WHERE id = ?",
    "UPDATE checkouts SET round_trips = '[]' WHERE id = ?",
    "UPDATE orders SET body = '{}' WHERE id = 'order-' || ?", "UPDATE commands SET body = 'x' WHERE checkout = ?",
  ]

  @Test("A file that is no database, or has broken pages, is reported as damaged, with its name and the remedy")
  func file() async throws {
    try await withDatabasePath { path in
      try await SQLiteStore(path: path).running { try await SampleAttempt("one").open(in: $0) }
      let sound = try Data(contentsOf: URL(filePath: path))
      let noDatabase = Data(String(repeating: "This is no database. ", count: 1000).utf8)
      let brokenPages = sound.prefix(100) + Data(repeating: 0xA5, count: sound.count - 100)
      for bytes in [noDatabase, brokenPages] {
        try bytes.write(to: URL(filePath: path))
        for opening in [{ _ = try SQLiteStore(path: path) }, { _ = try SQLiteReader(path: path) }] {
          let error = #expect(throws: SQLiteStoreError.self) { try opening() }
          #expect(error.map { if case .damaged(path, _) = $0 { true } else { false } } == true)
          #expect(error?.description.contains("\(path) is damaged") == true)
          #expect(error?.description.contains("restore the latest backup") == true)
        }
      }
    }
  }

  @Test("Pages that break while the file is open are reported as damage, too")
  func brokenPage() async throws {
    try await withPayments(spoilt: []) { path in
      let root = try await DatabaseQueue(path: path).read { database in
        try Int.fetchOne(database, sql: "SELECT rootpage FROM sqlite_schema WHERE name = 'ledger'") ?? 0
      }
      var bytes = try Data(contentsOf: URL(filePath: path))
      bytes.replaceSubrange((root - 1) * 4096..<root * 4096, with: Data(repeating: 0xA5, count: 4096))
      try bytes.write(to: URL(filePath: path))
      let error = await #expect(throws: SQLiteStoreError.self) { try await SQLiteStore(path: path).ledger("a") }
      #expect(error.map { if case .damaged(path, _) = $0 { true } else { false } } == true)
    }
  }

  @Test("Lists skip an unreadable row, report it once, and stay as long", arguments: spoils)
  func lists(_ spoil: String) async throws {
    try await withPayments(by: spoil) { path in
      let told = Mutex<[SQLiteStoreError]>([])
      let store = try SQLiteStore(path: path) { error in told.withLock { $0.append(error) } }
      let reader = try SQLiteReader(path: path)
      for _ in 1...2 {
        for filter in [CheckoutFilter(), CheckoutFilter(shop: "books", payment: .any)] {
          for (limit, ids) in [(4, ["d", "a"]), (2, ["d", "a"]), (1, ["d"])] as [(Int, [CheckoutID])] {
            #expect(try await store.checkouts(filter, limit: limit).map(\.checkout.id) == ids)
            #expect(try await reader.checkouts(filter, limit: limit).map(\.checkout.id) == ids)
          }
        }
      }
      let errors = ["b", "c"].map { SQLiteStoreError.unreadable(path, what: "the checkout \($0)") }
      #expect(told.withLock { Set($0) == Set(errors) && $0.count == 2 })
      #expect(store.unreadable == errors && reader.unreadable == errors)
    }
  }

  @Test("A list reads no row of a checkout that the store remembers")
  func remembered() async throws {
    try await withDatabasePath { path in
      try await SQLiteStore(path: path).running { store in
        for id in ["a", "b"] { try await SampleAttempt(id).open(in: store) }
        try await DatabaseQueue(path: path).write { try $0.execute(sql: Self.spoils[0], arguments: ["a"]) }
        let reader = try SQLiteReader(path: path)
        #expect(Set(try await store.checkouts(CheckoutFilter(), limit: 2).map(\.checkout.id)) == ["a", "b"])
        #expect(try await reader.checkouts(CheckoutFilter(), limit: 2).map(\.checkout.id) == ["b"])
        #expect(store.unreadable.isEmpty && reader.unreadable.count == 1)
      }
    }
  }

  @Test("A read or change of the row alone reports damage, with the file's name and without its content")
  func alone() async throws {
    try await withPayments { path in
      try await SQLiteStore(path: path).running { store in
        let reader = try SQLiteReader(path: path)
        let readings: [() async throws -> Void] = [
          { _ = try await store.file("b") }, { _ = try await reader.file("b") },
          { try await store.update("b") { file, _ in file.record = nil } },
        ]
        for reading in readings {
          let error = await #expect(throws: SQLiteStoreError.self) { try await reading() }
          #expect(error == .unreadable(path, what: "the checkout b"))
        }
        // The others can be changed.
        try await store.update("a") { file, _ in file.record = [1] }
      }
    }
  }

  @Test("Reconciliation compares the other rows, and names the unreadable ones")
  func books() async throws {
    try await withPayments { path in
      try await DatabaseQueue(path: path).write { database in
        try database.execute(sql: "UPDATE log SET body = 'x'")
      }
      let reader = try SQLiteReader(path: path)
      let payments = try await reader.recordedPayments(
        of: SampleAttempt.account, window: SampleAttempt.start..<SampleAttempt.start + .seconds(9),
        orders: ["ref-b"], of: "books",
        transactions: [
          ProviderTransaction(kind: .refund, id: "R", group: "C", amount: .yen(1), at: SampleAttempt.start)
        ])
      #expect(Set(payments.map(\.checkout)) == ["a", "d"])
      #expect(reader.unreadable.count == 2)
    }
  }

  @Test("Due work of a known unreadable row takes no place from others")
  func due() async throws {
    try await withPayments { path in
      let store = try SQLiteStore(path: path)
      func due(_ limit: Int) async throws -> [CheckoutID] {
        try await store.due(at: SampleAttempt.start + .seconds(99), limit: limit).commands.map(\.checkout)
      }
      #expect(try await due(9) == ["a", "b", "c", "d"])
      for id in ["b", "c"] as [CheckoutID] {
        await #expect(throws: SQLiteStoreError.self) { try await store.file(id) }
      }
      #expect(try await due(9) == ["a", "d"])
      #expect(try await due(2) == ["a", "d"])
    }
  }

  @Test("An unreadable entry of the timeline is reported in its place")
  func timeline() async throws {
    try await withPayments { path in
      try await SQLiteStore(path: path).running { store in
        try await store.update("a") { _, change in
          change.log = ["first", "second"].map { LogEntry(at: SampleAttempt.start, .remark($0)) }
        }
      }
      try await DatabaseQueue(path: path).write { database in
        try database.execute(sql: "UPDATE log SET body = 'x' WHERE body LIKE '%first%'")
      }
      let log = try await SQLiteReader(path: path).log("a", after: 0, limit: 9).map(\.entry)
      #expect(log.map(\.at) == [SampleAttempt.start, SampleAttempt.start])
      #expect(log.last?.what == .remark("second"))
      #expect(log.first?.what == .remark("Ferry cannot read this entry: it is damaged."))
    }
  }
}
