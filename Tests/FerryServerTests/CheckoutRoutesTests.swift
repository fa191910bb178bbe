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
  @Test("Unknown, repeated and unreadable query parameters are refused")
  func queries() async throws {
    try await TestServer.run { server in
      let checkout = try await server.create().decoded(CheckoutBody.self)
      let path = "/v1/checkouts/\(checkout.id)"
      let unknown = try await server.call(.get, path + "?x=1&y")
      #expect(unknown.problem?.type == .invalidFields && unknown.problem?.errors.map(\.pointer) == ["/x", "/y"])
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
      #expect(review.taxes.map(\.percent) == [.tenPercent])
      #expect(review.lines.map(\.amount) == [Money(minorUnits: 2400, .jpy)])
      #expect(review.buyer?.name == "山田 花子")
      #expect(await server.service.everything() == before)
    }
  }

  @Test("A review has base and tax of each rate, discounts and gift cards, and the ids of its lines")
  func mixed() async throws {
    try await TestServer.run { server in
      let created = try await server.create(TestServer.mixedOrder).decoded(CheckoutBody.self)
      try await server.buyer(of: created.id, [.leave(change: nil), .returned(session: "S1")])
      let answer = try await server.call(.get, "/v1/checkouts/\(created.id)")
      let review = try #require(try answer.decoded(CheckoutBody.self).review)
      let eight = try #require(Rate(percent: "8"))
      #expect(review.lines.map(\.id) == ["t-1", "pot"])
      #expect(review.lines.map(\.percent) == [eight, .tenPercent])
      #expect(review.lines.map(\.amount) == [.yen(2_400), .yen(3_000)])
      #expect(review.lines[1].discounts == [NamedAmount("Outlet", .yen(300))])
      #expect(review.subtotal == .yen(5_400) && review.discounts == [NamedAmount("Spring <1>", .yen(500))])
      #expect(
        review.taxes == [
          TaxBody(percent: eight, kind: nil, base: .yen(2_017), tax: .yen(161)),
          TaxBody(percent: .tenPercent, kind: nil, base: .yen(3_020), tax: .yen(302)),
        ])
      #expect(review.tax == .yen(463) && review.paidOtherwise == [NamedAmount("Gift card", .yen(1_000))])
      #expect(review.total == .yen(4_500))
      #expect(!answer.text.contains("taxRate"))
    }
  }

  @Test("Where the buyer's address makes the order free, a confirmation says that there is nothing to pay")
  func nothingToPay() async throws {
    try await TestServer.run { server in
      // Delivery to Tokyo is free, and a voucher pays for the tea.
      let order = TestServer.order.replacing(#""Hokkaido""#, with: #""Tokyo""#).replacing(#""900""#, with: #""0""#)
        .replacing(
          #""tax":{"#, with: #""paidOtherwise":[{"name":"V","amount":{"amount":"2400","currency":"JPY"}}],"tax":{"#)
      let created = try await server.create(order)
      #expect(created.status == .created)
      let id = try created.decoded(CheckoutBody.self).id
      try await server.buyer(of: id, [.leave(change: nil), .returned(session: "S1")])
      let response = try await server.call(.post, "/v1/checkouts/\(id)/confirm", Self.agreement(1, 0))
      #expect(response.status == .unprocessableContent)
      #expect(response.problem?.type == .nothingToPay)
      #expect(try await server.call(.get, "/v1/checkouts/\(id)").decoded(CheckoutBody.self).phase == .reviewing)
    }
  }

  static func agreement(_ revision: Int, _ total: Int) -> String {
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

  @Test("The review says if the address does not tell its zone")
  func uncertainDelivery() async throws {
    try await TestServer.run { server in
      let buyer = try await server.reviewing()
      let certain = try await server.call(.get, "/v1/checkouts/\(buyer.id)")
      #expect(!certain.text.contains("isUncertain"))
      await server.service.choose(.priced(DeliveryPrice(.yen(600), isUncertain: true)))
      _ = try await server.call(.post, "/v1/checkouts/\(buyer.id)/confirm", Self.agreement(1, 3000))
      let uncertain = try await server.call(.get, "/v1/checkouts/\(buyer.id)")
      #expect(uncertain.text.contains(#""shipping":{"amount":"600","currency":"JPY","isUncertain":true}"#))
    }
  }

  @Test(
    "A refused selection has a word for its reason",
    arguments: [
      (.countryNotServed, "country-not-served"), (.regionNotServed, "region-not-served"),
      (.postOfficeBox, "post-office-box"), (.packstation, "packstation"),
    ] as [(Phase.SelectionRefusal, String)])
  func refused(_ refusal: Phase.SelectionRefusal, _ word: String) async throws {
    try await TestServer.run { server in
      let buyer = try await server.reviewing()
      await server.service.choose(.refused(refusal))
      _ = try await server.call(.post, "/v1/checkouts/\(buyer.id)/confirm", Self.agreement(1, 3000))
      let checkout = try await server.call(.get, "/v1/checkouts/\(buyer.id)").decoded(CheckoutBody.self)
      #expect(checkout.phase == .selecting && checkout.selectionRefusal == word)
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

  @Test(
    "A server that stops, or whose store does not answer, says so to programs and browsers, and when to retry",
    arguments: [StoreError.stopped, .unavailable("No connection to 198.51.100.7.")])
  func unavailable(_ failure: StoreError) async throws {
    try await TestServer.run { server in
      let buyer = try await server.reviewing()
      let checkout = try await server.create(idempotencyKey: "key-2")
      let ticket = try await server.call(.post, "/v1/checkouts/\(buyer.id)/change", #"{"what":"address"}"#)
        .decoded(CheckoutBody.self).ticket
      await server.service.fail(failure)
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
        #expect(!answer.text.contains("198.51.100.7"))
      }
      let page = try await server.visit(buyer.path("select?session=S1"), cookie: buyer.cookie)
      #expect(page.status == .serviceUnavailable)
      #expect(page.headers[.retryAfter] != nil)
      #expect(page.text.contains("Nothing is lost. Try again in a minute."))
      #expect(!page.text.contains("198.51.100.7"))
      #expect(checkout.status == .ok)
    }
  }
}
