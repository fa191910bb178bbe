import FerryCheckout
import FerryCore
import FerryProvider
import FerryTesting
import Testing

/// Captures, releases and refunds, with sessions that show them and sessions that do not.
@Suite("PlacetoPay: captures, releases, refunds")
struct OperationTests {
  typealias Payment = ScriptedPlacetoPay.Payment

  // MARK: Refunds

  @Test("Refunds count although the session never shows them")
  func refundsUnseen() throws {
    var cups = try Sale.paid()
    cups.bank.set { $0.operation = { $0.done(Payment(id: 81, total: "4000")) } }
    try cups.apply(.refund("one", .cop(4_000)))
    #expect(cups.state("one") == .succeeded)
    #expect(cups.checkout.payment?.refunded == .cop(4_000))
    cups.bank.set { $0.operation = { $0.done(Payment(id: 82, total: "8000")) } }
    try cups.apply(.refund("two", .cop(8_000)))
    #expect(cups.checkout.payment?.refunded == Sale.total)
    #expect(cups.checkout.payment?.operations.map(\.reference) == ["81", "82"])
    let reversals = cups.bank.requests.filter { $0.path == "/api/transaction" }
    #expect(reversals.map { $0.members["internalReference"] as? Int } == [71, 71])
    #expect(reversals.allSatisfy { $0.members["amount"] != nil })
  }

  @Test(
    "A refund of a part counts with its own amount if PlacetoPay answers with the payment", arguments: [true, false])
  func refundAnsweredByPayment(_ isShown: Bool) throws {
    var cups = try Sale.paid()
    cups.bank.set { $0.operation = { $0.done(Payment(id: 71)) } }
    try cups.apply(.refund("one", .cop(4_000)))
    #expect(cups.state("one") == .succeeded)
    // The session may show it later, as a transaction of its own.
    if isShown { cups.bank.set { $0.payments.insert(Payment(id: 81, total: "4000"), at: 0) } }
    try cups.apply(.recheckRequested)
    #expect(cups.checkout.payment?.refunded == .cop(4_000) && cups.checkout.payment?.captured == Sale.total)
    #expect(cups.checkout.phase == .paid && cups.checkout.payment?.refundable == .cop(8_000))
  }

  @Test(
    "A refusal that shows the refund as made leaves it unknown, and one that shows the payment is a refusal",
    arguments: [(81, "APPROVED", true), (81, "PENDING", true), (71, "APPROVED", false), (81, "REJECTED", false)])
  func contradictoryRefund(_ id: Int, _ status: String, _ isUnknown: Bool) throws {
    var cups = try Sale.paid()
    cups.bank.set {
      $0.operation = { state in
        guard case .answer(_, let text) = state.done(Payment(id: id, status: status, total: "4000")) else {
          return .lost
        }
        let refused = #"{"status": {"status": "FAILED", "reason": "BR""#
        let made = #"{"status": {"status": "\#(status)", "reason": "00""#
        return .answer(200, text.replacing(made, with: refused, maxReplacements: 1))
      }
    }
    try cups.apply(.refund("one", .cop(4_000)))
    #expect(cups.state("one") == (isUnknown ? .unknown : .failed(.notAllowed)))
    #expect(cups.checkout.payment?.refunded.isZero == true)
    #expect(cups.bank.requests.count { $0.path == "/api/transaction" } == 1)
  }

  @Test(
    "A float's tail in the answer to a refund counts as the nearest minor unit", arguments: [true, false],
    [
      (.cop(12_000), .cop(4_000), "3999.999999999999"),
      (Money(minorUnits: 5_990, .usd), Money(minorUnits: 2_995, .usd), "29.949999999999999"),
    ] as [(price: Money, refund: Money, written: String)])
  func refundWithTail(_ isShown: Bool, _ sale: (price: Money, refund: Money, written: String)) throws {
    let currency = sale.price.currency.code
    var cups = try Sale.one(sale.price)
    try cups.pay([Payment(id: 71, total: sale.price.decimal, currency: currency)])
    let refund = Payment(id: 81, total: sale.written, currency: currency)
    cups.bank.set { state in
      state.operation = { state in
        if isShown { state.payments.insert(refund, at: 0) }
        return state.done(refund)
      }
    }
    try cups.apply(.refund("one", sale.refund))
    #expect(cups.state("one") == .succeeded && cups.checkout.payment?.refunded == sale.refund)
    let remark = "the amount \(sale.written) \(currency), which counts as \(sale.refund)"
    #expect(cups.remarks.contains { $0.contains(remark) })
  }

