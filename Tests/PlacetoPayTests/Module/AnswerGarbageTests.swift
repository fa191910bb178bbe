import FerryCheckout
import FerryCore
import FerryProvider
import FerryTesting
import PlacetoPayModule
import Testing

@Suite("PlacetoPay: answers that are none")
struct AnswerGarbageTests {
  private static let garbage = [
    "", "null", "17", "[]", "{}", "<html>502</html>", #"{"status": {}}"#, #"{"status": {"status": null}}"#,
    #"{"status": {"status": "OK"}}"#, #"{"status": {"status": "APPROVED"}, "payment": {}}"#,
    #"{"requestId": 1234}"#, #"{"requestId": 9, "status": {"status": "APPROVED"}, "payment": []}"#,
  ]

  private func calls() throws -> [(cups: Sale, kind: Command.Kind, stage: String)] {
    var paid = try Sale(showsOperations: true)
    try paid.pay()
    var held = try Sale(capture: .manual, showsOperations: true)
    try held.pay()
    var new = try Sale()
    new.record = nil
    return [
      (new, .authorize(Sale.total), ""), (paid, .read, ""), (paid, .cancel, ""),
      (paid, .refund("r", .cop(100)), ""),
      (paid, .refund("r", .cop(100)), "unclear"), (paid, .refund("r", .cop(100)), "refused"),
      (held, .capture("c", Sale.total), ""), (held, .void("v"), "unclear"),
    ]
  }

  @Test("Garbage is never money, a refusal, or proof that nothing happened")
  func garbage() throws {
    for (cups, kind, stage) in try calls() {
      for status in [200, 204, 301, 400, 404, 408, 429, 500, 503] {
        for body in Self.garbage {
          let reaction = try cups.reaction(kind, stage: stage, status, body)
          guard case .failed = reaction else {
            Issue.record("\(kind) at '\(stage)' with \(status) \(body): \(reaction)")
            continue
          }
        }
      }
    }
  }

  @Test("A failure of PlacetoPay's own is no refusal, whatever its body says", arguments: [500, 502, 503, 504, 429])
  func serverErrors(_ status: Int) throws {
    for (cups, kind, stage) in try calls() {
      let reaction = try cups.reaction(kind, stage: stage, status, refusal("request_not_valid"))
      guard case .failed(let failure) = reaction else {
        Issue.record("\(kind): \(reaction)")
        continue
      }
      if case .misconfigured = failure { Issue.record("\(kind): \(failure)") }
    }
  }

  @Test("A refused login is something to fix, and a refused time is a wrong clock")
  func authentication() throws {
    for (cups, kind, stage) in try calls() {
      guard
        case .failed(.misconfigured(_, let fix)) = try cups.reaction(
          kind, stage: stage, 401, authenticationRefusal(102))
      else { Issue.record("\(kind)"); continue }
      #expect(fix.contains("secret key"))
      let late = authenticationRefusal(103, date: "2026-01-15T09:40:00-05:00")
      guard case .failed(.clockOff(.seconds(600))) = try cups.reaction(kind, stage: stage, 401, late)
      else { Issue.record("\(kind)"); continue }
    }
  }
}
