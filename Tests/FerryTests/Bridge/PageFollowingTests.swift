import FerryCore
import Foundation
import Synchronization
import Testing

@_spi(Phone) @testable import Ferry

@MainActor
@Suite("A web view that is not always on the screen", .timeLimit(.minutes(10)))
struct PageFollowingTests {
  let shop = TestShop()
  let checkout = URL(string: "https://shop.example/checkout")

  private func pages() throws -> ShopPages {
    ShopPages(start: try #require(URL(string: "https://shop.example/app")), checkout: checkout)
  }

  private static let news = CheckoutResult(outcome: .confirming, checkout: "co_1", isOfPage: true)

  @Test("News waits until the web view is in front, and is followed once")
  func waits() throws {
    var news = PageNews()
    news.add(Self.news)
    // Told before there was a page.
    var following = PageFollowing(from: news)
    let pages = try pages()
    #expect(following.next(news, pages, isInFront: true, isCovered: false) == nil)
    news.add(CheckoutResult(outcome: .confirming, checkout: "co_2"))
    #expect(following.next(news, pages, isInFront: true, isCovered: false) == nil)
    news.add(Self.news)
    #expect(following.next(news, pages, isInFront: false, isCovered: false) == nil)
    #expect(following.next(news, pages, isInFront: true, isCovered: false) == checkout)
    #expect(following.next(news, pages, isInFront: true, isCovered: false) == nil)
    // While the buyer is at the provider nothing is loaded. Afterwards the page knows the state itself.
    news.add(Self.news)
    #expect(following.next(news, pages, isInFront: true, isCovered: true) == nil)
    #expect(following.next(news, pages, isInFront: true, isCovered: false) == nil)
  }

  /// An item of a checkout that a page has started and that is at the payment page.
  private func leave() async throws {
    var memory = FlowMachine.Memory(id: "p1", verifier: Situation.verifier, beganAt: shop.time.now)
    memory.checkout = SimulatedServer.checkout
    memory.clientToken = SimulatedServer.token
    memory.isOfPage = true
    try await shop.storage.keep(
      StoredItem(name: "p1", bytes: memory.bytes, expiresAt: memory.beganAt + .seconds(86_400)))
    shop.server.withLock { $0 = SimulatedServer(challenge: Situation.verifier.challenge) }
  }

  /// The pages that the web view loads while it is on the screen, after all tasks are idle.
  private func loads(_ bridge: WebBridge, isInFront: @escaping @MainActor () -> Bool = { true }) async throws -> [URL] {
    var loaded: [URL] = []
    let pages = try pages()
    let task = Task { @MainActor in await bridge.follow(pages, isInFront: isInFront, load: { loaded.append($0) }) }
    for _ in 0..<50 { await Task.yield() }
    task.cancel()
    await task.value
    return loaded
  }

  private func bridge(_ flow: CheckoutFlow) throws -> WebBridge {
    WebBridge(flow: flow, shop: try pages().start) { _ in }
  }

  @Test("News behind another tab is followed when the web view is on the screen again")
  func otherTab() async throws {
    try await leave()
    let flow = try shop.flow()
    let bridge = try bridge(flow)
    #expect(try await loads(bridge).isEmpty)
    #expect(await flow.nextResumed()?.isOfPage == true)
    #expect(try await loads(bridge) == [checkout])
    #expect(try await loads(bridge).isEmpty)
    // A new web view starts with a current page.
    #expect(try await loads(self.bridge(flow)).isEmpty)
  }

  @Test("News on the screen is followed at once")
  func onScreen() async throws {
    try await leave()
    let flow = try shop.flow()
    let bridge = try bridge(flow)
    let pages = try pages()
    let (loads, load) = AsyncStream.makeStream(of: URL.self)
    let task = Task { await bridge.follow(pages, load: { load.yield($0) }) }
    for _ in 0..<50 { await Task.yield() }
    #expect(await flow.nextResumed() != nil)
    for await url in loads {
      #expect(url == checkout)
      break
    }
    task.cancel()
    await task.value
  }

  @Test("News in the background is followed when the app is in front")
  func background() async throws {
    try await leave()
    let flow = try shop.flow()
    let bridge = try bridge(flow)
    let pages = try pages()
    var isInFront = false
    let (loads, load) = AsyncStream.makeStream(of: URL.self)
    let task = Task { @MainActor in
      await bridge.follow(pages, isInFront: { isInFront }, load: { load.yield($0) })
    }
    #expect(await flow.nextResumed() != nil)
    for _ in 0..<50 { await Task.yield() }
    isInFront = true
    flow.wake()
    for await url in loads {
      #expect(url == checkout)
      break
    }
    task.cancel()
    await task.value
  }

  @Test("A page that leaves the screen during a step is uncovered, gets the result, and can continue")
  func leavesInTheMiddle() async throws {
    let flow = try shop.flow()
    let (states, telling) = AsyncStream.makeStream(of: BridgeState.self)
    let shopPage = try pages().start
    let bridge = WebBridge(flow: flow, shop: shopPage) { telling.yield($0) }
    func ask(_ text: String) async -> String { await bridge.receive(text, from: shopPage, isMainFrame: true) }
    let (arrivals, arriving) = AsyncStream.makeStream(of: Void.self)
    let browser = TestBrowser(shop) { _, _ in arriving.yield(()) }
    func message(_ ticket: CheckoutHandoff.Ticket?) -> String {
      #"{"v":1,"type":"open","checkout":"co_1","clientToken":"\#(SimulatedServer.token)","#
        + #""ticket":{"step":"select","text":"\#(ticket?.text ?? "")"}}"#
    }
    let task = Task { await bridge.run(from: browser) }
    let memory = try await flow.prepare()
    let ticket = try shop.create(memory).ticket
    while await !ask(message(ticket)).contains("opened") { await Task.yield() }
    for await _ in arrivals { break }
    // Behind another tab.
    task.cancel()
    await task.value
    #expect(!browser.isOpen)
    #expect(await ask(message(ticket)).contains("unavailable"))
    for await state in states where !state.covered { break }
    #expect(await flow.nextResumed() == Told("co_1", .notFinished, isOfPage: true))
    #expect(try await loads(bridge) == [checkout])
    // And back.
    let again = Task { await bridge.run(from: browser) }
    let next = shop.change { $0.issue(.select) }
    while await !ask(message(next)).contains("opened") { await Task.yield() }
    for await _ in arrivals { break }
    #expect(browser.opened.count == 2)
    again.cancel()
    await again.value
  }

  @Test("A step that was promised as the page left the screen does not stay covered")
  func promised() async throws {
    let flow = try shop.flow()
    let shopPage = try pages().start
    let bridge = WebBridge(flow: flow, shop: shopPage) { _ in }
    let browser = TestBrowser(shop) { _, _ in Issue.record("It is opened.") }
    let task = Task { await bridge.run(from: browser) }
    let ticket = try #require(try shop.create(try await flow.prepare()).ticket)
    let open =
      #"{"v":1,"type":"open","checkout":"co_1","clientToken":"\#(SimulatedServer.token)","#
      + #""ticket":{"step":"select","text":"\#(ticket.text)"}}"#
    for _ in 0..<50 { await Task.yield() }
    let reply = await bridge.receive(open, from: shopPage, isMainFrame: true)
    task.cancel()
    await task.value
    #expect(reply.contains("opened"))
    #expect(!bridge.state.covered)
  }
}
