import FerryCore
import FerryHTTP
import FerrySandbox
import HTTPTypes
import Testing

@testable import AmazonPaySandbox

@Suite("Control API")
struct ControlTests {
  private let shop: Shop

  init() throws { shop = try Shop { $0.place.isControlEnabled = true } }

  private func control(
    _ method: HTTPRequest.Method, _ path: String, _ body: String = "", contentType: String? = "application/json"
  ) async throws -> Shop.Answer {
    var request = HTTPRequest(method: method, scheme: "http", authority: "127.0.0.1:3081", path: "/control/" + path)
    request.headerFields[.contentType] = body.isEmpty ? nil : contentType
    let exchange = try await shop.sandbox.exchange(request, body: Array(body.utf8))
    return Shop.Answer(
      status: exchange.response.status.code, body: try JSONValue(parsing: exchange.body), bytes: exchange.body)
  }

  private func press(_ payload: String = ScriptlessBrowser.payload) async throws -> Shop.Answer {
    let signature = try shop.signature("AMZN-PAY-RSASSA-PSS-V2\n" + SigningHash.of(payload))
    let body: JSONValue = [
      "payloadJSON": .string(payload), "signature": .string(signature), "publicKeyId": .string(Shop.keyID),
      "merchantId": .string(Shop.merchantID), "algorithm": "AMZN-PAY-RSASSA-PSS-V2",
    ]
    return try await control(.post, "amazon-pay/checkoutSessions", String(decoding: body.bytes, as: UTF8.self))
  }

  private func buy(_ id: String, _ body: String) async throws -> Shop.Answer {
    try await control(.post, "amazon-pay/checkoutSessions/\(id)/buyer", body)
  }

  @Test("It is closed unless it is opened", arguments: ["ledger", "clock", "faults", "requests"])
  func closed(_ path: String) throws {
    let shop = try Shop()
    let request = HTTPRequest(method: .get, scheme: "http", authority: "x", path: "/control/" + path)
    #expect(shop.sandbox.respond(to: request, body: []).0.status.code == 404)
    var advance = HTTPRequest(method: .post, scheme: "http", authority: "x", path: "/control/clock")
    advance.headerFields[.contentType] = "application/json"
    #expect(shop.sandbox.respond(to: advance, body: Array(#"{"advanceSeconds":60}"#.utf8)).0.status.code == 404)
    #expect(shop.sandbox.now == Shop.start)
  }

