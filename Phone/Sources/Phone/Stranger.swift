import FerryCore
import Foundation
import PhoneDevice
import PhoneWebKit

/// An attacker who calls the server without an app: a thief with stolen links, or an attacker with their own checkout.
@MainActor struct Stranger {
  let http: HTTPClient
  let server: String
  let verifier: Verifier
  /// The shop's pages on the attacker's phone. Nil if the buyer's app is native.
  let pages: StrangersPages?
  /// True if the app confirms the order itself. Otherwise the page's backend does.
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

  /// The server's answer.
  struct Answer {
    var status: Int
    var text: String
    var body: AppCheckoutBody? { try? JSONDecoder().decode(AppCheckoutBody.self, from: Data(text.utf8)) }
  }

  /// Creates a checkout by the shop's backend, as any user of the app can. If the buyer's app shows the shop's pages, the
  /// attacker uses those.
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

  /// Confirms the order, in the way of this kind of app.
  /// - Returns: The ticket of the payment page, if the server gave one.
  func agrees(_ checkout: CheckoutHandoff, to revision: Int) async throws -> CheckoutHandoff.Ticket? {
    let total = Money.yen(Scene.total)
    if let pages, !appAgrees { return try await pages.agrees(to: revision, total)?.ticket }
    return try await calls(
      "POST", checkout.checkout, "/confirm", token: checkout.clientToken,
      body: ConfirmCheckoutBody(revision: revision, total: total)
    ).body?.ticket
  }

  /// Calls the server as an app does.
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

  /// The answers to every call of the app API, with a token of another checkout.
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

/// The shop's pages on an attacker's own phone: their session, and the requests of the pages' script. Calls of the bridge
/// and of the server's API are made by `Stranger`.
@MainActor final class StrangersPages {
  private let http: HTTPClient
  private let shop: String
  private let entrance: String
  private var cookies: [String: String] = [:]

  /// - Parameter entrance: The first path of the app's web view: "/app/tablets-ios".
  init(http: HTTPClient, shop: String, entrance: String) {
    self.http = http
    self.shop = shop
    self.entrance = entrance
  }

  /// Opens the shop, fills the cart and presses the button, with the challenge of the attacker's app.
  /// - Returns: The handoff from the page to the app.
  func begins(_ challenge: Challenge) async throws -> CheckoutHandoff {
    _ = try await request("GET", entrance)
    _ = try await submits("/cart", on: "/", [("sku", "fire-hd8"), ("quantity", "1")])
    guard let handoff = try await submits("/checkout", on: "/", [("challenge", challenge.text)]).open else {
      throw WebKitFailure("the shop's page hands nothing to the app")
    }
    return handoff
  }

  /// Confirms on the page. The shop's backend passes it on.
  /// - Returns: The handoff from the page to the app. Nil if the confirmation was refused.
  func agrees(to revision: Int, _ total: Money) async throws -> CheckoutHandoff? {
    try await submits(
      "/checkout/confirm", on: "/",
      [("revision", String(revision)), ("currency", total.currency.code), ("total", total.decimal)]
    ).open
  }

  /// The page of the checkout, as HTML.
  func shows() async throws -> String {
    let answer = try await request("GET", "/checkout")
    guard answer.status == 200 else { throw WebKitFailure("the page of the checkout: \(answer.status)") }
    return String(decoding: answer.body, as: UTF8.self)
  }

  private struct Onward: Decodable {
    var open: CheckoutHandoff?
  }

  /// Sends a form as the pages' script does, with a page's CSRF token.
  private func submits(_ action: String, on page: String, _ fields: [(String, String)]) async throws -> Onward {
    let text = String(decoding: try await request("GET", page).body, as: UTF8.self)
    guard let token = text.firstMatch(of: /name="csrf" value="([A-Za-z0-9_-]+)"/)?.1 else {
      throw WebKitFailure("\(page) has no form")
    }
    // No value needs escaping.
    let form = ([("csrf", String(token))] + fields).map { "\($0)=\($1)" }.joined(separator: "&")
    let answer = try await request("POST", action, form)
    return (try? JSONDecoder().decode(Onward.self, from: Data(answer.body))) ?? Onward()
  }

  private func request(_ method: String, _ path: String, _ form: String? = nil) async throws -> HTTPClient.Answer {
    var headers: [(name: String, value: String)] = []
    if !cookies.isEmpty {
      let pairs = cookies.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
      headers.append(("cookie", pairs.joined(separator: "; ")))
    }
    if form != nil {
      headers += [("accept", "application/json"), ("content-type", "application/x-www-form-urlencoded")]
    }
    let answer = try await http.send(method, shop + path, headers: headers, body: form.map { Array($0.utf8) })
    for (name, value) in answer.headers where name.lowercased() == "set-cookie" {
      let pair = (value.split(separator: ";").first ?? "").split(separator: "=", maxSplits: 1)
      if pair.count == 2 { cookies[String(pair[0])] = String(pair[1]) }
    }
    return answer
  }
}
