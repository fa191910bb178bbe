import FerryCheckout
import FerryCore
import FerryProvider
import SwedbankPayModule
import Testing

/// Captures, releases and refunds that are answered.
@Suite("Swedbank Pay: captures, releases, refunds")
struct CaptureAndRefundTests {
  /// A refused capture, cancellation or reversal.
  private static let forbidden = Answers.problem("paymentorders/forbidden", 403)
  private static let failedRefund =
    #"{"number":91,"operation":"Reversal","instrument":"Trustly","problem":\#(Answers.problem("systemerror", 500))}"#

  @Test("A hold is captured in parts, and the rest is released")
  func parts() throws {
    var cups = try SoldCups.held()
    #expect(cups.checkout.payment?.capturable == SoldCups.total && cups.bank.sent("captures").isEmpty)
    try cups.apply(.capture("one", .sek(3_000)))
    try cups.apply(.capture("two", .sek(4_000)))
    #expect(cups.checkout.payment?.captured == .sek(7_000) && cups.checkout.payment?.capturable == .sek(5_000))
    try cups.apply(.void("rest"))
    #expect(cups.state("rest") == .succeeded)
    #expect(cups.checkout.payment?.captured == .sek(7_000) && cups.checkout.payment?.capturable.isZero == true)
    try cups.apply(.refund("back", .sek(7_000)))
    #expect(cups.checkout.payment?.refunded == .sek(7_000))
    #expect(Set(cups.bank.requests.filter { $0.method == "POST" }.map(\.reference)).count == 5)
  }

  @Test(
    "A release ends the hold by the merchant; one in the Merchant Portal, by the provider", arguments: [true, false])
  func release(_ isOurs: Bool) throws {
    var cups = try SoldCups.held()
    if isOurs {
      try cups.apply(.void("v"))
    } else {
      cups.bank.set {
        $0.status = "Cancelled"
        $0.transactions.append(.init(kind: "Cancellation", number: 79, amount: 12_000, reference: "PORTAL"))
      }
      try cups.apply(.recheckRequested)
    }
    #expect(cups.checkout.payment?.release == (isOurs ? .byMerchant : .byProvider))
    #expect(cups.checkout.payment?.capturable.isZero == true)
  }

  @Test("Refunds in parts add up; one in the Merchant Portal counts, and ours never exceed the rest")
  func refunds() throws {
    var cups = try SoldCups.paid()
    try cups.apply(.refund("one", .sek(4_000)))
    cups.bank.set { $0.transactions.append(.init(kind: "Reversal", number: 79, amount: 3_000, reference: "PORTAL")) }
    try cups.apply(.recheckRequested)
    #expect(cups.checkout.payment?.refunded == .sek(7_000))
    #expect(throws: Refusal.self) { try cups.apply(.refund("two", .sek(5_001))) }
    try cups.apply(.refund("three", .sek(5_000)))
    #expect(cups.checkout.payment?.refunded == SoldCups.total)
    #expect(cups.state("three") == .succeeded)
  }

  @Test("An operation that the answer accepts counts, although the order does not show its transaction yet")
  func acceptedUnseen() throws {
    var cups = try SoldCups.paid()
    cups.bank.set { $0.operate = { state, _ in .answer(200, state.order) } }
    try cups.apply(.refund("one", .sek(4_000)))
    #expect(cups.state("one") == .succeeded && cups.checkout.payment?.refunded == .sek(4_000))
    // The transaction that shows later is the same refund.
    let reference = try #require(cups.bank.sent("reversals").first).reference
    cups.bank.set { $0.transactions.append(.init(kind: "Reversal", number: 90, amount: 4_000, reference: reference)) }
    try cups.apply(.recheckRequested)
    #expect(cups.checkout.payment?.refunded == .sek(4_000))
  }

  // MARK: Refusals

