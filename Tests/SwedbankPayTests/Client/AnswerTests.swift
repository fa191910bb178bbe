import FerryCore
import FerryHTTP
import Foundation
import SwedbankPay
import Testing

@Suite("Payment orders in answers")
struct AnswerTests {
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

  @Test(
    "An order with an unreadable transaction decides nothing",
    arguments: [
      #"{"type":"Capture"}"#, #"{"amount":1}"#, "7", "null",
    ])
  func unreadableTransaction(_ transaction: String) {
    let list = #""financialTransactions":{"id":"/a/b","financialTransactionsList":[\#(transaction)]}"#
    #expect(kind(Answers.order("Paid", ",\(list)")) == .transient)
  }

  @Test(
    "A transaction's amount that cannot be read is nil, and a float's tail counts as the nearest minor unit",
    arguments: [(#""x""#, nil), ("1.5", nil), ("799.9999999999", 800), ("800.0", 800)] as [(String, Int64?)])
  func transactionAmount(_ wire: String, _ units: Int64?) throws {
    let list =
      #""financialTransactions":{"id":"/a/b","financialTransactionsList":[{"type":"Capture","amount":\#(wire)}]}"#
    let order = try PaymentOrder.sample(Answers.order("Paid", ",\(list)"))
    #expect(order.nodes.financialTransactions?.first?.amount == units.map { .sek($0) })
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
