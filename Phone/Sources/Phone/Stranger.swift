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
  /// Where his app, of the same kind as the buyer's, shows the review.
  let review: ReviewPlace

  init(_ scene: Scene) throws {
    review = scene.kind == .firstGeneration ? .browser : .app
    http = try HTTPClient(authority: scene.device.setup.authority)
    server = scene.device.setup.server
    verifier = Verifier(SystemRandomness())
  }

  /// What he is answered.
  struct Answer {
    var status: Int
    var text: String
    var body: AppCheckoutBody? { try? JSONDecoder().decode(AppCheckoutBody.self, from: Data(text.utf8)) }
  }

  /// A checkout of his own, by the shop's backend, as anybody with the app can have one.
  func creates() async throws -> CheckoutHandoff {
    struct Line: Encodable {
      var sku = "fire-hd8"
      var quantity = 1
    }
    struct Order: Encodable {
      var lines = [Line()]
      var language = Language.english
      var challenge: Challenge
      var review: ReviewPlace
    }
    let answer = try await http.send(
      "POST", server + "/app/tablets-ios/checkouts",
      headers: [("content-type", "application/json"), ("idempotency-key", SystemRandomness().token(bytes: 12))],
      body: Array(try JSONEncoder().encode(Order(challenge: verifier.challenge, review: review))))
    return try JSONDecoder().decode(CheckoutHandoff.self, from: Data(answer.body))
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
