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

  @Test(
    "The page writes a Japanese address once, from the prefecture in kanji to the street",
    arguments: [
      ("Tokyo", nil, "目黒区見本1-8-1"), ("東京都", nil, "東京都目黒区見本1-8-1"), ("東京都", "目黒区", "目黒区見本1-8-1"),
      ("", "東京都", "目黒区見本1-8-1"),
    ] as [(String, String?, String)])
  func japaneseAddress(_ region: String, _ city: String?, _ line: String) async throws {
    try await OperationsSite.run { site in
      let id = try await site.paid()
      try await site.shop.service.update(id) { file, _ in
        let address = AddressBody(lines: [line], city: city, region: region, postalCode: "153-0064", country: "JP")
        file.details = BuyerDetails(buyer: nil, shippingAddress: address, paymentDescriptor: nil)
      }
      let page = try await site.signIn().get("/checkouts/\(id)").text
      #expect(page.contains("<address><span>〒153-0064</span><span>東京都目黒区見本1-8-1</span></address>"))
    }
  }

  @Test("The page says if the address does not tell its delivery price", arguments: [false, true])
  func uncertainDelivery(_ isUncertain: Bool) async throws {
    try await OperationsSite.run { site in
      await site.shop.service.choose(.priced(DeliveryPrice(.yen(600), isUncertain: isUncertain)))
      let id = try await site.paid()
      let browser = try await site.signIn()
      let page = try await browser.get("/checkouts/\(id)").text
      #expect(page.contains("The address does not tell which delivery price applies") == isUncertain)
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
      #expect(answer.status == .seeOther)
      #expect(answer.headers[.location]?.hasPrefix("/checkouts/\(id)?done=capture%20op_") == true)
      #expect(try await site.file(id).checkout.payment?.captured == .yen(1000))
      #expect(try await site.actions(id) == ["capture 1000 JPY by anna"])
      let detail = try await browser.get("/checkouts/\(id)").text
      #expect(detail.contains("capture 1000 JPY</span> by anna"))
    }
  }

  @Test("Lines are refunded: the page that asks has the computed amount, the lines and the tax of each rate")
  func lines() async throws {
    try await OperationsSite.run { site in
      let id = try await site.paid(capture: "automatic", order: TestServer.mixedOrder)
      let browser = try await site.signIn()
      let detail = try await browser.get("/checkouts/\(id)").text
      for text in [
        "<dt>Spring &lt;1&gt;</dt><dd>-¥500</dd>", "of which tax 8\u{A0}% on ¥2,017",
        "<dt>Gift card</dt><dd>-¥1,000</dd>",
        "Refund lines", #"<input type="number" name="line-0" value="0" min="0" max="2" inputmode="numeric">"#,
        #"<input type="checkbox" name="line-1" value="1">"#, #"<input type="checkbox" name="line-2" value="1">"#,
      ] { #expect(detail.contains(text), "\(text)") }
      #expect(!detail.contains("Capture lines"))
      let page = try await browser.get("/checkouts/\(id)/refund?by=lines&line-0=1&line-2=1")
      #expect(page.status == .ok)
      for text in [
        "Refund · ¥1,382", "<li>1 × 煎茶</li><li>1 × Delivery</li>", "of which tax 8\u{A0}% on ¥1,008: ¥81",
        "of which tax 10\u{A0}% on ¥545: ¥55",
      ] { #expect(page.text.contains(text), "\(text)") }
      let fields = try await browser.confirmation()
      #expect(fields["lines"] == "0:1 2:1" && fields["amount"] == nil)
      for _ in 1...2 { #expect(try await browser.post("/checkouts/\(id)/refund", fields).status == .seeOther) }
      let payment = try #require(try await site.file(id).checkout.payment)
      #expect(payment.refunded == .yen(1_382) && payment.operations.count == 1)
      #expect(try await site.actions(id) == ["refund 1382 JPY by anna"])
      let after = try await browser.get("/checkouts/\(id)").text
      #expect(after.contains("1 × 煎茶 · 1 × Delivery · of which tax 8\u{A0}% on ¥1,008: ¥81"))
      // One piece of the tea is left, and no delivery.
      #expect(after.contains(#"<input type="checkbox" name="line-0" value="1">"#) && !after.contains("line-2"))
      let more = try await browser.get("/checkouts/\(id)/refund?by=lines&line-0=2")
      #expect(more.status == .conflict && more.text.contains("Fewer pieces of a line are left"))
    }
  }

  @Test("Lines that a discount has made free are refused with that reason", arguments: ["capture", "refund"])
  func freeLines(action: String) async throws {
    try await OperationsSite.run { site in
      let order = TestServer.mixedOrder.replacing(#""amount":"300""#, with: #""amount":"3300""#)
      let id = try await site.paid(capture: action == "capture" ? "manual" : "automatic", order: order)
      let browser = try await site.signIn()
      let page = try await browser.get("/checkouts/\(id)/\(action)?by=lines&line-1=1")
      #expect(page.status == .conflict && page.text.contains("These lines cost nothing after discounts"))
      #expect(!page.text.contains("greater than zero"))
    }
  }

  @Test("Where the provider allows it, a ticked box lets a refund exceed the capture")
  func beyondCapture() async throws {
    try await OperationsSite.run(excessRefund: .percent(15, most: [.yen(8_400)])) { site in
      let id = try await site.paid(capture: "automatic")
      let browser = try await site.signIn()
      let box = #"<input type="checkbox" name="beyond-capture" value="yes">"#
      let label = "Refund more than was captured, up to "
      let detail = try await browser.get("/checkouts/\(id)").text
      #expect(detail.contains(box) && detail.contains(label + "¥3,450"))
      let path = "/checkouts/\(id)/refund?amount="
      let refused = try await browser.get(path + "3450")
      #expect(refused.status == .conflict)
      #expect(refused.text.contains("¥3,000 of the captured amount is left. To refund up to ¥3,450, go back"))
      let above = try await browser.get(path + "3451&beyond-capture=yes")
      #expect(above.status == .conflict && above.text.contains("¥3,450 is left"))
      #expect(try await browser.confirm(path + "3000").status == .seeOther)
      // All of the capture is refunded, and the rest is beyond it.
      #expect(try await browser.get("/checkouts/\(id)").text.contains(label + "¥450"))
      try await browser.get(path + "450&beyond-capture=yes")
      let fields = try await browser.confirmation()
      #expect(fields["beyond-capture"] == "yes")
      for _ in 1...2 { #expect(try await browser.post("/checkouts/\(id)/refund", fields).status == .seeOther) }
      #expect(try await site.file(id).checkout.payment?.refunded == .yen(3_450))
      #expect(try await site.actions(id) == ["refund 3000 JPY by anna", "refund 450 JPY by anna"])
      #expect(!(try await browser.get("/checkouts/\(id)").text.contains(box)))
    }
  }

  @Test(
    "Without an allowance, or before a capture, no box is offered, and none can be sent",
    arguments: [("automatic", JourneyProfile.ExcessRefund.none), ("manual", .percent(15, most: [.yen(8_400)]))])
  func notBeyondCapture(capture: String, excess: JourneyProfile.ExcessRefund) async throws {
    try await OperationsSite.run(excessRefund: excess) { site in
      let id = try await site.paid(capture: capture)
      let browser = try await site.signIn()
      #expect(!(try await browser.get("/checkouts/\(id)").text.contains("beyond-capture")))
      let page = try await browser.get("/checkouts/\(id)/refund?amount=3450&beyond-capture=yes")
      #expect(page.status == .conflict)
      let sentence = capture == "manual" ? "Nothing is captured" : "more cannot be refunded for this payment"
      #expect(page.text.contains(sentence))
    }
  }

  @Test(
    "A form of lines without a line, or with a wrong number, moves nothing, and never all of the money",
    arguments: [
      "", "&line-0=0", "&line-0=", "&line-0=x", "&line-0=-1", "&line-0=1.5", "&line-9=1", "&line-1=1&line-0=x",
    ])
  func wrongLines(query: String) async throws {
    try await OperationsSite.run { site in
      let id = try await site.paid(capture: "automatic", order: TestServer.mixedOrder)
      let browser = try await site.signIn()
      let page = try await browser.get("/checkouts/\(id)/refund?by=lines" + query)
      #expect(page.status == .conflict && page.text.contains("Choose at least one line"))
      #expect(!page.text.contains(#"<form method="post" action="/checkouts/\#(id)/refund""#))
      #expect(!page.text.contains("Refund · "))
      try await browser.get("/checkouts/\(id)/refund")
      var fields = try await browser.confirmation()
      fields["lines"] = ""
      #expect(try await browser.post("/checkouts/\(id)/refund", fields).status == .conflict)
      #expect(try await site.file(id).checkout.payment?.refunded == .yen(0))
    }
  }

  @Test("A capture of lines warns that a provider that captures once releases the rest")
  func captureLines() async throws {
    try await OperationsSite.run { site in
      let id = try await site.paid(order: TestServer.mixedOrder)
      let browser = try await site.signIn()
      #expect(try await browser.get("/checkouts/\(id)").text.contains("captures only once"))
      let page = try await browser.get("/checkouts/\(id)/capture?by=lines&line-0=2&line-2=1").text
      #expect(page.contains("Capture · ¥2,273") && page.contains("captures only once"))
      let whole = try await browser.get("/checkouts/\(id)/capture?by=lines&line-0=2&line-1=1&line-2=1").text
      #expect(whole.contains("Capture · ¥4,500") && !whole.contains("captures only once"))
      #expect(try await browser.confirm("/checkouts/\(id)/capture?by=lines&line-0=2&line-2=1").status == .seeOther)
      #expect(try await site.file(id).checkout.payment?.captured == .yen(2_273))
    }
  }

  @Test("An order of 200 lines can be captured by line")
  func manyLines() async throws {
    try await OperationsSite.run { site in
      let line = #"{"sku":"t","name":"煎茶","quantity":2,"unitPrice":{"amount":"10","currency":"JPY"}}"#
      let list = Array(repeating: line, count: 200).joined(separator: ",")
      let order = #"""
        {"orderReference":"A-1","kind":"browser","provider":"sandbox","language":"ja","capture":"manual",
         "order":{"currency":"JPY","lines":[\#(list)],"tax":{"percent":"10","rounding":"down","included":true}}}
        """#
      let id = try await site.paid(order: order)
      let browser = try await site.signIn()
      let fields = (0..<200).map { "line-\($0)=2" }.joined(separator: "&")
      #expect(try await browser.confirm("/checkouts/\(id)/capture?by=lines&" + fields).status == .seeOther)
      #expect(try await site.file(id).checkout.payment?.captured == .yen(4_000))
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
