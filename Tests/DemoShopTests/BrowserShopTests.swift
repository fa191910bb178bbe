import FerryCore
import FerryTesting
import FerryWeb
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Testing

@testable import DemoShop

@Suite("The shop, in a real browser", .serialized, .timeLimit(.minutes(10)))
struct BrowserShopTests {
  /// Another site, with a script like the provider's and a target page.
  private static let providerScript = """
    window.amazon = { Pay: { renderButton(selector, options) {
      const button = document.createElement("button");
      button.type = "button";
      button.id = "provider-button";
      button.textContent = options.merchantId + " " + options.amount;
      document.querySelector(selector).append(button);
      return { onClick(handler) { button.addEventListener("click", handler); } };
    } } };
    """

  /// A reinstalled app: it knows only the checkouts that it has a token for.
  private static let bridge = """
    window.ferry = {
      isInApp: true, cover() {}, uncover() {}, onChange() {},
      async prepare() {
        const bytes = crypto.getRandomValues(new Uint8Array(32));
        return btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
      },
      async open(handoff) {
        if (!handoff.clientToken) throw new Error("unknown-checkout");
        document.body.dataset.opened = handoff.checkout;
      },
    };
    """

  private func withShop(
    hasScript: Bool = true, _ body: @escaping @Sendable (String, FakeFerry) async throws -> Void
  ) async throws {
    let router = Router()
    if hasScript {
      router.get("/checkout.js") { _, _ in
        Response(
          status: .ok, headers: [.contentType: "text/javascript"],
          body: ResponseBody(byteBuffer: ByteBuffer(string: Self.providerScript)))
      }
    }
    router.get("/ferry/bridge.js") { _, _ in
      Response(
        status: .ok, headers: [.contentType: "text/javascript"],
        body: ResponseBody(byteBuffer: ByteBuffer(string: Self.bridge)))
    }
    router.get("/start") { _, _ in
      Response(
        status: .ok, headers: [.contentType: "text/html"],
        body: ResponseBody(byteBuffer: ByteBuffer(string: "<title>Provider</title><h1>Provider</h1>")))
    }
    try await Application(router: router).test(.live) { client in
      let provider = "http://127.0.0.1:\(try #require(client.port))"
      var fixture = ShopFixture()
      fixture.origin = "http://localhost"
      fixture.destination = provider
      fixture.ferryOrigin = provider
      let ferry = fixture.ferry
      await ferry.offer([.sample(script: provider + "/checkout.js")])
      await ferry.lead(to: provider + "/start")
      try await fixture.serve { site in try await body(site, ferry) }
    }
  }

  @Test("Taps fill a cart, and the provider's button leads to the provider; Back shows the current cart")
  func providerButton() async throws {
    try await withShop { site, ferry in
      try await withBrowser { browser in
        try await browser.open(site + "/")
        try await browser.click(".product form button")
        try await browser.waitFor(css: "#provider-button")
        #expect(try await browser.text("#provider-button") == "A1 8980")
        #expect(try await browser.shows("#start-checkout > .button") == false)
        try await browser.click(".stepper [value='2']")
        try await browser.waitFor(text: "¥17,960")
        try await browser.click("#provider-button")
        try await browser.waitFor(url: "/start")
        #expect(await ferry.checkouts.count == 1)
        try await browser.back()
        try await browser.waitFor(text: "¥17,960")
        try await browser.click("#provider-button")
        try await browser.waitFor(url: "/start")
        #expect(await ferry.checkouts.count == 1)
      }
    }
  }

  @Test("Under buttons that look alike stands each one's provider, and the pressed one pays")
  func captions() async throws {
    try await withShop { site, ferry in
      let script = await ferry.providers[0].button?.script?.source
      await ferry.offer([.sample(script: script), .sample(id: "test-bank", name: "Amazon Pay (GMO)", script: script)])
      try await withBrowser { browser in
        try await browser.open(site + "/")
        try await browser.click(".product form button")
        try await browser.waitFor(css: "#provider-button-2 > button")
        #expect(try await browser.text("#provider-name-1") == "Check out with Amazon Pay")
        #expect(try await browser.text("#provider-name-2") == "Check out with Amazon Pay (GMO)")
        try await browser.click("#provider-button-2 > button")
        try await browser.waitFor(url: "/start")
        #expect(await ferry.only()?.provider == "test-bank")
      }
    }
  }

  @Test("Without the provider's script the plain button does the same")
  func plainButton() async throws {
    try await withShop(hasScript: false) { site, _ in
      try await withBrowser { browser in
        try await browser.open(site + "/")
        try await browser.click(".product form button")
        try await browser.click("#start-checkout > .button")
        try await browser.waitFor(url: "/start")
      }
    }
  }

  @Test("An app that does not know the checkout gets another by one press of any button")
  func unknownToApp() async throws {
    try await withShop { site, ferry in
      try await withBrowser { browser in
        try await browser.open(site + "/app/tablets-ios")
        try await browser.click(".product form button")
        try await browser.waitFor(css: "#start-checkout")
        try await browser.click("#start-checkout button")
        try await browser.waitFor(css: "[data-opened=chk_1]")
        // The app's storage is lost with it; the shop's session stays.
        for (page, button) in [("/", "#start-checkout button"), ("/checkout", "form[action='/checkout'] button")] {
          let known = await ferry.checkouts.count
          try await browser.open(site + page)
          try await browser.click(button)
          try await browser.waitFor(css: "[data-opened=chk_\(known + 1)]")
        }
        #expect(await ferry.all.map(\.phase) == [.cancelled, .cancelled, .selecting])
        // Other buttons leave a change or a payment.
        let last = try #require(await ferry.all.last?.id)
        try await ferry.select(last)
        try await browser.open(site + "/checkout")
        try await browser.click("form[action='/checkout/change'] button")
        try await browser.waitFor(css: "[data-opened=chk_4]")
        #expect(await ferry.checkouts[last]?.phase == .cancelled)
      }
    }
  }

