import FerryCore
import Foundation
import Synchronization
import Testing

@_spi(Phone) @testable import Ferry

@MainActor
@Suite("Results after a restart", .timeLimit(.minutes(10)))
struct ResumingTests {
  let shop = TestShop()

  /// An item as the app left it, at a step.
  private func left(_ trip: RedirectStep, _ change: (inout FlowMachine.Memory) -> Void = { _ in }) async throws {
    var memory = FlowMachine.Memory(id: "p1", verifier: Situation.verifier, beganAt: shop.time.now)
    memory.checkout = SimulatedServer.checkout
    memory.clientToken = SimulatedServer.token
    memory.trip = trip
    memory.mayHavePaid = trip == .pay
    change(&memory)
    try await shop.storage.keep(
      StoredItem(name: "p1", bytes: memory.bytes, expiresAt: memory.beganAt + .seconds(86_400)))
    shop.server.withLock { $0 = SimulatedServer(challenge: Situation.verifier.challenge) }
  }

  /// Leads the server to the payment page.
  private func toPayment() {
    let now = shop.time.now
    _ = shop.change { server in
      _ = server.choose(false, now: now)
      server.settle(now + .seconds(5))
      let link = server.link()
      let verifier = Situation.verifier
      let token = SimulatedServer.token
      _ = server.answer(.claim(code: link.code), token: token, verifier: verifier, now: now)
      let confirm = AppCall.confirm(revision: 1, total: SimulatedServer.total)
      _ = server.answer(confirm, token: token, verifier: verifier, now: now)
      server.settle(now + .seconds(5))
    }
  }

  @Test("An app killed during the payment learns that it is paid, and drops its item only then")
  func paid() async throws {
    try await left(.pay)
    toPayment()
    let now = shop.time.now
    _ = shop.change { $0.pay(as: .paid, now: now, after: .seconds(120)) }
    let flow = try shop.flow()
    #expect(await flow.nextResumed() == Told("co_1", .confirming))
    #expect(await flow.nextResumed() == Told("co_1", .paid(CheckoutFlowTests.receipt)))
    #expect(shop.storage.kept.count == 1)
    let waiting = Task { await flow.nextResumed() }
    while !shop.storage.kept.isEmpty { await Task.yield() }
    waiting.cancel()
  }

  @Test("A checkout killed during the selection is not finished, and continues at the same step")
  func notFinished() async throws {
    try await left(.select)
    let flow = try shop.flow()
    #expect(await flow.nextResumed() == Told("co_1", .notFinished))
    let browser = shop.browser(for: flow)
    #expect(try await flow.resume("co_1", from: browser) { _ in .buy } == .paid(CheckoutFlowTests.receipt))
    #expect(browser.opened == [.select, .pay])
  }

  @Test("An unfinished checkout can be cancelled by the server")
  func cancel() async throws {
    try await left(.select)
    let flow = try shop.flow()
    #expect(try await flow.cancel("co_1") == .cancelled)
    #expect(shop.storage.kept.isEmpty)
    await #expect(throws: FlowFailure.notKept) { try await flow.cancel("co_1") }
  }

  @Test("An item whose verifier cannot be read is told, and the server is asked with the rest of it")
  func damaged() async throws {
    try await left(.pay)
    try await loseVerifier()
    toPayment()
    let now = shop.time.now
    _ = shop.change { $0.pay(as: .paid, now: now, after: .seconds(1)) }
    shop.time.pass(.seconds(2))
    let flow = try shop.flow()
    let notices = flow.notices
    // Without the verifier there is no receipt, but the app knows that it is paid.
    #expect(await flow.nextResumed() == Told("co_1", .paid(nil)))
    #expect(await next(of: notices) == .unreadableItem(checkout: "co_1"))
  }

  /// The stored item has a verifier in a form that this version cannot read.
  private func loseVerifier() async throws {
    let item = try #require(shop.storage.kept.first)
    let text = String(decoding: item.bytes, as: UTF8.self).replacing(Situation.verifier.text, with: "?")
    try await shop.storage.keep(StoredItem(name: "p1", bytes: Array(text.utf8), expiresAt: item.expiresAt))
  }

