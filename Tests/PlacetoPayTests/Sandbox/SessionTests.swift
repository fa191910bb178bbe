import FerryCore
import FerrySandbox
import FerryTesting
import Testing

@testable import PlacetoPaySandbox

@Suite("Sessions at PlacetoPay's sandbox")
struct SessionTests {
  private let shop: TestShop

  init() throws { shop = try TestShop() }

  @Test("A session is created with the address of its page, and its query repeats the request")
  func created() async throws {
    let fields: JSONValue = [["keyword": "order", "value": "A-7"], ["keyword": "order", "value": "B"]]
    let body = TestShop.request(
      TestShop.payment("500.129", "USD", more: ["description": "Café"]),
      [
        "buyer": ["name": "Ana", "email": "ana@shop.example", "mobile": 3_006_108_300], "fields": fields,
        "returnUrl": "redirection://receipt?return", "cancelUrl": "redirection://receipt?cancel",
      ])
    let created = try await shop.call("/api/session", body)
    #expect(created.result == "OK/PC")
    let id = try #require(created["requestId"]?.integer)
    let url = try #require(created["processUrl"]?.text)
    #expect(url.wholeMatch(of: /http:\/\/127.0.0.1:3081\/spa\/session\/[0-9]+\/[0-9a-f]{32}/) != nil)
    let query = try await shop.query(id)
    #expect(query.result == "PENDING/PC")
    #expect(query["payment"] == .null && query["subscription"] == .null)
    #expect(query["request.payment.amount.total"] == .number("500.13"))
    #expect(query["request.payment.allowPartial"] == false && query["request.payment.subscribe"] == false)
    #expect(query["request.buyer.mobile"]?.text == "3006108300")
    #expect(query["request.returnUrl"]?.text == "redirection://receipt?return")
    #expect(
      query["request.fields"]?.elements?.compactMap { $0["keyword"]?.text } == ["order", "_processUrl_", "_session_"])
    #expect(query["request.fields.1.value"]?.text == url)
    #expect(query["request.expiration"]?.text == "2026-01-15T10:00:00-05:00")
    #expect(query["request.auth"] == nil)
  }

  @Test("The status date of an open session is that of the query")
  func dates() async throws {
    let id = try await shop.create()
    shop.time.advance(by: .seconds(61))
    #expect(try await shop.query(id)["status.date"]?.text == "2026-01-15T09:31:01-05:00")
    #expect(try await shop.query(id).date == "Thu, 15 Jan 2026 14:31:01 GMT")
  }

  @Test("A buyer who approves, declines and tries again, cancels, or does nothing leads the session to its end")
  func ends() async throws {
    let approved = try await shop.create()
    #expect(try shop.act(.approve, approved).url == "https://shop.example/return")
    #expect(try await shop.query(approved).result == "APPROVED/00")
    #expect(try await shop.query(approved).newest == "APPROVED/00")

    let retried = try await shop.create()
    #expect(try shop.act(.decline, retried).step == "pay")
    #expect(try await shop.query(retried).result == "PENDING/PC")
    try shop.act(.approve, retried)
    let query = try await shop.query(retried)
    #expect(query.result == "APPROVED/00")
    #expect(query["payment"]?.elements?.map { $0["status"]?["status"]?.text } == ["APPROVED", "REJECTED"])

    let cancelled = try await shop.create()
    #expect(try shop.act(.cancel, cancelled).url == "https://shop.example/cancel")
    #expect(try await shop.query(cancelled).result == "REJECTED/?C")

    let left = try await shop.create()
    shop.time.advance(by: .seconds(1_799))
    #expect(try await shop.query(left).result == "PENDING/PC")
    shop.time.advance(by: .seconds(1))
    #expect(try await shop.query(left).result == "REJECTED/EX")
    #expect(throws: ControlRefusal.self) { try shop.act(.approve, left) }
  }

  @Test("Ten declined attempts reject the session; failures do not count")
  func attempts() async throws {
    let id = try await shop.create()
    for _ in 1...9 { try shop.act(.decline, id) }
    try shop.act(.decline, id, ["card": "4110760000000065"])
    #expect(try await shop.query(id).newest == "FAILED/BR")
    #expect(try await shop.query(id).result == "PENDING/PC")
    try shop.act(.decline, id)
    #expect(try await shop.query(id).result == "REJECTED/XN")
  }

  @Test("A pending attempt keeps its session beyond the expiration, and its decision ends it")
  func pending() async throws {
    let approved = try await shop.create()
    try shop.act(.approve, approved, ["card": "4110760000000073"])
    #expect(try await shop.query(approved).result == "PENDING/PT")
    #expect(throws: ControlRefusal.self) { try shop.act(.approve, approved) }
    shop.time.advance(by: .seconds(300))
    #expect(try await shop.query(approved).result == "APPROVED/00")

    let reviewed = try await shop.create()
    try shop.act(.approve, reviewed, ["card": "376651707554974"])
    shop.time.advance(by: .seconds(86_400))
    #expect(try await shop.query(reviewed).result == "PENDING/PT")
    #expect(try await control(reviewed, "reject") == 200)
    #expect(try await shop.query(reviewed).result == "REJECTED/EX")
    #expect(try await shop.query(reviewed).newest == "REJECTED/05")
  }

  private func control(_ id: Int64, _ act: String) async throws -> Int {
    try await shop.send("/control/placetopay/sessions/\(id)/\(act)", Array("{}".utf8)).status
  }

  @Test("A bank transfer is approved or declined at once, and a cash slip waits until it is paid or expires")
  func methods() async throws {
    let transfer = try await shop.create()
    try shop.act(.decline, transfer, ["method": "transfer"])
    #expect(try await shop.query(transfer).newest == "REJECTED/05")
    try shop.act(.approve, transfer, ["method": "transfer"])
    #expect(try await shop.query(transfer)["payment.0.paymentMethod"]?.text == "pse")
    #expect(try await shop.query(transfer).result == "APPROVED/00")

    let slip = try await shop.create()
    try shop.act(.approve, slip, ["method": "cash"])
    #expect(try await shop.query(slip).result == "PENDING/PT")
    #expect(try await control(slip, "approve") == 200)
    #expect(try await shop.query(slip).result == "APPROVED/00")

    let unpaid = try await shop.create()
    try shop.act(.approve, unpaid, ["method": "cash"])
    shop.time.advance(by: .seconds(1_800))
    #expect(try await shop.query(unpaid).result == "REJECTED/EX")
    #expect(try await shop.query(unpaid).newest == "REJECTED/05")
  }

  @Test("The merchant cancels a pending session, also with an unpaid slip, and no other")
  func cancelled() async throws {
    let open = try await shop.create()
    let answer = try await shop.call("/api/session/\(open)/cancel")
    #expect(answer.status == 200 && answer.result == "OK/00")
    #expect(answer["session.status.reason"]?.text == "MC")
    #expect(try await shop.query(open).result == "REJECTED/MC")

    let slip = try await shop.create()
    try shop.act(.approve, slip, ["method": "cash"])
    #expect(try await shop.call("/api/session/\(slip)/cancel").status == 200)
    #expect(try await shop.query(slip).newest == "REJECTED/?C")

    let paid = try await shop.paid().session
    let pending = try await shop.create()
    try shop.act(.approve, pending, ["card": "4110760000000073"])
    for id in [open, paid, pending] {
      let refused = try await shop.call("/api/session/\(id)/cancel")
      #expect(refused.status == 400 && refused.result == "FAILED/action_not_allowed")
      #expect(refused.message == "Sessions that are not pending cannot be cancelled")
    }
    let unknown = try await shop.call("/api/session/7/cancel")
    #expect(unknown.status == 404 && unknown.result == "FAILED/request_not_valid")
    #expect(unknown.message == "No existe la sesión que busca")
  }

  @Test("A session that allows parts is partly approved, then approved or partly expired")
  func parts() async throws {
    for isPaid in [true, false] {
      let id = try await shop.create(TestShop.payment(more: ["allowPartial": true]))
      let part = Money(minorUnits: 4_000, .cop)
      try shop.sandbox.state.change { ledger, now in
        _ = try ledger.pay(
          id, with: EnteredCard(testNumber: TestCard.approved, at: now), amount: part, at: now, SequentialRandomness())
      }
      #expect(try await shop.query(id).result == "APPROVED_PARTIAL/P0")
      if isPaid { try shop.act(.approve, id) } else { shop.time.advance(by: .seconds(1_800)) }
      #expect(try await shop.query(id).result == (isPaid ? "APPROVED/00" : "PARTIAL_EXPIRED/PX"))
    }
  }

  @Test("A subscription saves a card, which is charged once within a day, until it is invalidated")
  func tokens() async throws {
    let id = try await shop.create(nil, ["subscription": ["reference": "CARD-1", "description": "A card"]])
    #expect(try shop.act(.decline, id).step == "pay")
    #expect(try await shop.query(id).result == "PENDING/PC")
    try shop.act(.approve, id)
    let saved = try await shop.query(id)
    #expect(saved.result == "APPROVED/00")
    let pairs = saved["subscription.instrument"]?.elements ?? []
    let values = Dictionary(pairs.map { ($0["keyword"]?.text ?? "", $0["value"]?.text ?? "") }) { first, _ in first }
    #expect(values["token"]?.count == 64 && values["subtoken"]?.suffix(4) == "0081")
    #expect(values["validUntil"] == "2027-12-31")

    func collect(_ token: String) async throws -> TestShop.Answer {
      try await shop.call(
        "/api/collect",
        TestShop.request(
          TestShop.payment(reference: "RENEWAL-1"),
          ["payer": ["name": "Ana"], "instrument": ["token": ["token": .string(token)]]]))
    }
    let token = try #require(values["token"])
    let charged = try await collect(token)
    #expect(charged.result == "APPROVED/00" && charged.newest == "APPROVED/00")
    #expect(try await collect(token)["requestId"] == charged["requestId"])
    shop.time.advance(by: .seconds(86_400))
    #expect(try await collect(token)["requestId"] != charged["requestId"])
    try await chargeAsLibraries(token)
    let facts: JSONValue = ["instrument": ["token": ["subtoken": .string(values["subtoken"] ?? "")]]]
    #expect(try await shop.call("/api/gateway/token", facts)["data.lastDigits"]?.text == "0081")
    #expect(try await shop.call("/api/gateway/information", facts)["cardType"]?.text == "C")
    #expect(try await shop.call("/api/instrument/invalidate", facts).result == "OK/00")
    let refused = try await collect(token)
    #expect(refused.status == 400 && refused.result == "FAILED/XN")
  }

  /// PlacetoPay's PHP library sends no installments as "0", and leaves address and user agent of a charge to the shop.
  private func chargeAsLibraries(_ token: String) async throws {
    let body: JSONValue = [
      "locale": "es_CO", "payer": ["name": "Ana", "surname": "Gómez", "email": "ana@shop.example"],
      "payment": TestShop.payment(reference: "LIBRARY-1"), "captureAddress": false, "skipResult": false,
      "noBuyerFill": false, "instrument": ["token": ["token": .string(token), "installments": "0"]], "provider": nil,
    ]
    let charged = try await shop.call("/api/collect", body)
    #expect(charged.result == "APPROVED/00", "\(charged.message)")
    #expect(charged["request.ipAddress"] == nil)
    let other = TestShop.request(
      TestShop.payment(reference: "LIBRARY-2"),
      ["payer": ["name": "Ana"], "ipAddress": "nowhere", "instrument": ["token": ["token": .string(token)]]])
    #expect(try await shop.call("/api/collect", other).result == "FAILED/request_not_valid")
    let strict = try TestShop { $0.chargesNeedOrigin = true }
    #expect(try await strict.call("/api/collect", body).message == "El campo ipAddress no es válido")
  }

  @Test("The facts of a card tell if its issuer asks for a code")
  func information() async throws {
    func facts(_ card: JSONValue) async throws -> TestShop.Answer {
      try await shop.call("/api/gateway/information", ["instrument": ["card": card]])
    }
    #expect(try await facts(["number": "4111111111111111"])["threeDS"] == "optional")
    #expect(
      try await facts(["number": "4110760000000008", "expiration": "12/30", "cvv": "123"])["threeDS"] == "required")
    for card: JSONValue in [[:], ["number": "4111"], ["number": "41111111x1111111"], "4111111111111111"] {
      #expect(try await facts(card).status == 400)
    }
    #expect(try await shop.call("/api/gateway/token", ["instrument": ["card": [:]]]).status == 400)
  }

  @Test("No end of a session is dated before its creation, however the clock was advanced")
  func advanced() async throws {
    let (skipped, paid) = (try await shop.create(), try await shop.create())
    try shop.act(.approve, paid)
    shop.time.advance(by: .seconds(10))
    shop.sandbox.state.advanceClock(by: .seconds(86_400))
    #expect(try await shop.query(skipped).result == "REJECTED/EX")
    #expect(try await shop.query(skipped)["status.date"]?.text == "2026-01-15T09:30:10-05:00")
    #expect(try await shop.query(paid)["status.date"]?.text == "2026-01-15T09:30:00-05:00")
    #expect(try await shop.query(paid)["payment.0.status.date"]?.text == "2026-01-15T09:30:00-05:00")
    shop.time.advance(by: .seconds(5))
    let later = try await shop.create()
    #expect(try await shop.query(later)["request.expiration"]?.text == "2026-01-15T10:00:15-05:00")
    shop.time.advance(by: .seconds(1_800))
    #expect(try await shop.query(later)["status.date"]?.text == "2026-01-15T10:00:15-05:00")
    #expect(
      try shop.notifications.compactMap { $0["status"]?["date"]?.text } == [
        "2026-01-15T09:30:00-05:00", "2026-01-15T09:30:10-05:00", "2026-01-15T10:00:15-05:00",
      ])
  }

  @Test(
    "A payer's phone number decides about a payment by ATH Móvil",
    arguments: [
      ("+19391111111", "PENDING/?-", "REJECTED/05", "REJECTED/EX"),
      ("9391111112", "REJECTED/?C", "REJECTED/?C", "REJECTED/EX"),
      ("+1 939 111 1113", "FAILED/BR", "FAILED/BR", "REJECTED/EX"),
      ("+19391111114", "APPROVED/00", "APPROVED/00", "APPROVED/00"),
      ("+19391111118", "PENDING/?-", "PENDING/?-", "PENDING/PT"),
      ("+17871234567", "APPROVED/00", "APPROVED/00", "APPROVED/00"),
    ])
  func athMovil(_ mobile: String, _ first: String, _ later: String, _ session: String) async throws {
    let id = try await shop.create(
      TestShop.payment(10, "USD"), ["paymentMethod": "athmv", "payer": ["name": "Ana", "mobile": .string(mobile)]])
    try shop.act(.approve, id, ["method": "athmv"])
    #expect(try await shop.query(id).newest == first)
    #expect(try await shop.query(id)["payment.0.paymentMethod"]?.text == "athmv")
    shop.time.advance(by: .seconds(1_800))
    #expect(try await shop.query(id).newest == later)
    #expect(try await shop.query(id).result == session)
    let other = try await shop.create()
    #expect(throws: ControlRefusal.self) { try shop.act(.approve, other, ["method": "athmv"]) }
    let island = try await shop.create(TestShop.payment(), ["locale": "es_PR"])
    #expect(try shop.act(.decline, island, ["method": "athmv"]).reason == "?C")
  }
}
