import FerryCore
import PhoneDevice
import PhoneRules
import PhoneWebKit

extension Journey {
  /// Forged requests of a page, of an altered app, or of another site.
  static let tampering = [
    Journey(
      name: "tampered-total", title: "The total is altered on its way: nothing is bought, the review comes again"
    ) { scene in
      let device = scene.device
      try await scene.opensAppAndSelects()
      switch scene.kind {
      case .webView:
        try await scene.stage.step("A script of the page asks for ¥1 instead") { buyer in
          _ = try await buyer.script(
            "document.querySelector(s).value = '1';", ["s": "form[action=\"/checkout/confirm\"] [name=total]"], in: .app
          )
        }
        try await scene.stage.step("The buyer agrees; the server does not, and the review is shown again") { buyer in
          try await buyer.tap(Scene.buyForm, in: .app)
          try await buyer.until("the review with its own total") {
            guard let view = device.app?.webView, !view.isLoading else { return false }
            return try await view.call(
              "return document.querySelector(s)?.value === '9520';",
              ["s": "form[action=\"/checkout/confirm\"] [name=total]"]) == "true"
          }
        }
      case .native, .firstGeneration:
        device.interference.rewriting = .init(path: "/confirm", text: "9520", replacement: "1")
        try await scene.stage.step("The buyer agrees; the app asks for ¥1 instead, and the server refuses") { buyer in
          if scene.isNative {
            try await buyer.tap("buy", in: .app)
          } else {
            try await buyer.tap(Scene.purchaseLink, in: .secure)
          }
          try await buyer.until("the refusal") {
            device.requests.contains { $0.path.hasSuffix("/confirm") && $0.status == 409 }
          }
          device.interference = Interference()
        }
      }
      try await scene.ledgerSays(captured: 0)
      try await scene.reachesReview()
      try await scene.seesReview()
      try await scene.paysFromReview()
    },
    Journey(
      name: "tampered-agreement", title: "A link agrees to a revision that it was not made for: it is refused"
    ) { scene in
      let device = scene.device
      try await scene.opensAppAndChooses()
      let link = try await scene.returnLink()
      try await scene.stage.step("The app is handed the link with another agreement: nothing is agreed to") { buyer in
        // The links of the other apps contain none.
        try scene.stage.expect((link.revision != nil) == (scene.kind == .firstGeneration), "an agreement is misplaced")
        let secret = link.revision.map { link.code.dropLast("\($0)".count + 1) } ?? link.code[...]
        let forged = AppReturnLink(
          checkout: link.checkout, code: AppReturnLink.code(String(secret), agreeingTo: (link.revision ?? 0) + 1))
        device.deliver(forged.text(host: device.setup.app.linkHost ?? ""), to: device.setup.app.name)
        try await buyer.until("the refusal") { device.journal.entries.contains { $0.text.contains("linkRefused") } }
        try scene.stage.expect(
          !device.requests.contains { $0.path.hasSuffix("/confirm") }, "the app agreed to something")
      }
      try await scene.comesBack()
      try await scene.seesReview()
      try await scene.paysFromReview()
    },
    Journey(
      name: "other-token", title: "The client token of another checkout: it opens, reads and ends nothing of this one"
    ) { scene in
      let stranger = try Stranger(scene)
      let own = try await stranger.creates()
      try await scene.opensAppAndChooses()
      let link = try await scene.returnLink()
      func tries(_ words: String) async throws {
        try await scene.stage.step("A stranger tries every call with the token of another checkout, \(words)") { _ in
          for token in [own.clientToken, nil] {
            for (call, answer) in try await stranger.callsEverything(link.checkout, token: token) {
              try scene.stage.expect([401, 403, 404].contains(answer.status), "\(call) was answered \(answer.status)")
              try scene.stage.expect(answer.body == nil, "\(call) showed the checkout")
            }
          }
        }
      }
      try await tries("before the app has claimed")
      try await scene.comesBack()
      try await scene.seesReview()
      try await tries("at the review")
      try await scene.paysFromReview()
      try await tries("after it was paid")
    },
    Journey(
      name: "login-csrf",
      title: "Another site's page begins its own checkout in the buyer's browser: it is not bound to it"
    ) { scene in
      let device = scene.device
      let stranger = try Stranger(scene)
      let own = try await stranger.creates()
      guard let ticket = own.ticket else { throw Stage.Disagreement("no ticket") }
      try await scene.opensApp()
      try await scene.pressesPay()
      try await scene.stage.step("A page of another site posts a stranger's ticket: refused, and no cookie is set") {
        buyer in
        for pane in [device.secure, device.safari] {
          let browser: Driver.Place = pane === device.secure ? .secure : .safari
          let back = buyer.view(browser)?.committed
          device.visit("data:text/html,<title>Another site</title>", in: pane)
          try await buyer.page("data:", in: browser)
          let arguments = ["url": device.setup.server + "/ferry/start", "ticket": ticket.text]
          _ = try await buyer.script(Self.posting, arguments, in: browser)
          try await device.time.sleep(for: .seconds(1))
          _ = try await buyer.script(Self.submitting, arguments, in: browser)
          try await buyer.page("/ferry/start", in: browser)
          let names = try await buyer.view(browser)?.jar.cookieNames(for: device.setup.server + "/ferry/start") ?? []
          try scene.stage.expect(
            !names.contains { $0.contains(own.checkout) }, "the \(browser.rawValue) browser is bound to it: \(names)")
          if let back { device.visit(back, in: pane) }
        }
        device.leaveSafari()
      }
      try await scene.stage.step("The ticket is not spent: its own browser still can") { buyer in
        // Start from another page, because on the same page only the fragment would change.
        device.visitInSafari("about:blank")
        try await buyer.page("about:blank", in: .safari)
        device.visitInSafari(stranger.start(ticket))
        try await scene.seesInBrowser("#ready-buyers", in: .safari)
        device.leaveSafari()
      }
      try await scene.signsInIfAsked()
      try await scene.choosesAndPays()
      try await scene.stage.step("The stranger's checkout is as it was") { _ in
        let read = try await stranger.calls("GET", own.checkout, token: own.clientToken)
        try scene.stage.expect(read.body?.phase == .selecting, "it is \(read.body?.phase.rawValue ?? "not there")")
        try scene.stage.expect(read.body?.review == nil, "the stranger reads something of the buyer")
      }
    },
  ]

  /// Sends a simple request, which any page may send: its content type is not JSON's.
  private static let posting = """
    const body = JSON.stringify({ticket});
    // This page cannot read the answer. Only the effect matters.
    fetch(url, {method: 'POST', mode: 'no-cors', credentials: 'include', body}).catch(() => {});
    """

  /// Sends the same by a form, which navigates the page. A form's text can look like JSON.
  private static let submitting = """
    const form = document.createElement('form');
    form.method = 'post'; form.enctype = 'text/plain'; form.action = url;
    const field = document.createElement('input');
    field.name = `{"ticket":"${ticket}","a":"`; field.value = '"}';
    form.append(field);
    document.body.append(form);
    setTimeout(() => form.submit(), 0);
    """
}
