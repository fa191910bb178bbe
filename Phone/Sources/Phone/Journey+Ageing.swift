import FerryCore
import Foundation
import PhoneDevice
import PhoneRules
import PhoneWebKit

extension Journey {
  /// What is good for a while only, when that while is over by the server's own clock.
  static let ageing = [
    Journey(
      name: "late-code",
      title: "The buyer takes the way back after eleven minutes: its code is too late, and he is given another"
    ) { scene in
      let device = scene.device
      try await scene.opensApp()
      try await scene.pressesPay()
      try await scene.signsIn()
      try await scene.chooses()
      let link = try await scene.linkOfPage()
      try await scene.passes(minutes: 11)
      try await scene.stage.step("takes the way back; the code is refused, and the browser stays") { buyer in
        try await buyer.tap(scene.kind == .firstGeneration ? Scene.purchaseLink : Scene.backLink, in: .secure)
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
      name: "late-ticket", title: "A start link is opened three minutes late: it leads nowhere, and a fresh one pays",
      kinds: [.native]
    ) { scene in
      let sender = try Stranger(scene)
      let own = try await sender.creates()
      try await scene.opensApp()
      try await scene.passes(minutes: 3)
      try await scene.stage.step("A start link that was made three minutes ago is opened") { buyer in
        guard let ticket = own.ticket else { throw Stage.Disagreement("no ticket") }
        scene.device.visitInSafari(sender.start(ticket))
        try await scene.seesInBrowser("[data-part=stale]:not([hidden])", in: .safari)
        try scene.stage.expect(buyer.view(.safari)?.committed?.contains("/ferry/start") == true, "it led on")
        scene.device.leaveSafari()
      }
      try await scene.selects()
      try await scene.paysFromReview()
    },
  ]
}

extension Scene {
  /// Time passes for the server and the provider: the demo's clock is moved.
  func passes(minutes: Int) async throws {
    try await stage.step("\(minutes) minutes pass") { _ in
      let http = try HTTPClient(authority: device.setup.authority)
      let answer = try await http.send(
        "POST", device.setup.server + "/control/clock", headers: [("content-type", "application/json")],
        body: Array("{\"advanceSeconds\":\(minutes * 60)}".utf8))
      try stage.expect(
        answer.status == 200, "the demo's control API answered \(answer.status): start the demo with --control")
      device.journal.note(.act, "the server's clock is \(minutes) minutes ahead of before")
    }
  }
}
