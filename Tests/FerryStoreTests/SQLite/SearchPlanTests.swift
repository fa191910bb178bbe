import FerryCheckout
import FerryCore
import FerryEngine
import FerryTesting
import GRDB
import GRDBSQLite
import Synchronization
import Testing

@testable import FerrySQLite

@Suite("No list and no look-up scans a table")
struct SearchPlanTests {
  private static let place = CheckoutPlace(createdAt: SampleAttempt.start, id: "one")

  /// Every filter alone, as the server's pages use it, and all together.
  private static let filters: [CheckoutFilter] =
    [
      CheckoutFilter(), CheckoutFilter(shop: "books", mode: .test), CheckoutFilter(mode: .test),
      CheckoutFilter(shop: "books", mode: .test, provider: "amazon-pay"),
      CheckoutFilter(shop: "books", mode: .test, phases: [.paid, .held]), CheckoutFilter(payment: .any),
      CheckoutFilter(payment: .capturable), CheckoutFilter(payment: .pending),
      CheckoutFilter(from: SampleAttempt.start), CheckoutFilter(before: SampleAttempt.start),
      CheckoutFilter(after: place),
      CheckoutFilter(overdueAt: SampleAttempt.start),
      CheckoutFilter(
        shop: "books", mode: .test, provider: "amazon-pay", phases: [.paid], overdueAt: SampleAttempt.start,
        payment: .any, currency: .jpy, total: 0...100, figure: figure,
        searches: [CheckoutSearch("one", in: .orderReference), CheckoutSearch("two", in: .orderNumber)],
        from: SampleAttempt.start, before: SampleAttempt.start, after: place),
      CheckoutFilter(currency: .jpy), CheckoutFilter(total: 0...100), CheckoutFilter(figure: figure),
    ] + CheckoutSearch.Key.allCases.map { CheckoutFilter(searches: [CheckoutSearch("one", in: $0)]) }

  private static let figure = FigureFilter(.paid, in: SampleAttempt.start..<SampleAttempt.start + .seconds(1))

  /// One word, several, a part of one, and one that nobody has.
  private static let texts = ["ref", "ref 1", "books taro", "xampl", "S-1", "4400", "nobody"]

  /// The scans in the plans of all statements that a list runs.
  private func scans(_ filter: CheckoutFilter, _ path: String) async throws -> [String] {
    try await scans(path) { _ = try $0.files(filter, limit: 10, Damage(path: path)) }
  }

  private func scans(_ path: String, of run: @escaping @Sendable (Database) throws -> Void) async throws -> [String] {
    try await DatabaseQueue(path: path).read { database in
      let statements = Mutex<[String]>([])
      database.trace { event in
        if case .statement(let statement) = event { statements.withLock { $0.append(statement.expandedSQL) } }
      }
      try run(database)
      database.trace()
      let selections = statements.withLock(\.self).filter { $0.hasPrefix("SELECT") }
      #expect(!selections.isEmpty)
      return try selections.flatMap { statement in
        try Row.fetchAll(database, sql: "EXPLAIN QUERY PLAN \(statement)").map { $0["detail"] as String }
          // Constants and lists of values are no tables.
          .filter { !$0.hasPrefix("SCAN CONSTANT ROW") && !$0.hasPrefix("SCAN json_each") }
          // The results of a subquery.
          .filter { !["SCAN own", "SCAN named"].contains($0) && !$0.hasPrefix("SCAN (") }
          .filter { $0.hasPrefix("SCAN") || $0.contains("AUTOMATIC") }
      }
    }
  }

  private func withCheckouts(_ test: (_ path: String) async throws -> Void) async throws {
    try await withDatabasePath { path in
      try await SQLiteStore(path: path).running { store in
        for number in 1...20 {
          try await SampleAttempt("\(number)", shop: number % 2 == 0 ? "books" : "toys").open(in: store) { file in
            file.buyerFacts = BuyerFacts(email: "taro@example.com")
          }
          try await store.update(CheckoutID("\(number)")) { file, change in
            change.references = [.sample("S-\(number)")]
            change.ledger = try file.pay(session: "S-\(number)", charge: "C-\(number)")
          }
        }
      }
      try await test(path)
    }
  }

