import AsyncHTTPClient
import DemoShop
import FerryCore
import FerryHTTP
import FerrySandbox
import FerryServer
import FerryWeb

/// One checkout of a demo that a scripted buyer brings to an outcome.
struct TriggeredCheckout: Sendable {
  private let trigger: Trigger
  private let module: any SandboxModule.Type
  private let sandbox: Origin
  private let journey: ProviderBody.Journey
  private let scripted: ScriptedCheckout
  private let server: ServerClient
  private let transport: NetworkTransport

  struct Outcome: Sendable {
    let checkout: CheckoutBody
    var refund: OperationBody?
  }

  static func run(
    _ trigger: Trigger, at module: any SandboxModule.Type, _ sandbox: Origin, _ access: ServerAccess
  ) async throws -> Outcome {
    try await HTTPClient.withHTTPClient(configuration: .trusting(access.authorities)) { client in
      // The server's answer tells, before an order is made, whether the demo runs and knows the key.
      let server = ServerClient(access: access, client: client)
      let offered: ProviderListBody = try await server.get("/v1/providers")
      guard let journey = offered.providers.first(where: { $0.id == module.id })?.journey else {
        throw CommandFailure("The server at \(access.address) does not offer \(module.name).")
      }
      let transport = NetworkTransport(client: client)
      let checkout = TriggeredCheckout(
        trigger: trigger, module: module, sandbox: sandbox, journey: journey,
        scripted: ScriptedCheckout(
          ScriptedCheckout.Target(
            ferry: access.address.text, sandbox: sandbox.text, secretKey: access.key.secret,
            purchase: ScriptedPurchase(at: module, capture: trigger.capture(at: module))),
          transport: transport), server: server, transport: transport)
      try await checkout.requireControl()
      return try await checkout.run()
    }
  }

  private func run() async throws -> Outcome {
    let reference = "trigger-\(SystemRandomness().token(bytes: 6))"
    let id: String
    switch trigger {
    case .paid, .authorized: id = try await scripted.run(reference: reference).id
    case .pending: id = try await scripted.run(reference: reference, card: module.laterDecision?.card).id
    case .declined:
      let session = try await scripted.openPayment(reference: reference)
      try await scripted.act(session, "decline")
      // If the buyer selects on the page first, the page keeps a decline to itself until the buyer gives up.
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
    case .held: return Outcome(checkout: try await held(reference))
    case .refunded: return try await refunded(reference)
    case .disputed: return Outcome(checkout: try await disputed(reference))
    }
    return Outcome(checkout: try await reached(id, trigger.isReached))
  }

  /// One answer of the provider names another amount. A question about another checkout may come first and get that answer: then
  /// another order is placed, three at most.
  private func held(_ reference: String) async throws -> CheckoutBody {
    var attempt = 0
    while true {
      attempt += 1
      let session = try await scripted.openPayment(reference: attempt == 1 ? reference : "\(reference)-\(attempt)")
      var fault = ["kind": "otherAmount"]
      fault["operation"] = module.amountOperation
      // Before the approval, because some providers notify of it at once, and the server asks before the buyer is back.
      try await control("POST", "faults", fault)
      do {
        try await scripted.act(session, "approve")
        try await scripted.comeBackFromPayment(session)
        let checkout = try await reached(session.checkout) { $0.phase == .held || $0.phase == .paid && attempt < 3 }
        if checkout.phase == .held { return checkout }
      } catch {
        // It must not strike somebody else's checkout.
        try? await control("DELETE", "faults")
        throw error
      }
    }
  }

  private func refunded(_ reference: String) async throws -> Outcome {
    let id = try await scripted.run(reference: reference).id
    _ = try await reached(id) { $0.phase == .paid }
    let asked = try await scripted.operate(id, .refund, key: reference).id
    // The provider may take days to decide about a refund.
    let refund: OperationBody = try await waiting(id) {
      let money: OperationsBody = try await server.get("/v1/checkouts/\(id)/operations")
      return money.operations.first { $0.id == asked && [.pending, .succeeded, .failed].contains($0.state) }
    }
    guard refund.state != .failed else {
      throw CommandFailure(
        "The refund of \(refund.amount.display) failed: \(refund.reason ?? "the provider gave no reason").")
    }
    return Outcome(checkout: try await scripted.read(id), refund: refund)
  }

  private func disputed(_ reference: String) async throws -> CheckoutBody {
    guard let dispute = module.dispute else { throw CommandFailure("\(module.name) has no disputes.") }
    let id = try await scripted.run(reference: reference).id
    let paid = try await reached(id) { $0.phase == .paid && $0.payment?.reference != nil }
    guard let payment = paid.payment?.reference else { throw CommandFailure("The checkout \(id) has no payment.") }
    try await control("POST", dispute.path(payment), dispute.body)
    // The provider has told of it, and has been asked: only then its amount is known.
    return try await reached(id) { $0.payment?.disputes?.contains { $0.isOpen && $0.amount != nil } ?? false }
  }

  /// Reads the checkout until it is as wanted, for half a minute at most.
  private func reached(_ id: String, _ isReached: (CheckoutBody) -> Bool) async throws -> CheckoutBody {
    try await waiting(id) {
      let checkout = try await scripted.read(id)
      return isReached(checkout) ? checkout : nil
    }
  }

  /// Asks for a fact about a checkout until there is one, for half a minute at most.
  private func waiting<Fact>(_ id: String, _ fact: () async throws -> Fact?) async throws -> Fact {
    let time = SystemTime()
    let end = time.now + .seconds(30)
    while true {
      if let fact = try await fact() { return fact }
      guard time.now < end else {
        let phase = try await scripted.read(id).phase.rawValue
        throw CommandFailure(
          "After 30 seconds, checkout \(id) is still \(phase). Check it with `ferry checkouts show \(id)`.")
      }
      try await time.sleep(for: .milliseconds(200))
    }
  }

  // MARK: The sandbox's control API

  private func requireControl() async throws {
    guard let answer = try? await transport.call("GET", "\(sandbox)/control/clock"), answer.status == 200 else {
      throw CommandFailure(
        "Cannot connect to the sandbox of \(module.name) at \(sandbox). Start the demo with `ferry demo`.")
    }
  }

  private func control(_ method: String, _ path: String, _ body: [String: String]? = nil) async throws {
    let answer = try await transport.call(method, "\(sandbox)/control/\(path)", body)
    guard answer.isSuccess else {
      throw CommandFailure("The sandbox of \(module.name) rejected the request: HTTP \(answer.status).")
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
    case .paid, .authorized, .refunded, .disputed: checkout.phase == .paid
    case .declined: checkout.phase == .declined || checkout.decline != nil
    case .cancelled: checkout.phase == .cancelled
    case .abandoned: checkout.phase == .paying
    case .pending: checkout.phase == .settling
    case .held: checkout.phase == .held
    }
  }
}
