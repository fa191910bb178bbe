import FerryCore
import FerryHTTP
import SwedbankPay
import Testing

@Suite("Answers to captures, cancellations and reversals")
struct TransactionAnswerTests {
  private func capture(_ version: APIVersion = .v3_1) throws -> SwedbankPayCall {
    try .capture(.sample(items: [.sample()]), of: .sample(Answers.paid()), version: version)
  }

  private func older(
    _ name: String = "capture", state: String = "Completed", reference: String = #""CAP1""#
  ) -> String {
    #"""
    {"payment":"/psp/creditcard/payments/7e6cdfc3-1276-44e9-9992-7cf4419750e1","\#(name)":{"id":"\#(Answers.id)/x/1",
      "transaction":{"id":"/psp/creditcard/payments/7e6c/transactions/1","created":"2026-01-15T14:31:00Z",
        "type":"Capture","state":"\#(state)","number":1234567890,"amount":1500,"vatAmount":300,"description":"Sent",
        "payeeReference":\#(reference),"isOperational":false,"operations":[]}}}
    """#
  }

  @Test("Version 3.1 answers with the payment order")
  func order() throws {
    guard case .done(let order) = try capture().read(Answers.paid(Answers.transactions)) as TransactionAnswer else {
      Issue.record("The capture is done.")
      return
    }
    #expect(order.status == .known(.paid))
    #expect(try order.transaction(PayeeReference("CAP1"))?.amount == .sek(800))
  }

  @Test("A reversal that a bank has to decide is pending")
  func pending() throws {
    let reversal = try SwedbankPayCall.reversal(.sample(700, vat: 140), of: .sample(Answers.paid()))
    guard case .pending(let order) = try reversal.read(Answers.order("Paid", operations: []), 202) as TransactionAnswer
    else {
      Issue.record("The reversal is pending.")
      return
    }
    #expect(order.operations.isEmpty)
  }

  @Test("Older versions answer with the transaction", arguments: ["capture", "cancellation", "reversal"])
  func transaction(_ name: String) throws {
    for reference in [#""CAP1""#] {
      guard
        case .transaction(let done) = try capture(.v3).read(older(name, reference: reference)) as TransactionAnswer
      else {
        Issue.record("There is a transaction.")
        return
      }
      #expect(done.state == .known(.completed))
      #expect(done.kind == .known(.capture))
      #expect(done.number == "1234567890")
      #expect(done.minorUnits == 1500)
      #expect(done.payeeReference == "CAP1")
    }
  }

  @Test("A transaction in another state is not completed")
  func otherStates() throws {
    for (text, state) in [("Failed", Optional(PerformedTransaction.State.failed)), ("Pondering", nil)] {
      guard case .transaction(let done) = try capture(.v3).read(older(state: text)) as TransactionAnswer else {
        Issue.record("There is a transaction.")
        return
      }
      #expect(done.state.known == state)
    }
  }

  @Test("An answer about another order or transaction leaves the outcome unknown")
  func other() throws {
    let bodies = [
      older(reference: #""CAP2""#), older(reference: "null"), Answers.order().replacing(Answers.id, with: "/psp/x/2"),
      "{}", "",
    ]
    for body in bodies {
      let failure = #expect(throws: SwedbankPayFailure.self) { try capture().read(body) as TransactionAnswer }
      #expect(failure?.kind == .unknownOutcome)
    }
  }

  @Test("A number is a reference, too")
  func number() throws {
    let call = try SwedbankPayCall.capture(
      .sample(items: [.sample()], "4711"), of: .sample(Answers.paid()), version: .v3)
    guard case .transaction = try call.read(older(reference: "4711")) as TransactionAnswer else {
      Issue.record("The reference is equal.")
      return
    }
  }
}
