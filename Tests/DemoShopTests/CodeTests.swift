import FerryCore
import FerryWeb
import HTTPTypes
import HummingbirdTesting
import NIOCore
import Testing

@testable import DemoShop

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

@Suite("Coupons, gift cards, and articles with a tax of their own")
struct CodeTests {
  private let fixture = ShopFixture()
  private var ferry: FakeFerry { fixture.ferry }

  private func created() async throws -> OrderContent {
    let call = try #require(await ferry.calls.last { $0.path == "/v1/checkouts" })
    return try JSONDecoder().decode(CreateCheckoutBody.self, from: Data(call.body)).order
  }

  @Test("The page shows codes that work; in any case they lower the cart's sum, once, and can be removed")
  func coupon() async throws {
    try await fixture.openWithCart { browser async throws in
      #expect(try await browser.get("/").text.contains("FERRY10 takes 10\u{A0}% off, and GIFT is a gift card"))
      for code in ["FERRY10", " ferry10 "] {
        #expect(try await browser.post("/cart/code", [("code", code)]).location == "/#cart")
      }
      let page = try await browser.get("/").text
      #expect(page.contains("<dt>Coupon FERRY10</dt><dd>-¥4,094</dd>"))
      #expect(page.contains("<dt>After the discount</dt><dd>¥36,846</dd>"))
      try await browser.post("/cart/code", [("code", ""), ("remove", "FERRY10")])
      #expect(!(try await browser.get("/").text.contains("<dt>Coupon FERRY10</dt>")))
    }
  }

  @Test(
    "A code that the shop does not know is refused with words, and changes nothing", arguments: ["", "FERRY11", "<b>"])
  func unknown(code: String) async throws {
    try await fixture.openWithCart { browser async throws in
      let answer = try await browser.post("/cart/code", [("code", code)])
      #expect(answer.location == "/?code=unknown#cart")
      let page = try await browser.follow(answer).text
      #expect(page.contains("We do not know this code."))
      #expect(page.contains(#"aria-invalid="true" aria-describedby="code-problem""#))
      #expect(!page.contains("<dt>Coupon"))
    }
  }