  @Test("A whole checkout runs without a page, and the ledger shows its movements")
  func wholeWay() async throws {
    let pressed = try await press()
    #expect(pressed.status == 201)
    let id = try #require(pressed.body["checkoutSessionId"]?.text)
    let selected = try await buy(id, #"{"action":"select","address":"hokkaido","card":"4444"}"#)
    #expect(selected.body["url"]?.text == "https://shop.example.test/review?token=1&amazonCheckoutSessionId=\(id)")
    try shop.call(.patch, "/v2/checkoutSessions/\(id)", Shop.updateBody(intent: "AuthorizeWithCapture"))
    let approved = try await buy(id, #"{"action":"approve"}"#)
    #expect(approved.body["step"]?.text == "leave")
    let charge = try #require(shop.complete(id).body["chargeId"]?.text)
    try shop.call(
      .post, "/v2/refunds", #"{"chargeId":"\#(charge)","refundAmount":{"amount":"80","currencyCode":"JPY"}}"#, key: "r")
    _ = try await control(.post, "clock", #"{"advanceSeconds":30}"#)
    let ledger = try await control(.get, "ledger").body
    let order = try #require(ledger["orders"]?.elements?.first)
    #expect(ledger["orders"]?.elements?.count == 1)
    #expect(order["order"]?.text == "ORDER-1")
    #expect(order["currency"]?.text == "JPY")
    #expect(order["authorized"] == ["minorUnits": 8980, "decimal": "8980"])
    #expect(order["held"] == ["minorUnits": 0, "decimal": "0"])
    #expect(order["captured"] == ["minorUnits": 8980, "decimal": "8980"])
    #expect(order["refunded"] == ["minorUnits": 80, "decimal": "80"])
    #expect(order["payments"]?.elements?.first?["id"]?.text == charge)
    #expect(order["payments"]?.elements?.first?["state"]?.text == "Captured")
  }

  @Test("Two charges for one order are added up, so that a double payment is visible")
  func twoCharges() async throws {
    _ = try shop.captured(key: "a")
    _ = try shop.authorized(key: "b")
    let order = try #require(shop.sandbox.money.first)
    #expect(shop.sandbox.money.count == 1)
    #expect(order.captured == .yen(8980))
    #expect(order.held == .yen(8980))
    #expect(order.authorized == .yen(17960))
    #expect(order.payments.count == 2)
  }

  @Test("Declines, cancellations and changes have the same effect as on the page")
  func otherEnds() async throws {
    let id = try #require(try await press().body["checkoutSessionId"]?.text)
    #expect(try await buy(id, #"{"action":"approve"}"#).status == 409)
    _ = try await buy(id, #"{"action":"select","card":"3434"}"#)
    _ = try await buy(id, #"{"action":"changeAddress","address":"osaka"}"#)
    try shop.call(.patch, "/v2/checkoutSessions/\(id)", Shop.updateBody())
    #expect(try await buy(id, #"{"action":"approve"}"#).body["step"]?.text == "declined")
    #expect(try await buy(id, #"{"action":"approve","card":"1111","email":"other@example.test"}"#).status == 409)
    let abandoned = try await buy(id, #"{"action":"cancelPayment"}"#)
    #expect(abandoned.body["url"]?.text == "https://shop.example.test/result?amazonCheckoutSessionId=\(id)")
    #expect(try shop.call(.get, "/v2/checkoutSessions/\(id)").stateReason == "Declined")
    #expect(try await buy("unknown", #"{"action":"approve"}"#).status == 404)
    let other = try #require(try await press().body["checkoutSessionId"]?.text)
    let canceled = try await buy(other, #"{"action":"cancelSelection"}"#)
    #expect(canceled.body["url"]?.text == "https://shop.example.test/cancel")
  }

  @Test("The clock is moved forward, never back")
  func clock() async throws {
    let before = try await control(.get, "clock")
    #expect(before.body["now"]?.text == "2025-01-02T03:04:05Z")
    let after = try await control(.post, "clock", #"{"advanceSeconds":3600}"#)
    #expect(after.body["now"]?.text == "2025-01-02T04:04:05Z")
    #expect(try await control(.post, "clock", #"{"advanceSeconds":-1}"#).status == 400)
  }

  @Test("Faults are planned, listed, applied and removed")
  func faults() async throws {
    let planned = try await control(
      .post, "faults", #"{"kind":"errorAfterExecution","status":503,"operation":"completeCheckoutSession","count":2}"#)
    #expect(planned.status == 201)
    let chance = try await control(.post, "faults", #"{"kind":"slow","milliseconds":5,"perThousand":10,"seed":7}"#)
    #expect(
      chance.body["faults"] == [
        [
          "kind": "errorAfterExecution", "status": 503, "operation": "completeCheckoutSession", "count": 2,
        ],
        ["kind": "slow", "milliseconds": 5, "operation": nil, "perThousand": 10, "seed": 7],
      ])
    let id = try shop.confirmed()
    let body = Shop.price("chargeAmount", "8980")
    let request = try shop.signed(.post, "/v2/checkoutSessions/\(id)/complete", body)
    #expect(try await shop.sandbox.exchange(request, body: Array(body.utf8)).response.status.code == 503)
    #expect(try shop.call(.get, "/v2/checkoutSessions/\(id)").state == "Completed")
    #expect(try await control(.delete, "faults").body["faults"] == [])
  }

  @Test(
    "An invalid request is refused with the field's name",
    arguments: [
      ("faults", #"{"kind":"explode"}"#, "kind"), ("faults", #"{"kind":"slow"}"#, "milliseconds"),
      ("faults", #"{"kind":"errorBeforeExecution","status":200}"#, "status"),
      ("faults", #"{"kind":"notJSON","operation":"fly"}"#, "operation"), ("clock", "{}", "advanceSeconds"),
      ("clock", "{", "JSON"), ("amazon-pay/checkoutSessions/x/buyer", #"{"action":"steal"}"#, "action"),
    ])
  func refusals(_ path: String, _ body: String, _ named: String) async throws {
    let answer = try await control(.post, path, body)
    #expect(answer.status == 400)
    #expect(answer.message.contains(named))
  }

  @Test("A form of another site cannot control anything")
  func foreignForms() async throws {
    for type in ["text/plain", "application/x-www-form-urlencoded", nil] {
      #expect(try await control(.post, "clock", #"{"advanceSeconds":60}"#, contentType: type).status == 415)
    }
    #expect(shop.sandbox.now == Shop.start)
  }

  @Test(
    "It answers to this machine's names and the configured host only, so that no page reaches it by DNS rebinding",
    arguments: [
      ("127.0.0.1:3081", 200), ("localhost:3081", 200), ("[::1]:3081", 200), ("LOCALHOST", 200),
      ("sandbox.example.test", 200), ("sandbox.example.test:8443", 200), ("evil.example", 421),
      ("evil.example:3081", 421), ("127.0.0.1.evil.example", 421), ("localhost.evil.example:3081", 421),
      ("localhost:3081@evil.example", 421), ("192.168.0.7:3081", 421), ("", 421), (nil, 421),
    ] as [(String?, Int)])
  func hosts(_ authority: String?, _ status: Int) throws {
    let shop = try Shop {
      $0.place.isControlEnabled = true
      $0.place.origin = Origin("https://sandbox.example.test") ?? $0.place.origin
    }
    let request = HTTPRequest(method: .get, scheme: "http", authority: authority, path: "/control/clock")
    let (response, bytes) = shop.sandbox.respond(to: request, body: [])
    #expect(response.status.code == status)
    if status == 421 {
      #expect(try JSONValue(parsing: bytes)["message"]?.text?.contains("https://sandbox.example.test") == true)
    }
  }

  @Test(
    "A buyer who is given no address has one of the merchant's region",
    arguments: [(MerchantRegion.japan, "JP"), (.northAmerica, "US"), (.europe, "DE")])
  func usualAddress(_ region: MerchantRegion, _ country: String) async throws {
    let shop = try Shop {
      $0.place.isControlEnabled = true
      $0.merchants[0].region = region
    }
    let id = try shop.sandbox.state.change { ledger, now in
      try ledger.press(
        ButtonPress(
          owner: Owner(merchantID: Shop.merchantID, environment: .sandbox),
          payload: try JSONValue(parsing: Array(ScriptlessBrowser.payload.utf8)), productType: .payAndShip,
          language: nil, page: nil),
        at: now
      ).id
    }
    var request = HTTPRequest(
      method: .post, scheme: "http", authority: "127.0.0.1:3081",
      path: "/control/amazon-pay/checkoutSessions/\(id)/buyer")
    request.headerFields[.contentType] = "application/json"
    #expect(shop.sandbox.respond(to: request, body: Array(#"{"action":"select"}"#.utf8)).0.status == .ok)
    #expect(shop.sandbox.state.reading { $0.sessions[id]?.address?.countryCode } == country)
  }

  @Test("Every listed name is accepted")
  func names() async throws {
    for operation in ControlNames.operations {
      for kind in FaultNames.kinds {
        let body = #"{"kind":"\#(kind)","operation":"\#(operation)","milliseconds":1,"status":500,"code":"Declined"}"#
        #expect(try await control(.post, "faults", body).status == 201, "\(kind) \(operation)")
      }
    }
    for kind in FaultNames.notificationKinds {
      for object in ControlNames.notificationObjects {
        let body = #"{"kind":"\#(kind)","object":"\#(object)","milliseconds":1}"#
        #expect(try await control(.post, "notifications/faults", body).status == 201, "\(kind) \(object)")
      }
    }
    let id = try #require(try await press().body["checkoutSessionId"]?.text)
    for address in ControlNames.addresses(in: .japan) {
      for card in ControlNames.cards {
        let body = #"{"action":"select","address":"\#(address)","card":"\#(card)"}"#
        #expect(try await buy(id, body).status == 200, "\(address) \(card)")
      }
    }
    for action in ControlNames.buyerActions {
      #expect(try await buy(id, #"{"action":"\#(action)","address":"osaka","card":"1111"}"#).status != 400, "\(action)")
    }
  }

  @Test("An impossible act of the buyer is explained, with the possible acts")
  func buyerRefusals() async throws {
    #expect(try await buy("unknown", #"{"action":"approve"}"#).message.contains("no checkout session"))
    let id = try #require(try await press().body["checkoutSessionId"]?.text)
    let abroad = try await buy(id, #"{"action":"select","address":"seattle"}"#).message
    #expect(abroad == "The buyer has no such address. Send one of tokyo, osaka, hokkaido, okinawa.")
    #expect(try await buy(id, #"{"action":"select","card":"9999"}"#).message.contains("1111, 3434"))
    _ = try await buy(id, #"{"action":"select"}"#)
    let early = try await buy(id, #"{"action":"approve"}"#).message
    #expect(early.contains("chargeAmount is not set") && !early.contains("notReady"))
    let other = try await buy(id, #"{"action":"select","email":"other@example.test"}"#).message
    #expect(other.contains("Another buyer"))
  }

  @Test("The fault of a signature is described without syntax of a programming language")
  func findings() async throws {
    let body = Shop.createBody
    // The signature is right, but the key id is another one.
    var request = try shop.signed(.post, "/v2/checkoutSessions", body, key: "a")
    request.headerFields[.authorization] = request.headerFields[.authorization]?
      .replacing("AMZN-PAY-RSASSA-PSS-V2 ", with: "AMZN-PAY-RSASSA-PSS ")
    _ = shop.sandbox.respond(to: request, body: Array(body.utf8))
    let records = try await control(.get, "requests").body["requests"]?.elements
    #expect(records?.last?["findings"] == ["otherAlgorithmName"])
    #expect(SigningFinding.otherKey("SANDBOX-A").text == "otherKey SANDBOX-A")
  }

  @Test("A payload with a wrong signature creates nothing")
  func wrongSignature() async throws {
    let answer = try await control(
      .post, "amazon-pay/checkoutSessions",
      #"{"payloadJSON":"{}","signature":"AAAA","publicKeyId":"\#(Shop.keyID)","merchantId":"\#(Shop.merchantID)"}"#)
    #expect(answer.status == 400)
    #expect(answer.reasonCode == "InvalidSignatureError")
  }

  @Test("The request log is shown")
  func log() async throws {
    _ = try shop.session()
    let records = try await control(.get, "requests").body["requests"]?.elements
    #expect(records?.last?["operation"]?.text == "createCheckoutSession")
    #expect(records?.last?["status"] == 201)
  }

  // MARK: The requests of every provider

  /// The start page's answer for the first step.
  private func opened(order: String?, _ payload: String = ScriptlessBrowser.payload) async throws -> Shop.Answer {
    let signature = try shop.signature("AMZN-PAY-RSASSA-PSS-V2\n" + SigningHash.of(payload))
    let argument: JSONValue = [
      "merchantId": .string(Shop.merchantID), "sandbox": true, "productType": "PayAndShip",
      "createCheckoutSessionConfig": [
        "payloadJSON": .string(payload), "signature": .string(signature), "publicKeyId": .string(Shop.keyID),
        "algorithm": "AMZN-PAY-RSASSA-PSS-V2",
      ],
    ]
    let body: JSONValue = [
      "order": JSONValue(order),
      "nextAction": ["script": ["arguments": [.string(String(decoding: argument.bytes, as: UTF8.self))]]],
    ]
    return try await control(.post, "pages", String(decoding: body.bytes, as: UTF8.self))
  }

  private func act(_ body: String) async throws -> Shop.Answer { try await control(.post, "buyer", body) }

  @Test("A script without knowledge of the provider opens the page and acts as the buyer, by the order's number")
  func anyProvider() async throws {
    let page = try await opened(order: "ORDER-1")
    #expect(page.status == 201)
    #expect(page.body["place"]?.text == "select")
    let id = try #require(page.body["page"]?.text)
    let review = "https://shop.example.test/review?token=1&amazonCheckoutSessionId=\(id)"
    #expect(page.body["returnURL"]?.text == review)
    #expect(try await act(#"{"order":"ORDER-1","act":"select"}"#).body["url"]?.text == review)
    try shop.call(.patch, "/v2/checkoutSessions/\(id)", Shop.updateBody(intent: "AuthorizeWithCapture"))
    #expect(try await act(#"{"order":"ORDER-1","act":"decline"}"#).body["step"]?.text == "declined")
    #expect(try await act(#"{"order":"ORDER-1","act":"leave"}"#).body["step"]?.text == "left")
    let paid = try await act(#"{"order":"ORDER-1","act":"approve","details":{"card":"1111"}}"#)
    #expect(paid.body["url"]?.text == "https://shop.example.test/result?amazonCheckoutSessionId=\(id)")
    #expect(try shop.complete(id).state == "Completed")
    let order = try #require(try await control(.get, "ledger").body["orders"]?.elements?.first)
    #expect(order["order"]?.text == "ORDER-1")
    #expect(order["captured"]?["minorUnits"] == 8980)
  }

  @Test("A buyer cancels on the selection page, and on the payment page")
  func cancelled() async throws {
    _ = try await opened(order: "A")
    #expect(try await act(#"{"order":"A","act":"cancel"}"#).body["url"]?.text == "https://shop.example.test/cancel")
    let id = try #require(try await opened(order: "B").body["page"]?.text)
    _ = try await act(#"{"order":"B","act":"select"}"#)
    try shop.call(.patch, "/v2/checkoutSessions/\(id)", Shop.updateBody(reference: "B"))
    let cancelled = try await act(#"{"order":"B","act":"cancel"}"#)
    #expect(cancelled.body["url"]?.text == "https://shop.example.test/result?amazonCheckoutSessionId=\(id)")
    #expect(try shop.call(.get, "/v2/checkoutSessions/\(id)").stateReason == "BuyerCanceled")
  }

  @Test("The page of a browser is found by the order's number, or as the only one without a number")
  func browserPage() async throws {
    let id = try shop.session()
    #expect(try await act(#"{"order":"ORDER-1","act":"select"}"#).status == 200)
    try shop.call(.patch, "/v2/checkoutSessions/\(id)", Shop.updateBody())
    _ = try shop.session(key: "other")
    _ = try shop.session(key: "third")
    #expect(try await act(#"{"order":"ORDER-1","act":"approve"}"#).body["step"]?.text == "leave")
    #expect(try await act(#"{"order":"ORDER-2","act":"select"}"#).status == 404)
  }

  @Test("An unknown act, or one without a target, is refused")
  func unknownActs() async throws {
    #expect(try await act(#"{"order":"A","act":"steal"}"#).message.contains("select, approve, decline, cancel, leave"))
    #expect(try await act(#"{"act":"select"}"#).message.contains("order"))
    #expect(try await act(#"{"page":"unknown","act":"select"}"#).status == 404)
    #expect(try await act(#"{"page":"unknown","act":"select","details":{"colour":"red"}}"#).status == 400)
    #expect(try await control(.post, "pages", #"{"nextAction":{}}"#).status == 400)
    #expect(try await control(.post, "elsewhere/pages", "{}").status == 404)
  }
}
