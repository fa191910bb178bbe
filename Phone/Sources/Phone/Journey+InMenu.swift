import FerryCore
import PhoneDevice
import PhoneRules
import PhoneWebKit

/// Journeys in Sweden: the provider's menu stands in a web view of the app, and leads to banks' pages and apps.
extension Journey {
  static func inMenu(
    _ name: String, _ title: String, _ play: @escaping @MainActor @Sendable (Scene) async throws -> Void
  ) -> Journey {
    Journey(
      name: "swedbank-" + name, title: title, kinds: [.webView, .native], browser: .embedded, market: .sweden,
      play: play)
  }

  static let inMenu = [
    inMenu("paid", "A card that the bank asks about: its page leads back to the menu, which leads back to the app") {
      scene in
      try await scene.opensMenu()
      try await scene.paysInMenu("4761739001010416")
      try await scene.decidesOnBankPage("approve")
      try await scene.isPaidFromMenu()
    },
    inMenu("declined", "The bank's page refuses, and a card is declined: the menu is there again, another card pays") {
      scene in
      try await scene.opensMenu()
      try await scene.paysInMenu("4761739001010416")
      try await scene.decidesOnBankPage("decline")
      try await scene.paysInMenu("5510000000009631")
      try await scene.paysInMenu("4925000000000004")
      try await scene.isPaidFromMenu()
    },
    inMenu("swish", "Swish in another app, which comes back by the payment URL as a universal link") { scene in
      try await scene.opensMenu()
      try await scene.opensBank("Swish")
      try await scene.decidesInBank("approve")
      try await scene.stage.step("The bank's app opens the shop's app again") { _ in scene.device.bank.approve() }
      try await scene.isPaidFromMenu()
    },
    inMenu("swish-declined", "Swish is declined in the other app; the menu is loaded again, and a card pays") { scene in
      try await scene.opensMenu()
      try await scene.opensBank("Swish")
      try await scene.decidesInBank("decline")
      try await scene.stage.step("The bank's app opens the shop's app again") { _ in scene.device.bank.approve() }
      try await scene.paysInMenu("4925000000000004")
      try await scene.isPaidFromMenu()
    },
    inMenu(
      "swish-scheme",
      "Swish is declined, and its link stays in Safari: the page offers the app's own scheme, the last resort, and a card pays"
    ) { scene in
      // The buyer once preferred the website: no tap on a universal link opens the app.
      scene.device.rules = LinkRules(prefersWebsite: true)
      try await scene.opensMenu()
      try await scene.opensBank("Swish")
      try await scene.decidesInBank("decline")
      let back = scene.device.bank.back ?? ""
      try await scene.stage.step("The bank's app opens its link, which opens Safari in place of the app") { buyer in
        scene.device.bank.approve()
        try await buyer.page("/ferry/back", in: .safari)
        try await scene.seesInBrowser(Scene.backLink, in: .safari)
        let schemes = try await scene.text(
          "`${document.querySelectorAll(s).length}`", ["s": Scene.schemeLink], in: .safari)
        try scene.stage.expect(schemes == "0", "the page offers the scheme before the button was tried")
      }
      try await scene.stage.step("The button does not open the app either: the page offers the scheme") { buyer in
        try await buyer.tap(Scene.backLink, in: .safari)
        try await buyer.page("tried=1", in: .safari)
        try await scene.seesInBrowser(Scene.schemeLink, in: .safari)
        let link = try await scene.text("document.querySelector(s).href", ["s": Scene.schemeLink], in: .safari)
        let app = scene.device.setup.app
        let own = "\(app.scheme ?? ""):/\(back.dropFirst(app.linkHost?.count ?? 0))"
        try scene.stage.expect(link == own, "the page leads to \(link), the bank's app to \(back)")
      }
      try await scene.stage.step("The phone asks, and the link of the scheme opens the app") { buyer in
        try await buyer.tap(Scene.schemeLink, in: .safari)
        try await buyer.until("the link in the app") {
          scene.decided("prompt accepted: to the app")
            && scene.device.journal.entries.contains { $0.text == "is handed the link by url-context" }
        }
      }
      try await scene.seesMenuAgain()
      try await scene.paysInMenu("4925000000000004")
      try await scene.isPaidFromMenu()
    },
    inMenu("swish-safari", "Swish comes back in Safari by mistake, whose page leads into the app") { scene in
      try await scene.opensMenu()
      try await scene.opensBank("Swish")
      try await scene.decidesInBank("approve")
      try await scene.stage.step("The bank's app opens Safari; the buyer taps the way into the app") { buyer in
        scene.device.visitInSafari(scene.device.bank.decide() ?? "")
        try await buyer.tap(Scene.backLink, in: .safari)
      }
      try await scene.isPaidFromMenu()
    },
    inMenu("swish-by-hand", "Swish does not come back; the buyer returns to the app by its icon") { scene in
      try await scene.opensMenu()
      try await scene.opensBank("Swish")
      try await scene.decidesInBank("approve")
      scene.device.bank.decide()
      try await scene.stage.step("taps the app's icon") { _ in scene.device.startApp() }
      try await scene.isPaidFromMenu()
    },
    inMenu("swish-killed", "The app is killed while the buyer is in Swish; the link starts it, and it says paid") {
      scene in
      try await scene.opensMenu()
      try await scene.opensBank("Swish")
      try await scene.decidesInBank("approve")
      try await scene.stage.step("The app is killed; the bank's app opens it again") { _ in
        scene.device.killApp()
        scene.device.bank.approve()
      }
      try await scene.seesResult("paid")
      try await scene.ledgerSays(captured: Scene.totalInStockholm)
    },
    inMenu("wallet", "A wallet in a window over the menu, which closes itself") { scene in
      try await scene.opensMenu()
      try await scene.stage.step("opens the wallet, and approves") { buyer in
        try await buyer.touchInFrame("#instruments button[value=ClickToPay]")
        try await buyer.touchInFrame("#start .button")
        let page = scene.device.secure.view
        try await buyer.touchInFrame("#wallet")
        try await buyer.until("the wallet's window") {
          scene.device.secure.view !== page && scene.device.secure.view?.isLoading == false
        }
        try await buyer.tap("#decision button[value=approve]", in: .secure)
      }
      try await scene.isPaidFromMenu()
    },
    inMenu("terms", "The shop's terms open in a window over the menu, and the buyer goes on to pay") { scene in
      try await scene.opensMenu()
      try await scene.stage.step("opens the terms, and closes their window") { buyer in
        let page = scene.device.secure.view
        try await buyer.touchInFrame("#terms")
        try await buyer.until("the window with the terms") {
          scene.device.secure.view !== page && scene.device.secure.view?.isLoading == false
        }
        try await buyer.page("/terms", in: .secure)
        _ = try? await buyer.script("window.close();", in: .secure)
        try await buyer.until("the menu behind it") { scene.device.secure.view === page }
      }
      try await scene.paysInMenu("4925000000000004")
      try await scene.isPaidFromMenu()
    },
    inMenu("cancelled", "Cancelled beside the menu: nothing is charged, and nothing can be paid any more") { scene in
      try await scene.opensMenu()
      try await scene.stage.step("cancels") { buyer in
        try await buyer.tap("[data-part=payment] form.actions button", in: .secure)
      }
      try await scene.leavesProvider()
      try await scene.seesResult("cancelled")
      try await scene.ledgerSays(captured: 0)
    },
  ]
}

