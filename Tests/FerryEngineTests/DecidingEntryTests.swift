import FerryCore
import FerryTesting
import Testing

@testable import FerryCheckout
@testable import FerryEngine

@Suite("The deciding entries of a timeline")
struct DecidingEntryTests {
  private func decides(_ what: LogEntry.What, after phase: String? = "paid") -> Bool {
    LogEntry(at: SampleAttempt.start, what).isDeciding(after: phase)
  }

  @Test("Money, acts, problems and changes of the phase decide; calls, deliveries and hints do not")
  func deciding() {
    #expect(decides(.event("provider answered", phase: "paid"), after: "settling"))
    #expect(decides(.event("created", phase: "open"), after: nil))
    #expect(decides(.event("refund asked: defective", phase: "paid")))
    #expect(decides(.event("provider refused", phase: "paid")))
    #expect(decides(.money(.refund, .yen(1))) && decides(.action("check", by: "anna")))
    #expect(decides(.remark("A remark.")) && decides(.misconfigured("Fix it.")))
    #expect(decides(.webhook("checkout.paid", endpoint: "orders", result: "answered 500, given up", milliseconds: 1)))
    #expect(!decides(.webhook("checkout.paid", endpoint: "orders", result: "answered 204", milliseconds: 1)))
    #expect(!decides(.call("read", result: "answered", milliseconds: 1)))
    for event in [
      .returned(session: "s"), .returnedToShop, .recheckRequested, .timerFired, .disputeNoticed("d"),
      .performed(7, .observed(Observation())),
    ] as [Event] {
      #expect(!decides(.event(event.name, phase: "paid")), "\(event.name)")
    }
  }

  @Test("The words of every result of a webhook are read, also when the message is given up")
  func results() {
    let failures = WebhookFailure.allCases.map(WebhookResult.failed)
    let all =
      failures + WebhookResult.NotSent.allCases.map(WebhookResult.notSent) + [.answered(WebhookAnswer(status: 204))]
    for result in all {
      for text in [result.text, result.text + ", given up"] { #expect(WebhookResult(text: text)?.text == result.text) }
    }
    #expect(WebhookResult(text: "answered soon") == nil && WebhookResult(text: "") == nil)
  }
}
