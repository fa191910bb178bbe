import FerryCore
import Foundation
import Testing

@_spi(Phone) @testable import Ferry

@MainActor
@Suite("Links into the app", .timeLimit(.minutes(10)))
struct LinkTests {
  let shop = TestShop()

  @Test(
    "A foreign link is not handled",
    arguments: [
      "https://shop.example/ferry/return/?checkout=a&code=b", "https://link.shop.example/news", "other://ferry/return/",
      "shop://profile", "https://link.shop.example.evil.example/ferry/return/?checkout=a&code=b",
    ])
  func foreign(_ text: String) throws {
    let url = try #require(URL(string: text))
    #expect(try !shop.flow().handle(url))
  }

  @Test(
    "An unreadable link with our address is handled, and a notice tells it",
    arguments: [
      "https://link.shop.example/ferry/return/", "https://link.shop.example/ferry/return/?checkout=a",
      "shop://ferry/return/?code=a&code=b&checkout=c", "https://link.shop.example/ferry/return/?checkout=%00&code=%FF",
    ])
  func unreadable(_ text: String) async throws {
    let flow = try shop.flow()
    let notices = flow.notices
    let url = try #require(URL(string: text))
    #expect(flow.handle(url))
    #expect(await next(of: notices) == .unreadableLink)
  }

  @Test("A link for another device's checkout changes nothing, and a notice tells it")
  func stranger() async throws {
    let flow = try shop.flow()
    _ = try await flow.unfinished()
    let notices = flow.notices
    #expect(flow.handle(TestShop.url(AppReturnLink(checkout: "co_9", code: "x"))))
    #expect(await next(of: notices) == .linkOfAnotherCheckout("co_9"))
    #expect(shop.sender.sent.isEmpty)
  }

  @Test(
    "A bank's app leads back: the payment page is shown again and the server asked; for another checkout only asked")
  func ledBack() async throws {
    let flow = try shop.flow()
    let shop = shop
    let browser = TestBrowser(shop) { step, browser in
      let now = shop.time.now
      guard step == .pay else {
        let link = shop.change { server -> AppReturnLink in
          _ = server.choose(false, now: now)
          return server.link()
        }
        _ = flow.handle(TestShop.url(try #require(link)))
        return
      }
      for checkout in ["co_9", "co_1"] {
        let query = AppWakeLink(checkout: checkout).fields.map { "\($0.name)=\($0.value)" }.joined(separator: "&")
        let link = "https://link.shop.example\(AppReturnLink.path)?\(query)&fallback=true"
        #expect(flow.handle(try #require(URL(string: link))))
      }
      let link = shop.change { server -> AppReturnLink in
        server.pay(as: .paid, now: now, after: .seconds(2))
        return server.link()
      }
      flow.handle(TestShop.url(try #require(link)))
    }
    _ = try await shop.pay(flow, browser)
    #expect(browser.ledBack == ["co_1"])
  }

  @Test(
    "A browser that catches links shows the payment page again when a bank leads back, and closes for the buyer's own tap",
    arguments: [nil, "&tap=1"])
  func caughtOnPaymentPage(tap: String?) async throws {
    let flow = try shop.flow()
    let shop = shop
    let wake = try #require(
      URL(string: "https://link.shop.example\(AppReturnLink.path)?checkout=co_1&wake=1\(tap ?? "")"))
    let browser = TestBrowser(shop) { step, browser in
      let now = shop.time.now
      if step == .pay { return browser.catches(wake) }
      let link = shop.change { server -> AppReturnLink in
        if browser.addresses.count == 1 { return server.choose(false, now: now) }
        server.pay(as: .paid, now: now, after: .seconds(2))
        return server.link()
      }
      browser.catches(TestShop.url(try #require(link)))
    }
    let result = try await shop.pay(flow, browser)
    guard tap == nil else {
      #expect(result == .confirming)
      #expect(browser.addresses.count == 2)
      return
    }
    #expect(result == .paid(CheckoutFlowTests.receipt))
    #expect(browser.addresses.count == 3)
    #expect(browser.addresses.last?.absoluteString == "https://pay.shop.example/ferry/next/co_1?returned=1")
  }

  @Test("A planted link with a wrong code closes nothing, and the buyer continues to pay")
  func planted() async throws {
    let flow = try shop.flow()
    let notices = flow.notices
    let real = shop.browser(for: flow)
    let shop = shop
    let browser = TestBrowser(shop) { step, browser in
      flow.handle(TestShop.url(AppReturnLink(checkout: "co_1", code: "planted-\(browser.opened.count)")))
      let now = shop.time.now
      let link = shop.change { server -> AppReturnLink in
        if step == .pay {
          server.pay(as: .paid, now: now, after: .seconds(2))
          return server.link()
        }
        return server.choose(false, now: now)
      }
      if let link { flow.handle(TestShop.url(link)) }
    }
    #expect(try await shop.pay(flow, browser).outcome == .paid(CheckoutFlowTests.receipt))
    #expect(real.opened.isEmpty)
    #expect(browser.opened == [.select, .pay])
    _ = notices
  }

  /// A machine that was killed after the selection, and whose link starts the app.
  private func killedWhileSelecting() async throws -> AppReturnLink {
    let flow = try shop.flow()
    let shop = shop
    let browser = TestBrowser(shop) { _, browser in browser.done() }
    #expect(try await shop.pay(flow, browser) == .notFinished)
    let now = shop.time.now
    return try #require(shop.change { $0.choose(false, now: now) })
  }

  @Test("A link that comes before the storage can be read is kept, and replayed when it can")
  func early() async throws {
    let link = try await killedWhileSelecting()
    let flow = try shop.flow()
    let notices = flow.notices
    shop.storage.fail(.cannotReadYet)
    #expect(flow.handle(TestShop.url(link)))
    #expect(flow.handle(TestShop.url(link)))
    let reading = Task { await flow.nextResumed() }
    #expect(await next(of: notices) == .storageLocked)
    #expect(shop.storage.kept.count == 1)
    shop.storage.fail(nil)
    #expect(await reading.value == Told("co_1", .notFinished))
    #expect(shop.change { $0.isLocked } == false)
    #expect(shop.sender.sent.filter { $0.url.lastPathComponent == "claim" }.count == 1)
    let result = try await flow.resume("co_1", from: shop.browser(for: flow)) { _ in .buy }
    #expect(result == .paid(CheckoutFlowTests.receipt))
  }

  @Test("A link that comes after everything else has ended goes to the checkout that is kept")
  func late() async throws {
    let flow = try shop.flow()
    let leaving = TestBrowser(shop) { _, browser in browser.done() }
    #expect(try await shop.pay(flow, leaving) == .notFinished)
    let now = shop.time.now
    let link = try #require(shop.change { $0.choose(false, now: now) })
    flow.handle(TestShop.url(link))
    #expect(await flow.nextResumed() == Told("co_1", .notFinished))
    #expect(shop.change { $0.isLocked } == false)
  }

  @Test("A link by the custom scheme works like one of the link host")
  func scheme() async throws {
    let link = try await killedWhileSelecting()
    let flow = try shop.flow()
    let url = try #require(URL(string: "SHOP://ferry/return/?\(link.query)"))
    #expect(flow.handle(url))
    _ = await flow.nextResumed()
    #expect(shop.change { $0.isLocked } == false)
  }
}
