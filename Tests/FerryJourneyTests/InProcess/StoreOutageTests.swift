import FerryCheckout
import FerryCore
import FerryEngine
import FerrySandbox
import FerryTesting
import Testing

@Suite("A store that does not answer for a while")
struct StoreOutageTests {
  private static let outage = StoreError.unavailable("No connection within 5 seconds.")

  private let time = VirtualTime()
  private let bank: TestBank
  private let power = PowerSwitch()

  init() throws { bank = try TestBank(time) }

  @Test("The engine logs it once, keeps trying, and goes on by itself")
  func loggedOnce() async throws {
    bank.sandbox.plan(.slow(.seconds(3)), on: "open", .next(8))
    let log = RecordedLog()
    let engine = bank.engine(HookedStore(MemoryStore(), power), logger: log.logger)
    try await time.run(limit: .seconds(86_400)) {
      try await engine.running {
        var ids: [CheckoutID] = []
        for number in 1...8 { ids.append(try await engine.agreeAtTestBank("cart-\(number)")) }
        try await time.sleep(for: .seconds(1))
        power.turnOff(Self.outage)
        await #expect(throws: Self.outage) { try await engine.requireStore() }
        try await time.sleep(for: .seconds(900))
        #expect(log.lines.count { $0.contains("The store is unavailable.") } == 1)
        #expect(log.lines.contains { $0.contains("No connection within 5 seconds.") })
        #expect(log.lines.count { $0.hasPrefix("error") } == 1, "\(log.lines)")
        power.turnOn()
        for id in ids {
          let file = try await engine.wait(for: id, within: .seconds(60)) { $0.checkout.phase.name == .paying }
          #expect(file.checkout.phase.name == .paying)
        }
        // The engine looks at least once a minute.
        try await time.sleep(for: .seconds(120))
        #expect(log.lines.count { $0.contains("The store is available again.") } == 1)
      }
    }
  }

  @Test("An answer of the provider that came meanwhile is recorded afterwards, and nothing is asked or sent again")
  func answerKept() async throws {
    let transport = HeldTransport(bank.transport)
    let engine = bank.engine(HookedStore(MemoryStore(), power), transport)
    let phase = try await time.run(limit: .seconds(86_400)) {
      try await engine.running {
        let id = try await engine.agreeAtTestBank()
        await transport.whenActed()
        power.turnOff(Self.outage)
        transport.handOver()
        try await time.sleep(for: .seconds(600))
        power.turnOn()
        return try await engine.wait(for: id, within: .seconds(60)) { $0.checkout.phase.name == .paying }
          .checkout.phase.name
      }
    }
    #expect(phase == .paying)
    #expect(bank.sandbox.madeCalls == ["open"])
  }
}