  @Test("A waiting page continues by itself, and Back does not show it again")
  func waiting() async throws {
    try await withShop { site, ferry in
      try await withBrowser { browser in
        try await browser.open(site + "/")
        try await browser.click(".product form button")
        try await browser.click("#provider-button")
        try await browser.waitFor(url: "/start")
        let id = try #require(await ferry.only()?.id)
        try await ferry.select(id)
        await ferry.move(id, to: .settling)
        try await browser.open(site + "/checkout")
        try await browser.waitFor(text: "We are confirming your payment")
        #expect(try await browser.execute("return document.activeElement.tagName") == "H1")
        await ferry.move(id, to: .paid)
        try await browser.waitFor(text: "F7K2-9QXM-4TVD")
        try await browser.back()
        try await browser.open(site + "/checkout")
        try await browser.waitFor(text: "F7K2-9QXM-4TVD")
        try await browser.open(site + "/")
        try await browser.waitFor(text: "Your cart is empty")
      }
    }
  }

  @Test(
    "Buy is on a phone's screen without scrolling, with large text too, and hides nothing",
    arguments: TestCases.first(of: ["ja", "en", "sv"]))
  func buyIsShown(language: String) async throws {
    try await withShop(hasScript: false) { site, ferry in
      try await withBrowser(BrowserOptions(language: language)) { browser in
        try await browser.open(site + "/")
        try await browser.click(".product form button")
        try await browser.click("#start-checkout > .button")
        try await browser.waitFor(url: "/start")
        try await ferry.select(try #require(await ferry.only()?.id))
        try await browser.open(site + "/checkout")
        for size in [100, 200] {
          let problems = try await browser.execute(Self.barProblems, [.integer(Int64(size))])
          #expect(problems == [], "at \(size) %")
          try await browser.screenshot(named: "shop-buy-\(language)-\(size)")
        }
      }
    }
  }

  private static let barProblems = """
    document.documentElement.style.fontSize = arguments[0] + "%";
    const found = [];
    const bar = document.querySelector(".buy"), buy = bar.querySelector("button");
    scrollTo(0, 0);
    const { left, right, top, bottom } = buy.getBoundingClientRect();
    if (top < 0 || bottom > innerHeight) found.push("Buy is not on the screen");
    if (document.elementFromPoint((left + right) / 2, (top + bottom) / 2) !== buy) found.push("Buy is covered");
    if (bar.offsetHeight > innerHeight / 4) found.push("the bar is too high");
    const others = [...document.querySelectorAll("a, main button")];
    for (const other of others) {
      other.focus();
      if (other === buy) continue;
      const box = other.getBoundingClientRect(), over = bar.getBoundingClientRect();
      if (box.bottom > over.top + 1 && box.top < over.bottom - 1) found.push(`${other.textContent} is hidden in focus`);
    }
    if (others.at(-2) !== buy) found.push("Buy does not come after the order and before leaving");
    scrollTo(0, document.documentElement.scrollHeight);
    const order = bar.previousElementSibling.getBoundingClientRect();
    if (order.bottom > bar.getBoundingClientRect().top) found.push("the bar lies on the order at the end of the page");
    scrollTo(0, 0);
    return found;
    """

  @Test(
    "Every page fits a phone's width, and its buttons fit a finger",
    arguments: TestCases.first(of: ["ja", "en", "sv"]))
  func pages(language: String) async throws {
    try await withShop { site, ferry in
      for appearance in BrowserOptions.Appearance.allCases {
        try await withBrowser(BrowserOptions(language: language, appearance: appearance)) { browser in
          try await browser.open(site + "/")
          try await browser.click(".product:last-child form button")
          try await browser.waitFor(css: "#provider-button")
          try await check(browser, "cart-\(language)-\(appearance.rawValue)")
          try await browser.click("#provider-button")
          try await browser.waitFor(url: "/start")
          let id = try #require(await ferry.all.last?.id)
          try await ferry.select(id, region: "北海道")
          for phase in [PhaseName.reviewing, .selecting, .authorizing, .settling, .paying, .declined, .held, .paid] {
            await ferry.move(id, to: phase, awaitsProvider: phase == .selecting)
            try await browser.open(site + "/checkout")
            try await check(browser, "\(phase.rawValue)-\(language)-\(appearance.rawValue)")
          }
        }
      }
    }
  }

  private func check(_ browser: Browser, _ name: String) async throws {
    try await browser.waitFor(css: "h1")
    _ = try await browser.screenshot(named: "shop-" + name, wholePage: true)
    let overflow = try await browser.execute("return document.documentElement.scrollWidth > innerWidth")
    #expect(overflow == false, "\(name) is wider than the phone")
    let small = try await browser.execute(
      """
      return [...document.querySelectorAll("button:not([hidden]):not(#provider-button), a")]
        .filter((element) => element.offsetParent && element.getBoundingClientRect().height < 43.5)
        .map((element) => element.textContent).join()
      """)
    #expect(small == "", "\(name) has small targets")
  }
}
