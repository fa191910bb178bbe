import FerryCore
import FerryTesting
import Testing

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
