import FerryCore
import FerryHTTP
import GMOPaymentGateway
import Testing

@Suite("Answers of GMO's API")
struct AnswerTests {
  /// An answer in the other flavour.
  private func json(_ form: String) -> String {
    let members = form.split(separator: "&").map { field in
      let parts = field.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      return "\"\(parts[0].prefix(1).lowercased() + parts[0].dropFirst())\":\"\(parts[1])\""
    }
    return "{\(members.joined(separator: ","))}"
  }

  @Test("A registered transaction has AccessID and AccessPass, in both flavours")
  func entered() throws {
    for body in [Answers.entered, json(Answers.entered), "OrderID=order-0001&\(Answers.entered)\r\n"] {
      let entered: EnteredTransaction = try GMOCall.sampleEntry().read(body)
      #expect(entered.accessID == Transaction.accessID)
      #expect(entered.accessPass.reveal() == Transaction.accessPass)
    }
  }

  @Test("A started payment has a page, and the time by which the browser has to open it")
  func started() throws {
    for body in [Answers.started, json(Answers.started)] {
      let executed: ExecutedTransaction = try GMOCall.sampleExec().read(body)
      let start = try #require(executed.start)
      #expect(executed.result == nil)
      #expect(start.accessID == Transaction.accessID)
      #expect(start.token.reveal() == "Ab+cd/EF+gh12==")
      #expect(start.startURL == "https://pt01.mul-pay.jp/payment/AmazonpayStart.idPass")
      #expect(start.startLimit.iso8601 == "2025-11-21T06:45:00Z")
    }
  }

  @Test("An APB payment has a result, or a page")
  func settled() throws {
    let executed: ExecutedTransaction = try GMOCall.sampleAPB().read(Answers.settled)
    let result = try #require(executed.result)
    #expect(executed.start == nil)
    #expect(result.status == .known(.authorized))
    #expect(result.processedAt?.iso8601 == "2025-11-21T06:45:00Z")
    #expect(result.amazonChargePermissionID == Transaction.permissionID)
    #expect(result.isGenuine(accessID: Transaction.accessID, for: try .sample()))
    #expect(!result.isGenuine(accessID: Transaction.accessPass, for: try .sample()))
    #expect(!result.isGenuine(accessID: Transaction.accessID, for: try .sample(shopPass: "pass0002")))
    let page: ExecutedTransaction = try GMOCall.sampleAPB().read(Answers.started)
    #expect(page.start != nil)
  }

  @Test("An empty field is no page and no result")
  func emptyFields() throws {
    let started: ExecutedTransaction = try GMOCall.sampleExec().read("Status=&OrderID=&\(Answers.started)")
    #expect(started.start != nil && started.result == nil)
    let settled: ExecutedTransaction = try GMOCall.sampleAPB().read("\(Answers.settled)&StartURL=&Token=")
    #expect(settled.start == nil && settled.result?.status == .known(.authorized))
  }

  @Test("A time of another form hides no status", arguments: ["x", "00000000000000"])
  func otherTimes(time: String) throws {
    let found: TradeInformation = try GMOCall.sampleSearch().read(
      Answers.found.replacing("20251121154500", with: time))
    #expect(found.status == .known(.sales) && found.processedAt == nil)
    let settled: ExecutedTransaction = try GMOCall.sampleAPB().read(
      Answers.settled.replacing("20251121154500", with: time))
    #expect(settled.result?.status == .known(.authorized) && settled.result?.processedAt == nil)
  }

