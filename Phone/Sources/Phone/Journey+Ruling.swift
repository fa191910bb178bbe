import FerryCore
import PhoneDevice
import PhoneRules
import PhoneWebKit

extension Journey {
  /// A whole payment for every switch: the result is right for every link behaviour of the phone.
  static let ruling: [Journey] = [
    ruled("redirect-after-tap", "A redirect after a tap opens the app", LinkRules(redirect: .afterTap)),
    ruled("redirect-always", "Any redirect opens the app", LinkRules(redirect: .always)),
    ruled(
      "tapped-scheme", "Without an association file, a tapped scheme opens the app unasked",
      LinkRules(association: .missing, asksForTappedScheme: false)),
    ruled(
      "no-association", "Without an association file the scheme is left, and the phone asks first",
      LinkRules(association: .missing)),
    ruled(
      "stale-association", "The association file is of an earlier day: the scheme is left",
      LinkRules(association: .stale)),
    ruled("website", "The buyer prefers the website: the scheme is left", LinkRules(prefersWebsite: true)),
    ruled("twice", "Every link is delivered twice", LinkRules(delivery: .twice)),
    Journey(
      name: "rule-prompt-refused",
      title: "Without an association file, and the question is refused: Done is a way back too"
    ) { scene in
      scene.device.rules = LinkRules(association: .missing, prompt: .refuses)
      try await scene.opensAppAndChooses()
      try await scene.triesLink()
      try await scene.stage.step("tries the scheme, and refuses when asked") { buyer in
        try await buyer.tap(Scene.schemeLink, in: .secure)
        try await buyer.until("the refusal") { scene.decided("prompt refused") }
      }
      try await scene.leaves(.done, "since no link works")
      scene.device.rules = LinkRules()
      try await scene.reachesReview()
      try await scene.paysFromReview()
    },
    delivered("cold", "The link launches an app that had been ended", LinkRules(redirect: .always, delivery: .cold)),
    delivered(
      "before-window", "The link comes to an app that has no window yet",
      LinkRules(redirect: .always, delivery: .beforeWindow)),
    Journey(name: "rule-script", title: "A script opens neither link nor scheme unasked") { scene in
      scene.device.rules = LinkRules(redirect: .always, prompt: .refuses, asksForTappedScheme: false)
      let own = try await Stranger(scene).creates()
      let query = AppReturnLink(checkout: own.checkout, code: "none").query
      let link = "\(scene.device.setup.app.linkHost ?? "")/ferry/return/?\(query)"
      try await scene.stage.step("A page sets its location to the link: it stays in the browser") { buyer in
        scene.device.visitInSafari(scene.device.setup.server + "/ferry/back?\(query)")
        try await buyer.page("/ferry/back", in: .safari)
        _ = try await buyer.script("setTimeout(() => { location.href = link; }, 0);", ["link": link], in: .safari)
        try await buyer.until("the decision") { scene.decided("by script: stays") }
        try await buyer.until("the return page again") {
          scene.device.journal.entries.count { $0.kind == .page && $0.text.contains("/ferry/back") } == 2
        }
        try await buyer.page("/ferry/back", in: .safari)
      }
      try await scene.stage.step("A page clicks the link by script: it stays in the browser") { buyer in
        let seen = scene.device.journal.entries.count
        _ = try await buyer.script(
          "setTimeout(() => document.querySelector(s).click(), 0);", ["s": Scene.backLink], in: .safari)
        try await buyer.until("the decision") { scene.decided("by script: stays", after: seen) }
        try await buyer.page("tried=1", in: .safari)
      }
      try await scene.stage.step("A page opens the scheme by script: the phone asks first") { buyer in
        let scheme = "\(scene.device.setup.app.scheme ?? "")://ferry/return/?\(query)"
        _ = try await buyer.script("setTimeout(() => { location.href = link; }, 0);", ["link": scheme], in: .safari)
        try await buyer.until("the question") { scene.decided("asks before opening") }
        try await buyer.until("the refusal") { scene.decided("prompt refused") }
      }
      try await scene.stage.step("A link on the link host's own page stays there: same host") { buyer in
        let seen = scene.device.journal.entries.count
        // A page of the link host without a script: its association file.
        let page = (scene.device.setup.app.linkHost ?? "") + "/.well-known/apple-app-site-association"
        scene.device.visitInSafari(page)
        try await buyer.page("apple-app-site-association", in: .safari)
        _ = try await buyer.script(
          """
          const a = document.createElement('a');
          a.href = link; a.id = 'here'; a.textContent = 'link'; a.style = 'display:block;font-size:40px';
          document.body.prepend(a);
          """, ["link": link], in: .safari)
        try await buyer.tap("#here", in: .safari)
        try await buyer.until("the decision") { scene.decided("same host: stays", after: seen) }
      }
      try await scene.stage.step("A tap from another host opens the app, which is launched for it") { buyer in
        scene.device.visitInSafari(scene.device.setup.server + "/ferry/back?\(query)")
        try await buyer.page("/ferry/back", in: .safari)
        try await buyer.tap(Scene.backLink, in: .safari)
        try await buyer.until("the app") { scene.device.app != nil && scene.decided("path matches: to the app") }
      }
      try await scene.ledgerSays(captured: 0)
    },
  ]

