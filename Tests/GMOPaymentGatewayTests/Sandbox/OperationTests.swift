import FerryCore
import FerrySandbox
import FerryTesting
import Testing

@testable import GMOPaymentGatewaySandbox

@Suite("Sales, Change and Cancel at GMO's sandbox")
struct OperationTests {
  private let shop: TestShop

  init() throws { shop = try TestShop() }

  private func sales(_ access: TestShop.Access, _ amount: String = "8000", _ tax: String? = "980") async throws
    -> TestShop.Answer
  {
    try await shop.call("AmazonpaySales", access.with(["Amount": amount, "Tax": tax]))
  }

  private func cancel(
    _ access: TestShop.Access, _ amount: String? = "8000", _ tax: String? = "980", in other: TestShop? = nil
  ) async throws -> TestShop.Answer {
    try await (other ?? shop).call("AmazonpayCancel", access.with(["CancelAmount": amount, "CancelTax": tax]))
  }

  private func change(_ access: TestShop.Access, _ amount: String, _ tax: String? = nil) async throws
    -> TestShop.Answer
  {
    try await shop.call("AmazonpayChange", access.with(["Amount": amount, "Tax": tax]))
  }

  // MARK: Sales

  @Test("An authorization is captured once, by its sum")
  func captured() async throws {
    let access = try await shop.paid()
    #expect(try await sales(access, "8979", nil).error == "E01060010")
    #expect(try await sales(access, "8981", nil).error == "E01060010")
    let answer = try await sales(access, "8980", nil)
    #expect(answer.text == "OrderID=ORDER-1&Status=SALES&Amount=8980&Tax=0", "Amount and Tax count together.")
    #expect(shop.money == MoneyTotals(captured: 8_980))
    #expect(try await sales(access, "8980", nil).error == "M01054004")
    #expect(shop.money.captured == 8_980)
  }

