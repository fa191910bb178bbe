import FerryCore
import Foundation
import PhoneWebKit

/// The shop's pages in the web view of a stranger's own phone: a session of his, and what the pages' script sends in it. What
/// his app does beside them, by its bridge and at the server's API, is his own to do.
@MainActor final class StrangersPages {
  private let http: HTTPClient
  private let shop: String
  private let entrance: String
  private var cookies: [String: String] = [:]

  /// - Parameter entrance: Where the app's web view begins: "/app/tablets-ios".
  init(http: HTTPClient, shop: String, entrance: String) {
    self.http = http
    self.shop = shop
    self.entrance = entrance
  }

  /// Enters, fills the cart and presses the button, with a challenge of his app's.
  /// - Returns: What the page hands to the app.
  func begins(_ challenge: Challenge) async throws -> CheckoutHandoff {
    _ = try await request("GET", entrance)
    _ = try await submits("/cart", on: "/", [("sku", "fire-hd8"), ("quantity", "1")])
    guard let handoff = try await submits("/checkout", on: "/", [("challenge", challenge.text)]).open else {
      throw WebKitFailure("the shop's page hands nothing to the app")
    }
    return handoff
  }

  /// Agrees on the page, which his backend passes on.
  /// - Returns: What the page hands to the app; nil when it was not taken.
  func agrees(to revision: Int, _ total: Money) async throws -> CheckoutHandoff? {
    try await submits(
      "/checkout/confirm", on: "/",
      [("revision", String(revision)), ("currency", total.currency.code), ("total", total.decimal)]
    ).open
  }

  /// What his page of the checkout shows.
  func shows() async throws -> String {
    let answer = try await request("GET", "/checkout")
    guard answer.status == 200 else { throw WebKitFailure("his page of the checkout: \(answer.status)") }
    return String(decoding: answer.body, as: UTF8.self)
  }

  private struct Onward: Decodable {
    var open: CheckoutHandoff?
  }

  /// Sends a form as the pages' script does, with the token of a page.
  private func submits(_ action: String, on page: String, _ fields: [(String, String)]) async throws -> Onward {
    let text = String(decoding: try await request("GET", page).body, as: UTF8.self)
    guard let token = text.firstMatch(of: /name="csrf" value="([A-Za-z0-9_-]+)"/)?.1 else {
      throw WebKitFailure("\(page) has no form")
    }
    // None of these has anything to escape.
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
