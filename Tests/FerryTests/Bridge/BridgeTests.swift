import FerryCore
import Foundation
import Synchronization
import Testing

@_spi(Phone) @testable import Ferry

@MainActor
@Suite("The bridge between a page and the app", .timeLimit(.minutes(10)))
struct BridgeTests {
  let shop = TestShop()
  let page = URL(string: "https://shop.example/checkout?step=2")

  func bridge(_ flow: CheckoutFlow, _ told: @escaping @MainActor @Sendable (BridgeState) async -> Void = { _ in })
    throws
    -> WebBridge
  {
    WebBridge(flow: flow, shop: try #require(URL(string: "https://SHOP.example:443/")), tell: told)
  }

  struct Reply: Decodable, Equatable {
    var v: Int
    var challenge: String?
    var opened: Bool?
    var state: BridgeState?
    var error: String?
  }

  func reply(_ bridge: WebBridge, _ text: String) async throws -> Reply {
    let reply = await bridge.receive(text, from: page, isMainFrame: true)
    return try JSONDecoder().decode(Reply.self, from: Data(reply.utf8))
  }

  @Test(
    "An invalid message gets an error with the reason",
    arguments: [
      ("", "malformed"), ("[]", "malformed"), ("{}", "malformed"), (#"{"v":"1","type":"prepare"}"#, "malformed"),
      (#"{"v":2,"type":"prepare"}"#, "unsupported-version"), (#"{"v":0,"type":"x"}"#, "unsupported-version"),
      (#"{"v":1,"type":"pay"}"#, "unknown-type"), (#"{"v":1,"type":"open"}"#, "malformed"),
      (#"{"v":1,"type":"open","checkout":"../x"}"#, "malformed"),
      (#"{"v":1,"type":"open","checkout":"a","ticket":{"step":"fly","text":"t"}}"#, "malformed"),
      (#"{"v":1,"type":"open","checkout":"a","ticket":{"step":"pay","text":"t#javascript:x"}}"#, "malformed"),
      (#"{"v":1,"type":"open","checkout":"a","clientToken":"a\r\nX: y"}"#, "malformed"),
      (#"{"v":1,"type":"open","checkout":"co_1","ticket":{"step":"pay","text":"t"}}"#, "unavailable"),
    ])
  func errors(_ text: String, _ error: String) async throws {
    let bridge = try bridge(shop.flow())
    #expect(try await reply(bridge, text) == Reply(v: 1, error: error))
  }

  @Test("More than a message can have is not read")
  func tooLong() async throws {
    let text = #"{"v":1,"type":"prepare","more":"\#(String(repeating: "x", count: 16_384))"}"#
    #expect(try await reply(bridge(shop.flow()), text) == Reply(v: 1, error: "malformed"))
    #expect(shop.storage.kept.isEmpty)
  }

  /// A page's message that asks to open a step.
  private func opening(_ ticket: CheckoutHandoff.Ticket?) -> String {
    #"{"v":1,"type":"open","checkout":"co_1","clientToken":"\#(SimulatedServer.token)","#
      + #""ticket":{"step":"select","text":"\#(ticket?.text ?? "")"}}"#
  }

  @Test(
    "A page whose journey begins with the payment page hands over the checkout first, and the ticket after the review")
  func paidAtOnce() async throws {
    let flow = try shop.flow()
    let states = Mutex<[BridgeState]>([])
    let bridge = try bridge(flow) { state in states.withLock { $0.append(state) } }
    let browser = TestBrowser(shop) { _, browser in browser.done() }
    let task = Task { await bridge.run(from: browser) }
    _ = try shop.create(try await flow.prepare())
    _ = shop.change { $0.reviewAtOnce() }
    let first = #"{"v":1,"type":"open","checkout":"co_1","clientToken":"\#(SimulatedServer.token)"}"#
    while try await reply(bridge, first).opened != true { await Task.yield() }
    while states.withLock({ $0.last?.covered }) != false { await Task.yield() }
    #expect(browser.opened == [], "There is nothing to open yet.")
    let ticket = try #require(shop.change { $0.payAtOnce() })
    let second = #"{"v":1,"type":"open","checkout":"co_1","ticket":{"step":"pay","text":"\#(ticket.text)"}}"#
    #expect(try await reply(bridge, second).opened == true)
    while browser.opened.isEmpty { await Task.yield() }
    #expect(browser.opened == [.pay])
    while states.withLock({ $0.last?.covered }) != false { await Task.yield() }
    task.cancel()
    await task.value
  }

  @Test("A second press opens nothing, and neither does a page while the app itself pays")
  func pressedTwice() async throws {
    let flow = try shop.flow()
    let bridge = try bridge(flow)
    let browser = TestBrowser(shop) { _, _ in }
    let task = Task { await bridge.run(from: browser) }
    let ticket = try shop.create(try await flow.prepare()).ticket
    for _ in 0..<50 { await Task.yield() }
    async let first = reply(bridge, opening(ticket))
    async let second = reply(bridge, opening(ticket))
    let replies = try await [first, second]
    #expect(replies.filter { $0.opened == true }.count == 1)
    #expect(replies.filter { $0.error == "unavailable" }.count == 1)
    while browser.opened.isEmpty { await Task.yield() }
    #expect(try await reply(bridge, opening(ticket)).error == "unavailable")
    #expect(browser.opened == [.select])
    task.cancel()
    await task.value

    let shop = shop
    let paying = shop.browser(for: flow)
    _ = try await flow.pay(for: "another", from: paying) { challenge in
      let again = Task { await bridge.run(from: browser) }
      for _ in 0..<50 { await Task.yield() }
      let page = URL(string: "https://shop.example/checkout")
      let open = #"{"v":1,"type":"open","checkout":"co_1","ticket":{"step":"select","text":"t"}}"#
      #expect(await bridge.receive(open, from: page, isMainFrame: true).contains("unavailable"))
      again.cancel()
      await again.value
      return try shop.create(challenge)
    } review: { _ in
      .buy
    }
  }

  @Test("A page's checkout is for the challenge that a page was given, whatever the app itself has begun since")
  func ownChallenge() async throws {
    let flow = try shop.flow()
    let challenge = try await flow.prepare()
    await #expect(throws: FlowFailure.creationUnknown) {
      try await flow.pay(from: shop.browser(for: flow)) { other in
        #expect(other != challenge)
        throw FlowFailure.creationUnknown
      } review: { _ in
        .buy
      }
    }
    #expect(shop.storage.kept.count == 2)
    let handoff = try shop.create(challenge)
    let browser = shop.browser(for: flow)
    _ = await flow.cross(handoff, browser)
    #expect(browser.opened == [.select])
    #expect(shop.change { $0.isLocked } == false)
  }

  @Test("A page that comes back before its last step has ended can continue")
  func backAtOnce() async throws {
    let flow = try shop.flow()
    let bridge = try bridge(flow)
    let slow = SlowBrowser()
    let task = Task { await bridge.run(from: slow) }
    let ticket = try shop.create(try await flow.prepare()).ticket
    while try await reply(bridge, opening(ticket)).opened != true { await Task.yield() }
    while !slow.isOpen { await Task.yield() }
    task.cancel()
    let browser = TestBrowser(shop) { _, _ in }
    let again = Task { await bridge.run(from: browser) }
    for _ in 0..<50 { await Task.yield() }
    slow.leave()
    await task.value
    let next = shop.change { $0.issue(.select) }
    #expect(try await reply(bridge, opening(next)).opened == true)
    while browser.opened.isEmpty { await Task.yield() }
    again.cancel()
    await again.value
  }

  @Test(
    "Only messages of the shop's own page in the main frame are accepted",
    arguments: [
      ("https://shop.example/x", true, true), ("https://shop.example:443", true, true),
      ("https://shop.example/x", false, false), ("http://shop.example/x", true, false),
      ("https://evil.example/https://shop.example", true, false), ("https://shop.example.evil.example", true, false),
      ("https://shop.example:8443", true, false), ("data:text/html,x", true, false), ("about:blank", true, false),
      ("file:///shop.example", true, false),
    ])
  func origins(_ page: String, _ isMainFrame: Bool, _ isHeard: Bool) async throws {
    let bridge = try bridge(shop.flow())
    let text = #"{"v":1,"type":"prepare"}"#
    let reply = await bridge.receive(text, from: URL(string: page), isMainFrame: isMainFrame)
    #expect(reply.contains("challenge") == isHeard)
    #expect(reply.contains("forbidden") == !isHeard)
    #expect(shop.storage.kept.isEmpty == !isHeard)
  }

  @Test("Messages of a page without an address are rejected")
  func noOrigin() async throws {
    let bridge = try bridge(shop.flow())
    let reply = await bridge.receive(#"{"v":1,"type":"state"}"#, from: nil, isMainFrame: true)
    #expect(reply == #"{"error":"forbidden","v":1}"#)
  }

  /// A page has created and opened a checkout, and the app was killed.
  private func leave(_ visit: @escaping @MainActor (RedirectStep?, TestBrowser) throws -> Void) async throws {
    let flow = try shop.flow()
    let (left, leaving) = AsyncStream.makeStream(of: Void.self)
    let browser = TestBrowser(shop) { step, browser in
      try visit(step, browser)
      leaving.finish()
    }
    let bridge = try bridge(flow)
    let task = Task { await bridge.run(from: browser) }
    let challenge = try #require(
      try await reply(bridge, #"{"v":1,"type":"prepare"}"#).challenge.flatMap(Challenge.init(text:)))
    let handoff = try shop.create(challenge)
    let ticket = try #require(handoff.ticket)
    let open =
      #"{"v":1,"type":"open","checkout":"co_1","clientToken":"\#(SimulatedServer.token)","#
      + #""ticket":{"step":"select","text":"\#(ticket.text)"}}"#
    while try await reply(bridge, open).opened != true { await Task.yield() }
    for await _ in left {}
    task.cancel()
    await task.value
  }

  @Test("The result of a page's checkout is marked so, and web views get it as well")
  func resumed() async throws {
    try await leave { _, _ in }
    let flow = try shop.flow()
    let occasions = flow.pageOccasions
    let news = CheckoutResult(outcome: .notFinished, checkout: "co_1", isResumable: true, isOfPage: true)
    #expect(await flow.nextResumed() == news)
    for await _ in occasions { break }
    #expect(flow.pageNews.last == news)
  }

  @Test("A link without a page is claimed before the return page is shown again")
  func linkBeforePage() async throws {
    var link: AppReturnLink?
    try await leave { [shop] _, _ in
      let now = shop.time.now
      link = shop.change { $0.choose(false, now: now) }
    }
    shop.time.pass(.seconds(5))
    let flow = try shop.flow()
    #expect(try await flow.unfinished() == ["co_1"])
    flow.handle(TestShop.url(try #require(link)))
    let browser = TestBrowser(shop) { _, _ in Issue.record("The browser is opened, though the link has come.") }
    let (states, telling) = AsyncStream.makeStream(of: BridgeState.self)
    let bridge = try bridge(flow) { telling.yield($0) }
    let task = Task { await bridge.run(from: browser) }
    let ticket = try #require(shop.change { $0.issue(.resume) })
    let open = #"{"v":1,"type":"open","checkout":"co_1","ticket":{"step":"resume","text":"\#(ticket.text)"}}"#
    while try await reply(bridge, open).opened != true { await Task.yield() }
    for await state in states where !state.covered {
      #expect(state.phase == .reviewing)
      break
    }
    #expect(browser.opened.isEmpty)
    task.cancel()
    await task.value
  }

  @Test("Preparing keeps the verifier and tells the challenge alone; preparing again tells the same")
  func prepare() async throws {
    let bridge = try bridge(shop.flow())
    let challenge = try await reply(bridge, #"{"v":1,"type":"prepare"}"#).challenge
    let item = try #require(shop.storage.kept.first)
    let verifier = try #require(FlowMachine.Memory.read(item.bytes, name: FlowID(item.name)).memory?.verifier)
    #expect(challenge == verifier.challenge.text)
    #expect(try await reply(bridge, #"{"v":1,"type":"prepare"}"#).challenge == challenge)
    #expect(shop.storage.kept.count == 1)
  }

  @Test("A page's step is opened, claimed and told; the next one too, up to the payment")
  func journey() async throws {
    let flow = try shop.flow()
    let (states, telling) = AsyncStream.makeStream(of: BridgeState.self)
    let bridge = try bridge(flow) { telling.yield($0) }
    let browser = shop.browser(for: flow, after: .seconds(3_600))
    let running = Task { await bridge.run(from: browser) }
    defer { running.cancel() }
    var told = states.makeAsyncIterator()
    for _ in 0..<50 { await Task.yield() }

    let challenge = try #require(Challenge(text: try await reply(bridge, #"{"v":1,"type":"prepare"}"#).challenge ?? ""))
    let handoff = try shop.create(challenge)
    #expect(try await reply(bridge, open(handoff)) == Reply(v: 1, opened: true))
    #expect(try await reply(bridge, #"{"v":1,"type":"state"}"#).state?.covered == true)
    #expect(await told.next()?.covered == true)
    let chosen = await told.next()
    #expect(chosen?.covered == false)
    #expect(shop.change { $0.isLocked } == false)

    // The page's backend confirms, and hands over the step that follows.
    let now = shop.time.now + .seconds(5)
    shop.time.pass(.seconds(5))
    let ticket = shop.change { server -> CheckoutHandoff.Ticket in
      let token = SimulatedServer.token
      _ = server.answer(.read, token: token, verifier: nil, now: now)
      let verifier = FlowMachine.Memory.read(shop.storage.kept.first?.bytes ?? [], name: "x").memory?.verifier
      let call = AppCall.confirm(revision: 1, total: SimulatedServer.total)
      _ = server.answer(call, token: token, verifier: verifier, now: now)
      server.settle(now + .seconds(2))
      return server.issue(.pay)
    }
    _ = try await reply(bridge, open(CheckoutHandoff(checkout: "co_1", ticket: ticket)))
    #expect(await told.next()?.covered == true)
    // The page learns the rest from its backend, and the app from the server.
    #expect(await told.next() == BridgeState(covered: false, phase: .settling))
    #expect(browser.opened == [.select, .pay])
    #expect(await flow.nextResumed()?.outcome == .paid(CheckoutFlowTests.receipt))
  }

  @Test("A result while the browser is open is told to the page, and no item stays stored")
  func ended() async throws {
    let flow = try shop.flow()
    let (states, telling) = AsyncStream.makeStream(of: BridgeState.self)
    let bridge = try bridge(flow) { telling.yield($0) }
    let browser = TestBrowser(shop) { [shop] _, _ in _ = shop.change { $0.cancelAtProvider() } }
    let running = Task { await bridge.run(from: browser) }
    defer { running.cancel() }
    for _ in 0..<50 { await Task.yield() }
    let challenge = try #require(Challenge(text: try await reply(bridge, #"{"v":1,"type":"prepare"}"#).challenge ?? ""))
    let handoff = try shop.create(challenge)
    _ = try await reply(bridge, open(handoff))
    #expect(try await reply(bridge, open(handoff)).error == "unavailable")
    var told = states.makeAsyncIterator()
    #expect(await told.next() == BridgeState(covered: true))
    #expect(await told.next() == BridgeState(covered: false, phase: .cancelled, outcome: .cancelled))
    #expect(!browser.isOpen)
    #expect(shop.storage.kept.isEmpty)
  }

  @Test("A checkout that was not begun here is not opened")
  func unknown() async throws {
    let flow = try shop.flow()
    let bridge = try bridge(flow)
    let browser = shop.browser(for: flow)
    let running = Task { await bridge.run(from: browser) }
    for _ in 0..<50 { await Task.yield() }
    let ticket = CheckoutHandoff.Ticket(step: .pay, text: "t")
    #expect(
      try await reply(bridge, open(CheckoutHandoff(checkout: "co_7", ticket: ticket))).error == "unknown-checkout")
    #expect(browser.opened.isEmpty)
    running.cancel()
  }

  @Test("A checkout whose verifier is lost is unknown to the page, which begins another; its payment page still opens")
  func verifierLost() async throws {
    var memory = FlowMachine.Memory(id: "p1", verifier: nil, beganAt: shop.time.now)
    memory.checkout = SimulatedServer.checkout
    memory.clientToken = SimulatedServer.token
    try await shop.storage.keep(StoredItem(name: "p1", bytes: memory.bytes, expiresAt: Moment(milliseconds: .max)))
    let flow = try shop.flow()
    let bridge = try bridge(flow)
    let browser = shop.browser(for: flow)
    let running = Task { await bridge.run(from: browser) }
    defer { running.cancel() }
    for _ in 0..<50 { await Task.yield() }
    for step in [RedirectStep.select, .changeAddress, .changePayment, .resume] {
      let handoff = CheckoutHandoff(
        checkout: SimulatedServer.checkout, clientToken: SimulatedServer.token,
        ticket: CheckoutHandoff.Ticket(step: step, text: "t"))
      #expect(try await reply(bridge, open(handoff)).error == "unknown-checkout")
    }
    #expect(browser.opened.isEmpty)
    let payment = CheckoutHandoff(
      checkout: SimulatedServer.checkout, ticket: CheckoutHandoff.Ticket(step: .pay, text: "t"))
    #expect(try await reply(bridge, open(payment)).error == nil)
  }

  @Test("The server's phase text cannot end a script")
  func scriptText() {
    let state = BridgeState(covered: false, phase: .unrecognised("</script>\u{2028}'\""))
    #expect(!state.text.contains("<") && !state.text.contains("\u{2028}"))
    let read = try? JSONDecoder().decode(BridgeState.self, from: Data(state.text.utf8))
    #expect(read == state)
  }

  private func open(_ handoff: CheckoutHandoff) throws -> String {
    let body = String(decoding: try JSONEncoder().encode(handoff), as: UTF8.self)
    return #"{"v":1,"type":"open","# + body.dropFirst()
  }
}

/// Leaves the screen slowly, also if its task is cancelled.
@MainActor
private final class SlowBrowser: SecureBrowser {
  private var continuation: CheckedContinuation<Void, Never>?
  var isOpen: Bool { continuation != nil }

  func open(_ url: URL) async throws -> URL? {
    await withCheckedContinuation { continuation = $0 }
    return nil
  }

  func close() async {}

  func leave() {
    continuation?.resume()
    continuation = nil
  }
}
