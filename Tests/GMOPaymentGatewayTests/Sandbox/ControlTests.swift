import AmazonPaySandbox
import ArgumentParser
import FerryCore
import FerrySandbox
import FerryTesting
import FerryWeb
import Foundation
import HTTPTypes
import Testing

@testable import GMOPaymentGatewaySandbox

@Suite("Control, console, journal and options of GMO's sandbox")
struct ControlTests {
  private let shop: TestShop

  init() throws { shop = try TestShop() }

  @Test("A script opens button and start page, and acts as the buyer of an order, without knowing the provider")
  func buyer() async throws {
    let arguments: JSONValue = .string(String(decoding: try TestShop.button().bytes, as: UTF8.self))
    let script: JSONValue = ["script": ["arguments": [arguments]]]
    let select = try await shop.control("pages", ["order": "1001", "nextAction": script])
    #expect(select.status == 201 && select.body["place"]?.text == "select")
    #expect(select.body["cancelURL"]?.text == TestShop.cancelURL)
    let selected = try await shop.control(
      "buyer", ["order": "1001", "act": "select", "details": ["address": "osaka", "card": "3434"]])
    #expect(selected.body["step"]?.text == "leave")
    #expect(selected.body["url"]?.text?.hasPrefix("https://shop.example/review?amazonCheckoutSessionId=") == true)
    let session = try #require(select.body["page"]?.text)
    let access = try await shop.enter()
    let exec = try await shop.exec(access, session)
    let form: JSONValue = [
      "form": [
        "action": .string(exec["StartURL"]),
        "fields": ["AccessID": .string(access.id), "Token": .string(exec["Token"])],
      ]
    ]
    let pay = try await shop.control("pages", ["order": "1001", "nextAction": form])
    #expect(pay.status == 201 && pay.body["place"]?.text == "pay" && pay.body["page"]?.text == "ORDER-1")
    #expect(pay.body["returnURL"]?.text == TestShop.returnURL && pay.body["cancelURL"]?.text == TestShop.cancelURL)
    #expect(try await shop.control("pages", ["nextAction": form]).status == 409, "The token is spent.")
    #expect(try await shop.control("buyer", ["order": "1001", "act": "select"]).status == 400)
    let declined = try await shop.control("buyer", ["order": "1001", "act": "decline"])
    #expect(declined.body["step"]?.text == "declined")
    let left = try await shop.control("buyer", ["order": "1001", "act": "leave"])
    #expect(left.body["step"]?.text == "left")
    let approved = try await shop.control(
      "buyer", ["order": "1001", "act": "approve", "details": ["card": "4444"]])
    #expect(approved.body["step"]?.text == "leave" && approved.body["url"]?.text == TestShop.returnURL)
    #expect(shop.sandbox.money.map(\.order) == ["1001"])
    #expect(try await shop.control("buyer", ["page": "ORDER-1", "act": "approve"]).status == 409)
    let back = try await shop.read("gmo-pg/transactions/ORDER-1/return")
    #expect(back["url"]?.text == TestShop.returnURL && back["fields"]?["Status"]?.text == "AUTH")
  }

