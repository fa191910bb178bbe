import ArgumentParser
import FerryCore
import FerrySandbox
import FerryTesting
import FerryWeb
import Foundation
import HTTPTypes
import Testing

@testable import SwedbankPaySandbox

@Suite("Control, console, journal and options of Swedbank Pay's sandbox")
struct ControlTests {
  private let shop: TestShop

  init() throws { shop = try TestShop() }

  @Test("A script opens a page and acts as the buyer of an order, without knowing the provider")
  func buyer() async throws {
    let order = try await shop.create()
    let url = try #require(order.href("redirect-checkout"))
    #expect(try await shop.control("buyer", ["order": "1001", "act": "approve"]).status == 404)
    let page = try await shop.control("pages", ["order": "1001", "nextAction": ["url": .string(url)]])
    #expect(page.status == 201 && page["place"] == "pay")
    #expect(page["returnURL"] == "https://shop.example/complete" && page["cancelURL"] == "https://shop.example/cancel")
    #expect(try await shop.control("buyer", ["order": "1001", "act": "select"]).status == 400)
    let declined = try await shop.control("buyer", ["order": "1001", "act": "decline"])
    #expect(declined["step"] == "pay" && declined["reason"] == "creditcard/authenticationstatusrejected")
    #expect(try await shop.control("buyer", ["order": "1001", "act": "leave"])["step"] == "left")
    #expect(try await shop.control("buyer", ["order": "1001", "act": "approve"]).status == 404)
    try await _ = shop.control("pages", ["order": "1001", "nextAction": ["url": .string(url)]])
    let details: JSONValue = ["method": "CreditCard", "card": .string(TestCard.challenged)]
    let approved = try await shop.control("buyer", ["order": "1001", "act": "approve", "details": details])
    #expect(approved["step"] == "leave" && approved["url"] == "https://shop.example/complete")
    #expect(try await shop.control("buyer", ["order": "1001", "act": "approve"]).status == 404)
    #expect(shop.sandbox.money.map(\.order) == ["order-R1"])
    #expect(
      try await shop.control("pages", ["nextAction": ["url": .string("\(TestShop.origin)/checkout/1")]]).status == 400)
  }

  @Test(
    "A buyer cancels on the page; the menu by script is opened by the address of its script",
    arguments: [
      "redirect-checkout", "view-checkout",
    ])
  func cancel(_ rel: String) async throws {
    let order = try await shop.create()
    let url = try #require(order.href(rel))
    try await _ = shop.control("pages", ["nextAction": ["url": .string(url)]])
    let isPage = rel == "redirect-checkout"
    #expect(
      try await shop.get(order.id)["paymentOrder.integration"]?.text == (isPage ? "Redirect" : "HostedView"))
    let answer = try await shop.control("buyer", ["order": "order-R1", "act": "cancel"])
    #expect(answer.status == (isPage ? 200 : 409))
    #expect(try await shop.get(order.id).order == (isPage ? "Aborted" : "Initialized"))
  }

  @Test("Every instrument can be approved and declined by the control API", arguments: Instrument.allCases)
  func instruments(_ instrument: Instrument) async throws {
    let currency = [.vipps, .invoiceNorway].contains(instrument) ? "NOK" : "SEK"
    let id = try await shop.create(currency: currency).id
    #expect(try shop.act(.decline, id, ["method": instrument.rawValue]).step == "pay")
    #expect(try shop.act(.approve, id, ["method": instrument.rawValue]).step == "leave")
    #expect(try await shop.get(id, expand: "paid")["paymentOrder.paid.instrument"]?.text == instrument.rawValue)
  }

  @Test("A clerk captures, cancels, reverses and aborts in the console")
  func clerk() async throws {
    let id = try await shop.paid()
    let path = "swedbank-pay/orders/\(id.split(separator: "/").last ?? "")"
    #expect(try await shop.control("\(path)/capture", ["amount": "5.00"]).status == 200)
    #expect(try await shop.control("\(path)/capture", ["amount": "10.01"])["reasonCode"] == "forbidden")
    #expect(try await shop.control("\(path)/capture", ["amount": 5]).status == 400)
    #expect(try await shop.control("\(path)/cancel", [:])["status"] == "Paid")
    #expect(try await shop.control("\(path)/reversal", [:])["status"] == "Reversed")
    #expect(try await shop.control("\(path)/abort", [:]).status == 403)
    #expect(try await shop.control("\(path)/dance", [:]).status == 404)
    #expect(shop.sandbox.money.map(\.refunded.minorUnits) == [500])
    let ledger = try await shop.send(.get, "/control/ledger", [], [:])
    #expect(ledger["orders.0.currency"] == "SEK" && ledger["orders.0.refunded.decimal"] == "5.00")
    #expect(ledger["orders.0.merchant"]?.text == TestShop.payee)
  }

  @Test("The console shows orders, refusals and callbacks, escaped, and acts on forms of its own pages only")
  func console() async throws {
    let browser = ScriptlessBrowser(shop.sandbox)
    let payee: JSONValue = [
      "payeeId": .string(TestShop.payee), "payeeReference": "R1", "orderReference": "<script>",
    ]
    let id = try await shop.paid("R1", ["payeeInfo": payee])
    try await shop.call(.post, "/psp/paymentorders", TestShop.request("R1"))
    let list = try await browser.get("/console").html
    #expect(list.contains("&lt;script&gt;") && list.contains("Authorization") && !list.contains("<script"))
    let refused = try await browser.get("/console/requests?refused=1").html
    #expect(refused.contains("A payeeReference is used once"))
    #expect(try await browser.get("/console/notifications").html.contains("Authorization"))
    let path = "/console/orders/\(id.split(separator: "/").last ?? "")"
    let detail = try await browser.get(path).html
    #expect(detail.contains("id=\"deeds\"") && detail.contains("financialTransactionsList"))
    #expect(try await browser.post(path, [("act", "capture")], origin: "https://evil.example").status == 403)
    let above = try await browser.post(path, [("act", "capture"), ("amount", "1501")], origin: TestShop.origin)
    #expect(above.status == 422 && above.html.contains("too high"))
    #expect(try await browser.post(path, [("act", "capture"), ("amount", "x")], origin: TestShop.origin).status == 422)
    #expect(try await browser.post(path, [("act", "capture")], origin: TestShop.origin).status == 200)
    #expect(shop.sandbox.money.map(\.captured.minorUnits) == [1_500])
    #expect(try await browser.get("/").html.contains("/console"))
  }

  @Test("A capture or reversal in the merchant portal has its share of the VAT")
  func portalVAT() async throws {
    let id = String(try #require(try await shop.paid().split(separator: "/").last))
    let acts = [(.capture, 500, 100), (.capture, nil, 200), (.reversal, 750, 150)] as [(ConsoleAct, Int64?, Int64)]
    for (act, amount, vat) in acts {
      #expect(try shop.sandbox.perform(act, on: id, amount: amount).transactions.last?.vatAmount == vat)
    }
  }

  @Test(
    "The console is in English, whatever the browser asks for", arguments: ["sv-SE,en", "en", nil])
  func consoleLanguage(_ language: String?) async throws {
    let browser = ScriptlessBrowser(shop.sandbox)
    let id = try await shop.paid()
    try await shop.call(.post, "/psp/paymentorders", TestShop.request("R1"))
    let texts = [
      ("/console", "Payment order"),
      ("/console/orders/\(id.split(separator: "/").last ?? "")", "Cancel the authorization"),
      ("/console/requests?refused=1", "is used once"), ("/console/notifications", "Callbacks go to"),
    ]
    for (path, text) in texts {
      let page = try await browser.get(path, language: language).html
      #expect(page.contains(text) && page.contains("<html lang=\"en\">"), "\(path)")
    }
  }

  @Test("After a restart everything goes on, and nothing happens twice")
  func journal() async throws {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent(
      "swedbank-pay-\(UInt64.random(in: 0 ... .max)).journal"
    ).path
    defer { try? FileManager.default.removeItem(atPath: path) }
    let time = HandClock(TestShop.start)
    let (paid, waiting): (String, String)
    do {
      let shop = try TestShop(time: time, journal: path)
      paid = try await shop.paid("R1", ["generatePaymentToken": true, "payer": ["payerReference": "c"]])
      try await shop.operate(paid, "captures", "C1", amount: 500)
      waiting = try await shop.create("R2").id
      let token = try shop.token(waiting)
      _ = try shop.sandbox.change { ledger, now throws(BuyerRefusal) in try ledger.start(token, .swish, at: now) }
      try await shop.sandbox.state.written()
    }
    let shop = try await reopening { try TestShop(time: time, journal: path) }
    #expect(try await shop.get(paid)["paymentOrder.remainingCaptureAmount"] == 1_000)
    #expect(try await shop.operate(paid, "captures", "C1", amount: 1).status == 400)
    #expect(try await shop.call(.get, "/psp/paymentorders/payerownedtokens/c").status == 200)
    #expect(try await shop.get(waiting).rels.contains("abort-paymentattempt"))
    time.advance(by: .seconds(180))
    #expect(try await shop.get(waiting).rels.contains("abort"))
    time.advance(by: .seconds(180 * 86_400))
    #expect(shop.sandbox.money.map(\.held.minorUnits) == [0])
    let numbers = shop.sandbox.state.reading { ledger in
      ledger.orders.values.flatMap { $0.transactions.map(\.number) + $0.failedAttempts.map(\.number) }
    }
    #expect(Set(numbers).count == numbers.count)
  }

  @Test("The demo's settings name the account, and the demo sells in Sweden")
  func demo() throws {
    var place = SandboxPlace(
      origin: try #require(Origin(TestShop.origin)), shop: try #require(Origin("http://localhost:3080")),
      shopName: "Demo", folder: MemoryFolder(), timekeeper: HandClock(TestShop.start),
      randomness: SequentialRandomness())
    place.hasJournal = false
    let settings = try Sandbox.settings(place)
    #expect(settings["FERRY_SWEDBANK_PAY_TEST_PAYEE_ID"] == DemoAccount.payeeID)
    #expect(settings["FERRY_SWEDBANK_PAY_TEST_ACCESS_TOKEN"] == (try DemoAccount.accessToken(place).reveal()))
    #expect(try Sandbox(place).services.isEmpty)
    place.notificationURL = "http://localhost:3080/ferry/notify/swedbank-pay/test"
    #expect(try Sandbox(place).services.count == 1)
    #expect(Sandbox.market.prices.map(\.currency.code) == ["SEK", "NOK", "DKK", "EUR"])
    #expect(Sandbox.market.languages == [.swedish, .english])
    #expect(Sandbox.market.name[.swedish] == "Sverige")
  }

  @Test(
    "Options of the command are checked, and say what to mend",
    arguments: [
      (["--payee-id", "me"], "--payee-id"), (["--access-token", ""], "--access-token"),
      (["--creation-status", "204"], "--creation-status"), (["--app-seconds", "0"], "--app-seconds"),
    ])
  func options(_ arguments: [String], _ word: String) throws {
    do {
      _ = try CommandOptions.parse(arguments)
      Issue.record("\(arguments) is taken.")
    } catch {
      #expect(CommandOptions.message(for: error).contains(word))
    }
  }

  @Test("The guide fits a terminal, and names the cards and operations that exist")
  func guide() {
    #expect(CommandOptions.guide.split(separator: "\n").allSatisfy { $0.count <= 78 })
    let cards = CommandOptions.guide.matches(of: /\b[0-9]{13,19}\b/).map { String($0.output) }
    #expect(cards.count > 5 && cards.allSatisfy { TestCard.find($0) != nil })
    #expect(Operation.allCases.allSatisfy { CommandOptions.guide.contains($0.rawValue) })
    #expect(Instrument.allCases.allSatisfy { CommandOptions.guide.contains($0.rawValue) })
  }
}
