import FerryCore
import Foundation
import Synchronization
import Testing

@_spi(Phone) @testable import Ferry

@MainActor
@Suite("The flow", .timeLimit(.minutes(10)))
struct CheckoutFlowTests {
  let shop = TestShop()
  static let receipt = ReceiptBody(orderNumber: "A-1", orderReference: "order-1", total: SimulatedServer.total)

  @Test("A buyer who selects and pays has paid; no item stays stored, and the browser is closed")
  func paid() async throws {
    let flow = try shop.flow()
    let browser = shop.browser(for: flow)
    #expect(try await shop.pay(flow, browser) == .paid(Self.receipt))
    #expect(browser.opened == [.select, .pay])
    #expect(!browser.isOpen)
    #expect(shop.storage.kept.isEmpty)
    #expect(flow.status == .ended(.paid(Self.receipt)))
  }

  @Test("A declined payment is told as one")
  func declined() async throws {
    let flow = try shop.flow()
    #expect(try await shop.pay(flow, shop.browser(for: flow, paysAs: .declined)) == .declined(.paymentMethodRefused))
  }

  @Test("A second press during a payment is refused and has no effect")
  func busy() async throws {
    let flow = try shop.flow()
    let browser = shop.browser(for: flow)
    let result = try await flow.pay(from: browser) { [shop] challenge in
      await #expect(throws: FlowFailure.busy) { try await shop.pay(flow, browser) }
      return try shop.create(challenge)
    } review: { _ in
      .buy
    }
    #expect(result == .paid(Self.receipt))
    #expect(browser.opened == [.select, .pay])
  }

  @Test("Without a safe server nothing begins")
  func unsafe() async throws {
    let url = try #require(URL(string: "http://pay.shop.example"))
    let flow = CheckoutFlow(server: url, app: "shop", storage: shop.storage, sender: shop.sender)
    await #expect(throws: FlowFailure.unsafeServer) { try await shop.pay(flow, shop.browser(for: flow)) }
  }

  @Test("A cancelled task closes the browser and keeps the item for a continuation")
  func cancelled() async throws {
    let flow = try shop.flow()
    let (opened, opening) = AsyncStream.makeStream(of: Void.self)
    let browser = TestBrowser(shop) { _, _ in opening.finish() }
    let shop = shop
    let task = Task { try await shop.pay(flow, browser) }
    for await _ in opened {}
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(!browser.isOpen)
    #expect(flow.status == .idle)
    #expect(shop.storage.kept.count == 1)
    #expect(try await flow.unfinished() == ["co_1"])
    let again = shop.browser(for: flow)
    #expect(try await flow.resume("co_1", from: again) { _ in .buy } == .paid(Self.receipt))
  }

  @Test("After a close while the provider's answer is locked, the return page is shown again, and the order is paid")
  func lostLink() async throws {
    let flow = try shop.flow()
    let browser = TestBrowser(shop) { [shop] step, browser in
      let now = shop.time.now
      let link = shop.change { server -> AppReturnLink? in
        switch step {
        case .select:
          _ = server.choose(false, now: now)
          return nil
        case .pay:
          server.pay(as: .paid, now: now, after: .seconds(2))
          return nil
        default: return server.link()
        }
      }
      // The first link is lost. The payment page needs none.
      if let link, let link { flow.handle(TestShop.url(link)) } else { browser.done() }
    }
    #expect(try await shop.pay(flow, browser) == .paid(Self.receipt))
    #expect(browser.opened == [.select, .resume, .pay])
  }

  @Test("A change and a cancellation at the review work")
  func decisions() async throws {
    let flow = try shop.flow()
    let decisions = Mutex<[ReviewDecision]>([.cancel, .change(.payment), .change(.address)])
    let browser = shop.browser(for: flow)
    let result = try await flow.pay(from: browser) { [shop] in
      try shop.create($0)
    } review: { _ in
      decisions.withLock { $0.popLast() ?? .buy }
    }
    #expect(result == .cancelled)
    #expect(browser.opened == [.select, .changeAddress, .changePayment])
    #expect(shop.phase == .cancelled)
  }