  @Test("A two-step payment never has a result without a page")
  func resultOfTwoStep() throws { #expect(try GMOCall.sampleExec().failure(Answers.settled)?.kind == .unknownOutcome) }

  @Test("Captures, changes and returns have a status and amounts")
  func changed() throws {
    let sold: ChangedTransaction = try GMOCall.sampleSales().read(Answers.sold)
    #expect(sold.status == .known(.sales))
    #expect(sold.amount == .yen(8980))
    #expect(sold.tax == nil)
    let returned: ChangedTransaction = try GMOCall.sampleCancel().read(json(Answers.returned))
    #expect(returned.status == .known(.refundRequested))
    #expect(returned.tax == .yen(0))
    #expect(returned.cancelAmount == .yen(980))
    #expect(returned.cancelTax == nil)
  }

  @Test("A transaction has status, amounts, and the AccessID and AccessPass that were lost")
  func found() throws {
    let found: TradeInformation = try GMOCall.sampleSearch().read(Answers.found)
    #expect(found.status == .known(.sales))
    #expect(found.job == .known(.authorize))
    #expect(found.orderID == nil)
    #expect(found.accessID == Transaction.accessID)
    #expect(found.accessPass?.reveal() == Transaction.accessPass)
    #expect(found.total == .yen(8980))
    #expect(found.cancelledTotal == .yen(110))
    #expect(found.amazonChargePermissionID == Transaction.permissionID)
    #expect(found.amazonCheckoutSessionID == nil)
    #expect(found.clientFields == ClientFields("a"))
    #expect(found.processedAt?.iso8601 == "2025-11-21T06:45:00Z")
    let bare: TradeInformation = try GMOCall.sampleSearch().read("Status=UNPROCESSED&Amount=&AmazonPayCancelAmount=")
    #expect(bare.total == nil)
    #expect(bare.cancelledTotal == nil)
    #expect(bare.job == nil)
  }

  @Test("An unknown status is kept as text, and is not final")
  func unknownStatus() throws {
    let found: TradeInformation = try GMOCall.sampleSearch().read("Status=LAPSED&Amount=5&PayType=38")
    #expect(found.status == .unknown("LAPSED"))
    #expect(found.status.known?.isFinal != true)
    let final = GMOStatus.allCases.filter(\.isFinal)
    #expect(final == [.refunded, .cancelled, .failed, .expired, .consentEnded])
  }

  @Test("Addresses and names are read, and empty ones are none")
  func buyer() throws {
    let buyer: BuyerDetails = try GMOCall.sampleAddress().read(Answers.buyer)
    #expect(buyer.shipping?.name == "髙橋 \u{FA11}子")
    #expect(buyer.shipping?.stateOrRegion == "東京都")
    #expect(buyer.shipping?.city == "渋谷区")
    #expect(buyer.shipping?.postalCode == "1500002")
    #expect(buyer.shipping?.countryCode == "JP")
    #expect(buyer.shipping?.lines == ["１～３", "①号棟"])
    #expect(buyer.shipping?.phone == nil)
    #expect(buyer.billing == nil)
    #expect(buyer.email == "a+b@example.com")
    #expect(buyer.name == "ﾔﾏﾀﾞ")
    #expect(buyer.paymentDescriptor == "JCB ****1111 (Amazon Pay)")
    #expect(buyer.malformedFields.isEmpty)
    let broken: BuyerDetails = try GMOCall.sampleAddress().read("ShippingName=%81&BillingPhoneNumber=03")
    #expect(broken.malformedFields == ["ShippingName"])
    #expect(broken.billing?.phone == "03")
    let none: BuyerDetails = try GMOCall.sampleAddress().read("ShippingName=")
    #expect(none.shipping == nil)
  }

  @Test(
    "An answer without a field that it cannot do without, or with a malformed one, is none",
    arguments: [
      ("entry", "AccessID=\(Transaction.accessID)"), ("entry", "AccessPass=\(Transaction.accessPass)"),
      ("entry", "AccessID=\(Transaction.accessID)&AccessPass=fedc"), ("entry", "OrderID=order-0001"),
      ("exec", Answers.started.replacing("&StartLimitDate=20251121154500", with: "")),
      ("exec", Answers.started.replacing("154500", with: "15450")),
      ("exec", Answers.started.replacing("Token=Ab+cd/EF+gh12==", with: "Token=")),
      ("exec", Answers.started.replacing("0123456789abcdef", with: "0123456789abcdee")),
      ("exec", "AccessID=\(Transaction.accessID)"),
      ("apb", Answers.settled.replacing("order-0001", with: "order-0002")),
      ("apb", "OrderID=order-0001&Status="), ("sales", Answers.sold.replacing("order-0001", with: "order-0002")),
      ("sales", "Status=SALES&Amount=8980"), ("sales", "OrderID=order-0001&Amount=8980"),
      ("sales", Answers.sold.replacing("8980", with: "89.80")),
      ("sales", Answers.sold.replacing("8980", with: "-8980")),
      ("cancel", Answers.returned.replacing("CancelAmount=980", with: "CancelAmount=x")),
      ("search", Answers.found.replacing("PayType=38", with: "PayType=0")), ("search", "Amount=8000&PayType=38"),
      ("search", "OrderID=order-0002&\(Answers.found)"),
      ("search", Answers.found.replacing(Transaction.accessPass, with: "x")), ("address", "OrderID=order-0001"),
    ])
  func incomplete(_ name: String, _ body: String) throws {
    let calls = [
      "entry": try GMOCall.sampleEntry(), "exec": try .sampleExec(), "apb": try .sampleAPB(),
      "sales": try .sampleSales(),
      "cancel": try .sampleCancel(), "search": try .sampleSearch(), "address": try .sampleAddress(),
    ]
    let call = try #require(calls[name])
    #expect(call.failure(body)?.kind == (call.operation.changesState ? .unknownOutcome : .transient))
    #expect(call.failure(body)?.errors.isEmpty == true)
  }

  @Test("An object does not answer another operation's call")
  func otherOperations() throws {
    for call in try GMOCall.samples() {
      let answers: [(GMOCall.Operation, any GMOAnswer.Type, String)] = [
        (.entry, EnteredTransaction.self, Answers.entered), (.searchTrade, TradeInformation.self, Answers.found),
        (.searchAddress, BuyerDetails.self, Answers.buyer), (.sales, ChangedTransaction.self, Answers.sold),
        (.exec, ExecutedTransaction.self, Answers.started),
      ]
      for (operation, type, body) in answers {
        let fits = operation == call.operation || (operation == .sales && [.change, .cancel].contains(call.operation))
        let isRead = (try? call.read(type, body)) != nil
        #expect(isRead == fits, "\(call) \(type)")
      }
    }
  }
}