  @Test("A part can be captured if the contract has it; the rest is released")
  func partly() async throws {
    let shop = try TestShop { $0.allowsPartialCapture = true }
    let access = try await shop.paid()
    #expect(
      try await shop.call("AmazonpaySales", access.with(["Amount": "9000"])).error == "E01060010")
    #expect(try await shop.call("AmazonpaySales", access.with(["Amount": "5000"]))["Amount"] == "5000")
    #expect(shop.money == MoneyTotals(authorized: 8_980, captured: 5_000))
  }

  @Test("Nothing is captured before the buyer has paid, and nothing of another order")
  func notPaid() async throws {
    let access = try await shop.enter()
    #expect(try await sales(access).error == "E01110010")
    #expect(try await cancel(access).error == "E01110010")
    #expect(try await change(access, "1").error == "E01110010")
    let other = try await shop.paid("ORDER-2")
    let mixed = TestShop.Access(order: "ORDER-1", id: other.id, pass: other.pass)
    #expect(try await sales(mixed).error == "E01110002")
  }

  @Test("Amounts and access have the usual errors, all at once")
  func fields() async throws {
    let access = try await shop.paid()
    let answer = try await shop.call(
      "AmazonpaySales", ["OrderID": "a_b", "AccessID": "x", "AccessPass": nil, "Amount": "x", "Tax": "y"])
    #expect(answer.error == "E01090008|E01100001|E01040013|E01060006|E01070006")
    #expect(try await cancel(access, nil, nil).error == "M01085001")
    #expect(try await cancel(access, "12345678", "12345678").error == "M01085005|M01086005")
    #expect(try await cancel(access, "x", "y").error == "M01085006|M01086006")
    #expect(try await cancel(access, "0", "0").error == "M01085010")
    #expect(try await cancel(access, "8001", "0").error == "M01085011")
    #expect(try await cancel(access, "8000", "981").error == "M01085011")
    #expect(shop.money == MoneyTotals(held: 8_980))
  }

  @Test(
    "An authorization lapses after 30 days: it is EXPIRED, or stays AUTH and cannot be captured",
    arguments: [true, false])
  func lapse(_ stays: Bool) async throws {
    let shop = try TestShop { $0.lapsedStaysAuthorized = stays }
    let access = try await shop.paid()
    shop.time.advance(by: .seconds(30 * 86_400 - 1))
    #expect(try await shop.status() == "AUTH")
    #expect(shop.money == MoneyTotals(held: 8_980))
    shop.time.advance(by: .seconds(1))
    #expect(try await shop.status() == (stays ? "AUTH" : "EXPIRED"))
    let late = try await shop.call("AmazonpaySales", access.with(["Amount": "8980"]))
    #expect(late.error == (stays ? "M01060010" : "M01054004"))
    #expect(shop.money == MoneyTotals(authorized: 8_980))
    #expect(try shop.notifications.count == 2)
  }

  // MARK: Change

  @Test("An authorization rises and falls; a captured amount only falls, and the difference goes back")
  func changed() async throws {
    let access = try await shop.paid()
    #expect(try await change(access, "10000", "1000").text == "OrderID=ORDER-1&Status=AUTH&Amount=10000&Tax=1000")
    #expect(shop.money == MoneyTotals(held: 11_000))
    #expect(try await change(access, "5000")["Amount"] == "5000")
    #expect(try await sales(access, "8000").error == "E01060010")
    #expect(try await sales(access, "5000", nil)["Status"] == "SALES")
    #expect(try await change(access, "5001").error == "E01060010")
    #expect(try await change(access, "3000")["Status"] == "SALES")
    #expect(shop.money == MoneyTotals(captured: 5_000, refunded: 2_000))
    #expect(try await change(access, "0").error == "E01060005")
  }

  // MARK: Cancel

  @Test("An authorization is canceled at once and as a whole")
  func voided() async throws {
    let access = try await shop.paid()
    #expect(try await cancel(access, "1000", "0").error == "M01085010")
    let answer = try await cancel(access)
    #expect(answer["Status"] == "CANCEL" && answer["CancelAmount"] == "8000" && answer["CancelTax"] == "980")
    #expect(shop.money == MoneyTotals(authorized: 8_980))
    #expect(try await cancel(access).error == "M01054004")
    #expect(try await sales(access).error == "M01054004")
    let lenient = try TestShop { $0.allowsPartialVoid = true }
    let other = try await lenient.paid()
    #expect(try await cancel(other, "1000", "0", in: lenient)["Status"] == "AUTH")
    #expect(lenient.money == MoneyTotals(held: 7_980))
  }

  @Test("A refund runs: REQRETURN, and RETURN half a minute later, with one notification")
  func refunded() async throws {
    let access = try await shop.paid("ORDER-1", ["JobCd": "CAPTURE"])
    let answer = try await cancel(access)
    #expect(
      answer.text == "OrderID=ORDER-1&Status=REQRETURN&Amount=0&Tax=0&CancelAmount=8000&CancelTax=980")
    #expect(shop.money == MoneyTotals(captured: 8_980), "Nothing has moved yet.")
    #expect(try await cancel(access, "0", "1").error == "M01054004", "One refund at a time.")
    let running = try await shop.search()
    #expect(running["Status"] == "REQRETURN" && running["AmazonPayCancelAmount"] == "8000")
    shop.time.advance(by: .seconds(30))
    let done = try await shop.search()
    #expect(done["Status"] == "RETURN" && done["Amount"] == "0" && done["AmazonPayCancelTax"] == "980")
    #expect(done["ProcessDate"] == "20260115233030")
    #expect(shop.money == MoneyTotals(captured: 8_980, refunded: 8_980))
    #expect(try shop.notifications.map { $0["Status"] } == ["CAPTURE", "RETURN"])
    #expect(try await cancel(access).error == "M01054004")
  }

  @Test("Refunds in part sum up and lower the amount; a blind repetition refunds twice", arguments: [true, false])
  func partialRefunds(_ shows: Bool) async throws {
    let shop = try TestShop { $0.partialRefundsShowRequest = shows }
    let access = try await shop.paid("ORDER-1", ["JobCd": "CAPTURE"])
    let first = try await cancel(access, "3000", "0", in: shop)
    #expect(first["Status"] == (shows ? "REQRETURN" : "CAPTURE"))
    #expect(first["Amount"] == "5000" && first["CancelAmount"] == "3000")
    #expect(try await cancel(access, "1", "0", in: shop).error == "M01054004")
    shop.time.advance(by: .seconds(30))
    #expect(try await shop.status() == "CAPTURE")
    #expect(try await cancel(access, "3000", nil, in: shop)["CancelAmount"] == "3000")
    shop.time.advance(by: .seconds(30))
    let found = try await shop.search()
    #expect(found["Amount"] == "2000" && found["Tax"] == "980" && found["AmazonPayCancelAmount"] == "6000")
    #expect(shop.money == MoneyTotals(captured: 8_980, refunded: 6_000))
    #expect(try await cancel(access, "2001", "0", in: shop).error == "M01085011")
    #expect(try await cancel(access, "2000", "980", in: shop).error == nil)
    shop.time.advance(by: .seconds(30))
    #expect(try await shop.status() == "RETURN")
    #expect(shop.money == MoneyTotals(captured: 8_980, refunded: 8_980))
  }

  @Test("A refund that fails leads back, and its money can be refunded again")
  func failedRefund() async throws {
    let access = try await shop.paid()
    try await _ = sales(access)
    shop.sandbox.state.plan(SandboxFault(.simulate("RefundFailed"), onOperation: "AmazonpayCancel"))
    #expect(try await cancel(access)["Status"] == "REQRETURN")
    shop.time.advance(by: .seconds(30))
    let found = try await shop.search()
    #expect(found["Status"] == "SALES" && found["Amount"] == "8000" && found["AmazonPayCancelAmount"] == "")
    #expect(shop.money == MoneyTotals(captured: 8_980))
    let notice = try #require(try shop.notifications.last)
    #expect(notice["Status"] == "SALES" && notice["ErrCode"] == "E11" && notice["ErrInfo"] == "E11010003")
    #expect(notice["CancelAmount"] == "8000")
    #expect(try await cancel(access).error == nil)
    shop.time.advance(by: .seconds(30))
    #expect(shop.money == MoneyTotals(captured: 8_980, refunded: 8_980))
  }

  @Test("After 180 days nothing can be refunded")
  func tooOld() async throws {
    let access = try await shop.paid("ORDER-1", ["JobCd": "CAPTURE"])
    shop.time.advance(by: .seconds(180 * 86_400))
    #expect(try await cancel(access, "1", "0").error == nil)
    shop.time.advance(by: .seconds(60))
    #expect(try await cancel(access, "1", "0").error == "M01057010")
  }

  // MARK: Faults and locks

  @Test("Any code that GMO has can be provoked, before or after the call")
  func simulated() async throws {
    let access = try await shop.paid()
    for code in ["E92000001", "E61010002", "E91099996"] {
      shop.sandbox.state.plan(SandboxFault(.simulate(code), onOperation: "AmazonpaySales"))
      let answer = try await sales(access)
      #expect(answer.text == "ErrCode=\(code.prefix(3))&ErrInfo=\(code)")
      #expect(try await shop.status() == "AUTH")
    }
    shop.sandbox.state.plan(SandboxFault(.simulate("after:E91029999"), onOperation: "AmazonpaySales"))
    #expect(try await sales(access).error == "E91029999")
    #expect(try await shop.status() == "SALES")
    #expect(shop.sandbox.state.requests.last { $0.operation == "AmazonpaySales" }?.simulationCode == "after:E91029999")
  }

  @Test("The common faults strike the call that they name")
  func faults() async throws {
    let access = try await shop.paid()
    let state = shop.sandbox.state
    state.plan(SandboxFault(.errorBeforeExecution(503), onOperation: "AmazonpaySales"))
    let refused = try await sales(access)
    #expect(refused.status == 503 && refused.contentType == "text/html")
    #expect(shop.money.captured == 0)
    state.plan(SandboxFault(.errorAfterExecution(500), onOperation: "AmazonpaySales"))
    #expect(try await sales(access).status == 500)
    #expect(shop.money.captured == 8_980)
    state.plan(SandboxFault(.errorAfterExecution(500), onOperation: "AmazonpaySales"))
    #expect(try await sales(access).status == 500)
    #expect(
      state.requests.last?.reasonCode != nil, "The order is captured already: the log has the reason of the refusal.")
    state.plan(SandboxFault(.unknownState, onOperation: nil))
    #expect(try await shop.status() == "TELEPORTED")
    state.plan(SandboxFault(.otherAmount, onOperation: "SearchTradeMulti"))
    #expect(try await shop.search()["Amount"] == "18000")
    state.plan(SandboxFault(.notJSON, onOperation: "SearchTradeMulti"))
    let page = try await shop.search()
    #expect(page.status == 200 && page.text.contains("<html>"))
  }

  @Test("While a call runs, the same one is a double and another one is locked out; a search is neither")
  func locks() async throws {
    let time = VirtualTime()
    let shop = try TestShop(place: { $0.timekeeper = time })
    try await time.run(limit: .seconds(3_600)) {
      let access = try await shop.paid()
      shop.sandbox.state.plan(SandboxFault(.slow(.seconds(20)), onOperation: "AmazonpaySales"))
      let fields = access.with(["Amount": "8980"])
      async let first = shop.call("AmazonpaySales", fields)
      try await time.sleep(for: .seconds(5))
      #expect(try await shop.call("AmazonpaySales", fields).error == "E90010001")
      #expect(try await shop.call("AmazonpaySales", access.with(["Amount": "1"])).error == "E82010001")
      #expect(
        try await shop.call("AmazonpayCancel", access.with(["CancelAmount": "1"])).error == "E82010001")
      #expect(try await shop.status() == "SALES")
      #expect(try await shop.enter("ORDER-2").id.count == 32, "Another order is free.")
      #expect(try await first["Status"] == "SALES")
      #expect(try await shop.call("AmazonpaySales", fields).error == "M01054004")
    }
  }
}
