import ArgumentParser
import FerryCore
import FerrySandbox
import FerryTesting
import FerryWeb
import Foundation
import HTTPTypes
import Testing

@testable import PlacetoPaySandbox

@Suite("Control, console, journal and options of PlacetoPay's sandbox")
struct ControlTests {
  private let shop: TestShop

  init() throws { shop = try TestShop() }

  private func control(_ path: String, _ body: JSONValue) async throws -> TestShop.Answer {
    try await shop.send("/control/\(path)", body.bytes)
  }

  @Test("A script opens a page and acts as the buyer of an order, without knowing the provider")
  func buyer() async throws {
    let created = try await shop.call("/api/session", TestShop.request())
    let url = try #require(created["processUrl"]?.text)
    #expect(try await control("buyer", ["order": "1001", "act": "approve"]).status == 404)
    let page = try await control("pages", ["order": "1001", "nextAction": ["url": .string(url)]])
    #expect(page.status == 201 && page["place"]?.text == "pay")
    #expect(page["returnURL"]?.text == "https://shop.example/return")
    #expect(page["cancelURL"]?.text == "https://shop.example/cancel")
    #expect(try await control("buyer", ["order": "1001", "act": "select"]).status == 400)
    let declined = try await control("buyer", ["order": "1001", "act": "decline"])
    #expect(declined["step"]?.text == "pay" && declined["reason"]?.text == "05")
    let approved = try await control("buyer", ["order": "1001", "act": "approve"])
    #expect(approved["url"]?.text == "https://shop.example/return")
    #expect(try await control("buyer", ["order": "1001", "act": "approve"]).status == 404)
    #expect(shop.sandbox.money.map(\.order) == ["1001"])
    let wrong = JSONValue.string(url.dropLast() + (url.hasSuffix("0") ? "1" : "0"))
    #expect(try await control("pages", ["nextAction": ["url": wrong]]).status == 404)
  }

  @Test("The order number is the field of that name, else that of the opened page, else the reference")
  func orders() async throws {
    let field: JSONValue = ["fields": [["keyword": "order", "value": "A-7"]]]
    try await _ = shop.paid(TestShop.payment(reference: "R-1"), field)
    try await _ = shop.paid(TestShop.payment(reference: "R-2", more: field))
    try await _ = shop.paid(TestShop.payment(reference: "R-3"))
    #expect(shop.sandbox.money.map(\.order) == ["A-7", "R-3"])
    #expect(shop.sandbox.money.map(\.payments.count) == [2, 1])
    #expect(shop.sandbox.money.map(\.captured.minorUnits) == [20_000, 10_000])
    #expect(shop.sandbox.money.allSatisfy { $0.merchant == TestShop.login })
  }

  @Test("A person refunds, approves and rejects in the console")
  func acts() async throws {
    let (paid, _) = try await shop.paid()
    #expect(try await control("placetopay/sessions/\(paid)/refund", ["amount": "30.00"]).status == 200)
    #expect(try await control("placetopay/sessions/\(paid)/refund", ["amount": "70.01"]).status == 400)
    #expect(try await control("placetopay/sessions/\(paid)/refund", ["amount": "many"]).status == 400)
    #expect(try await control("placetopay/sessions/\(paid)/refund", [:]).status == 200)
    #expect(shop.sandbox.money.map(\.refunded.minorUnits) == [10_000])
    #expect(try await control("placetopay/sessions/\(paid)/approve", [:]).status == 400)
    #expect(try await control("placetopay/sessions/7/approve", [:]).status == 404)
    #expect(try await control("placetopay/sessions/\(paid)/dance", [:]).status == 404)
    #expect(try await control("placetopay/site", ["state": "asleep"]).status == 400)
  }

  @Test(
    "A dispute shows as the payment's status in a query; lost it is charged back, and the session stays approved",
    arguments: [("winDispute", "DISPUTE_WIN/00", 0), ("loseDispute", "DISPUTE_LOSS/00", 10_000)])
  func disputes(_ decision: String, _ status: String, _ chargedBack: Int64) async throws {
    let shop = try TestShop { $0.notifiesRefunds = true }
    func act(_ path: String) async throws -> Int {
      try await shop.send("/control/placetopay/\(path)", Array("{}".utf8)).status
    }
    let (session, payment) = try await shop.paid()
    #expect(try await act("sessions/\(session)/\(decision)") == 400)
    #expect(try await act("transactions/\(payment)/dispute") == 200)
    #expect(try await act("sessions/\(session)/dispute") == 400)
    let query = try await shop.query(session)
    #expect(query.result == "APPROVED/00" && query.newest == "DISPUTE/00")
    #expect(query["payment"]?.elements?.count == 1)
    shop.time.advance(by: .seconds(60))
    #expect(try await act("sessions/\(session)/\(decision)") == 200)
    #expect(try await shop.query(session).newest == status)
    let money = try #require(shop.sandbox.money.first)
    #expect(money.captured.minorUnits == 10_000 && money.chargedBack.minorUnits == chargedBack)
    #expect(try shop.notifications.count == 3)
    #expect(try await act("transactions/7/dispute") == 404)
    // The bank may dispute it once more.
    #expect(try await act("sessions/\(session)/dispute") == 200)
    let unpaid = try await shop.create(TestShop.payment())
    #expect(try await act("sessions/\(unpaid)/dispute") == 400)
  }

