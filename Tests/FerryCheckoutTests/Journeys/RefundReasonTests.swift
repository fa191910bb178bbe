import FerryCheckout
import FerryCore
import Foundation
import Testing

@Suite("The reason for a refund")
struct RefundReasonTests {
  private static func reason(_ reason: RefundReason?, _ note: String?) throws -> StatedReason {
    try #require(try StatedReason(reason, note: note))
  }

  private static func paid() throws -> Attempt {
    var attempt = try Attempt()
    try attempt.goToPaid()
    return attempt
  }

  @Test("A refund keeps its reason, and the same id with another reason is another refund, which is refused")
  func kept() throws {
    var attempt = try Self.paid()
    let torn = try Self.reason(.defective, "The bag was torn")
    try attempt.receive(.refund("r1", .yen(100), reason: torn))
    #expect(attempt.checkout.payment?.operations.last?.reason == torn)
    let before = attempt.checkout
    try attempt.receive(.refund("r1", .yen(100), reason: torn))
    #expect(attempt.checkout == before)
    for other in [nil, try Self.reason(.defective, nil), try Self.reason(.other, "The bag was torn")] {
      #expect(throws: Refusal.operationReused) { try attempt.receive(.refund("r1", .yen(100), reason: other)) }
    }
    #expect(attempt.checkout == before)
  }

  @Test("A note has 1 to 200 characters on one line, and may stand without a word from the list")
  func notes() throws {
    for note in ["x", String(repeating: "é", count: 200), "破れていた"] {
      #expect(try StatedReason(nil, note: note)?.note == note)
    }
    for note in ["", String(repeating: "x", count: 201), "two\nlines", "tab\t", "turned \u{202E}round"] {
      #expect(throws: OrderProblems.self, "\(note.debugDescription)") { try StatedReason(.other, note: note) }
    }
    #expect(try StatedReason(nil, note: nil) == nil)
  }

  @Test("A word of a later version is read, and kept")
  func laterWord() throws {
    let stored = Data(#"{"word":"moon-phase","note":"n"}"#.utf8)
    let reason = try JSONDecoder().decode(StatedReason.self, from: stored)
    #expect(reason.word == "moon-phase" && "\(reason)" == "moon-phase: n")
  }

  @Test("An operation of an earlier version, which has no reason, is read")
  func earlier() throws {
    var attempt = try Self.paid()
    try attempt.receive(.refund("r1", .yen(100), reason: try Self.reason(.defective, nil)))
    let operation = try #require(attempt.checkout.payment?.operations.last)
    let stored = try JSONEncoder().encode(operation)
    #expect(try JSONDecoder().decode(FerryCheckout.Operation.self, from: stored) == operation)
    var members = try #require(try JSONSerialization.jsonObject(with: stored) as? [String: Any])
    #expect(members.removeValue(forKey: "reason") != nil)
    let old = try JSONSerialization.data(withJSONObject: members)
    #expect(try JSONDecoder().decode(FerryCheckout.Operation.self, from: old).reason == nil)
  }
}
