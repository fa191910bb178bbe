import Ferry
import FerryCore
import Foundation
import PhoneDevice
import PhoneRules
import PhoneWebKit

/// Journeys in Sweden with a payment that does not end where it began: nothing comes back from another app, a bank's app leads
/// to the wrong browser, or the shop's app cancels.
extension Journey {
  static let leavingMenu = [
    inMenu(
      "stuck",
      "Nothing comes back from Swish: the buyer waits in vain, loads the menu again, and pays by card in the browser"
    ) { scene in
      try await scene.opensMenu()
      try await scene.opensBank("Swish")
      try await scene.stage.step("taps the app's icon; nothing has come back") { _ in scene.device.startApp() }
      try await scene.answers("wait")
      try await scene.answers("try-again")
      try await scene.seesMenuAgain()
      try await scene.stage.step("gives Swish up") { buyer in try await buyer.touchInFrame("#stop button") }
      try await scene.paysInMenu("4761739001010416")
      try await scene.decidesInSafari()
      try await scene.isPaidFromMenu()
    },
    inMenu(
      "stuck-page",
      "A bank's page opens an app from which nothing comes back: the buyer opens the page in the browser, and pays there"
    ) { scene in
      try await scene.opensMenu()
      try await scene.paysInMenu("4761739001010416")
      try await scene.stage.step("The bank's page opens the bank's app; the buyer returns by the app's icon") { buyer in
        try await scene.seesInBrowser("#decision")
        try await scene.adds(link: "\(Bank.scheme)://pay?back=https://bank.example/", target: "_self")
        try await buyer.tap(Scene.addedLink, in: .secure)
        try await buyer.until("the bank's app") { scene.device.bank.asks }
        scene.device.startApp()
      }
      try await scene.answers("open-in-browser")
      try await scene.decidesInSafari()
      try await scene.isPaidFromMenu()
    },
    inMenu(
      "browser-declined",
      "The bank's page goes on in the browser, and refuses: its link brings the menu back in the web view, and a card pays"
    ) { scene in
      try await scene.goesOnInBrowser()
      try await scene.decidesInSafari("decline")
      try await scene.seesMenuAgain()
      try await scene.paysInMenu("4925000000000004")
      try await scene.isPaidFromMenu()
    },
    inMenu(
      "browser-paid",
      "The bank's page goes on in the browser, and approves: its link leads into the app, which says paid"
    ) { scene in
      try await scene.goesOnInBrowser()
      try await scene.decidesInSafari()
      try await scene.isPaidFromMenu()
    },
    inMenu(
      "browser-by-hand",
      "The bank's page goes on in the browser; the buyer returns by the app's icon, is asked, and loads the menu again"
    ) { scene in
      try await scene.goesOnInBrowser()
      try await scene.stage.step("returns by the app's icon; the app asks, and the buyer tries again") { buyer in
        try scene.stage.expect(scene.device.alert == nil, "the offer came before the buyer was back")
        scene.device.startApp()
        try await buyer.until("the offer") { scene.device.alert != nil }
        let language = scene.device.setup.language
        try scene.stage.expect(
          scene.device.alert?.text == language.ferryTexts.goesOnInBrowser, "the app asks about another app")
        scene.device.choose("try-again")
        try await buyer.page("returned=1", in: .secure)
      }
      try await scene.stage.step("The menu leads to the bank's page again, which stays in the web view") { buyer in
        try await buyer.touchInFrame("#issuer")
      }
      try await scene.decidesOnBankPage("approve")
      try await scene.isPaidFromMenu()
    },
    inMenu(
      "trampoline",
      "Swish is declined, and comes back in Safari: a page on another host has a button into the app, and a card pays"
    ) { scene in
      try await scene.opensMenu()
      try await scene.opensBank("Swish")
      try await scene.decidesInBank("decline")
      let back = scene.device.bank.back ?? ""
      try await scene.stage.step("The bank's app opens Safari at the link host, which leads to the server's own host") {
        buyer in
        scene.device.visitInSafari(scene.device.bank.decide() ?? "")
        let page = try await buyer.page("/ferry/back", in: .safari)
        try scene.stage.expect(page.hasPrefix(scene.device.setup.server), "the page with the button is at \(page)")
        let language = try await scene.text("document.documentElement.lang", in: .safari)
        let own = scene.isNative ? scene.device.setup.language.rawValue : "sv"
        try scene.stage.expect(language == own, "the page is in \(language)")
      }
      try await scene.stage.step("The button's link is the bank's with the extra parameter, and opens the app") {
        buyer in
        let link = try await scene.text("document.querySelector(s).href", ["s": Scene.backLink], in: .safari)
        try scene.stage.expect(
          link == back + "&tap=1" && back.contains("wake=1"), "the button leads to \(link), the bank's app to \(back)")
        try await buyer.tap(Scene.backLink, in: .safari)
        try await buyer.until("the link in the app") {
          scene.device.journal.entries.contains { $0.text == "is handed the link by user-activity" }
        }
      }
      try await scene.seesMenuAgain()
      try await scene.paysInMenu("4925000000000004")
      try await scene.isPaidFromMenu()
    },
    inMenu(
      "aborted", "The shop's app cancels while the menu is shown: it closes, the provider's order ends, another pays"
    ) {
      scene in
      try await scene.opensMenu()
      let aborts = try await scene.aborts()
      try await scene.stage.step("The shop's app cancels; the menu goes away by itself") { buyer in
        scene.device.app?.cancelPayment()
        try await buyer.closed()
      }
      try await scene.seesResult("cancelled")
      try await scene.stage.step("The provider's payment order was aborted") { _ in
        let now = try await scene.aborts()
        try scene.stage.expect(now == aborts + 1, "aborts: \(now - aborts)")
      }
      try await scene.ledgerSays(captured: 0)
      try await scene.triesAgain()
      try await scene.stage.step("sees the review again; shop and app have the address") { _ in
        try await scene.sees(scene.isNative ? "buy" : Scene.buyForm)
      }
      try await scene.buys()
      try await scene.stage.step("sees the menu of another payment order") { _ in
        try await scene.seesInBrowser("#ferry-payment iframe")
      }
      try await scene.paysInMenu("4925000000000004")
      try await scene.isPaidFromMenu()
    },
  ]
}

