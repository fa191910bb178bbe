import FerryCore
import PhoneDevice
import PhoneRules
import PhoneWebKit

/// Journeys in Colombia: the shop asks for the address, and the first page of the provider is its payment page.
extension Journey {
  static func atOnce(
    _ name: String, _ title: String, _ browser: DeviceSetup.Browser = .secure,
    _ play: @escaping @MainActor @Sendable (Scene) async throws -> Void
  ) -> Journey {
    // With the review in the secure browser there is nothing to select there.
    Journey(
      name: "at-once-" + name, title: title, kinds: [.webView, .native], browser: browser, market: .colombia, play: play
    )
  }

  static let payingAtOnce = [
    atOnce("paid", "The buyer pays by card") { scene in
      try await scene.opensPaymentPage()
      try await scene.paysByCard()
      try await scene.returnsToShop()
      try await scene.isPaidAtOnce()
    },
    atOnce("embedded", "In a web view of the app a card is declined, and another one pays", .embedded) { scene in
      try await scene.opensPaymentPage()
      try await scene.paysByCard("4110760000000016")
      try await scene.stage.step("The card is declined; the buyer tries again") { buyer in
        try await buyer.tap("a[href*='retry=']", in: .secure)
      }
      try await scene.paysByCard()
      try await scene.returnsToShop()
      try await scene.isPaidAtOnce()
    },
    atOnce("bank", "In a web view of the app the bank's page opens in a window of its own", .embedded) { scene in
      try await scene.opensPaymentPage()
      try await scene.stage.step("chooses a transfer, and approves it at the bank") { buyer in
        try await buyer.tap("#transfer .button", in: .secure)
        try await scene.seesInBrowser("a#bank")
        let page = scene.device.secure.view
        try await buyer.tap("a#bank", in: .secure)
        try await buyer.until("the bank's window") {
          scene.device.secure.view !== page && scene.device.secure.view?.isLoading == false
        }
        try await buyer.tap("#bank button[value=approve]", in: .secure)
      }
      // The app may hear of the payment, and close the web view with both windows.
      try await scene.stage.step("The web view closes") { buyer in
        try await buyer.until("the end of the web view, or the way back") {
          guard let view = scene.device.secure.view, !view.isLoading else { return scene.device.secure.view == nil }
          return try await view.call("return document.querySelector(s) !== null;", ["s": Scene.bankIsDone]) == "true"
        }
        if scene.device.secure.view != nil { try? await buyer.tap(Scene.bankIsDone, in: .secure) }
        if scene.device.secure.view != nil { try? await buyer.tap("#return", in: .secure) }
        try await buyer.closed()
      }
      try await scene.isPaidAtOnce()
    },
    atOnce(
      "browser", "The payment page goes on in the browser, whose return leads to the web view that has stayed open",
      .embedded
    ) { scene in
      try await scene.opensPaymentPage()
      try await scene.stage.step("opens the page in the browser, pays there, and returns") { buyer in
        scene.device.openInSafari()
        try await buyer.fill("#number", with: "4110760000000081", in: .safari)
        try await buyer.tap("#card .button", in: .safari)
        try await buyer.tap("#return", in: .safari)
        try await buyer.tap(Scene.backLink, in: .safari)
      }
      try await scene.leavesProvider()
      try await scene.isPaidAtOnce()
    },
    atOnce("cancelled", "Cancelled on the payment page: nothing is charged", .embedded) { scene in
      try await scene.opensPaymentPage()
      try await scene.cancelsAtProvider()
      try await scene.leavesProvider()
      try await scene.seesResult("cancelled")
      try await scene.ledgerSays(captured: 0)
    },
    atOnce("killed", "The app is killed on the payment page; the buyer goes on, and pays once") { scene in
      try await scene.opensPaymentPage()
      try await scene.killed("on the payment page")
      try await scene.goesOn()
      // The session has the payer already.
      try await scene.paysByCard()
      try await scene.returnsToShop()
      try await scene.isPaidAtOnce()
    },
  ]
}

extension Scene {
  /// A Fire HD8, delivered in Bogotá, in centavos.
  static let totalInBogota: Int64 = 39_980_000

  /// From the app's icon to the provider's payment page.
  func opensPaymentPage() async throws {
    try await goesToPayAtOnce()
    try await agreesAsPayer()
  }

  /// From the app's icon to the purchase, with an address.
  func goesToPayAtOnce() async throws {
    try await stage.step("The buyer opens the app, and fills the cart in \(device.setup.market.id)") { buyer in
      device.startApp()
      if !isNative { try await buyer.tap("a[href='/market/\(device.setup.market.id)']", in: .app) }
      try await fills(buyer)
    }
    try await stage.step("writes the address, and sees the review") { buyer in
      guard !isNative else {
        try await buyer.tap("pay", in: .app)
        return try await sees("buy")
      }
      try await buyer.tap("#start-checkout button[name=provider]", in: .app)
      for (field, text) in device.setup.market.delivery.sorted(by: { $0.key < $1.key }) {
        try await buyer.fill("#" + field, with: text, in: .app)
      }
      try await buyer.tap("form[action='/checkout'] .button", in: .app)
      try await sees(Self.buyForm)
    }
    try await buys()
  }

  /// The link of the bank's page after the buyer's decision.
  static let bankIsDone = ".actions a[href*='/spa/session/']"

  /// The form has the shop's facts about the buyer.
  func agreesAsPayer() async throws {
    try await stage.step("agrees to the data of the payer") { buyer in
      try await buyer.tap("#payer .button", in: .secure)
      try await seesInBrowser("#card")
    }
  }

  func paysByCard(_ number: String = "4110760000000081") async throws {
    try await stage.step("pays with a card that ends in \(number.suffix(4))") { buyer in
      try await buyer.fill("#number", with: number, in: .secure)
      try await buyer.tap("#card .button", in: .secure)
    }
  }

  /// From the provider's result to the app.
  func returnsToShop() async throws {
    try await stage.step("returns to the shop, unless the app closes the browser first") { buyer in
      try await buyer.until("the way back") {
        guard let view = device.secure.view else { return true }
        return try await view.call("return document.querySelector('#return') !== null;") == "true"
      }
      if device.secure.view != nil { try? await buyer.tap("#return", in: .secure) }
    }
    try await leavesProvider()
  }

  func isPaidAtOnce() async throws {
    try await seesResult("paid")
    try await ledgerSays(captured: Self.totalInBogota)
  }
}