extension Scene {
  /// A Fire HD8, delivered in Stockholm, in öre.
  static let totalInStockholm: Int64 = 105_800

  /// From the app's icon to the menu.
  func opensMenu() async throws {
    try await goesToPayAtOnce()
    try await stage.step("sees the menu in a web view of the app") { _ in
      try await seesInBrowser("#ferry-payment iframe")
    }
  }

  /// A link or the buyer has led back to the menu. The server asks the provider first.
  func seesMenuAgain() async throws {
    try await stage.step("The menu is loaded again in the web view that has stayed open") { buyer in
      let page = try await buyer.page("returned=1", in: .secure)
      try stage.expect(
        page.hasPrefix(device.setup.server + "/ferry/next/") && page.hasSuffix("?returned=1"), "the page is \(page)")
      let opened = device.journal.entries.count { $0.text == "opens the payment page in a web view" }
      try stage.expect(opened == 1, "web views opened: \(opened)")
      try await seesInBrowser("#ferry-payment iframe")
    }
  }

  func paysInMenu(_ card: String) async throws {
    try await stage.step("pays with a card that ends in \(card.suffix(4))") { buyer in
      try await buyer.touchInFrame("#instruments button[value=CreditCard]")
      try await buyer.touchInFrame("#number", text: card)
      try await buyer.touchInFrame("#card .button")
    }
  }

  func decidesOnBankPage(_ act: String) async throws {
    try await stage.step("The bank's page: \(act)") { buyer in
      try await buyer.tap("#decision button[value=\(act)]", in: .secure)
    }
  }

  func opensBank(_ method: String) async throws {
    try await stage.step("chooses \(method), whose app opens") { buyer in
      try await buyer.touchInFrame("#instruments button[value=\(method)]")
      try await buyer.touchInFrame("#start .button")
      try await buyer.touchInFrame("#app")
      try await buyer.until("the bank's app") { device.bank.asks }
    }
  }

  /// The buyer decides in the bank's app, which tells the provider.
  func decidesInBank(_ act: String) async throws {
    try await stage.step("The bank's app: \(act)") { _ in
      let token = device.bank.token ?? ""
      let answer = try await ledger.http.send(
        "POST", device.setup.sandbox + "/control/buyer", headers: [("Content-Type", "application/json")],
        body: Array(#"{"page": "\#(token)", "act": "\#(act)"}"#.utf8))
      try stage.expect(answer.status == 200, "the provider answers \(answer.status)")
    }
  }

  func isPaidFromMenu() async throws {
    try await leavesProvider()
    try await seesResult("paid")
    try await ledgerSays(captured: Self.totalInStockholm)
  }
}
