import FerryCheckout
import FerryCore
import FerryEngine
import FerryServer
import FerryTesting
import HTTPTypes
import HummingbirdTesting
import Testing

@Suite("Actions on the operations page")
struct OperatorActionTests {
  @Test("The page of a checkout shows order, money, buyer, and who did what")
  func detail() async throws {
    try await OperationsSite.run { site in
      let id = try await site.paid()
      let browser = try await site.signIn()
      let page = try await browser.get("/checkouts/\(id)")
      #expect(page.status == .ok)
      for text in [
        "F-A-1", "A-1", "煎茶", "¥3,000", "hanako@example.com", "山田 花子", "C1", "Test payments", "took an event",
      ] {
        #expect(page.text.contains(text), "\(text)")
      }
      #expect(try await browser.get("/checkouts/co_unknown").status == .notFound)
    }
  }

  @Test("The page says if the address did not tell its delivery zone", arguments: [false, true])
  func uncertainDelivery(_ isUncertain: Bool) async throws {
    try await OperationsSite.run { site in
      await site.shop.service.choose(.priced(DeliveryPrice(.yen(600), isUncertain: isUncertain)))
      let id = try await site.paid()
      let browser = try await site.signIn()
      let page = try await browser.get("/checkouts/\(id)").text
      #expect(page.contains("The address does not tell which delivery zone applies.") == isUncertain)
    }
  }

  @Test("A capture names order, amount, provider and consequence, and is confirmed there")
  func capture() async throws {
    try await OperationsSite.run { site in
      let id = try await site.paid()
      let browser = try await site.signIn()
      let page = try await browser.get("/checkouts/\(id)/capture?amount=1000")
      for text in ["Capture · ¥1,000", "F-A-1", "Test Pay", "captures only once", "recorded in the timeline"] {
        #expect(page.text.contains(text), "\(text)")
      }
      #expect(try await site.file(id).checkout.payment?.captured == .yen(0), "A page that asks must change nothing.")
      let fields = try await browser.confirmation()
      let answer = try await browser.post("/checkouts/\(id)/capture", fields)
      #expect(answer.status == .seeOther && answer.headers[.location] == "/checkouts/\(id)#money")
      #expect(try await site.file(id).checkout.payment?.captured == .yen(1000))
      #expect(try await site.actions(id) == ["capture 1000 JPY by anna"])
      let detail = try await browser.get("/checkouts/\(id)").text
      #expect(detail.contains("capture 1000 JPY</span> by anna"))
    }
  }

  @Test("A double click and a reload are one refund")
  func once() async throws {
    try await OperationsSite.run { site in
      let id = try await site.paid(capture: "automatic")
      let browser = try await site.signIn()
      try await browser.get("/checkouts/\(id)/refund?amount=500")
      let fields = try await browser.confirmation()
      for _ in 0..<3 { #expect(try await browser.post("/checkouts/\(id)/refund", fields).status == .seeOther) }
      #expect(try await site.file(id).checkout.payment?.refunded == .yen(500))
      #expect(try await site.actions(id) == ["refund 500 JPY by anna"])
      // Another confirmation is another refund: of all that is left.
      #expect(try await browser.confirm("/checkouts/\(id)/refund").status == .seeOther)
      #expect(try await site.file(id).checkout.payment?.refunded == .yen(3000))
    }
  }

  @Test("A capture and a refund need an amount")
  func amountIsRequired() async throws {
    try await OperationsSite.run { site in
      let id = try await site.paid()
      let browser = try await site.signIn()
      try await browser.get("/checkouts/\(id)/capture?amount=1000")
      var fields = try await browser.confirmation()
      fields["amount"] = nil
      #expect(try await browser.post("/checkouts/\(id)/capture", fields).status == .unprocessableContent)
      #expect(try await site.file(id).checkout.payment?.captured == .yen(0))
    }
  }

  @Test("A void releases what is not captured, once")
  func void() async throws {
    try await OperationsSite.run { site in
      let id = try await site.paid()
      let browser = try await site.signIn()
      #expect(try await browser.get("/checkouts/\(id)/void").text.contains("Void · ¥3,000"))
      #expect(try await browser.confirm("/checkouts/\(id)/void").status == .seeOther)
      #expect(try await site.file(id).checkout.payment?.voided == .yen(3000))
      let again = try await browser.get("/checkouts/\(id)/capture")
      #expect(again.status == .conflict && again.text.contains("Nothing is held any more"))
      #expect(!again.text.contains("<form method=\"post\" action=\"/checkouts/\(id)/capture\""))
    }
  }

  @Test(
    "An amount that is too large, none, or not a number is refused with a sentence",
    arguments: [
      ("3001", "¥3,000 is left"), ("0", "greater than zero"), ("-5", "greater than zero"), ("1e3", "Enter digits"),
      ("1.5", "Enter digits"), ("1,000", "Enter digits"), ("3.000", "Enter digits"), ("89.800", "Enter digits"),
      ("3000.0", "Enter digits"),
    ])
  func amounts(text: String, sentence: String) async throws {
    try await OperationsSite.run { site in
      let id = try await site.paid(capture: "automatic")
      let browser = try await site.signIn()
      let page = try await browser.get("/checkouts/\(id)/refund?amount=\(text)")
      #expect(page.status == .conflict && page.text.contains(sentence))
      try await browser.get("/checkouts/\(id)/refund")
      var fields = try await browser.confirmation()
      fields["amount"] = text
      let sent = try await browser.post("/checkouts/\(id)/refund", fields)
      #expect(sent.status == .conflict && sent.text.contains(sentence))
      #expect(try await site.file(id).checkout.payment?.refunded == .yen(0))
      #expect(try await site.actions(id).isEmpty)
    }
  }

  @Test(
    "An operator who may look sees no button, and is refused every action",
    arguments: [
      "capture", "refund", "void", "accept", "reject", "ask", "hold", "happened", "did-not-happen", "check",
      "forget",
    ])
  func look(action: String) async throws {
    try await OperationsSite.run { site in
      let id = try await site.paid()
      let before = try await site.file(id)
      let browser = try await site.signIn("bert", OperationsSite.lookKey)
      let detail = try await browser.get("/checkouts/\(id)").text
      #expect(!detail.contains("/\(action)\"") && detail.contains("view only"))
      #expect(try await browser.get("/checkouts/\(id)/\(action)").status == .forbidden)
      try await browser.get("/checkouts")
      #expect(try await browser.post("/checkouts/\(id)/\(action)", ["key": "0123456789"]).status == .forbidden)
      #expect(
        try await browser.post("/webhooks/send", ["key": "0", "message": "msg_\(id)_1", "endpoint": "orders"]).status
          == .forbidden)
      #expect(try await browser.post("/webhooks/send-all", ["key": "0", "endpoint": "orders"]).status == .forbidden)
      #expect(try await site.file(id) == before)
      #expect(try await site.actions(id).isEmpty)
    }
  }

