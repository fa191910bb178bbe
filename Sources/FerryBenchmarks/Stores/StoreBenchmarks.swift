#if PostgreSQL
  import AsyncHTTPClient
  import FerryPostgres
#endif

/// SQLite beside PostgreSQL: several servers on one database, and many stored checkouts.
struct StoreBenchmarks: Sendable {
  let program: DemoProgram
  let scale: Scale
  let folder: String

  /// Adds its sections, or one that says why there are none.
  func run(_ report: inout Report) async throws {
    #if PostgreSQL
      do {
        try await measure(&report)
      } catch LocalPostgresError.missing {
        report.add(leftOut("\(LocalPostgresError.missing)"))
      }
    #else
      report.add(leftOut("This program was built without PostgreSQL: STORE=postgres make bench builds it with."))
    #endif
  }

  private func leftOut(_ reason: String) -> Report.Section {
    Report.Section(title: "PostgreSQL", note: "Not measured. \(reason)", rows: [])
  }

  #if PostgreSQL
    private func measure(_ report: inout Report) async throws {
      var options = LocalPostgresOptions()
      options.isTemporary = true
      // Filling writes gigabytes.
      options.settings = ["max_wal_size": "4GB"]
      try await withLocalPostgres(in: folder + "/postgres", options) { postgres in
        try await HTTPClient.withHTTPClient(configuration: .load) { client in
          let shop = ServedShop(program, folder: folder + "/served", client: client)
          try await shop.withSandbox {
            for section in try await StoreThroughput(shop: shop, postgres: postgres, scale: scale).sections() {
              report.add(section)
            }
            report.add(try await StoredCheckouts(shop: shop, postgres: postgres, scale: scale).section())
          }
        }
      }
    }
  #endif
}