  @Test("If the server is unreachable after the payment, the result is confirming and never failed")
  func serverGone() async throws {
    let flow = try shop.flow()
    let browser = browserLosingTheServer(flow)
    #expect(try await shop.pay(flow, browser) == .confirming)
    #expect(shop.storage.kept.count == 1)
    #expect(PayButtonModel(provider: "Amazon Pay", flow.status, .english).isEnabled == false)
    shop.interference.withLock { $0 = { _ in nil } }
    var resumed = flow.resumed.makeAsyncIterator()
    #expect(await resumed.next() == Told("co_1", .paid(Self.receipt)))
  }

  /// A buyer who pays. After that the server cannot be reached.
  private func browserLosingTheServer(_ flow: CheckoutFlow) -> TestBrowser {
    let shop = shop
    return TestBrowser(shop) { step, browser in
      let now = shop.time.now
      let link = shop.change { server -> AppReturnLink in
        if step == .pay {
          server.pay(as: .paid, now: now, after: .seconds(2))
          return server.link()
        }
        return server.choose(false, now: now)
      }
      if step == .pay {
        shop.interference.withLock { $0 = { _ in .failure(CannedSender.NoAnswer()) } }
        browser.done()
      } else if let link {
        flow.handle(TestShop.url(link))
      }
    }
  }

  /// Leaves a payment that succeeds while the server cannot be reached, with its stored item.
  private func leaveUnconfirmed(_ flow: CheckoutFlow, order: String? = nil) async throws {
    let browser = browserLosingTheServer(flow)
    let result = try await flow.pay(for: order, from: browser) { [shop] in
      try shop.create($0)
    } review: { _ in
      .buy
    }
    #expect(result == .confirming)
    shop.interference.withLock { $0 = { _ in nil } }
  }

  @Test(
    "While an order may have been paid, no second payment for it begins, also after a restart",
    arguments: [
      (nil, nil, false), ("cart-1", nil, false), (nil, "cart-1", false), ("cart-1", "cart-1", false),
      ("cart-1", "cart-2", true),
    ] as [(String?, String?, Bool)])
  func unconfirmed(_ first: String?, _ second: String?, _ isAllowed: Bool) async throws {
    try await leaveUnconfirmed(try shop.flow(), order: first)
    let flow = try shop.flow()
    #expect(try await flow.unconfirmed(for: second) == (isAllowed ? nil : "co_1"))
    let created = Mutex(false)
    let paying = {
      try await flow.pay(for: second, from: shop.browser(for: flow)) { _ in
        created.withLock { $0 = true }
        throw CreationInFlowTests.OutOfStock()
      } review: { _ in
        .buy
      }
    }
    if isAllowed {
      await #expect(throws: CreationInFlowTests.OutOfStock.self) { try await paying() }
    } else {
      await #expect(throws: FlowFailure.unconfirmed("co_1")) { try await paying() }
    }
    #expect(created.withLock { $0 } == isAllowed)
    #expect(shop.change { $0.agreements } == [1])
    // `resume` tells the outcome. After that another payment is safe.
    #expect(try await flow.resume("co_1", from: shop.browser(for: flow)) { _ in .buy } == .paid(Self.receipt))
    #expect(try await flow.unconfirmed() == nil)
    await #expect(throws: CreationInFlowTests.OutOfStock.self) { try await paying() }
  }

  @Test("A checkout without an agreement, or with a told final result, blocks no payment")
  func confirmed() async throws {
    let flow = try shop.flow()
    let leaving = TestBrowser(shop) { _, browser in browser.done() }
    #expect(try await shop.pay(flow, leaving) == .notFinished)
    #expect(try await flow.unconfirmed() == nil)
    _ = try await flow.cancel("co_1")
    shop.server.withLock { $0 = nil }
    try await leaveUnconfirmed(flow)
    #expect(try await flow.unconfirmed() == "co_1")
    #expect(await flow.nextResumed()?.outcome == .paid(Self.receipt))
    #expect(shop.storage.kept.count == 1)
    #expect(try await flow.unconfirmed() == nil)
  }

