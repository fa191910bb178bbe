import FerryCore
import FerryTesting
import Testing

extension BrowserJourneys {
  /// The operations page of a demo, with its real engine, store and sandbox.
  @Suite("Operating", .serialized)
  struct Operating {
    @Test(
      "An operator finds a payment, captures a part, and sees the sandbox's ledger move once",
      arguments: OperatorDesk.Driver.testCases)
    func capture(driver: OperatorDesk.Driver) async throws {
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
          "const button = document.querySelector(\"form.confirm[action$='/capture'] button\"); button.click(); button.click();"
        )
        try await browser.waitFor(url: "done=capture")
        try await browser.waitFor(css: "#done .notice")
        try await browser.waitFor(text: "capture 1000 JPY by demo")
        #expect(try await desk.demo.ledger().map(\.captured) == [1000])
        try await desk.open("/")
        try await browser.waitFor(text: "Test payments")
        if driver.browser.hasDevTools { try await browser.screenshot(named: "operations-overview", wholePage: true) }
      }
    }

    @Test(
      "An operator ticks a line, sees what it costs after coupon and gift card, and refunds it with a reason",
      arguments: OperatorDesk.Driver.testCases)
    func refundLine(driver: OperatorDesk.Driver) async throws {
      try await withOperator(driver) { desk in
        let browser = desk.browser
        let checkout = try await desk.paid("order-1", capture: .automatic, try OperatorDesk.mixed())
        try await desk.openSettled(checkout.id)
        try await browser.click("details:has(form[action$='/refund']) summary")
        try await browser.click("input[name='line-1']")
        if driver.browser.hasDevTools { try await browser.screenshot(named: "operations-lines", wholePage: true) }
        try await browser.execute("document.querySelector('#refund-lines-reason').value = 'defective'")
        try await browser.type("Broken lid", into: "#refund-lines-note")
        try await browser.click("details form[action$='/refund'] button")
        try await browser.waitFor(text: "¥2,227")
        try await browser.waitFor(text: "1 × 急須")
        try await browser.waitFor(text: "Defective · Broken lid")
        #expect(try await !browser.url().contains("Broken"))
        try await desk.confirm("refund")
        try await browser.waitFor(text: "refund 2227 JPY by demo")
        // The notice, and the words in the place of the form.
        try await browser.waitFor(text: "Requested. Amazon Pay has not confirmed it yet.")
        try await browser.waitFor(text: "You can capture, refund or void again when it has.")
        // The sandbox decides about the refund.
        try await desk.demo.pass(minutes: 2)
        try await browser.waitFor(text: "refund succeeded")
        try await browser.waitFor(text: "Amazon Pay has confirmed it.")
        try await browser.waitFor(text: "Reason: Defective · Broken lid")
        #expect(try await desk.demo.ledger().map(\.refunded) == [2227])
        #expect(try await browser.execute("return !document.querySelector(\"input[name='line-1']\")") == true)
      }
    }

    @Test("A void releases the money, and a refund returns it", arguments: OperatorDesk.Driver.testCases)
    func back(driver: OperatorDesk.Driver) async throws {
      try await withOperator(driver) { desk in
        let browser = desk.browser
        let held = try await desk.paid("order-1", capture: .manual)
        try await desk.openSettled(held.id)
        try await browser.click("a[href$='/void']")
        try await browser.click("form.confirm[action$='/void'] button")
        try await browser.waitFor(text: "void by demo")
        let captured = try await desk.paid("order-2", capture: .automatic)
        try await desk.openSettled(captured.id)
        try await browser.click("form[action$='/refund'] button")
        try await browser.click("form.confirm[action$='/refund'] button")
        try await browser.waitFor(text: "refund 3000 JPY by demo")
        // The sandbox decides about the refund.
        try await desk.demo.pass(minutes: 2)
        try await browser.waitFor(text: "refund succeeded")
        let ledger = try await desk.demo.ledger()
        #expect(ledger.map(\.held) == [0, 0])
        #expect(ledger.map(\.refunded).reduce(0, +) == 3000)
      }
    }

    @Test(
      "A page that is open shows a new checkout without reloading, and keeps a form that is filled in",
      arguments: OperatorDesk.Driver.testCases)
    func live(driver: OperatorDesk.Driver) async throws {
      try await withOperator(driver) { desk in
        let browser = desk.browser
        try await desk.open("/checkouts")
        try await browser.execute("window.isSamePage = true")
        try await browser.type("half a search", into: "#search")
        let checkout = try await desk.paid("order-1", capture: .automatic)
        try await browser.waitFor(css: "a.row[href='/checkouts/\(checkout.id)']")
        #expect(try await browser.execute("return window.isSamePage === true") == true)
        #expect(try await browser.execute("return document.querySelector('#search').value") == "half a search")
      }
    }

    @Test("A link that is pressed while the page changes is followed", arguments: OperatorDesk.Driver.testCases)
    func pressed(driver: OperatorDesk.Driver) async throws {
      try await withOperator(driver) { desk in
        let browser = desk.browser
        let first = try await desk.paid("order-1", capture: .automatic)
        try await desk.open("/checkouts")
        try await browser.press("a.row[href='/checkouts/\(first.id)']")
        let second = try await desk.paid("order-2", capture: .automatic)
        // Longer than the page takes to follow a change.
        try await Task.sleep(for: .seconds(2))
        #expect(try await browser.shows("a.row[href='/checkouts/\(second.id)']") == false)
        try await browser.release()
        try await browser.waitFor(url: "/checkouts/\(first.id)")
        try await browser.back()
        try await browser.waitFor(css: "a.row[href='/checkouts/\(second.id)']")
      }
    }

    @Test("The buyer is erased, and signing out closes the page", arguments: OperatorDesk.Driver.testCases)
    func leave(driver: OperatorDesk.Driver) async throws {
      try await withOperator(driver) { desk in
        let browser = desk.browser
        let checkout = try await desk.paid("order-1", capture: .automatic)
        try await desk.openSettled(checkout.id)
        try await browser.click("a[href$='/forget']")
        try await browser.click("form.confirm[action$='/forget'] button")
        try await browser.waitFor(text: "The buyer's data was erased at")
        try await browser.click("form[action='/sign-out'] button")
        try await browser.waitFor(url: "/sign-in")
        try await desk.open("/checkouts/\(checkout.id)")
        try await browser.waitFor(url: "/sign-in")
      }
    }
  }
}
