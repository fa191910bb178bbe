import FerryCore
import PhoneDevice
import PhoneRules
import PhoneWebKit

extension Journey {
  static let paying = [
    Journey(name: "paid", title: "The buyer pays") { scene in
      try await scene.opensAppAndSelects()
      try await scene.paysFromReview()
    },
    Journey(name: "declined", title: "The card is declined; another order is paid") { scene in
      try await scene.opensAppAndSelects(card: "3434")
      try await scene.buys()
      try await scene.stage.step("The provider declines the card; the buyer gives up") { buyer in
        try await buyer.tap("#give-up button", in: .secure)
      }
      try await scene.leavesProvider()
      try await scene.seesResult("declined")
      try await scene.ledgerSays(captured: 0)
      try await scene.triesAgain()
      try await scene.signsInIfAsked()
      try await scene.choosesAndPays()
    },
    Journey(name: "another-card", title: "The card is declined; the buyer takes another at the provider") { scene in
      try await scene.opensAppAndSelects(card: "3434")
      try await scene.buys()
      try await scene.stage.step("The provider declines the card; the buyer takes another") { buyer in
        try await buyer.tap("label:has(#card-1111)", in: .secure)
        try await buyer.tap("#retry > .button", in: .secure)
      }
      try await scene.leavesProvider()
      try await scene.isPaid()
    },
    Journey(name: "changes", title: "The buyer changes address and card, and pays the total shown last") { scene in
      try await scene.opensAppAndSelects()
      try await scene.changes("address")
      try await scene.chooses(card: nil, address: "hokkaido")
      try await scene.comesBack()
      try await scene.seesReview("10,060")
      try await scene.changes("payment")
      try await scene.chooses(card: "4444", address: nil)
      try await scene.comesBack()
      try await scene.seesReview("10,060")
      try await scene.paysFromReview(Scene.totalInHokkaido)
    },
  ]

  static let cancelling = [
    Journey(name: "cancelled-selection", title: "Cancelled in the first selection: the cart is kept") { scene in
      try await scene.opensApp()
      try await scene.pressesPay()
      try await scene.signsIn()
      try await scene.cancelsAtProvider()
      try await scene.leavesProvider()
      try await scene.seesResult("cancelled")
      try await scene.ledgerSays(captured: 0)
    },
    Journey(name: "cancelled-change", title: "Cancelled in a change: nothing is lost") { scene in
      try await scene.opensAppAndSelects()
      try await scene.changes("address")
      try await scene.cancelsAtProvider()
      try await scene.comesBack()
      try await scene.seesReview()
      try await scene.paysFromReview()
    },
    Journey(name: "cancelled-payment", title: "Cancelled on the payment page: the provider is asked first") { scene in
      try await scene.opensAppAndSelects()
      try await scene.buys()
      try await scene.cancelsAtProvider()
      try await scene.leavesProvider()
      try await scene.seesResult("cancelled")
      try await scene.ledgerSays(captured: 0)
    },
  ]
}

extension Scene {
  /// Starts a change, in the app or in the secure browser.
  func changes(_ part: String) async throws {
    try await stage.step("changes the \(part)") { buyer in
      if reviewIsInBrowser { return try await buyer.tap("[name=what][value=\(part)]", in: .secure) }
      try await buyer.tap(isNative ? "change-\(part)" : "[name=part][value=\(part)]", in: .app)
    }
  }

  func cancelsAtProvider() async throws {
    try await stage.step("cancels at the provider") { buyer in try await buyer.tap("#cancel button", in: .secure) }
  }

  /// Comes back from the provider. The app may close the browser before the buyer can tap.
  func leavesProvider() async throws {
    try await stage.step("The secure browser closes") { buyer in
      try await buyer.until("the way back") {
        guard let view = device.secure.view else { return true }
        return try await view.call("return document.querySelector(s) !== null;", ["s": Self.backLink]) == "true"
      }
      if device.secure.view != nil { try? await buyer.tap(Self.backLink, in: .secure) }
      try await buyer.closed()
    }
  }

  /// After a decline or a cancellation the buyer starts again from the cart.
  func triesAgain() async throws {
    try await stage.step("tries again with the same cart") { buyer in
      guard !isNative else {
        if device.app?.control("pay") == nil { try await buyer.tap("close", in: .app) }
        return try await buyer.tap("pay", in: .app)
      }
      try await buyer.until("the cart") {
        guard let view = device.app?.webView, !view.isLoading else { return false }
        if try await view.call("return document.querySelector('#start-checkout') !== null;") == "true" { return true }
        try await tapIfThere(".actions a[href=\"/\"]", in: view)
        return false
      }
      try await buyer.tap(payButton, in: .app)
    }
  }

  /// The buyer may still be signed in at the provider.
  func signsInIfAsked() async throws {
    let asked = try await stage.buyer.found("the provider") { () -> Bool? in
      guard let view = device.secure.view else { return nil }
      let found = try await view.call(
        """
        const has = selector => document.querySelector(selector) !== null;
        return has('#selection') ? 'selection' : has('#ready-buyers') ? 'signin' : '';
        """
      )
      return found == "\"\"" ? nil : found.contains("signin")
    }
    if asked { try await signsIn() }
  }
}
