import FerryCheckout
import FerryCore
import FerryEngine
import FerryServer
import FerryTesting
import HTTPTypes
import HummingbirdTesting
import Testing

@Suite("Lists of the operations page")
struct OperatorListTests {
  @Test("The list shows checkouts of all shops, and its filter stays in the form")
  func list() async throws {
    try await OperationsSite.run { site in
      let id = try await site.paid()
      _ = try await site.shop.create(TestServer.order.replacing("A-1", with: "<b>A-2"), idempotencyKey: "2")
      let browser = try await site.signIn("bert", OperationsSite.lookKey)
      let all = try await browser.get("/checkouts").text
      #expect(all.contains("/checkouts/\(id)") && all.contains("¥3,000"))
      #expect(all.contains("<details class=\"panel\"><summary>Filter"))
      #expect(all.contains("&lt;b&gt;A-2") && !all.contains("<b>A-2"))
      let live = try await browser.get("/checkouts?state=live&provider=&mode=test&from=2020-01-01&until=").text
      #expect(!live.contains("/checkouts/\(id)\"") && live.contains("A-2"))
      #expect(live.contains("<details class=\"panel\" open>"))
      #expect(live.contains("<option value=\"live\" selected>") && live.contains("value=\"2020-01-01\""))
      #expect(try await browser.get("/checkouts?state=capturable").text.contains("/checkouts/\(id)"))
      #expect(try await browser.get("/checkouts?state=paid").text.contains("/checkouts/\(id)"))
      for nothing in ["mode=live", "state=declined", "state=cancelled", "state=expired"] {
        #expect(try await browser.get("/checkouts?\(nothing)").text.contains("No results"), "\(nothing)")
      }
    }
  }

  @Test(
    "A filter with an unknown value is refused",
    arguments: ["state=nonsense", "mode=x", "from=yesterday", "after=1", "provider=%3Cb%3E"])
  func malformed(query: String) async throws {
    try await OperationsSite.run { site in
      let browser = try await site.signIn()
      #expect(try await browser.get("/checkouts?\(query)").status == .unprocessableContent)
    }
  }

  @Test("Fifty checkouts stand on a page, and the next one continues")
  func pages() async throws {
    try await OperationsSite.run { site in
      for number in 0..<51 {
        await site.shop.time.advance(by: .seconds(1))
        _ = try await site.shop.create(
          TestServer.order.replacing("A-1", with: "N-\(number)."), idempotencyKey: "n\(number)")
      }
      let browser = try await site.signIn()
      let first = try await browser.get("/checkouts?state=live").text
      #expect(first.contains("N-50.") && !first.contains("N-0.") && !first.contains("First page"))
      let link = try #require(first.firstMatch(of: /href="(\/checkouts\?state=live&amp;after=[^"]*)"/))
      let second = try await browser.get(String(link.1).replacing("&amp;", with: "&")).text
      #expect(second.contains("N-0.") && !second.contains("N-50.") && second.contains("First page"))
    }
  }

  @Test("Webhooks show how far each endpoint is behind, and are sent again by name")
  func webhooks() async throws {
    try await OperationsSite.run { site in
      let id = try await site.paid()
      let message = WebhookMessageID(checkout: id, sequence: 1)
      try await site.shop.service.tell(.sample(id, 1, endpoint: "orders"))
      let browser = try await site.signIn()
      let page = try await browser.get("/webhooks?state=waiting").text
      for text in ["orders", "2 waiting", "1 failed", "payment.captured", "/checkouts/\(id)"] {
        #expect(page.contains(text), "\(text)")
      }
      let sent = try await browser.post(
        "/webhooks/send", ["key": "k1", "message": message.text, "endpoint": "orders", "from": "checkout"])
      #expect(sent.status == .seeOther && sent.headers[.location]?.hasPrefix("/checkouts/\(id)?done=webhook") == true)
      // The same form again sends nothing.
      _ = try await browser.post("/webhooks/send", ["key": "k1", "message": message.text, "endpoint": "orders"])
      #expect(await site.shop.service.sentAgain == ["\(message) to orders by anna"])
      #expect(page.contains("href=\"/webhooks/send-all?endpoint=orders\""))
      let all = try await browser.get("/webhooks/send-all?endpoint=orders").text
      #expect(all.contains("orders") && all.contains("Resends 1 message"))
      #expect(try await browser.post("/webhooks/send-all", ["key": "k2", "endpoint": "orders"]).status == .seeOther)
      #expect(await site.shop.service.sentAgain.last == "all to orders by anna")
      #expect(try await browser.post("/webhooks/send-all", ["key": "k3", "endpoint": "nobody"]).status == .notFound)
    }
  }

