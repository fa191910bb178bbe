import FerryCheckout
import FerryCore
import FerryHTTP
import FerryProvider
import FerryTesting
import Foundation
import HTTPTypes
import SwedbankPayModule
import Testing

@testable import SwedbankPay

/// The requests of commands, as they are stored and as they are sent.
@Suite("Swedbank Pay: requests")
struct PlannedRequestTests {
  private func created(_ cups: Sale) throws -> UntypedJSON {
    try #require(cups.bank.sent("create").first?.order)
  }

  /// A whole number of the request.
  private func number(_ json: UntypedJSON?) -> Int64 {
    if case .number(let text)? = json, let number = Int64(text) { return number }
    Issue.record("\(String(describing: json)) is no whole number.")
    return .min
  }

  private func content(
    _ lines: [(Int, Int64)], rate: Int64 = 2_500, isIncluded: Bool = true, delivery: Int64 = 0
  ) throws -> OrderContent {
    OrderContent(
      currency: .sek,
      lines: lines.enumerated().map { OrderLine(sku: "a\($0)", name: "Kopp", quantity: $1.0, unitPrice: .sek($1.1)) },
      tax: TaxRule(
        try #require(Rate(thousandths: rate * 10)), rounding: .halfUp, included: isIncluded),
      shipping: ShippingRule(standard: .sek(delivery)))
  }

  @Test("A new payment order states order, amounts, return and callback addresses, language, payee and browser")
  func newOrder() throws {
    let cups = try Sale()
    let order = try created(cups)
    #expect(order["operation"]?.string == "Purchase" && order["currency"]?.string == "SEK")
    #expect(number(order["amount"]) == 12_000 && number(order["vatAmount"]) == 2_400)
    #expect(order["description"]?.string == "Order F0123456789ABCD")
    #expect(order["language"]?.string == "en-US")
    let urls = order["urls"]
    #expect(urls?["completeUrl"]?.string == Sale.returnURLs.pay)
    #expect(urls?["cancelUrl"]?.string == Sale.returnURLs.cancel)
    #expect(urls?["callbackUrl"]?.string == "https://shop.example/ferry/notify/swedbank-pay/test")
    #expect(urls?["hostUrls"] == .array([.string("https://shop.example")]))
    #expect(urls?["termsOfServiceUrl"] == nil)
    #expect(order["payeeInfo"]?["orderReference"]?.string == "F0123456789ABCD")
    let request = try #require(cups.bank.requests.first)
    #expect(request.headers[.contentType] == "application/json;version=3.1")
    #expect(request.headers[.forwarded] == "for=198.51.100.7")
  }

  @Test(
    "The page is in the checkout's language if Swedbank Pay has it, and the description fits into 40 characters",
    arguments: [(Language.english, "en-US"), (.spanish, "es-ES"), (.japanese, "en-US")])
  func languages(_ language: Language, _ page: String) throws {
    let order = try created(try Sale(language: language))
    #expect(order["language"]?.string == page)
    #expect(try #require(order["description"]?.string).utf16.count <= 40)
  }

  @Test("A named account has callbacks of its own, and the shop's terms are linked to")
  func accounts() throws {
    var options = SwedbankPayProvider.Options()
    options.termsOfServiceURL = "https://shop.example/terms"
    let provider = SwedbankPayProvider(try .sample(), name: "norway", options)
    let urls = try created(try Sale(provider: provider))["urls"]
    #expect(urls?["callbackUrl"]?.string == "https://shop.example/ferry/notify/swedbank-pay/test/norway")
    #expect(urls?["termsOfServiceUrl"]?.string == "https://shop.example/terms")
  }

  @Test("References are of the contract's form, and those of order, capture and refund differ")
  func references() throws {
    for format in PayeeReference.Format.allCases {
      var cups = try Sale(provider: try Sale.provider { $0.references = format })
      try cups.pay()
      try cups.apply(.refund("one", .sek(4_000)))
      let sent = cups.bank.requests.filter { $0.method == "POST" }.map(\.reference)
      #expect(sent.count == 3 && Set(sent).count == 3)
      for reference in sent { #expect(throws: Never.self) { try PayeeReference(reference, format) } }
    }
  }

  @Test(
    "Items and their VAT add up to the order",
    arguments: [
      (true, 2_500, 2_000), (false, 2_500, 2_000), (true, 600, 0), (false, 1_200, 4_999), (true, 0, 700), (false, 0, 0),
    ]
      as [(Bool, Int64, Int64)])
  func items(_ isIncluded: Bool, _ rate: Int64, _ delivery: Int64) throws {
    for lines in [[(2, 5_000)], [(3, 333), (1, 1), (7, 99)], (1...200).map { ($0 % 9 + 1, Int64($0 * 7)) }]
      as [[(Int, Int64)]]
    {
      let content = try content(lines, rate: rate, isIncluded: isIncluded, delivery: delivery)
      try Sale.provider().check(content)
      let order = try created(try Sale(content: content))
      let items = try #require(order["orderItems"]?.array)
      #expect(items.count == lines.count + (delivery > 0 ? 1 : 0))
      #expect(items.map { number($0["amount"]) }.reduce(0, +) == number(order["amount"]))
      #expect(items.map { number($0["vatAmount"]) }.reduce(0, +) == number(order["vatAmount"]))
      #expect(items.allSatisfy { number($0["vatPercent"]) == rate && number($0["vatAmount"]) >= 0 })
      #expect((number(order["vatAmount"]) == 0) == (rate == 0))
      if delivery > 0 { #expect(items.last?["type"]?.string == "SHIPPING_FEE") }
    }
  }

  @Test("The VAT of captures and refunds in parts adds up to the order's", arguments: [true, false])
  func vatOfParts(_ isCapture: Bool) throws {
    // A VAT that cannot be divided evenly.
    var cups = try Sale(capture: isCapture ? .manual : .automatic, content: try content([(1, 10_001)], rate: 1_200))
    try cups.pay()
    for (id, amount) in [("a", 3_333), ("b", 3_334), ("c", 3_333), ("d", 1)] as [(String, Int64)] {
      let id = OperationID(id)
      try cups.apply(isCapture ? .capture(id, .sek(amount)) : .refund(id, .sek(amount)))
      #expect(cups.state(id) == .succeeded)
    }
    let parts = cups.bank.sent(isCapture ? "captures" : "reversals").map { number($0.transaction?["vatAmount"]) }
    #expect(parts.count == 4 && parts.reduce(0, +) == 10_001 / 5 && parts.allSatisfy { $0 >= 0 })
  }

  @Test("Token, payee, browser and the buyer's facts are in the sent request only")
  func sealing() throws {
    var cups = try Sale(capture: .manual)
    let page = String(decoding: try #require(cups.record), as: UTF8.self)
    cups.record = nil
    let request = try cups.request(.authorize(Sale.total))
    let facts = [
      "5cabf558-5283-482f-b252-4d58e06f6f3b", "iPhone", "Astrid", "Lindqvist", "astrid@shop.example", "+46739000001",
    ]
    let stored =
      String(decoding: try JSONEncoder().encode(request), as: UTF8.self)
      + String(decoding: request.content, as: UTF8.self) + page
    for fact in facts + ["sample-token", "198.51.100.7"] { #expect(!stored.contains(fact), "\(fact) is stored") }
    let sealed = try cups.sealed(request)
    #expect(sealed.request.authority == "api.externalintegration.payex.com")
    #expect(sealed.request.headerFields[.authorization] == "Bearer sample-token")
    let body = String(decoding: sealed.body, as: UTF8.self)
    for fact in facts { #expect(body.contains(fact), "\(fact) is missing") }
    #expect(!body.contains("sample-token"))
  }

  @Test(
    "A browser without a usable user agent, or with an address that no header can hold, can pay",
    arguments: [
      BuyerFacts(), BuyerFacts(ipAddress: "fe80::1%eth0", userAgent: ""),
      BuyerFacts(ipAddress: "unknown", userAgent: "Kundapp Höganäs/1.0"),
    ])
  func unusualBrowser(_ buyer: BuyerFacts) throws {
    var cups = try Sale()
    cups.record = nil
    let request = try cups.request(.authorize(Sale.total))
    let sealed = try cups.provider.seal(request, Sending(now: .sample, buyer: buyer, random: Array(0..<32)))
    let order = try JSONDecoder().decode(UntypedJSON.self, from: Data(sealed.body))["paymentorder"]
    #expect(order?["userAgent"]?.string == cups.provider.merchant.userAgent)
    #expect(!sealed.request.headerFields.contains { $0.name.canonicalName == "forwarded" })
    #expect(cups.provider.needs.contains(.userAgent))
  }

  @Test("A shop on this machine names no callback address to Swedbank Pay, which would refuse the order")
  func localShop() throws {
    let cups = try Sale()
    for (site, isCalled) in [
      ("http://localhost:3080", false), ("https://localhost:3080", false), ("https://pay.shop.example", true),
    ] {
      let urls = ProviderReturnURLs(select: "\(site)/s", pay: "\(site)/p", cancel: "\(site)/c")
      var task = cups.task(.authorize(Sale.total))
      (task.returnURLs, task.record) = (urls, nil)
      let request = try cups.provider.request(for: task)
      let order = try JSONDecoder().decode(UntypedJSON.self, from: Data(request.content))["paymentorder"]
      #expect((order?["urls"]?["callbackUrl"] != nil) == isCalled)
    }
  }

  @Test("A currency that the contract does not have is refused by pointer")
  func currency() throws {
    var content = Sale.content
    content.currency = .eur
    let provider = try Sale.provider { $0.currencies = [.sek] }
    do {
      try provider.check(content)
      Issue.record("The currency is taken.")
    } catch {
      #expect(error.pointer == "/order/currency" && error.detail.contains("SEK"))
    }
  }
}
