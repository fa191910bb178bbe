import FerryCore
import PhoneDevice
import PhoneRules
import PhoneWebKit

extension Journey {
  static let attacking: [Journey] = [
    Journey(
      name: "thief", title: "Another app takes the link and claims first: it gains nothing, and the buyer pays",
      kinds: [.webView, .native]
    ) { scene in
      let device = scene.device
      device.hasThief = true
      device.rules = LinkRules(association: .missing, schemeOwner: .thief)
      try await scene.opensApp()
      try await scene.pressesPay()
      try await scene.signsIn()
      try await scene.chooses()
      try await scene.comesBack()
      try await scene.stage.step("taps the scheme, and the thief gets the link") { buyer in
        try await buyer.tap(Scene.schemeLink, in: .secure)
        try await buyer.until("the thief") { !device.thief.loot.isEmpty }
      }
      try await scene.stage.step("The thief claims first, and is refused; he learns nothing of the buyer") { _ in
        guard case .link(let link)? = device.thief.loot.first.map({ ReturnLink.read($0, host: nil, scheme: "tablets") })
        else {
          throw Stage.Disagreement("the thief's link cannot be read")
        }
        let thief = try Stranger(scene)
        let own = try await thief.creates()
        for token in [nil, own.clientToken] {
          let claim = try await thief.calls(
            "POST", link.checkout, "/claim", token: token, body: ClaimBody(code: link.code))
          try scene.stage.expect(
            [401, 403, 404].contains(claim.status), "the thief's claim was answered with \(claim.status)")
          let read = try await thief.calls("GET", link.checkout, token: token)
          try scene.stage.expect(read.body == nil, "the thief could read the checkout")
        }
        // With his own checkout's token, on his own checkout, the stolen code is worth nothing either.
        let swapped = try await thief.calls(
          "POST", own.checkout, "/claim", token: own.clientToken, body: ClaimBody(code: link.code))
        try scene.stage.expect(swapped.status == 410, "the stolen code was answered with \(swapped.status)")
      }
      try await scene.stage.step("The buyer goes back to the shop, and closes the browser") { _ in
        device.startApp()
        device.hasThief = false
        device.rules = LinkRules()
        device.done()
      }
      try await scene.reachesReview()
      try await scene.paysFromReview()
    },
    Journey(
      name: "planted", title: "A planted link changes nothing in a payment that is under way",
      kinds: [.webView, .native]
    ) { scene in
      let device = scene.device
      let stranger = try Stranger(scene)
      let own = try await stranger.creates()
      let host = device.setup.app.linkHost ?? ""
      try await scene.opensApp()
      try await scene.pressesPay()
      try await scene.stage.step("A link of somebody else's checkout is opened in the app") { buyer in
        for link in [
          ReturnLink(checkout: own.checkout, code: "planted").text(host: host),
          host + "/ferry/return/?checkout=&code=", host + "/ferry/return/?code=x&code=y&checkout=a",
        ] {
          device.deliver(link, to: device.setup.app.name)
        }
        try await buyer.until("the app to say so") {
          device.journal.entries.contains { $0.text.contains("linkOfAnotherCheckout") }
        }
      }
      try await scene.goesOnAfterLink()
      try await scene.signsInIfAsked()
      try await scene.choosesAndPays()
    },
    Journey(
      name: "mailed-start", title: "A mailed start link: its sender reads nothing of her who opens it", kinds: [.native]
    ) { scene in
      let device = scene.device
      let sender = try Stranger(scene)
      let own = try await sender.creates()
      try await scene.opensApp()
      try await scene.stage.step("She opens the mailed link in Safari") { _ in
        guard let ticket = own.ticket else { throw Stage.Disagreement("no ticket") }
        device.visitInSafari(sender.start(ticket))
        try await scene.seesInBrowser("#ready-buyers", in: .safari)
      }
      try await scene.signsIn(in: .safari)
      try await scene.chooses(in: .safari)
      try await scene.stage.step("She is on the return page, and taps: her app does not know the checkout") { buyer in
        try await scene.seesInBrowser(Scene.backLink, in: .safari)
        try await buyer.tap(Scene.backLink, in: .safari)
        try await buyer.until("the app to say so") {
          device.journal.entries.contains { $0.text.contains("linkOfAnotherCheckout") }
        }
      }
      try await scene.stage.step("The sender, with token and verifier, reads the phase and nothing else") { _ in
        let read = try await sender.calls("GET", own.checkout, token: own.clientToken)
        try scene.stage.expect(read.status == 200, "the sender was answered with \(read.status)")
        try scene.stage.expect(read.body?.isLocked == true, "the leg is not locked")
        try scene.stage.expect(read.body?.review == nil, "the sender reads her address")
        for word in ["Hanako", "花子", "Tokyo", "東京", "1111", "@"] {
          try scene.stage.expect(!read.text.contains(word), "the sender reads “\(word)”")
        }
        let confirm = try await sender.calls(
          "POST", own.checkout, "/confirm", token: own.clientToken,
          body: ConfirmCheckoutBody(revision: 1, total: .yen(Scene.total)))
        try scene.stage.expect(confirm.status == 409, "the sender's confirmation was answered with \(confirm.status)")
      }
      try await scene.ledgerSays(captured: 0)
    },
    Journey(
      name: "mailed-pay", title: "A mailed payment link, and one opened in another jar: nobody pays there",
      kinds: [.native]
    ) { scene in
      let device = scene.device
      let sender = try Stranger(scene)
      let own = try await sender.creates()
      try await scene.opensApp()
      try await scene.stage.step("The sender chooses in his own browser, and claims") { buyer in
        guard let ticket = own.ticket else { throw Stage.Disagreement("no ticket") }
        device.openSecure(sender.start(ticket))
        try await scene.atSignIn()
      }
      try await scene.signsIn()
      try await scene.chooses()
      var pay: CheckoutHandoff.Ticket?
      try await scene.stage.step("The sender confirms, and mails the payment link") { buyer in
        try await scene.seesInBrowser(Scene.backLink)
        let href = try await buyer.script("return document.querySelector(s).href;", ["s": Scene.backLink], in: .secure)
        let text = href.split(separator: "\"").joined()
        guard let query = text.split(separator: "?").last else { throw Stage.Disagreement("no link: \(text)") }
        let fields = query.split(separator: "&").map { $0.split(separator: "=") }
        guard let code = fields.first(where: { $0.first == "code" })?.last.map(String.init) else {
          throw Stage.Disagreement("no code")
        }
        let claim = try await sender.calls(
          "POST", own.checkout, "/claim", token: own.clientToken, body: ClaimBody(code: code))
        try scene.stage.expect(claim.status == 200, "the claim was answered with \(claim.status)")
        let confirm = try await sender.calls(
          "POST", own.checkout, "/confirm", token: own.clientToken,
          body: ConfirmCheckoutBody(revision: claim.body?.review?.revision ?? 0, total: .yen(Scene.total)))
        pay = confirm.body?.ticket
        try scene.stage.expect(pay?.step == .pay, "the confirmation gave no payment ticket: \(confirm.status)")
      }
      try await scene.stage.step("It is opened in Safari: it leads to no payment there") { buyer in
        guard let pay else { return }
        device.visitInSafari(sender.start(pay))
        try await scene.seesInBrowser("[data-part=elsewhere]:not([hidden])", in: .safari)
        try scene.stage.expect(buyer.view(.safari)?.committed?.contains("/ferry/start") == true, "it led on")
      }
      try await scene.ledgerSays(captured: 0)
    },
    Journey(
      name: "codes", title: "Replayed, swapped and late codes: nothing happens twice", kinds: [.webView, .native]
    ) { scene in
      let device = scene.device
      let host = device.setup.app.linkHost ?? ""
      try await scene.opensApp()
      try await scene.pressesPay()
      try await scene.signsIn()
      try await scene.chooses()
      let link = try await scene.linkOfPage()
      guard case .link(let own) = ReturnLink.read(link, host: host, scheme: nil) else {
        throw Stage.Disagreement("the page's link cannot be read: \(device.shown(link))")
      }
      try await scene.stage.step("A link with a code that is none, or is too late, reaches the app: it is refused") {
        buyer in
        device.deliver(
          ReturnLink(checkout: own.checkout, code: "AAAAAAAAAAAAAAAAAAAAAA").text(host: host), to: device.setup.app.name
        )
        try await buyer.until("the refusal") { device.journal.entries.contains { $0.text.contains("linkRefused") } }
      }
      try await scene.stage.step("The right link reaches the app, three times") { buyer in
        for _ in 1...3 { device.deliver(link, to: device.setup.app.name) }
        try await buyer.closed()
      }
      try await scene.seesReview()
      try await scene.buys()
      try await scene.stage.step("The first leg's link comes once more, while the buyer pays") { _ in
        device.deliver(link, to: device.setup.app.name)
      }
      try await scene.approves()
      try await scene.isPaid()
    },
    Journey(
      name: "reload", title: "The start page again after its ticket is spent: it says what to do",
      kinds: [.webView, .native]
    ) { scene in
      try await scene.opensApp()
      try await scene.pressesPay()
      try await scene.stage.step("goes back to the start page") { buyer in
        _ = try await buyer.script("setTimeout(() => history.back(), 0);", in: .secure)
        try await scene.seesInBrowser("[data-part=returned]:not([hidden])")
      }
      try await scene.stage.step("reloads it") { buyer in
        buyer.view(.secure)?.reload()
        try await scene.seesInBrowser("[data-part=returned]:not([hidden])")
      }
      try await scene.leaves(.done, "at the start page")
      try await scene.goesOn()
      try await scene.signsInIfAsked()
      try await scene.choosesAndPays()
    },
    Journey(
      name: "forged-bridge", title: "A frame in the shop's page is not heard by the app", kinds: [.webView]
    ) { scene in
      try await scene.opensApp()
      for type in ["prepare", "state"] {
        try await scene.stage.step("A frame asks the app to \(type), and is refused") { buyer in
          let reply = try await buyer.script(
            """
            const frame = document.createElement('iframe');
            const loaded = new Promise(resolve => frame.addEventListener('load', resolve, {once: true}));
            frame.srcdoc = '<p>frame</p>';
            document.body.append(frame);
            await loaded;
            const bridge = frame.contentWindow.webkit;
            const reply = bridge ? await bridge.messageHandlers.ferry.postMessage({v: 1, type}) : 'no bridge';
            frame.remove();
            return reply;
            """, ["type": type], in: .app)
          try scene.stage.expect(
            reply.contains("forbidden") || reply.contains("no bridge"), "the frame was answered: \(reply)")
        }
      }
      try await scene.stage.step("The page itself is answered") { buyer in
        let reply = try await buyer.script(
          "return await webkit.messageHandlers.ferry.postMessage({v: 1, type: 'state'});", in: .app)
        try scene.stage.expect(reply.contains("covered"), "the page was answered: \(reply)")
      }
      try await scene.selects()
      try await scene.paysFromReview()
    },
  ]
}

extension Scene {
  /// A link that was no use may have brought the app to the front, and the buyer opens the provider's page again.
  func goesOnAfterLink() async throws {
    if device.secure.view == nil { try await goesOn() }
  }
}
