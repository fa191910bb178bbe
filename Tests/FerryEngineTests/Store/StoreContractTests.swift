import FerryEngine
import FerrySQLite
import FerryTesting
import Testing

@Suite("Every store keeps the contract")
struct StoreContractTests {
  @Test("in memory", arguments: StoreContract.checks)
  func memory(_ check: StoreContract.Check) async throws {
    try await check.run(MemoryStore())
  }

  @Test("in a SQLite file", arguments: StoreContract.checks)
  func sqlite(_ check: StoreContract.Check) async throws {
    try await withDatabasePath { path in
      try await SQLiteStore(path: path).running { try await check.run($0) }
    }
  }
}
