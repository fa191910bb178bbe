import FerryCore
import PhoneDevice
import PhoneRules
import PhoneWebKit

/// The way a buyer leaves the secure browser.
enum WayOut: String, Sendable, CaseIterable {
  case done
  case swipe
  case safari

  @MainActor func leave(_ device: Device) {
    switch self {
    case .done: device.done()
    case .swipe: device.swipe()
    case .safari:
      device.openInSafari()
      device.leaveSafari()
    }
  }

  var words: String {
    switch self {
    case .done: "taps Done"
    case .swipe: "swipes the secure browser down"
    case .safari: "opens the page in Safari, and goes back to the app"
    }
  }
}

extension Journey {
  static let leaving = WayOut.allCases.flatMap { way in
    [
      Journey(
        name: "closed-\(way.rawValue)",
        title: "Closed at each step (\(way.rawValue)): the buyer continues and pays once"
      ) {
        scene in
        try await scene.opensApp()
        try await scene.pressesPay()
        try await scene.leaves(way, "at the sign-in")
        try await scene.goesOn()
        try await scene.signsInIfAsked()
        try await scene.leaves(way, "during the selection")
        try await scene.goesOn()
        try await scene.signsInIfAsked()
        try await scene.chooses()
        try await scene.isOnWayBack()
        try await scene.leaves(way, "on the way back")
        try await scene.reachesReview()
        try await scene.changes("address")
        try await scene.isAtSelection()
        try await scene.leaves(way, "in the change")
        // Until the app tells it, the page shows the earlier review.
        if scene.kind == .webView { try await scene.sees(Scene.keep) }
        try await scene.reachesReview()
        try await scene.buys()
        try await scene.providerHasPayment()
        try await scene.leavesIfOpen(way, "when the provider has taken the payment")
        try await scene.isPaid()
      }
    ]
  }

  static let killing = [
    Journey(name: "killed", title: "The app is killed at each step; the buyer pays once") { scene in
      try await scene.opensApp()
      try await scene.pressesPay()
      try await scene.killed("at the sign-in")
      try await scene.goesOn()
      try await scene.signsInIfAsked()
      try await scene.chooses()
      try await scene.isOnWayBack()
      try await scene.killed("on the way back")
      try await scene.reachesReview()
      try await scene.killed("at the review")
      try await scene.reachesReview()
      try await scene.buys()
      try await scene.killedWhenPaid()
      try await scene.findsPaid()
    },
    Journey(
      name: "left-payment",
      title: "The buyer leaves the payment page too early: nothing is said to be paid, nor to have failed"
    ) { scene in
      try await scene.opensAppAndSelects()
      try await scene.buys()
      try await scene.stage.step("is at the provider's payment page") { _ in try await scene.seesInBrowser("#amount") }
      try await scene.leaves(.done, "before the provider has taken the payment")
      try await scene.goesOnPaying()
    },
    Journey(
      name: "page-killed",
      title: "The page's process ends while the buyer is away: the page of the present phase comes back",
      // A native app has no page.
      kinds: [.webView, .firstGeneration]
    ) { scene in
      try await scene.opensApp()
      try await scene.pressesPay()
      try await scene.stage.step("The system ends the page's process") { _ in scene.device.killPage() }
      try await scene.signsIn()
      try await scene.chooses()
      try await scene.comesBack()
      try await scene.seesReview()
      try await scene.buys()
      try await scene.stage.step("The system ends the page's process again") { _ in scene.device.killPage() }
      try await scene.approves()
      try await scene.isPaid()
    },
    Journey(name: "network", title: "The network is gone when the buyer comes back, and returns") { scene in
      try await scene.opensAppAndChooses()
      try await scene.isOnWayBack()
      try await scene.stage.step("The network goes; the buyer takes the link into the app") { buyer in
        scene.device.setOnline(false)
        try await buyer.tap(scene.wayIntoApp, in: .secure)
        try await scene.device.time.sleep(for: .seconds(2))
      }
      try await scene.stage.step("The network is back, and the app continues") { buyer in
        scene.device.setOnline(true)
        scene.device.app?.comeToFront()
        if scene.kind == .firstGeneration { try await scene.seesInBrowser("#amount") } else { try await buyer.closed() }
      }
      guard scene.kind != .firstGeneration else { return try await scene.paysWhatWasAgreed() }
      try await scene.seesReview()
      try await scene.paysFromReview()
    },
  ]
}

extension Scene {
  /// The selector of the button of the shop's page that opens the provider again. It excludes the cart's button, because the
  /// covered page may still be the cart.
  static let onward =
    "form[action=\"/checkout/continue\"] button, form[action=\"/checkout\"]:not(#start-checkout) button"

