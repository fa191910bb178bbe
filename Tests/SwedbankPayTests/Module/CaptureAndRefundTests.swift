import FerryCheckout
import FerryCore
import FerryHTTP
import FerryProvider
import FerryTesting
import SwedbankPayModule
import Testing

/// Captures, releases and refunds that are answered.
@Suite("Swedbank Pay: captures, releases, refunds")
struct CaptureAndRefundTests {
  /// A refused capture, cancellation or reversal.
  private static let forbidden = Answers.problem("paymentorders/forbidden", 403)

  @Test("A hold is captured in parts, and the rest is released")
  func parts() throws {
    var cups = try Sale.held()
    #expect(cups.checkout.payment?.capturable == Sale.total && cups.bank.sent("captures").isEmpty)
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
    var cups = try Sale.held()
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
    var cups = try Sale.paid()
    try cups.apply(.refund("one", .sek(4_000)))
    cups.bank.set { $0.transactions.append(.init(kind: "Reversal", number: 79, amount: 3_000, reference: "PORTAL")) }
    try cups.apply(.recheckRequested)
    #expect(cups.checkout.payment?.refunded == .sek(7_000))
    #expect(throws: Refusal.self) { try cups.apply(.refund("two", .sek(5_001))) }
    try cups.apply(.refund("three", .sek(5_000)))
    #expect(cups.checkout.payment?.refunded == Sale.total)
    #expect(cups.state("three") == .succeeded)
  }

  @Test(
    "A reversal's description is the note of the refund, else its reason in words, in 40 UTF-16 code units of whole characters; without one, the order",
    arguments: [
      (nil, nil, "Order F0123456789ABCD"), (.notReceived, nil, "Not received"),
      (.defective, "Trasig påse", "Trasig påse"),
      (nil, String(repeating: "B", count: 39) + "åäö", String(repeating: "B", count: 39) + "å"),
      (nil, String(repeating: "B", count: 39) + "👩🏽‍🌾", String(repeating: "B", count: 39) + "-"),
      (nil, "<b>", "-b-"),
    ] as [(RefundReason?, String?, String)])
  func described(_ reason: RefundReason?, _ note: String?, _ description: String) throws {
    var cups = try Sale.paid()
    try cups.apply(.refund("back", .sek(4_000), reason: try StatedReason(reason, note: note)))
    #expect(cups.bank.sent("reversals").map { $0.transaction?["description"]?.string } == [description])
    #expect(cups.state("back") == .succeeded)
    #expect(cups.bank.sent("captures").allSatisfy { $0.transaction?["description"]?.string == "Order F0123456789ABCD" })
  }

  @Test("A part that is cancelled in the Merchant Portal leaves the rest to be captured")
  func partlyCancelled() throws {
    var cups = try Sale.held()
    cups.bank.set {
      $0.transactions.append(.init(kind: "Cancellation", number: 79, amount: 2_000, reference: "PORTAL"))
    }
    try cups.apply(.recheckRequested)
    try cups.apply(.capture("rest", .sek(10_000)))
    #expect(cups.state("rest") == .succeeded && cups.checkout.payment?.captured == .sek(10_000))
  }

  @Test("An operation that the answer accepts counts, although the order does not show its transaction yet")
  func acceptedUnseen() throws {
    var cups = try Sale.paid()
    cups.bank.set { $0.operate = { state, _ in .answer(200, state.order) } }
    try cups.apply(.refund("one", .sek(4_000)))
    #expect(cups.state("one") == .succeeded && cups.checkout.payment?.refunded == .sek(4_000))
    // The transaction that shows later is the same refund.
    let reference = try #require(cups.bank.sent("reversals").first).reference
    cups.bank.set { $0.transactions.append(.init(kind: "Reversal", number: 90, amount: 4_000, reference: reference)) }
    try cups.apply(.recheckRequested)
    #expect(cups.checkout.payment?.refunded == .sek(4_000))
  }

