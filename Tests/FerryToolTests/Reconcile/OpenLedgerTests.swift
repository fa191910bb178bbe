import FerryCheckout
import FerryCore
import Foundation
import Logging
import Testing

@testable import FerryTool

#if PostgreSQL
  import FerryPostgres
#endif

@Suite("A database that is open for a comparison of the books")
struct OpenLedgerTests {
  private static let account = ProviderAccountID(provider: "amazon-pay", account: "second", mode: .test)
  private static let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }

  @Test("The server of an SQLite database shows the last report, which a comparison beside it has written")
  func file() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "ferry-\(SystemRandomness().token())").path
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let location = StoreLocation.sqlite(in: folder)
    let server = try await location.open(creates: true, name: "server", logger: Self.logger)
    #expect(try await server.reports() == [])
    // They only read.
    let both = [try await location.ledger(of: Self.account), try await location.ledger(of: Self.account)]
    for (number, ledger) in both.enumerated() {
      let report = Self.report(at: ledger.time.now + .seconds(number))
      try await ledger.keep(report)
      #expect(try await server.reports() == [report])
    }
  }

  #if PostgreSQL
    @Test(
      "With PostgreSQL one comparison of an account is under way at a time, and every server shows its report",
      .timeLimit(.minutes(5)))
    func shared() async throws {
      try await withTemporaryDatabase(
        like: "schema",
        prepare: { try await PostgresSchema.create(try PostgresAddress($0), logger: Self.logger) }
      ) { database in
        let location = StoreLocation.postgres(try PostgresAddress(database.address))
        let ledger = try await location.ledger(of: Self.account)
        let refusal = await #expect(throws: ReconciliationUnderWay.self) {
          _ = try await location.ledger(of: Self.account)
        }
        #expect(refusal?.description.contains("amazon-pay/second/test is running") == true)
        _ = try await location.ledger(of: ProviderAccountID(provider: "amazon-pay", mode: .test))
        let report = Self.report(at: ledger.time.now)
        try await ledger.keep(report)
        for name in ["first", "second"] {
          let server = try await location.open(creates: false, name: name, logger: Self.logger)
          #expect(try await server.reports() == [report])
        }
      }
    }
  #endif

  private static func report(at moment: Moment) -> ReconciliationReport {
    let reconciliation = Reconciliation(
      shop: nil, orders: nil, payments: [], statuses: [:], window: (moment - .seconds(60))..<moment, grace: .zero)
    return ReconciliationResult(reconciliation, of: account, report: nil, at: moment).report
  }
}