  @Test("If nothing was sent, a sentence says so, and an endpoint that is not set up has no button")
  func nothingSent() async throws {
    try await OperationsSite.run { site in
      let id = try await site.paid()
      try await site.shop.service.tell(.sample(id, 1, endpoint: "gone"))
      let browser = try await site.signIn()
      for path in ["/webhooks", "/checkouts/\(id)"] {
        let page = try await browser.get(path).text
        #expect(page.contains("gone</span>") && !page.contains("Resend"), "\(path)")
      }
      for _ in 0..<2 {
        let answer = try await browser.post(
          "/webhooks/send", ["key": "k1", "message": "msg_\(id)_2", "endpoint": "orders"])
        #expect(answer.status == .conflict && answer.text.contains("Nothing was sent"))
      }
    }
  }

  @Test("A hundred webhooks stand on a page, and the next one continues")
  func webhookPages() async throws {
    try await OperationsSite.run { site in
      let id = try await site.paid()
      let browser = try await site.signIn()
      for number in 1...100 { try await site.shop.service.tell(.sample(id, number, endpoint: "orders")) }
      #expect(try await !browser.get("/webhooks").text.contains("Next page"))
      try await site.shop.service.tell(.sample(id, 101, endpoint: "orders"))
      let first = try await browser.get("/webhooks?state=waiting").text
      let link = try #require(first.firstMatch(of: /href="(\/webhooks\?state=waiting&amp;after=[^"]*)"/))
      let second = try await browser.get(String(link.1).replacing("&amp;", with: "&")).text
      #expect(second.contains("msg_\(id)_1\"") && !second.contains("msg_\(id)_101\"") && second.contains("First page"))
      #expect(try await browser.get("/webhooks?after=x").status == .notFound)
    }
  }

  @Test("A timeline opens at its latest entries, and tells on every page when the buyer was erased")
  func timeline() async throws {
    try await OperationsSite.run { site in
      let id = try await site.paid()
      let browser = try await site.signIn()
      #expect(try await browser.confirm("/checkouts/\(id)/forget").status == .seeOther)
      _ = try await site.shop.service.update(id) { _, change in
        for number in 1...1000 {
          change.log.append(LogEntry(at: Moment(milliseconds: 0), .remark("entry \(number).")))
        }
      }
      let latest = try await browser.get("/checkouts/\(id)").text
      #expect(latest.contains("entry 1000.") && !latest.contains("entry 1."))
      #expect(latest.contains("data was erased at") && !latest.contains("Later entries"))
      let link = try #require(latest.firstMatch(of: /href="([^"]*)">Earlier entries/))
      let earlier = try await browser.get(String(link.1)).text
      #expect(
        earlier.contains("Later entries") && earlier.contains("Earlier entries") && !earlier.contains("entry 1000."))
      let first = try await browser.get("/checkouts/\(id)?after=0").text
      #expect(first.contains("entry 1.") && !first.contains("Earlier entries"))
    }
  }

  @Test("Every text is there in every language", arguments: Language.allCases)
  func languages(language: Language) async throws {
    try await OperationsSite.run { site in
      let id = try await site.paid()
      let browser = try await site.signIn()
      #expect(try await browser.get("/language/\(language.rawValue)").status == .seeOther)
      for path in ["/checkouts", "/checkouts/\(id)", "/checkouts/\(id)/refund", "/webhooks", "/checkouts/co_nothing"] {
        let page = try await browser.get(path).text
        #expect(page.contains("<html lang=\"\(language.rawValue)\">"), "\(path)")
        guard language != .english else { continue }
        for english in [">Checkouts<", "Next step", "Nothing is captured", "Resend", "Check the address"] {
          #expect(!page.contains(english), "\(path): \(english)")
        }
      }
    }
  }

  @Test("A change of language leads back to the page that was read, with its filters, and nowhere else")
  func languageKeepsPlace() async throws {
    try await OperationsSite.run { site in
      let id = try await site.paid()
      let browser = try await site.signIn()
      for path in ["/checkouts/\(id)", "/checkouts?state=paid&mode=test", "/webhooks", "/checkouts/co_nothing"] {
        let page = try await browser.get(path).text
        let link = try #require(page.firstMatch(of: /href="(\/language\/(?:en|sv)[^"]*)"/))
        let answer = try await browser.get(String(link.1).replacing("&amp;", with: "&"))
        #expect(answer.headers[.location] == path)
      }
      for elsewhere in ["//evil.example", "https%3A%2F%2Fevil.example", "%2F%2Fevil.example"] {
        #expect(try await browser.get("/language/sv?to=\(elsewhere)").headers[.location] == "/")
      }
    }
  }
}
