import FerryCore
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

@Suite("A store in memory that servers share meets the contracts")
struct SharedStoreTests {
  @Test("of every store", arguments: StoreContract.checks)
  func single(_ check: StoreContract.Check) async throws {
    try await check.run(MemoryStore(sharing: MemoryStore(), time: HandClock(SampleAttempt.start)))
  }

  @Test("of a shared store", arguments: SharedStoreContract.checks)
  func shared(_ check: SharedStoreContract.Check) async throws {
    let clock = HandClock(SampleAttempt.start)
    let data = MemoryStore()
    let (first, second) = (MemoryStore(sharing: data, time: clock), MemoryStore(sharing: data, time: clock))
    try await check.run(
      SharedStores(first: first, second: second) {
        first.pause()
        clock.advance(by: .seconds(5))
        second.renew()
        clock.advance(by: .seconds(6))
      } resume: {
        first.resume()
      } stop: {
        first.leave()
      })
  }
}