  private static func ruled(_ name: String, _ title: String, _ rules: LinkRules) -> Journey {
    Journey(name: "rule-" + name, title: title) { scene in
      scene.device.rules = rules
      try await scene.opensAppAndChooses()
      if rules.association == .current, !rules.prefersWebsite {
        try await scene.comesBack()
      } else {
        try await scene.triesLink()
        try await scene.takesScheme()
        // The purchase link contained the agreement.
        if scene.kind == .firstGeneration { return try await scene.paysWhatWasAgreed() }
      }
      try await scene.seesReview()
      try await scene.paysFromReview()
    }
  }

  private static func delivered(_ name: String, _ title: String, _ rules: LinkRules) -> Journey {
    Journey(name: "rule-" + name, title: title) { scene in
      scene.device.rules = rules
      try await scene.opensAppAndChooses()
      // The review in the browser does not redirect.
      if scene.kind == .firstGeneration { try await scene.buys() }
      try await scene.stage.step("The link reaches the app in its own way") { buyer in
        try await buyer.until("the delivery") { scene.decided("to the app") && scene.device.app != nil }
      }
      scene.device.rules.delivery = .running
      try await scene.reachesReview()
      try await scene.paysFromReview()
    }
  }
}

extension Scene {
  var schemeLink: String { Self.schemeLink }
  static let schemeLink = "a[href^=\"tablets:\"]"

  func decided(_ words: String, after count: Int = 0) -> Bool {
    device.journal.entries.dropFirst(count).contains { $0.kind == .link && $0.text.contains(words) }
  }

  /// Taps the link into the app on a phone that opens such links in the browser, up to the page that offers the app's
  /// scheme.
  func triesLink() async throws {
    if kind == .firstGeneration {
      try await seesReview()
      try await stage.step("agrees to buy; the link loads instead of opening the app") { buyer in
        try await buyer.tap(Self.purchaseLink, in: .secure)
        try await buyer.page("/ferry/back", in: .secure)
      }
    } else {
      try await isOnWayBack()
    }
    try await stage.step("taps the link back to the app; it opens no app, and the page offers the scheme") { buyer in
      try await buyer.tap(Self.backLink, in: .secure)
      try await seesInBrowser(Self.schemeLink)
    }
  }

  func takesScheme() async throws {
    try await stage.step("takes the scheme, and the app continues") { buyer in
      try await buyer.tap(Self.schemeLink, in: .secure)
      // With an agreement the app continues to the payment page.
      if kind == .firstGeneration { try await seesInBrowser("#amount") } else { try await buyer.closed() }
    }
  }
}
