import FerryCore
import FerryTesting
import Testing

extension BrowserJourneys {
  /// Swedbank Pay's menu in a page of the checkout server's, as apps and shops with the option `"view": "menu"` get it.
  @Suite("In a payment menu", .serialized)
  struct InPaymentMenu {
    @Test("The bank's page leads back to the menu after a refusal, another card pays, and Back opens no menu")
    func declinedThenPaid() async throws {
      try await withMenu { menu in
        let page = try await menu.browser.waitFor(url: "/ferry/next/")
        try await menu.payByCard(SwedishShopper.askedCard)
        try await menu.sees("#decision")
        try await menu.browser.click("#decision button[value=decline]")
        try await menu.inside { try await menu.sees("#instruments") }
        try await menu.picture("declined")
        #expect(try await menu.demo.ledger() == [])
        try await menu.payByCard(SwedishShopper.declinedCard)
        try await menu.seesNotice()
        try await menu.payByCard()
        try await menu.isPaid()
        try await menu.browser.open(page)
        try await menu.isPaid()
      }
    }

    @Test("Swish in an app that leads back in another tab: the order is paid, and the tab that waits goes on too")
    func swish() async throws {
      try await withMenu { menu in
        let app = try await menu.startSwish()
        let first = try await menu.browser.currentTab()
        _ = try await menu.browser.newTab()
        try await menu.browser.open(app)
        try await menu.browser.click("#decision button[value=approve]")
        try await menu.browser.click("#continue")
        try await menu.isPaid()
        try await menu.browser.switchTo(first)
        try await menu.isBackInShop()
      }
    }

    @Test("The cancel button beside the menu ends the payment at the provider: nothing can be paid any more")
    func cancelled() async throws {
      try await withMenu { menu in
        try await menu.browser.click("[data-part=payment] form.actions button")
        try await menu.isBackInShop()
        #expect(try await menu.checkout().phase == .cancelled)
        #expect(try await menu.demo.ledger() == [])
      }
    }

    @Test("In an app's secure browser the bank's page leads back to the menu, and the cancel button into the app")
    func inSecureBrowser() async throws {
      try await withMenu(inApp: true) { menu in
        try await menu.payByCard(SwedishShopper.askedCard)
        try await menu.sees("#decision")
        try await menu.browser.click("#decision button[value=decline]")
        try await menu.inside { try await menu.sees("#instruments") }
        try await menu.browser.click("[data-part=payment] form.actions button")
        let page = try await menu.browser.waitFor(url: "/ferry/back?")
        #expect(page.contains("code="))
        try await menu.sees("a.primary[href^='http://127.0.0.1:']")
        #expect(try await menu.checkout().phase == .cancelled)
        #expect(try await menu.demo.ledger() == [])
      }
    }
  }
}

extension BrowserJourneys.Soak {
  @Suite("In a payment menu", .serialized)
  struct InPaymentMenu {
    @Test(
      "A buyer who comes back from the app without paying sees the menu again, and pays by card",
      arguments: ["#decision button[value=decline]", nil])
    func backWithoutPaying(_ decision: String?) async throws {
      try await withMenu { menu in
        let app = try await menu.startSwish()
        let back = menu.returnAddress
        if let decision {
          try await menu.browser.open(app)
          try await menu.browser.click(decision)
          try await menu.sees("#continue")
        }
        try await menu.browser.open(back)
        try await menu.inside { try await menu.sees(decision == nil ? "#stop" : "#instruments") }
        if decision == nil { try await menu.inside { try await menu.browser.click("#stop button") } }
        try await menu.payByCard()
        try await menu.isPaid()
      }
    }

    @Test("After reloading the page, and after Back from the bank, the menu is there again")
    func reloaded() async throws {
      try await withMenu { menu in
        try await menu.browser.reload()
        try await menu.payByCard(SwedishShopper.askedCard)
        try await menu.sees("#decision")
        try await menu.browser.back()
        try await menu.inside { try await menu.sees("#stop") }
        try await menu.inside { try await menu.browser.click("#stop button") }
        try await menu.payByCard()
        try await menu.isPaid()
      }
    }

    @Test(
      "A script that cannot be loaded, or that fails, is told with a way to try again",
      arguments: ["errorBeforeExecution", "notJSON"])
    func scriptFails(_ kind: String) async throws {
      try await withMenu(fault: #"{"kind": "\#(kind)", "operation": "loadScript"}"#) { menu in
        try await menu.sees("[data-part=failed]:not([hidden])")
        try await menu.picture("failed-\(kind.lowercased())")
        try await menu.browser.click("[data-part=failed] a.primary")
        try await menu.payByCard()
        try await menu.isPaid()
      }
    }

    @Test(
      "A menu that does not appear in its frame is told with a way to try again, and a late one is shown",
      arguments: [
        #""kind": "errorBeforeExecution""#, #""kind": "dropBeforeExecution""#,
        #""kind": "delay", "milliseconds": 20000"#,
      ])
    func frameFails(_ kind: String) async throws {
      try await withMenu(fault: "{\(kind), \"operation\": \"loadMenu\"}") { menu in
        try await menu.sees("[data-part=failed]:not([hidden])")
        if !kind.contains("delay") { try await menu.browser.click("[data-part=failed] a.primary") }
        try await menu.sees("[data-part=payment]:not([hidden])")
        try await menu.payByCard()
        try await menu.isPaid()
      }
    }

    @Test("A wallet in a window of its own")
    func wallet() async throws {
      try await withMenu { menu in
        try await menu.start("ClickToPay")
        let first = try await menu.browser.currentTab()
        try await menu.inside { try await menu.browser.click("#wallet") }
        let tabs = try await menu.browser.waitFor(tabs: 2)
        try await menu.browser.switchTo(try #require(tabs.first { $0 != first }))
        try await menu.browser.click("#decision button[value=approve]")
        try await menu.browser.switchTo(first)
        try await menu.isPaid()
      }
    }

    @Test("In WebKit a card that the bank asks about pays")
    func paidInWebKit() async throws {
      try await withMenu(driver: .webKit) { menu in
        try await menu.payByCard(SwedishShopper.askedCard)
        try await menu.sees("#decision")
        try await menu.browser.click("#decision button[value=approve]")
        try await menu.isPaid()
      }
    }

    @Test("Light and dark, in every language of the page", arguments: Language.testCases)
    func pages(language: Language) async throws {
      for appearance in BrowserOptions.Appearance.allCases {
        try await withMenu(language: language, appearance: appearance) { menu in
          // Chromium's picture of a page whose frame is still loading may never come.
          try await menu.inside { try await menu.sees("#instruments") }
          try await menu.picture("\(language.rawValue)-\(appearance.rawValue)")
        }
      }
    }
  }
}