  @Test(
    "Refusals of a proxy close no browser and spend no code",
    arguments: [401, 403, 404, 410])
  func strangersRefusal(_ status: Int) async throws {
    let flow = try shop.flow()
    let refusals = Mutex<[String: Int]>([:])
    shop.interference.withLock {
      $0 = { request in
        // Three times each, also while the buyer is on the provider's page.
        let count = refusals.withLock { counts in
          counts[request.url.lastPathComponent, default: 0] += 1
          return counts[request.url.lastPathComponent, default: 0]
        }
        return count <= 3 ? .success(HTTPAnswer(statusCode: status, body: Array("<html>".utf8))) : nil
      }
    }
    let notices = flow.notices
    #expect(try await shop.pay(flow, shop.browser(for: flow)) == .paid(Self.receipt))
    let listening = Task { await next(of: notices) }
    listening.cancel()
    #expect(await listening.value == nil)
    #expect(refusals.withLock { $0["claim"] ?? 0 } > 3)
  }

  /// An item of an earlier payment, for which "co_9" sorts last.
  private func keepAnother() async throws {
    var other = FlowMachine.Memory(id: "p9", verifier: Verifier(SystemRandomness()), beganAt: shop.time.now)
    other.checkout = "co_9"
    other.clientToken = "token-9"
    other.order = "cart-9"
    try await shop.storage.keep(
      StoredItem(name: "p9", bytes: other.bytes, expiresAt: shop.time.now + .seconds(86_400)))
  }

  @Test("A result names its checkout, and tells if it can be resumed")
  func checkoutOfResult() async throws {
    try await keepAnother()
    let flow = try shop.flow()
    let leaving = TestBrowser(shop) { _, browser in
      #expect(flow.isBusy)
      browser.done()
    }
    let left = try await shop.pay(flow, leaving)
    #expect(left == CheckoutResult(outcome: .notFinished, checkout: "co_1", isResumable: true))
    #expect(!flow.isBusy)
    #expect(try await flow.unfinished() == ["co_1", "co_9"])
    let cancelled = try await flow.cancel("co_1")
    #expect(cancelled == CheckoutResult(outcome: .cancelled, checkout: "co_1", isResumable: false))
  }

  @Test("A notice tells the developer why the secure browser did not open, and what to fix")
  func browserFailed() async throws {
    let flow = try shop.flow()
    let failure = SecureBrowserFailure.notAssociated(host: "link.shop.example")
    let browser = TestBrowser(shop) { _, _ in throw failure }
    let notices = flow.notices
    #expect(try await shop.pay(flow, browser) == .notFinished)
    let notice = await next(of: notices)
    #expect(notice == .browserFailed(failure))
    #expect(notice.map { "\($0)".contains("webcredentials:link.shop.example") } ?? false)
  }

  @Test("The same key goes with every repetition of a call, and another with the next")
  func keys() async throws {
    let flow = try shop.flow()
    let drops = Mutex(2)
    shop.interference.withLock {
      $0 = { request in
        guard request.url.lastPathComponent == "confirm" else { return nil }
        let isDropped = drops.withLock { count in
          count -= 1
          return count >= 0
        }
        return isDropped ? .failure(CannedSender.NoAnswer()) : nil
      }
    }
    #expect(try await shop.pay(flow, shop.browser(for: flow)) == .paid(Self.receipt))
    let posts = shop.sender.sent.filter { $0.method == "POST" }
    let confirms = posts.filter { $0.url.lastPathComponent == "confirm" }.compactMap { $0.header("Idempotency-Key") }
    #expect(confirms.count == 3)
    #expect(Set(confirms).count == 1)
    #expect(Set(posts.compactMap { $0.header("Idempotency-Key") }).count == posts.count - 2)
  }
}
