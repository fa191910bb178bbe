import FerryCheckout
import FerryCore
import FerryEngine
import FerryServer
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Synchronization
import Testing

@Suite("The JSON API: creating a checkout")
struct CreateCheckoutTests {
  @Test("A new checkout is open, and names the buyer's next address")
  func create() async throws {
    try await TestServer.run { server in
      let response = try await server.create()
      #expect(response.status == .created)
      let checkout = try response.decoded(CheckoutBody.self)
      #expect(response.headers[.location] == "/v1/checkouts/\(checkout.id)")
      #expect(checkout.phase == .open)
      #expect(checkout.mode == .test)
      #expect(checkout.orderReference == "A-1")
      #expect(checkout.review == nil)
      #expect(try checkout.ticket.hasPrefix(checkout.id + "."))
    }
  }

  @Test("A repeated creation returns the same checkout, with any formatting of its JSON")
  func repeated() async throws {
    try await TestServer.run { server in
      let first = try await server.create().decoded(CheckoutBody.self)
      let again = try await server.create(
        #"{"capture":"automatic", "# + TestServer.order.dropFirst().replacing(#""capture":"automatic","#, with: ""))
      #expect(again.status == .ok)
      #expect(try again.decoded(CheckoutBody.self).id == first.id)
      let otherKey = try await server.create(idempotencyKey: "key-2")
      #expect(otherKey.status == .ok)
      #expect(try otherKey.decoded(CheckoutBody.self).id == first.id)
      #expect(await server.service.everything().count == 1)
    }
  }

  @Test("A key that was used for another request is refused")
  func keyReused() async throws {
    try await TestServer.run { server in
      _ = try await server.create()
      let response = try await server.create(TestServer.order.replacing("A-1", with: "A-2"))
      #expect(response.problem?.type == .keyReused)
      #expect(await server.service.everything().count == 1)
    }
  }

  @Test(
    "An Idempotency-Key of 1 to 128 printable characters is required",
    arguments: [
      (nil, .keyMissing), ("", .malformed), (String(repeating: "k", count: 129), .malformed), ("é", .malformed),
    ] as [(String?, Problem.Kind)])
  func keys(key: String?, kind: Problem.Kind) async throws {
    try await TestServer.run { server in
      let response = try await server.create(idempotencyKey: key)
      #expect(response.problem?.type == kind)
      #expect(await server.service.everything().isEmpty)
    }
  }

  @Test("Other content under a reference with a live checkout is refused, with the checkout's address")
  func attemptLive() async throws {
    try await TestServer.run { server in
      let first = try await server.create().decoded(CheckoutBody.self)
      let response = try await server.create(
        TestServer.order.replacing(#""quantity":2"#, with: #""quantity":3"#), idempotencyKey: "key-2")
      #expect(response.problem?.type == .attemptLive)
      #expect(response.problem?.instance == "/v1/checkouts/\(first.id)")
    }
  }

  @Test(
    "An invalid body is refused with its field, and changes nothing",
    arguments: [
      ("", "", 400, nil),
      (TestServer.order, String(TestServer.order.dropLast(3)), 400, nil),
      (#""quantity":2"#, #""quantity":"2""#, 422, "/order/lines/0/quantity"),
      (#""quantity":2"#, #""quantity":-2"#, 422, "/order/lines/0/quantity"),
      (#""quantity":2"#, #""quantity":0"#, 422, "/order/lines/0/quantity"),
      (#""quantity":2"#, #""quantity":1.5"#, 422, "/order/lines/0/quantity"),
      (#""quantity":2"#, #""quantity":99999999999999999999"#, 422, "/order/lines/0/quantity"),
      (#""quantity":2"#, #""quantity":2,"quantity":3"#, 400, "/order/lines/0/quantity"),
      (#""amount":"1200""#, #""amount":1200"#, 422, "/order/lines/0/unitPrice/amount"),
      (#""amount":"1200""#, #""amount":"-1""#, 422, "/order/lines/0/unitPrice/amount"),
      (#""amount":"1200""#, #""amount":"9223372036854775807""#, 422, "/order/lines"),
      (#""amount":"1200""#, #""amount":"92233720368547758070""#, 422, "/order/lines/0/unitPrice/amount"),
      (#""currency":"JPY","lines""#, #""currency":"ZZZ","lines""#, 422, "/order/currency"),
      (#""currency":"JPY","lines""#, #""currency":"EUR","lines""#, 422, "/order/lines/0/unitPrice/currency"),
      (#""percent":"10""#, #""percent":"-1""#, 422, "/order/tax/percent"),
      (#""percent":"10""#, #""percent":10"#, 422, "/order/tax/percent"),
      (#""percent":"10""#, #""percent":"10","rate":1000"#, 422, "/order/tax/rate"),
      (#""language":"ja""#, #""language":"tlh""#, 422, "/language"),
      (#""orderReference":"A-1""#, #""orderReference":"""#, 422, "/orderReference"),
      (#""orderReference":"A-1","#, "", 422, "/orderReference"),
      (#""provider":"sandbox""#, #""provider":"nobody""#, 422, "/provider"),
      (#""provider":"sandbox""#, #""provider":"sandbox","account":"asia""#, 422, "/account"),
      (#""kind":"browser""#, #""kind":"browser","buyer":{"ipAddress":"192.0.2.7:80"}"#, 422, "/buyer/ipAddress"),
      (#""kind":"browser""#, #""kind":"browser","buyer":{"userAgent":""}"#, 422, "/buyer/userAgent"),
      (#""kind":"browser""#, #""kind":"browser","buyer":{"userAgent":7}"#, 422, "/buyer/userAgent"),
      (#""kind":"browser""#, #""kind":"browser","buyer":{"email":7}"#, 422, "/buyer/email"),
      (#""kind":"browser""#, #""kind":"browser","providerOptions":[]"#, 422, "/providerOptions"),
      (#""kind":"browser""#, #""kind":"browser","providerOptions":{"x":1}"#, 422, "/providerOptions/x"),
      (#""kind":"browser""#, #""kind":"browser","providerOptions":{"x":{"a":1.5}}"#, 422, "/providerOptions/x/a"),
      (#""kind":"browser""#, #""kind":"app""#, 422, "/app"),
      (#""kind":"browser""#, #""kind":null"#, 422, "/kind"),
      (#""sku":"t-1""#, #""sku":"\#(String(repeating: "x", count: 65_536))""#, 413, nil),
    ] as [(String, String, Int, String?)])
  func badBodies(original: String, replacement: String, status: Int, pointer: String?) async throws {
    try await TestServer.run { server in
      let body = original.isEmpty ? replacement : TestServer.order.replacing(original, with: replacement)
      let response = try await server.create(body)
      #expect(response.status.code == status)
      let problem = try #require(response.problem)
      #expect(problem.errors.first?.pointer == pointer)
      #expect(await server.service.everything().isEmpty)
    }
  }

  @Test("An order that discounts or vouchers pay wholly is refused with a problem of its own")
  func nothingToPay() async throws {
    let half = #"[{"name":"A","amount":{"amount":"1200","currency":"JPY"}}]"#
    let rest = #"[{"name":"B","amount":{"amount":"9000","currency":"JPY"}}]"#
    try await TestServer.run { server in
      let order = TestServer.order.replacing(
        #""tax":{"#, with: #""discounts":\#(half),"paidOtherwise":\#(rest),"tax":{"#)
      let response = try await server.create(order)
      #expect(response.status == .unprocessableContent)
      #expect(response.problem?.type == .nothingToPay)
      #expect(await server.service.everything().isEmpty)
      // A discount may not be more than the goods.
      let more = TestServer.order.replacing(#""tax":{"#, with: #""discounts":\#(rest),"tax":{"#)
      #expect(try await server.create(more).problem?.errors.map(\.pointer) == ["/order/discounts"])
    }
  }

  @Test("A wrong name of a provider or an account is answered with those that there are")
  func wrongProvider() async throws {
    try await TestServer.run { server in
      for (provider, detail) in [
        (#""nobody""#, "This server has no such provider for test payments. It has sandbox."),
        (#""sandbox","account":"asia""#, "The provider has no such account here. It has europe, main."),
      ] {
        let body = TestServer.order.replacing(#""provider":"sandbox""#, with: #""provider":"# + provider)
        #expect(try await server.create(body).problem?.errors.map(\.detail) == [detail])
      }
      let list = try await server.call(.get, "/v1/checkouts?provider=a%20b").problem
      #expect(list?.errors.map(\.detail) == ["Write the id of a provider. This server has sandbox."])
    }
  }

  @Test("Of the buyer's facts those are stored that the provider needs; they may differ when the call is repeated")
  func buyerFacts() async throws {
    try await TestServer.run { server in
      func order(_ address: String, _ agent: String) -> String {
        TestServer.order.replacing(
          #""kind":"browser""#,
          with: #""kind":"browser","buyer":{"ipAddress":"\#(address)","userAgent":"\#(agent)"}"#)
      }
      let created = try await server.create(order("192.0.2.7", "Agent/1.0")).decoded(CheckoutBody.self)
      let id = CheckoutID(created.id)
      #expect(try await server.service.file(id)?.buyerFacts == BuyerFacts(userAgent: "Agent/1.0"))
      let again = try await server.create(order("2001:db8::1", "Agent/2.0"))
      #expect(again.status == .ok)
      #expect(try again.decoded(CheckoutBody.self).id == created.id)
      #expect(try await server.service.file(id)?.buyerFacts == BuyerFacts(userAgent: "Agent/2.0"))
      _ = try await server.spend(try created.ticket)
      _ = try await server.create(order("2001:db8::1", "Agent/3.0"))
      #expect(
        try await server.service.file(id)?.buyerFacts != BuyerFacts(userAgent: "Agent/3.0"), "The buyer has left.")
    }
  }

  @Test(
    "Facts that only fill in forms stop no creation: the answer names those that are left out, each time, and only there"
  )
  func leftOut() async throws {
    try await TestServer.run { server in
      func order(_ buyer: String) -> String {
        TestServer.order.replacing(#""kind":"browser""#, with: #""kind":"browser","buyer":\#(buyer)"#)
      }
      let long = String(repeating: "x", count: 1_000)
      let buyer = #"{"mobile":"12345","email":"\#(long)","name":"\#(long)","document":"1\u0000","documentType":""}"#
      let created = try await server.create(order(buyer))
      #expect(created.status == .created)
      let body = try created.decoded(CheckoutBody.self)
      #expect(body.leftOut?.map(\.pointer) == ["/buyer/email", "/buyer/mobile"])
      #expect(!created.text.contains("12345") && !created.text.contains(long))
      let again = try await server.create(order(buyer))
      #expect(again.status == .ok)
      #expect(try again.decoded(CheckoutBody.self).leftOut == body.leftOut)
      let read = try await server.call(.get, "/v1/checkouts/\(body.id)").decoded(CheckoutBody.self)
      #expect(read.leftOut == nil)
      let repaired = try await server.create(order(#"{"mobile":"+46 (0)70-123 45 67"}"#)).decoded(CheckoutBody.self)
      #expect(repaired.leftOut == nil)
      #expect(try await server.service.file(CheckoutID(body.id))?.buyerFacts == BuyerFacts(mobile: "+46701234567"))
    }
  }

  @Test(
    "A fact that no provider takes stops no creation, and a national number is kept for one country of delivery",
    arguments: [
      ("mobile", "070-123 45 67", "SE", "+46701234567"), ("mobile", "０７０ー１２３４ー５６７８", "JP", "+817012345678"),
      ("mobile", "0171/1234567", "DE", "+491711234567"), ("email", "not-an-email", "SE", nil),
    ] as [(String, String, String, String?)])
  func unusableFact(_ fact: String, _ text: String, _ country: String, _ kept: String?) async throws {
    try await TestServer.run { server in
      let order = TestServer.order.replacing(
        #""kind":"browser""#, with: #""kind":"browser","buyer":{"\#(fact)":"\#(text)"}"#)
      let created = try await server.create(order)
      #expect(created.status == .created && !created.text.contains(text))
      let body = try created.decoded(CheckoutBody.self)
      #expect(body.leftOut?.map(\.pointer) == ["/buyer/\(fact)"])
      let stored = try await server.service.file(CheckoutID(body.id))?.buyerFacts
      #expect(stored?.mobile == nil && stored?.email == nil)
      let home = order.replacing("A-1", with: "A-2")
        .replacing(#""zones":"#, with: #""countries":["\#(country)"],"zones":"#)
      let known = try await server.create(home, idempotencyKey: "key-2")
      #expect(known.status == .created)
      let atHome = try known.decoded(CheckoutBody.self)
      #expect((atHome.leftOut == nil) == (kept != nil))
      #expect(try await server.service.file(CheckoutID(atHome.id))?.buyerFacts?.mobile == kept)
    }
  }

  @Test("The options for the named provider are stored, and belong to the content of an idempotency key")
  func providerOptions() async throws {
    try await TestServer.run { server in
      func order(_ note: String) -> String {
        TestServer.order.replacing(
          #""kind":"browser""#,
          with: #""kind":"browser","providerOptions":{"sandbox":{"note":"\#(note)"},"other-pay":{"x":[true]}}"#)
      }
      let created = try await server.create(order("a"))
      #expect(created.status == .created)
      let options = try JSONDecoder().decode(ProviderOptions.self, from: Data(#"{"note":"a"}"#.utf8))
      #expect(await server.service.allCheckouts().map(\.options) == [options])
      #expect(try await server.create(order("a")).status == .ok)
      #expect(try await server.create(order("b")).problem?.type == .keyReused)
    }
  }

  @Test("A checkout is created for a named account of the provider")
  func namedAccount() async throws {
    try await TestServer.run { server in
      let body = TestServer.order.replacing(
        #""provider":"sandbox""#, with: #""provider":"sandbox","account":"europe""#)
      let created = try await server.create(body)
      #expect(created.status == .created)
      #expect(await server.service.allCheckouts().map(\.account) == ["europe"])
    }
  }

  @Test("All wrong fields of a body are named in one answer")
  func manyWrongFields() async throws {
    try await TestServer.run { server in
      let body = TestServer.order.replacing(#""quantity":2"#, with: #""quantity":0"#)
        .replacing(#""amount":"900""#, with: #""amount":"-9""#).replacing("sandbox", with: "nobody")
        .replacing(#""kind":"browser""#, with: #""kind":"app","buyer":{"ipAddress":"here","userAgent":"\n"}"#)
        .replacing("A-1", with: "")
      let problem = try #require(try await server.create(body).problem)
      #expect(problem.type == .invalidFields)
      #expect(
        Set(problem.errors.map(\.pointer)) == [
          "/orderReference", "/app", "/provider", "/order/lines/0/quantity",
          "/order/shipping/zones/0/price/amount", "/buyer/ipAddress", "/buyer/userAgent",
        ])
      #expect(problem.detail.hasPrefix("7 fields cannot be accepted"))
      #expect(await server.service.everything().isEmpty)
    }
  }

  @Test(
    "The problem of a field with few values names them",
    arguments: [
      (#""kind":"browser""#, #""kind":"desk""#, "Write one of browser, app."),
      (#""language":"ja""#, #""language":"tlh""#, "Write one of ja, en, es, sv."),
      (#""capture":"automatic""#, #""capture":"later""#, "Write one of automatic, manual."),
      (#""rounding":"down""#, #""rounding":"off""#, "Write one of down, up, halfUp, halfEven."),
    ])
  func closedValues(original: String, replacement: String, detail: String) async throws {
    try await TestServer.run { server in
      let response = try await server.create(TestServer.order.replacing(original, with: replacement))
      #expect(response.problem?.type == .invalidFields)
      #expect(response.problem?.errors.map(\.detail) == [detail])
    }
  }

  @Test("A body that is not UTF-8 or not declared as JSON is refused")
  func otherBodies() async throws {
    try await TestServer.run { server in
      let form = try await server.call(
        .post, "/v1/checkouts", TestServer.order, idempotencyKey: "k", contentType: "text/plain")
      #expect(form.problem?.type == .unsupportedMediaType)
      let response = try await server.client.execute(
        uri: "/v1/checkouts", method: .post,
        headers: [.authorization: "Bearer " + TestServer.testKey, .contentType: "application/json"],
        body: ByteBuffer(bytes: Array(#"{"orderReference":"茶"#.utf8) + [0xFF] + Array(#""}"#.utf8)))
      #expect(response.problem?.type == .malformed)
      #expect(response.problem?.detail == "The body is not in UTF-8; see byte 22.")
      for empty in ["", " \n"] {
        let response = try await server.create(empty)
        #expect(response.problem?.type == .malformed)
        #expect(response.problem?.detail.hasPrefix("The body is empty") == true)
      }
      #expect(await server.service.everything().isEmpty)
    }
  }

  @Test("With little disk space left no checkout is opened, and a started one can be paid")
  func littleDisk() async throws {
    let free = Mutex<Int64>(200_000_000)
    try await TestServer.run(freeDisk: FreeDisk { free.withLock { $0 } }) { server in
      let buyer = try await server.departed()
      free.withLock { $0 -= 1 }
      let response = try await server.call(
        .post, "/v1/checkouts", TestServer.order.replacing("A-1", with: "A-2"), idempotencyKey: "key-2")
      #expect(response.status == .serviceUnavailable)
      #expect(response.problem?.type == .unavailable)
      #expect(response.headers[.retryAfter] == "60")
      // A shop that lost an answer still gets it.
      let again = try await server.create()
      #expect(again.status == .ok)
      #expect(try again.decoded(CheckoutBody.self).id == buyer.id)

      try await server.choose(buyer)
      let confirmed = try await server.call(
        .post, "/v1/checkouts/\(buyer.id)/confirm", CheckoutRoutesTests.agreement(1, 3000))
      let ticket = try confirmed.decoded(CheckoutBody.self).ticket
      #expect(try await server.spend(ticket, cookie: buyer.cookie).status == .ok)
      _ = try await server.visit(buyer.path("pay?session=S1"), cookie: buyer.cookie)
      #expect(try await server.phase(buyer) == .paid)
    }
  }
}
