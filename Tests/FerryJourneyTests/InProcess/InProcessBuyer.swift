import AmazonPaySandbox
import DemoShop
import FerryCheckout
import FerryCore
import FerryEngine
import FerryProvider
import FerrySandbox
import Foundation
import HTTPTypes

/// A buyer who acts on the sandbox's pages as a person does, and the shop that sends them there and receives them.
struct InProcessBuyer: Sendable {
  let world: InProcessAmazonPay
  var shop: ShopID = "demo"

  struct Unexpected: Error, CustomStringConvertible {
    let description: String
    init(_ description: String) { self.description = description }
  }

  static let order = ScriptedCheckout.order

  func create(
    _ reference: String = "cart-1", content: OrderContent = order, capture: CapturePolicy = .automatic,
    hasRoom: Bool = true
  ) async throws -> CheckoutFile {
    try await world.engine.create(
      NewCheckout(
        reference: OrderReference(shop: shop, mode: .test, reference: reference), key: nil, provider: "amazon-pay",
        kind: .browser, language: .japanese, capture: capture, content: content, hasRoom: hasRoom)
    ).file
  }

  /// Goes to the provider and presses the button there.
  /// - Returns: The session that the provider opened.
  func depart(_ id: CheckoutID) async throws -> String {
    let file = try await world.engine.submit(.leave(change: nil), to: id)
    guard case .script(let script) = try await world.engine.nextAction(.select, for: file) else {
      throw Unexpected("The first step of Amazon Pay is a script.")
    }
    let argument = try JSONSerialization.jsonObject(with: Data(script.arguments[0].utf8))
    guard let options = argument as? [String: Any],
      var button = options["createCheckoutSessionConfig"] as? [String: Any]
    else { throw Unexpected("The script's argument holds no session configuration.") }
    for name in ["merchantId", "sandbox", "productType", "checkoutLanguage"] { button[name] = options[name] }
    let answer = try control("POST", "amazon-pay/checkoutSessions", button)
    guard let session = answer["checkoutSessionId"] as? String else {
      throw Unexpected("The sandbox opened no session: \(answer)")
    }
    return session
  }

  /// Selects, as a person does on the selection page.
  func choose(_ session: String, address: String = "tokyo", card: String = "1111") throws {
    _ = try control(
      "POST", "amazon-pay/checkoutSessions/\(session)/buyer", ["action": "select", "address": address, "card": card])
  }

  func act(_ session: String, _ action: String, card: String? = nil, address: String? = nil) throws {
    var body: [String: Any] = ["action": action]
    if let card { body["card"] = card }
    if let address { body["address"] = address }
    _ = try control("POST", "amazon-pay/checkoutSessions/\(session)/buyer", body)
  }

  /// Returns from the selection, and waits for the review.
  func review(_ id: CheckoutID, _ session: String) async throws -> CheckoutFile {
    _ = try await world.engine.submit(.returned(session: session), to: id)
    return try await reach(id) { $0 == .reviewing }
  }

  /// Confirms the shown review, and waits for the payment page.
  func confirm(_ file: CheckoutFile) async throws -> CheckoutFile {
    guard let total = file.checkout.quote?.total else { throw Unexpected("Nothing is priced.") }
    _ = try await world.engine.submit(
      .confirm(revision: file.checkout.revision, total: total), to: file.checkout.id)
    return try await reach(file.checkout.id) { $0.name != .authorizing }
  }

  /// Waits until a phase is reached, an hour at most.
  func reach(
    _ id: CheckoutID, within limit: Duration = .seconds(3600), _ condition: @escaping @Sendable (Phase) -> Bool
  ) async throws -> CheckoutFile {
    let file = try await world.engine.wait(for: id, within: limit) { condition($0.checkout.phase) }
    guard condition(file.checkout.phase) else {
      throw Unexpected("The checkout stays \(file.checkout.phase.name.rawValue).")
    }
    return file
  }

  /// A whole journey up to the review.
  func toReview(
    _ reference: String = "cart-1", card: String = "1111", capture: CapturePolicy = .automatic
  ) async throws -> (CheckoutFile, String) {
    let created = try await create(reference, capture: capture)
    let session = try await depart(created.checkout.id)
    try choose(session, card: card)
    return (try await review(created.checkout.id, session), session)
  }

  /// A whole journey up to the payment page.
  func toPayment(
    _ reference: String = "cart-1", card: String = "1111", capture: CapturePolicy = .automatic
  ) async throws -> (CheckoutFile, String) {
    let (reviewed, session) = try await toReview(reference, card: card, capture: capture)
    return (try await confirm(reviewed), session)
  }

  /// Approves the payment, returns, and waits for the end.
  func finish(
    _ id: CheckoutID, _ session: String, within limit: Duration = .seconds(3600)
  ) async throws -> CheckoutFile {
    try act(session, "approve")
    _ = try await world.engine.submit(.returned(session: session), to: id)
    return try await reach(id, within: limit) { $0.isFinal }
  }

  /// A whole journey, up to its end.
  func pay(
    _ reference: String = "cart-1", within limit: Duration = .seconds(3600), capture: CapturePolicy = .automatic,
    card: String = "1111"
  ) async throws -> CheckoutFile {
    let (paying, session) = try await toPayment(reference, card: card, capture: capture)
    return try await finish(paying.checkout.id, session, within: limit)
  }

  @discardableResult
  func control(_ method: String, _ path: String, _ body: [String: Any]) throws -> [String: Any] {
    var request = HTTPRequest(
      method: HTTPRequest.Method(method) ?? .post, scheme: "http", authority: "127.0.0.1:3081",
      path: "/control/\(path)")
    request.headerFields[.contentType] = "application/json"
    let bytes = Array(try JSONSerialization.data(withJSONObject: body))
    let (response, answer) = world.sandbox.respond(to: request, body: bytes)
    let object = try JSONSerialization.jsonObject(with: Data(answer)) as? [String: Any] ?? [:]
    guard response.status.kind == .successful else {
      throw Unexpected("\(path) answered \(response.status.code): \(object["message"] ?? "")")
    }
    return object
  }
}
