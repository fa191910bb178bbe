import FerryCheckout
import FerryCore
import FerryHTTP
import FerryProvider
import FerryTesting
import SwedbankPayModule
import Testing

/// The status of payment orders, and their end.
@Suite("Swedbank Pay: status of payment orders")
struct OrderStatusTests {
  @Test("A card is authorized, then captured at once with the whole VAT; a sale is paid without a capture")
  func paid() throws {
    let card = try Sale.paid()
    #expect(card.checkout.phase == .paid && card.checkout.payment?.captured == Sale.total)
    #expect(card.bank.course == "create get captures get")
    #expect(card.bank.sent("captures").first?.transaction?["vatAmount"] == .number("2400"))
    var swish = try Sale()
    try swish.pay("Sale")
    #expect(swish.checkout.phase == .paid && swish.checkout.payment?.captured == Sale.total)
    #expect(swish.bank.sent("captures").isEmpty)
  }

  @Test(
    "The receipt names the payment method for people",
    arguments: [
      ("Invoice-PayExFinancingSe", "Invoice"), ("ApplePay", "Apple Pay"), ("Swish", "Swish"),
      ("Girocheck", "Girocheck"),
    ])
  func methodName(_ instrument: String, _ name: String) throws {
    var cups = try Sale()
    cups.bank.set { state in
      state.read = { state in
        .answer(
          200,
          state.order.replacing(
            #""instrument":"CreditCard","details":{"cardBrand":"Visa","maskedPan":"476173******0416"}"#,
            with: #""instrument":"\#(instrument)""#))
      }
    }
    try cups.pay("Sale")
    #expect(cups.checkout.payment?.facts?.description == name)
  }

  /// The buyer pays, and the payment's transaction has another amount on the wire.
  private func paid(_ kind: String, _ amount: String) throws -> Sale {
    var cups = try Sale()
    cups.bank.set { state in
      state.read = { state in
        .answer(200, state.order.replacing(#""number":71,"amount":12000"#, with: #""number":71,"amount":\#(amount)"#))
      }
    }
    try cups.pay(kind)
    return cups
  }

  @Test(
    "A float's tail in an amount counts as the nearest minor unit, with a remark", arguments: ["Sale", "Authorization"])
  func tail(_ kind: String) throws {
    let cups = try paid(kind, "11999.9999999999")
    #expect(cups.checkout.phase == .paid && cups.checkout.payment?.captured == Sale.total)
    let remark =
      "Swedbank Pay names the amount 11999.9999999999 in minor units of SEK, which counts as 120.00 SEK."
    #expect(cups.remarks.contains(remark))
  }

  @Test(
    "An amount that cannot be read is held with its text, and a person can accept what was asked for",
    arguments: ["Sale", "Authorization"])
  func unreadableAmount(_ kind: String) throws {
    var cups = try paid(kind, "120.5")
    #expect(cups.checkout.phase == .held(.amountMismatch) && cups.bank.sent("captures").isEmpty)
    #expect(cups.checkout.amountMismatch?.unreadable == "120.5 in minor units of SEK")
    try cups.apply(.resolve(.accept))
    #expect(cups.checkout.phase == .paid && cups.checkout.payment?.captured == Sale.total)
    #expect(cups.bank.sent("captures").count == (kind == "Sale" ? 0 : 1))
  }

  @Test("A refund whose amount cannot be read is unknown, and counts by a person's decision")
  func unreadableRefund() throws {
    var cups = try Sale.paid("Sale")
    cups.bank.set { state in
      @Sendable func order(_ state: ScriptedSwedbankPay.State) -> ScriptedSwedbankPay.Reply {
        .answer(
          200, state.order.replacing(#""amount":5000,"payeeReference""#, with: #""amount":"5O","payeeReference""#))
      }
      state.read = { order($0) }
      state.operate = { state, request in
        state.perform(request)
        return order(state)
      }
    }
    try cups.apply(.refund("one", .sek(5_000)))
    #expect(cups.state("one") == .unknown && cups.checkout.payment?.refunded.isZero == true)
    try cups.apply(.resolve(.happened, operation: "one"))
    try cups.apply(.recheckRequested)
    #expect(cups.checkout.phase == .paid && cups.checkout.payment?.refunded == .sek(5_000))
  }

  @Test("An order that is paid without a transaction yet is asked for again, and not taken for unpaid")
  func lag() throws {
    var cups = try Sale()
    cups.bank.set { state in
      state.read = { state in
        if state.elapsed >= .seconds(20) {
          state.transactions = [.init(kind: "Sale", number: 71, amount: 12_000, reference: state.payee)]
        }
        return .answer(200, state.order)
      }
      state.status = "Paid"
    }
    try cups.apply(.returned(session: nil))
    #expect(cups.checkout.phase == .paid)
    cups.bank.set { #expect($0.elapsed == .seconds(20)) }
  }

  @Test(
    "A payment counts although the status of its order, or the offer to capture it, comes later",
    arguments: [true, false])
  func lateOffer(_ isStatus: Bool) throws {
    var cups = try Sale()
    cups.bank.set { state in
      state.status = isStatus ? "Initialized" : "Paid"
      state.offers = isStatus ? nil : []
      state.read = { state in
        if state.elapsed >= .seconds(20) {
          state.status = "Paid"
          state.offers = nil
        }
        return .answer(200, state.order)
      }
      state.transactions = [.init(kind: "Authorization", number: 71, amount: 12_000, reference: state.payee)]
    }
    try cups.apply(.returned(session: nil))
    #expect(cups.checkout.phase == .paid && cups.checkout.payment?.captured == Sale.total)
  }

  @Test("An open order without a list of transactions has none")
  func withoutList() throws {
    var cups = try Sale()
    cups.bank.set { state in
      state.read = { state in .answer(200, state.order.replacing(#","financialTransactionsList":[]"#, with: "")) }
    }
    try cups.apply(.cancel(.merchant))
    #expect(cups.checkout.phase == .cancelled(.merchant) && cups.bank.sent("abort").count == 1)
  }

  @Test("A transaction of an unknown kind may have moved money: nothing is concluded from the order")
  func unknownKind() throws {
    var cups = try Sale()
    cups.bank.set { $0.transactions = [.init(kind: "Adjustment", number: 70, amount: 1, reference: "X")] }
    #expect(throws: ProviderFailure.self) { try cups.pay("Adjustment") }
    #expect(cups.checkout.phase.name != .paid && cups.checkout.payment == nil)
  }

  @Test(
    "An unknown status is not final and never paid, whatever transactions the order shows, and is reported",
    arguments: [nil, "Authorization", "Sale"])
  func unknownStatus(_ kind: String?) throws {
    var cups = try Sale()
    cups.bank.set { state in
      state.status = "Frozen"
      state.offers = ["capture", "cancel", "reversal"]
      state.transactions = (kind.map { [$0] } ?? []).map {
        .init(kind: $0, number: 71, amount: state.amount, reference: state.payee)
      }
    }
    try cups.apply(.returned(session: nil))
    #expect(cups.checkout.phase.name == .settling && cups.checkout.payment == nil)
    #expect(cups.bank.course == "create get")
    #expect(cups.remarks.contains { $0.contains("Frozen") })
    cups.bank.set {
      $0.status = kind == nil ? "Initialized" : "Paid"
      $0.offers = nil
    }
    try cups.apply(.recheckRequested)
    #expect(cups.checkout.phase.name == (kind == nil ? .paying : .paid))
  }

  @Test("Another amount than was asked for is held")
  func otherAmount() throws {
    var cups = try Sale()
    cups.bank.set { $0.amount = 12_001 }
    try cups.pay()
    #expect(cups.checkout.phase.name == .held && cups.bank.sent("captures").isEmpty)
  }

  // MARK: Ends

  @Test("An order that was aborted without us was cancelled by the buyer")
  func abortedByBuyer() throws {
    var cups = try Sale()
    cups.bank.set { $0.status = "Aborted" }
    try cups.apply(.returned(session: nil))
    #expect(cups.checkout.phase == .cancelled(.buyer))
  }

  @Test("An order is aborted for whoever cancels the checkout", arguments: [Party.buyer, .merchant])
  func abortedByUs(_ party: Party) throws {
    var cups = try Sale()
    try cups.apply(.cancel(party))
    #expect(cups.checkout.phase == .cancelled(party))
    #expect(cups.bank.course == "create get get abort get")
    #expect(cups.bank.sent("abort").first?.order?["operation"] == .string("Abort"))
  }

  @Test("While the buyer is in the bank's app no abort is offered: the checkout is closing, and a payment still counts")
  func abortNotOffered() throws {
    var cups = try Sale()
    cups.bank.set { $0.offers = ["redirect-checkout"] }
    try cups.apply(.cancel(.buyer))
    #expect(cups.checkout.phase.name == .closing && cups.bank.sent("abort").isEmpty)
    cups.bank.set { $0.offers = nil }
    var paid = cups
    try cups.apply(.timerFired, at: try #require(cups.checkout.wakeAt) as Moment)
    #expect(cups.checkout.phase == .cancelled(.buyer) && cups.bank.sent("abort").count == 1)
    paid.bank.set { $0.status = "Initialized" }
    try paid.pay("Sale")
    #expect(paid.checkout.phase == .paid)
  }

  @Test("Money that comes after a person has rejected the checkout of a buyer in the bank's app goes back")
  func rejectedInApp() throws {
    var cups = try Sale()
    cups.bank.set { $0.offers = ["redirect-checkout"] }
    try cups.apply(.cancel(.merchant))
    let late = cups.checkout.expiresAt + .seconds(7_200)
    try cups.apply(.resolve(.hold), at: late)
    try cups.apply(.resolve(.reject), at: late)
    #expect(cups.checkout.phase == .cancelled(.merchant) && cups.bank.sent("abort").isEmpty)
    cups.bank.set { state in
      state.offers = nil
      state.status = "Paid"
      state.transactions = [.init(kind: "Sale", number: 71, amount: state.amount, reference: state.payee)]
    }
    try cups.apply(.timerFired, at: try #require(cups.checkout.wakeAt) as Moment)
    #expect(cups.checkout.payment?.refunded == Sale.total)
  }

  @Test("A refused abort is tried again later", arguments: [403, 409])
  func abortRefused(_ status: Int) throws {
    var cups = try Sale()
    cups.bank.set { $0.abort = { _ in .answer(status, Answers.problem("paymentorders/forbidden", status)) } }
    try cups.apply(.cancel(.merchant))
    #expect(cups.checkout.phase.name == .closing)
    #expect(cups.bank.course == "create get get abort get")
    cups.bank.set { state in
      state.abort = { state in
        state.status = "Aborted"
        return .answer(200, state.order)
      }
    }
    try cups.apply(.timerFired, at: try #require(cups.checkout.wakeAt) as Moment)
    #expect(cups.checkout.phase == .cancelled(.merchant))
  }

  @Test("An abort whose answer is lost is looked for before it is sent again", arguments: [true, false])
  func abortLost(_ hasArrived: Bool) throws {
    var cups = try Sale()
    cups.bank.set { state in
      state.abort = { state in
        if hasArrived { state.status = "Aborted" }
        return .lost
      }
    }
    try cups.apply(.cancel(.merchant))
    #expect(cups.bank.sent("abort").count == 1)
    #expect(hasArrived ? cups.checkout.phase == .cancelled(.merchant) : cups.checkout.phase.name == .closing)
  }

  @Test(
    "A failed attempt leaves the order open and tells its reason; one that the buyer ended does not",
    arguments: [
      ("creditcard/carddeclined", "Failed", DeclineReason.paymentMethodRefused),
      ("creditcard/3dsecuredeclined", "Failed", .verificationFailed), ("swishtimeout", "Failed", .timedOut),
      ("creditcard/dailylimitexceeded", "Failed", .paymentMethodRefused), ("systemerror", "Failed", .refused),
      ("usercancelled", "Failed", nil), ("creditcard/carddeclined", "Aborted", nil),
    ] as [(String, String, DeclineReason?)])
  func attempts(_ type: String, _ status: String, _ reason: DeclineReason?) throws {
    var cups = try Sale()
    cups.bank.set {
      $0.attempts = [
        #"{"number":61,"status":"\#(status)","instrument":"CreditCard","problem":\#(Answers.problem(type, 403))}"#
      ]
    }
    try cups.apply(.returned(session: nil))
    #expect(cups.checkout.declinedAttempts.last?.reason == reason)
    #expect(![.paid, .declined, .cancelled].contains(cups.checkout.phase.name))
    try cups.pay("Sale")
    #expect(cups.checkout.phase == .paid)
  }

  @Test(
    "A hold that can no longer be captured has lapsed after 180 days; before that, or if a capture is offered, it stays",
    arguments: [
      ("2025-07-19T14:29:00Z", [], true), ("2025-07-19T14:31:00Z", [], false),
      ("2025-07-19T14:29:00Z", ["capture", "cancel"], false),
    ] as [(String, Set<String>, Bool)])
  func lapse(_ heldAt: String, _ offers: Set<String>, _ hasLapsed: Bool) throws {
    var cups = try Sale(capture: .manual)
    cups.bank.set { $0.offers = offers }
    try cups.pay(created: heldAt)
    #expect(cups.checkout.payment?.release == (hasLapsed ? .lapsed : nil))
    #expect(cups.checkout.payment?.captured.isZero == true)
  }
}
