import FerryCore
import FerryScriptedBuyer
import FerryTesting
import Testing

extension BrowserJourneys {
  /// The operations page of a demo, with its real engine, store and sandbox.
  @Suite("Operating")
  struct Operating {
    @Test(
      "An operator finds a payment, captures a part, and sees the sandbox's ledger move once",
      arguments: Driver.allCases)
    func capture(driver: Driver) async throws {
      try await withOperator(driver) { desk in
        let checkout = try await desk.paid("order-1", capture: .manual)
        let browser = desk.browser
        try await browser.click("nav a[href='/checkouts']")
        try await browser.click("a.row[href='/checkouts/\(checkout.id)']")
        try await browser.waitFor(text: checkout.orderNumber)
        if driver.browser.hasDevTools { try await browser.screenshot(named: "operations", wholePage: true) }
        try await browser.type("1000", into: "#capture-amount")
        try await browser.click("form[action$='/capture'] button")
        try await browser.waitFor(text: "¥1,000")
        // A double click.
        try await browser.execute(
          "const button = document.querySelector(\"form[method=post][action$='/capture'] button\"); button.click(); button.click();"
        )
        try await browser.waitFor(url: "#money")
        try await browser.waitFor(text: "capture 1000 JPY by demo")
        #expect(try await desk.demo.ledger().map(\.captured) == [1000])
      }
    }

    @Test("A void releases the money, and a refund returns it", arguments: Driver.allCases)
    func back(driver: Driver) async throws {
      try await withOperator(driver) { desk in
        let browser = desk.browser
        let held = try await desk.paid("order-1", capture: .manual)
        try await browser.open(desk.demo.operations + "/checkouts/\(held.id)")
        try await browser.click("a[href$='/void']")
        try await browser.click("form[method=post][action$='/void'] button")
        try await browser.waitFor(text: "void by demo")
        let captured = try await desk.paid("order-2", capture: .automatic)
        try await browser.open(desk.demo.operations + "/checkouts/\(captured.id)")
        try await browser.click("form[action$='/refund'] button")
        try await browser.click("form[method=post][action$='/refund'] button")
        try await browser.waitFor(text: "refund 3000 JPY by demo")
        // The sandbox decides about a refund after a moment.
        try await browser.waitFor(text: "refund succeeded")
        let ledger = try await desk.demo.ledger()
        #expect(ledger.map(\.held) == [0, 0])
        #expect(ledger.map(\.refunded).reduce(0, +) == 3000)
      }
    }

    @Test(
      "A page that is open shows a new checkout without reloading, and keeps a form that is filled in",
      arguments: Driver.allCases)
    func live(driver: Driver) async throws {
      try await withOperator(driver) { desk in
        let browser = desk.browser
        try await browser.open(desk.demo.operations + "/checkouts")
        try await browser.execute("window.isSamePage = true")
        try await browser.type("half a search", into: "#search")
        let checkout = try await desk.paid("order-1", capture: .automatic)
        try await browser.waitFor(css: "a.row[href='/checkouts/\(checkout.id)']")
        #expect(try await browser.execute("return window.isSamePage === true") == true)
        #expect(try await browser.execute("return document.querySelector('#search').value") == "half a search")
      }
    }

    @Test("The buyer is erased, and signing out closes the page", arguments: Driver.allCases)
    func leave(driver: Driver) async throws {
      try await withOperator(driver) { desk in
        let browser = desk.browser
        let checkout = try await desk.paid("order-1", capture: .automatic)
        try await browser.open(desk.demo.operations + "/checkouts/\(checkout.id)")
        try await browser.click("a[href$='/forget']")
        try await browser.click("form[method=post][action$='/forget'] button")
        try await browser.waitFor(text: "Nothing is stored about the buyer.")
        try await browser.click("form[action='/sign-out'] button")
        try await browser.waitFor(url: "/sign-in")
        try await browser.open(desk.demo.operations + "/checkouts/\(checkout.id)")
        try await browser.waitFor(url: "/sign-in")
      }
    }
  }
}

extension BrowserJourneys.Operating {
  enum Driver: String, CaseIterable, Sendable {
    case chromium, webKit

    var browser: BrowserDriver {
      switch self {
      case .chromium: .chromium
      case .webKit: .webKit
      }
    }
  }

  struct Desk: Sendable {
    let demo: RunningDemo
    let browser: Browser

    /// A checkout that a scripted buyer has paid.
    func paid(_ reference: String, capture: CapturePolicy) async throws -> CheckoutBody {
      let order = OrderContent(
        currency: .jpy, lines: [OrderLine(sku: "t-1", name: "煎茶", quantity: 1, unitPrice: .yen(3000))],
        tax: TaxRule(rate: try #require(Rate(basisPoints: 1000)), rounding: .down, included: true), shipping: nil)
      let purchase = ScriptedPurchase(provider: "amazon-pay", language: .japanese, order: order, capture: capture)
      let checkout = try await demo.backend(purchase).run(reference: reference)
      try #require(checkout.phase == .paid)
      return checkout
    }
  }
}

/// A demo, and a browser whose operator has signed in to its operations page.
private func withOperator(
  _ driver: BrowserJourneys.Operating.Driver, _ body: (BrowserJourneys.Operating.Desk) async throws -> Void
) async throws {
  var options = BrowserOptions(language: "en")
  options.driver = driver.browser
  options.width = 1100
  try await withDemo { demo in
    try await withBrowser(options) { browser in
      try await browser.open(demo.operations)
      try await browser.type("demo", into: "#name")
      try await browser.type(try demo.operatorKey, into: "#key")
      try await browser.click("form[action='/sign-in'] button")
      try await browser.waitFor(text: "Test payments")
      try await body(BrowserJourneys.Operating.Desk(demo: demo, browser: browser))
    }
  }
}