  /// Leads the server to the review, claimed or not.
  private func toReview(isClaimed: Bool) {
    let now = shop.time.now
    _ = shop.change { server in
      let link = server.choose(false, now: now)
      server.settle(now + .seconds(5))
      guard isClaimed else { return }
      let token = SimulatedServer.token
      _ = server.answer(.claim(code: link.code), token: token, verifier: Situation.verifier, now: now)
    }
  }

  @Test(
    "Without the verifier an uncharged checkout is told and dropped, and the buyer pays with a new checkout",
    arguments: [PhaseName.open, .selecting, .reviewing], [false, true])
  func withoutVerifier(phase: PhaseName, isResumedByBuyer: Bool) async throws {
    try await left(.select)
    try await loseVerifier()
    if phase != .open { toReview(isClaimed: phase == .reviewing) }
    let flow = try shop.flow()
    if isResumedByBuyer {
      let browser = shop.browser(for: flow)
      #expect(try await flow.resume("co_1", from: browser) { _ in .buy } == .notFinished)
      #expect(browser.opened.isEmpty)
    } else {
      #expect(await flow.nextResumed() == Told("co_1", .notFinished))
    }
    #expect(try await flow.unfinished() == [])
    #expect(shop.change { $0.agreements } == [])
    // The shop's backend sends another challenge, so another attempt replaces the old one.
    shop.server.withLock { $0 = nil }
    #expect(try await shop.pay(flow, shop.browser(for: flow)) == .paid(CheckoutFlowTests.receipt))
    #expect(shop.storage.kept.isEmpty)
  }

  @Test("Without the verifier, a cancellation drops an uncharged checkout, and cancels no payment")
  func givenUpWithoutVerifier() async throws {
    try await left(.select)
    try await loseVerifier()
    let flow = try shop.flow()
    #expect(try await flow.cancel("co_1") == .notFinished)
    #expect(shop.storage.kept.isEmpty)
    // The server would refuse it: a cancellation needs the verifier.
    #expect(shop.sender.sent.allSatisfy { $0.method == "GET" })

    try await left(.pay)
    try await loseVerifier()
    toPayment()
    let later = try shop.flow()
    #expect(try await later.cancel("co_1") == .confirming)
    #expect(shop.phase == .paying)
    #expect(shop.storage.kept.count == 1)
  }

  @Test(
    "An unreadable item, or a later version's item without a checkout, is told and dropped",
    arguments: [
      "???", #"{"id":"p1","version":2,"verifier":"\#(Situation.verifier.text)"}"#,
    ])
  func ruined(_ text: String) async throws {
    let item = StoredItem(name: "p1", bytes: Array(text.utf8), expiresAt: Moment(milliseconds: .max))
    try await shop.storage.keep(item)
    let flow = try shop.flow()
    let notices = flow.notices
    #expect(try await flow.unfinished() == [])
    #expect(await next(of: notices) == .unreadableItem(checkout: nil))
    #expect(shop.storage.kept.isEmpty)
  }

  @Test("An expired item is dropped without a notice")
  func expired() async throws {
    try await left(.pay)
    shop.time.pass(.seconds(90_000))
    let flow = try shop.flow()
    #expect(try await flow.unfinished() == [])
    #expect(shop.storage.kept.isEmpty)
    #expect(shop.sender.sent.isEmpty)
  }

  @Test("An unknown checkout is told, and a payment that may have succeeded is not cancelled")
  func unknown() async throws {
    try await left(.pay)
    let answer = try HTTPAnswer.problem(.notFound)
    shop.interference.withLock { $0 = { _ in .success(answer) } }
    let flow = try shop.flow()
    let notices = flow.notices
    #expect(await flow.nextResumed() == Told("co_1", .confirming))
    #expect(await next(of: notices) == .unknownToServer(checkout: "co_1"))
    #expect(shop.storage.kept.count == 1)
  }

