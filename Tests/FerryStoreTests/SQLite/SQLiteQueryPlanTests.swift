import FerryTesting
import Foundation
import GRDB
import Testing

@testable import FerrySQLite

@Suite("Query plans")
struct SQLiteQueryPlanTests {
  @Test("The numbers of a day are read from an index alone")
  func counts() async throws {
    try await withDatabasePath { path in
      _ = try SQLiteStore(path: path)
      let plan = try await DatabaseQueue(path: path).read { database in
        try Row.fetchAll(
          database, sql: "EXPLAIN QUERY PLAN " + Database.countsQuery(ofShops: false), arguments: [0, 1]
        )
        .map { $0["detail"] as String }
      }
      #expect(
        plan.contains { $0.contains("USING COVERING INDEX checkouts_counted (created_at>? AND created_at<?)") },
        "\(plan)")
    }
  }
}