  @Test("A frozen session tells nothing of its dispute, and a site that does not notify of refunds sends nothing")
  func silentDispute() async throws {
    let shop = try TestShop { $0.showsLaterChanges = false }
    let (session, payment) = try await shop.paid()
    _ = try await shop.send("/control/placetopay/transactions/\(payment)/dispute", Array("{}".utf8))
    #expect(try await shop.query(session).newest == "APPROVED/00")
    #expect(try shop.notifications.count == 1)
  }

  @Test("The console lets the buyer of one session pay in parts, which the shop did not ask for")
  func split() async throws {
    let (split, other) = (try await shop.create(TestShop.payment()), try await shop.create(TestShop.payment()))
    #expect(try await control("placetopay/sessions/\(split)/split", [:]).status == 200)
    for id in [split, other] {
      let act: JSONValue = ["page": .string(String(id)), "act": "approve", "details": ["part": "40"]]
      #expect(try await control("buyer", act).status == 200)
    }
    #expect(try await shop.query(split).result == "APPROVED_PARTIAL/P0")
    #expect(try await shop.query(other).result == "APPROVED/00")
    #expect(try await control("placetopay/sessions/\(other)/split", [:]).status == 400)
    let act: JSONValue = ["page": .string(String(split)), "act": "approve", "details": ["part": "many"]]
    #expect(try await control("buyer", act).status == 400)
  }

  @Test("Faults strike the operation that they name")
  func faults() async throws {
    let (_, payment) = try await shop.paid()
    shop.sandbox.state.plan(SandboxFault(.simulate("request_not_valid"), onOperation: "reverse"))
    let refused = try await shop.operate("reverse", payment)
    #expect(refused.status == 400 && refused.result == "FAILED/request_not_valid")
    shop.sandbox.state.plan(SandboxFault(.simulate("103"), onOperation: "querySession"))
    #expect(try await shop.query(100_001).message.hasSuffix("103"))
    for code in ["200", "10001"] {
      shop.sandbox.state.plan(SandboxFault(.simulate(code), onOperation: "querySession"))
      let refused = try await shop.query(100_001)
      #expect(refused.status == 401 && refused.message == "Authentication failed \(code)")
    }
    shop.sandbox.state.plan(SandboxFault(.errorAfterExecution(503), onOperation: "reverse"))
    #expect(try await shop.operate("reverse", payment).status == 503)
    #expect(shop.sandbox.money.map(\.refunded.minorUnits) == [10_000])
    shop.sandbox.state.plan(SandboxFault(.unknownState, onOperation: nil))
    #expect(try await shop.query(100_001).result == "TELEPORTED/00")
    shop.sandbox.state.plan(SandboxFault(.otherAmount, onOperation: nil))
    #expect(try await shop.query(100_001)["payment.0.amount.from.total"] == .number("1100"))
  }

  @Test("The console shows sessions, refusals and notifications, escaped, in English, and acts")
  func console() async throws {
    let browser = ScriptlessBrowser(shop.sandbox)
    let (id, _) = try await shop.paid(TestShop.payment(reference: "<script>"))
    try await shop.call("/api/session", auth: .null)
    let list = try await browser.get("/console").html
    #expect(list.contains("&lt;script&gt;") && list.contains("APPROVED"))
    #expect(!list.contains("<script"))
    #expect(try await browser.get("/console/requests").html.contains("There is no auth"))
    #expect(try await browser.get("/console/requests", language: "fr, en;q=0.8").html.contains("There is no auth"))
    #expect(try await browser.get("/console/requests/2").status == 200)
    #expect(try await browser.get("/console/notifications").html.contains("APPROVED"))
    #expect(try await browser.get("/console/sessions/\(id)").html.contains("id=\"deeds\""))
    let path = "/console/sessions/\(id)"
    #expect(try await browser.post(path, [("act", "refund")], origin: "https://evil.example").status == 403)
    let refused = try await browser.post(path, [("act", "refund"), ("amount", "101")], origin: TestShop.origin)
    #expect(refused.status == 422)
    #expect(try await browser.post(path, [("act", "refund")], origin: TestShop.origin).status == 200)
    #expect(shop.sandbox.money.map(\.refunded.minorUnits) == [10_000])
  }

