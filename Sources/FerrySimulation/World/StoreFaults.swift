import FerryCore
import FerryEngine
import FerryTesting

/// Faults of the calls of the store. Each call takes its time before and after the work, so that others come between.
struct StoreFaults: StoreHook {
  let world: World
  let process: Process
  let chance: Chance

  func around(_ call: HookedStore.Call, _ work: () async throws -> Void) async throws {
    try await pass()
    if world.kills(process, "before \(call)") { throw StoreError.stopped }
    if world.happens(.storeUnavailable) { throw StoreError.unavailable("The store does not answer.") }
    if call.commits, world.happens(.commitRefused) { throw StoreError.unavailable("The store refuses the commit.") }
    try await work()
    if call.commits, world.data.hasUnflushed, world.happens(.powerCutAfterCommit) { world.cutPower() }
    if world.kills(process, "after \(call)") { throw StoreError.stopped }
    if call.commits, world.happens(.commitUnknown) { throw StoreError.unavailable("The commit's answer was lost.") }
    try await pass()
  }

  private func pass() async throws {
    guard await process.goesOn() else { throw StoreError.stopped }
    // Days pass in the calm.
    guard !world.isCalm else { return }
    // For shorter than the server's lease, for longer, or until no request of before can arrive any more.
    if world.happensRarely(.pause) {
      process.pause(for: chance.duration(.seconds(1)...chance.pick([.seconds(10), .seconds(240), .seconds(900)])))
    }
    let isSlow = world.happens(.storeSlow)
    try? await world.time.sleep(for: chance.duration(.zero...(isSlow ? .seconds(8) : .milliseconds(15))))
    guard await process.goesOn() else { throw StoreError.stopped }
  }
}