  @Test("A checkout that may have paid stays stored if the server does not know it, but frees the order after a day")
  func unknownForLong() async throws {
    try await left(.pay)
    let answer = try HTTPAnswer.problem(.notFound)
    shop.interference.withLock { $0 = { _ in .success(answer) } }
    let flow = try shop.flow()
    #expect(await flow.nextResumed()?.outcome == .confirming)
    #expect(try await flow.unconfirmed() == "co_1")
    shop.time.pass(.seconds(86_000))
    shop.interference.withLock { $0 = { _ in .success(HTTPAnswer(statusCode: 404)) } }
    let later = try shop.flow()
    #expect(await later.nextResumed()?.outcome == .confirming)
    #expect(try await later.unconfirmed() == "co_1")
    shop.interference.withLock { $0 = { _ in .success(answer) } }
    shop.time.pass(.seconds(1_000))
    try await shop.storage.keep(
      StoredItem(
        name: "p1", bytes: try #require(shop.storage.kept.first).bytes, expiresAt: shop.time.now + .seconds(86_400)))
    let last = try shop.flow()
    #expect(await last.nextResumed()?.outcome == .confirming)
    #expect(shop.storage.kept.count == 1)
    #expect(try await last.unconfirmed() == nil)
    // The server may find it again.
    shop.interference.withLock { $0 = { _ in nil } }
    toPayment()
    let again = try shop.flow()
    #expect(await again.nextResumed()?.outcome == .confirming)
    #expect(try await again.unconfirmed() == "co_1")
  }

  @Test(
    "A replaced attempt at the same order tells no result",
    arguments: [
      (nil, nil, false), ("cart-1", "cart-1", false), ("cart-1", "cart-2", true),
    ] as [(String?, String?, Bool)], [false, true])
  func superseded(_ orders: (String?, String?, Bool), isBeingAsked: Bool) async throws {
    try await left(.select) { $0.order = orders.0 }
    let flow = try shop.flow()
    let shop = shop
    var background: Task<CheckoutResult?, Never>?
    if isBeingAsked {
      shop.interference.withLock { $0 = { _ in .success(HTTPAnswer(statusCode: 503)) } }
      background = Task { await flow.nextResumed() }
      while shop.sender.sent.isEmpty { await Task.yield() }
      shop.interference.withLock { $0 = { _ in nil } }
    }
    // The server discards the first attempt.
    let result = try await flow.pay(for: orders.1, from: shop.browser(for: flow)) { challenge in
      try shop.create(challenge)
    } review: { _ in
      // The task that asked about the first attempt has stopped, and stores nothing about it again.
      #expect(flow.running.count == 1)
      return .buy
    }
    background?.cancel()
    _ = await background?.value
    #expect(result == .paid(CheckoutFlowTests.receipt))
    let again = try shop.flow()
    #expect(try await again.unfinished() == (orders.2 ? ["co_1"] : []))
    let telling = Task { await again.nextResumed() }
    if orders.2 {
      #expect(await telling.value?.outcome == .cancelled)
    } else {
      for _ in 0..<200 { await Task.yield() }
      telling.cancel()
      #expect(await telling.value == nil)
    }
  }

  @Test("The result of an attempt that may have charged is told, whatever was started after it")
  func notSuperseded() {
    var first = Situation.kept(.buyer, trip: .select).memory
    // The clock has been set back meanwhile.
    var second = FlowMachine.Memory(id: "p2", verifier: Situation.verifier, beganAt: first.beganAt - .seconds(3_600))
    second.attempt = 1
    second.checkout = "co_2"
    #expect(first.isSuperseded(by: second))
    #expect(!first.isSuperseded(by: first))
    #expect(!second.isSuperseded(by: first))
    first.mayHavePaid = true
    #expect(!first.isSuperseded(by: second))
    first.mayHavePaid = false
    first.isOfPage = true
    #expect(!first.isSuperseded(by: second))
    first.isOfPage = false
    second.checkout = nil
    #expect(!first.isSuperseded(by: second))
    #expect(first.makesWay(for: second))
    // The same checkout, started again, has taken over the stored data.
    second.checkout = first.checkout
    first.mayHavePaid = true
    #expect(first.isSuperseded(by: second))
    #expect(!second.isSuperseded(by: first))
  }

  @Test("A call with the buyer takes over from the one without")
  func takenOver() async throws {
    try await left(.select)
    let flow = try shop.flow()
    let shop = shop
    shop.interference.withLock { $0 = { _ in .success(HTTPAnswer(statusCode: 503)) } }
    let background = Task { await flow.nextResumed() }
    while shop.sender.sent.isEmpty { await Task.yield() }
    shop.interference.withLock { $0 = { _ in nil } }
    let result = try await flow.resume("co_1", from: shop.browser(for: flow)) { _ in .buy }
    #expect(result == .paid(CheckoutFlowTests.receipt))
    background.cancel()
    _ = await background.value
  }
}
