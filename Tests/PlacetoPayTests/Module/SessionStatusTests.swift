import FerryCheckout
import FerryCore
import FerryProvider
import FerryTesting
import Testing

/// The meaning of every status of a session and of its transactions for a checkout.
@Suite("PlacetoPay: statuses of sessions and transactions")
struct SessionStatusTests {
  typealias Payment = ScriptedPlacetoPay.Payment

  private func cups(_ status: String, _ reason: String = "00", _ payments: [Payment] = []) throws -> Sale {
    var cups = try Sale()
    try cups.returned {
      $0.status = status
      $0.reason = reason
      $0.payments = payments
    }
    return cups
  }

  @Test(
    "A session that is open leaves the buyer on the page",
    arguments: ["PENDING", "PENDING_VALIDATION", "PENDING_PROCESS"])
  func open(_ status: String) throws {
    let cups = try cups(status, "PC")
    #expect(cups.checkout.phase.name == .paying)
    #expect(cups.checkout.payment == nil && cups.remarks.isEmpty)
  }

  @Test(
    "A session that ends without a payment ends the checkout for the one who ended it",
    arguments: [
      ("?C", Phase.cancelled(.buyer)), ("MC", .cancelled(.provider)), ("EX", .expired), ("XN", .declined(.refused)),
      ("something", .declined(.refused)),
    ])
  func ended(_ reason: String, _ phase: Phase) throws {
    #expect(try cups("REJECTED", reason).checkout.phase == phase)
    // The attempts that failed before do not change that.
    let declined = try cups("REJECTED", reason, [Payment(id: 71, status: "REJECTED", reason: "05")])
    #expect(declined.checkout.phase == phase)
  }

  @Test("A session that has expired is settling while an attempt is undecided", arguments: ["PENDING", "INVENTED"])
  func undecidedAfterTheEnd(_ status: String) throws {
    for end in ["APPROVED", "REJECTED"] {
      var cups = try cups("REJECTED", "EX", [Payment(id: 71, status: status, reason: "?-")])
      #expect(cups.checkout.phase.name == .settling && cups.checkout.payment?.isPending == true)
      cups.bank.set {
        if end == "APPROVED" { ($0.status, $0.reason) = ("APPROVED", "00") }
        $0.payments[0].status = end
        $0.payments[0].reason = end == "APPROVED" ? "00" : "05"
      }
      try cups.apply(.recheckRequested)
      #expect(cups.checkout.phase == (end == "APPROVED" ? .paid : .expired))
    }
  }

  @Test(
    "A declined attempt leaves the session alive, with the reason as far as it helps",
    arguments: [
      ("REJECTED", "05", DeclineReason.paymentMethodRefused), ("REJECTED", "61", .paymentMethodRefused),
      ("REJECTED", "?C", .refused), ("FAILED", "BR", .refused), ("REJECTED", "EX", .timedOut),
      ("REVERSED", "00", .refused),
    ])
  func declined(_ status: String, _ code: String, _ reason: DeclineReason) throws {
    var cups = try cups("PENDING", "PC", [Payment(id: 71, status: status, reason: code)])
    #expect(cups.checkout.phase.name == .paying)
    #expect(cups.checkout.declinedAttempts == [DeclinedAttempt(reference: "71", reason: reason)])
    try cups.pay([Payment(id: 72), Payment(id: 71, status: status, reason: code)])
    #expect(cups.checkout.phase == .paid)
    #expect(cups.checkout.payment?.reference == "72")
  }

  @Test(
    "A pending attempt is pending, whatever it waits for",
    arguments: ["PENDING", "PENDING_CONFIRMATION", "PENDING_VALIDATION", "PENDING_PROCESS"])
  func pending(_ status: String) throws {
    let cups = try cups("PENDING", "PT", [Payment(id: 71, status: status, reason: "?-")])
    #expect(cups.checkout.phase.name == .settling)
    #expect(cups.checkout.payment?.isPending == true)
  }

  @Test(
    "An unknown status of a transaction is not final, and is reported",
    arguments: ["MANUAL", "DISPUTE", "ERROR", "UNKNOWN", "INVENTED", ""])
  func unknownTransaction(_ status: String) throws {
    var cups = try cups("PENDING", "PT", [Payment(id: 71, status: status)])
    #expect(cups.checkout.phase.name == .settling)
    #expect(cups.checkout.payment?.captured.isZero == true)
    #expect(cups.remarks.contains { $0.contains("unknown transaction status: \(status)") })
    try cups.pay()
    #expect(cups.checkout.phase == .paid)
  }

