import FerryCheckout
import FerryCore
import FerryServer
import FerryTesting
import HTTPTypes
import HummingbirdTesting
import Testing

@Suite("Operators of some shops")
struct OperatorShopTests {
  /// A checkout of the shop `other`, which nobody has paid.
  private func other(_ site: OperationsSite) async throws -> CheckoutID {
    let order = TestServer.order.replacing("A-1", with: "O-1")
    let created = try await site.shop.call(
      .post, "/v1/checkouts", order, key: TestServer.otherKey, idempotencyKey: "other")
    return CheckoutID(try created.decoded(CheckoutBody.self).id)
  }

  @Test("They find checkouts of their shops alone, in lists, search, numbers and CSV")
  func lists() async throws {
    try await OperationsSite.run { site in
      let (foreign, own) = (try await site.paid("A-1"), try await other(site))
      let browser = try await site.signIn("carl", OperationsSite.otherKey)
      let list = try await browser.get("/checkouts").text
      #expect(list.contains("carl · can act · other"))
      #expect(list.contains("/checkouts/\(own)") && !list.contains("/checkouts/\(foreign)"))
      for text in ["A-1", "hanako@example.com", foreign.text] {
        let answer = try await browser.post("/checkouts/search", ["text": text])
        #expect(answer.status == .ok && answer.text.contains("No results"), "\(text)")
      }
      #expect(try await browser.post("/checkouts/search", ["text": "O-1"]).headers[.location] == "/checkouts/\(own)")
      let csv = try await browser.get("/checkouts.csv").text
      #expect(csv.contains("\"O-1\"") && csv.split(separator: "\r\n").count == 2)
      let overview = try await browser.get("/?mode=test").text
      #expect(overview.contains(#"data-label="Started"><a href="/checkouts?"#))
      #expect(!overview.contains("id=\"reconciliation\""))
      #expect(try await browser.get("/checkouts/\(own)").status == .ok)
    }
  }

  @Test("What is to be done in other shops is not counted for them")
  func toDo() async throws {
    try await OperationsSite.run { site in
      await site.shop.service.charge(.yen(1))
      _ = try await site.paid("A-1", capture: "automatic")
      for (name, key, held) in [("carl", OperationsSite.otherKey, 0), ("anna", OperationsSite.actKey, 1)] {
        let page = try await site.signIn(name, key).get("/?mode=test").text
        #expect(page.contains("<strong>\(held)</strong> held for a decision"), "\(name)")
        #expect(page.contains("<strong>\(held)</strong> failed webhooks"), "\(name)")
      }
    }
  }

  @Test("Other shops' checkouts and webhooks are not there for them, whatever they send")
  func foreign() async throws {
    try await OperationsSite.run { site in
      let id = try await site.paid("A-1")
      try await site.shop.service.tell(.sample(id, 1, endpoint: "orders"))
      let before = try await site.file(id)
      let browser = try await site.signIn("carl", OperationsSite.otherKey)
      let webhooks = try await browser.get("/webhooks").text
      #expect(!webhooks.contains("orders") && !webhooks.contains(id.text))
      for action in ["", "/capture", "/void", "/forget"] {
        #expect(try await browser.get("/checkouts/\(id)\(action)").status == .notFound, "\(action)")
      }
      try await browser.get("/checkouts")
      for action in ["capture", "void", "forget", "check"] {
        let answer = try await browser.post("/checkouts/\(id)/\(action)", ["key": "0123456789"])
        #expect(answer.status == .notFound, "\(action)")
      }
      let message = ["key": "k1", "message": "msg_\(id)_1", "endpoint": "orders"]
      #expect(try await browser.post("/webhooks/send", message).status == .notFound)
      #expect(try await browser.post("/webhooks/send-all", ["key": "k2", "endpoint": "orders"]).status == .notFound)
      #expect(try await site.file(id) == before)
      #expect(await site.shop.service.sentAgain.isEmpty)
    }
  }
}
