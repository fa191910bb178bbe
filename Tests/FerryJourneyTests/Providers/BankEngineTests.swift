import FerryCheckout
import FerryCore
import FerryEngine
import FerryProvider
import FerrySandbox
import FerrySimulation
import FerryTesting
import HTTPTypes
import Testing

/// Rules of the engine that are the same for every provider.
@Suite("The engine at the test bank")
struct BankEngineTests {
  private let world: ProviderWorld

  init() throws { world = try ProviderWorld(.testBank) }

  /// Agrees and leaves to pay.
  private func agreed(_ reference: String) async throws -> CheckoutID {
    let file = try await world.create(reference)
    let total = try #require(file.checkout.quote?.total, "Nothing is priced.")
    _ = try await world.engine.submit(
      .confirm(revision: file.checkout.revision, total: total), to: file.checkout.id)
    _ = try await world.engine.submit(.leave(change: nil), to: file.checkout.id)
    return file.checkout.id
  }

  @Test("A provider's Retry-After is respected")
  func retryAfter() async throws {
    try await world.run {
      let id = try await world.pay().checkout.id
      let before = world.sandbox.calls("read")
      world.editor.edit(status: 503, headers: [.retryAfter: "120"]) { $0 }
      _ = try await world.engine.submit(.recheckRequested, to: id)
      try await world.time.sleep(for: .seconds(119))
      #expect(world.sandbox.calls("read") == before + 1)
      try await world.time.sleep(for: .seconds(10))
      #expect(world.sandbox.calls("read") == before + 2)
    }
  }

  @Test("A payment of another checkout is refused, and the checkout ends")
  func takenReference() async throws {
    let (first, second) = try await world.run {
      let one = try await agreed("cart-1")
      let first = try await world.reach(one) { $0.name == .paying }
      world.editor.edit { $0.replacing(#""id":"2""#, with: #""id":"1""#) }
      let two = try await agreed("cart-2")
      let second = try await world.reach(two, within: .seconds(60)) { $0.isFinal }
      return (first, second)
    }
    #expect(second.checkout.phase == .declined(.notStarted))
    #expect(second.outstanding == [])
    let owner = try await world.store.checkout(
      world.provider.account, reference: ProviderReference("payment", "1"))
    #expect(owner == first.checkout.id)
  }

  @Test(
    "An answer with an id that no store can keep is unreadable: it is inquired about a few times, and nothing is repeated",
    arguments: [String(repeating: "x", count: 257), #"a\u0000b"#])
  func unstorableReference(_ reference: String) async throws {
    let (file, log) = try await world.run {
      world.editor.edit { $0.replacing(#""id":"1""#, with: #""id":"\#(reference)""#) }
      let id = try await agreed("cart-1")
      try await world.time.sleep(for: .seconds(1_200))
      return (try await world.file(id), try await world.log(id))
    }
    #expect(file.checkout.phase.name == .held, "A person decides whether there is a payment page.")
    #expect(file.outstanding == [])
    #expect(world.sandbox.calls("open") == 1)
    #expect((2...20).contains(world.sandbox.calls()), "\(world.sandbox.madeCalls)")
    #expect(log.contains { if case .remark(let text) = $0 { text.contains("256 bytes") } else { false } })
  }

  @Test("After a standstill late checks are spread, and a new inquiry does not wait for them")
  func standstill() async throws {
    let count = 40
    let ids = try await world.run {
      var ids: [CheckoutID] = []
      for number in 1...count { ids.append(try await world.pay("cart-\(number)").checkout.id) }
      return ids
    }
    try await world.time.run { try await world.time.sleep(for: .seconds(5 * 86_400)) }
    let started = world.time.now
    let answeredAfter = try await world.run {
      // A person requests a check of the last waiting checkout.
      try await world.time.sleep(for: .seconds(1))
      var waiting: CheckoutFile?
      for id in ids {
        guard let file = try await world.engine.file(id), let command = file.outstanding.first else { continue }
        if command.notBefore > (waiting?.outstanding.first?.notBefore ?? started) { waiting = file }
      }
      let id = try #require(waiting).checkout.id
      _ = try await world.engine.submit(.recheckRequested, to: id)
      _ = try await world.engine.wait(for: id, within: .seconds(60)) { $0.outstanding.isEmpty }
      let answered = world.time.now
      try await world.time.sleep(for: .seconds(900))
      for id in ids { #expect(try await world.engine.file(id)?.outstanding.isEmpty == true) }
      return answered.since(started)
    }
    #expect(answeredAfter < .seconds(5))
    let asked = world.sandbox.callTimes.filter { $0 >= started }.map { $0.since(started) }
    #expect(asked.count == count)
    #expect(try #require(asked.max()) <= .seconds(601))
    // No minute has more than a third of all.
    for minute in 0..<10 {
      let span = Duration.seconds(minute * 60)..<Duration.seconds(minute * 60 + 60)
      #expect(asked.count { span.contains($0) } < count / 3)
    }
  }
}
