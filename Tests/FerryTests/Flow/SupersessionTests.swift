import FerryCore
import Foundation
import Synchronization
import Testing

@_spi(Phone) @testable import Ferry

@MainActor
@Suite("A replaced attempt, with a kill at any moment", .timeLimit(.minutes(10)))
struct SupersessionTests {
  /// The state that survives a kill: the stored items and the server.
  private struct Moment: Sendable {
    var items: [StoredItem]
    var server: SimulatedServer?
    var former: [SimulatedServer]
    var time: FerryCore.Moment
  }

  private nonisolated static func moment(_ shop: TestShop) -> Moment {
    Moment(
      items: shop.storage.kept, server: shop.server.withLock { $0 }, former: shop.former.withLock { $0 },
      time: shop.time.now)
  }

  /// Reports each write.
  private struct WatchedStorage: CheckoutStorage {
    let base: TestStorage
    let hasWritten: @Sendable () -> Void

    func items() async throws(StorageFailure) -> [StoredItem] { try await base.items() }
    func keep(_ item: StoredItem) async throws(StorageFailure) {
      try await base.keep(item)
      hasWritten()
    }
    func drop(_ name: String) async throws(StorageFailure) {
      try await base.drop(name)
      hasWritten()
    }
  }

  /// The first attempt at an order, abandoned at the provider.
  private func leave(_ shop: TestShop, attempt: Int = 1, order: String? = "cart-1") async throws {
    var memory = FlowMachine.Memory(id: "p1", verifier: Situation.verifier, beganAt: shop.time.now)
    memory.checkout = SimulatedServer.checkout
    memory.clientToken = SimulatedServer.token
    memory.trip = .select
    memory.attempt = attempt
    memory.order = order
    try await shop.storage.keep(
      StoredItem(name: "p1", bytes: memory.bytes, expiresAt: memory.beganAt + .seconds(86_400)))
    shop.server.withLock { $0 = SimulatedServer(challenge: Situation.verifier.challenge) }
  }

  /// All results that the app gets after its next start.
  private func tellings(_ flow: CheckoutFlow) async -> [Told] {
    var told: [Told] = []
    let telling = Task { @MainActor in
      while let news = await flow.nextResumed() {
        told.append(Told(news.checkout, news.outcome, isOfPage: news.isOfPage))
      }
    }
    for _ in 0..<2_000 { await Task.yield() }
    telling.cancel()
    await telling.value
    return told
  }

