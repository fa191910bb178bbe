import FerryCore
import Foundation
import PhoneDevice
import PhoneWebKit

extension Journey {
  /// Held checkouts, which only a person can resolve.
  static let holding = [
    Journey(
      name: "held",
      title: "The provider names another amount than was agreed: neither paid nor failed, a person decides"
    ) { scene in
      try await scene.opensAppAndSelects()
      try await scene.buys()
      try await scene.withOtherAmounts {
        try await scene.stage.step("The provider takes the payment") { buyer in
          try await buyer.until("the ledger to have it") {
            try await scene.ledger.read().captured - scene.before.captured == Scene.total
          }
        }
        try await scene.leavesProvider()
        try await scene.isHeld()
      }
    }
  ]
}

extension Scene {
  /// Requests to the sandbox outside of its API, in the place of a clerk or a fault.
  func atProvider(_ path: String, _ body: String, _ method: String = "POST") async throws {
    let answer = try await ledger.http.send(
      method, "\(ledger.sandbox)/control/\(path)", headers: [("content-type", "application/json")],
      body: Array(body.utf8))
    try stage.expect((200..<300).contains(answer.status), "\(path) was answered with \(answer.status)")
  }

  /// Runs `act` while the provider reports larger amounts for each payment.
  fileprivate func withOtherAmounts(_ act: () async throws -> Void) async throws {
    try await stage.step("is at the payment page; from now on the provider names another amount") { _ in
      try await seesInBrowser("#amount")
      try await atProvider("faults", #"{"kind":"otherAmount","operation":"getCharge","count":1000}"#)
    }
    let outcome: Result<Void, any Error>
    do { outcome = .success(try await act()) } catch { outcome = .failure(error) }
    // The next journey uses the same sandbox.
    try await atProvider("faults", "{}", "DELETE")
    try outcome.get()
  }

  /// The app says that the payment is being checked, and offers no second payment.
  func isHeld(captured: Int64 = Scene.total) async throws {
    try await stage.step("The app says that the payment is being looked at") { buyer in
      if isNative {
        try await buyer.text("result: confirming", in: .app)
        try stage.expect(device.app?.control("pay") == nil, "a second payment is offered")
      } else {
        try await buyer.until("the page of a held checkout") {
          guard let view = device.app?.webView, !view.isLoading else { return false }
          return try await view.call("return document.querySelector(s) !== null;", ["s": Self.held]) == "true"
        }
        let isOffered = try await buyer.script(
          "return document.querySelector('form[action=\"/checkout\"]') !== null;", in: .app)
        try stage.expect(isOffered == "false", "a second payment is offered")
      }
    }
    try await ledgerSays(captured: captured)
  }

  /// The only link on the shop's page of a held checkout: it loads the state again.
  private static let held = ".message .actions a[href=\"/checkout\"]"
}
