import FerryCheckout
import FerryCore
import FerryEngine
import FerryServer
import FerryTesting
import HTTPTypes
import HummingbirdTesting
import Testing

@Suite("The form of a refund on the operations page")
struct OperatorRefundTests {
  @Test("From the overview, one line is refunded with a reason by four pages: search, form, question, result")
  func line() async throws {
    try await OperationsSite.run { site in
      let id = try await site.paid(capture: "automatic", order: TestServer.mixedOrder)
      let browser = try await site.signIn()
      try await browser.get("/checkouts")
      let found = try await browser.post("/checkouts/search", ["text": "A-1"])
      #expect(found.headers[.location] == "/checkouts/\(id)")
      let page = try await browser.get("/checkouts/\(id)").text
      // The note is sent, so that it is not in an address.
      let form = try #require(
        page.firstMatch(of: /<form class="entries" method="post" action="[^"]*\/refund">.*?<\/form>/))
      for field in ["name=\"line-1\"", "<select id=\"refund-lines-reason\" name=\"reason\">", "name=\"note\""] {
        #expect(form.0.contains(field), "\(field)")
      }
      #expect(form.0.contains("<option value=\"\">Not stated</option>"))
      for reason in RefundReason.allCases { #expect(form.0.contains("<option value=\"\(reason.rawValue)\">")) }
      let fields = ["by": "lines", "line-1": "1", "reason": "not-received", "note": " The <box>  was empty "]
      let question = try await browser.post("/checkouts/\(id)/refund", fields)
      #expect(question.status == .ok && question.text.contains("Not received · The &lt;box&gt; was empty"))
      #expect(try await site.file(id).checkout.payment?.operations == [])
      await browser.read(question)
      let answer = try await browser.post("/checkouts/\(id)/refund", try await browser.confirmation())
      #expect(answer.status == .seeOther)
      let operation = try #require(try await site.file(id).checkout.payment?.operations.last)
      #expect(operation.reason?.word == "not-received" && operation.reason?.note == "The <box> was empty")
      #expect(operation.parts?.lines.count == 1)
      let after = try await browser.get("/checkouts/\(id)").text
      #expect(after.contains("Reason: Not received · The &lt;box&gt; was empty"))
      #expect(try await site.actions(id).allSatisfy { !$0.contains("box") }, "The journal has no free text.")
    }
  }

  @Test("A reason is not required, and a word from elsewhere is none", arguments: ["", "moon"])
  func none(_ word: String) async throws {
    try await OperationsSite.run { site in
      let id = try await site.paid(capture: "automatic")
      let browser = try await site.signIn()
      try await browser.get("/checkouts/\(id)")
      await browser.read(
        try await browser.post("/checkouts/\(id)/refund", ["amount": "5", "reason": word, "note": " "]))
      _ = try await browser.post("/checkouts/\(id)/refund", try await browser.confirmation())
      let operation = try #require(try await site.file(id).checkout.payment?.operations.last)
      #expect(operation.amount == .yen(5) && operation.reason == nil)
    }
  }

  @Test(
    "An emptied amount is an error and never all of the money, and a wrong one can be corrected on the page",
    arguments: [
      ("refund", "", "Write an amount."), ("refund", "12,x", "Enter digits"), ("refund", "9999", "¥3,000"),
      ("capture", "", "Write an amount."), ("capture", "9999", "¥3,000 is left"),
    ])
  func amount(_ action: String, _ text: String, _ sentence: String) async throws {
    try await OperationsSite.run { site in
      let id = try await site.paid(capture: action == "refund" ? "automatic" : "manual")
      let browser = try await site.signIn()
      try await browser.get("/checkouts/\(id)/\(action)")
      var confirmed = try await browser.confirmation()
      let asked = try await browser.post(
        "/checkouts/\(id)/\(action)", ["amount": text, "reason": "defective", "note": "Torn"])
      confirmed["amount"] = text
      let sent = try await browser.post("/checkouts/\(id)/\(action)", confirmed)
      for page in [asked, sent, try await browser.get("/checkouts/\(id)/\(action)?amount=\(text)")] {
        #expect(page.status == .conflict && page.text.contains(sentence), "\(page.text)")
        #expect(page.text.contains("required value=\"\(text)\""))
        #expect(!page.text.contains("class=\"confirm\""))
      }
      if action == "refund" {
        #expect(asked.text.contains("<option value=\"defective\" selected>") && asked.text.contains("value=\"Torn\""))
      }
      let payment = try await site.file(id).checkout.payment
      #expect(payment?.operations == [])
    }
  }

  @Test("Lines that cannot be refunded leave their form open, with the reason", arguments: ["0", "x"])
  func lines(_ pieces: String) async throws {
    try await OperationsSite.run { site in
      let id = try await site.paid(capture: "automatic", order: TestServer.mixedOrder)
      let browser = try await site.signIn()
      try await browser.get("/checkouts/\(id)")
      let page = try await browser.post(
        "/checkouts/\(id)/refund", ["by": "lines", "line-0": pieces, "reason": "fraud"])
      #expect(page.status == .conflict && page.text.contains("Choose at least one line"))
      #expect(
        page.text.contains("<details open><summary>Refund lines") && page.text.contains("value=\"fraud\" selected"))
    }
  }

  @Test("A note that is too long is refused, nothing is refunded, and the page shows again what was written")
  func longNote() async throws {
    try await OperationsSite.run { site in
      let id = try await site.paid(capture: "automatic", order: TestServer.mixedOrder)
      let browser = try await site.signIn()
      let written = ["by": "lines", "line-0": "2", "line-1": "1", "reason": "fraud"]
      let note = String(repeating: "x", count: 201)
      try await browser.get("/checkouts/\(id)")
      let asked = try await browser.post("/checkouts/\(id)/refund", written.merging(["note": note]) { $1 })
      await browser.read(try await browser.post("/checkouts/\(id)/refund", written))
      var fields = try await browser.confirmation()
      fields["note"] = note
      let sent = try await browser.post("/checkouts/\(id)/refund", fields)
      for page in [asked, sent] {
        #expect(page.status == .conflict && page.text.contains("up to 200 characters"))
        for text in [
          "name=\"line-0\" value=\"2\"", "name=\"line-1\" value=\"1\" checked", "value=\"fraud\" selected",
          "value=\"\(note)\"",
        ] { #expect(page.text.contains(text), "\(text)") }
      }
      #expect(try await site.file(id).checkout.payment?.operations == [])
    }
  }
}
