import FerryEngine
import FerrySQLite
import FerryTesting
import Testing

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
