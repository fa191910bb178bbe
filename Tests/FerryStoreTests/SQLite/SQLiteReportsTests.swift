import FerryCheckout
import FerryCore
import FerryEngine
import FerryTesting
import Foundation
import GRDB
import Testing

@testable import FerrySQLite

@Suite("Settlement reports beside a running server, in SQLite")
struct SQLiteReportsTests {
  private static func report(_ name: String, lines: Int = 1) -> NewReport {
    let lines = (1...lines).map { number in
      SettlementLine(
        number: number, payout: "P", kind: .capture, id: "\(name)-\(number)", gross: .yen(Int64(number)), fee: .yen(-1),
        at: SampleAttempt.start)
    }
    return NewReport(
      account: SampleAttempt.account, digest: name, name: name, report: SettlementReport(lines: lines),
      importedAt: SampleAttempt.start, person: "ferry reports import")
  }

  @Test("A report is imported while the server writes, and both see everything", .timeLimit(.minutes(2)))
  func together() async throws {
    try await withDatabasePath { path in
      try await SQLiteStore(path: path).running { store in
        let reports = try SQLiteReader(path: path, keepsReports: true)
        try await withThrowingTaskGroup(of: Void.self) { group in
          group.addTask {
            for number in 1...100 { try await SampleAttempt("attempt-\(number)").open(in: store) }
          }
          group.addTask {
            for number in 1...10 { _ = try await reports.keep(Self.report("file-\(number)", lines: 200)) }
          }
          try await group.waitForAll()
        }
        let id = PayoutID(account: SampleAttempt.account, id: "P", currency: .jpy)
        #expect(try await store.lines(of: id).count == 2_000)
        #expect(try await store.checkouts(CheckoutFilter(), limit: 200).count == 100)
        guard case .known = try await store.keep(Self.report("file-1", lines: 200)) else {
          Issue.record("The server does not know the file.")
          return
        }
      }
    }
  }

  @Test("A report that was cut off is not listed, and the next import of the file completes it")
  func cutOff() async throws {
    try await withDatabasePath { path in
      try await SQLiteStore(path: path).running { store in
        let new = Self.report("file", lines: 700)
        try await SQLiteReader(path: path, keepsReports: true).write { transaction in
          let number = try transaction.begin(new).number
          try transaction.enter(Array(new.report.identified.prefix(500)), of: number, new.account)
        }
        #expect(try await store.reports(of: new.account, limit: 9).isEmpty)
        #expect(try await store.payouts(of: new.account, after: nil, limit: 9).isEmpty)
        guard case .imported(let kept) = try await store.keep(new), case .known(kept) = try await store.keep(new) else {
          Issue.record("The report was not completed.")
          return
        }
        #expect(kept.lines == 700 && kept.newLines == 700)
        #expect(try await store.payouts(of: new.account, after: nil, limit: 9).map(\.lines) == [700])
      }
    }
  }

  @Test("A missing database is not created")
  func missing() async throws {
    try await withDatabasePath { path in
      _ = #expect(throws: SQLiteStoreError.missing(path)) {
        try SQLiteReader(path: path, keepsReports: true)
      }
    }
  }

  @Test("The lines of a payout, of a charge and of a time, and the list of payouts, are found by indexes")
  func plans() async throws {
    try await withDatabasePath { path in
      try await SQLiteStore(path: path).running { store in _ = try await store.keep(Self.report("file", lines: 50)) }
      try await DatabaseQueue(path: path).read { database in
        var statements: [String] = []
        database.trace { event in
          if case .statement(let statement) = event { statements.append(statement.expandedSQL) }
        }
        let account = SampleAttempt.account
        let id = PayoutID(account: account, id: "P", currency: .jpy)
        #expect(try database.lines(of: id).count == 50)
        _ = try database.lines(ofGroups: ["G"], account)
        _ = try database.lines(of: account, in: SampleAttempt.start..<(SampleAttempt.start + .seconds(1)))
        let place = try #require(try database.payouts(of: account, after: nil, limit: 5).first?.place)
        _ = try database.payouts(of: account, after: place, limit: 5)
        database.trace(options: [])
        #expect(statements.count == 5)
        for statement in statements {
          let plan = try Row.fetchAll(database, sql: "EXPLAIN QUERY PLAN " + statement).map { $0["detail"] as String }
          #expect(
            !plan.contains { $0.hasPrefix("SCAN") && !$0.contains("latest") && !$0.contains("json_each") }, "\(plan)")
        }
      }
    }
  }
}
