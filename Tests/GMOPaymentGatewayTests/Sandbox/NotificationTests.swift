import FerryCore
import FerrySandbox
import FerryTesting
import Testing

@testable import GMOPaymentGatewaySandbox

@Suite("Result notifications of GMO's sandbox")
struct NotificationTests {
  @Test("A notification has GMO's fields, with masked passwords and nothing secret")
  func fields() async throws {
    let shop = try TestShop()
    let access = try await shop.paid(exec: ["Description": "秘密ではない"])
    let message = try shop.sandbox.message(try #require(shop.sandbox.state.advanced().0.post.list.first))
    #expect(message.url == "https://shop.example/notify")
    #expect(message.headers["content-type"]?.hasPrefix("application/x-www-form-urlencoded") == true)
    let body = String(decoding: message.body, as: UTF8.self)
    let names = body.split(separator: "&").map { String($0.prefix { $0 != "=" }) }
    #expect(
      names == [
        "ShopID", "ShopPass", "AccessID", "AccessPass", "OrderID", "Status", "JobCd", "Amount", "Tax", "TranDate",
        "ErrCode", "ErrInfo", "PayType", "CancelAmount", "CancelTax",
      ])
    let form = try #require(try shop.notifications.first)
    #expect(form["ShopPass"] == "**********" && form["AccessPass"] == String(repeating: "*", count: 32))
    #expect(form["ShopID"] == TestShop.shopID && form["AccessID"] == access.id && form["OrderID"] == "ORDER-1")
    #expect(form["Status"] == "AUTH" && form["JobCd"] == "AUTH" && form["Amount"] == "8000" && form["Tax"] == "980")
    #expect(form["TranDate"] == "20260115233000" && form["PayType"] == "38")
    #expect(form["ErrCode"] == "" && form["ErrInfo"] == "" && form["CancelAmount"] == "")
    #expect(!body.contains(TestShop.shopPass) && !body.contains(access.pass))
    let naming = try TestShop { $0.notificationsNamePermission = true }
    _ = try await naming.paid()
    #expect(try naming.notifications.first?["AmazonChargePermissionID"]?.hasPrefix("S03-") == true)
  }

  @Test("Every change of a status or an amount is notified; waiting and running ones are not")
  func events() async throws {
    let shop = try TestShop()
    let access = try await shop.started()
    #expect(try shop.notifications.isEmpty)
    _ = try shop.sandbox.act(.approve, on: "ORDER-1", details: [:])
    try await shop.call("AmazonpayChange", access.with(["Amount": "5000"]))
    try await shop.call("AmazonpaySales", access.with(["Amount": "5000"]))
    try await shop.call("AmazonpayCancel", access.with(["CancelAmount": "2000"]))
    shop.time.advance(by: .seconds(30))
    try await shop.call("AmazonpayCancel", access.with(["CancelAmount": "3000"]))
    shop.time.advance(by: .seconds(30))
    let voided = try await shop.paid("ORDER-2")
    try await shop.call("AmazonpayCancel", voided.with(["CancelAmount": "8000", "CancelTax": "980"]))
    _ = try await shop.started("ORDER-3")
    _ = try shop.sandbox.act(.decline, on: "ORDER-3", details: [:])
    _ = try shop.sandbox.act(.cancel, on: "ORDER-3", details: [:])
    _ = try await shop.started("ORDER-4")
    shop.time.advance(by: .seconds(601))
    let told = try shop.notifications
    #expect(
      told.map { "\($0["OrderID"] ?? "") \($0["Status"] ?? "") \($0["Amount"] ?? "") \($0["CancelAmount"] ?? "")" } == [
        "ORDER-1 AUTH 8000 ", "ORDER-1 AUTH 5000 ", "ORDER-1 SALES 5000 ", "ORDER-1 SALES 3000 2000",
        "ORDER-1 RETURN 0 3000", "ORDER-2 AUTH 8000 ", "ORDER-2 CANCEL 0 8000", "ORDER-3 PAYFAIL 8000 ",
        "ORDER-4 EXPIRED 8000 ",
      ])
    #expect(told[7]["ErrInfo"] == "E11010099" && told[8]["ErrInfo"] == "M01074091")
  }

  @Test("Without an address nothing is notified")
  func silent() async throws {
    let shop = try TestShop(notifies: false)
    _ = try await shop.paid()
    #expect(try shop.notifications.isEmpty && shop.sandbox.services.isEmpty)
    #expect(try await shop.control("gmo-pg/connectivity").status == 400)
  }

  @Test("A receiver accepts by the status 200 and the body 0, and nothing else")
  func replies() async throws {
    let replies = UnexpectedReplies()
    let notice = Array("OrderID=ORDER-1&Status=AUTH".utf8)
    #expect(replies.status(200, Array("0".utf8), to: notice) == 200)
    #expect(replies.last.isEmpty)
    for (status, body) in [(200, "1"), (200, "0\n"), (200, ""), (200, "OK"), (204, ""), (201, "0"), (404, "0")] {
      #expect(replies.status(status, Array(body.utf8), to: notice) >= 500, "\(status) \(body)")
    }
    #expect(replies.status(503, [], to: notice) == 503)
    #expect(replies.last.count == 8 && replies.last.first?.order == "ORDER-1")
  }

  @Test("After a failure five attempts follow, an hour apart, and then none")
  func retries() async throws {
    let shop = try TestShop()
    _ = try await shop.paid()
    let rules = shop.sandbox.deliveryRules
    #expect(rules.timeout == .seconds(15))
    for attempt in 1...6 {
      let due = shop.sandbox.state.drainDueNotifications()
      #expect(due.deliveries.map(\.number) == [1], "Attempt \(attempt)")
      shop.sandbox.state.note(
        attempt.isMultiple(of: 2) ? .noAnswer : .status(500), of: 1, rules: rules)
      shop.time.advance(by: .seconds(3_599))
      #expect(shop.sandbox.state.drainDueNotifications().deliveries.isEmpty)
      shop.time.advance(by: .seconds(1))
    }
    shop.time.advance(by: .seconds(86_400))
    #expect(shop.sandbox.state.drainDueNotifications().deliveries.isEmpty)
    #expect(shop.sandbox.state.advanced().0.post.list.map(\.state) == [.exhausted])
  }

  @Test("A test of the connection tells of no order")
  func connectivity() async throws {
    let shop = try TestShop()
    #expect(try await shop.control("gmo-pg/connectivity").status == 202)
    let form = try #require(try shop.notifications.first)
    #expect(form["ErrCode"] == "E00" && form["ErrInfo"] == "E00000000" && form["OrderID"] == "")
  }

  @Test("Notifications are lost, doubled and delayed by faults, and every copy is the same")
  func faults() async throws {
    let shop = try TestShop()
    shop.sandbox.state.change { ledger, _ in
      ledger.post.faults.add(NotificationFault(.lose, onObject: "transaction"))
      ledger.post.faults.add(NotificationFault(.duplicate(copies: 2, pause: .seconds(60)), onObject: nil))
      ledger.post.faults.add(NotificationFault(.delay(.seconds(1_800)), onObject: nil))
    }
    for number in 1...3 { _ = try await shop.paid("ORDER-\(number)") }
    let list = shop.sandbox.state.advanced().0.post.list
    #expect(list.map(\.state) == [.lost, .waiting, .waiting, .waiting, .waiting])
    shop.sandbox.state.advanceClock(by: .seconds(7))
    let bodies = try list.map { try shop.sandbox.message($0).body }
    #expect(bodies[1] == bodies[2] && bodies[2] == bodies[3])
    #expect(list[4].due == TestShop.start + .seconds(1_800))
  }
}
