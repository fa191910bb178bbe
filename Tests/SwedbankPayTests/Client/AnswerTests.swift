import FerryCore
import FerryHTTP
import Foundation
import SwedbankPay
import Testing

@Suite("Payment orders in answers")
struct AnswerTests {
  private func order(_ members: String, _ status: String = "Paid") throws -> PaymentOrder {
    try .sample(Answers.order(status, ",\(members)"))
  }

  private func kind(_ body: String, _ status: Int = 200) -> SwedbankPayFailure.Kind? {
    do {
      let _: PaymentOrder = try SwedbankPayCall.getPaymentOrder(.sample).read(body, status)
      return nil
    } catch {
      return error.kind
    }
  }

  @Test("An open order is read completely, and its parts are nil until they are asked for")
  func initialized() throws {
    let order = try PaymentOrder.sample()
    #expect(order.id == .sample)
    #expect(order.created?.milliseconds == 1_768_487_400_123)
    #expect(order.operation == .known(.purchase))
    #expect(order.status == .known(.initialized))
    #expect(order.state == nil)
    #expect(order.amount == .sek(1500))
    #expect(order.vatAmount == .sek(300))
    #expect(order.orderDescription == "Two cups")
    #expect(order.language == "sv-SE")
    #expect(order.initiatingSystemUserAgent == "shop/1.0")
    #expect(order.availableInstruments == [.known(.creditCard), .known(.swish), .unknown("Pigeon")])
    #expect(order.implementation == .known(.paymentsOnly))
    #expect(order.integration == .known(.none))
    #expect(order.guestMode)
    #expect(!order.instrumentMode)
    #expect(order.remainingCaptureAmount == nil)
    #expect(order.operations[.viewCheckout]?.href == Answers.script)
    #expect(order.operations[.viewCheckout]?.method == .get)
    #expect(order.operations[.capture] == nil)
    #expect(order.nodes.paid == nil)
    #expect(order.nodes.financialTransactions == nil)
    #expect(order.nodes.failedAttempts == nil)
    #expect(order.nodes.abortReason == nil)
    #expect(order.nodes.failure == nil)
    #expect(order.nodes.metadata == nil)
  }

