import Ferry
import FerryCore
import PhoneDevice
import PhoneRules
import PhoneWebKit

extension Journey {
  /// Faults outside of the app: lost answers, a locked keychain, an earlier installation.
  static let recovering = [
    Journey(
      name: "answer-lost", title: "The answers to claim and agreement are lost: both are asked again, and count once"
    ) { scene in
      let device = scene.device
      try await scene.opensAppAndChooses()
      // A shop's page confirms by its own backend.
      let lost: Set<String> = scene.kind == .webView ? ["/claim"] : ["/claim", "/confirm"]
      device.interference.losesAnswers = lost
      try await scene.comesBack()
      try await scene.seesReview()
      try await scene.buys()
      try await scene.approves()
      try await scene.stage.step("Each was sent again under the same key, and then answered") { _ in
        for end in lost {
          let sent = device.requests.filter { $0.path.hasSuffix(end) }
          try scene.stage.expect(sent.count >= 2, "\(end) was sent \(sent.count) times")
          try scene.stage.expect(sent.first?.status == nil, "\(end) was answered at once")
          try scene.stage.expect(sent.last?.status == 200, "\(end) was not answered in the end")
          try scene.stage.expect(
            Set(sent.map(\.idempotencyKey)).count == 1 && sent.first?.idempotencyKey != nil, "\(end) had another key")
        }
      }
      try await scene.isPaid()
    },
    Journey(
      name: "locked-phone",
      title: "The phone restarts, and the app runs before it is unlocked: nothing is taken for gone"
    ) { scene in
      let device = scene.device
      try await scene.opensAppAndChooses()
      try await scene.isOnWayBack()
      try await scene.stage.step("The phone restarts; a message wakes the app before anybody has unlocked it") {
        buyer in
        device.restart()
        device.launchApp()
        try await buyer.until("the app to say that it cannot read yet") {
          device.journal.entries.contains { $0.text == "notice: \(FlowNotice.storageLocked)" }
        }
        try scene.stage.expect(device.keychainItems == 1, "the keychain holds \(device.keychainItems) items")
      }
      try await scene.stage.step("The buyer unlocks the phone, and opens the app") { _ in
        device.unlock()
        device.showAppWindow()
        device.startApp()
      }
      try await scene.reachesReview()
      try await scene.paysFromReview()
    },
    Journey(
      name: "reinstalled",
      title: "The app is deleted during a payment and installed again: it does not continue the old payment"
    ) { scene in
      let device = scene.device
      try await scene.opensAppAndChooses()
      let link = try await scene.linkOfPage()
      try await scene.stage.step("The buyer deletes the app, and installs it again") { _ in
        await device.reinstallApp()
        try scene.stage.expect(device.keychainItems == 1, "the keychain holds \(device.keychainItems) items")
      }
      try await scene.opensApp()
      try await scene.stage.step("Nothing of the deleted installation is left; its link is a stranger's") { buyer in
        try await buyer.until("the keychain to be empty") { device.keychainItems == 0 }
        device.deliver(link, to: device.setup.app.name)
        try await buyer.until("the app to say so") {
          device.journal.entries.contains { $0.text.contains("linkOfAnotherCheckout") }
        }
      }
      try await scene.pressesPayAgain()
      try await scene.signsInIfAsked()
      try await scene.choosesAndPays()
    },
    Journey(
      name: "damaged", title: "The stored item is truncated: the app says so, and the buyer can still pay"
    ) { scene in
      let device = scene.device
      try await scene.opensApp()
      try await scene.pressesPay()
      try await scene.signsIn()
      try await scene.stage.step("The app is killed, and most of its stored item is lost") { _ in
        device.killApp()
        device.damageKeychain()
      }
      try await scene.stage.step("The buyer opens it again: it names the item that it could not read") { buyer in
        device.startApp()
        try await buyer.until("the notice") {
          device.journal.entries.contains { $0.text.hasPrefix("notice: unreadableItem") }
        }
      }
      try await scene.pressesPayAgain()
      try await scene.signsInIfAsked()
      try await scene.choosesAndPays()
    },
    Journey(
      name: "killed-later",
      title: "The app is killed in a change and at the payment page: nothing is lost or paid twice"
    ) { scene in
      try await scene.opensAppAndSelects()
      try await scene.changes("address")
      try await scene.isAtSelection()
      try await scene.killed("in the change")
      try await scene.reachesReview()
      try await scene.seesReview()
      try await scene.buys()
      try await scene.stage.step("is at the provider's payment page") { _ in try await scene.seesInBrowser("#amount") }
      try await scene.killed("at the payment page")
      try await scene.goesOnPaying()
    },
  ]
}

extension Scene {
  /// The page's link into the app, as text.
  func linkOfPage(in place: Driver.Place = .secure) async throws -> String {
    var link = ""
    try await stage.step("is on the way back") { buyer in
      try await seesInBrowser(wayIntoApp, in: place)
      let href = try await buyer.script("return document.querySelector(s).href;", ["s": wayIntoApp], in: place)
      link = href.split(separator: "\"").joined()
    }
    return link
  }

  /// The page's link into the app, parsed.
  func returnLink(in place: Driver.Place = .secure) async throws -> AppReturnLink {
    let text = try await linkOfPage(in: place)
    guard case .link(let link) = AppReturnLink.read(text, host: device.setup.app.linkHost, scheme: nil) else {
      throw Stage.Disagreement("the page's link cannot be read: \(device.shown(text))")
    }
    return link
  }

  /// The buyer may still be signed in at the provider, which then skips the sign-in.
  func pressesPayAgain() async throws {
    try await stage.step("presses Amazon Pay") { buyer in
      try await buyer.tap(isNative ? "pay" : payButton, in: .app)
    }
  }

  /// The buyer left the payment page too early. A native app waits for the provider's answer and offers no second payment.
  /// A shop's page leads back to the provider.
  func goesOnPaying() async throws {
    guard !isNative else {
      try await stage.step("The app asks, and says that it is not known yet") { buyer in
        try await buyer.text("result: confirming", in: .app)
        try stage.expect(device.app?.control("pay") == nil, "a second payment is offered")
      }
      return try await ledgerSays(captured: 0)
    }
    try await stage.step("continues at the provider") { buyer in
      try await buyer.until("the payment page") {
        if device.secure.view == nil, let page = device.app?.webView { try await tapIfThere(Self.onward, in: page) }
        try await device.time.sleep(for: .milliseconds(400))
        return device.secure.view != nil
      }
    }
    guard device.setup.market != .japanThroughGMO else { return try await cancelsUsedPage() }
    try await stage.step("is at the provider's payment page") { _ in try await seesInBrowser("#amount") }
    try await approves()
    try await isPaid()
  }
}
