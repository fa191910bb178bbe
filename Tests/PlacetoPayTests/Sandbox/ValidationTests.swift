import FerryCore
import FerrySandbox
import FerryTesting
import HTTPTypes
import Testing

@testable import PlacetoPaySandbox

@Suite("The content of sessions at PlacetoPay's sandbox")
struct ValidationTests {
  private static let shipping: JSONValue = ["kind": "shipping", "amount": 10]
  private static let part: JSONValue = [
    "agreement": "1299", "agreementType": "MERCHANT", "amount": ["currency": "COP", "total": 50],
  ]
  private static let monthly: JSONValue = ["periodicity": "M", "interval": "1", "maxPeriods": -1]

  struct Refused: Sendable, CustomTestStringConvertible {
    let name: String
    let payment: JSONValue?
    let more: JSONValue
    let result: String

    init(
      _ name: String, _ payment: JSONValue? = TestShop.payment(), _ more: JSONValue = [:],
      _ result: String = "request_not_valid"
    ) {
      self.name = name
      self.payment = payment
      self.more = more
      self.result = "FAILED/\(result)"
    }

    var testDescription: String { name }
  }

  static let refused: [Refused] = [
    Refused("no payment", nil),
    Refused("no reference", TestShop.payment(reference: ""), [:], "0"),
    Refused("a long reference", TestShop.payment(reference: String(repeating: "R", count: 33)), [:], "0"),
    Refused("a negative total", TestShop.payment(-1)), Refused("a zero total", TestShop.payment(0)),
    Refused("a total that is no number", TestShop.payment("ten")),
    Refused("a total beyond 64 bits", TestShop.payment(.number("1e30"))),
    Refused("a total with the smallest exponent", TestShop.payment(.number("1e-9223372036854775808"))),
    Refused("a total with the largest exponent", TestShop.payment(.number("1e9223372036854775807"))),
    Refused("a total above the sandbox's limit", TestShop.payment(.number("10000000000000.01"))),
    Refused("an empty return address", TestShop.payment(), ["returnUrl": ""]),
    Refused("an unknown currency", TestShop.payment(1, "XXX")),
    Refused("a currency that PlacetoPay does not take", TestShop.payment(1, "SEK")),
    Refused("a long description", TestShop.payment(more: ["description": .string(String(repeating: "d", count: 256))])),
    Refused("a return address that is a script", TestShop.payment(), ["returnUrl": "javascript://x/%0aalert(1)"]),
    Refused("a return address without a scheme", TestShop.payment(), ["returnUrl": "shop.example/return"]),
    Refused(
      "a long return address", TestShop.payment(),
      ["returnUrl": .string("https://shop.example/" + String(repeating: "r", count: 240))]),
    Refused("no IP address", TestShop.payment(), ["ipAddress": "localhost"]),
    Refused("no user agent", TestShop.payment(), ["userAgent": ""]),
    Refused("an expiration without a zone", TestShop.payment(), ["expiration": "2026-01-16T10:00:00"]),
    Refused("an expiration in four minutes", TestShop.payment(), ["expiration": "2026-01-15T09:34:59-05:00"], "0"),
    Refused("a past expiration", TestShop.payment(), ["expiration": "2020-01-15T09:34:59-05:00"], "0"),
    Refused("an unknown type", TestShop.payment(), ["type": "loan"]),
    Refused("autopay without its object", TestShop.payment(), ["type": "autopay"]),
    Refused("a malformed list of methods", TestShop.payment(), ["paymentMethod": "visa, master"]),
    Refused("an unknown initiator", TestShop.payment(), ["metadata": ["initiatorIndicator": "ROBOT"]]),
    Refused("a date that does not exist", TestShop.payment(), ["metadata": ["openingDate": "2026-02-30"]]),
    Refused("a field without keyword", TestShop.payment(), ["fields": [["value": "x"]]]),
    Refused("an unknown place of a field", TestShop.payment(), ["fields": [["keyword": "k", "displayOn": "wall"]]]),
    Refused(
      "a payer's long e-mail address", TestShop.payment(),
      ["payer": ["email": .string(String(repeating: "e", count: 81))]], "payer_data_not_valid"),
    Refused(
      "a card number in a payer's name", TestShop.payment(), ["payer": ["name": "4111111111111111"]],
      "payer_data_not_valid"),
    Refused(
      "a document that does not fit its type", TestShop.payment(),
      ["payer": ["document": "0123", "documentType": "CC"]], "payer_data_not_valid"),
    Refused("parts and recurrence", TestShop.payment(more: ["allowPartial": true, "recurring": monthly])),
    Refused(
      "parts and details",
      ["reference": "R", "allowPartial": true, "amount": ["currency": "COP", "total": 9, "details": [shipping]]]),
    Refused("parts and a checkin", TestShop.payment(more: ["allowPartial": true]), ["type": "checkin"]),
    Refused("dispersion and a checkin", TestShop.payment(more: ["dispersion": [part, part]]), ["type": "checkin"]),
    Refused("dispersion and parts", TestShop.payment(more: ["dispersion": [part, part], "allowPartial": true])),
    Refused("dispersion that does not sum up", TestShop.payment(more: ["dispersion": [part]])),
    Refused(
      "four dispersions", TestShop.payment(more: ["dispersion": [part, part, part, part]]), [:], "max_dispersion_error"),
    Refused(
      "a recurrence without interval", TestShop.payment(more: ["recurring": ["periodicity": "M", "maxPeriods": 2]])),
    Refused(
      "a recurrence each week",
      TestShop.payment(more: ["recurring": ["periodicity": "W", "interval": 1, "maxPeriods": 2]])),
    Refused(
      "a recurrence that begins today",
      TestShop.payment(more: [
        "recurring": ["periodicity": "M", "interval": 1, "maxPeriods": 2, "nextPayment": "2026-01-15"]
      ])),
    Refused(
      "a tax law without invoice",
      TestShop.payment(more: ["modifiers": [["type": "FEDERAL_GOVERNMENT", "code": 17_934, "additional": [:]]]])),
    Refused(
      "a confirmation of a checkin", TestShop.payment(),
      ["type": "checkin", "metadata": ["requiresConfirmation": true]]),
  ]

