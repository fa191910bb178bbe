import FerryCheckout
import FerryCore
import FerryEngine
import FerryProvider
import FerryTesting
import HTTPTypes
import Logging
import Testing

@Suite("Requests that must not be repeated without an inquiry")
struct InquireFirstTests {
  private let time = VirtualTime()
  private let randomness = SequentialRandomness()
  private let store = MemoryStore()

  private func engine(_ provider: FakeBankProvider, _ bank: FakeBank, _ power: PowerSwitch? = nil) -> Engine {
    Engine(
      store: power.map { HookedStore(store, $0) } ?? store, providers: [provider],
      transport: power.map { InterruptedTransport(bank, $0) } ?? bank, time: time, randomness: randomness,
      logger: .silent
    ) { _ in ProviderReturnURLs(select: "", pay: "https://shop.example/pay", cancel: "") }
  }

  private func running<Result: Sendable>(
    _ engine: Engine, _ work: @escaping @Sendable () async throws -> Result
  ) async throws -> Result {
    try await time.run(limit: .seconds(86_400)) { try await engine.running(work) }
  }

  private func paying(_ engine: Engine, _ id: CheckoutID) async throws -> Bool {
    try await engine.wait(for: id, within: .seconds(3600)) { $0.checkout.phase.name == .paying }
      .checkout.phase.name == .paying
  }

  @Test(
    "An unanswered request is inquired about, and repeated only if nothing happened",
    arguments: [
      ([FakeBank.Behaviour.answers], "POST"), ([.breaksAfter], "POST GET"), ([.breaksBefore], "POST GET POST"),
      ([.breaksBefore, .breaksAfter], "POST GET POST GET"),
    ])
  func unknownOutcome(_ behaviours: [FakeBank.Behaviour], _ course: String) async throws {
    let bank = FakeBank(behaviours, time)
    let engine = engine(FakeBankProvider(), bank)
    let isPaying = try await running(engine) { try await paying(engine, try await engine.agreeAtFakeBank()) }
    #expect(isPaying)
    #expect(bank.course == course)
    #expect(bank.done == 1)
  }

  @Test(
    "After a crash an inquiry finds out if the request was sent, even if it first has to wait for a configuration",
    arguments: [
      (PowerSwitch.Instant.beforeRecording, true, "POST GET"), (.beforeRecording, false, "POST GET"),
      (.beforeSending, true, "GET POST"), (.beforeSending, false, "GET POST"),
    ])
  func crash(_ instant: PowerSwitch.Instant, _ isConfigured: Bool, _ course: String) async throws {
    let bank = FakeBank([], time)
    let provider = FakeBankProvider(isConfigured: isConfigured)
    let power = PowerSwitch(instant, .post)
    let first = engine(provider, bank, power)
    let id = try await running(first) {
      let id = try await first.agreeAtFakeBank()
      try await time.sleep(for: .seconds(10))
      provider.mend()
      try await time.sleep(for: .seconds(300))
      return id
    }
    #expect(power.isOff)
    let second = engine(provider, bank)
    let isPaying = try await running(second) { try await paying(second, id) }
    #expect(isPaying)
    #expect(bank.course == course)
    #expect(bank.done == 1)
  }

  @Test("A provider's Retry-After is respected")
  func retryAfter() async throws {
    let bank = FakeBank(
      [.refuses(.serviceUnavailable, retryAfter: 120), .refuses(.tooManyRequests, retryAfter: 240)], time)
    let engine = engine(FakeBankProvider(), bank)
    let isPaying = try await running(engine) { try await paying(engine, try await engine.agreeAtFakeBank()) }
    #expect(isPaying)
    #expect(bank.course == "POST POST POST")
    let waits = zip(bank.sent, bank.sent.dropFirst()).map { $1.at.since($0.at) }
    #expect(waits == [.seconds(120), .seconds(240)])
    #expect(bank.done == 1)
  }

  @Test("A command with a wrong configuration waits, and continues by itself when it is fixed")
  func misconfigured() async throws {
    let bank = FakeBank([.refuses(.forbidden, retryAfter: nil), .refuses(.forbidden, retryAfter: nil)], time)
    let provider = FakeBankProvider(isConfigured: false)
    let engine = engine(provider, bank)
    let isPaying = try await running(engine) {
      let id = try await engine.agreeAtFakeBank()
      try await time.sleep(for: .seconds(600))
      #expect(bank.sent.isEmpty)
      provider.mend()
      return try await paying(engine, id)
    }
    #expect(isPaying)
    #expect(bank.course == "POST POST POST")
    #expect(zip(bank.sent, bank.sent.dropFirst()).allSatisfy { $1.at.since($0.at) >= .seconds(60) })
    #expect(bank.done == 1)
  }