  @Test("Ferry gets the tax of the article, the coupon and the gift card, and the review shows what it makes of them")
  func order() async throws {
    try await fixture.openWithCart { browser async throws in
      try await browser.post("/cart", [("sku", "sencha"), ("quantity", "1")])
      for code in ["FERRY10", "GIFT"] { try await browser.post("/cart/code", [("code", code)]) }
      #expect(try await browser.get("/").text.contains("A gift card pays up to ¥4,490 of the total."))
      try await browser.post("/checkout")
      let order = try await created()
      #expect(order.lines.map(\.tax) == [nil, nil, .rate(try #require(Rate(percent: "8")))])
      #expect(order.discounts == [NamedAmount("Coupon FERRY10", .yen(4_202))])
      #expect(order.paidOtherwise == [NamedAmount("Gift card GIFT", .yen(4_490))])

      let id = try #require(await ferry.only()?.id)
      try await ferry.select(id)
      await ferry.tax(
        id,
        [
          TaxBody(percent: .tenPercent, kind: nil, base: .yen(33_987), tax: .yen(3_398)),
          TaxBody(percent: try #require(Rate(percent: "8")), kind: nil, base: .yen(900), tax: .yen(72)),
        ])
      let review = try await browser.get("/checkout").text
      for row in ["Coupon FERRY10</dt><dd>-¥4,202", "Gift card GIFT</dt><dd>-¥4,490", "Total</dt><dd>¥33,868"] {
        #expect(review.contains("<dt>\(row)</dd>"), "\(row)")
      }
      #expect(review.contains("Includes ¥3,398 tax (10\u{A0}% × ¥33,987)"))
      #expect(review.contains("Includes ¥72 tax (8\u{A0}% × ¥900)"))
      let total = try #require(await ferry.only()?.review?.total)
      #expect(total == .yen(33_868))

      // Codes that were bought with leave the cart.
      try await browser.post(
        "/checkout/confirm", [("revision", "1"), ("total", total.decimal), ("currency", "JPY")])
      await ferry.move(id, to: .paid)
      try await browser.get("/checkout")
      try await browser.post("/cart", [("sku", "fire-hd8"), ("quantity", "1")])
      #expect(!(try await browser.get("/").text.contains("<dt>Coupon FERRY10</dt>")))
    }
  }

  @Test("A code that is redeemed during a checkout is a change of the cart, which the review tells")
  func later() async throws {
    try await fixture.openAtReview { browser, _ async throws in
      try await browser.post("/cart/code", [("code", "FERRY10")])
      #expect(try await browser.get("/checkout").text.contains("Your cart has changed"))
    }
  }

  // MARK: Nothing to pay

  private static let nothing = Problem(.nothingToPay, "Nothing is left to pay.")

  @Test("An order that costs nothing is complete at once, and its buyer reads so", arguments: Language.allCases)
  func free(language: Language) async throws {
    try await fixture.openWithCart { browser async throws in
      try await browser.get("/language/\(language.rawValue)/cart")
      await ferry.fail(.problem(Self.nothing))
      let answer = try await browser.post("/checkout")
      #expect(answer.location == "/thanks")
      let page = try await browser.follow(answer).text
      #expect(page.contains(language.shopTexts.nothingToPay))
      #expect(page.contains(#"<dd class="number">"#) && !page.contains(#"<dd class="price">"#))
      #expect(await ferry.checkouts.isEmpty)
      #expect(try await browser.get("/").text.contains(language.shopTexts.cartEmpty))
    }
  }

  @Test("An order that its address makes free is complete too, and its checkout is cancelled")
  func freeByAddress() async throws {
    try await fixture.openAtReview { browser, id async throws in
      await ferry.makeFree(id)
      let reference = try #require(await ferry.only()?.orderReference)
      let answer = try await browser.post(
        "/checkout/confirm", [("revision", "1"), ("total", "0"), ("currency", "JPY")])
      #expect(answer.location == "/thanks")
      #expect(try await browser.follow(answer).text.contains("there is nothing to pay"))
      #expect(await ferry.checkouts[id]?.phase == .cancelled)
      let free = try await fixture.orders.record(reference)?.free
      #expect(free?.isComplete == true && free?.address?.region == "東京都")
      #expect(try await browser.get("/").text.contains("Your cart is empty"))
    }
  }

  // MARK: Apps

  @Test("A native app sends codes with its cart, and is told of one that is not known")
  func app() async throws {
    try await fixture.open { _, client async throws in
      let challenge = Verifier(SystemRandomness()).challenge.text
      func create(_ code: String) async throws -> TestResponse {
        let body =
          #"{"lines":[{"sku":"sencha","quantity":2}],"codes":["\#(code)"],"language":"ja","challenge":"\#(challenge)"}"#
        var headers: HTTPFields = [.contentType: "application/json"]
        headers[.idempotencyKey] = code
        return try await client.executeRequest(
          uri: "/app/tablets-ios/checkouts", method: .post, headers: headers, body: ByteBuffer(string: body))
      }
      let unknown = try await create("FERRY11")
      #expect(unknown.status == .init(code: 422) && String(buffer: unknown.body).contains("/codes/0"))
      #expect(try await create("FERRY10").status == .ok)
      #expect(try await created().discounts == [NamedAmount("クーポン FERRY10", .yen(216))])
      await ferry.fail(.problem(Self.nothing))
      let free = try await create("GIFT")
      #expect(String(buffer: free.body).contains("nothing-to-pay"))
    }
  }

  /// A native app's checkout, in review at no price.
  private func freeReview(_ client: any TestClientProtocol, key: String) async throws -> CheckoutBody {
    let challenge = Verifier(SystemRandomness()).challenge.text
    let body =
      #"{"order":"cart-1","lines":[{"sku":"sencha","quantity":2}],"language":"ja","challenge":"\#(challenge)"}"#
    _ = try await client.executeRequest(
      uri: "/app/tablets-ios/checkouts", method: .post,
      headers: [.contentType: "application/json", .idempotencyKey: key], body: ByteBuffer(string: body))
    let id = try #require(await ferry.all.last?.id)
    try await ferry.select(id)
    await ferry.makeFree(id)
    return try #require(await ferry.checkouts[id])
  }

  private func complete(
    _ client: any TestClientProtocol, _ id: String, app: String = "tablets-ios"
  ) async throws -> Int {
    try await client.executeRequest(
      uri: "/app/\(app)/checkouts/\(id)/free", method: .post, headers: [:], body: nil
    ).status.code
  }

  @Test("A native app lets the shop complete an order that its address made free: once, with that address")
  func freeInApp() async throws {
    try await fixture.open { _, client async throws in
      let checkout = try await freeReview(client, key: "key-1")
      for _ in 1...2 { #expect(try await complete(client, checkout.id) == 204) }
      #expect(await ferry.checkouts[checkout.id]?.phase == .cancelled)
      #expect(await ferry.calls.count { $0.path.hasSuffix("/cancel") } == 1)
      let free = try #require(try await fixture.orders.record(checkout.orderReference)?.free)
      #expect(free.isComplete && free.checkout == checkout.id && free.address?.postalCode == "060-0001")

      // Another attempt at the same order, as of an app that has not heard of it.
      let other = try await freeReview(client, key: "key-2")
      #expect(other.orderReference == checkout.orderReference && other.id != checkout.id)
      #expect(try await complete(client, other.id) == 204)
      #expect(await ferry.checkouts[other.id]?.phase == .cancelled)
      #expect(try await fixture.orders.record(checkout.orderReference)?.free == free)
    }
  }

  @Test("An order is completed for free by Ferry's word alone, and in review alone")
  func notFree() async throws {
    try await fixture.open { _, client async throws in
      let checkout = try await freeReview(client, key: "key-1")
      #expect(try await complete(client, checkout.id, app: "another-ios") == 404)
      #expect(try await complete(client, "co_unknown") == 404)
      #expect(try await complete(client, "a%2Fb") == 404)
      try await ferry.select(checkout.id)
      #expect(try await complete(client, checkout.id) == 409, "It has a price again.")
      for phase in [PhaseName.paying, .paid, .declined, .cancelled] {
        await ferry.move(checkout.id, to: phase)
        #expect(try await complete(client, checkout.id) == 409)
      }
      #expect(await ferry.calls.allSatisfy { !$0.path.hasSuffix("/cancel") })
      #expect(try await fixture.orders.record(checkout.orderReference) == nil)
    }
  }

  @Test(
    "An interrupted completion is finished by a repetition",
    arguments: [[FakeFerry.Fault.pass, .dropBefore], [.pass, .dropAfter]])
  func interrupted(faults: [FakeFerry.Fault]) async throws {
    try await fixture.open { _, client async throws in
      let checkout = try await freeReview(client, key: "key-1")
      for fault in faults { await ferry.fail(fault) }
      #expect(try await complete(client, checkout.id) == 503)
      #expect(try await fixture.orders.record(checkout.orderReference)?.free?.isComplete == false)
      #expect(try await complete(client, checkout.id) == 204)
      let free = try #require(try await fixture.orders.record(checkout.orderReference)?.free)
      #expect(free.isComplete && free.address?.region == "東京都")
    }
  }

  @Test("An excise tax has its own name", arguments: Language.allCases, [true, false])
  func excise(_ language: Language, isIncluded: Bool) async throws {
    try await fixture.openAtReview { browser, id async throws in
      try await browser.get("/language/\(language.rawValue)/cart")
      await ferry.tax(
        id,
        [
          TaxBody(percent: .tenPercent, kind: .excise, base: .yen(800), tax: .yen(80)),
          TaxBody(percent: .tenPercent, kind: nil, base: .yen(900), tax: .yen(90)),
        ], isIncluded: isIncluded)
      let page = try await browser.get("/checkout").text
      let texts = language.shopTexts
      let names =
        isIncluded
        ? [texts.containedExcise(.yen(80)), texts.containedTax(.yen(90))]
        : ["<dt>\(texts.excise)", "<dt>\(texts.tax)"]
      for name in names { #expect(page.contains(name + " ("), "\(name)") }
    }
  }

  @Test("A session of a version without codes is read")
  func earlier() throws {
    let cart = try JSONDecoder().decode(Cart.self, from: Data(#"{"lines":[{"sku":"fire-hd8","quantity":1}]}"#.utf8))
    #expect(cart.codes.isEmpty && cart.count == 1)
  }
}
