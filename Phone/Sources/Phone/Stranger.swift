import FerryCore
import Foundation
import PhoneDevice
import PhoneWebKit

/// Somebody who speaks to the server by himself: a thief with what he has taken, or an attacker with a checkout of his
/// own.
@MainActor struct Stranger {
  let http: HTTPClient
  let server: String
  let verifier: Verifier
  /// Where his app is of the kind that shows the shop's pages, as the buyer's is.
  let pages: StrangersPages?
  /// The app agrees by itself, and not the page's backend.
  private let appAgrees: Bool

  init(_ scene: Scene) throws {
    let http = try HTTPClient(authority: scene.device.setup.authority)
    let server = scene.device.setup.server
    let entrance = "/app/tablets-ios" + (scene.kind == .firstGeneration ? "/first-generation" : "")
    pages = scene.isNative ? nil : StrangersPages(http: http, shop: server, entrance: entrance)
    appAgrees = scene.kind != .webView
    self.http = http
    self.server = server
    verifier = Verifier(SystemRandomness())
  }

  /// What he is answered.
  struct Answer {
    var status: Int
    var text: String
    var body: AppCheckoutBody? { try? JSONDecoder().decode(AppCheckoutBody.self, from: Data(text.utf8)) }
  }

  /// A checkout of his own, by the shop's backend, as anybody with the app can have one: where the buyer's app shows the
  /// shop's pages, by those.
  func creates() async throws -> CheckoutHandoff {
    if let pages { return try await pages.begins(verifier.challenge) }
    struct Line: Encodable {
      var sku = "fire-hd8"
      var quantity = 1
    }
    struct Order: Encodable {
      var lines = [Line()]
      var language = Language.english
      var challenge: Challenge
    }
    let answer = try await http.send(
      "POST", server + "/app/tablets-ios/checkouts",
      headers: [("content-type", "application/json"), ("idempotency-key", SystemRandomness().token(bytes: 12))],
      body: Array(try JSONEncoder().encode(Order(challenge: verifier.challenge))))
    return try JSONDecoder().decode(CheckoutHandoff.self, from: Data(answer.body))
  }

  /// Agrees to what he was shown, as his kind of app does.
  /// - Returns: The ticket of the payment page, if he gets one.
  func agrees(_ checkout: CheckoutHandoff, to revision: Int) async throws -> CheckoutHandoff.Ticket? {
    let total = Money.yen(Scene.total)
    if let pages, !appAgrees { return try await pages.agrees(to: revision, total)?.ticket }
    return try await calls(
      "POST", checkout.checkout, "/confirm", token: checkout.clientToken,
      body: ConfirmCheckoutBody(revision: revision, total: total)
    ).body?.ticket
  }

  /// Calls the server as an app.
  func calls(
    _ method: String, _ checkout: String, _ action: String = "", token: String?, isVerified: Bool = true,
    body: (any Encodable)? = nil
  ) async throws -> Answer {
    var headers: [(name: String, value: String)] = [("authorization", "Bearer \(token ?? "none")")]
    if isVerified { headers.append((Verifier.fieldName, verifier.text)) }
    var bytes: [UInt8]? = method == "POST" ? [] : nil
    if let body {
      headers.append(("content-type", "application/json"))
      bytes = Array(try JSONEncoder().encode(body))
    }
    let answer = try await http.send(
      method, "\(server)/v1/app/checkouts/\(checkout)\(action)", headers: headers, body: bytes)
    return Answer(status: answer.status, text: String(decoding: answer.body, as: UTF8.self))
  }

  /// How every call of his is answered, with a token that is not the checkout's.
  func callsEverything(_ checkout: String, token: String?) async throws -> [(call: String, answer: Answer)] {
    var answers = [("read", try await calls("GET", checkout, token: token))]
    let bodies: [(String, (any Encodable)?)] = [
      ("/begin", nil), ("/claim", ClaimBody(code: "AAAAAAAAAAAAAAAAAAAAAA")),
      ("/change", ChangeCheckoutBody(what: .address)), ("/keep", nil),
      ("/confirm", ConfirmCheckoutBody(revision: 1, total: .yen(Scene.total))), ("/cancel", nil),
    ]
    for (action, body) in bodies {
      answers.append((action, try await calls("POST", checkout, action, token: token, body: body)))
    }
    return answers
  }

  func start(_ ticket: CheckoutHandoff.Ticket) -> String { server + "/ferry/start#" + ticket.text }
}
