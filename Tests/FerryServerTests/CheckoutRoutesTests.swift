import FerryCheckout
import FerryCore
import FerryEngine
import FerryServer
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Synchronization
import Testing

@Suite("The JSON API")
struct CheckoutRoutesTests {
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
      (#""rate":1000"#, #""rate":-1"#, 422, "/order/tax/rate"),
      (#""language":"ja""#, #""language":"tlh""#, 422, "/language"),
      (#""orderReference":"A-1""#, #""orderReference":"""#, 422, "/orderReference"),
      (#""orderReference":"A-1","#, "", 422, "/orderReference"),
      (#""provider":"sandbox""#, #""provider":"nobody""#, 422, "/provider"),
      (#""provider":"sandbox""#, #""provider":"sandbox","account":"asia""#, 422, "/account"),
      (#""kind":"browser""#, #""kind":"browser","buyer":{"ipAddress":"192.0.2.7:80"}"#, 422, "/buyer/ipAddress"),
      (#""kind":"browser""#, #""kind":"browser","buyer":{"userAgent":""}"#, 422, "/buyer/userAgent"),
      (#""kind":"browser""#, #""kind":"browser","buyer":{"userAgent":7}"#, 422, "/buyer/userAgent"),
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

  @Test("Of the buyer's facts those are stored that the provider needs; they may differ when the call is repeated")
  func buyerFacts() async throws {
    try await TestServer.run { server in
      func order(_ address: String) -> String {
        TestServer.order.replacing(
          #""kind":"browser""#,
          with: #""kind":"browser","buyer":{"ipAddress":"\#(address)","userAgent":"Agent/1.0"}"#)
      }
      let created = try await server.create(order("192.0.2.7")).decoded(CheckoutBody.self)
      let file = try #require(await server.service.file(CheckoutID(created.id)))
      #expect(file.buyerFacts == BuyerFacts(userAgent: "Agent/1.0"))
      let again = try await server.create(order("2001:db8::1"))
      #expect(again.status == .ok)
      #expect(try again.decoded(CheckoutBody.self).id == created.id)
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
      (#""language":"ja""#, #""language":"tlh""#, "Write one of ja, en."),
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

  @Test("Unknown query parameters are ignored; repeated and unreadable ones are refused")
  func queries() async throws {
    try await TestServer.run { server in
      let checkout = try await server.create().decoded(CheckoutBody.self)
      let path = "/v1/checkouts/\(checkout.id)"
      #expect(try await server.call(.get, path + "?x=1&y").status == .ok)
      #expect(try await server.call(.get, path + "?x=1&x=2").problem?.type == .malformed)
      #expect(try await server.call(.get, path + "?x=%FF").problem?.type == .malformed)
      #expect(try await server.call(.post, path + "/cancel?x=1&x=2").problem?.type == .malformed)
    }
  }

  @Test("Reading changes nothing and returns no ticket")
  func read() async throws {
    try await TestServer.run { server in
      let buyer = try await server.reviewing()
      let before = await server.service.everything()
      let checkout = try await server.call(.get, "/v1/checkouts/\(buyer.id)").decoded(CheckoutBody.self)
      #expect(checkout.next == nil)
      #expect(checkout.phase == .reviewing)
      let review = try #require(checkout.review)
      #expect(review.revision == 1)
      #expect(review.total == Money(minorUnits: 3000, .jpy))
      #expect(review.tax == Money(minorUnits: 272, .jpy))
      #expect(review.taxRate == "10 %")
      #expect(review.lines.map(\.amount) == [Money(minorUnits: 2400, .jpy)])
      #expect(review.buyer?.name == "山田 花子")
      #expect(await server.service.everything() == before)
    }
  }

  private static func agreement(_ revision: Int, _ total: Int) -> String {
    #"{"revision":\#(revision),"total":{"amount":"\#(total)","currency":"JPY"}}"#
  }

  @Test("Confirming the shown review leads to the payment page, also when repeated")
  func confirm() async throws {
    try await TestServer.run { server in
      let buyer = try await server.reviewing()
      for _ in 1...2 {
        let response = try await server.call(.post, "/v1/checkouts/\(buyer.id)/confirm", Self.agreement(1, 3000))
        #expect(response.status == .ok)
        let checkout = try response.decoded(CheckoutBody.self)
        #expect(checkout.phase == .paying)
        let step = try await server.leave(try checkout.ticket, cookie: buyer.cookie)
        #expect(step.headers[.location] == MemoryCheckouts.page)
      }
    }
  }

  @Test(
    "Confirming another revision or total answers that the review has changed",
    arguments: [(2, 3000), (1, 2999)])
  func confirmOther(revision: Int, total: Int) async throws {
    try await TestServer.run { server in
      let buyer = try await server.reviewing()
      let response = try await server.call(.post, "/v1/checkouts/\(buyer.id)/confirm", Self.agreement(revision, total))
      #expect(response.status == .conflict)
      #expect(response.problem?.type == .reviewChanged)
      #expect(try await server.phase(buyer) == .reviewing)
    }
  }

  @Test("If the provider's address has changed at the confirmation, the new review must be shown")
  func changedMeanwhile() async throws {
    try await TestServer.run { server in
      let buyer = try await server.reviewing()
      await server.service.choose(region: "Hokkaido")
      let response = try await server.call(.post, "/v1/checkouts/\(buyer.id)/confirm", Self.agreement(1, 3000))
      #expect(response.problem?.type == .reviewChanged)
      let checkout = try await server.call(.get, "/v1/checkouts/\(buyer.id)").decoded(CheckoutBody.self)
      #expect(checkout.review?.revision == 2)
      #expect(checkout.review?.total == Money(minorUnits: 3300, .jpy))
    }
  }

  @Test("If the provider does not describe the session, the review stays, and is not reported as changed")
  func unclearAnswer() async throws {
    try await TestServer.run { server in
      let buyer = try await server.reviewing()
      await server.service.beUnclear()
      let response = try await server.call(.post, "/v1/checkouts/\(buyer.id)/confirm", Self.agreement(1, 3000))
      #expect(response.status == .badGateway)
      #expect(response.problem?.type == .providerUnavailable)
      #expect(try await server.phase(buyer) == .reviewing)
      await server.service.beUnclear(false)
      let again = try await server.call(.post, "/v1/checkouts/\(buyer.id)/confirm", Self.agreement(1, 3000))
      #expect(try again.decoded(CheckoutBody.self).phase == .paying)
    }
  }

  @Test("If the provider does not answer in time, the confirmation is accepted and stays pending")
  func silentProvider() async throws {
    try await TestServer.run { server in
      let buyer = try await server.reviewing()
      await server.service.silence()
      let response = try await server.call(.post, "/v1/checkouts/\(buyer.id)/confirm", Self.agreement(1, 3000))
      #expect(response.status == .accepted)
      let checkout = try response.decoded(CheckoutBody.self)
      #expect(checkout.phase == .authorizing)
      #expect(checkout.next == nil)
      // No payment page was created, so the buyer cannot have paid.
      let cancelled = try await server.call(.post, "/v1/checkouts/\(buyer.id)/cancel")
      #expect(cancelled.status == .ok)
      #expect(try cancelled.decoded(CheckoutBody.self).phase == .cancelled)
    }
  }

  @Test("A cancel on the payment page waits for the provider's answer")
  func silentProviderOnCancel() async throws {
    try await TestServer.run { server in
      let buyer = try await server.reviewing()
      _ = try await server.call(.post, "/v1/checkouts/\(buyer.id)/confirm", Self.agreement(1, 3000))
      await server.service.silence()
      let cancelled = try await server.call(.post, "/v1/checkouts/\(buyer.id)/cancel")
      #expect(cancelled.status == .accepted)
      #expect(try cancelled.decoded(CheckoutBody.self).phase == .closing)
    }
  }

  @Test("A change opens the provider's page for it")
  func change() async throws {
    try await TestServer.run { server in
      let buyer = try await server.reviewing()
      let response = try await server.call(.post, "/v1/checkouts/\(buyer.id)/change", #"{"what":"address"}"#)
      let checkout = try response.decoded(CheckoutBody.self)
      #expect(checkout.phase == .selecting)
      #expect(try await server.spend(try checkout.ticket, cookie: buyer.cookie).status == .ok)
      let unknown = try await server.call(.post, "/v1/checkouts/\(buyer.id)/change", #"{"what":"price"}"#)
      #expect(unknown.problem?.errors.first?.pointer == "/what")
    }
  }

  @Test("From a change one call leads back to the review, another ends the checkout; repeating changes nothing")
  func leavingChange() async throws {
    try await TestServer.run { server in
      let buyer = try await server.reviewing()
      _ = try await server.call(.post, "/v1/checkouts/\(buyer.id)/change", #"{"what":"address"}"#)
      for _ in 1...2 {
        let response = try await server.call(.post, "/v1/checkouts/\(buyer.id)/keep")
        #expect(response.status == .ok)
        #expect(try response.decoded(CheckoutBody.self).phase == .reviewing)
      }
      _ = try await server.call(.post, "/v1/checkouts/\(buyer.id)/change", #"{"what":"address"}"#)
      for _ in 1...2 {
        let response = try await server.call(.post, "/v1/checkouts/\(buyer.id)/cancel")
        #expect(try response.decoded(CheckoutBody.self).phase == .cancelled)
      }
      #expect(try await server.call(.post, "/v1/checkouts/\(buyer.id)/keep").problem?.type == .wrongPhase)
    }
  }

  @Test("A fresh ticket is issued if the browser has a next action, and refused otherwise")
  func begin() async throws {
    try await TestServer.run { server in
      let buyer = try await server.departed()
      let checkout = try await server.call(.post, "/v1/checkouts/\(buyer.id)/begin").decoded(CheckoutBody.self)
      #expect(try await server.spend(try checkout.ticket, cookie: buyer.cookie).status == .ok)
      try await server.choose(buyer)
      let response = try await server.call(.post, "/v1/checkouts/\(buyer.id)/begin")
      #expect(response.problem?.type == .wrongPhase)
    }
  }

  @Test("Cancelling ends a checkout, also when repeated, and another can be opened")
  func cancel() async throws {
    try await TestServer.run { server in
      let buyer = try await server.reviewing()
      for _ in 1...2 {
        let response = try await server.call(.post, "/v1/checkouts/\(buyer.id)/cancel")
        #expect(response.status == .ok)
        #expect(try response.decoded(CheckoutBody.self).phase == .cancelled)
      }
      let again = try await server.create(idempotencyKey: "key-2")
      #expect(again.status == .created)
    }
  }

  @Test("A paid checkout shows its money, and its order cannot be paid again")
  func paid() async throws {
    try await TestServer.run { server in
      let buyer = try await server.reviewing()
      _ = try await server.call(.post, "/v1/checkouts/\(buyer.id)/confirm", Self.agreement(1, 3000))
      let response = try await server.visit(buyer.path("pay?session=S1"), cookie: buyer.cookie)
      #expect(response.headers[.location] == TestServer.checkoutPage)
      let checkout = try await server.call(.get, "/v1/checkouts/\(buyer.id)").decoded(CheckoutBody.self)
      #expect(checkout.phase == .paid)
      #expect(checkout.payment?.captured == Money(minorUnits: 3000, .jpy))
      #expect(checkout.payment?.reference == "C1")
      #expect(try await server.create(idempotencyKey: "key-2").problem?.type == .wrongPhase)
      #expect(try await server.call(.post, "/v1/checkouts/\(buyer.id)/cancel").problem?.type == .wrongPhase)
    }
  }

  @Test("The buyer's data is erased once a checkout has ended, also when repeated; its payment stays")
  func forgetBuyer() async throws {
    try await TestServer.run { server in
      let buyer = try await server.reviewing()
      _ = try await server.call(.post, "/v1/checkouts/\(buyer.id)/confirm", Self.agreement(1, 3000))
      let path = "/v1/checkouts/\(buyer.id)/buyer"
      let before = await server.service.everything()
      let early = try await server.call(.delete, path)
      #expect(early.status == .conflict)
      #expect(early.problem?.type == .wrongPhase)
      #expect(await server.service.everything() == before)

      _ = try await server.visit(buyer.path("pay?session=S1"), cookie: buyer.cookie)
      let paid = try await server.call(.get, "/v1/checkouts/\(buyer.id)").decoded(CheckoutBody.self)
      #expect(paid.review?.buyer != nil)
      for _ in 1...2 {
        let response = try await server.call(.delete, path)
        #expect(response.status == .noContent)
        #expect(response.text.isEmpty)
      }
      let forgotten = try await server.call(.get, "/v1/checkouts/\(buyer.id)")
      #expect(!forgotten.text.contains("山田"))
      #expect(!forgotten.text.contains("hanako@example.com"))
      #expect(!forgotten.text.contains("1111"))
      #expect(try forgotten.decoded(CheckoutBody.self).payment == paid.payment)
      #expect(try forgotten.decoded(CheckoutBody.self).review?.total == paid.review?.total)
    }
  }

  @Test("Another shop's buyer cannot be erased, and the answer is the same as for an unknown checkout")
  func forgetForeign() async throws {
    try await TestServer.run { server in
      let buyer = try await server.reviewing()
      _ = try await server.call(.post, "/v1/checkouts/\(buyer.id)/cancel")
      let before = await server.service.everything()
      let foreign = try await server.call(
        .delete, "/v1/checkouts/\(buyer.id)/buyer", key: TestServer.otherKey)
      #expect(foreign.status == .notFound)
      let unknown = try await server.call(.delete, "/v1/checkouts/co_x/buyer")
      #expect(foreign.text == unknown.text)
      #expect(await server.service.everything() == before)
    }
  }

  @Test("A checkout that is not paid also shows its money")
  func moneyOfHeld() async throws {
    try await TestServer.run { server in
      let buyer = try await server.reviewing()
      await server.service.charge(Money(minorUnits: 2_999, .jpy))
      _ = try await server.call(.post, "/v1/checkouts/\(buyer.id)/confirm", Self.agreement(1, 3000))
      _ = try await server.visit(buyer.path("pay?session=S1"), cookie: buyer.cookie)
      let checkout = try await server.call(.get, "/v1/checkouts/\(buyer.id)").decoded(CheckoutBody.self)
      #expect(checkout.phase == .held)
      #expect(checkout.holdReason == "amount-mismatch")
      #expect(checkout.payment?.captured == Money(minorUnits: 2_999, .jpy))
    }
  }

  /// A held checkout: the charge differs from the request.
  private static func held(_ server: TestServer) async throws -> Departed {
    let buyer = try await server.reviewing()
    await server.service.charge(Money(minorUnits: 2_999, .jpy))
    _ = try await server.call(.post, "/v1/checkouts/\(buyer.id)/confirm", agreement(1, 3000))
    _ = try await server.visit(buyer.path("pay?session=S1"), cookie: buyer.cookie)
    return buyer
  }

  @Test(
    "A held checkout follows a person's decision", arguments: [("accept", PhaseName.paid), ("reject", .cancelled)])
  func resolve(_ decision: String, _ phase: PhaseName) async throws {
    try await TestServer.run { server in
      let buyer = try await Self.held(server)
      let path = "/v1/checkouts/\(buyer.id)/resolve"
      let response = try await server.call(.post, path, #"{"decision":"\#(decision)"}"#)
      #expect(response.status == .ok)
      let decided = try response.decoded(CheckoutBody.self)
      #expect(decided.phase == phase)
      #expect(decided.holdReason == nil)
      let again = try await server.call(.post, path, #"{"decision":"\#(decision)"}"#)
      #expect(again.problem?.type == .wrongPhase)
      #expect(again.problem?.detail.contains(phase.rawValue) ?? false)
    }
  }

  @Test("If the provider does not answer a repeated inquiry in time, the decision is accepted")
  func resolveByAsking() async throws {
    try await TestServer.run { server in
      let buyer = try await Self.held(server)
      await server.service.silence()
      let response = try await server.call(.post, "/v1/checkouts/\(buyer.id)/resolve", #"{"decision":"ask"}"#)
      #expect(response.status == .accepted)
      #expect(try response.decoded(CheckoutBody.self).phase == .closing)
    }
  }

  @Test("A decision is refused for a checkout that is not held, with an unknown word, or by another shop")
  func resolveRefused() async throws {
    try await TestServer.run { server in
      let buyer = try await server.reviewing()
      let path = "/v1/checkouts/\(buyer.id)/resolve"
      let early = try await server.call(.post, path, #"{"decision":"accept"}"#)
      #expect(early.status == .conflict)
      #expect(early.problem?.detail.contains("reviewing") ?? false)
      let unknown = try await server.call(.post, path, #"{"decision":"keep"}"#)
      #expect(unknown.problem?.errors.first?.pointer == "/decision")
      let foreign = try await server.call(.post, path, #"{"decision":"accept"}"#, key: TestServer.otherKey)
      #expect(foreign.status == .notFound)
      #expect(try await server.phase(buyer) == .reviewing)
    }
  }

  @Test("While the provider is asked about the selection, the checkout says so")
  func awaitingChoice() async throws {
    try await TestServer.run { server in
      let buyer = try await server.departed()
      let before = try await server.call(.get, "/v1/checkouts/\(buyer.id)")
      #expect(before.text.contains(#""awaitsProvider":false"#))
      await server.service.silence()
      _ = try await server.visit(buyer.path("select?session=S1"), cookie: buyer.cookie)
      let during = try await server.call(.get, "/v1/checkouts/\(buyer.id)")
      #expect(during.text.contains(#""phase":"selecting""#))
      #expect(during.text.contains(#""awaitsProvider":true"#))
    }
  }

  @Test("A stopping server says so to programs and browsers, and when to retry")
  func stopping() async throws {
    try await TestServer.run { server in
      let buyer = try await server.reviewing()
      let checkout = try await server.create(idempotencyKey: "key-2")
      let ticket = try await server.call(.post, "/v1/checkouts/\(buyer.id)/change", #"{"what":"address"}"#)
        .decoded(CheckoutBody.self).ticket
      await server.service.stop()
      let answers = [
        try await server.create(idempotencyKey: "key-3"),
        try await server.call(.get, "/v1/checkouts/\(buyer.id)"),
        try await server.call(.post, "/v1/checkouts/\(buyer.id)/confirm", Self.agreement(1, 3000)),
        try await server.spend(ticket, cookie: buyer.cookie),
      ]
      for answer in answers {
        #expect(answer.status == .serviceUnavailable)
        #expect(answer.problem?.type == .unavailable)
        #expect(answer.headers[.retryAfter] != nil)
      }
      let page = try await server.visit(buyer.path("select?session=S1"), cookie: buyer.cookie)
      #expect(page.status == .serviceUnavailable)
      #expect(page.headers[.retryAfter] != nil)
      #expect(checkout.status == .ok)
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
      let confirmed = try await server.call(.post, "/v1/checkouts/\(buyer.id)/confirm", Self.agreement(1, 3000))
      let ticket = try confirmed.decoded(CheckoutBody.self).ticket
      #expect(try await server.spend(ticket, cookie: buyer.cookie).status == .ok)
      _ = try await server.visit(buyer.path("pay?session=S1"), cookie: buyer.cookie)
      #expect(try await server.phase(buyer) == .paid)
    }
  }
}