  @Test("An unreachable provider is asked less and less often")
  func backsOff() async throws {
    let bank = FakeBank(Array(repeating: .breaksBefore, count: 8), time)
    let engine = engine(FakeBankProvider(), bank)
    let isPaying = try await running(engine) { try await paying(engine, try await engine.agreeAtFakeBank()) }
    #expect(isPaying)
    let posts = bank.sent.filter { $0.method == .post }
    let waits = zip(posts, posts.dropFirst()).map { $1.at.since($0.at) }
    #expect(waits.count == 8)
    #expect(zip(waits, waits.dropFirst(2)).allSatisfy { $0 < $1 })
    #expect(bank.done == 1)
  }

  @Test("A session of another checkout is refused, and the checkout ends")
  func takenReference() async throws {
    let bank = FakeBank([], time)
    let engine = engine(FakeBankProvider(reference: "payment-1"), bank)
    let (first, second) = try await running(engine) {
      let one = try await engine.agreeAtFakeBank("cart-1")
      let first = try await engine.wait(for: one, within: .seconds(60)) { $0.checkout.phase.name == .paying }
      let two = try await engine.agreeAtFakeBank("cart-2")
      return (first, try await engine.wait(for: two, within: .seconds(60)) { $0.checkout.phase.isFinal })
    }
    #expect(first.checkout.phase.name == .paying)
    #expect(second.checkout.phase == .declined(.notStarted))
    #expect(second.outstanding == [])
    #expect(
      try await store.checkout(
        ProviderAccountID(provider: "fake-bank", mode: .test), reference: ProviderReference("payment", "payment-1"))
        == first.checkout.id)
  }

  @Test(
    "An answer with an id that no store can keep is unreadable: it is inquired about a few times, and nothing is repeated",
    arguments: [String(repeating: "x", count: 257), "a\u{0}b"])
  func unstorableReference(_ reference: String) async throws {
    let bank = FakeBank([], time)
    let engine = engine(FakeBankProvider(reference: reference), bank)
    let (file, log) = try await running(engine) {
      let id = try await engine.agreeAtFakeBank()
      try await time.sleep(for: .seconds(3_600))
      return (try await engine.file(id), try await engine.log(id, after: 0, limit: 1000))
    }
    #expect(file?.checkout.phase.name == .open, "The buyer may agree again.")
    #expect(file?.outstanding == [])
    #expect(bank.done == 1)
    #expect((2...20).contains(bank.sent.count), "\(bank.course)")
    #expect(log.contains { if case .remark(let text) = $0.entry.what { text.contains("256 bytes") } else { false } })
  }

  @Test("A provider never gets more simultaneous requests than it allows, and every checkout gets its turn")
  func mostAtOnce() async throws {
    let bank = FakeBank([], time)
    let counted = CountedTransport(bank, time)
    let engine = Engine(
      store: store, providers: [FakeBankProvider()], transport: counted, time: time, randomness: randomness,
      logger: .silent
    ) { _ in ProviderReturnURLs(select: "", pay: "https://shop.example/pay", cancel: "") }
    let allPaying = try await running(engine) {
      var ids: [CheckoutID] = []
      for number in 1...11 { ids.append(try await engine.agreeAtFakeBank("cart-\(number)")) }
      for id in ids where try await !paying(engine, id) { return false }
      return true
    }
    #expect(allPaying)
    #expect(counted.most == 4)
    #expect(bank.done == 11)
  }

  @Test("A late answer to a request that is inquired about meanwhile does not count")
  func lateAnswer() async throws {
    let bank = FakeBank([.refuses(.serviceUnavailable, retryAfter: nil)], time)
    let (late, inquiry) = (HeldTransport(bank), HeldTransport(bank))
    let links: @Sendable (CheckoutFile) -> ProviderReturnURLs = { _ in
      ProviderReturnURLs(select: "", pay: "https://shop.example/pay", cancel: "")
    }
    // Two instances on one store: the second assumes that the first is dead.
    let engines = [late, inquiry].map { transport in
      Engine(
        store: store, providers: [FakeBankProvider()], transport: transport, time: time, randomness: randomness,
        logger: .silent, links: links)
    }
    let (stage, calls) = try await running(engines[0]) {
      let id = try await engines[0].agreeAtFakeBank()
      await late.whenActed()
      return try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask { try? await engines[1].run() }
        await inquiry.whenActed()
        let stage = try await store.file(id)?.outstanding.first?.stage
        late.handOver()
        _ = try await paying(engines[0], id)
        inquiry.handOver()
        group.cancelAll()
        let calls = try await store.log(id, after: 0, limit: 100).compactMap { record -> String? in
          if case .call(let name, let result, _) = record.entry.what { "\(name): \(result)" } else { nil }
        }
        return (stage, calls)
      }
    }
    #expect(stage == FakeBankProvider.inquiry)
    // Its refusal is not recorded: the inquiry decides.
    #expect(calls == ["authorize/inquiry: nothing happened", "authorize: answered"])
    #expect(bank.done == 1)
  }
}
