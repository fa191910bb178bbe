import FerryCheckout
import FerryCore
import FerryEngine
import FerryServer
import FerryTesting
import HTTPTypes
import HummingbirdTesting
import Testing

@Suite("Lists and timelines in the JSON API")
struct RecordRoutesTests {
  private func create(_ server: TestServer, _ reference: String, key: String = TestServer.testKey) async throws
    -> String
  {
    let order = TestServer.order.replacing("A-1", with: reference)
    let answer = try await server.call(.post, "/v1/checkouts", order, key: key, idempotencyKey: reference)
    return try answer.decoded(CheckoutBody.self).id
  }

  private func list(_ server: TestServer, _ query: String = "", key: String = TestServer.testKey) async throws
    -> CheckoutsBody
  {
    let answer = try await server.call(.get, "/v1/checkouts" + query, key: key)
    try #require(answer.status == .ok, "\(answer.text)")
    return try answer.decoded(CheckoutsBody.self)
  }

  @Test("A shop's checkouts are listed newest first, page by page and by their state")
  func checkouts() async throws {
    try await TestServer.run { server in
      var ids: [String] = []
      for reference in ["A-1", "A-2", "A-3"] {
        ids.insert(try await create(server, reference), at: 0)
        await server.time.advance(by: .seconds(60))
      }
      _ = try await server.call(.post, "/v1/checkouts/\(ids[2])/cancel")
      #expect(try await list(server).checkouts.map(\.id) == ids)
      #expect(try await list(server, "?state=live").checkouts.map(\.id) == [ids[0], ids[1]])
      #expect(try await list(server, "?state=held").checkouts.isEmpty)
      #expect(try await list(server, "?state=overdue").checkouts.isEmpty)
      let first = try await list(server, "?limit=2")
      #expect(first.checkouts.map(\.id) == [ids[0], ids[1]])
      let second = try await list(server, "?limit=2&after=\(try #require(first.next))")
      #expect(second.checkouts.map(\.id) == [ids[2]])
      #expect(second.next == nil)
      #expect(second.checkouts.first?.phase == .cancelled)
      #expect(second.checkouts.first?.orderReference == "A-1")
    }
  }

  @Test("Checkouts are found by phase, provider, order and the provider's reference, alone and together")
  func filters() async throws {
    try await TestServer.run { server in
      let open = try await create(server, "A-1")
      await server.time.advance(by: .seconds(60))
      let cancelled = try await create(server, "A-2")
      _ = try await server.call(.post, "/v1/checkouts/\(cancelled)/cancel")
      try await server.service.enter(reference: "S-1", of: CheckoutID(open))
      let number = try await list(server, "?orderReference=A-2").checkouts.first?.orderNumber
      let all = [cancelled, open]
      for (query, ids) in [
        ("phase=open", [open]), ("phase=cancelled,open", all), ("phase=paid", []), ("provider=sandbox", all),
        ("provider=nobody", []), ("orderReference=A-1", [open]), ("orderReference=a-1", []),
        ("orderNumber=\(number ?? "")", [cancelled]), ("reference=S-1", [open]), ("reference=S-2", []),
        ("phase=cancelled&provider=sandbox&orderReference=A-2&orderNumber=\(number ?? "")", [cancelled]),
        ("phase=cancelled&orderReference=A-1", []), ("state=live&phase=open,cancelled", [open]),
        ("state=live&phase=cancelled", []), ("state=held&phase=open", []), ("reference=S-1&orderReference=A-2", []),
      ] as [(String, [String])] {
        #expect(try await list(server, "?" + query).checkouts.map(\.id) == ids, "\(query)")
        #expect(try await list(server, "?" + query, key: TestServer.otherKey).checkouts.isEmpty, "\(query)")
      }
    }
  }

  @Test(
    "A parameter that a list does not have is refused, with the names of those that it has",
    arguments: ["checkouts", "payments", "webhooks", "checkouts/ID/timeline"])
  func unknownParameters(_ path: String) async throws {
    try await TestServer.run { server in
      let id = try await create(server, "A-1")
      let answer = try await server.call(
        .get, "/v1/" + path.replacing("ID", with: id) + "?orderRef=A-1&limit=0&email=a%40b.example")
      #expect(answer.problem?.type == .invalidFields)
      let errors = try #require(answer.problem?.errors)
      #expect(errors.map(\.pointer) == ["/limit", "/email", "/orderRef"])
      #expect(errors.last?.detail.contains("limit") == true)
      #expect(errors.last?.detail.contains("orderReference") == ["checkouts", "payments"].contains(path))
    }
  }

  @Test("The list has no checkouts of other shops or the other mode")
  func foreign() async throws {
    try await TestServer.run { server in
      let id = try await create(server, "A-1")
      for key in [TestServer.otherKey, TestServer.liveKey] {
        #expect(try await list(server, key: key).checkouts.isEmpty)
        let timeline = try await server.call(.get, "/v1/checkouts/\(id)/timeline", key: key)
        #expect(timeline.problem?.type == .notFound)
        #expect(try await server.call(.get, "/v1/webhooks", key: key).text == #"{"webhooks":[]}"#)
        #expect(try await server.call(.get, "/v1/webhook-endpoints", key: key).text == #"{"endpoints":[]}"#)
      }
      for path in ["checkouts", "checkouts/\(id)/timeline", "webhooks", "webhook-endpoints"] {
        #expect(try await server.call(.get, "/v1/" + path, key: nil).status == .unauthorized, "\(path)")
      }
    }
  }