  @Test("whatever it is filtered by", arguments: filters)
  func planned(_ filter: CheckoutFilter) async throws {
    try await withCheckouts { path in
      let scans = try await scans(filter, path)
      #expect(scans == [])
    }
  }

  @Test("whatever text is searched for", arguments: texts)
  func searched(_ text: String) async throws {
    let query = try #require(SearchQuery(text))
    try await withCheckouts { path in
      let scans = try await scans(path) {
        _ = try $0.find(query, CheckoutFilter(), limit: 10, Damage(path: path))
      }
      #expect(scans == [])
    }
  }

  @Test(
    "as long as each index is there",
    arguments: [
      ("orders_by_reference", CheckoutFilter(searches: [CheckoutSearch("one", in: .orderReference)])),
      ("checkouts_by_order", CheckoutFilter(searches: [CheckoutSearch("one", in: .orderNumber)])),
      ("overdue_checkouts", CheckoutFilter(overdueAt: SampleAttempt.start)),
      ("commands_by_age", CheckoutFilter(overdueAt: SampleAttempt.start)),
    ])
  func indexes(_ index: String, _ filter: CheckoutFilter) async throws {
    try await withCheckouts { path in
      try await DatabaseQueue(path: path).write { try $0.execute(sql: "DROP INDEX \(index)") }
      // The test above would see it.
      let scans = try await scans(filter, path)
      #expect(scans != [])
    }
  }

  @Test("and a page reads as many rows in a large file as in a small one")
  func pageCost() async throws {
    let filters = [
      CheckoutFilter(shop: "books", mode: .test, phases: [.open]), CheckoutFilter(shop: "books", mode: .test),
      CheckoutFilter(searches: [CheckoutSearch("one", in: .providerReference)]),
    ]
    let queries = try ["ref", "ref 10007", "nobody", "S-10007", "S-1", "10"].map { try #require(SearchQuery($0)) }
    /// The steps of SQLite's machine, of which every row takes some.
    func steps(_ count: Int) async throws -> [Int] {
      try await withDatabasePath { path in
        try await SQLiteStore(path: path).running { store in
          for number in 10_001...10_000 + count {
            try await SampleAttempt("\(number)", createdAt: SampleAttempt.start + .seconds(number)).open(in: store)
            try await store.update(CheckoutID("\(number)")) { _, change in
              change.references = [.sample("S-\(number)")]
            }
          }
          try await cancelOne(in: store)
        }
        return try await DatabaseQueue(path: path).read { database in
          try filters.map { filter in
            let steps = StepCounter(database)
            _ = try database.files(filter, limit: 5, Damage(path: path))
            return steps.count
          }
            + queries.map { query in
              let steps = StepCounter(database)
              _ = try database.find(query, CheckoutFilter(), limit: 5, Damage(path: path))
              return steps.count
            }
        }
      }
    }
    let (few, many) = (try await steps(120), try await steps(600))
    #expect(few.allSatisfy { $0 > 50 })
    for (few, many) in zip(few, many) { #expect(many < few + few / 4 + 100) }
  }

  private func cancelOne(in store: SQLiteStore) async throws {
    try await store.update("10001") { file, _ in
      _ = try file.checkout.receive(.cancel(.buyer), at: SampleAttempt.start + .seconds(1), for: &file.order)
    }
  }
}

/// Counts the steps of SQLite's machine from now on.
private final class StepCounter {
  private(set) var count = 0
  private let connection: OpaquePointer?

  init(_ database: Database) {
    connection = database.sqliteConnection
    sqlite3_progress_handler(
      connection, 1,
      { counter in
        if let counter { Unmanaged<StepCounter>.fromOpaque(counter).takeUnretainedValue().count += 1 }
        return 0
      }, Unmanaged.passUnretained(self).toOpaque())
  }

  deinit { sqlite3_progress_handler(connection, 0, nil, nil) }
}
