import FerryCheckout
import FerryCore
import FerryProvider
import FerryTesting
import PlacetoPayModule
import Testing

/// The calls that make and cancel sessions.
@Suite("PlacetoPay: making and cancelling sessions")
struct SessionCallTests {
  typealias Payment = ScriptedPlacetoPay.Payment

  @Test("A session is cancelled when the buyer gives up; if it was paid meanwhile, the payment counts")
  func cancel() throws {
    var cups = try Sale()
    cups.bank.set {
      $0.cancel = { state in
        state.status = "REJECTED"
        state.reason = "MC"
        return .answer(200, #"{"status": {"status": "OK", "reason": "00"}, "session": \#(state.information)}"#)
      }
    }
    try cups.apply(.cancel(.buyer))
    #expect(cups.checkout.phase.name == .cancelled)
    var other = try Sale()
    other.bank.set {
      $0.cancel = { state in
        state.status = "APPROVED"
        state.payments = [Payment(id: 71)]
        return .answer(400, refusal("action_not_allowed"))
      }
    }
    try other.apply(.cancel(.buyer))
    #expect(other.checkout.phase == .paid)
  }

  @Test("A creation whose answer is lost is repeated with the same content; one that is refused ends the attempt")
  func creation() throws {
    let bank = ScriptedPlacetoPay()
    bank.set { $0.create = { $0.sessions == 1 ? .lost : .answer(200, ScriptedPlacetoPay.State.created) } }
    #expect(try Sale(bank).checkout.phase.name == .paying)
    let references = bank.requests.prefix(2).map { ($0.members["payment"] as? [String: Any])?["reference"] as? String }
    #expect(references[0] != nil && references[0] == references[1])
    bank.set { $0.create = { _ in .answer(400, refusal("request_not_valid")) } }
    #expect(try Sale(bank).checkout.phase == .declined(.notStarted))
    #expect(bank.sessions == 3)
  }

  @Test("A session with a page at another address is not used, and cancelled")
  func foreignPage() throws {
    let bank = ScriptedPlacetoPay()
    let body = ScriptedPlacetoPay.State.created.replacing("checkout-test.placetopay.com", with: "evil.example")
    bank.set { $0.create = { _ in .answer(200, body) } }
    #expect(try Sale(bank).checkout.phase == .declined(.notStarted))
    #expect(bank.course == "session cancel")
  }

  @Test("The address of the page is kept until the session is over; then there is nothing to go to")
  func page() throws {
    var cups = try Sale()
    #expect(String(decoding: try #require(cups.record), as: UTF8.self).contains("spa"))
    try cups.pay()
    let record = try #require(cups.record)
    #expect(!String(decoding: record, as: UTF8.self).contains("spa"))
    #expect(try cups.provider.nextAction(.pay, for: cups.input()) == .spent)
  }
}