extension Scene {
  /// Waits for the app's offer after another app was opened, and presses a button.
  func answers(_ button: String) async throws {
    let asked = device.time.now
    try await stage.step("The app offers help; the buyer chooses: \(button)") { buyer in
      try await buyer.until("the offer") { device.alert != nil }
      // The page was opened by an earlier step.
      try stage.expect(device.time.now.since(asked) > .seconds(15), "the offer came at once")
      device.choose(button)
    }
  }

  /// From the app's icon to the bank's page in Safari, which the buyer has opened from the web view.
  func goesOnInBrowser() async throws {
    try await opensMenu()
    try await paysInMenu("4761739001010416")
    try await stage.step("The bank's page: the buyer opens it in the browser") { _ in
      try await seesInBrowser("#decision")
      device.openInSafari()
      try await seesInBrowser("#decision", in: .safari)
    }
  }

  /// The bank's page is in Safari, whose answer leads into the app. The web view waits for it.
  func decidesInSafari(_ act: String = "approve") async throws {
    try await stage.step("The bank's page in Safari: \(act)") { buyer in
      try await buyer.tap("#decision button[value=\(act)]", in: .safari)
      try await seesInBrowser(Self.backLink, in: .safari)
      if act == "decline" { try stage.expect(device.secure.view != nil, "the web view has closed") }
      try await buyer.tap(Self.backLink, in: .safari)
    }
  }

  /// The text that an expression gives in a page.
  func text(_ expression: String, _ arguments: [String: String] = [:], in place: Driver.Place) async throws -> String {
    let answer = try await stage.buyer.script("return \(expression);", arguments, in: place)
    return try JSONDecoder().decode(String.self, from: Data(answer.utf8))
  }

  /// The number of payment orders that the provider was told to abort.
  func aborts() async throws -> Int {
    struct Log: Decodable {
      struct Request: Decodable { var operation: String? }
      var requests: [Request]
    }
    let answer = try await ledger.http.send("GET", device.setup.sandbox + "/control/requests")
    return try JSONDecoder().decode(Log.self, from: Data(answer.body)).requests.count { $0.operation == "abort" }
  }
}
