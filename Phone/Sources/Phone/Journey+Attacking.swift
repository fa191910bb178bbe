import FerryCore
import PhoneDevice
import PhoneRules
import PhoneWebKit

extension Journey {
  static let attacking: [Journey] = [
    Journey(
      name: "thief", title: "Another app takes the link and claims first: it gains nothing, and the buyer pays"
    ) { scene in
      let device = scene.device
      device.hasThief = true
      device.rules = LinkRules(association: .missing, schemeOwner: .thief)
      try await scene.opensAppAndChooses()
      try await scene.triesLink()
      try await scene.stage.step("taps the scheme, and the thief gets the link") { buyer in
        try await buyer.tap(Scene.schemeLink, in: .secure)
        try await buyer.until("the thief") { !device.thief.loot.isEmpty }
      }
      try await scene.stage.step("The thief claims first, and is refused; they learn nothing of the buyer") { _ in
        let loot = device.thief.loot.first
        guard case .link(let link)? = loot.map({ AppReturnLink.read($0, host: nil, scheme: "tablets") })
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
        // The stolen code is also useless with the thief's own checkout and its token.
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
    Journey(name: "planted", title: "A planted link changes nothing in a payment in progress") { scene in
      let device = scene.device
      let stranger = try Stranger(scene)
      let own = try await stranger.creates()
      let host = device.setup.app.linkHost ?? ""
      try await scene.opensApp()
      try await scene.pressesPay()
      try await scene.stage.step("A link of somebody else's checkout is opened in the app") { buyer in
        for link in [
          AppReturnLink(checkout: own.checkout, code: "planted").text(host: host),
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
    Journey(name: "mailed-start", title: "A mailed start link: its sender reads nothing of her who opens it") { scene in
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
      try await scene.stage.step("She is on the way back, and taps: her app does not know the checkout") { buyer in
        try await buyer.tap(scene.wayIntoApp, in: .safari)
        try await buyer.until("the app to say so") {
          device.journal.entries.contains { $0.text.contains("linkOfAnotherCheckout") }
        }
      }
      try await scene.stage.step("The sender, with token and verifier, reads the phase and nothing else") { _ in
        let read = try await sender.calls("GET", own.checkout, token: own.clientToken)
        try scene.stage.expect(read.status == 200, "the sender was answered with \(read.status)")
        try scene.stage.expect(read.body?.isLocked == true, "the trip is not locked")
        try scene.stage.expect(read.body?.review == nil, "the sender reads her address")
        let page = try await sender.pages?.shows() ?? ""
        for word in ["Hanako", "花子", "Tokyo", "東京", "1111", "@"] {
          try scene.stage.expect(!read.text.contains(word), "the sender reads “\(word)”")
          try scene.stage.expect(!page.contains(word), "the sender's page shows “\(word)”")
        }
        let confirm = try await sender.calls(
          "POST", own.checkout, "/confirm", token: own.clientToken,
          body: ConfirmCheckoutBody(revision: 1, total: .yen(Scene.total)))
        try scene.stage.expect(confirm.status == 409, "the sender's confirmation was answered with \(confirm.status)")
        let onPage = try await sender.pages?.agrees(to: 1, .yen(Scene.total))
        try scene.stage.expect(onPage == nil, "the sender's page could agree")
      }
      try await scene.ledgerSays(captured: 0)
    },
    Journey(
      name: "mailed-pay", title: "A mailed payment link, and one opened in another jar: nobody pays there"
    ) { scene in
      let device = scene.device
      let sender = try Stranger(scene)
      let own = try await sender.creates()
      try await scene.opensApp()
      try await scene.stage.step("The sender chooses in their own browser, and claims") { buyer in
        guard let ticket = own.ticket else { throw Stage.Disagreement("no ticket") }
        device.openSecure(sender.start(ticket))
        try await scene.atSignIn()
      }
      try await scene.signsIn()
      try await scene.chooses()
      let link = try await scene.returnLink()
      var pay: CheckoutHandoff.Ticket?
      try await scene.stage.step("The sender confirms, and mails the payment link") { _ in
        let claim = try await sender.calls(
          "POST", own.checkout, "/claim", token: own.clientToken, body: ClaimBody(code: link.code))
        try scene.stage.expect(claim.status == 200, "the claim was answered with \(claim.status)")
        pay = try await sender.agrees(own, to: claim.body?.review?.revision ?? 0)
        try scene.stage.expect(pay?.step == .pay, "the confirmation gave no payment ticket")
      }
      try await scene.stage.step("It is opened in Safari: it leads to no payment there") { buyer in
        guard let pay else { return }
        device.visitInSafari(sender.start(pay))
        try await scene.seesInBrowser("[data-part=elsewhere]:not([hidden])", in: .safari)
        try scene.stage.expect(buyer.view(.safari)?.committed?.contains("/ferry/start") == true, "it led on")
      }
      try await scene.ledgerSays(captured: 0)
    },
    Journey(name: "codes", title: "Replayed and swapped codes, and one that is none: nothing happens twice") { scene in
      let device = scene.device
      let host = device.setup.app.linkHost ?? ""
      @MainActor func deliver(_ link: AppReturnLink) {
        device.deliver(link.text(host: host), to: device.setup.app.name)
      }
      let stranger = try Stranger(scene)
      let other = try await stranger.creates()
      try await scene.stage.step("A stranger begins their own checkout in Safari") { _ in
        guard let ticket = other.ticket else { throw Stage.Disagreement("no ticket") }
        device.visitInSafari(stranger.start(ticket))
        try await scene.seesInBrowser("#ready-buyers", in: .safari)
      }
      try await scene.signsIn(in: .safari)
      try await scene.chooses(in: .safari)
      let theirs = try await scene.returnLink(in: .safari)
      device.leaveSafari()
      try await scene.opensAppAndChooses()
      let own = try await scene.returnLink()
      for (words, code) in [("that is none", "AAAAAAAAAAAAAAAAAAAAAA"), ("of the stranger's checkout", theirs.code)] {
        try await scene.stage.step("A link with a code \(words) reaches the app: it is refused") { buyer in
          let seen = device.journal.entries.count
          deliver(AppReturnLink(checkout: own.checkout, code: code))
          try await buyer.until("the refusal") {
            device.journal.entries.dropFirst(seen).contains { $0.text.contains("linkRefused") }
          }
        }
      }
      try await scene.stage.step("The buyer's code opens nothing of the stranger's either") { _ in
        let claim = try await stranger.calls(
          "POST", other.checkout, "/claim", token: other.clientToken, body: ClaimBody(code: own.code))
        try scene.stage.expect(claim.status == 410, "it was answered with \(claim.status)")
      }
      try await scene.stage.step("The right link reaches the app three times; it continues once") { buyer in
        for _ in 1...3 { deliver(own) }
        // In the first generation the link contains the agreement.
        if scene.kind == .firstGeneration { try await scene.seesInBrowser("#amount") } else { try await buyer.closed() }
      }
      if scene.kind != .firstGeneration {
        try await scene.seesReview()
        try await scene.buys()
      }
      try await scene.stage.step("The first trip's link comes once more, while the buyer pays") { _ in deliver(own) }
      try await scene.paysWhatWasAgreed()
    },
    Journey(
      name: "reload", title: "The start page again after its ticket is spent: it says what to do"
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
      name: "forged-bridge", title: "A frame in the shop's page is not heard by the app",
      // A native app has no bridge.
      kinds: [.webView, .firstGeneration]
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
      try await scene.pressesPay()
      try await scene.signsIn()
      try await scene.choosesAndPays()
    },
    Journey(
      name: "open-redirect",
      title: "Whatever links contain, the pages lead only to the shop's own pages and into the app"
    ) { scene in
      let device = scene.device
      let (server, host) = (device.setup.server, device.setup.app.linkHost ?? "")
      try await scene.opensAppAndChooses()
      let query = try await scene.returnLink().query
      let evil = "https://evil.example"
      let fields = ["url", "next", "base", "linkHost", "scheme", "returnUrl", "redirect_uri", "ferry"]
      let additions = fields.map { "&\($0)=\(evil)" }.joined() + "#\(evil)"
      for (words, url) in [
        ("The return page", "\(server)/ferry/back?\(query)\(additions)"),
        ("The return page, as after a tap", "\(server)/ferry/back?\(query)&tried=1\(additions)"),
        ("The link host's page", "\(host)/ferry/return/?\(query)&tap=1\(additions)"),
        ("An unreadable return page", "\(server)/ferry/back?checkout=//evil.example&code=javascript:alert(1)"),
        ("The start page", "\(server)/ferry/start?next=\(evil)#\(evil)"),
        ("The shop's checkout page", "\(server)/checkout?next=\(evil)"),
      ] {
        try await scene.stage.step("\(words) with another site's address in it: it leads nowhere else") { buyer in
          device.visitInSafari("about:blank")
          try await buyer.page("about:blank", in: .safari)
          device.visitInSafari(url)
          try await buyer.page(server, in: .safari)
          let places = try await buyer.script(
            """
            const places = [...document.querySelectorAll('a, form, meta[http-equiv=refresh], base, iframe')].map(e =>
              e.href || e.action || e.src || new URL(e.content.replace(/^.*url=/, ''), location).href);
            return [location.href, ...places].filter(place => !allowed.split(' ').includes(new URL(place).protocol === 'tablets:'
              ? 'tablets:' : new URL(place).origin)).join(' ');
            """, ["allowed": "\(server) \(host) tablets:"], in: .safari)
          try scene.stage.expect(places == "\"\"", "it leads to \(places)")
        }
      }
      try await scene.stage.step("A link of another host is not the app's") { buyer in
        device.deliver("\(evil)/ferry/return/?\(query)", to: device.setup.app.name)
        try await buyer.until("the app to leave it alone") {
          device.journal.entries.contains { $0.text == "leaves a foreign link alone" }
        }
      }
      device.leaveSafari()
      try await scene.comesBack()
      try await scene.seesReview()
      try await scene.paysFromReview()
    },
  ]
}

extension Scene {
  /// Opens the provider's page again, because a useless link may have brought the app to the front.
  func goesOnAfterLink() async throws {
    if device.secure.view == nil { try await goesOn() }
  }
}