  @Test(
    "A refund whose amount cannot be read is unknown until a person or another answer decides",
    arguments: [true, false]
  )
  func unreadableRefund(_ isReadableLater: Bool) throws {
    var cups = try Sale.paid()
    cups.bank.set { state in
      state.operation = { state in
        state.payments.insert(Payment(id: 81, total: #""4 000""#), at: 0)
        return state.done(Payment(id: 81, total: #""4 000""#))
      }
    }
    try cups.apply(.refund("one", .cop(4_000)))
    #expect(cups.state("one") == .unknown && cups.checkout.payment?.refunded.isZero == true)
    #expect(cups.checkout.phase == .paid)
    #expect(cups.remarks.contains("PlacetoPay names an amount that cannot be read: 4 000 COP."))
    if isReadableLater {
      cups.bank.set { $0.payments[0].total = "4000" }
    } else {
      try cups.apply(.resolve(.happened, operation: "one"))
    }
    try cups.apply(.recheckRequested)
    #expect(cups.state("one") == .succeeded && cups.checkout.payment?.refunded == .cop(4_000))
    #expect(cups.checkout.phase == .paid)
  }

  @Test("A refund of a captured hold is a refund, although the session shows it as approved")
  func refundOfCaptureShownAsApproved() throws {
    var cups = try Sale.held()
    cups.bank.set { $0.operation = { $0.done(Payment(id: 72, total: "8000")) } }
    try cups.apply(.capture("c", .cop(8_000)))
    cups.bank.set { $0.operation = { $0.done(Payment(id: 72, total: "8000")) } }
    try cups.apply(.refund("r", .cop(3_000)))
    cups.bank.set { $0.payments.insert(Payment(id: 81, total: "3000"), at: 0) }
    try cups.apply(.recheckRequested)
    #expect(cups.checkout.payment?.captured == .cop(8_000) && cups.checkout.payment?.refunded == .cop(3_000))
  }

  @Test("A refund of all is asked for without an amount, so that it is possible before the settlement")
  func wholeRefund() throws {
    var cups = try Sale.paid()
    cups.bank.set { $0.operation = { $0.done(Payment(id: 71)) } }
    try cups.apply(.refund("all", Sale.total))
    #expect(cups.state("all") == .succeeded)
    #expect(cups.checkout.payment?.refunded == Sale.total)
    let members = try #require(cups.bank.requests.last { $0.path == "/api/transaction" }).members
    #expect(members["action"] as? String == "reverse" && members["amount"] == nil)
  }

  @Test("A partial refund that is refused before the settlement fails, and is never made larger")
  func refusedRefund() throws {
    var cups = try Sale.paid()
    try cups.apply(.refund("one", .cop(4_000)))
    #expect(cups.state("one") == .failed(.notAllowed))
    #expect(cups.checkout.payment?.refundable == Sale.total)
    #expect(cups.bank.requests.count { $0.path == "/api/transaction" } == 1)
    #expect(cups.remarks.contains { $0.contains("request_not_valid") && $0.contains("whole payments only") })
  }

  @Test("A refund that PlacetoPay declines in a successful answer fails", arguments: ["REJECTED", "FAILED"])
  func declinedRefund(_ status: String) throws {
    var cups = try Sale.paid()
    cups.bank.set { $0.operation = { $0.done(Payment(id: 81, status: status, reason: "BR")) } }
    try cups.apply(.refund("one", .cop(4_000)))
    #expect(cups.state("one") == .failed(.notAllowed))
  }

  @Test("A refund that is pending ends when the session shows its end", arguments: [true, false])
  func pendingRefund(_ isDone: Bool) throws {
    var cups = try Sale.paid()
    cups.bank.set { $0.operation = { $0.done(Payment(id: 81, status: "PENDING", total: "4000")) } }
    try cups.apply(.refund("one", .cop(4_000)))
    #expect(cups.state("one") == .pending)
    #expect(cups.checkout.payment?.refunded.isZero == true)
    cups.bank.set {
      $0.payments.insert(Payment(id: 81, status: isDone ? "APPROVED" : "REJECTED", total: "4000"), at: 0)
    }
    try cups.apply(.recheckRequested)
    #expect(cups.state("one") == (isDone ? .succeeded : .failed(.notAllowed)))
    #expect(cups.checkout.payment?.captured == Sale.total)
    #expect(cups.checkout.payment?.refunded == .cop(isDone ? 4_000 : 0))
  }

  @Test(
    "Refunds in PlacetoPay's console count by the transactions that the session shows; ours never exceed the rest")
  func consoleRefund() throws {
    var cups = try Sale.paid()
    cups.bank.set {
      $0.payments[0].isRefunded = true
      $0.payments.insert(Payment(id: 80, status: "REFUNDED", total: "3000"), at: 0)
    }
    try cups.apply(.recheckRequested)
    #expect(cups.checkout.payment?.refunded == .cop(3_000))
    cups.bank.set {
      $0.operation = { state in
        state.payments.insert(Payment(id: 81, status: "REFUNDED", total: "4000"), at: 0)
        return state.done(Payment(id: 81, total: "4000"))
      }
    }
    try cups.apply(.refund("one", .cop(4_000)))
    #expect(cups.checkout.payment?.refunded == .cop(7_000))
    #expect(throws: Refusal.self) { try cups.apply(.refund("two", .cop(5_001))) }
  }

  @Test("A refund in the console that the session shows without an amount enters nothing, with a remark")
  func consoleRefundWithoutAmount() throws {
    var cups = try Sale.paid()
    cups.bank.set { $0.payments[0].isRefunded = true }
    try cups.apply(.recheckRequested)
    #expect(cups.checkout.payment?.refunded.isZero == true)
    #expect(cups.remarks.contains { $0.contains("not how much of it") })
  }

  @Test("A payment that is reversed as a whole is paid and refunded", arguments: ["REVERSED", "REFUNDED"])
  func reversed(_ status: String) throws {
    var cups = try Sale()
    try cups.pay([Payment(id: 71, status: status)])
    #expect(cups.checkout.payment?.captured == Sale.total)
    #expect(cups.checkout.payment?.refunded == Sale.total)
  }

  // MARK: Holds

  @Test("A checkin is held, and captured once, whether or not the session shows the capture", arguments: [true, false])
  func capture(_ isShown: Bool) throws {
    var cups = try Sale.held()
    #expect(cups.checkout.payment?.authorized == Sale.total)
    #expect(cups.checkout.payment?.captured.isZero == true)
    #expect(cups.checkout.payment?.lapsesAt?.iso8601 == "2026-02-14T14:31:00Z")
    cups.bank.set {
      $0.operation = { state in
        let capture = Payment(id: 81, total: "9000")
        if isShown { state.payments.insert(capture, at: 0) }
        return state.done(capture)
      }
    }
    try cups.apply(.capture("ship", .cop(9_000)))
    #expect(cups.state("ship") == .succeeded)
    #expect(cups.checkout.payment?.captured == .cop(9_000))
    #expect(cups.checkout.payment?.capturable.isZero == true)
    let members = try #require(cups.bank.requests.last { $0.path == "/api/transaction" }).members
    #expect(members["action"] as? String == "checkout" && members["internalReference"] as? Int == 71)
    // A refund is made of the capture, not of the hold.
    cups.bank.set { $0.operation = { $0.done(Payment(id: 82, total: "1000")) } }
    try cups.apply(.refund("back", .cop(1_000)))
    #expect(cups.checkout.payment?.refunded == .cop(1_000))
    #expect(cups.bank.requests.last { $0.path == "/api/transaction" }?.members["internalReference"] as? Int == 81)
  }

  @Test("A capture that repeats the hold's id is not counted twice when the session shows it under its own")
  func captureWithoutID() throws {
    var cups = try Sale.held()
    cups.bank.set { $0.operation = { $0.done(Payment(id: 71)) } }
    try cups.apply(.capture("ship", Sale.total))
    cups.bank.set { $0.payments.insert(Payment(id: 81), at: 0) }
    try cups.apply(.recheckRequested)
    #expect(cups.checkout.phase == .paid)
    #expect(cups.checkout.payment?.captured == Sale.total)
  }

  @Test("A capture that PlacetoPay has named by the hold's id is refunded by that id")
  func refundOfCaptureWithoutID() throws {
    var cups = try Sale.held()
    cups.bank.set { $0.operation = { $0.done(Payment(id: 71)) } }
    try cups.apply(.capture("ship", Sale.total))
    cups.bank.set { $0.operation = { $0.done(Payment(id: 82, total: "1000")) } }
    try cups.apply(.refund("back", .cop(1_000)))
    #expect(cups.state("back") == .succeeded)
    #expect(cups.bank.requests.last { $0.path == "/api/transaction" }?.members["internalReference"] as? Int == 71)
  }

  @Test("A release that is pending ends the hold only when the session shows its end", arguments: [true, false])
  func pendingRelease(_ isDone: Bool) throws {
    var cups = try Sale.held()
    cups.bank.set { $0.operation = { $0.done(Payment(id: 81, status: "PENDING")) } }
    try cups.apply(.void("v"))
    #expect(cups.state("v") == .pending)
    #expect(cups.checkout.payment?.capturable == Sale.total)
    cups.bank.set { $0.payments.insert(Payment(id: 81, status: isDone ? "REVERSED" : "REJECTED"), at: 0) }
    try cups.apply(.recheckRequested)
    #expect(cups.state("v") == (isDone ? .succeeded : .failed(.notAllowed)))
    #expect(cups.checkout.payment?.capturable == (isDone ? .cop(0) : Sale.total))
  }

  @Test("A capture of a part counts with its own amount if PlacetoPay answers with the hold")
  func captureAnsweredByHold() throws {
    var cups = try Sale.held()
    cups.bank.set { $0.operation = { $0.done(Payment(id: 71)) } }
    try cups.apply(.capture("c", .cop(9_000)))
    #expect(cups.checkout.payment?.captured == .cop(9_000))
  }

  @Test("A hold is released by a capture of nothing")
  func release() throws {
    var cups = try Sale.held()
    cups.bank.set { $0.operation = { $0.done(Payment(id: 81, total: "0")) } }
    try cups.apply(.void("cancelled"))
    #expect(cups.state("cancelled") == .succeeded)
    #expect(cups.checkout.payment?.release == .byMerchant)
    let amount = try #require(
      cups.bank.requests.last { $0.path == "/api/transaction" }?.members["amount"] as? [String: Any])
    #expect(amount["total"] as? Int == 0 && amount["currency"] as? String == "COP")
  }

  @Test(
    "A hold that ends without us has lapsed after thirty days, and was released before",
    arguments: [
      ("2025-12-15T00:00:00+00:00", FerryCheckout.Payment.Release.lapsed), ("2026-01-15T14:31:00+00:00", .byProvider),
    ])
  func lapse(_ heldAt: String, _ release: FerryCheckout.Payment.Release) throws {
    var cups = try Sale(capture: .manual)
    try cups.pay([Payment(id: 71, date: heldAt)])
    cups.bank.set { $0.payments[0].isRefunded = true }
    try cups.apply(.recheckRequested)
    #expect(cups.checkout.payment?.release == release)
    #expect(cups.checkout.payment?.captured.isZero == true)
  }
}