  /// The selector of the button that keeps the earlier selection.
  static let keep = "form[action=\"/checkout/keep\"] button"

  /// An abandoned change offers both buttons, and its page may load at any moment.
  private static let keepOrOnward = "\(keep), body:not(:has(\(keep))) :is(\(onward))"

  /// The provider has sent the buyer back.
  func providerHasPayment() async throws {
    try await stage.step("The provider takes the payment") { buyer in
      try await seesInBrowser("#amount")
      try await buyer.until("the way back") {
        guard let view = device.secure.view else { return true }
        return view.committed?.contains("/ferry/") == true
      }
    }
  }

  func leavesIfOpen(_ way: WayOut, _ place: String) async throws {
    // The app may know already and have closed the browser.
    guard device.secure.view != nil else { return }
    try await leaves(way, place)
  }

  /// Kills the app at the moment when the provider has sent the buyer back.
  func killedWhenPaid() async throws {
    let device = device
    var isArmed = true
    device.journal.observe { entry in
      guard isArmed, entry.kind == .link else { return }
      isArmed = false
      // Not inside WebKit's callback.
      device.errands.yield {
        device.killApp()
        device.interference.losesAll = false
      }
    }
    try await stage.step("The provider takes the payment; before the app hears of it, it is killed") { buyer in
      try await seesInBrowser("#amount")
      // The server may hear of it before the buyer is back.
      device.interference.losesAll = true
      try await buyer.until("the app's end") { device.app == nil }
    }
    try stage.expect(!device.journal.entries.contains { $0.text == "status: ended, paid" }, "the app knew already")
    try await stage.step("The buyer opens it again") { _ in device.startApp() }
  }

  func isAtSelection() async throws {
    try await stage.step("is at the provider's selection") { _ in try await seesInBrowser("#selection") }
  }

  /// The app was killed after the payment. Opened again, it shows the result.
  func findsPaid() async throws {
    try await stage.step("The app has found out that the order is paid") { buyer in
      if isNative { return try await buyer.text("result: paid", in: .app) }
      try await buyer.page("/thanks", in: .app)
    }
    try await ledgerSays(captured: Self.total)
  }

  func leaves(_ way: WayOut, _ place: String) async throws {
    try await stage.step("\(way.words), \(place)") { buyer in
      way.leave(device)
      try await buyer.closed()
    }
  }

  func killed(_ place: String) async throws {
    try await stage.step("The app is killed \(place)") { _ in device.killApp() }
    try await stage.step("The buyer opens it again") { _ in device.startApp() }
  }

  /// The app says that the checkout is not finished, and the buyer continues at the same step.
  func goesOn() async throws {
    try await stage.step("continues at the same step") { buyer in
      if isNative { return try await buyer.tap("go-on", in: .app) }
      try await buyer.tap(Self.onward, in: .app)
    }
  }

  /// Reaches the review in the way that the app offers: at once, by the return page, or by the button that continues.
  func reachesReview() async throws {
    try await stage.step("reaches the review") { buyer in
      try await buyer.until("the review") {
        if let view = device.secure.view {
          if kind == .firstGeneration, try await isThere(Self.purchaseLink, in: view) { return true }
          try await tapIfThere(Self.backLink, in: view)
          // The page may have been replaced during the tap, and another button may have opened a change.
          try await tapIfThere("body:has(#selection) #cancel button", in: view)
          return false
        }
        if isNative {
          if device.app?.control("buy")?.isOnScreen == true { return true }
          if let control = device.app?.control("go-on"), control.isOnScreen, control.size.width > 1 {
            _ = control.tap()
          }
        } else if let view = device.app?.webView, !view.isLoading {
          if try await isThere(Self.buyForm, in: view) { return true }
          try await tapIfThere(Self.keepOrOnward, in: view)
        }
        // The tap needs time to take effect.
        try await device.time.sleep(for: .milliseconds(400))
        return false
      }
    }
  }

  private func isThere(_ selector: String, in view: WebView) async throws -> Bool {
    try await view.call("return document.querySelector(s) !== null;", ["s": selector]) == "true"
  }

  func tapIfThere(_ selector: String, in view: WebView) async throws {
    guard !view.isLoading, let place = try await view.place(of: selector) else { return }
    let end = device.time.now + .seconds(3)
    _ = try await view.tapAndWait(selector, at: place) {
      try? await device.time.sleep(for: .milliseconds(20))
      return device.time.now > end
    }
  }
}
