import FerryCore
import FerryHTTP
import SwedbankPay
import Testing

@Suite("Operations are found by their name")
struct OperationTests {
  private let paid = try? PaymentOrder.sample(Answers.paid())

  @Test("Every name of version 2.0 stands for its successor")
  func olderNames() throws {
    let names: [(String, Rel)] = [
      ("view-paymentorder", .viewCheckout), ("redirect-paymentorder", .redirectCheckout),
      ("update-paymentorder-updateorder", .updateOrder), ("update-paymentorder-setinstrument", .setInstrument),
      ("update-paymentorder-expandinstrument", .expandInstrument), ("update-paymentorder-abort", .abort),
      ("create-paymentorder-capture", .capture), ("create-paymentorder-cancel", .cancel),
      ("create-paymentorder-reversal", .reversal), ("paid-paymentorder", .paid), ("failed-paymentorder", .failed),
    ]
    for (name, rel) in names {
      let order = try PaymentOrder.sample(Answers.order(operations: [Answers.operation(name)]))
      #expect(order.operations[rel]?.href == "\(Answers.api)\(Answers.id)?_tc_tid=c3")
    }
  }

  @Test("Unknown operations are kept, and unreadable ones are left out")
  func unknown() throws {
    let order = try PaymentOrder.sample(
      Answers.order(operations: [
        Answers.operation("dance"), #"{"rel":"abort"}"#, "7", Answers.operation("capture", "EAT"),
      ]))
    #expect(order.operations.map(\.rel) == [.unknown("dance")])
  }

  @Test("An operation that is not offered makes no call")
  func missing() throws {
    let order = try PaymentOrder.sample(Answers.order("Aborted", operations: []))
    let calls: [() throws -> SwedbankPayCall] = [
      { try .abort(order) }, { try .abortPaymentAttempt(order) },
      { try .updateOrder(order, amount: .sek(1), vatAmount: .sek(0)) },
      { try .setInstrument(.known(.swish), of: order) },
      { try .capture(.sample(), of: order) }, { try .reversal(.sample(), of: order) },
      { try .cancel(order, description: "x", payeeReference: PayeeReference("C1")) },
    ]
    for call in calls { #expect(try refusedField(call) == "/operations") }
  }

  @Test("Changes of an open order use the offered address and method")
  func changes() throws {
    let order = try PaymentOrder.sample()
    let calls = [
      try SwedbankPayCall.abort(order, reason: "AbortedByUser"), try .abortPaymentAttempt(order),
      try .updateOrder(order, amount: .sek(2000), vatAmount: .sek(400), description: "Three", items: []),
      try .setInstrument(.known(.swish), of: order),
    ]
    for call in calls {
      #expect(call.method == .patch)
      #expect(call.target == "\(Answers.api)\(Answers.id)?_tc_tid=c3")
      #expect(call.paymentOrder == .sample)
    }
    #expect(
      calls.map(\.json) == [
        ["paymentorder": ["operation": "Abort", "abortReason": "AbortedByUser"]],
        ["paymentorder": ["operation": "PaymentAttemptAborted", "abortReason": "AbortedByUI"]],
        [
          "paymentorder": ["operation": "UpdateOrder", "amount": 2000, "vatAmount": 400, "description": "Three"]
        ], ["paymentorder": ["operation": "SetInstrument", "instrument": "Swish"]],
      ])
  }

  @Test("Captures, reversals and cancellations are posted with their reference")
  func transactions() throws {
    let order = try #require(paid)
    let capture = try SwedbankPayCall.capture(.sample(800, vat: 160), of: order, expanding: [.financialTransactions])
    #expect(capture.method == .post)
    #expect(capture.target == "\(Answers.api)\(Answers.id)/captures?$expand=financialTransactions")
    #expect(capture.payeeReference == "CAP1")
    #expect(
      capture.json == [
        "transaction": ["amount": 800, "vatAmount": 160, "description": "Sent", "payeeReference": "CAP1"]
      ])
    let reversal = try SwedbankPayCall.reversal(.sample(700, vat: 140, "REV1"), of: order)
    #expect(reversal.target == "\(Answers.api)\(Answers.id)/reversals")
    let cancel = try SwedbankPayCall.cancel(order, description: "Sold out", payeeReference: PayeeReference("CAN1"))
    #expect(cancel.target == "\(Answers.api)\(Answers.id)/cancellations")
    #expect(cancel.json == ["transaction": ["description": "Sold out", "payeeReference": "CAN1"]])
  }

  @Test("An address with a query is extended")
  func expansion() throws {
    let hrefs = [Answers.operation("capture", "POST", "/psp/x?_tc_tid=1")]
    let order = try PaymentOrder.sample(Answers.order("Paid", operations: hrefs))
    let call = try SwedbankPayCall.capture(.sample(), of: order, expanding: [.paid, .history])
    #expect(call.target == "/psp/x?_tc_tid=1&$expand=history,paid")
  }

  @Test("No capture or reversal is above the remaining amount, in another currency, or without an amount")
  func remaining() throws {
    let order = try #require(paid)
    #expect(try refusedField { try SwedbankPayCall.capture(.sample(1501), of: order) } == "/transaction/amount")
    #expect(try refusedField { try SwedbankPayCall.reversal(.sample(701, vat: 0), of: order) } == "/transaction/amount")
    #expect(try refusedField { try SwedbankPayCall.reversal(.sample(700, vat: 140), of: order) } == nil)
    #expect(try refusedField { try SwedbankPayCall.capture(.sample(0, vat: 0), of: order) } == "/transaction/amount")
    var transaction = try NewTransaction.sample()
    transaction.amount = Money(minorUnits: 100, .eur)
    #expect(try refusedField { try SwedbankPayCall.capture(transaction, of: order) } == "/transaction/amount")
    transaction = try .sample()
    transaction.receiptReference = String(repeating: "r", count: 31)
    #expect(try refusedField { try SwedbankPayCall.capture(transaction, of: order) } == "/transaction/receiptReference")
    #expect(
      try refusedField {
        try SwedbankPayCall.updateOrder(order, amount: Money(minorUnits: 1, .eur), vatAmount: .sek(0))
      } == "/paymentorder/amount")
  }

  @Test("Before version 3.1 a capture has its items, and they add up")
  func items() throws {
    let order = try #require(paid)
    #expect(
      try refusedField { try SwedbankPayCall.capture(.sample(), of: order, version: .v3) } == "/transaction/orderItems")
    #expect(
      try refusedField { try SwedbankPayCall.capture(.sample(items: [.sample()]), of: order, version: .v3) } == nil)
    #expect(
      try refusedField { try SwedbankPayCall.capture(.sample(items: [.sample(1400)]), of: order) }
        == "/transaction/orderItems")
  }

  @Test("Nothing but changes is unrepeatable")
  func effects() {
    let harmless = SwedbankPayCall.Operation.allCases.filter { !$0.changesState }
    #expect(harmless == [.getPaymentOrder, .getTokens, .startCheckIn])
  }
}
