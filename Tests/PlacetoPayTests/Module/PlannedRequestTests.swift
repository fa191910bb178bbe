import FerryCheckout
import FerryCore
import FerryHTTP
import FerryProvider
import FerryTesting
import Foundation
import HTTPTypes
import PlacetoPay
import PlacetoPayModule
import Testing

/// The requests of commands, as they are stored and as they are sent.
@Suite("PlacetoPay: requests")
struct PlannedRequestTests {
  private func created(capture: CapturePolicy = .automatic) throws -> [String: Any] {
    try #require(try Sale(capture: capture).bank.requests.first).members
  }

  @Test("A new session states order, amounts, both return URLs, language and country")
  func newSession() throws {
    let members = try created()
    #expect(members["returnUrl"] as? String == Sale.returnURLs.pay)
    #expect(members["cancelUrl"] as? String == Sale.returnURLs.cancel)
    #expect(members["locale"] as? String == "en_CO")
    #expect(members["type"] == nil)
    let fields = try #require(members["fields"] as? [[String: Any]])
    #expect(fields.map { $0["keyword"] as? String } == ["order"])
    #expect(fields[0]["value"] as? String == "F0123456789ABCD")
    let payment = try #require(members["payment"] as? [String: Any])
    #expect((payment["reference"] as? String)?.count == 24)
    #expect(payment["description"] as? String == "Order F0123456789ABCD")
    #expect(payment["allowPartial"] == nil)
    let text = String(decoding: try #require(try Sale().bank.requests.first).body, as: UTF8.self)
    #expect(
      text.contains(
        #""amount":{"currency":"COP","details":[{"amount":8084.03,"kind":"subtotal"},{"amount":2000,"kind":"shipping"}],"#
          + #""taxes":[{"amount":1915.97,"base":10084.03,"kind":"valueAddedTax"}],"total":12000}"#))
    let items = try #require(payment["items"] as? [[String: Any]])
    #expect(items.map { $0["name"] as? String } == ["Taza de café"])
    #expect(items[0]["qty"] as? Int == 2 && items[0]["category"] as? String == "physical")
    #expect(try created(capture: .manual)["type"] as? String == "checkin")
  }

  @Test(
    "A session ends after the account's time for it and that of the request, not after its checkout, and never in less than five minutes",
    arguments: [(0, 1_830), (600, 2_430), (1_200, 2_700), (2_500, 2_830), (9_000, 9_330)])
  func expiration(_ after: Int, _ seconds: Int) throws {
    var cups = try Sale()
    cups.record = nil
    let request = try cups.request(.authorize(Sale.total))
    for offset in [Duration.zero, .seconds(400)] {
      let sending = Sending(
        now: .sample + .seconds(after), clockOffset: offset, buyer: .sample, random: Array(0..<32))
      let body = try cups.provider.seal(request, sending).body
      let members = try #require(try JSONSerialization.jsonObject(with: Data(body)) as? [String: Any])
      let moment = (members["expiration"] as? String).flatMap { PlacetoPayTime.moment($0) }
      #expect(moment == .sample + .seconds(seconds) + offset)
    }
  }

  @Test("Login, signature and the buyer's facts are in the sent request only, and fresh in each sending")
  func sealing() throws {
    var cups = try Sale()
    try cups.pay()
    var requests = try [Command.Kind.read, .cancel, .refund("one", .cop(4_000))].map { try cups.request($0) }
    let record = String(decoding: try #require(cups.record), as: UTF8.self)
    cups.record = nil
    requests.append(try cups.request(.authorize(Sale.total)))
    for request in requests {
      let stored = String(decoding: try JSONEncoder().encode(request), as: UTF8.self)
      let content = String(decoding: request.content, as: UTF8.self)
      let facts = ["siteSecretKey", "tranKey", "nonce", "198.51.100.7", "iPhone"]
      for secret in facts { #expect(!(stored + content + record).contains(secret), "\(request.call) stores \(secret)") }
      let bodies = try (1...2).map { number in
        let sending = Sending(
          now: .sample, buyer: .sample, random: [UInt8](repeating: UInt8(number), count: 32))
        let sealed = try cups.provider.seal(request, sending)
        #expect(sealed.request.authority == "checkout-test.placetopay.com")
        return String(decoding: sealed.body, as: UTF8.self)
      }
      #expect(bodies[0] != bodies[1])
      #expect(bodies.allSatisfy { $0.contains("sample-login") && !$0.contains("siteSecretKey") })
      #expect(bodies.allSatisfy { $0.contains("198.51.100.7") } == request.call.hasPrefix("createSession"))
    }
  }

  @Test("The payment page's address is stored in the provider's record, and nowhere else")
  func page() throws {
    let cups = try Sale()
    guard case .paying(let paying) = cups.checkout.phase else { throw NoRequest() }
    #expect(paying.page == "https://checkout-test.placetopay.com")
    #expect(!(cups.remarks.joined() + "\(cups.references)").contains("0123456789abcdef"))
    let input = cups.input()
    #expect(try cups.provider.nextAction(.pay, for: input) == .redirect(ScriptedPlacetoPay.page))
    #expect(throws: ProviderFailure.self) { try cups.provider.nextAction(.select, for: input) }
    // After the account has moved, the buyer is not sent to the old place.
    let moved = PlacetoPayProvider(
      try .sample(baseURL: "https://checkout-test.placetopay.ec"), .init(country: "EC"))
    #expect(throws: ProviderFailure.self) { try moved.nextAction(.pay, for: input) }
    #expect(throws: ProviderFailure.self) {
      try moved.seal(try cups.request(.read), Sending(now: .sample, random: Array(0..<32)))
    }
  }

  @Test("Without the buyer's address and browser no session can be made")
  func missingFacts() throws {
    var cups = try Sale()
    cups.record = nil
    let request = try cups.request(.authorize(Sale.total))
    #expect(throws: ProviderFailure.self) {
      try cups.provider.seal(request, Sending(now: .sample, random: Array(0..<32)))
    }
    #expect(cups.provider.needs.isSuperset(of: [.ipAddress, .userAgent]))
  }

  @Test("An order that PlacetoPay would not take is refused by pointer")
  func check() throws {
    let provider = try Sale.provider()
    try provider.check(Sale.content)
    var dear = Sale.content
    dear.currency = .sek
    #expect(throws: OrderProblem.self) { try provider.check(dear) }
    let pesos = try Sale.provider { $0.currencies = [.usd] }
    do {
      try pesos.check(Sale.content)
      Issue.record("The currency is taken.")
    } catch {
      #expect(error.pointer == "/order/currency" && error.detail.contains("USD"))
    }
    var many = Sale.content
    many.lines = (1...120).map { OrderLine(sku: "\($0)", name: "Taza", quantity: 1, unitPrice: .cop(1)) }
    try provider.check(many)
  }

  @Test("Taxes are those of the country, and a text in another language than PlacetoPay's is English")
  func country() throws {
    let provider = try Sale.provider { $0.country = "PR" }
    var cups = try Sale()
    cups.record = nil
    let request = try provider.request(for: cups.task(.authorize(Sale.total)))
    let content = String(decoding: request.content, as: UTF8.self)
    #expect(content.contains(#""kind":"stateTax""#) && content.contains(#""locale":"en_PR""#))
  }
}
