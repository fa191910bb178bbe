import FerryCore
import PhoneDevice
import PhoneRules
import PhoneWebKit

/// The other ends of a payment that begins with the payment page: decided later, refused, in parts, given up, too late.
extension Journey {
  static let endingAtOnce =
    [
      atOnce("pending", "The bank decides later, and approves", .embedded) { scene in
        try await scene.opensPaymentPage()
        try await scene.paysByCard("4110760000000073")
        try await scene.returnsToShop()
        try await scene.isBeingConfirmed()
        try await scene.passes(minutes: 6)
        try await scene.looksAgain()
        try await scene.isPaidAtOnce()
      },
      atOnce("refused", "The bank decides later, and refuses: the page is offered again, and another card pays") {
        scene in
        try await scene.opensPaymentPage()
        try await scene.paysByCard("4048370000000037")
        try await scene.returnsToShop()
        try await scene.isBeingConfirmed()
        try await scene.passes(minutes: 6)
        try await scene.looksAgain()
        try await scene.goesOn()
        try await scene.stage.step("is on the page again") { buyer in
          try await scene.seesInBrowser("a[href*='retry='], #card")
          if let view = buyer.view(.secure) { try await scene.tapIfThere("a[href*='retry=']", in: view) }
        }
        try await scene.paysByCard()
        try await scene.returnsToShop()
        try await scene.isPaidAtOnce()
      },
      atOnce("declined", "Every card is declined until the provider ends the payment") { scene in
        try await scene.opensPaymentPage()
        let session = scene.session
        try await scene.paysByCard("4110760000000016")
        try await scene.stage.step("tries nine others in vain") { _ in
          for _ in 1...9 { try await scene.atProvider("buyer", #"{"page":"\#(session)","act":"decline"}"#) }
        }
        try await scene.stage.step("reads that it is over") { buyer in
          // The app may have heard of it, and have closed the browser.
          if scene.device.secure.view != nil { _ = try? await buyer.script("location.reload();", in: .secure) }
        }
        try await scene.returnsToShop()
        try await scene.seesResult("declined")
        try await scene.ledgerSays(captured: 0)
      },
      atOnce("partly", "A part is paid, and the rest never: neither paid nor failed, a person decides") { scene in
        try await scene.opensPaymentPage()
        let session = scene.session
        try await scene.stage.step("may pay in parts, pays a part, and closes the browser") { buyer in
          try await scene.atProvider("placetopay/sessions/\(session)/split", "{}")
          try await scene.atProvider(
            "buyer", #"{"page":"\#(session)","act":"approve","details":{"part":"100000"}}"#)
          scene.device.done()
          try await buyer.closed()
        }
        try await scene.passes(minutes: 31)
        try await scene.looksAgain()
        try await scene.isHeld(captured: 10_000_000)
      },
      atOnce("left", "The browser is closed on the payment page: the app offers the same page again, paid once") {
        scene in
        try await scene.opensPaymentPage()
        let session = scene.session
        try await scene.leaves(.done, "on the payment page")
        try await scene.stage.step("The app tells the server that the page was closed") { buyer in
          try await buyer.until("the hint") { scene.device.requests.contains { $0.path.hasSuffix("/closed") } }
        }
        if scene.isNative {
          try await scene.stage.step("is told that it is not known yet") { buyer in
            try await buyer.text("result: confirming", in: .app)
          }
        }
        try await scene.goesOn()
        try await scene.stage.step("is on the same page, which has the payer already") { _ in
          try await scene.seesInBrowser("#card")
          try scene.stage.expect(scene.session == session, "the provider has made another session")
        }
        try await scene.paysByCard()
        try await scene.returnsToShop()
        try await scene.isPaidAtOnce()
      },
      atOnce("expired", "The browser is closed, and nobody comes back in time: nothing was charged") { scene in
        try await scene.opensPaymentPage()
        try await scene.leaves(.done, "on the payment page")
        try await scene.passes(minutes: 31)
        try await scene.looksAgain()
        try await scene.seesResult("not-finished")
        try await scene.ledgerSays(captured: 0)
      },
      atOnce("network", "The network is gone when the buyer comes back, and returns", .embedded) { scene in
        try await scene.opensPaymentPage()
        try await scene.stage.step("The network goes on the payment page, and the buyer waits") { _ in
          scene.device.setOnline(false)
          try await scene.device.time.sleep(for: .seconds(3))
        }
        try await scene.stage.step("The network is back; the buyer pays") { _ in scene.device.setOnline(true) }
        try await scene.paysByCard()
        try await scene.stage.step("The network goes again on the way back") { buyer in
          try await buyer.until("the result, or the app's word for it") {
            guard let view = scene.device.secure.view else { return true }
            return try await view.call("return document.querySelector('#return') !== null;") == "true"
          }
          scene.device.setOnline(false)
          if scene.device.secure.view != nil { try? await buyer.tap("#return", in: .secure) }
          try await scene.device.time.sleep(for: .seconds(2))
        }
        try await scene.stage.step("The network is back, and the app continues") { buyer in
          scene.device.setOnline(true)
          scene.device.app?.comeToFront()
          try await buyer.closed()
        }
        try await scene.isPaidAtOnce()
      },
    ]
}

extension Scene {
  /// The provider's id of the payment page in the browser.
  var session: String {
    let parts = (device.secure.view?.committed ?? "").split(separator: "/")
    return parts.firstIndex(of: "session").map { String(parts[$0 + 1]) } ?? ""
  }

  /// The app says that the payment is being confirmed, and offers no second payment.
  func isBeingConfirmed() async throws {
    try await stage.step("The app says that the payment is being confirmed") { buyer in
      if isNative {
        try await buyer.text("result: confirming", in: .app)
        try stage.expect(device.app?.control("pay") == nil, "a second payment is offered")
      } else {
        try await sees("[data-phase=\"settling\"]")
        let isOffered = try await buyer.script(
          "return document.querySelector('form[action=\"/checkout\"]') !== null;", in: .app)
        try stage.expect(isOffered == "false", "a second payment is offered")
      }
    }
  }

  /// The buyer looks at the app again: a native app offers to go on or to check, a page asks by itself.
  func looksAgain() async throws {
    try await stage.step("looks at the app again") { _ in
      device.app?.comeToFront()
    }
  }
}