  @Test("A buyer who cancels on Amazon's page is told the cancel URL; one with a browser is found by the session")
  func cancel() async throws {
    let access = try await shop.started()
    let page = try #require(shop.sandbox.page(of: access.order))
    #expect(page == "ORDER-1")
    let step = try shop.sandbox.act(.cancel, on: page, details: [:])
    #expect(step.step == "leave" && step.url == TestShop.cancelURL)
    #expect(shop.sandbox.page(of: access.order) == nil)
    let other = try await shop.started("ORDER-2")
    let session = try await shop.search(other.order)["AmazonCheckoutSessionID"]
    #expect(try shop.sandbox.act(.approve, on: session, details: [:]).url == TestShop.returnURL)
    #expect(throws: ControlRefusal.self) {
      try shop.sandbox.open(.form(action: "https://evil.example/", fields: [:]), order: nil)
    }
    #expect(throws: ControlRefusal.self) {
      try shop.sandbox.open(.form(action: "\(TestShop.origin)/payment/AmazonpayStart.idPass", fields: [:]), order: nil)
    }
  }

  @Test("The order number is that of the opened page, else ClientField1, else the order id")
  func orders() async throws {
    _ = try await shop.paid("R-1", ["JobCd": "CAPTURE"], exec: ["ClientField1": "1001"])
    _ = try await shop.paid("R-2", ["JobCd": "CAPTURE"], exec: ["ClientField1": "1001"])
    _ = try await shop.paid("R-3", ["JobCd": "CAPTURE"])
    #expect(shop.sandbox.money.map(\.order) == ["1001", "R-3"])
    #expect(shop.sandbox.money.map(\.payments.count) == [2, 1])
    #expect(shop.sandbox.money.map(\.captured) == [.yen(17_960), .yen(8_980)])
    #expect(shop.sandbox.money.allSatisfy { $0.merchant == TestShop.shopID && $0.mode == .test })
  }

  @Test("A person captures, refunds and releases in the console, and decides about cards and refunds")
  func acts() async throws {
    _ = try await shop.paid()
    let path = "gmo-pg/transactions/ORDER-1"
    #expect(try await shop.control("\(path)/refund").status == 409)
    #expect(try await shop.control("\(path)/capture").body["status"]?.text == "SALES")
    #expect(try await shop.control("\(path)/refund", ["amount": "8981"]).status == 409)
    #expect(try await shop.control("\(path)/refund", ["amount": "many"]).status == 400)
    #expect(try await shop.control("\(path)/refund", ["amount": 8_500]).body["status"]?.text == "REQRETURN")
    #expect(try await shop.control("\(path)/payOut").body["status"]?.text == "SALES")
    let found = try await shop.search()
    #expect(found["Amount"] == "0" && found["Tax"] == "480", "A part is taken from the amount first.")
    #expect(shop.money == MoneyTotals(captured: 8_980, refunded: 8_500))
    #expect(try await shop.control("\(path)/refund").status == 200)
    #expect(try await shop.control("\(path)/failRefund").body["status"]?.text == "SALES")
    #expect(try await shop.read(path)["errInfo"]?.text == "E11010003")
    _ = try await shop.paid("ORDER-2")
    #expect(try await shop.control("gmo-pg/transactions/ORDER-2/cancel").body["status"]?.text == "CANCEL")
    for (number, act, status) in [(3, "approve", "AUTH"), (4, "decline", "PAYFAIL")] {
      _ = try await shop.started("ORDER-\(number)", card: "0701")
      _ = try shop.sandbox.act(.approve, on: "ORDER-\(number)", details: [:])
      let decided = try await shop.control("gmo-pg/transactions/ORDER-\(number)/\(act)")
      #expect(decided.body["status"]?.text == status)
    }
    #expect(try await shop.control("gmo-pg/transactions/NO/refund").status == 404)
    #expect(try await shop.control("\(path)/dance").status == 404)
    #expect(try await shop.control("gmo-pg/chargePermissions", ["card": "9999"]).status == 400)
  }

  @Test("The console shows transactions, refusals with reasons, and texts with their bytes, escaped")
  func console() async throws {
    let browser = ScriptlessBrowser(shop.sandbox)
    let utf8 = "ご購入<b>".utf8.map { "%" + String($0, radix: 16) }.joined()
    let access = try await shop.enter()
    let session = try shop.selected()
    var body = String(
      decoding: try TestShop.form(
        access.with([
          "ShopID": TestShop.shopID, "ShopPass": TestShop.shopPass, "AmazonCheckoutSessionID": session,
          "RetURL": TestShop.returnURL,
        ])), as: UTF8.self)
    body += "&Description=\(utf8)"
    let exec = try await shop.send("/payment/ExecTranAmazonpay.idPass", Array(body.utf8))
    #expect(exec.error == nil)
    try await shop.call("EntryTranAmazonpay", TestShop.entry("A_1", ["JobCd": "BUY"]))
    let list = try await browser.get("/console").html
    #expect(list.contains("ORDER-1") && list.contains("REQSUCCESS"))
    let detail = try await browser.get("/console/transactions/ORDER-1").html
    #expect(detail.contains("E3 81 94 E8 B3 BC") && detail.contains("縺碑ｳｼ蜈･") && detail.contains("ご購入"))
    #expect(!detail.contains("<b>") && detail.contains("&lt;b&gt;"))
    #expect(detail.contains("/console/checkoutSessions/\(session)"))
    #expect(try await browser.get("/console/checkoutSessions/\(session)").html.contains("Open"))
    let number = try #require(shop.sandbox.state.requests.last { $0.operation == "EntryTranAmazonpay" }?.number)
    let requests = try await browser.get("/console/requests?refused=1").html
    #expect(requests.contains("JobCd is AUTH or CAPTURE") && requests.contains("E01040013|E01050002"))
    let page = try await browser.get("/console/requests/\(number)").html
    #expect(page.contains("JobCd is AUTH or CAPTURE") && page.contains("letters, digits and -"))
    #expect(!page.contains(TestShop.shopPass), "The page shows the password.")
    #expect(page.contains(TestShop.shopID))
    let execNumber = try #require(shop.sandbox.state.requests.last { $0.operation == "ExecTranAmazonpay" }?.number)
    let request = try await browser.get("/console/requests/\(execNumber)").html
    #expect(request.contains("E3 81 94") && request.contains("encode the text in Windows-31J"))
    #expect(!request.contains(access.pass))
    #expect(try await browser.get("/console/transactions/NO").status == 404)
    #expect(try await browser.get("/console/requests/9999").status == 404)
    #expect(try await browser.get("/").html.contains("/console"))
  }

  @Test("A form of the console acts, one of another site does not, and a closed console has none")
  func consoleForms() async throws {
    _ = try await shop.paid("ORDER-1", ["JobCd": "CAPTURE"])
    let browser = ScriptlessBrowser(shop.sandbox)
    let path = "/console/transactions/ORDER-1"
    #expect(try await browser.get(path).html.contains("id=\"deeds\""))
    #expect(try await browser.post(path, [("act", "refund")], origin: "https://evil.example").status == 403)
    let many = try await browser.post(path, [("act", "refund"), ("amount", "9000")], origin: TestShop.origin)
    #expect(many.status == 422 && many.html.contains("M01085011"))
    #expect(try await browser.post(path, [("act", "refund"), ("amount", "x")], origin: TestShop.origin).status == 400)
    let done = try await browser.post(path, [("act", "refund"), ("amount", "1000")], origin: TestShop.origin)
    #expect(done.status == 200 && done.html.contains("REQRETURN"))
    #expect(try await browser.post("/console/connectivity", [], origin: TestShop.origin).status == 200)
    #expect(try shop.notifications.last?["ErrInfo"] == "E00000000")
    let clock = try await browser.post("/console/clock", [("advanceSeconds", "3600")], origin: TestShop.origin)
    #expect(clock.status == 200)
    #expect(shop.money == MoneyTotals(captured: 8_980, refunded: 1_000))
    shop.sandbox.replies.discard(200, "OK", order: "ORDER-1")
    #expect(try await browser.get("/console/notifications").html.contains("200 “OK”"))
    let closed = try TestShop(place: { $0.isControlEnabled = false })
    _ = try await closed.paid()
    let other = ScriptlessBrowser(closed.sandbox)
    #expect(try await other.get(path).html.contains("--control"))
    #expect(try await other.post(path, [("act", "capture")], origin: TestShop.origin).status == 403)
    #expect(try await other.get("/control/ledger").status == 404)
  }

  @Test("The clock of both parts is one: a session at Amazon expires when GMO's clock is advanced")
  func clock() async throws {
    let session = try shop.selected()
    #expect(try await shop.control("clock", ["advanceSeconds": 86_401]).status == 200)
    let access = try await shop.enter()
    #expect(try await shop.exec(access, session).error == "M01073004")
    #expect(abs(shop.sandbox.amazon.state.now.since(shop.sandbox.state.now).wholeMilliseconds) < 10)
    #expect(try await shop.send("/control/amazon-pay/subscriptions", [], contentType: nil, method: .get).status == 200)
  }

  @Test("After a restart everything goes on, and nothing happens twice")
  func journal() async throws {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent(
      "gmo-pg-\(UInt64.random(in: 0 ... .max)).journal"
    ).path
    defer { for file in [path, path + ".amazon-pay"] { try? FileManager.default.removeItem(atPath: file) } }
    let time = HandClock(TestShop.start)
    let open: TestShop.Access
    do {
      let shop = try TestShop(time: time, journal: path)
      let paid = try await shop.paid("PAID", ["JobCd": "CAPTURE"])
      try await shop.call("AmazonpayCancel", paid.with(["CancelAmount": "1000"]))
      _ = try await shop.paid("HELD")
      _ = try await shop.started("PENDING", card: "0701")
      _ = try shop.sandbox.act(.approve, on: "PENDING", details: [:])
      open = try await shop.started("OPEN", exec: ["Description": "表示"])
      _ = try await shop.enter("NEW")
      try await shop.sandbox.state.written()
      try await shop.sandbox.amazon.state.written()
    }
    let shop = try await reopening { try TestShop(time: time, journal: path) }
    #expect(try await shop.status("PAID") == "REQRETURN")
    #expect(try await shop.status("OPEN") == "AUTHPROCESS")
    #expect(try await shop.read("gmo-pg/transactions/OPEN")["description"]?.text == "表示")
    #expect(try await shop.call("EntryTranAmazonpay", TestShop.entry("NEW")).error == "E01040010")
    _ = try shop.sandbox.act(.approve, on: open.order, details: [:])
    #expect(try await shop.status("OPEN") == "AUTH")
    time.advance(by: .seconds(60))
    #expect(try await shop.status("PAID") == "CAPTURE")
    #expect(try await shop.status("PENDING") == "AUTH")
    #expect(shop.money == MoneyTotals(authorized: 4 * 8_980, held: 3 * 8_980, captured: 8_980, refunded: 1_000))
    time.advance(by: .seconds(30 * 86_400))
    #expect(try await shop.status("HELD") == "EXPIRED")
    #expect(shop.money == MoneyTotals(authorized: 4 * 8_980, captured: 8_980, refunded: 1_000))
  }

  @Test("The demo's settings name shop and button, and its sandbox starts beside Amazon's in one folder")
  func demo() async throws {
    let folder = MemoryFolder()
    var place = SandboxPlace(
      origin: try #require(Origin(TestShop.origin)), shop: try #require(Origin("http://localhost:3080")),
      shopName: "Demo", folder: folder, timekeeper: HandClock(TestShop.start), randomness: SequentialRandomness())
    place.hasJournal = false
    place.quietSeconds = "1,2"
    let settings = try GMOPaymentGatewaySandbox.Sandbox.settings(place)
    #expect(settings["FERRY_GMO_PG_TEST_SHOP_ID"]?.wholeMatch(of: /tshop[0-9a-z]{8}/) != nil)
    #expect(
      settings["FERRY_GMO_PG_TEST_SHOP_PASS"] == (try GMOPaymentGatewaySandbox.DemoAccount.password(place).reveal()))
    #expect(settings["FERRY_GMO_PG_TEST_SHOP_PASS"]?.count == 10)
    #expect(settings["FERRY_GMO_PG_TEST_BASE_URL"] == "\(TestShop.origin)/payment")
    #expect(settings["FERRY_GMO_PG_TEST_AMAZON_SANDBOX_URL"] == TestShop.origin)
    #expect(settings["FERRY_GMO_PG_TEST_AMAZON_PRIVATE_KEY_FILE"] == folder.path(AmazonPaySandbox.DemoAccount.keyFile))
    #expect(settings["FERRY_GMO_PG_TEST_AMAZON_MERCHANT_ID"] == AmazonPaySandbox.DemoAccount.merchantID)
    #expect(settings["FERRY_GMO_PG_TEST_QUIET_SECONDS"] == "1,2")
    #expect(try GMOPaymentGatewaySandbox.Sandbox(place).services.isEmpty)
    #expect(GMOPaymentGatewaySandbox.Sandbox.market.country == "JP" && GMOPaymentGatewaySandbox.Sandbox.id == "gmo-pg")
  }

  @Test("Options of the command are checked, and say what to mend")
  func options() throws {
    for (arguments, word) in [
      (["--shop-id", "9101234567890"], "--shop-id"), (["--shop-pass", "pass 1"], "--shop-pass"),
      (["--notify", "nowhere"], "--notify"), (["--refund-seconds", "-1"], "--refund-seconds"),
    ] {
      do {
        _ = try GMOPaymentGatewaySandbox.CommandOptions.parse(arguments)
        Issue.record("\(arguments) is taken.")
      } catch {
        #expect(GMOPaymentGatewaySandbox.CommandOptions.message(for: error).contains(word))
      }
    }
    #expect(GMOPaymentGatewaySandbox.CommandOptions.guide.split(separator: "\n").allSatisfy { $0.count <= 78 })
    let rules = try GMOPaymentGatewaySandbox.CommandOptions.parse([
      "--raw-bodies", "--shuffled-keys", "--trailing-newline", "--m01", "--declines-to-cancel-url",
      "--partial-capture", "--repeated-exec", "--any-button", "--refund-seconds", "5",
    ]).rules
    #expect(rules.bodyStyle == .raw && rules.shufflesKeys && rules.endsBodiesWithNewline && rules.codeFamily == .m01)
    #expect(rules.declinesLeaveByCancelURL && rules.allowsPartialCapture && rules.allowsRepeatedExec)
    #expect(!rules.requiresProcessor && rules.refundTime == .seconds(5))
    var place = SandboxPlace(
      origin: try #require(Origin(TestShop.origin)), shop: try #require(Origin(TestShop.origin)), shopName: "",
      folder: MemoryFolder())
    place.isControlEnabled = true
    let own = try GMOPaymentGatewaySandbox.CommandOptions.parse([
      "--shop-id", "tshop12345678", "--notify", "https://shop.example/notify",
    ])
    let sandbox = try #require(try own.sandbox(place) as? GMOPaymentGatewaySandbox.Sandbox)
    #expect(sandbox.shop.id == "tshop12345678" && sandbox.services.count == 1)
    #expect(try own.shopSettings(place).contains { $0.name == "ShopID" && $0.value == "tshop12345678" })
  }
}

extension UnexpectedReplies {
  fileprivate func discard(_ status: Int, _ body: String, order: String) {
    _ = self.status(status, Array(body.utf8), to: Array("OrderID=\(order)".utf8))
  }
}
