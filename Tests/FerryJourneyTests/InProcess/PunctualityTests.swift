import FerryCheckout
import FerryCore
import FerryEngine
import FerryProvider
import FerryTesting
import Logging
import Testing

@Suite("Everything is done when it is due")
struct PunctualityTests {
  private let time = VirtualTime()
  private let store = MemoryStore()

  private func engine(_ bank: FakeBank, _ store: any Store) -> Engine {
    Engine(
      store: store, providers: [FakeBankProvider()], transport: bank, time: time, randomness: SequentialRandomness(),
      logger: .silent
    ) { _, _ in ProviderReturnURLs(select: "", pay: "https://shop.example/pay", cancel: "") }
  }

  @Test("A call that takes long delays nothing that becomes due beside it")
  func longCall() async throws {
    let bank = FakeBank([.answersAfter(.seconds(50)), .breaksBefore], time)
    let engine = engine(bank, store)
    try await time.run(limit: .seconds(3600)) {
      try await engine.running {
        _ = try await engine.agreeAtFakeBank("cart-1")
        try await time.sleep(for: .seconds(1))
        let second = try await engine.agreeAtFakeBank("cart-2")
        let file = try await engine.wait(for: second, within: .seconds(30)) { $0.checkout.phase.name == .paying }
        #expect(file.checkout.phase.name == .paying)
        #expect(bank.done == 1)
      }
    }
  }

  @Test("What becomes due while the engine looks at the store is done next, not at the next look by the clock")
  func slowLook() async throws {
    let bank = FakeBank([.breaksBefore], time)
    let engine = engine(bank, InterruptedStore(store, nil, pause: { try await time.sleep(for: .seconds(3)) }))
    try await time.run(limit: .seconds(3600)) {
      try await engine.running {
        let id = try await engine.agreeAtFakeBank("cart-1")
        let file = try await engine.wait(for: id, within: .seconds(30)) { $0.checkout.phase.name == .paying }
        #expect(file.checkout.phase.name == .paying)
      }
    }
  }
}
