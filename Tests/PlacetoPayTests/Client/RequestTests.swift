import FerryCore
import FerryHTTP
import Foundation
import HTTPTypes
import PlacetoPay
import Testing

@Suite("Requests")
struct RequestTests {
  private func text(_ call: PlacetoPayCall) -> String { String(decoding: call.content, as: UTF8.self) }

  @Test("A new session is written exactly")
  func session() throws {
    let session = NewSession.sample { session in
      session.payment?.amount = Amount(
        .cop(47_600), taxes: [Tax(.valueAddedTax, .cop(7_600), base: .cop(40_000))],
        details: [AmountDetail(.subtotal, .cop(40_000))])
      session.payment?.items = [
        Item(sku: "302", name: "Cup", category: .physical, quantity: 2, price: .cop(20_000), tax: .cop(3_800))
      ]
      session.payment?.fields = [NameValuePair("cart", 7, displayOn: .receipt)]
      session.expiration = .sample
      session.locale = "es_CO"
      session.buyer = Person(
        document: "1040035000", documentType: .cc, name: "Ana", email: "ana@shop.example",
        address: Address(country: "CO", city: "Bogotá"))
      session.fields = [NameValuePair("list", ["a", "b"])]
      session.paymentMethods = ["visa", "pse"]
      session.skipResult = true
      session.noBuyerFill = false
      session.metadata = Metadata(initiator: .cardholder, ebtDelivery: .direct, requiresConfirmation: true)
    }
    let call = try PlacetoPayCall.createSession(session)
    #expect(call.path == "/api/session")
    #expect(
      try UntypedJSON(call.content) == [
        "payment": [
          "reference": "ORDER-1", "description": "Two cups",
          "amount": [
            "currency": "COP", "total": 47_600,
            "taxes": [["kind": "valueAddedTax", "amount": 7_600, "base": 40_000]],
            "details": [["kind": "subtotal", "amount": 40_000]],
          ],
          "items": [
            ["sku": "302", "name": "Cup", "category": "physical", "qty": 2, "price": 20_000, "tax": 3_800]
          ],
          "fields": [["keyword": "cart", "value": 7, "displayOn": "receipt"]],
        ],
        "expiration": "2026-01-15T14:30:00+00:00", "locale": "es_CO", "returnUrl": "https://shop.example/paid?token=x",
        "cancelUrl": "https://shop.example/cart",
        "buyer": [
          "document": "1040035000", "documentType": "CC", "name": "Ana", "email": "ana@shop.example",
          "address": ["country": "CO", "city": "Bogotá"],
        ],
        "fields": [["keyword": "list", "value": ["a", "b"]]], "paymentMethod": "visa,pse", "skipResult": true,
        "noBuyerFill": false,
        "metadata": [
          "initiatorIndicator": "CARDHOLDER_COF", "EBTDeliveryIndicator": "DIRECT_DELIVERY",
          "requiresConfirmation": true,
        ],
      ])
  }

  @Test("Recurrence, dispersion and modifiers are written exactly")
  func specialPayments() throws {
    let session = NewSession.sample { session in
      session.payment?.recurring = Recurring(every: 1, .month, maxPeriods: 12, nextPayment: "2026-02-15")
      session.payment?.dispersion = [
        Dispersion(Amount(.cop(10_000)), agreement: 1299, .airline), Dispersion(Amount(.cop(2_000)), .merchant),
      ]
      session.payment?.modifiers = [Modifier(.law19210, invoice: "123456789")]
    }
    let payment = try UntypedJSON(PlacetoPayCall.createSession(session).content)["payment"]
    #expect(
      payment?["recurring"] == ["periodicity": "M", "interval": 1, "maxPeriods": 12, "nextPayment": "2026-02-15"])
    #expect(
      payment?["dispersion"] == [
        ["amount": ["currency": "COP", "total": 10_000], "agreement": 1299, "agreementType": "AIRLINE"],
        ["amount": ["currency": "COP", "total": 2_000], "agreementType": "MERCHANT"],
      ])
    #expect(
      payment?["modifiers"] == [
        ["type": "FEDERAL_GOVERNMENT", "code": 19210, "additional": ["invoice": "123456789"]]
      ])
  }

  @Test(
    "Amounts are exact numbers with the currency's decimals at most",
    arguments: [
      (Money(minorUnits: 57_612, .cop), "576.12"), (.cop(12_000), "12000"), (Money(minorUnits: 5, .usd), "0.05"),
      (Money(minorUnits: 1010, .usd), "10.1"), (Money(minorUnits: 577, Currency("CLP")!), "577"),
      (Money(minorUnits: 9_007_199_254_740_993, .usd), "90071992547409.93"),
      (Money(minorUnits: .max, Currency("CLP")!), "9223372036854775807"),
    ])
  func amounts(_ money: Money, _ number: String) throws {
    let call = try PlacetoPayCall.reverse("1", money)
    #expect(text(call).contains(#""amount":{"currency":"\#(money.currency.code)","total":\#(number)}"#))
    let sealed = try PlacetoPayAccount.sample().seal(call, at: .sample, nonce: [1])
    #expect(String(decoding: sealed.body, as: UTF8.self).contains(#""total":\#(number)}"#))
  }

  @Test("Actions name the transaction by a number, exact beyond 2^53")
  func actions() throws {
    let id = "9007199254740993"
    let one: [(PlacetoPayCall, String)] = [
      (try .reverse(id), #"{"action":"reverse","internalReference":9007199254740993}"#),
      (
        try .reverse(id, .cop(5)),
        #"{"action":"reverse","amount":{"currency":"COP","total":5},"internalReference":9007199254740993}"#
      ),
      (
        try .capture(id, .cop(5)),
        #"{"action":"checkout","amount":{"currency":"COP","total":5},"internalReference":9007199254740993}"#
      ),
      (
        try .release(id, .cop),
        #"{"action":"checkout","amount":{"currency":"COP","total":0},"internalReference":9007199254740993}"#
      ),
      (
        try .reauthorize(id, .cop(5)),
        #"{"action":"reauthorization","amount":{"currency":"COP","total":5},"internalReference":9007199254740993}"#
      ),
      (try .confirm(id), #"{"action":"confirm","internalReference":9007199254740993}"#),
      (try .cancelTransaction(id), #"{"action":"cancel","internalReference":9007199254740993}"#),
    ]
    for (call, content) in one {
      #expect(call.path == "/api/transaction")
      #expect(text(call) == content)
      #expect(call.operation.movesMoney)
    }
  }

  @Test("A query and a cancellation have empty content")
  func sessionCalls() throws {
    let query = try PlacetoPayCall.querySession("2630139")
    #expect(query.path == "/api/session/2630139")
    #expect(text(query) == "{}")
    #expect(!query.operation.changesState)
    let cancel = try PlacetoPayCall.cancelSession("2630139")
    #expect(cancel.path == "/api/session/2630139/cancel")
    #expect(text(cancel) == "{}")
  }

  @Test("A saved card is charged, and deleted, by token or subtoken")
  func instruments() throws {
    let token = String(repeating: "a1", count: 32)
    var collection = NewCollection(
      payment: .sample(), instrument: SavedInstrument(token: token, installments: 3), payer: Person(name: "Ana"))
    collection.type = .checkin
    let call = try PlacetoPayCall.collect(collection)
    #expect(call.path == "/api/collect")
    #expect(
      try UntypedJSON(call.content) == [
        "payment": [
          "reference": "ORDER-1", "description": "Two cups", "amount": ["currency": "COP", "total": 12_000],
        ],
        "instrument": ["token": ["token": .string(token), "installments": 3]], "payer": ["name": "Ana"],
        "type": "checkin",
      ])
    let invalidation = try PlacetoPayCall.invalidateToken(SavedInstrument(subtoken: "4111111111111111"))
    #expect(invalidation.path == "/api/instrument/invalidate")
    #expect(text(invalidation) == #"{"instrument":{"token":{"subtoken":"4111111111111111"}}}"#)
  }
}

@Suite("Sealing a stored call")
struct SealingTests {
  private let nonce = Array("927342197".utf8)

  @Test("Login, signature, and the buyer's address and browser are added to the content")
  func sealed() throws {
    let call = try PlacetoPayCall.createSession(.sample())
    let sealed = try PlacetoPayAccount.sample().seal(call, buyer: .sample, at: .sample, nonce: nonce)
    var members = try #require(UntypedJSON(sealed.body).object)
    let auth = RequestSignature(seed: "2026-01-15T14:30:00+00:00", nonce: nonce, Secret("siteSecretKey"))
    #expect(
      members.removeValue(forKey: "auth") == [
        "login": "sample-login", "tranKey": .string(auth.tranKey), "nonce": "OTI3MzQyMTk3",
        "seed": "2026-01-15T14:30:00+00:00",
      ])
    #expect(members.removeValue(forKey: "ipAddress") == "198.51.100.7")
    #expect(members.removeValue(forKey: "userAgent") == "Mozilla/5.0 (iPhone)")
    #expect(try UntypedJSON.object(members) == UntypedJSON(call.content))
  }

  @Test("The request is a POST of JSON to the base URL and its path")
  func request() throws {
    for (base, url) in [
      ("https://checkout-test.placetopay.com", "https://checkout-test.placetopay.com/api/session/7"),
      ("https://test.placetopay.com/redirection/", "https://test.placetopay.com/redirection/api/session/7"),
      ("http://127.0.0.1:3082", "http://127.0.0.1:3082/api/session/7"),
    ] {
      let account = try PlacetoPayAccount.sample(baseURL: base)
      let call = try PlacetoPayCall.querySession("7")
      let request = try account.seal(call, at: .sample, nonce: nonce).request
      #expect("\(request.scheme ?? "")://\(request.authority ?? "")\(request.path ?? "")" == url)
      #expect(account.url(of: call) == url)
      #expect(request.method == .post)
      #expect(request.headerFields[.contentType] == "application/json")
      #expect(request.headerFields[.authorization] == nil)
    }
  }

  @Test("Only calls that need the buyer's facts have them")
  func noFacts() throws {
    let call = try PlacetoPayCall.querySession("7")
    let sealed = try PlacetoPayAccount.sample().seal(call, buyer: .sample, at: .sample, nonce: nonce)
    #expect(try UntypedJSON(sealed.body).object?.keys.sorted() == ["auth"])
  }

  @Test(
    "A missing or malformed fact is refused",
    arguments: [
      (nil, "/ipAddress"), (BuyerFacts(userAgent: "x"), "/ipAddress"),
      (BuyerFacts(ipAddress: "shop.example", userAgent: "x"), "/ipAddress"),
      (BuyerFacts(ipAddress: "198.51.100.7:443", userAgent: "x"), "/ipAddress"),
      (BuyerFacts(ipAddress: "198.51.100.7"), "/userAgent"),
      (BuyerFacts(ipAddress: "2001:db8::1", userAgent: ""), "/userAgent"),
    ])
  func facts(_ buyer: BuyerFacts?, _ pointer: String) throws {
    let call = try PlacetoPayCall.createSession(.sample())
    let problem = #expect(throws: InvalidField.self) {
      try PlacetoPayAccount.sample().seal(call, buyer: buyer, at: .sample, nonce: nonce)
    }
    #expect(problem?.pointer == pointer)
  }

  @Test("Addresses of both kinds are sent", arguments: ["203.0.113.9", "2001:db8::1", "::1", "::ffff:203.0.113.9"])
  func addresses(_ address: String) throws {
    let buyer = BuyerFacts(ipAddress: address, userAgent: "x")
    let sealed = try PlacetoPayAccount.sample().seal(.createSession(.sample()), buyer: buyer, at: .sample, nonce: nonce)
    #expect(try UntypedJSON(sealed.body)["ipAddress"] == .string(address))
  }

  @Test("A long name of a browser is cut")
  func longBrowser() throws {
    let buyer = BuyerFacts(ipAddress: "2001:db8::1", userAgent: String(repeating: "x", count: 512))
    let sealed = try PlacetoPayAccount.sample().seal(
      .createSession(.sample()), buyer: buyer, at: .sample, nonce: nonce)
    #expect(try UntypedJSON(sealed.body)["userAgent"]?.string?.count == 255)
  }

  @Test("Content that is no JSON object is refused", arguments: ["", "[]", "7", "{"])
  func content(_ text: String) {
    let call = PlacetoPayCall(.querySession, path: "/api/session/7", content: Array(text.utf8))
    #expect(throws: InvalidField.self) { try PlacetoPayAccount.sample().seal(call, at: .sample, nonce: nonce) }
  }
}