  @Test("Killed after any write, the first attempt is never told as cancelled, and the order is paid once")
  func killedAnywhere() async throws {
    let shop = TestShop()
    try await leave(shop)
    let moments = Mutex<[Moment]>([])
    let flow = try shop.flow(
      storage: WatchedStorage(base: shop.storage) { [shop] in moments.withLock { $0.append(Self.moment(shop)) } })
    let result = try await flow.pay(for: "cart-1", from: shop.browser(for: flow)) { challenge in
      let handoff = try shop.create(challenge)
      // The shop's backend has it. The app does not know it yet.
      moments.withLock { $0.append(Self.moment(shop)) }
      return handoff
    } review: { _ in
      .buy
    }
    #expect(result == .paid(CheckoutFlowTests.receipt))
    let all = moments.withLock { $0 }
    let kept = Set(all.map { Set($0.items.map(\.name)).count })
    #expect(kept == [0, 1, 2], "Both were kept at some moment")
    for (number, moment) in all.enumerated() {
      let later = TestShop()
      for item in moment.items { try await later.storage.keep(item) }
      later.server.withLock { $0 = moment.server }
      later.former.withLock { $0 = moment.former }
      later.time.pass(moment.time.since(later.time.now))
      let flow = try later.flow()
      let told = await tellings(flow)
      #expect(!told.contains { $0.outcome == .cancelled }, "\(number): \(told)")
      // Nothing is told of the first once the second is known.
      if moment.former.count == 1 { #expect(!told.contains { $0.checkout == "co_1" }, "\(number): \(told)") }
      if later.phase != .paid {
        let result: CheckoutResult
        if let checkout = try await flow.unconfirmed(for: "cart-1") {
          result = try await flow.resume(checkout, from: later.browser(for: flow)) { _ in .buy }
        } else {
          result = try await flow.pay(for: "cart-1", from: later.browser(for: flow)) { challenge in
            try later.create(challenge)
          } review: { _ in
            .buy
          }
        }
        #expect(result == .paid(CheckoutFlowTests.receipt), "\(number)")
      }
      #expect(later.phase == .paid, "\(number)")
      #expect(await tellings(try later.flow()).isEmpty, "\(number)")
      #expect(later.storage.kept.isEmpty, "\(number)")
    }
  }

  @Test("A clock that was set back changes nothing: the last attempt stays")
  func clockSetBack() async throws {
    let shop = TestShop()
    try await leave(shop)
    var second = FlowMachine.Memory(id: "p0", verifier: Situation.verifier, beganAt: shop.time.now - .seconds(3_600))
    second.attempt = 2
    second.order = "cart-1"
    second.checkout = "co_2"
    second.clientToken = SimulatedServer.token
    try await shop.storage.keep(
      StoredItem(name: "p0", bytes: second.bytes, expiresAt: shop.time.now + .seconds(86_400)))
    let flow = try shop.flow()
    #expect(try await flow.unfinished() == ["co_2"])
    #expect(shop.storage.kept.map(\.name) == ["p0"])
  }

  @Test("Each attempt is later than all that are kept")
  func later() async throws {
    let shop = TestShop()
    try await leave(shop, attempt: 7, order: "cart-0")
    let flow = try shop.flow()
    var attempts: [Int] = []
    _ = try? await flow.pay(for: "cart-1", from: shop.browser(for: flow)) { _ in
      attempts = shop.storage.kept.compactMap {
        FlowMachine.Memory.read($0.bytes, name: FlowID($0.name)).memory?.attempt
      }
      throw TestShop.AttemptLive()
    } review: { _ in
      .buy
    }
    #expect(attempts.sorted() == [7, 8])
  }

  @Test("An attempt that could not be dropped is dropped with the next one, and never told")
  func notDropped() async throws {
    let shop = TestShop()
    try await leave(shop)
    let flow = try shop.flow()
    let result = try await flow.pay(for: "cart-1", from: shop.browser(for: flow)) { challenge in
      shop.storage.failDropping(.failed(5))
      return try shop.create(challenge)
    } review: { _ in
      shop.storage.failDropping(nil)
      return .buy
    }
    #expect(result == .paid(CheckoutFlowTests.receipt))
    #expect(shop.storage.kept.isEmpty)
  }

  @Test("While stored items are being dropped, no call sees a part of them")
  func readAtOnce() async throws {
    let shop = TestShop()
    try await leave(shop)
    let item = try #require(shop.storage.kept.first)
    var memory = try #require(FlowMachine.Memory.read(item.bytes, name: "p1").memory)
    memory.mayHavePaid = true
    try await shop.storage.keep(StoredItem(name: "p1", bytes: memory.bytes, expiresAt: item.expiresAt))
    try await shop.storage.keep(StoredItem(name: "a", bytes: [1], expiresAt: item.expiresAt))
    let flow = try shop.flow(storage: SlowStorage(base: shop.storage))
    async let first = flow.unfinished()
    for _ in 0..<10 { await Task.yield() }
    #expect(try await flow.unconfirmed(for: "cart-1") == "co_1")
    #expect(try await first == ["co_1"])
  }

  /// Drops items slowly.
  private struct SlowStorage: CheckoutStorage {
    let base: TestStorage
    func items() async throws(StorageFailure) -> [StoredItem] { try await base.items() }
    func keep(_ item: StoredItem) async throws(StorageFailure) { try await base.keep(item) }
    func drop(_ name: String) async throws(StorageFailure) {
      for _ in 0..<500 { await Task.yield() }
      try await base.drop(name)
    }
  }
}