  @Test("A request that breaks a rule is refused with its reason, and makes no session", arguments: refused)
  func refusals(_ refused: Refused) async throws {
    for status in [200, 400] {
      let shop = try TestShop { $0.refusalStatus = status }
      let answer = try await shop.call("/api/session", TestShop.request(refused.payment, refused.more))
      #expect(answer.result == refused.result, "\(answer.message)")
      #expect(answer.status == status)
      #expect(answer["requestId"] == nil)
      #expect(shop.sandbox.state.reading(\.objectCount) == 0)
    }
  }

  @Test("A site takes the currencies of its contract only")
  func currencies() async throws {
    let shop = try TestShop { $0.currencies = [.cop] }
    #expect(
      try await shop.call("/api/session", TestShop.request(TestShop.payment(1, "USD"))).result
        == "FAILED/request_not_valid")
    #expect(try await shop.call("/api/session", TestShop.request(TestShop.payment())).result == "OK/PC")
    #expect(try await TestShop().call("/api/session", TestShop.request(TestShop.payment(1, "USD"))).result == "OK/PC")
  }

  @Test(
    "What samples in circulation send is accepted",
    arguments: [
      TestShop.request(TestShop.payment("267032.0000")),
      TestShop.request(TestShop.payment(.number("10000000000000"))),
      TestShop.request(TestShop.payment(), ["cancelUrl": ""]),
      TestShop.request(
        TestShop.payment(more: ["items": [["sku": 302, "category": "Books", "qty": "1", "price": "9.5"]]])),
      TestShop.request(TestShop.payment(more: ["recurring": monthly])),
      TestShop.request(TestShop.payment(more: ["dispersion": [part, part]])),
      TestShop.request(
        ["reference": "R", "amount": ["currency": "COP", "total": 9, "taxes": [["kind": "lunar", "amount": 1]]]]),
      TestShop.request(TestShop.payment(), ["captureAddress": true, "locale": "spanish", "unknown": 1]),
      TestShop.request(TestShop.payment(), ["expiration": "2026-01-16T10:00-0500", "ipAddress": "2001:db8::7"]),
      TestShop.request(TestShop.payment(), ["payer": ["document": "1040035000", "documentType": "CC", "mobile": 300]]),
      TestShop.request(
        nil, ["type": "autopay", "autopay": ["action": "CREATE", "reference": "BILL-1", "dueDay": 28]]),
    ])
  func accepted(_ request: JSONValue) async throws {
    #expect(try await TestShop().call("/api/session", request).result == "OK/PC")
  }

  @Test(
    "Amounts are rounded to the currency's decimals, exactly",
    arguments: [
      ("576.12345", "COP", "576.12"), ("576.9875", "USD", "576.99"), ("576.5", "CLP", "577"),
      ("576.4999", "CLP", "576"),
      ("0.005", "USD", "0.01"), ("90071992547409.93", "USD", "90071992547409.93"), ("1e3", "USD", "1000"),
    ])
  func rounding(_ number: String, _ currency: String, _ rounded: String) throws {
    let currency = try #require(Currency(currency))
    let money = try #require(DecimalNumber(.number(number))?.money(currency))
    #expect(money.body(asText: false) == .number(rounded))
  }

  @Test("PlacetoPay cuts and removes what it does not refuse")
  func cut() async throws {
    let shop = try TestShop()
    let long = String(repeating: "n", count: 130)
    let items = JSONValue.array((0..<52).map { _ in ["name": .string(long)] })
    let fields = JSONValue.array((0..<60).map { ["keyword": .string("f\($0)"), "value": 1] })
    let id = try await shop.create(
      TestShop.payment(more: ["items": items, "fields": fields]),
      [
        "buyer": ["email": .string(long), "name": "4111111111111111", "address": ["city": .string(long)]],
        "fields": fields,
      ])
    let query = try await shop.query(id)
    #expect(query["request.payment.items"]?.elements?.count == 50)
    #expect(query["request.payment.items.0.name"]?.text?.count == 120)
    #expect(query["request.buyer.email"] == nil && query["request.buyer.name"] == nil)
    #expect(query["request.buyer.address.city"]?.text?.count == 30)
    #expect(query["request.fields"]?.elements?.count == 52, "50 and the two that PlacetoPay adds")
    #expect(query["request.payment.fields"] == nil)
  }

  @Test("An agreement without digits but zeros is echoed as a number")
  func agreement() async throws {
    let shop = try TestShop()
    func part(_ agreement: JSONValue) -> JSONValue {
      ["agreement": agreement, "agreementType": "AIRLINE", "amount": ["currency": "COP", "total": 50]]
    }
    let id = try await shop.create(TestShop.payment(more: ["dispersion": [part(0), part("007")]]))
    let query = try await shop.query(id)
    #expect(query["request.payment.dispersion.0.agreement"] == 0)
    #expect(query["request.payment.dispersion.1.agreement"] == 7)
  }

  @Test("The largest sums do not end the sandbox")
  func sums() async throws {
    let shop = try TestShop()
    let limit = JSONValue.number("10000000000000")
    let body = TestShop.request(TestShop.payment(limit))
    try shop.sandbox.change { ledger, now in
      let request = try SessionRequest(body, shop.sandbox.rules, at: now)
      for _ in 0..<9_300 {
        let session = ledger.create(request, site: shop.sandbox.site, at: now, SequentialRandomness())
        _ = try ledger.pay(
          session.id, with: EnteredCard(testNumber: TestCard.approved, at: now), at: now, SequentialRandomness())
      }
    }
    #expect(shop.sandbox.money.map(\.captured.minorUnits) == [.max])
    let ledger = try await shop.send("/control/ledger", [], method: .get)
    #expect(ledger["orders.0.captured.minorUnits"] == .number("9223372036854775807"))
    let (_, hold) = try await shop.paid(TestShop.payment(limit, reference: "HELD"), ["type": "checkin"])
    #expect(try await shop.operate("reauthorization", hold, .number("92233720368547758.07")).status == 400)
    #expect(try await shop.operate("reauthorization", hold, limit).status == 200)
  }

  @Test("Refusals speak the request's language, else the site's")
  func languages() async throws {
    let shop = try TestShop()
    func message(_ locale: JSONValue) async throws -> String {
      try await shop.call("/api/session", TestShop.request(TestShop.payment(reference: ""), ["locale": locale])).message
    }
    #expect(try await message("en_US") == "Invalid reference, it must have 1 to 32 characters")
    #expect(try await message("es_CO") == "Referencia inválida, debe ser de 1 a 32 caracteres")
    #expect(try await message("it_IT") == "Referencia inválida, debe ser de 1 a 32 caracteres")
  }
}