  @Test(
    "An unknown status of a session is not final, and is reported",
    arguments: ["INVENTED", "CANCELED", "OK", "FAILED", "MANUAL"])
  func unknownSession(_ status: String) throws {
    var cups = try cups(status)
    #expect(cups.checkout.phase.name == .settling)
    #expect(cups.remarks.contains { $0.contains("unknown session status: \(status)") })
    try cups.pay()
    #expect(cups.checkout.phase == .paid)
  }

  @Test("An approved session is paid by its approved transactions, wherever they stand among the others")
  func approved() throws {
    let declined = Payment(id: 70, status: "REJECTED", reason: "05")
    for payments in [[Payment(id: 71)], [Payment(id: 71), declined], [declined, Payment(id: 71)]] {
      let cups = try cups("APPROVED", "00", payments)
      #expect(cups.checkout.phase == .paid)
      #expect(cups.checkout.payment?.captured == Sale.total)
    }
    let parts = try cups("APPROVED", "00", [Payment(id: 72, total: "7000"), Payment(id: 71, total: "\"5000.00\"")])
    #expect(parts.checkout.phase == .paid)
    #expect(parts.checkout.payment?.reference == "71")
    #expect(parts.checkout.payment?.captured == Sale.total)
  }

  @Test("An approved session without a transaction is asked about again")
  func nothingShown() throws {
    let cups = try cups("APPROVED")
    #expect(cups.checkout.phase.name == .settling)
    #expect(cups.checkout.payment == nil)
  }

  @Test("A part of the amount is pending while the rest can be paid, and held for a person when it no longer can")
  func partial() throws {
    var cups = try cups("APPROVED_PARTIAL", "P0", [Payment(id: 71, total: "5000")])
    #expect(cups.checkout.phase.name == .settling)
    #expect(cups.checkout.payment?.isPending == true)
    try cups.returned {
      $0.status = "PARTIAL_EXPIRED"
      $0.reason = "PX"
    }
    #expect(cups.checkout.phase == .held(.amountMismatch))
    #expect(cups.checkout.amountMismatch?.reported == .cop(5_000))
    #expect(cups.checkout.payment?.captured.isZero == true)
    #expect(cups.remarks.contains { $0.contains("a part of the amount") })
  }

  @Test(
    "Another amount, currency or exponent is held for a person",
    arguments: [
      ("11999.99", "COP"), ("12000.01", "COP"), ("120", "COP"), ("1200000", "COP"), ("12000", "USD"), ("12000", "CLP"),
    ])
  func otherMoney(_ total: String, _ currency: String) throws {
    let cups = try cups("APPROVED", "00", [Payment(id: 71, total: total, currency: currency)])
    #expect(cups.checkout.phase == .held(.amountMismatch))
  }

