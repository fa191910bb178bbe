import FerryCore
import FerryEngine
import FerryTesting

/// Faults of the calls of the store.
struct StoreFaults: StoreHook {
  let world: World
  let process: Process

  func around(_ call: HookedStore.Call, _ work: () async throws -> Void) async throws {
    guard !process.isDead, !world.kills(process, "before \(call)") else { throw StoreError.stopped }
    if world.happens(.storeSlow) {
      try? await world.time.sleep(for: world.chance.duration(.milliseconds(50)...(.seconds(8))))
    }
    if call.commits, world.happens(.commitRefused) { throw StoreError.unavailable("The store refuses the commit.") }
    guard !process.isDead else { throw StoreError.stopped }
    try await work()
    if call.commits, world.happens(.commitUnknown) { throw StoreError.unavailable("The commit's answer was lost.") }
    if world.kills(process, "after \(call)") { throw StoreError.stopped }
  }
}