  @Test("Both spellings of the envelope, and any 2xx", arguments: [200, 201, 202])
  func envelope(_ status: Int) throws {
    let older = Answers.order().replacingOccurrences(of: #"{"paymentOrder""#, with: #"{"paymentorder""#)
    for body in [Answers.order(), older] {
      let call = try SwedbankPayCall.createPaymentOrder(.sample())
      let order: PaymentOrder = try call.read(body, status)
      #expect(order.id == .sample)
    }
  }

  @Test("The order of members does not matter, and unknown ones are ignored")
  func shuffled() throws {
    let body = Data(Answers.paid(",\"news\":{\"a\":[1]}" + Answers.transactions).utf8)
    let json = try JSONDecoder().decode(UntypedJSON.self, from: body)
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let order = try PaymentOrder.sample(String(decoding: encoder.encode(json), as: UTF8.self))
    #expect(order.nodes.financialTransactions?.count == 2)
    #expect(order.remainingReversalAmount == .sek(700))
    #expect(order.operations.count == 3)
  }

  @Test(
    "An order without a member that decides is none",
    arguments: [
      #""id":"\#(Answers.id)","#, #""status":"Initialized","#, #""currency":"SEK","#, #""amount":1500,"#,
    ])
  func missing(_ member: String) {
    let body = Answers.order().replacingOccurrences(of: member, with: "")
    #expect(body != Answers.order())
    #expect(kind(body) == .transient)
  }

  @Test(
    "An amount that is no whole number of minor units is never guessed",
    arguments: [
      #""amount":15.5,"#, #""amount":"about","#, #""amount":true,"#, #""amount":99999999999999999999,"#,
      #""amount":null,"#, #""amount":1500,"remainingCaptureAmount":"x","#,
    ])
  func unreadableAmount(_ member: String) {
    #expect(kind(Answers.order().replacingOccurrences(of: #""amount":1500,"#, with: member)) == .transient)
  }

  @Test("Amounts are read exactly", arguments: [#"1500"#, #""1500""#, "1500.0", "1.5e3"])
  func amounts(_ wire: String) throws {
    let body = Answers.order().replacingOccurrences(of: #""amount":1500,"#, with: #""amount":\#(wire),"#)
    #expect(try PaymentOrder.sample(body).amount == .sek(1500))
    let large = Answers.order().replacingOccurrences(of: #""amount":1500,"#, with: #""amount":9007199254740993,"#)
    #expect(try PaymentOrder.sample(large).amount == .sek(9_007_199_254_740_993))
  }

  @Test("An answer about another order is none")
  func otherOrder() {
    #expect(kind(Answers.order().replacingOccurrences(of: Answers.id, with: "/psp/paymentorders/2")) == .transient)
  }

  @Test("An unknown status stays open")
  func unknownStatus() throws {
    #expect(try PaymentOrder.sample(Answers.order("Pondering")).status == .unknown("Pondering"))
  }

  @Test("Only an open or a paid order can still move money")
  func finality() {
    let open = PaymentOrder.Status.allCases.filter { !$0.isFinal }
    #expect(open == [.initialized, .paid])
  }

  @Test("An order of version 2.0 has a state")
  func version2() throws {
    let body = Answers.order(operations: [Answers.operation("view-paymentorder", "GET", Answers.script)])
      .replacingOccurrences(of: #""status":"Initialized""#, with: #""state":"Ready","instrument":"CreditCard""#)
    let order = try PaymentOrder.sample(body)
    #expect(order.status == nil)
    #expect(order.state == .known(.ready))
    #expect(order.instrument == .known(.creditCard))
    #expect(order.operations[.viewCheckout] != nil)
    #expect(order.description == "payment order \(Answers.id) Ready")
  }

  @Test("A paid order has its payment")
  func paid() throws {
    let node = try #require(
      try order(
        #"""
        "paid":{"id":"\#(Answers.id)/paid","instrument":"CreditCard","number":1234567890,"payeeReference":"AB832",
          "orderReference":"or-1","transactionType":"Authorization","amount":1500,"submittedAmount":1500,"feeAmount":0,
          "discountAmount":0,"tokens":[{"type":"recurrence","token":"t-1","name":"522661xxxxxx3406","expiryDate":"12/2029"},
            {"type":"hourly","token":"t-2"},{"type":"payment"}],
          "details":{"cardBrand":"MasterCard","cardType":"Credit","maskedPan":"522661******3406","expiryDate":"12/2029",
            "issuerAuthorizationApprovalCode":"L00302","acquirerTransactionTime":"2026-01-15T14:31:00Z","bin":"522661"}}
        """#
      ).nodes.paid)
    #expect(node.instrument == .known(.creditCard))
    #expect(node.number == "1234567890")
    #expect(node.payeeReference == "AB832")
    #expect(node.orderReference == "or-1")
    #expect(node.transactionType == .known(.authorization))
    #expect(node.amount == .sek(1500))
    #expect(node.feeAmount == .sek(0))
    #expect(node.tokens.map(\.kind) == [.known(.recurrence), .unknown("hourly")])
    #expect(node.tokens.first?.token.reveal() == "t-1")
    #expect(node.details?.lastDigits == "3406")
    #expect(node.details?.issuerAuthorizationApprovalCode == "L00302")
    #expect(node.details?.acquirerTransactionTime?.iso8601 == "2026-01-15T14:31:00Z")
    #expect(node.details?.additional["bin"] == "522661")
  }

  @Test("Swish has the payer's number, however it is spelled", arguments: ["msisdn", "misidn"])
  func swish(_ name: String) throws {
    let node = try order(#""paid":{"instrument":"Swish","details":{"\#(name)":"+46739000001"}}"#).nodes.paid
    #expect(node?.details?.msisdn == "+46739000001")
    #expect(node?.details?.lastDigits == nil)
  }

  @Test("Transactions are found by their reference")
  func transactions() throws {
    let order = try PaymentOrder.sample(Answers.paid(Answers.transactions))
    let capture = try #require(try order.transaction(PayeeReference("CAP1")))
    #expect(capture.kind == .known(.capture))
    #expect(capture.amount == .sek(800))
    #expect(capture.vatAmount == .sek(160))
    #expect(capture.number == "40100037016")
    #expect(capture.receiptReference == "R1")
    #expect(order.nodes.financialTransactions?.first?.number == "40100037015")
    #expect(try order.transaction(PayeeReference("CAP2")) == nil)
    let error = #expect(throws: NodeMissing.self) { try PaymentOrder.sample().transaction(PayeeReference("CAP1")) }
    #expect(error?.node == .financialTransactions)
  }

  @Test(
    "An order with an unreadable transaction decides nothing",
    arguments: [
      #"{"type":"Capture"}"#, #"{"amount":1}"#, #"{"type":"Capture","amount":"x"}"#, "7", "null",
      #"{"type":"Capture","amount":1.5}"#,
    ])
  func unreadableTransaction(_ transaction: String) {
    let list = #""financialTransactions":{"id":"/a/b","financialTransactionsList":[\#(transaction)]}"#
    #expect(kind(Answers.order("Paid", ",\(list)")) == .transient)
  }

  @Test("An unknown kind of transaction is kept")
  func unknownTransaction() throws {
    let list = #""financialTransactions":{"id":"/a/b","financialTransactionsList":[{"type":"Gift","amount":1}]}"#
    #expect(try order(list).nodes.financialTransactions?.first?.kind == .unknown("Gift"))
    let empty = #""financialTransactions":{"id":"/a/b","financialTransactionsList":[]}"#
    #expect(try order(empty).nodes.financialTransactions?.isEmpty == true)
  }

  @Test("Failed attempts have their problem, also those after the payment")
  func failedAttempts() throws {
    let problem = Answers.problem("creditcard/carddeclined", 403)
    let nodes = try order(
      #"""
      "failedAttempts":{"id":"/a/b","failedAttemptList":[{"created":"2026-01-15T14:30:30.1Z","instrument":"CreditCard",
        "number":123,"status":"Failed","problem":\#(problem)},{"status":"Aborted"}]},
      "postPurchaseFailedAttempts":{"id":"/a/b","postpurchaseFailedAttemptList":[{"operation":"Capture","number":124,
        "problem":\#(problem)}]}
      """#
    ).nodes
    #expect(nodes.failedAttempts?.first?.problem?.knownType == .cardDeclined)
    #expect(nodes.failedAttempts?.map(\.status) == [.known(.failed), .known(.aborted)])
    #expect(nodes.postPurchaseFailedAttempts?.first?.operation == "Capture")
    let other = try order(#""postPurchaseFailedAttempts":{"postPurchaseFailedAttemptList":[{"number":1}]}"#).nodes
    #expect(other.postPurchaseFailedAttempts?.count == 1)
  }

  @Test("Ends have their reason")
  func ends() throws {
    #expect(
      try order(#""aborted":{"id":"/a/b","abortReason":"Aborted by consumer"}"#, "Aborted").nodes.abortReason
        == "Aborted by consumer")
    #expect(
      try order(#""failed":{"id":"/a/b","problem":\#(Answers.problem("creditcard/acquirererror", 403))}"#, "Failed")
        .nodes.failure?.knownType == .acquirerError)
    let cancelled = try order(#""cancelled":{"id":"/a/b","cancelReason":"x","amount":1500}"#, "Cancelled").nodes
      .cancelled
    #expect(cancelled?.cancelReason == "x")
    #expect(cancelled?.amount == .sek(1500))
    #expect(try order(#""reversed":{"id":"/a/b","amount":1500}"#, "Reversed").nodes.reversed?.amount == .sek(1500))
  }

  @Test("The history, the payer, and what was sent")
  func rest() throws {
    let nodes = try order(
      #"""
      "history":{"id":"/a/b","historyList":[{"created":"2026-01-15T14:30:00Z","name":"PaymentPaid",
        "instrument":"CreditCard","number":1,"amount":1500,"prefill":true,"initiatedBy":"Payer"},{"name":"PaymentDanced"}]},
      "payer":{"id":"/a/b","reference":"p1","name":"Ana Ek","email":"ana@shop.example","msisdn":"+46739000001",
        "shippingAddress":{"addressee":"Ana Ek","zipCode":17674,"countryCode":"SE"},"device":{"x":1}},
      "payeeInfo":{"id":"/a/b","payeeId":"5cabf558-5283-482f-b252-4d58e06f6f3b","payeeReference":4711,
        "orderReference":"or-1"},
      "urls":{"id":"/a/b","completeUrl":"https://shop.example/paid"},
      "orderItems":{"id":"/a/b","orderItemList":[{"reference":"P1"}]},"metadata":{"id":"/a/b","key1":"v","key2":2}
      """#
    ).nodes
    #expect(nodes.history?.map(\.name) == [.known(.paid), .unknown("PaymentDanced")])
    #expect(nodes.history?.first?.amount == .sek(1500))
    #expect(nodes.history?.first?.initiatedBy == .known(.payer))
    #expect(nodes.payer?.reference == "p1")
    #expect(nodes.payer?.shippingAddress?.zipCode == "17674")
    #expect(nodes.payee?.payeeReference == "4711")
    #expect(nodes.urls?["completeUrl"] == "https://shop.example/paid")
    #expect(nodes.orderItems?.first?["reference"] == "P1")
    #expect(nodes.metadata == ["key1": "v", "key2": 2])
  }

  @Test("Times have up to seven decimals", arguments: ["", ".1", ".12", ".123", ".1234", ".1234567"])
  func times(_ fraction: String) throws {
    let body = Answers.order().replacingOccurrences(of: "14:30:00.1234567Z", with: "14:30:00\(fraction)Z")
    let milliseconds = try #require(try PaymentOrder.sample(body).created?.milliseconds)
    let digits = (fraction.dropFirst() + "000").prefix(3)
    #expect(milliseconds == 1_768_487_400_000 + (Int64(digits) ?? -1))
  }

  @Test("An unreadable time is none")
  func unreadableTime() throws {
    let body = Answers.order().replacingOccurrences(of: "2026-01-15T14:30:00.1234567Z", with: "yesterday")
    #expect(try PaymentOrder.sample(body).created == nil)
  }
}