  @Test("The console has one clock, which goes on after a restart, and one language")
  func clock() async throws {
    let browser = ScriptlessBrowser(shop.sandbox)
    shop.sandbox.state.advanceClock(by: .seconds(86_400))
    let (id, _) = try await shop.paid()
    let due = shop.sandbox.state.drainDueNotifications().deliveries
    shop.sandbox.state.note(.status(200), of: try #require(due.first?.number), rules: shop.sandbox.deliveryRules)
    for path in ["", "/requests", "/requests/1", "/notifications", "/sessions/\(id)"] {
      let html = try await browser.get("/console\(path)").html
      let times = html.matches(of: /20[0-9]{2}-[0-9]{2}-[0-9]{2} [0-9:]{8} UTC/).map { String($0.output) }
      #expect(times.count > 1 && Set(times) == ["2026-01-16 14:30:00 UTC"], "\(path)")
    }
    #expect(try await browser.get("/console/notifications").html.contains("<strong>Session</strong>"))
    #expect(try await browser.get("/").html.contains(">Console<"))
  }

  @Test("After a restart everything goes on, and nothing happens twice")
  func journal() async throws {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent(
      "placetopay-\(UInt64.random(in: 0 ... .max)).journal"
    ).path
    defer { try? FileManager.default.removeItem(atPath: path) }
    let time = HandClock(TestShop.start)
    let ids: [Int64]
    do {
      let shop = try TestShop(time: time, journal: path)
      let (paid, payment) = try await shop.paid()
      try await shop.operate("reverse", payment, 10)
      let (held, _) = try await shop.paid(TestShop.payment(), ["type": "checkin"])
      let pending = try await shop.create()
      try shop.act(.approve, pending, ["card": "4110760000000073"])
      let open = try await shop.create()
      shop.sandbox.state.change { ledger, _ in ledger.flags.state = .inactive }
      shop.sandbox.state.change { ledger, _ in ledger.flags.state = .active }
      for _ in 1...2 { shop.sandbox.state.advanceClock(by: .seconds(60)) }
      ids = [paid, held, pending, open]
      try await shop.sandbox.state.written()
    }
    let shop = try await reopening { try TestShop(time: time, journal: path) }
    #expect(try await shop.query(ids[0])["payment.0.refunded"] == true)
    #expect(try await shop.query(ids[2]).result == "PENDING/PT")
    #expect(shop.sandbox.state.now == TestShop.start + .seconds(120))
    #expect(try await shop.query(ids[0])["status.date"]?.text == "2026-01-15T09:30:00-05:00")
    time.advance(by: .seconds(1_800))
    #expect(try await shop.query(ids[2]).result == "APPROVED/00")
    #expect(try await shop.query(ids[3]).result == "REJECTED/EX")
    time.advance(by: .seconds(30 * 86_400))
    #expect(shop.sandbox.money.map(\.held.minorUnits) == [0])
    #expect(try shop.notifications.count == 4)
    #expect(try await shop.create() == ids[3] + 1)
  }

  @Test("The demo's settings name the account, and its queries tell amounts as texts")
  func demo() async throws {
    var place = SandboxPlace(
      origin: try #require(Origin(TestShop.origin)), shop: try #require(Origin("http://localhost:3080")),
      shopName: "Demo", folder: MemoryFolder(), timekeeper: HandClock(TestShop.start),
      randomness: SequentialRandomness())
    place.hasJournal = false
    let settings = try Sandbox.settings(place)
    #expect(settings["FERRY_PLACETO_PAY_TEST_LOGIN"]?.count == 32)
    #expect(settings["FERRY_PLACETO_PAY_TEST_SECRET_KEY"] == (try DemoAccount.secret(place).reveal()))
    #expect(settings["FERRY_PLACETO_PAY_TEST_BASE_URL"] == TestShop.origin)
    #expect(try Sandbox(place).services.isEmpty)
    #expect(DemoAccount.rules.writesAmountsAsText && DemoAccount.rules.listsRefunds)
    #expect(settings["FERRY_PLACETO_PAY_TEST_QUERIES_SHOW_OPERATIONS"] == nil, "The demo's shop has the default.")
    #expect(Money(minorUnits: 8_980, try #require(Currency("COP"))).body(asText: true) == "89.80")
  }

  @Test("Options of the command are checked, and say what to mend")
  func options() throws {
    for (arguments, word) in [
      (["--locale", "fr_FR"], "--locale"), (["--refusal-status", "500"], "--refusal-status"),
      (["--notify-refunds"], "--notify"), (["--notify", "nowhere"], "--notify"),
      (["--notify", "redirection://x"], "--notify"),
      (["--settlement-hours", "-1"], "--settlement-hours"),
      (["--frozen-sessions", "--list-refunds"], "--list-refunds"),
      (["--login", ""], "--login"),
    ] {
      do {
        _ = try CommandOptions.parse(arguments)
        Issue.record("\(arguments) is taken.")
      } catch {
        #expect(CommandOptions.message(for: error).contains(word))
      }
    }
    #expect(CommandOptions.guide.split(separator: "\n").allSatisfy { $0.count <= 78 })
    #expect(CommandOptions.guide.contains(TestCard.approved))
  }
}
