import FerryCheckout
import FerryCore
import FerryProvider
import FerryTesting
import SwedbankPayModule
import Testing

/// Refunds that a bank decides about, for days as a rule. Until then the order shows no transaction of them.
@Suite("Swedbank Pay: refunds that a bank decides about")
struct PendingRefundTests {
  /// A refused reversal.
  private static let forbidden = Answers.problem("paymentorders/forbidden", 403)
  private static let failedRefund =
    #"{"number":91,"operation":"Reversal","instrument":"Trustly","problem":\#(Answers.problem("systemerror", 500))}"#

  @Test(
    "A refund that a bank decides about is pending, and ends as the order shows",
    arguments: [true, false],
    [PendingRefundTests.failedRefund, PendingRefundTests.failedRefund.replacing(#""operation":"Reversal","#, with: "")])
  func pending(_ isDone: Bool, _ failure: String) throws {
    var cups = try Sale.paid("Sale")
    // An earlier failure says nothing about this refund.
    cups.bank.set { state in
      state.laterFailures = [failure]
      state.operate = { state, _ in
        state.offers = []
        return .answer(202, Answers.order("Paid", operations: []))
      }
    }
    try cups.apply(.refund("one", .sek(4_000)))
    #expect(cups.state("one") == .pending && cups.checkout.payment?.refunded.isZero == true)
    try cups.apply(.recheckRequested)
    #expect(cups.state("one") == .pending)
    let reference = try #require(cups.bank.sent("reversals").first).reference
    cups.bank.set {
      if isDone {
        $0.transactions.append(.init(kind: "Reversal", number: 90, amount: 4_000, reference: reference))
      } else {
        $0.laterFailures.append(failure)
        $0.offers = nil
      }
    }
    try cups.apply(.recheckRequested)
    #expect(cups.state("one") == (isDone ? .succeeded : .failed(.notAllowed)))
    #expect(cups.checkout.payment?.refunded == .sek(isDone ? 4_000 : 0))
    #expect(cups.bank.sent("reversals").count == 1)
  }

  @Test("While a bank decides, the failure of somebody else's refund is not ours")
  func foreignFailure() throws {
    var cups = try Sale.paid("Sale")
    cups.bank.set { state in
      state.operate = { state, _ in
        state.offers = []
        return .answer(202, Answers.order("Paid", operations: []))
      }
    }
    try cups.apply(.refund("one", .sek(4_000)))
    cups.bank.set { $0.laterFailures = [Self.failedRefund] }
    try cups.apply(.recheckRequested)
    #expect(cups.state("one") == .pending)
  }

  @Test(
    "A refund that a bank decides about is pending and not sent under another reference, although its answer was lost",
    arguments: [([], nil), (["reversal"], referenceRefusal), (["reversal"], PendingRefundTests.forbidden)]
      as [([String], String?)])
  func pendingLost(_ offers: [String], _ refusal: String?) throws {
    var cups = try Sale.paid("Sale")
    cups.bank.set { state in
      state.operate = { state, _ in
        state.offers = Set(offers)
        state.operate = { _, _ in .answer(refusal == Self.forbidden ? 403 : 400, refusal ?? "") }
        return .lost
      }
    }
    try cups.apply(.refund("one", .sek(4_000)))
    #expect(cups.state("one") == .pending)
    let sent = cups.bank.sent("reversals")
    #expect(sent.count == 1 + offers.count && Set(sent.map(\.reference)).count == 1)
    cups.bank.set {
      $0.transactions.append(.init(kind: "Reversal", number: 90, amount: 4_000, reference: sent[0].reference))
    }
    try cups.apply(.recheckRequested)
    #expect(cups.state("one") == .succeeded && cups.checkout.payment?.refunded == .sek(4_000))
  }

  @Test("A refund whose answer was lost has failed if its bank has refused it before the repetition")
  func failedLost() throws {
    var cups = try Sale.paid("Sale")
    cups.bank.set { state in
      state.operate = { state, _ in
        state.laterFailures = [Self.failedRefund]
        state.operate = { _, _ in .answer(400, referenceRefusal) }
        return .lost
      }
    }
    try cups.apply(.refund("one", .sek(4_000)))
    #expect(cups.state("one") == .failed(.notAllowed) && cups.checkout.payment?.refunded.isZero == true)
    #expect(Set(cups.bank.sent("reversals").map(\.reference)).count == 1)
  }

  @Test("A refund whose answer was lost fails if the money has gone back otherwise")
  func nothingLeft() throws {
    var cups = try Sale.paid("Sale")
    cups.bank.set { state in
      state.operate = { state, _ in
        state.transactions.append(.init(kind: "Reversal", number: 79, amount: 12_000, reference: "PORTAL"))
        state.status = "Reversed"
        return .lost
      }
    }
    try cups.apply(.refund("one", .sek(4_000)))
    #expect(cups.state("one") == .failed(.notAllowed) && cups.checkout.payment?.refunded == Sale.total)
  }

  @Test("A refund that had failed before is not the failure of a pending one")
  func earlierFailure() throws {
    var cups = try Sale.paid("Sale")
    cups.bank.set { state in
      state.laterFailures = [Self.failedRefund]
      state.operate = { _, _ in .answer(202, Answers.order("Paid", operations: [])) }
    }
    try cups.apply(.recheckRequested)
    try cups.apply(.refund("one", .sek(4_000)))
    try cups.apply(.recheckRequested)
    #expect(cups.state("one") == .pending)
  }

  @Test("A failed capture or release is not the failure of a pending refund")
  func otherFailure() throws {
    var cups = try Sale.paid("Sale")
    cups.bank.set { $0.operate = { _, _ in .answer(202, Answers.order("Paid", operations: [])) } }
    try cups.apply(.refund("one", .sek(4_000)))
    cups.bank.set { $0.laterFailures = [Self.failedRefund.replacing("Reversal", with: "Capture")] }
    try cups.apply(.recheckRequested)
    #expect(cups.state("one") == .pending)
  }
}
