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
    arguments: ["A-1", "hanako@example.com", "HANAKO@example.com", "id"])
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
      #expect(!several.text.contains("hanako"))
      let none = try await browser.post("/checkouts/search", ["text": "A-"])
      #expect(none.status == .ok && none.text.contains("No results"))
      #expect(try await browser.post("/checkouts/search", ["text": "A-1"], token: "").status == .forbidden)
      #expect(try await browser.post("/checkouts/search", ["text": ""]).status == .unprocessableContent)
    }
  }
}
