import FerryCheckout
import FerryCore
import FerryTesting
import Testing

/// Operations whose answer is lost: PlacetoPay has no idempotency key, so that none is sent twice without proof.
@Suite("PlacetoPay: captures, releases, refunds without an answer")
struct LostOperationTests {
  typealias Payment = ScriptedPlacetoPay.Payment

  /// The reversals that were sent.
  private func reversals(_ cups: Sale) -> Int { cups.bank.requests.count { $0.path == "/api/transaction" } }

  @Test("A refund whose answer is lost is done if the session shows it with its amount")
  func lostRefundShown() throws {
    var cups = try Sale.paid()
    cups.bank.set {
      $0.operation = { state in
        state.payments[0].isRefunded = true
        state.payments.insert(Payment(id: 81, status: "REFUNDED", total: "4000"), at: 0)
        return .lost
      }
    }
    try cups.apply(.refund("one", .cop(4_000)))
    #expect(cups.state("one") == .succeeded)
    #expect(cups.checkout.payment?.refunded == .cop(4_000))
    #expect(reversals(cups) == 1)
  }

  @Test(
    "A refund whose answer is lost, and which the session does not show with its amount, is unknown and never sent twice",
    arguments: [true, false])
  func lostRefundUnknown(_ isFlagged: Bool) throws {
    var cups = try Sale.paid()
    cups.bank.set {
      $0.payments[0].isRefunded = isFlagged
      $0.operation = { _ in .lost }
    }
    try cups.apply(.refund("one", .cop(4_000)))
    #expect(cups.state("one") == .unknown)
    try cups.apply(.recheckRequested)
    #expect(cups.state("one") == .unknown)
    #expect(cups.checkout.payment?.refunded.isZero == true)
    #expect(reversals(cups) == 1)
    #expect(cups.remarks.contains { $0.contains("does not show whether it was done") })
    // The session shows it later after all.
    cups.bank.set { $0.payments.insert(Payment(id: 81, status: "REFUNDED", total: "4000"), at: 0) }
    try cups.apply(.recheckRequested)
    #expect(cups.state("one") == .succeeded)
  }

  @Test("Only an account whose sessions show operations repeats a refund that two queries, minutes apart, do not show")
  func lostRefundRepeated() throws {
    var cups = try Sale.paid(showsOperations: true)
    cups.bank.set {
      $0.operation = { state in
        state.operation = { state in
          let refund = Payment(id: 81, status: "REFUNDED", total: "4000")
          state.payments.insert(refund, at: 0)
          return state.done(refund)
        }
        return .lost
      }
    }
    try cups.apply(.refund("one", .cop(4_000)))
    #expect(cups.state("one") == .succeeded)
    #expect(reversals(cups) == 2)
    #expect(cups.bank.course.hasSuffix("transaction 1234 1234 1234 transaction 1234"), "\(cups.bank.course)")
    cups.bank.set { #expect($0.elapsed == .seconds(300)) }
    // The session shows the first one only by its flag now: silence says nothing about a second one.
    cups.bank.set {
      $0.payments.removeFirst()
      $0.payments[0].isRefunded = true
      $0.operation = { _ in .lost }
    }
    try cups.apply(.refund("two", .cop(8_000)))
    #expect(cups.state("two") == .unknown)
    #expect(reversals(cups) == 3)
  }

  @Test(
    "A lost operation is not repeated beside anything in the session that could be it, however late that shows",
    arguments: ["APPROVED", "PENDING", "INVENTED", "REFUNDED"], [true, false])
  func lostBesideOthers(_ status: String, _ isLate: Bool) throws {
    var cups = try Sale.paid(showsOperations: true)
    let other = Payment(id: 81, status: status, total: "3000")
    cups.bank.set {
      $0.operation = { state in
        if !isLate { state.payments.insert(other, at: 0) }
        state.query = { state in
          if isLate, state.elapsed > .zero, state.payments.count == 1 { state.payments.insert(other, at: 0) }
          return .answer(200, state.information)
        }
        return .lost
      }
    }
    try cups.apply(.refund("one", .cop(4_000)))
    #expect(cups.state("one") == .unknown)
    #expect(reversals(cups) == 1)
  }

  @Test(
    "A capture or release whose answer is lost is not repeated beside a pending transaction", arguments: [true, false])
  func lostBesidePending(_ isCapture: Bool) throws {
    var cups = try Sale.held(showsOperations: true)
    cups.bank.set {
      $0.operation = { state in
        state.payments.insert(Payment(id: 81, status: "PENDING"), at: 0)
        return .lost
      }
    }
    try cups.apply(isCapture ? .capture("one", Sale.total) : .void("one"))
    #expect(cups.state("one") == .unknown)
    #expect(reversals(cups) == 1)
  }

  @Test("A refund that was seen by another question before its answer is known is not repeated")
  func seenBefore() throws {
    var cups = try Sale.paid(showsOperations: true)
    cups.bank.set {
      $0.payments[0].isRefunded = true
      $0.payments.insert(Payment(id: 80, status: "REFUNDED", total: "500"), at: 0)
    }
    try cups.apply(.recheckRequested)
    cups.bank.set { $0.operation = { _ in .lost } }
    try cups.apply(.refund("one", .cop(4_000)))
    #expect(cups.state("one") == .unknown)
    #expect(reversals(cups) == 1)
  }

  @Test("A capture whose answer is lost is done if the session shows it")
  func lostCaptureShown() throws {
    var cups = try Sale.held()
    cups.bank.set {
      $0.operation = { state in
        state.payments.insert(Payment(id: 81), at: 0)
        return .lost
      }
    }
    try cups.apply(.capture("ship", Sale.total))
    #expect(cups.state("ship") == .succeeded && reversals(cups) == 1)
  }

  @Test(
    "A capture, release or whole refund whose answer is lost is repeated after five minutes, once it shows nowhere",
    arguments: ["ship", "void", "refund"])
  func repeated(_ id: OperationID) throws {
    var cups = id == "refund" ? try Sale.paid() : try Sale.held()
    cups.bank.set {
      $0.operation = { state in
        state.operation = { state in state.done(Payment(id: 81, total: "12000")) }
        return .lost
      }
    }
    try cups.apply(
      id == "ship" ? .capture(id, Sale.total) : id == "void" ? .void(id) : .refund(id, Sale.total))
    #expect(cups.state(id) == .succeeded && reversals(cups) == 2)
    cups.bank.set { #expect($0.elapsed == .seconds(300)) }
  }

  @Test(
    "If the repetition is refused, words that say so prove a refund; others decide nothing",
    arguments: [
      ("Transaction already refunded", FerryCheckout.Operation.State.succeeded),
      ("La transacción ya fue reembolsada", .succeeded), ("The transaction cannot be refunded", .unknown),
      ("La transacción ya no puede ser reembolsada", .unknown),
      ("No puede ser reversada ya que no ha sido conciliada", .unknown), ("", .unknown),
    ])
  func repetitionRefused(_ message: String, _ end: FerryCheckout.Operation.State) throws {
    var cups = try Sale.paid()
    cups.bank.set {
      $0.operation = { state in
        state.operation = { _ in
          .answer(
            400, #"{"status":{"status":"FAILED","reason":"request_not_valid","message":"\#(message)"}}"#)
        }
        return .lost
      }
    }
    try cups.apply(.refund("all", Sale.total))
    #expect(cups.state("all") == end && reversals(cups) == 2)
    #expect(cups.checkout.payment?.refunded == (end == .succeeded ? Sale.total : .cop(0)))
    #expect(cups.checkout.payment?.refundable.isZero == true)
  }
}
