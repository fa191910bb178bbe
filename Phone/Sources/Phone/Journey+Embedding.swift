import FerryCore
import PhoneDevice
import PhoneRules
import PhoneWebKit

extension Journey {
  /// The kinds of app whose review is in the app. With the review in the browser, the browser stays open between two pages.
  private static let reviewing: [DeviceSetup.AppKind] = [.webView, .native]

  static let embedding = [
    Journey(
      name: "embedded", title: "The provider's pages open in a web view of the app, and the buyer pays",
      kinds: reviewing, browser: .embedded
    ) { scene in
      try await scene.opensApp()
      try await scene.pressesPay()
      try await scene.signsIn()
      try await scene.selectsEmbedded()
      try await scene.paysEmbedded()
    },
    Journey(
      name: "embedded-left",
      title: "The web view is closed and the app is killed on the way: each web view starts without cookies, paid once",
      kinds: reviewing, browser: .embedded
    ) { scene in
      try await scene.opensApp()
      try await scene.pressesPay()
      try await scene.leaves(.done, "at the sign-in")
      try await scene.goesOn()
      try await scene.signsIn()
      try await scene.killed("during the selection")
      try await scene.goesOn()
      try await scene.signsIn()
      try await scene.selectsEmbedded()
      try await scene.buys()
      try await scene.signsInToPay()
      try await scene.leaves(.done, "before the provider has taken the payment")
      try await scene.stage.step("The app tells the server that the page was closed") { buyer in
        try await buyer.until("the hint") { scene.device.requests.contains { $0.path.hasSuffix("/closed") } }
      }
      if scene.isNative { try await scene.goesOnPaying() }
      try await scene.goesOn()
      try await scene.providerTakesPayment()
      try await scene.isPaid()
    },
    Journey(
      name: "embedded-window", title: "A page in the web view opens a window over itself, which closes itself",
      kinds: reviewing, browser: .embedded
    ) { scene in
      try await scene.opensApp()
      try await scene.pressesPay()
      try await scene.adds(link: scene.device.setup.sandbox + "/", target: "_blank")
      try await scene.stage.step("taps a link that opens a window; the window closes itself") { buyer in
        let page = scene.device.secure.view
        try await buyer.tap(Scene.addedLink, in: .secure)
        try await buyer.until("the window") {
          scene.device.secure.view !== page && scene.device.secure.view?.isLoading == false
        }
        _ = try? await buyer.script("window.close();", in: .secure)
        try await buyer.until("the page behind it") { scene.device.secure.view === page }
      }
      try await scene.signsIn()
      try await scene.selectsEmbedded()
      try await scene.paysEmbedded()
    },
    Journey(
      name: "embedded-bank",
      title: "A page in the web view opens a bank's app, which comes back by a link without a code: nothing is lost",
      kinds: reviewing, browser: .embedded
    ) { scene in
      let device = scene.device
      try await scene.opensApp()
      try await scene.pressesPay()
      try await scene.signsIn()
      let back = (device.setup.app.linkHost ?? "") + "/ferry/return/?checkout=co_of_nobody%26wake=1"
      try await scene.adds(link: "\(Bank.scheme)://pay?back=\(back)", target: "_self")
      let asked = device.requests.count
      try await scene.stage.step("taps the bank; its app approves, and opens the shop's app again") { buyer in
        try await buyer.tap(Scene.addedLink, in: .secure)
        try await buyer.until("the bank") { device.bank.asks }
        device.bank.approve()
        try await buyer.until("the app to ask the server") { device.requests.count > asked }
      }
      try await scene.selectsEmbedded()
      try await scene.paysEmbedded()
    },
  ]
}

extension Scene {
  static let addedLink = "#added-link"

  /// From the provider's selection to the review in the app. The web view catches the link into the app itself.
  func selectsEmbedded() async throws {
    try await chooses()
    try await stage.step("is back in the app: the web view closes by itself") { buyer in try await buyer.closed() }
    try await seesReview()
  }

  /// From the review to the end.
  func paysEmbedded() async throws {
    try await buys()
    try await providerTakesPayment()
    try await isPaid()
  }

  /// At the payment page the buyer is signed out again, because the web view is another one.
  func signsInToPay() async throws {
    try await stage.step("signs in again, and is at the provider's payment page") { buyer in
      try await buyer.tap("#ready-buyers button:first-of-type", in: .secure)
      try await seesInBrowser("#amount")
    }
  }

  func providerTakesPayment() async throws {
    try await signsInToPay()
    try await stage.step("The provider takes the payment; the web view closes by itself") { buyer in
      try await buyer.closed()
    }
  }

  /// Puts a link into the provider's page, such as a bank's page has.
  func adds(link: String, target: String) async throws {
    _ = try await stage.buyer.script(
      """
      const link = document.createElement('a');
      Object.assign(link, {id: 'added-link', href: address, target, rel: 'opener', textContent: 'Pay with the bank'});
      Object.assign(link.style, {display: 'block', padding: '20px'});
      document.body.prepend(link);
      """, ["address": link, "target": target], in: .secure)
  }
}
