import FerryCore
import Foundation
import Synchronization
import Testing

@_spi(Phone) @testable import Ferry

@MainActor
@Suite("The flow with concurrent callers", .timeLimit(.minutes(10)))
struct FlowRuleTests {
  let shop = TestShop()
  struct OutOfStock: Error {}

  private func yields(_ count: Int = 50) async { for _ in 0..<count { await Task.yield() } }

  /// The results so far.
  private func all(_ notices: AsyncStream<FlowNotice>) async -> [FlowNotice] {
    var all: [FlowNotice] = []
    let listening = Task { @MainActor in
      for await notice in notices { all.append(notice) }
    }
    await yields()
    listening.cancel()
    await listening.value
    return all
  }

  @Test(
    "A link during a creation is routed when the creation's outcome is known",
    arguments: [true, false])
  func whileCreating(isMade: Bool) async throws {
    let flow = try shop.flow()
    let notices = flow.notices
    let shop = shop
    let result = try? await flow.pay(from: shop.browser(for: flow)) { challenge in
      flow.handle(TestShop.url(AppReturnLink(checkout: "co_9", code: "x")))
      #expect(flow.router.early.count == 1)
      guard isMade else { throw OutOfStock() }
      return try shop.create(challenge)
    } review: { _ in
      #expect(flow.router.early.isEmpty)
      return .buy
    }
    #expect((result != nil) == isMade)
    #expect(flow.router.early.isEmpty)
    #expect(await all(notices) == [.linkOfAnotherCheckout("co_9")])
  }

  /// Returns the link that ends it to the caller of `open` only.
  private final class CatchingBrowser: SecureBrowser {
    private let shop: TestShop
    private(set) var opened: [RedirectStep?] = []

    init(_ shop: TestShop) { self.shop = shop }

    func open(_ url: URL) async throws -> URL? {
      let step = url.fragment.flatMap { ticket in shop.change { $0.spend(ticket) } ?? nil }
      opened.append(step)
      let now = shop.time.now
      return shop.change { server in
        guard step == .pay else { return TestShop.url(server.choose(false, now: now)) }
        server.pay(as: .paid, now: now, after: .seconds(2))
        return TestShop.url(server.link())
      }
    }

    func close() async {}
  }

  @Test("A link that the secure browser catches works like one that opens the app")
  func caught() async throws {
    let flow = try shop.flow()
    let browser = CatchingBrowser(shop)
    let shop = shop
    let result = try await flow.pay(from: browser) {
      try shop.create($0)
    } review: { _ in
      .buy
    }
    #expect(result == .paid(CheckoutFlowTests.receipt))
    #expect(browser.opened == [.select, .pay])
  }

  @Test("The storage is read once, however many calls need it at once")
  func readOnce() async throws {
    try await shop.storage.keep(StoredItem(name: "p1", bytes: [1], expiresAt: Moment(milliseconds: .max)))
    let flow = try shop.flow(storage: SlowReader(base: shop.storage))
    let notices = flow.notices
    async let first = flow.unfinished()
    async let second = flow.unfinished()
    #expect(try await [first, second] == [[], []])
    #expect(await all(notices) == [.unreadableItem(checkout: nil)])
  }

  /// Reads slowly.
  private struct SlowReader: CheckoutStorage {
    let base: TestStorage
    func items() async throws(StorageFailure) -> [StoredItem] {
      let items = try await base.items()
      for _ in 0..<50 { await Task.yield() }
      return items
    }
    func keep(_ item: StoredItem) async throws(StorageFailure) { try await base.keep(item) }
    func drop(_ name: String) async throws(StorageFailure) { try await base.drop(name) }
  }

  @Test(
    "A notice tells why nothing can be stored",
    arguments: [(StorageFailure.cannotReadYet, FlowNotice.storageLocked), (.failed(5), .storageFailed)])
  func cannotKeep(_ failure: StorageFailure, _ notice: FlowNotice) async throws {
    let flow = try shop.flow()
    let notices = flow.notices
    shop.storage.failWriting(failure)
    await #expect(throws: FlowFailure.cannotKeep) { try await shop.pay(flow, shop.browser(for: flow)) }
    #expect(await all(notices) == [notice])
  }

  /// The times of the next requests to the server.
  private func asked() -> () -> [Moment] {
    let moments = Mutex<[Moment]>([])
    let box = Box(moments: moments)
    shop.interference.withLock { [time = shop.time] in
      $0 = { _ in
        box.moments.withLock { $0.append(time.now) }
        return nil
      }
    }
    return { box.moments.withLock { $0 } }
  }

  private final class Box: Sendable {
    let moments: Mutex<[Moment]>
    init(moments: consuming Mutex<[Moment]>) { self.moments = moments }
  }

