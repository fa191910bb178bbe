import FerryCheckout
import FerryCore
import FerryServer
import FerryTesting
import HTTPTypes
import HummingbirdTesting
import Testing

@Suite("Search on the operations page")
struct OperatorSearchTests {
  @Test(
    "One hit is opened at once, by any key that a person has",
    arguments: ["A-1", "hanako@example.com", "HANAKO", "山田", "¥3,000", "3000", "id"])
  func found(text: String) async throws {
    try await OperationsSite.run { site in
      let id = try await site.paid()
      let browser = try await site.signIn("bert", OperationsSite.lookKey)
      try await browser.get("/checkouts")
      let answer = try await browser.post("/checkouts/search", ["text": " \(text == "id" ? id.text : text) "])
      #expect(answer.status == .seeOther && answer.headers[.location] == "/checkouts/\(id)")
    }
  }

  @Test("Several hits are a list, none is said, and the text stays out of addresses")
  func others() async throws {
    try await OperationsSite.run { site in
      let ids = [try await site.paid("A-1"), try await site.paid("A-2")]
      let browser = try await site.signIn()
      let page = try await browser.get("/checkouts").text
      #expect(page.contains("<form class=\"panel filters\" method=\"post\" action=\"/checkouts/search\""))
      let several = try await browser.post("/checkouts/search", ["text": "hanako@example.com"])
      #expect(several.status == .ok && ids.allSatisfy { several.text.contains("/checkouts/\($0)") })
      #expect(several.text.matches(of: /(href|action)="[^"]*hanako/).isEmpty)
      let none = try await browser.post("/checkouts/search", ["text": "A-3"])
      #expect(none.status == .ok && none.text.contains("No results"))
      #expect(try await browser.post("/checkouts/search", ["text": "A-1"], token: "").status == .forbidden)
      #expect(try await browser.post("/checkouts/search", ["text": ""]).status == .unprocessableContent)
    }
  }

  @Test("More than fifty hits go on by a form")
  func pages() async throws {
    try await OperationsSite.run { site in
      for number in 0..<51 {
        await site.shop.time.advance(by: .seconds(1))
        _ = try await site.shop.create(
          TestServer.order.replacing("A-1", with: "common N-\(number)."), idempotencyKey: "n\(number)")
      }
      let browser = try await site.signIn()
      try await browser.get("/checkouts")
      let first = try await browser.post("/checkouts/search", ["text": "common"]).text
      #expect(first.contains("N-50.") && !first.contains("N-0."))
      let after = try #require(OperatorBrowser.field("after", in: first))
      let second = try await browser.post("/checkouts/search", ["text": "common", "after": after])
      #expect(second.status == .ok && second.text.contains("N-0.") && !second.text.contains("N-50."))
      #expect(!second.text.contains("name=\"after\""))
    }
  }

  @Test("A shop finds its own checkouts by a POST, and nobody else's")
  func api() async throws {
    try await OperationsSite.run { site in
      let id = try await site.paid("A-1")
      let answer = try await site.shop.call(.post, "/v1/checkouts/search", #"{"text":"hanako"}"#)
      let found = try answer.decoded(FoundCheckoutsBody.self)
      #expect(found.checkouts.map(\.id) == [id.text] && found.next == nil && !found.wholeWordsOnly)
      #expect(!answer.text.contains("hanako"))
      let other = try await site.shop.call(
        .post, "/v1/checkouts/search", #"{"text":"hanako"}"#, key: TestServer.otherKey)
      #expect(try other.decoded(FoundCheckoutsBody.self).checkouts.isEmpty)
      for (body, pointer) in [
        (#"{"text":"…"}"#, "/text"), (#"{"text":"a","limit":0}"#, "/limit"), (#"{"text":"a","after":"x"}"#, "/after"),
        (#"{"text":"a","email":"x"}"#, "/email"), (#"{"text":"\#(String(repeating: "a", count: 300))"}"#, "/text"),
      ] {
        let refused = try await site.shop.call(.post, "/v1/checkouts/search", body)
        #expect(refused.status == .unprocessableContent && refused.text.contains(pointer), "\(body)")
      }
    }
  }
}