  @Test("A list shows no total while the checkout is locked")
  func locked() async throws {
    try await TestServer.run { server in
      let buyer = try await server.departed()
      let code = try #require(try await server.comeBack(buyer))
      #expect(try await list(server).checkouts.first?.total == nil)
      #expect(try await server.claim(buyer, code).status == .ok)
      #expect(try await list(server).checkouts.first?.total == .yen(3_000))
    }
  }

  @Test(
    "An invalid query is refused with the wrong parameter",
    arguments: [
      ("checkouts?state=open", "/state"), ("checkouts?limit=0", "/limit"), ("checkouts?limit=201", "/limit"),
      ("checkouts?after=x", "/after"), ("checkouts?createdFrom=2026-01-01", "/createdFrom"),
      ("checkouts?createdBefore=-1", "/createdBefore"),
      ("checkouts?phase=open,", "/phase"), ("checkouts?phase=gone", "/phase"), ("payments?phase=", "/phase"),
      ("checkouts?provider=a%20b", "/provider"), ("checkouts?orderReference=", "/orderReference"),
      ("checkouts?orderNumber=%0A", "/orderNumber"), ("payments?reference=", "/reference"),
      ("checkouts/ID/timeline?after=x", "/after"),
      ("checkouts/ID/timeline?limit=1001", "/limit"), ("webhooks?state=sent", "/state"),
      ("webhooks?limit=1001", "/limit"),
    ])
  func queries(_ path: String, _ pointer: String) async throws {
    try await TestServer.run { server in
      let id = try await create(server, "A-1")
      let answer = try await server.call(.get, "/v1/" + path.replacing("ID", with: id))
      #expect(answer.problem?.type == .invalidFields, "\(answer.text)")
      #expect(answer.problem?.errors.map(\.pointer) == [pointer])
    }
  }

  @Test("A timeline is read page by page, with the requests that are outstanding")
  func timeline() async throws {
    try await TestServer.run { server in
      let buyer = try await server.reviewing()
      let path = "/v1/checkouts/\(buyer.id)/timeline"
      let whole = try await server.call(.get, path).decoded(TimelineBody.self)
      #expect(whole.next == nil && whole.outstanding.isEmpty)
      #expect(whole.entries.contains { $0.kind == "event" && $0.text == "claimed by the shop" })
      let first = try await server.call(.get, path + "?limit=1").decoded(TimelineBody.self)
      let next = try #require(first.next)
      let rest = try await server.call(.get, path + "?after=\(next)").decoded(TimelineBody.self)
      #expect(first.entries + rest.entries == whole.entries)
    }
  }

  @Test("Every kind of entry has a form of its own")
  func entries() {
    let at = SampleAttempt.start
    func body(_ what: LogEntry.What) -> TimelineEntryBody { TimelineEntryBody(LogEntry(at: at, what)) }
    let call = body(.call("read", result: "answered", milliseconds: 3))
    #expect(call.kind == "call" && call.text == "read" && call.result == "answered" && call.milliseconds == 3)
    let webhook = body(.webhook("checkout.paid", endpoint: "orders", result: "answered 204", milliseconds: 4))
    #expect(webhook.kind == "webhook" && webhook.endpoint == "orders" && webhook.result == "answered 204")
    let money = body(.money(.capture, .yen(4_400)))
    #expect(money.kind == "money" && money.text == "capture" && money.amount == .yen(4_400))
    #expect(body(.remark("Look here.")).kind == "remark")
  }

  @Test("A shop's webhooks are listed by endpoint and state, and its endpoints with their backlog")
  func webhooks() async throws {
    try await TestServer.run { server in
      let id = CheckoutID(try await create(server, "A-1"))
      for endpoint in ["orders", "removed"] {
        try await server.service.tell(.sample(id, 1, endpoint: WebhookEndpointID(endpoint)))
      }
      func list(_ query: String) async throws -> [ListedWebhookBody] {
        try await server.call(.get, "/v1/webhooks" + query).decoded(WebhooksBody.self).webhooks
      }
      #expect(try await list("").map(\.endpoint) == ["orders", "removed"])
      let orders = try await list("?endpoint=orders&state=waiting")
      #expect(orders.map(\.id) == ["msg_\(id)_1"])
      #expect(orders.first?.type == "payment.captured" && orders.first?.attempts == 0)
      #expect(try await list("?state=parked").isEmpty)
      #expect(try await list("?checkout=\(id)").count == 2)
      #expect(try await list("?checkout=co_other").isEmpty)
      #expect(try await server.call(.get, "/v1/webhooks?checkout=a.b").problem?.errors.map(\.pointer) == ["/checkout"])
      let endpoints = try await server.call(.get, "/v1/webhook-endpoints").decoded(WebhookEndpointsBody.self).endpoints
      #expect(endpoints.map(\.name) == ["orders"])
      #expect(endpoints.first?.waiting == 2 && endpoints.first?.parked == 1)
      #expect(endpoints.first?.oldestAt == server.time.now - .seconds(30))
    }
  }

  @Test("A message is resent to the named endpoint only")
  func retryOne() async throws {
    try await TestServer.run { server in
      let id = try await create(server, "A-1")
      let one = try await server.call(.post, "/v1/webhooks/msg_\(id)_1/retry?endpoint=orders")
      #expect(one.text == #"{"endpoints":["orders"],"id":"msg_\#(id)_1"}"#)
      let none = try await server.call(.post, "/v1/webhooks/msg_\(id)_1/retry?endpoint=crm")
      #expect(none.problem?.type == .notFound)
    }
  }
}
