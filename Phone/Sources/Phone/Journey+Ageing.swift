import FerryCore
import Foundation
import PhoneDevice
import PhoneRules
import PhoneWebKit

extension Journey {
  /// Codes, tickets and pages that have expired by the server's clock.
  static let ageing = [
    Journey(
      name: "late-code",
      title: "The buyer takes the way back after eleven minutes: its code has expired, and they get another"
    ) { scene in
      let device = scene.device
      try await scene.opensAppAndChooses()
      let link = try await scene.linkOfPage()
      try await scene.passes(minutes: 11)
      try await scene.stage.step("takes the way back; the code is refused, and the browser stays") { buyer in
        try await buyer.tap(scene.wayIntoApp, in: .secure)
        try await buyer.until("the refusal") { device.journal.entries.contains { $0.text.contains("linkRefused") } }
        try scene.stage.expect(
          device.requests.contains { $0.path.hasSuffix("/claim") && $0.status == 410 }, "the claim was not answered 410"
        )
        try scene.stage.expect(device.secure.view != nil, "the browser is closed")
      }
      try await scene.leaves(.done, "since the link leads nowhere")
      try await scene.reachesReview()
      try await scene.stage.step("The late link once more: it changes nothing") { _ in
        let asked = device.requests.count
        device.deliver(link, to: device.setup.app.name)
        try await device.time.sleep(for: .milliseconds(500))
        try scene.stage.expect(
          !device.requests.dropFirst(asked).contains { $0.path.hasSuffix("/claim") }, "a spent code was claimed again")
      }
      try await scene.paysFromReview()
    },
    Journey(
      name: "late-ticket", title: "A start link is opened three minutes late: it leads nowhere, and a fresh one pays"
    ) { scene in
      let sender = try Stranger(scene)
      let own = try await sender.creates()
      try await scene.passes(minutes: 3)
      try await scene.stage.step("A start link that was made three minutes ago is opened") { buyer in
        guard let ticket = own.ticket else { throw Stage.Disagreement("no ticket") }
        scene.device.visitInSafari(sender.start(ticket))
        try await scene.seesInBrowser("[data-part=stale]:not([hidden])", in: .safari)
        try scene.stage.expect(buyer.view(.safari)?.committed?.contains("/ferry/start") == true, "it led on")
        scene.device.leaveSafari()
      }
      try await scene.opensAppAndSelects()
      try await scene.paysFromReview()
    },
    Journey(
      name: "page-renewal",
      title: "The return page stays open for twenty minutes: whenever the buyer looks at it, its code is fresh"
    ) { scene in
      try await scene.opensAppAndChooses()
      try await scene.pageIsRenewed("comes back to the page from another one") { buyer in
        // A page without a script that navigates.
        let other = (scene.device.setup.app.linkHost ?? "") + "/.well-known/apple-app-site-association"
        _ = try await buyer.script("setTimeout(() => { location.href = url; }, 0);", ["url": other], in: .secure)
        try await buyer.page(other, in: .secure)
        _ = try await buyer.script("setTimeout(() => history.back(), 0);", in: .secure)
      }
      try await scene.pageIsRenewed("The page comes out of the browser's memory") { buyer in
        _ = try await buyer.script(
          "setTimeout(() => dispatchEvent(new PageTransitionEvent('pageshow', {persisted: true})), 0);", in: .secure)
      }
      try await scene.pageIsRenewed("The phone is taken up after it has slept") { buyer in
        _ = try await buyer.script(
          """
          const now = Date.now;
          Date.now = () => now() + 300000;
          setTimeout(() => document.dispatchEvent(new Event('visibilitychange', {bubbles: true})), 0);
          """, in: .secure)
      }
      try await scene.pageIsRenewed("The page's own time is over") { buyer in
        // The page does the same after four minutes.
        _ = try await buyer.script(
          """
          const renewal = document.querySelector('meta[http-equiv=refresh]');
          setTimeout(() => { renewal.content = renewal.content.replace(/^\\d+/, '0'); }, 0);
          """, in: .secure)
      }
      try await scene.comesBack()
      try await scene.seesReview()
      try await scene.paysFromReview()
    },
  ]
}

extension Scene {
  /// Five minutes later the page loads again and has another code.
  fileprivate func pageIsRenewed(_ words: String, _ act: @MainActor (Driver) async throws -> Void) async throws {
    let before = try await linkOfPage()
    try await passes(minutes: 5)
    try await stage.step("\(words); its link is a fresh one") { buyer in
      try await act(buyer)
      try await buyer.until("another link") {
        guard let view = buyer.view(.secure), !view.isLoading else { return false }
        let href = try await view.call("return document.querySelector(s)?.href ?? '';", ["s": wayIntoApp])
        return href != "\"\"" && !href.contains(before)
      }
    }
  }

  /// Moves the clock of the server and the provider.
  func passes(minutes: Int) async throws {
    try await stage.step("\(minutes) minutes pass") { _ in
      let http = try HTTPClient(authority: device.setup.authority)
      let answer = try await http.send(
        "POST", device.setup.server + "/control/clock", headers: [("content-type", "application/json")],
        body: Array("{\"advanceSeconds\":\(minutes * 60)}".utf8))
      try stage.expect(
        answer.status == 200, "the demo's control API answered \(answer.status)")
      device.journal.note(.act, "the server's clock is \(minutes) minutes ahead of before")
    }
  }
}
