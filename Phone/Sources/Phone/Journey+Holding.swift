import FerryCore
import Foundation
import PhoneDevice
import PhoneWebKit

extension Journey {
  /// What only a person can decide.
  static let holding = [
    Journey(
      name: "held",
      title: "The provider's answers are lost, and then contradict the order: neither paid nor failed, a person decides"
    ) { scene in
      try await scene.opensAppAndSelects()
      try await scene.buys()
      try await scene.withAnswersLost {
        try await scene.stage.step("The provider takes the payment") { buyer in
          try await buyer.until("the ledger to have it") {
            try await scene.ledger.read().captured - scene.before.captured == Scene.total
          }
        }
        try await scene.stage.step("At the provider more is paid back than was paid; nobody here knows yet") { _ in
          try await scene.refundsTooMuch()
        }
      }
      try await scene.leavesProvider()
      try await scene.isHeld()
    }
  ]
}

extension Scene {
  /// What is asked of the sandbox beside its API, as a clerk or bad luck would.
  @discardableResult
  private func atProvider(_ method: String, _ path: String, _ body: String? = nil) async throws -> [UInt8] {
    let answer = try await ledger.http.send(
      method, "\(ledger.sandbox)/control/\(path)", headers: [("content-type", "application/json")],
      body: body.map { Array($0.utf8) })
    try stage.expect((200..<300).contains(answer.status), "\(path) was answered with \(answer.status)")
    return answer.body
  }

  /// Until then no answer about a payment reaches the server.
  fileprivate func withAnswersLost(_ act: () async throws -> Void) async throws {
    try await stage.step("is at the payment page; from now on the provider's answers are lost") { _ in
      try await seesInBrowser("#amount")
      try await atProvider(
        "POST", "faults", #"{"kind":"dropBeforeExecution","operation":"getCharge","count":1000}"#)
    }
    do {
      try await act()
    } catch {
      // The sandbox is the next journey's as well.
      try await atProvider("DELETE", "faults")
      throw error
    }
    try await stage.step("They arrive again") { _ in try await atProvider("DELETE", "faults") }
  }

  fileprivate func refundsTooMuch() async throws {
    struct Ledger: Decodable {
      struct Order: Decodable {
        struct Charge: Decodable { var chargeId: String }
        var charges: [Charge]
      }
      var orders: [Order]
    }
    struct Refund: Decodable { var refundId: String }
    let bytes = try await atProvider("GET", "ledger")
    guard let charge = try JSONDecoder().decode(Ledger.self, from: Data(bytes)).orders.last?.charges.first else {
      throw Stage.Disagreement("there is no charge")
    }
    let body = try await atProvider(
      "POST", "charges/\(charge.chargeId)/console", #"{"action":"refund","amount":"\#(Self.total + 480)"}"#)
    let refund = try JSONDecoder().decode(Refund.self, from: Data(body))
    try await atProvider("POST", "refunds/\(refund.refundId)/console", #"{"action":"approve"}"#)
  }

  /// The app says that it is being looked at, and offers no second payment.
  fileprivate func isHeld() async throws {
    try await stage.step("The app says that the payment is being looked at") { buyer in
      var patient = buyer
      patient.patience = .seconds(60)
      if isNative {
        try await patient.text("result: confirming", in: .app)
        try stage.expect(device.app?.control("pay") == nil, "a second payment is offered")
      } else {
        try await patient.until("the page of a held checkout") {
          guard let view = device.app?.webView, !view.isLoading else { return false }
          return try await view.call("return document.querySelector(s) !== null;", ["s": Self.held]) == "true"
        }
        let isOffered = try await buyer.script(
          "return document.querySelector('form[action=\"/checkout\"]') !== null;", in: .app)
        try stage.expect(isOffered == "false", "a second payment is offered")
      }
    }
    try await stage.step("The provider's ledger: ¥\(Self.total) taken once, and more than that paid back") { _ in
      let sums = try await ledger.read() - before
      try stage.expect(
        sums == SandboxLedger.Sums(captured: Self.total, refunded: Self.total + 480, paidOrders: 1), "\(sums)")
    }
  }

  /// What the shop's page of a held checkout has: nothing but a look at how it stands.
  private static let held = ".message .actions a[href=\"/checkout\"]"
}