  @Test(
    "An unreadable link, a wake link and the app in front again are reasons to ask at once while the buyer is away",
    arguments: [
      "https://link.shop.example/ferry/return/", "https://link.shop.example/ferry/return/?checkout=co_9&wake=1",
      "shop://ferry/return/?checkout=co_1&wake=1", "https://link.shop.example/ferry/return/?wake=1&app=shop-ios", nil,
    ])
  func askedAtOnce(link: String?) async throws {
    let flow = try shop.flow(time: StillTime(now: shop.time.now))
    let asked = asked()
    let link = try link.map { try #require(URL(string: $0)) }
    let shop = shop
    let browser = TestBrowser(shop) { _, _ in
      guard let link else { return flow.wake() }
      #expect(flow.handle(link))
    }
    let paying = Task { try await shop.pay(flow, browser) }
    // No delay ever ends, so only this event can cause the request.
    while asked().isEmpty { await Task.yield() }
    paying.cancel()
    await #expect(throws: CancellationError.self) { try await paying.value }
  }

  /// Time that does not pass.
  private struct StillTime: Timekeeper {
    let now: Moment

    func sleep(until end: Moment) async throws {
      for await _ in AsyncStream(Void.self, { _ in }) {}
      try Task.checkCancellation()
    }
  }

  @Test(
    "An unreadable link, and the app in front again, are reasons to ask at once about what is being confirmed",
    arguments: [true, false])
  func askedAtOnceLater(byLink: Bool) async throws {
    var memory = FlowMachine.Memory(id: "p1", verifier: Situation.verifier, beganAt: shop.time.now)
    memory.checkout = "co_1"
    memory.clientToken = SimulatedServer.token
    memory.mayHavePaid = true
    try await shop.storage.keep(StoredItem(name: "p1", bytes: memory.bytes, expiresAt: Moment(milliseconds: .max)))
    let flow = try shop.flow()
    #expect(await flow.nextResumed()?.outcome == .confirming)
    let asked = asked()
    let now = shop.time.now
    let unreadable = try #require(URL(string: "https://link.shop.example/ferry/return/"))
    if byLink { flow.handle(unreadable) } else { flow.wake() }
    let telling = Task { await flow.nextResumed() }
    while asked().isEmpty { await Task.yield() }
    #expect(asked().first == now)
    telling.cancel()
    _ = await telling.value
  }

  @Test("The listener of `resumed` gets the result of a checkout that a call left unconfirmed")
  func waiting() async throws {
    let flow = try shop.flow()
    let telling = Task { await flow.nextResumed() }
    await yields()
    let shop = shop
    let browser = TestBrowser(shop) { step, browser in
      let now = shop.time.now
      if step == .pay {
        shop.change { $0.pay(as: .paid, now: now, after: .seconds(100)) }
        browser.done()
      } else if let link = shop.change({ $0.choose(false, now: now) }) {
        flow.handle(TestShop.url(link))
      }
    }
    #expect(try await shop.pay(flow, browser) == .confirming)
    #expect(await telling.value?.outcome == .paid(CheckoutFlowTests.receipt))
  }

  @Test("A challenge whose outcome is not known is for the same order, and never for two at once")
  func abandoned() async throws {
    let flow = try shop.flow()
    let challenges = Mutex<[Challenge]>([])
    for order in ["cart-1", "cart-2", "cart-1"] {
      await #expect(throws: FlowFailure.creationUnknown) {
        try await flow.pay(for: order, from: shop.browser(for: flow)) { challenge in
          #expect(!flow.abandoned.contains { $0.verifier?.challenge == challenge })
          challenges.withLock { if $0.last != challenge { $0.append(challenge) } }
          throw FlowFailure.creationUnknown
        } review: { _ in
          .buy
        }
      }
    }
    let all = challenges.withLock { $0 }
    #expect(all.count == 3 && all[0] == all[2] && all[0] != all[1])
  }

  @Test("Of several orders that may have been paid, the last is named")
  func latest() async throws {
    for number in [2, 1, 3] {
      var memory = FlowMachine.Memory(id: FlowID("p\(number)"), verifier: Situation.verifier, beganAt: shop.time.now)
      memory.checkout = "co_\(number)"
      memory.clientToken = SimulatedServer.token
      memory.mayHavePaid = true
      memory.attempt = number
      memory.order = "cart-\(number)"
      try await shop.storage.keep(
        StoredItem(name: "p\(number)", bytes: memory.bytes, expiresAt: Moment(milliseconds: .max)))
    }
    let flow = try shop.flow()
    #expect(try await flow.unconfirmed() == "co_3")
    #expect(try await flow.unconfirmed(for: "cart-1") == "co_1")
  }

  @Test("A link at the moment when the buyer continues is not lost")
  func linkWhileTakenOver() async throws {
    var memory = FlowMachine.Memory(id: "p1", verifier: Situation.verifier, beganAt: shop.time.now)
    memory.checkout = "co_1"
    memory.clientToken = SimulatedServer.token
    memory.trip = .select
    try await shop.storage.keep(StoredItem(name: "p1", bytes: memory.bytes, expiresAt: Moment(milliseconds: .max)))
    shop.server.withLock { $0 = SimulatedServer(challenge: Situation.verifier.challenge) }
    let now = shop.time.now
    let link = try #require(shop.change { $0.choose(false, now: now) })
    shop.interference.withLock { $0 = { _ in .success(HTTPAnswer(statusCode: 503)) } }
    let flow = try shop.flow()
    let shop = shop
    let background = Task { await flow.nextResumed() }
    while shop.sender.sent.isEmpty { await Task.yield() }
    shop.interference.withLock { $0 = { _ in nil } }
    flow.handle(TestShop.url(link))
    let browser = shop.browser(for: flow)
    #expect(try await flow.resume("co_1", from: browser) { _ in .buy } == .paid(CheckoutFlowTests.receipt))
    // The buyer need not select again, and the return page is not shown again.
    #expect(browser.opened == [.pay])
    background.cancel()
    _ = await background.value
  }

  @Test("A bell that rang before the wait ends it at once")
  func alarm() async {
    let alarm = Alarm()
    alarm.ring()
    await alarm.wait(until: nil, shop.time)
    // Once.
    var isOver = false
    let waiting = Task { @MainActor in
      await alarm.wait(until: nil, shop.time)
      isOver = true
    }
    await yields()
    #expect(!isOver)
    alarm.ring()
    await waiting.value
    #expect(isOver)
  }
}
