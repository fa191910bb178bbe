import FerryCore
import FerryHTTP
import Foundation
import SwedbankPay
import Testing

@Suite("Parts of payment orders in answers")
struct AnswerPartTests {
  private func order(_ members: String, _ status: String = "Paid") throws -> PaymentOrder {
    try .sample(Answers.order(status, ",\(members)"))
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
    #expect(nodes.failedAttempts?.first?.problem?.knownType?.name == "creditcard/carddeclined")
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
        .nodes.failure?.knownType?.name == "creditcard/acquirererror")
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
}
