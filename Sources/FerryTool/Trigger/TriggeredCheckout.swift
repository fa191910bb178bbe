import AsyncHTTPClient
import DemoShop
import FerryCore
import FerryHTTP
import FerrySandbox
import FerryScriptedBuyer
import Foundation
import NIOCore
import NIOHTTP1

/// One checkout of a demo that a scripted buyer brings to an outcome.
struct TriggeredCheckout: Sendable {
  private let trigger: Trigger
  private let module: any SandboxModule.Type
  private let sandbox: Origin
  private let journey: ProviderBody.Journey
  private let scripted: ScriptedCheckout
  private let client: HTTPClient

  /// - Returns: The checkout as it is at the end.
  /// - Throws: `CommandFailure` if demo or control API do not answer, or if the outcome does not come; `Unexpected`.
  static func run(
    _ trigger: Trigger, at module: any SandboxModule.Type, _ sandbox: Origin, _ access: ServerAccess
  ) async throws -> CheckoutBody {
    try await HTTPClient.withHTTPClient(configuration: .trusting(access.authorities)) { client in
      // The server's answer tells, before an order is made, whether the demo runs and knows the key.
      let offered: ProviderListBody = try await ServerClient(access, client).get("/v1/providers")
      guard let journey = offered.providers.first(where: { $0.id == module.id })?.journey else {
        throw CommandFailure("The server at \(access.address) does not offer \(module.name).")
      }
      let market = ShopMarket(module.market, accounts: [])
      let purchase = ScriptedPurchase(
        provider: module.id, language: market.market.languages[0], order: market.sampleOrder,
        capture: trigger.capture(at: module))
      let checkout = TriggeredCheckout(
        trigger: trigger, module: module, sandbox: sandbox, journey: journey,
        scripted: ScriptedCheckout(
          ScriptedCheckout.Target(
            ferry: access.address.text, sandbox: sandbox.text, secretKey: access.key.secret, purchase: purchase),
          client: client), client: client)
      try await checkout.requireControl()
      return try await checkout.run()
    }
  }

  private func run() async throws -> CheckoutBody {
    let reference = "trigger-\(SystemRandomness().token(bytes: 6))"
    let id: String
    switch trigger {
    case .paid, .authorized: id = try await scripted.run(reference: reference).id
    case .pending: id = try await scripted.run(reference: reference, card: module.laterDecision?.card).id
    case .declined:
      let session = try await scripted.openPayment(reference: reference)
      try await scripted.act(session, "decline")
      // A page on which the buyer selects first keeps a decline to itself until the buyer gives up.
      if journey == .selectThenPay { try await scripted.act(session, "cancel") }
      try await scripted.comeBackFromPayment(session)
      id = session.checkout
    case .cancelled:
      let session = try await scripted.openPayment(reference: reference)
      try await scripted.act(session, "cancel")
      if session.cancelURL == nil {
        try await scripted.comeBackFromPayment(session)
      } else {
        try await scripted.returnToShop(session)
      }
      id = session.checkout
    case .abandoned:
      let session = try await scripted.openPayment(reference: reference)
      try await scripted.act(session, "leave")
      id = session.checkout
    case .held:
      let session = try await scripted.openPayment(reference: reference)
      // One answer of the provider names another amount.
      var fault = ["kind": "otherAmount"]
      fault["operation"] = module.amountOperation
      try await control("faults", fault)
      try await scripted.act(session, "approve")
      try await scripted.comeBackFromPayment(session)
      id = session.checkout
    case .refunded:
      id = try await scripted.run(reference: reference).id
      _ = try await reached(id) { $0.phase == .paid }
      _ = try await scripted.operate(id, .refund, key: reference)
    case .disputed:
      id = try await scripted.run(reference: reference).id
      let paid = try await reached(id) { $0.phase == .paid && $0.payment?.reference != nil }
      let dispute = module.dispute(of: paid.payment?.reference ?? "")
      try await control(dispute?.path ?? "", dispute?.body ?? [:])
    }
    return try await reached(id, trigger.isReached)
  }

  /// Reads the checkout until it is as wanted, for half a minute at most.
  /// - Throws: `CommandFailure`.
  private func reached(_ id: String, _ isReached: (CheckoutBody) -> Bool) async throws -> CheckoutBody {
    let time = SystemTime()
    let end = time.now + .seconds(30)
    while true {
      let checkout = try await scripted.read(id)
      if isReached(checkout) { return checkout }
      guard time.now < end else {
        throw CommandFailure(
          "The checkout \(id) is \(checkout.phase.rawValue), and not yet as it should be. `ferry checkouts show \(id)` shows "
            + "how it goes on.")
      }
      try await time.sleep(for: .milliseconds(200))
    }
  }

  // MARK: The sandbox's control API

  private func requireControl() async throws {
    let clock = HTTPClientRequest(url: "\(sandbox)/control/clock")
    guard let answer = try? await client.execute(clock, timeout: .seconds(10)), answer.status == .ok else {
      throw CommandFailure("No sandbox of \(module.name) answers at \(sandbox). Start the demo: `ferry demo`.")
    }
  }

  /// - Throws: `CommandFailure` for a refusal.
  private func control(_ path: String, _ body: [String: String]) async throws {
    var request = HTTPClientRequest(url: "\(sandbox)/control/\(path)")
    request.method = .POST
    request.headers.add(name: "content-type", value: "application/json")
    request.body = .bytes(try JSONEncoder().encode(body))
    let response = try await client.execute(request, timeout: .seconds(10))
    guard (200...299).contains(response.status.code) else {
      throw CommandFailure("The sandbox of \(module.name) refused it with \(response.status.code).")
    }
  }
}

extension Trigger {
  fileprivate func capture(at module: any SandboxModule.Type) -> CapturePolicy {
    switch self {
    case .authorized: .manual
    case .pending: module.laterDecision?.capture ?? .automatic
    case .paid, .declined, .cancelled, .abandoned, .held, .refunded, .disputed: .automatic
    }
  }

  fileprivate func isReached(_ checkout: CheckoutBody) -> Bool {
    switch self {
    case .paid, .authorized, .disputed: checkout.phase == .paid
    case .declined: checkout.phase == .declined || checkout.decline != nil
    case .cancelled: checkout.phase == .cancelled
    case .abandoned: checkout.phase == .paying
    case .pending: checkout.phase == .settling
    case .held: checkout.phase == .held
    // The provider may take days to decide about a refund.
    case .refunded: checkout.payment.map { $0.refunded.isPositive || $0.refundable?.isPositive == false } ?? false
    }
  }
}