  @Test("A capture that the answer accepts counts before the order shows its transaction, and once when it does")
  func acceptedCapture() throws {
    var cups = try Sale.held()
    cups.bank.set { $0.operate = { state, _ in .answer(200, state.order) } }
    try cups.apply(.capture("one", .sek(4_000)))
    #expect(cups.state("one") == .succeeded && cups.checkout.payment?.captured == .sek(4_000))
    let reference = try #require(cups.bank.sent("captures").first).reference
    cups.bank.set { $0.transactions.append(.init(kind: "Capture", number: 80, amount: 4_000, reference: reference)) }
    try cups.apply(.recheckRequested)
    #expect(cups.checkout.payment?.captured == .sek(4_000) && cups.bank.sent("captures").count == 1)
  }

  @Test("A payment for an order that another checkout has paid meanwhile is not captured, and its hold is released")
  func paidElsewhere() throws {
    var cups = try Sale()
    try cups.payElsewhere()
    try cups.pay()
    #expect(cups.checkout.phase == .cancelled(.merchant))
    #expect(cups.bank.sent("captures").isEmpty && cups.bank.sent("cancellations").count == 1)
    #expect(cups.checkout.payment?.captured.isZero == true && cups.checkout.payment?.capturable.isZero == true)
  }

  @Test("An order of which less was captured than was asked for is not paid, and a person looks")
  func capturedInPart() throws {
    var cups = try Sale()
    cups.bank.set { state in
      state.operate = { state, request in
        state.perform(request)
        state.transactions[1].amount = 11_000
        return .answer(200, state.order)
      }
    }
    try cups.pay()
    #expect(cups.checkout.phase.name == .settling && cups.checkout.payment?.captured == .sek(11_000))
    #expect(cups.checkout.overdueAt == .sample + Checkout.patience)
    #expect(cups.bank.sent("captures").count == 1)
  }

  // MARK: Refusals

  @Test("A refused operation fails, with the reason in the timeline")
  func refused() throws {
    var refund = try Sale.paid()
    refund.bank.set { $0.operate = { _, _ in .answer(403, Self.forbidden) } }
    try refund.apply(.refund("one", .sek(4_000)))
    #expect(refund.state("one") == .failed(.notAllowed))
    #expect(refund.checkout.payment?.refunded.isZero == true)
    #expect(refund.remarks.contains { $0.contains("forbidden") })
    #expect(refund.bank.sent("reversals").count == 1)
    var held = try Sale.held()
    held.bank.set { $0.operate = { _, _ in .answer(403, Self.forbidden) } }
    try held.apply(.capture("c", .sek(4_000)))
    try held.apply(.void("v"))
    #expect(held.state("c") == .failed(.notAllowed) && held.state("v") == .failed(.notAllowed))
    #expect(held.checkout.payment?.capturable == Sale.total)
  }

