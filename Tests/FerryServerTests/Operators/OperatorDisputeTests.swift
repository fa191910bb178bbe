import FerryCheckout
import FerryCore
import FerryEngine
import FerryTesting
import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import FerryServer

@Suite("Disputes on the operations page")
struct OperatorDisputeTests {
  private static let fields = [
    "key": "k1", "dispute": "D-1", "state": "needsResponse", "reason": "notReceived", "amount": "1200",
    "respond-by": "2026-12-05",
  ]

  /// Records a dispute as an operator does.
  @discardableResult
  private func record(
    _ id: CheckoutID, _ browser: OperatorBrowser, _ changes: [String: String] = [:]
  ) async throws -> TestResponse {
    try await browser.get("/checkouts")
    return try await browser.post("/checkouts/\(id)/disputes", Self.fields.merging(changes) { $1 })
  }

  private func panel(_ name: String, in page: String) throws -> String {
    let parts = page.components(separatedBy: #"id="\#(name)" data-live"#)
    try #require(parts.count == 2, "\(name)")
    return parts[1].components(separatedBy: "</section>")[0]
  }

  @Test("A dispute is recorded with its form, named in the timeline, and closed by the form in its row")
  func recorded() async throws {
    try await OperationsSite.run { site in
      let id = try await site.paid(capture: "automatic")
      let browser = try await site.signIn()
      let before = try await browser.get("/checkouts/\(id)").text
      #expect(before.contains("Record a dispute") && before.contains("Deliver it") && !before.contains(">disputed<"))
      let answer = try await record(id, browser)
      #expect(answer.status == .seeOther && answer.headers[.location] == "/checkouts/\(id)?done=dispute")
      let dispute = try #require(try await site.file(id).checkout.payment?.disputes.first)
      #expect(dispute.id == "D-1" && dispute.source == .person && dispute.reason == .notReceived)
      #expect(dispute.amount == .yen(1_200) && dispute.respondBy == Moment(iso8601: "2026-12-05T23:59:59Z"))
      let page = try await browser.get("/checkouts/\(id)").text
      let disputes = try panel("disputes", in: page)
      for text in [
        "Not received", "D-1", "needs a response", "¥1,200", "2026-12-05 23:59:59 UTC", "Recorded by a person.",
        "Update", #"<input type="hidden" name="dispute" value="D-1">"#, #"type="date" value="2026-12-05""#,
      ] { #expect(disputes.contains(text), "\(text)") }
      #expect(!disputes.contains("every day"))
      let step = try panel("step", in: page)
      #expect(step.contains("Do not ship. Respond to the dispute by 2026-12-05 23:59:59 UTC."))
      #expect(!page.contains("Deliver it") && page.contains("dispute D-1: needsResponse</span> by anna"))
      #expect(try panel("money", in: page).contains("disputed</span>"))
      // An empty field leaves what is known.
      try await record(id, browser, ["state": "won", "key": "k2", "amount": "", "respond-by": "", "update": "yes"])
      let closed = try await browser.get("/checkouts/\(id)").text
      #expect(try panel("disputes", in: closed).contains("chip good\">won"))
      #expect(closed.contains("Deliver it") && !closed.contains("disputed</span>"))
      #expect(try await site.file(id).checkout.payment?.disputes.map(\.amount) == [.yen(1_200)])
    }
  }

  @Test("A double click records once, and a form that was corrected records again")
  func once() async throws {
    try await OperationsSite.run { site in
      let id = try await site.paid(capture: "automatic")
      let browser = try await site.signIn()
      for _ in 1...2 { #expect(try await record(id, browser).status == .seeOther) }
      #expect(try await site.actions(id) == ["dispute D-1: needsResponse by anna"])
      try await record(id, browser, ["amount": "1300", "update": "yes"])
      #expect(try await site.file(id).checkout.payment?.disputes.map(\.amount) == [.yen(1_300)])
      #expect(try await site.actions(id).count == 2)
    }
  }

  @Test("A day that was not changed keeps its time")
  func sameDay() async throws {
    try await OperationsSite.run { site in
      let id = try await site.paid(capture: "automatic")
      let noon = try #require(Moment(iso8601: "2026-12-05T12:00:00Z"))
      let report = DisputeReport("D-1", state: .needsResponse, respondBy: noon)
      _ = try await site.shop.service.submit(.recordDispute(report), to: id)
      try await record(id, try await site.signIn(), ["update": "yes"])
      #expect(try await site.file(id).checkout.payment?.disputes.first?.respondBy == noon)
    }
  }

  @Test(
    "What cannot be read or is refused changes nothing, and a sentence says why",
    arguments: [
      (["dispute": ""], "up to 64 letters"), (["amount": "12.5"], "the amount in digits"),
      (["respond-by": "tomorrow"], "up to 64 letters"), (["amount": "-1"], "greater than zero"),
    ])
  func refused(changes: [String: String], sentence: String) async throws {
    try await OperationsSite.run { site in
      let id = try await site.paid(capture: "automatic")
      let browser = try await site.signIn()
      let answer = try await record(id, browser, changes)
      #expect(answer.status == .conflict && answer.text.contains(sentence))
      #expect(try await record(id, browser, ["state": "open"]).status == .unprocessableContent)
      #expect(try await site.file(id).checkout.payment?.disputes.isEmpty == true)
      #expect(try await site.actions(id).isEmpty)
    }
  }

  @Test("Only those who may act record a dispute, and only of captured money")
  func permitted() async throws {
    try await OperationsSite.run { site in
      let (captured, manual) = (try await site.paid(capture: "automatic"), try await site.paid("A-2"))
      let bert = try await site.signIn("bert", OperationsSite.lookKey)
      #expect(try await record(captured, bert).status == .forbidden)
      #expect(try await !bert.get("/checkouts/\(captured)").text.contains("Record a dispute"))
      let anna = try await site.signIn()
      #expect(try await record(manual, anna).text.contains("so nothing can be disputed"))
      #expect(try await !anna.get("/checkouts/\(manual)").text.contains("Record a dispute"))
      let carl = try await site.signIn("carl", OperationsSite.otherKey)
      #expect(try await record(captured, carl).status == .notFound)
      #expect(try await site.file(captured).checkout.payment?.disputes.isEmpty == true)
    }
  }

  @Test("Of the provider's own dispute the panel says that it is asked daily, and where it is accepted")
  func provider() async throws {
    try await OperationsSite.run { site in
      let id = try await site.paid(capture: "automatic")
      _ = try await site.shop.service.submit(.disputeNoticed("P-1"), to: id)
      let browser = try await site.signIn()
      let noticed = try panel("disputes", in: try await browser.get("/checkouts/\(id)").text)
      for text in [
        "P-1", "everything captured", "asks about it every day", "Seller Central", "Reported by the provider",
      ] { #expect(noticed.contains(text), "\(text)") }
      // Until the provider has answered, a person may know more.
      #expect(noticed.contains("Update"))
      let report = DisputeReport("P-1", state: .underReview, amount: .yen(900))
      let last = try await site.file(id).checkout.lastCommand
      let answer = Event.performed(last, .observed(Observation(disputes: [report])))
      _ = try await site.shop.service.submit(answer, to: id)
      let read = try await browser.get("/checkouts/\(id)").text
      #expect(try panel("step", in: read).contains("is deciding about the dispute"))
      // The form for a new dispute changes none that is listed.
      let refused = try await record(id, browser, ["dispute": "P-1"])
      #expect(refused.status == .conflict && refused.text.contains("This dispute is listed already."))
      #expect(try await record(id, browser, ["dispute": "P-1", "state": "lost", "update": "yes"]).status == .seeOther)
      #expect(try await site.file(id).checkout.payment?.disputes.map(\.state) == [.lost])
    }
  }

  @Test("A lost dispute says what it means, and with a refund besides it the buyer is paid back twice")
  func lost() async throws {
    try await OperationsSite.run { site in
      let id = try await site.paid(capture: "automatic")
      let browser = try await site.signIn()
      #expect(try await browser.confirm("/checkouts/\(id)/refund?amount=2500").status == .seeOther)
      try await record(id, browser, ["state": "lost", "amount": "500"])
      let page = try await browser.get("/checkouts/\(id)").text
      #expect(try panel("step", in: page).contains("¥500 is lost in a dispute. It cannot be refunded again."))
      #expect(!page.contains("paid back twice") && !page.contains("disputed</span>"))
      try await record(id, browser, ["state": "lost", "amount": "501", "update": "yes"])
      let twice = try panel("disputes", in: try await browser.get("/checkouts/\(id)").text)
      #expect(twice.contains("paid back twice") && twice.contains("notice warning"))
    }
  }

  @Test("A refund of what a dispute claims needs the box, which is there while one is open")
  func despiteDispute() async throws {
    try await OperationsSite.run { site in
      let id = try await site.paid(capture: "automatic", order: TestServer.mixedOrder)
      let browser = try await site.signIn()
      let box = #"<input type="checkbox" name="despite-dispute" value="yes">"#
      #expect(try await !browser.get("/checkouts/\(id)").text.contains(box))
      try await record(id, browser, ["amount": ""])
      let page = try await browser.get("/checkouts/\(id)").text
      #expect(page.components(separatedBy: box).count == 3 && page.contains("such as A-to-z claims"))
      let refused = try await browser.get("/checkouts/\(id)/refund?amount=500")
      #expect(refused.status == .conflict && refused.text.contains("Only ¥0 can still be refunded."))
      let asked = try await browser.get("/checkouts/\(id)/refund?amount=500&despite-dispute=yes")
      #expect(asked.status == .ok && asked.text.contains("such as A-to-z claims"))
      var fields = try await browser.confirmation()
      #expect(fields["despite-dispute"] == "yes")
      fields["despite-dispute"] = nil
      #expect(try await browser.post("/checkouts/\(id)/refund", fields).status == .conflict)
      #expect(try await site.file(id).checkout.payment?.refunded == .yen(0))
      #expect(
        try await browser.confirm("/checkouts/\(id)/refund?amount=500&despite-dispute=yes").status == .seeOther)
      #expect(try await site.file(id).checkout.payment?.refunded == .yen(500))
      let lines = "/checkouts/\(id)/refund?by=lines&line-0=1&despite-dispute=yes"
      #expect(try await browser.confirm(lines).status == .seeOther)
      #expect(try await site.file(id).checkout.payment?.operations.count == 2)
      try await record(id, browser, ["state": "won", "update": "yes"])
      #expect(try await !browser.get("/checkouts/\(id)").text.contains(box))
    }
  }

  @Test("The list of checkouts has a badge and a filter for open disputes, and the CSV file the amount")
  func lists() async throws {
    try await OperationsSite.run { site in
      let (disputed, other) = (
        try await site.paid("A-1", capture: "automatic"), try await site.paid("A-2", capture: "automatic")
      )
      let browser = try await site.signIn()
      try await record(disputed, browser)
      let all = try await browser.get("/checkouts").text
      #expect(all.components(separatedBy: "chip bad\">disputed</span>").count == 2 && all.contains(other.text))
      let list = try await browser.get("/checkouts?state=disputed").text
      #expect(list.contains("/checkouts/\(disputed)\"") && !list.contains("/checkouts/\(other)\""))
      #expect(list.contains(#"<option value="disputed" selected>Disputed"#))
      let csv = try await browser.get("/checkouts.csv?state=disputed").text.split(separator: "\r\n")
      #expect(csv.count == 2 && csv[0].hasSuffix(#""disputed""#) && csv[1].hasSuffix(#""1200""#))
    }
  }

  @Test("The overview names what is to be done in the order of harm, disputes by their deadlines")
  func overview() async throws {
    try await OperationsSite.run { site in
      let browser = try await site.signIn()
      @Sendable func paid(_ name: String) async throws -> CheckoutID {
        try await site.paid(name, capture: "automatic")
      }
      let (late, soon, answered) = (try await paid("late"), try await paid("soon"), try await paid("answered"))
      try await record(late, browser, ["respond-by": "2026-12-24"])
      try await record(soon, browser, ["respond-by": "2026-12-03"])
      try await record(answered, browser, ["state": "underReview"])
      let unknown = try await paid("unknown")
      await site.shop.service.refund(.yen(3))
      _ = try await browser.confirm("/checkouts/\(unknown)/refund?amount=5")
      await site.shop.service.refund(nil)
      await site.shop.service.charge(.yen(1))
      let reserved = try await site.paid("reserved")
      let held = try await paid("held")
      let page = try await browser.get("/?mode=test").text
      let links = try panel("todo", in: page).matches(of: /class="row" href="\/checkouts\/([^"]*)"/).map {
        String($0.1)
      }
      #expect(links == [held, soon, late, unknown, reserved].map(\.text))
      #expect(page.contains("disputed · respond by 2026-12-03") && page.contains("¥1,200"))
      #expect(page.contains(#"alarm" href="/checkouts?state=disputed&amp;mode=test"><strong>3</strong> open disputes"#))
      #expect(page.contains("<strong>2</strong> held for a decision"))
      #expect(try await !browser.get("/").text.contains("/checkouts/\(soon)"))
      let carl = try await site.signIn("carl", OperationsSite.otherKey)
      #expect(try await !carl.get("/?mode=test").text.contains("/checkouts/\(soon)"))
    }
  }
}
