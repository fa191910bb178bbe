import FerryCheckout
import FerryCore
import FerryEngine
import FerrySQLite
import FerrySandbox
import FerryTesting
import Foundation
import Synchronization
import Testing

@Suite("A clock that was ahead and is set back")
struct ClockSetBackTests {
  private let time = VirtualTime()
  private let clock: SettableTime
  private let bank: TestBank

  init() throws {
    clock = SettableTime(time, ahead: .seconds(7_200))
    bank = try TestBank(clock)
  }

  @Test("Commands that were postponed while the server ran are done within two minutes")
  func command() async throws {
    bank.sandbox.plan(.errorBeforeExecution(503), .next(1_000))
    try await bank.running(on: time) { engine in
      let id = try await engine.agreeAtTestBank()
      try await time.sleep(for: .seconds(60))
      #expect(bank.sandbox.objectCount == 0)
      bank.sandbox.clearFaults()
      clock.set(ahead: .zero)
      try await time.sleep(for: .seconds(120))
      #expect(try await engine.file(id)?.checkout.phase.name == .paying)
    }
  }

  @Test("Commands that are committed while the clock is seconds ahead are not delayed by the jump")
  func jumpBetweenLooks() async throws {
    clock.set(ahead: .zero)
    try await bank.running(on: time) { engine in
      try await time.sleep(for: .seconds(5))
      clock.set(ahead: .seconds(3600))
      let id = try await engine.agreeAtTestBank()
      clock.set(ahead: .zero)
      try await time.sleep(for: .seconds(120))
      #expect(try await engine.file(id)?.checkout.phase.name == .paying)
      #expect(bank.sandbox.objectCount == 1)
    }
  }

  @Test("An engine that missed its timer because the clock jumped ahead still runs newly committed commands")
  func missedLook() async throws {
    clock.set(ahead: .zero)
    try await bank.running(on: time) { engine in
      try await time.sleep(for: .seconds(5))
      clock.set(ahead: .seconds(3600))
      _ = try await engine.agreeAtTestBank()
      try await time.sleep(for: .seconds(1))
      #expect(bank.sandbox.objectCount == 1)
    }
  }

  @Test("Inquiries about a paying buyer follow the schedule again")
  func schedule() async throws {
    try await bank.running(on: time) { engine in
      let id = try await engine.agreeAtTestBank()
      _ = try await engine.wait(for: id, within: .seconds(30)) { $0.checkout.phase.name == .paying }
      clock.set(ahead: .zero)
      try await time.sleep(for: .seconds(1_000))
      // Once at once, then every five minutes.
      #expect((3...8).contains(bank.sandbox.calls("read")), "\(bank.sandbox.madeCalls)")
    }
  }

  @Test("A request that waits for the provider does not wait longer")
  func waiting() async throws {
    bank.sandbox.plan(.slow(.seconds(600)), on: "open")
    try await bank.running(on: time) { engine in
      let id = try await engine.agreeAtTestBank()
      let began = time.now
      async let file = engine.wait(for: id, within: .seconds(8)) { $0.checkout.phase.name == .paying }
      try await time.sleep(for: .seconds(1))
      clock.set(ahead: .zero)
      _ = try await file
      #expect(time.now.since(began) <= .seconds(9))
    }
  }

  enum Kind: CaseIterable { case memory, file }

  @Test(
    "Work that was postponed before a restart of the server is done at its start", .timeLimit(.minutes(10)),
    arguments: Kind.allCases)
  func restart(_ kind: Kind) async throws {
    switch kind {
    case .memory: try await restart(MemoryStore())
    case .file:
      let folder = FileManager.default.temporaryDirectory.appending(path: "ferry-\(SystemRandomness().token())")
      defer { try? FileManager.default.removeItem(at: folder) }
      try await SQLiteStore(path: folder.path + "/ferry.sqlite").running { try await restart($0) }
    }
  }

  /// Time stands still, so that only immediate work is done.
  private func restart(_ store: any Store) async throws {
    bank.sandbox.plan(.errorBeforeExecution(503), on: "open")
    let before = bank.engine(store)
    let id = try await before.running {
      let id = try await before.agreeAtTestBank()
      _ = try await before.wait(for: id, within: .seconds(60)) { $0.outstanding.first?.attempts == 1 }
      return id
    }
    clock.set(ahead: .zero)
    let after = bank.engine(store)
    let file = try await after.running {
      try await after.wait(for: id, within: .seconds(60)) { $0.checkout.phase.name == .paying }
    }
    #expect(file.checkout.phase.name == .paying)
    #expect(bank.sandbox.objectCount == 1)
  }
}

@Suite("Everything is done when it is due")
struct PunctualityTests {
  private let time = VirtualTime()
  private let bank: TestBank

  init() throws { bank = try TestBank(time) }

  @Test("A long call does not delay other due commands")
  func longCall() async throws {
    bank.sandbox.plan(.slow(.seconds(50)), on: "open")
    try await bank.running(on: time) { engine in
      _ = try await engine.agreeAtTestBank("cart-1")
      try await time.sleep(for: .seconds(1))
      bank.sandbox.plan(.dropBeforeExecution, on: "open")
      let second = try await engine.agreeAtTestBank("cart-2")
      let file = try await engine.wait(for: second, within: .seconds(30)) { $0.checkout.phase.name == .paying }
      #expect(file.checkout.phase.name == .paying)
    }
  }

  @Test("A command that becomes due during a read of the store is done next, not after the next timer")
  func slowLook() async throws {
    bank.sandbox.plan(.dropBeforeExecution, on: "open")
    let store = HookedStore(MemoryStore(), nil, pause: { try await time.sleep(for: .seconds(3)) })
    try await bank.running(on: time, store) { engine in
      let id = try await engine.agreeAtTestBank()
      let file = try await engine.wait(for: id, within: .seconds(30)) { $0.checkout.phase.name == .paying }
      #expect(file.checkout.phase.name == .paying)
    }
  }
}

/// A clock that is ahead of another and can be set. The duration of a running sleep does not change, as on a real
/// machine.
final class SettableTime: Timekeeper {
  private let base: any Timekeeper
  private let ahead: Mutex<Duration>

  init(_ base: any Timekeeper, ahead: Duration) {
    self.base = base
    self.ahead = Mutex(ahead)
  }

  func set(ahead: Duration) { self.ahead.withLock { $0 = ahead } }

  var now: Moment { base.now + ahead.withLock { $0 } }

  func sleep(until moment: Moment) async throws { try await base.sleep(for: moment.since(now)) }
}