  @Test("An action needs the form of its own session and its own site")
  func forgery() async throws {
    try await OperationsSite.run { site in
      let id = try await site.paid()
      let browser = try await site.signIn()
      try await browser.get("/checkouts/\(id)/capture")
      let fields = try await browser.confirmation()
      let path = "/checkouts/\(id)/capture"
      let other = try await site.signIn()
      try await other.get(path)
      let foreign = OperatorBrowser.field("csrf", in: await other.last)
      #expect(try await browser.post(path, fields, token: foreign).status == .forbidden)
      #expect(try await browser.post(path, fields, token: "").status == .forbidden)
      #expect(try await browser.post(path, fields, origin: "https://evil.example").status == .forbidden)
      #expect(
        try await browser.post(path, fields, origin: OperationsSite.base, siteRelation: "same-site").status
          == .forbidden)
      #expect(try await OperatorBrowser(site: site).post(path, fields, token: foreign).status == .seeOther)
      #expect(try await site.file(id).checkout.payment?.captured == .yen(0))
      #expect(try await site.actions(id).isEmpty)
    }
  }

  @Test(
    "A held checkout shows why, and each decision with what happens then",
    arguments: [
      ("accept", PhaseName.paid, "accept 2999 JPY by anna"), ("reject", .cancelled, "reject by anna"),
    ])
  func held(decision: String, phase: PhaseName, action: String) async throws {
    try await OperationsSite.run { site in
      await site.shop.service.charge(.yen(2999))
      let id = try await site.paid(capture: "automatic")
      let browser = try await site.signIn()
      #expect(try await browser.get("/checkouts?state=held").text.contains("/checkouts/\(id)"))
      let page = try await browser.get("/checkouts/\(id)").text
      for text in [
        "differs from what was requested", "as the provider reports it", "voids or refunds", "acts on the answer",
        "Requested", "¥3,000", "Reported by the provider", "¥2,999",
      ] {
        #expect(page.contains(text), "\(text)")
      }
      let question = try await browser.get("/checkouts/\(id)/\(decision)").text
      #expect(OperatorBrowser.field("amount", in: question) == (decision == "accept" ? "2999" : nil))
      #expect(question.contains("The payment counts as ¥2,999.") == (decision == "accept"))
      #expect(try await browser.confirm("/checkouts/\(id)/\(decision)").status == .seeOther)
      #expect(try await site.file(id).checkout.phase.name == phase)
      #expect(try await site.actions(id) == [action])
    }
  }

  @Test("An amount that cannot be read is shown as it is written, and accepted as it was asked for")
  func unreadable() async throws {
    try await OperationsSite.run { site in
      await site.shop.service.write("3<000 JPY")
      let id = try await site.paid(capture: "automatic")
      let browser = try await site.signIn()
      #expect(try await browser.get("/checkouts/\(id)").text.contains("3&lt;000 JPY"))
      let question = try await browser.get("/checkouts/\(id)/accept").text
      #expect(question.contains("cannot be read: 3&lt;000 JPY. The payment counts as ¥3,000."))
      #expect(try await browser.confirm("/checkouts/\(id)/accept").status == .seeOther)
      #expect(try await site.file(id).checkout.phase == .paid)
      #expect(try await site.actions(id) == ["accept 3000 JPY by anna"])
    }
  }

  @Test("Nothing is overdue, so nobody can stop waiting")
  func notOverdue() async throws {
    try await OperationsSite.run { site in
      let id = try await site.paid()
      let page = try await site.signIn().get("/checkouts/\(id)/hold")
      #expect(page.status == .conflict && page.text.contains("Nothing is overdue"))
    }
  }

  @Test("The buyer is erased with a confirmation, and money and timeline stay")
  func forget() async throws {
    try await OperationsSite.run { site in
      let id = try await site.paid()
      let browser = try await site.signIn()
      #expect(try await browser.confirm("/checkouts/\(id)/forget").status == .seeOther)
      let page = try await browser.get("/checkouts/\(id)").text
      #expect(!page.contains("hanako@example.com") && page.contains("data was erased at 20"))
      #expect(page.contains("¥3,000") && page.contains("forget</span> by anna"))
      #expect(try await site.file(id).details == nil)
    }
  }
}
