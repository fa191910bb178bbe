import FerryCore
import Foundation
import Testing

@_spi(Phone) @testable import Ferry

@Suite("No secrets and no personal data in printed values")
struct CanaryTests {
  static let canaries = [
    "token-canary", "code-canary", "ticket-canary", "Hanako", "canary@example.jp", "Canary 1-2-3", "Visa 1111",
    Situation.verifier.text,
  ]

  static func values() -> [Any] {
    let ticket = CheckoutHandoff.Ticket(step: .select, text: "ticket-canary")
    let handoff = CheckoutHandoff(checkout: "co_1", clientToken: "token-canary", ticket: ticket)
    var memory = Situation.kept(.buyer, trip: .pay).memory
    memory.clientToken = "token-canary"
    memory.hold("code-canary", heardAt: Situation.now)
    memory.spent = ["code-canary"]
    let link = AppReturnLink(checkout: "co_1", code: "code-canary")
    var body = Situation.body(.reviewing)
    body.ticket = ticket
    let review = CheckoutReview(checkout: "co_1", content: .sample(revision: 1), selectionRefusal: nil)
    let machine = FlowMachine(memory, .buyer, run: "run", at: Situation.now)
    let inputs: [FlowMachine.Input] = [
      .created(handoff, known: memory), .open(handoff), .link(link), .answered(1, .success(body)),
    ]
    let effects: [FlowMachine.Effect] = [
      .save(memory), .open(1, .pay, ticket: "ticket-canary"), .call(1, .claim(code: "code-canary"), key: "k"),
      .review(1, review), .tell(.linkRefused(checkout: "co_1")), .finish(.failure(.badHandoff)),
    ]
    let request = URL(string: "https://pay.shop.example/ferry/start#ticket-canary").map {
      HTTPRequestToSend(
        method: "POST", url: $0, headers: [("Authorization", "Bearer token-canary")], body: Array("code-canary".utf8),
        timeout: .seconds(1))
    }
    let items: [Any] = [
      machine, memory, memory.unclaimed, review, ReviewModel(review, .english), AppCall.claim(code: "code-canary"),
      StoredItem(name: "p1", bytes: memory.bytes, expiresAt: Situation.now), Situation.verifier, link, handoff,
      HTTPAnswer(statusCode: 200, body: Array("Hanako".utf8)), request as Any,
    ]
    return items + inputs.map { $0 as Any } + effects.map { $0 as Any } + inputs.map(\.story) + effects.map(\.story)
  }

  @Test("No value shows them in a description, a dump or an interpolation")
  func printed() {
    for value in Self.values() {
      var dumped = ""
      dump(value, to: &dumped)
      for text in ["\(value)", String(describing: value), String(reflecting: value), dumped] {
        for canary in Self.canaries { #expect(!text.contains(canary), "\(type(of: value)): \(text)") }
      }
    }
  }

  @Test("No error of a call contains the request or the answer")
  func failures() async throws {
    struct Talkative: Error, CustomStringConvertible { var description: String { "token-canary" } }
    let url = try #require(URL(string: "https://pay.shop.example"))
    let server = try #require(ServerAddress(url))
    var memory = Situation.kept(.buyer, trip: .pay).memory
    memory.clientToken = "token-canary"
    let answers: [@Sendable (HTTPRequestToSend) throws -> HTTPAnswer] = [
      { _ in throw Talkative() }, { _ in HTTPAnswer(statusCode: 200, body: Array("Hanako".utf8)) },
      { _ in HTTPAnswer(statusCode: 422, body: Array(#"{"type":"x","detail":"Hanako"}"#.utf8)) },
    ]
    for answer in answers {
      let api = CheckoutAPI(server: server, sender: CannedSender(answer))
      do throws(CallFailure) {
        _ = try await api.perform(.claim(code: "code-canary"), memory.secrets, key: "k")
      } catch {
        for canary in Self.canaries { #expect(!String(reflecting: error).contains(canary)) }
      }
    }
  }
}