  @Test(
    "An operation that is not offered is waited for until five minutes after the payment, then it fails unsent",
    arguments: LostOperationTests.Kind.allCases, [true, false])
  func notOffered(_ kind: LostOperationTests.Kind, _ isOfferedLater: Bool) throws {
    var cups = try kind.cups()
    cups.bank.set { state in
      // A minute after the payment.
      state.elapsed = .seconds(120)
      state.offers = []
      state.read = { state in
        if isOfferedLater, state.elapsed >= .seconds(200) { state.offers = nil }
        return .answer(200, state.order)
      }
    }
    try cups.apply(kind.event)
    #expect(cups.state("one") == (isOfferedLater ? .succeeded : .failed(.notAllowed)))
    #expect(cups.bank.sent(kind.rawValue).count == (isOfferedLater ? 1 : 0))
    cups.bank.set { #expect($0.elapsed == .seconds(isOfferedLater ? 200 : 360)) }
    #expect(cups.remarks.contains { $0.contains("does not offer") } != isOfferedLater)
  }

  @Test("A refund for which too little is left is not waited for")
  func nothingToOffer() throws {
    var cups = try Sale.paid()
    cups.bank.set {
      $0.offers = []
      $0.transactions.append(.init(kind: "Reversal", number: 79, amount: 9_000, reference: "PORTAL"))
    }
    try cups.apply(.refund("one", .sek(4_000)))
    #expect(cups.state("one") == .failed(.notAllowed))
    cups.bank.set { #expect($0.elapsed == .zero) }
  }

  @Test(
    "An answer in the words of an older version counts by its state",
    arguments: [
      ("Completed", .succeeded), ("Initialized", .pending), ("Failed", .failed(.notAllowed)),
    ] as [(String, FerryCheckout.Operation.State)])
  func olderAnswer(_ state: String, _ end: FerryCheckout.Operation.State) throws {
    var cups = try Sale.paid()
    cups.bank.set {
      $0.operate = { _, request in
        .answer(
          200,
          #"{"reversal":{"transaction":{"state":"\#(state)","amount":4000,"payeeReference":"\#(request.reference)"}}}"#)
      }
    }
    try cups.apply(.refund("one", .sek(4_000)))
    #expect(cups.state("one") == end && cups.bank.sent("reversals").count == 1)
    #expect(cups.checkout.payment?.refunded == .sek(end == .succeeded ? 4_000 : 0))
  }

  @Test(
    "An answer with an unknown state is no promise: the order is asked, and the request repeated under its reference")
  func unknownState() throws {
    var cups = try Sale.paid()
    cups.bank.set {
      $0.operate = { state, request in
        state.operate = { state, request in
          state.perform(request)
          return .answer(200, state.order)
        }
        return .answer(
          200,
          #"{"reversal":{"transaction":{"state":"Frozen","amount":4000,"payeeReference":"\#(request.reference)"}}}"#)
      }
    }
    try cups.apply(.refund("one", .sek(4_000)))
    let sent = cups.bank.sent("reversals")
    #expect(cups.state("one") == .succeeded && sent.count == 2 && sent[0].reference == sent[1].reference)
    #expect(cups.checkout.payment?.refunded == .sek(4_000))
  }

  @Test("An operation with another amount than was asked for needs a person, and the order's amounts count")
  func otherAmount() throws {
    for kind in [LostOperationTests.Kind.capture, .refund] {
      var cups = try kind.cups()
      cups.bank.set { state in
        state.operate = { state, request in
          state.perform(request)
          state.transactions[state.transactions.count - 1].amount = 3_000
          return .answer(200, state.order)
        }
      }
      try cups.apply(kind.event)
      #expect(cups.state("one") == .unknown && cups.bank.sent(kind.rawValue).count == 1)
      let payment = try #require(cups.checkout.payment)
      #expect(payment.current?.reportedAmount == .sek(3_000))
      #expect((kind == .capture ? payment.captured : payment.refunded) == .sek(3_000))
    }
  }

  // MARK: Addresses

  @Test(
    "An address that has aged before its answer is asked for again; a fresh one is believed",
    arguments: [("notfound", 404), ("notfound", 410), ("forbidden", 403)])
  func staleAddress(_ problem: (type: String, status: Int)) throws {
    var cups = try Sale.paid()
    cups.bank.set { state in
      state.operate = { state, _ in
        state.elapsed += .seconds(61)
        state.operate = { state, request in
          state.perform(request)
          return .answer(200, state.order)
        }
        return .answer(problem.status, Answers.problem("paymentorders/\(problem.type)", problem.status))
      }
    }
    try cups.apply(.refund("one", .sek(4_000)))
    #expect(cups.state("one") == .succeeded && cups.checkout.payment?.refunded == .sek(4_000))
    let sent = cups.bank.sent("reversals")
    #expect(sent.count == 2 && sent[0].reference == sent[1].reference)
  }

  @Test("A refund that is refused at an aged address and at a fresh one has failed: no bank decides about it")
  func refusedTwice() throws {
    var cups = try Sale.paid()
    cups.bank.set { state in
      state.operate = { state, _ in
        state.elapsed += .seconds(61)
        state.operate = { _, _ in .answer(403, Self.forbidden) }
        return .answer(404, Answers.problem("paymentorders/notfound", 404))
      }
    }
    try cups.apply(.refund("one", .sek(4_000)))
    #expect(cups.state("one") == .failed(.notAllowed) && cups.bank.sent("reversals").count == 2)
  }
}