  @Test("A refused operation fails, with the reason in the timeline")
  func refused() throws {
    var refund = try SoldCups.paid()
    refund.bank.set { $0.operate = { _, _ in .answer(403, Self.forbidden) } }
    try refund.apply(.refund("one", .sek(4_000)))
    #expect(refund.state("one") == .failed(.notAllowed))
    #expect(refund.checkout.payment?.refunded.isZero == true)
    #expect(refund.remarks.contains { $0.contains("forbidden") })
    #expect(refund.bank.sent("reversals").count == 1)
    var held = try SoldCups.held()
    held.bank.set { $0.operate = { _, _ in .answer(403, Self.forbidden) } }
    try held.apply(.capture("c", .sek(4_000)))
    try held.apply(.void("v"))
    #expect(held.state("c") == .failed(.notAllowed) && held.state("v") == .failed(.notAllowed))
    #expect(held.checkout.payment?.capturable == SoldCups.total)
  }

  @Test("An operation that the order does not offer is not sent")
  func notOffered() throws {
    var cups = try SoldCups.paid()
    cups.bank.set { $0.offers = [] }
    try cups.apply(.refund("one", .sek(4_000)))
    #expect(cups.state("one") == .failed(.notAllowed) && cups.bank.sent("reversals").isEmpty)
    #expect(cups.remarks.contains { $0.contains("does not offer") })
  }

  @Test("An address that has aged before its answer is asked for again; a fresh one is believed")
  func staleAddress() throws {
    var cups = try SoldCups.paid()
    cups.bank.set { state in
      state.operate = { state, _ in
        state.elapsed += .seconds(61)
        state.operate = { state, request in
          state.perform(request)
          return .answer(200, state.order)
        }
        return .answer(404, Answers.problem("paymentorders/notfound", 404))
      }
    }
    try cups.apply(.refund("one", .sek(4_000)))
    #expect(cups.state("one") == .succeeded && cups.checkout.payment?.refunded == .sek(4_000))
    let sent = cups.bank.sent("reversals")
    #expect(sent.count == 2 && sent[0].reference == sent[1].reference)
  }

  // MARK: Pending

  @Test("A refund that a bank decides about is pending, and ends as the order shows", arguments: [true, false])
  func pending(_ isDone: Bool) throws {
    var cups = try SoldCups()
    try cups.pay("Sale")
    // An earlier failure says nothing about this refund.
    cups.bank.set { state in
      state.laterFailures = [Self.failedRefund]
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
        $0.laterFailures.append(Self.failedRefund)
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
    var cups = try SoldCups()
    try cups.pay("Sale")
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
    arguments: [[], ["reversal"]] as [Set<String>])
  func pendingLost(_ offers: Set<String>) throws {
    var cups = try SoldCups()
    try cups.pay("Sale")
    cups.bank.set { state in
      state.operate = { state, _ in
        state.offers = offers
        state.operate = { _, _ in .answer(400, referenceRefusal) }
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

  @Test("A refund whose answer was lost fails if the money has gone back otherwise")
  func nothingLeft() throws {
    var cups = try SoldCups()
    try cups.pay("Sale")
    cups.bank.set { state in
      state.operate = { state, _ in
        state.transactions.append(.init(kind: "Reversal", number: 79, amount: 12_000, reference: "PORTAL"))
        state.status = "Reversed"
        return .lost
      }
    }
    try cups.apply(.refund("one", .sek(4_000)))
    #expect(cups.state("one") == .failed(.notAllowed) && cups.checkout.payment?.refunded == SoldCups.total)
  }

  @Test("A part that is cancelled in the Merchant Portal leaves the rest to be captured")
  func partlyCancelled() throws {
    var cups = try SoldCups.held()
    cups.bank.set {
      $0.transactions.append(.init(kind: "Cancellation", number: 79, amount: 2_000, reference: "PORTAL"))
    }
    try cups.apply(.recheckRequested)
    try cups.apply(.capture("rest", .sek(10_000)))
    #expect(cups.state("rest") == .succeeded && cups.checkout.payment?.captured == .sek(10_000))
  }

  @Test("A failed capture or release is not the failure of a pending refund")
  func otherFailure() throws {
    var cups = try SoldCups()
    try cups.pay("Sale")
    cups.bank.set { $0.operate = { _, _ in .answer(202, Answers.order("Paid", operations: [])) } }
    try cups.apply(.refund("one", .sek(4_000)))
    cups.bank.set { $0.laterFailures = [Self.failedRefund.replacing("Reversal", with: "Capture")] }
    try cups.apply(.recheckRequested)
    #expect(cups.state("one") == .pending)
  }
}