  @Test(
    "A float's tail counts as the nearest minor unit, and the timeline shows it",
    arguments: [
      ("11999.999999999999", "11999.999999999999 COP"), ("12000.00000000001", "12000.00000000001 COP"),
      (#""12000.00 ""#, "12000.00  COP"), (#""11999.99999999""#, "11999.99999999 COP"),
    ])
  func tail(_ total: String, _ written: String) throws {
    var cups = try cups("APPROVED", "00", [Payment(id: 71, total: total)])
    #expect(cups.checkout.phase == .paid && cups.checkout.payment?.captured == Sale.total)
    let remark = "PlacetoPay names the amount \(written), which counts as 12000.00 COP."
    #expect(cups.remarks.filter { $0.contains("names the amount") } == [remark])
    try cups.apply(.recheckRequested)
    #expect(cups.remarks.count { $0 == remark } == 1)
  }

  private static let dollars = Money(minorUnits: 2_995, .usd)

  @Test(
    "A payment is worth its price however PlacetoPay writes it, with a remark where the number is not exact",
    arguments: [
      (dollars, "29.949999999999999", true), (dollars, #""29.95 ""#, true), (dollars, #""29.95""#, false),
      (dollars, "29.95", false), (.cop(119_000), "119000.00000000001", true), (.cop(119_000), "1.19e5", false),
      (.cop(119_000), "119000.0", false),
    ] as [(Money, String, Bool)])
  func written(_ price: Money, _ total: String, _ isRemarked: Bool) throws {
    var cups = try Sale.one(price)
    try cups.pay([Payment(id: 71, total: total, currency: price.currency.code)])
    #expect(cups.checkout.phase == .paid && cups.checkout.payment?.captured == price)
    #expect(cups.remarks.contains { $0.contains("which counts as \(price)") } == isRemarked)
  }

  @Test("Plainly written amounts need no remark", arguments: ["1.2e4", "12000.0", #""12000.0000""#, #""12000""#])
  func plain(_ total: String) throws {
    let cups = try cups("APPROVED", "00", [Payment(id: 71, total: total)])
    #expect(cups.checkout.phase == .paid && cups.remarks.isEmpty)
  }

  @Test(
    "An amount that cannot be read is held with its text, and a person can accept what was asked for",
    arguments: [
      ("-12000", "-12000 COP"), ("12000.001", "12000.001 COP"), (#""x""#, "x COP"), ("null", "(none) COP"),
      (#""12.000,00""#, "12.000,00 COP"),
    ])
  func unreadableMoney(_ total: String, _ written: String) throws {
    var cups = try cups("APPROVED", "00", [Payment(id: 71, total: total)])
    #expect(cups.checkout.phase == .held(.amountMismatch) && cups.checkout.payment == nil)
    #expect(cups.checkout.amountMismatch?.unreadable == written)
    #expect(cups.remarks.contains("PlacetoPay names an amount that cannot be read: \(written)."))
    try cups.apply(.resolve(.accept))
    #expect(cups.checkout.phase == .paid && cups.checkout.payment?.captured == Sale.total)
    try cups.apply(.recheckRequested)
    #expect(cups.checkout.phase == .paid && cups.checkout.payment?.captured == Sale.total)
  }

  @Test("The session's next answer clears an amount that could not be read, and a declined attempt needs none")
  func unreadableOnce() throws {
    var cups = try cups("APPROVED", "00", [Payment(id: 71, total: #""x""#)])
    cups.bank.set { $0.payments = [Payment(id: 71)] }
    try cups.apply(.resolve(.ask))
    #expect(cups.checkout.phase == .paid && cups.checkout.payment?.captured == Sale.total)
    let declined = try self.cups("REJECTED", "XN", [Payment(id: 71, status: "REJECTED", reason: "05", total: #""x""#)])
    #expect(declined.checkout.phase == .declined(.refused))
  }

  @Test("Two payments, of which one cannot be read, are held")
  func unreadableBesideAnother() throws {
    let cups = try cups("APPROVED", "00", [Payment(id: 72, total: #""x""#), Payment(id: 71)])
    #expect(cups.checkout.phase == .held(.amountMismatch) && cups.checkout.amountMismatch?.unreadable == "x COP")
  }

  @Test("A payment in a session that is reported as cancelled is held for a person")
  func contradiction() throws {
    #expect(try cups("REJECTED", "?C", [Payment(id: 71)]).checkout.phase == .held(.contradiction))
  }

  @Test(
    "A slip that is still pending beside an approved payment cannot pay the session any more; if it does, a person looks"
  )
  func slipBesidePayment() throws {
    var cups = try cups("PENDING", "PT", [Payment(id: 71, status: "PENDING")])
    try cups.pay([Payment(id: 72), Payment(id: 71, status: "PENDING")])
    #expect(cups.checkout.phase == .paid)
    try cups.pay([Payment(id: 72), Payment(id: 71)])
    #expect(cups.checkout.phase == .held(.amountMismatch))
  }

  @Test("A session for another amount than the buyer agreed to is held before the buyer goes to pay")
  func otherSession() throws {
    let bank = ScriptedPlacetoPay()
    bank.set { $0.asked = #"{"currency": "COP", "total": "12000.01"}"# }
    #expect(try Sale(bank).checkout.phase == .held(.amountMismatch))
  }

  @Test("Session and transactions are references of different kinds")
  func references() throws {
    let cups = try cups("APPROVED", "00", [Payment(id: 1234)])
    #expect(Set(cups.references) == [ProviderReference("session", "1234"), ProviderReference("transaction", "1234")])
  }
}
