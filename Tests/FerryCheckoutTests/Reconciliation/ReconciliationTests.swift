import FerryCheckout
import FerryCore
import Testing

@testable import FerryCheckout

@Suite("Reconciliation of orders, ledger and provider")
struct ReconciliationTests {
  /// A damage to the books, and exactly the discrepancies that the report must then list.
  struct Drift: Sendable, CustomTestStringConvertible {
    let name: String
    let spoil: @Sendable (inout SampleBooks) -> Void
    let kind: Discrepancy.Kind
    var order: String? = "A-1"
    var checkout: CheckoutID? = "one"
    var shop: Int64?
    var ferry: Int64?
    var provider: Int64?

    var testDescription: String { name }
  }

  static let drifts: [Drift] = [
    Drift(
      name: "paid at the shop, and no checkout here",
      spoil: { $0.orders.append(StatedOrder(reference: "A-9", status: .paid, total: .yen(700))) }, kind: .orderNotPaid,
      order: "A-9", checkout: nil, shop: 700),
    Drift(
      name: "refunded at the shop, and no checkout here",
      spoil: { $0.orders.append(StatedOrder(reference: "A-9", status: .refunded, total: .yen(700))) },
      kind: .orderNotPaid, order: "A-9", checkout: nil, shop: 700),
    Drift(
      name: "paid at the shop, and declined here",
      spoil: {
        $0.orders.append(StatedOrder(reference: "A-9", status: .paid, total: .yen(700)))
        $0.payments.append(SampleBooks.payment("nine", "A-9", nil, phase: .declined))
      }, kind: .orderNotPaid, order: "A-9", checkout: nil, shop: 700),
    Drift(
      name: "paid at the shop, and voided here",
      spoil: {
        $0.payments[1].totals?.held = .yen(0)
        $0.statuses["two"] = .charge(SampleBooks.charge("two"))
      }, kind: .orderNotPaid, order: "A-2", checkout: nil, shop: 4_000),
    Drift(
      name: "paid at the shop, and held for a person here", spoil: { $0.payments[0].phase = .held },
      kind: .orderNotPaid,
      checkout: nil, shop: 9_520),
    Drift(
      name: "paid here, and no order at the shop", spoil: { $0.orders.removeFirst() }, kind: .orderUnknown, ferry: 9_520
    ),
    Drift(
      name: "paid here, and unpaid at the shop", spoil: { $0.orders[0].status = .unpaid }, kind: .orderNotCounted,
      shop: 9_520, ferry: 9_520),
    Drift(
      name: "authorized here, and cancelled at the shop", spoil: { $0.orders[1].status = .cancelled },
      kind: .orderNotCounted, order: "A-2", checkout: "two", shop: 4_000, ferry: 4_000),
    Drift(
      name: "another total at the shop", spoil: { $0.orders[0].total = .yen(9_250) }, kind: .orderTotal, shop: 9_250,
      ferry: 9_520),
    Drift(
      name: "another captured amount at the shop", spoil: { $0.orders[0].captured = .yen(9_000) }, kind: .orderCaptured,
      shop: 9_000, ferry: 9_520),
    Drift(
      name: "a refund at the shop that is none here", spoil: { $0.orders[0].refunded = .yen(500) },
      kind: .orderRefunded, shop: 500, ferry: 0),
    Drift(
      name: "all refunded at the shop, and not here",
      spoil: {
        $0.orders[0].status = .refunded
        $0.orders[0].refunded = nil
      }, kind: .orderRefunded, shop: 9_520, ferry: 0),
    Drift(
      name: "two checkouts hold money of one order",
      spoil: {
        $0.payments.append(
          SampleBooks.payment(
            "again", "A-1", SampleBooks.totals(authorized: 9_520, captured: 9_520), phase: .held,
            at: SampleBooks.paidAt + .seconds(60)))
        $0.statuses["again"] = .charge(SampleBooks.charge("again", captured: 9_520))
      }, kind: .paidTwice, checkout: "again", ferry: 9_520),
    Drift(
      name: "an entry of the ledger is gone", spoil: { $0.payments[0].ledger = [:] }, kind: .ledger, ferry: 9_520),
    Drift(
      name: "an entry of the ledger stands there twice",
      spoil: { $0.payments[0].ledger = [.receivable: 19_040, .sales: -19_040] }, kind: .ledger, ferry: 9_520),
    Drift(
      name: "captured at the provider alone",
      spoil: { $0.statuses["two"] = .charge(SampleBooks.charge("two", captured: 4_000)) }, kind: .captured,
      order: "A-2", checkout: "two", ferry: 0, provider: 4_000),
    Drift(
      name: "captured here alone", spoil: { $0.statuses["one"] = .charge(SampleBooks.charge("one")) }, kind: .captured,
      ferry: 9_520, provider: 0),
    Drift(
      name: "refunded at the provider alone",
      spoil: { $0.statuses["one"] = .charge(SampleBooks.charge("one", captured: 9_520, refunded: 1_000)) },
      kind: .refunded, ferry: 0, provider: 1_000),
    Drift(
      name: "refunded here alone",
      spoil: {
        $0.payments[0].totals?.refunded = .yen(1_000)
        $0.orders[0].refunded = .yen(1_000)
      }, kind: .refunded, ferry: 1_000, provider: 0),
    Drift(
      name: "voided at the provider alone", spoil: { $0.statuses["two"] = .charge(SampleBooks.charge("two")) },
      kind: .held, order: "A-2", checkout: "two", ferry: 4_000, provider: 0),
    Drift(
      name: "a charge that the provider does not know", spoil: { $0.statuses["one"] = .unknownCharge },
      kind: .chargeMissing, ferry: 9_520),
    Drift(
      name: "a charge of a checkout that has none here",
      spoil: {
        $0.payments.append(SampleBooks.payment("late", "A-3", nil, phase: .expired))
        $0.statuses["late"] = .charge(SampleBooks.charge("late", captured: 880))
      }, kind: .chargeUnrecorded, order: "A-3", checkout: "late", provider: 880),
    Drift(
      name: "an authorization of a checkout that has none here",
      spoil: {
        $0.payments.append(SampleBooks.payment("late", "A-3", nil, phase: .cancelled))
        $0.statuses["late"] = .charge(SampleBooks.charge("late", held: 880))
      }, kind: .chargeUnrecorded, order: "A-3", checkout: "late", provider: 880),
    Drift(
      name: "a charge of the provider's report that nobody knows",
      spoil: { $0.report(.capture, "S03-other-C7", "S03-other", 333) }, kind: .chargeUnknown, order: nil, checkout: nil,
      provider: 333),
    Drift(
      name: "a second charge on a known permission", spoil: { $0.report(.capture, "S03-one-C2", "S03-one", 333) },
      kind: .chargeUnknown, provider: 333),
    Drift(
      name: "a refund of the report whose charge nobody knows",
      spoil: { $0.report(.refund, "S03-other-R7", "S03-other", 333) }, kind: .refundUnknown, order: nil, checkout: nil,
      provider: 333),
    Drift(
      name: "a capture of the report, where the provider was not asked",
      spoil: {
        $0.statuses = [:]
        $0.report(.capture, "S03-two-C1", "S03-two", 4_000)
      }, kind: .captured, order: "A-2", checkout: "two", ferry: 0, provider: 4_000),
    Drift(
      name: "refunds of the report, where the provider was not asked",
      spoil: {
        $0.statuses = [:]
        $0.report(.refund, "S03-one-R1", "S03-one", 100)
        $0.report(.refund, "S03-one-R2", "S03-one", 200)
      }, kind: .refunded, ferry: 0, provider: 300),
    Drift(
      name: "a refund that waits for days", spoil: { $0.payments[0].overdueAt = SampleBooks.now - .seconds(1) },
      kind: .overdue, ferry: 9_520),
    Drift(
      name: "a refund of unknown outcome, which counts as overdue, too",
      spoil: {
        $0.payments[0].undecided = Undecided(
          operation: "op_1", asked: .yen(1_000), reported: .yen(700), since: SampleBooks.now - .seconds(60))
        $0.payments[0].overdueAt = SampleBooks.now - .seconds(60)
      }, kind: .undecided, ferry: 1_000, provider: 700),
    Drift(
      name: "a held checkout whose amount is not what was asked for",
      spoil: {
        $0.payments.append(SampleBooks.payment("late", "A-3", nil, phase: .held))
        $0.payments[2].undecided = Undecided(asked: .yen(880), reported: .yen(800))
        $0.statuses["late"] = .charge(SampleBooks.charge("late", captured: 800))
      }, kind: .undecided, order: "A-3", checkout: "late", ferry: 880, provider: 800),
    Drift(
      name: "refunds above the capture in both books",
      spoil: {
        $0.payments[0].totals?.refunded = .yen(11_000)
        $0.orders[0].refunded = .yen(11_000)
        $0.statuses["one"] = .charge(SampleBooks.charge("one", captured: 9_520, refunded: 11_000))
      }, kind: .refundExcess, ferry: 9_520, provider: 11_000),
    Drift(
      name: "refunds above the capture, where the provider was not asked",
      spoil: {
        $0.payments[0].totals?.refunded = .yen(9_521)
        $0.orders[0].refunded = .yen(9_521)
        $0.statuses = [:]
      }, kind: .refundExcess, ferry: 9_520, provider: 9_521),
    Drift(
      name: "refunds above what the provider allows beyond the capture",
      spoil: {
        $0.payments[0].excessRefund = .percent(15)
        $0.payments[0].totals?.refunded = .yen(10_949)
        $0.orders[0].refunded = .yen(10_949)
        $0.statuses["one"] = .charge(SampleBooks.charge("one", captured: 9_520, refunded: 10_949))
      }, kind: .refundExcess, ferry: 9_520, provider: 10_949),
    Drift(
      name: "a refund of a part, and a lost dispute of all",
      spoil: {
        $0.dispute(lost: 9_520, claimed: 9_520)
        $0.payments[0].totals?.refunded = .yen(1_000)
        $0.orders[0].refunded = .yen(1_000)
        $0.statuses["one"] = .charge(SampleBooks.charge("one", captured: 9_520, refunded: 1_000))
      }, kind: .paidBackTwice, ferry: 9_520, provider: 10_520),
    Drift(
      name: "a lost dispute without its ledger entry",
      spoil: {
        $0.dispute(lost: 1_000, claimed: 1_000)
        $0.payments[0].expected[.receivable] = 8_520
        $0.payments[0].expected[.disputes] = 1_000
      }, kind: .ledger, ferry: 1_000),
    Drift(
      name: "a chargeback of the report without a dispute here",
      spoil: { $0.report(.chargeback, "S03-one-B1", "S03-one", 9_520) }, kind: .disputeUnrecorded, provider: 9_520),
    Drift(
      name: "a chargeback of the report whose charge nobody knows",
      spoil: { $0.report(.chargeback, "S03-other-B1", "S03-other", 333) }, kind: .disputeUnrecorded, order: nil,
      checkout: nil, provider: 333),
    Drift(
      name: "a chargeback of more than the lost dispute",
      spoil: {
        $0.dispute(lost: 5_000, claimed: 5_000)
        $0.report(.chargeback, "S03-one-B1", "S03-one", 9_520)
      }, kind: .disputed, ferry: 5_000, provider: 9_520),
    Drift(
      name: "a chargeback of less than the lost dispute",
      spoil: {
        $0.dispute(lost: 9_520, claimed: 9_520)
        $0.report(.chargeback, "S03-one-B1", "S03-one", 5_000)
      }, kind: .disputed, ferry: 9_520, provider: 5_000),
  ]

  @Test("Each kind of drift is listed, alone, with the amounts of the books that differ", arguments: drifts)
  func listed(_ drift: Drift) {
    var books = SampleBooks()
    drift.spoil(&books)
    let found = books.found()
    #expect(found.map(\.kind) == [drift.kind])
    guard let first = found.first else { return }
    #expect(first.orderReference == drift.order)
    #expect(first.checkout == drift.checkout)
    #expect(first.shop == drift.shop.map { .yen($0) })
    #expect(first.ferry == drift.ferry.map { .yen($0) })
    #expect(first.provider == drift.provider.map { .yen($0) })
  }

  @Test("Every kind of discrepancy can be found")
  func complete() {
    #expect(Set(Self.drifts.map(\.kind)) == Set(Discrepancy.Kind.allCases))
  }

  /// A difference that is no discrepancy.
  struct Agreement: Sendable, CustomTestStringConvertible {
    let name: String
    let change: @Sendable (inout SampleBooks) -> Void

    var testDescription: String { name }
  }

  static let agreements: [Agreement] = [
    Agreement(name: "nothing is changed") { _ in },
    Agreement(name: "an unpaid order without a checkout") {
      $0.orders.append(StatedOrder(reference: "A-9", status: .unpaid, total: .yen(700)))
    },
    Agreement(name: "a cancelled order whose money was refunded") {
      $0.orders[0].status = .cancelled
      $0.payments[0].totals?.refunded = .yen(9_520)
      $0.statuses["one"] = .charge(SampleBooks.charge("one", captured: 9_520, refunded: 9_520))
    },
    Agreement(name: "a cancelled order whose authorization was voided") {
      $0.orders[1].status = .cancelled
      $0.payments[1].totals?.held = .yen(0)
      $0.statuses["two"] = .charge(SampleBooks.charge("two"))
    },
    Agreement(name: "a refund that the shop wrote down when it asked for it") {
      $0.orders[0].refunded = .yen(1_000)
      $0.payments[0].totals?.refundsUnderWay = .yen(1_000)
    },
    Agreement(name: "a shop that does not write refunds down") {
      $0.orders[0].refunded = nil
      $0.payments[0].totals?.refunded = .yen(1_000)
      $0.statuses["one"] = .charge(SampleBooks.charge("one", captured: 9_520, refunded: 1_000))
    },
    Agreement(name: "another shop's payment, which is not in this one's list") {
      $0.payments.append(
        SampleBooks.payment("elsewhere", "A-1", SampleBooks.totals(authorized: 5, captured: 5), shop: "other"))
      $0.statuses["elsewhere"] = .charge(SampleBooks.charge("elsewhere", captured: 5))
    },
    Agreement(name: "late money that was returned") {
      $0.payments.append(
        SampleBooks.payment(
          "again", "A-1", SampleBooks.totals(authorized: 9_520, captured: 9_520, refunded: 9_520), phase: .cancelled))
      $0.statuses["again"] = .charge(SampleBooks.charge("again", captured: 9_520, refunded: 9_520))
    },
    Agreement(name: "a checkout without money") {
      $0.payments.append(SampleBooks.payment("left", "A-3", nil, phase: .expired))
      $0.statuses["left"] = .noCharge
    },
    Agreement(name: "a provider that could not be asked") { $0.statuses["one"] = .unanswered("It was asleep.") },
    Agreement(name: "a charge that the provider has declined") {
      $0.payments.append(
        SampleBooks.payment("no", "A-3", SampleBooks.totals(authorized: 0), phase: .declined))
      $0.statuses["no"] = .unknownCharge
    },
    Agreement(name: "a report that ends before the capture") { $0.transactions = [] },
    Agreement(name: "refunds above the capture as far as the provider allows them") {
      $0.payments[0].excessRefund = .percent(15)
      $0.payments[0].totals?.refunded = .yen(10_948)
      $0.orders[0].refunded = .yen(10_948)
      $0.statuses["one"] = .charge(SampleBooks.charge("one", captured: 9_520, refunded: 10_948))
    },
    Agreement(name: "all and the postage refunded, at a shop that says no amount") {
      $0.payments[0].excessRefund = .percent(15)
      $0.payments[0].totals?.refunded = .yen(9_520)
      $0.payments[0].totals?.refundsUnderWay = .yen(500)
      $0.orders[0].status = .refunded
      $0.orders[0].refunded = nil
      $0.statuses["one"] = .charge(SampleBooks.charge("one", captured: 9_520, refunded: 9_520))
    },
    Agreement(name: "a report twice") { $0.transactions += $0.transactions },
    Agreement(name: "a report's refund that is known from asking") {
      $0.payments[0].totals?.refunded = .yen(100)
      $0.orders[0].refunded = .yen(100)
      $0.statuses["one"] = .charge(SampleBooks.charge("one", captured: 9_520, refunded: 100))
      $0.report(.refund, "S03-one-R1", "S03-one", 100)
    },
    Agreement(name: "a lost dispute whose chargeback is in two reports") {
      $0.dispute(lost: 9_520, claimed: 9_520)
      for _ in 1...2 { $0.report(.chargeback, "S03-one-B1", "S03-one", 9_520) }
    },
    Agreement(name: "a chargeback of a dispute that is open, or was won later") {
      $0.dispute(lost: 0, claimed: 9_520)
      $0.report(.chargeback, "S03-one-B1", "S03-one", 9_520)
    },
    Agreement(name: "two lost disputes, and a report with one of them") {
      $0.dispute(lost: 2_000, claimed: 2_000, disputes: 2)
      $0.report(.chargeback, "S03-one-B1", "S03-one", 1_000)
    },
    Agreement(name: "an order that the shop has cancelled because a dispute is lost") {
      $0.dispute(lost: 9_520, claimed: 9_520)
      $0.orders[0].status = .cancelled
    },
    Agreement(name: "an order of before the window that is not in the list") {
      let before = $0.window.lowerBound - .seconds(1)
      $0.orders.removeFirst()
      $0.payments[0].createdAt = before
    },
    Agreement(name: "an order of before the window that nobody here knows") {
      $0.orders.append(
        StatedOrder(
          reference: "A-0", status: .paid, total: .yen(1), createdAt: $0.window.lowerBound - .seconds(1)))
    },
    Agreement(name: "no orders at all: they are not compared") { $0.isAskingTheShop = false },
  ]

  @Test("A difference that is no discrepancy is not listed", arguments: agreements)
  func agrees(_ agreement: Agreement) {
    var books = SampleBooks()
    agreement.change(&books)
    #expect(books.found() == [])
  }

  @Test("A total of another currency is one difference, not several")
  func currency() {
    var books = SampleBooks()
    guard let dollars = Currency("USD") else { return }
    books.orders[0].total = Money(minorUnits: 9_520, dollars)
    books.orders[0].captured = Money(minorUnits: 9_520, dollars)
    books.orders[0].refunded = Money(minorUnits: 0, dollars)
    #expect(books.found().map(\.kind) == [.orderTotal])
    books = SampleBooks()
    books.statuses["one"] = .charge(
      ProviderCharge(
        reference: "S03-one-C1", held: .zero(dollars), captured: Money(minorUnits: 9_520, dollars),
        refunded: .zero(dollars)))
    #expect(books.found().map(\.kind) == [.captured])
  }

  @Test("A difference younger than the grace is pending; an older one is listed with its age")
  func grace() {
    var books = SampleBooks()
    books.orders[0].status = .unpaid
    let now = SampleBooks.paidAt + .seconds(3600)
    #expect(books.found(at: now - .milliseconds(1)) == [])
    #expect(books.found(at: now).map(\.since) == [SampleBooks.paidAt])
    books.grace = .zero
    #expect(books.found(at: SampleBooks.paidAt).count == 1)
  }

  @Test(
    "A decision that waits for a person is listed at any age, with its operation; asking may help with an operation only"
  )
  func undecided() {
    var books = SampleBooks()
    books.payments[0].undecided = Undecided(operation: "op_1", asked: .yen(1_000), since: SampleBooks.now)
    books.payments[1].undecided = Undecided(asked: .yen(4_000))
    let found = books.found()
    #expect(found.map(\.kind) == [.undecided, .undecided])
    #expect(found.map(\.operation) == [nil, "op_1"])
    #expect(found.map(\.isForTheProvider) == [false, true])
  }

  @Test("Totals that differ are listed beside a decision, unless they are what it is about")
  func totalsBesideDecision() {
    var books = SampleBooks()
    books.payments.append(SampleBooks.payment("late", "A-3", nil, phase: .held))
    books.payments[2].undecided = Undecided(asked: .yen(880), reported: .yen(800))
    books.statuses["late"] = .charge(SampleBooks.charge("late", captured: 700))
    #expect(Set(books.found().map(\.kind)) == [.undecided, .chargeUnrecorded])
    books = SampleBooks()
    books.payments[0].undecided = Undecided(operation: "op_1", asked: .yen(1_000))
    books.statuses["one"] = .charge(SampleBooks.charge("one", captured: 9_520, refunded: 1_000))
    #expect(Set(books.found().map(\.kind)) == [.undecided, .refunded])
  }

  @Test("A payment after the shop's export, or shortly before it, is not reported as missing there")
  func asOf() {
    var books = SampleBooks()
    books.orders.removeFirst()
    books.statuses["two"] = .charge(SampleBooks.charge("two"))
    books.ordersAsOf = SampleBooks.paidAt + .seconds(3600)
    #expect(books.found().map(\.kind) == [.orderUnknown, .held])
    books.ordersAsOf = SampleBooks.paidAt + .seconds(3599)
    #expect(books.found().map(\.kind) == [.held])
    // A clock that is ahead does not age a difference.
    books.ordersAsOf = SampleBooks.now + .seconds(86_400)
    #expect(books.found(at: SampleBooks.paidAt + .seconds(3599)) == [])
  }

  @Test(
    "A difference from the provider is as old as the latest of inquiry, movement and change of the charge"
  )
  func since() {
    var books = SampleBooks()
    books.statuses["one"] = .charge(SampleBooks.charge("one", captured: 9_520, refunded: 1_000))
    let asked = SampleBooks.now - .seconds(7_200)
    books.payments[0].askedAt = asked
    #expect(books.found().map(\.since) == [asked])
    let moved = SampleBooks.now - .seconds(5_000)
    books.payments[0].movedAt = moved
    #expect(books.found().map(\.since) == [moved])
    let changed = SampleBooks.now - .seconds(4_000)
    var charge = SampleBooks.charge("one", captured: 9_520, refunded: 1_000)
    charge.changedAt = changed
    books.statuses["one"] = .charge(charge)
    #expect(books.found().map(\.since) == [changed])
    // It has only just changed there: Ferry may not have heard of it yet.
    charge.changedAt = SampleBooks.now - .seconds(60)
    books.statuses["one"] = .charge(charge)
    #expect(books.found() == [])
  }

  @Test("The oldest is listed first, after those of unknown age")
  func sorted() {
    var books = SampleBooks()
    books.orders[0].status = .unpaid
    books.orders[1].status = .unpaid
    books.payments[1].movedAt = SampleBooks.paidAt + .seconds(1)
    books.orders.append(StatedOrder(reference: "A-9", status: .paid, total: .yen(700)))
    #expect(books.found().map(\.orderReference) == ["A-9", "A-1", "A-2"])
    books.orders.reverse()
    books.payments.reverse()
    #expect(books.found().map(\.orderReference) == ["A-9", "A-1", "A-2"])
  }

  @Test("An order before the window is compared with a checkout in it, and vice versa")
  func window() {
    var books = SampleBooks()
    books.orders[0].createdAt = books.window.lowerBound - .seconds(1)
    books.orders[0].status = .unpaid
    #expect(books.found().map(\.kind) == [.orderNotCounted])
    books = SampleBooks()
    books.payments[0].createdAt = books.window.lowerBound - .seconds(1)
    books.orders[0].status = .unpaid
    #expect(books.found().map(\.kind) == [.orderNotCounted])
    books.orders[0].createdAt = books.window.lowerBound - .seconds(1)
    #expect(books.found() == [])
  }

  @Test("A transaction in two overlapping reports is listed once, and its refund is counted once")
  func overlapping() {
    var books = SampleBooks()
    for _ in 0..<2 { books.report(.capture, "S03-other-C7", "S03-other", 333) }
    #expect(books.found().map(\.kind) == [.chargeUnknown])
    books = SampleBooks()
    books.statuses = [:]
    for _ in 0..<2 { books.report(.refund, "S03-one-R1", "S03-one", 100) }
    #expect(books.found().map(\.provider) == [.yen(100)])
    // Ferry knows the same amount: a report may still grow, but not by this.
    books.payments[0].totals?.refunded = .yen(100)
    books.orders[0].refunded = .yen(100)
    #expect(books.found() == [])
  }

  @Test("A charge that could not be inquired about is named with the reason")
  func unanswered() {
    var books = SampleBooks()
    books.statuses["two"] = .unanswered("It was asleep.")
    #expect(books.reconciliation.unanswered.map(\.checkout) == ["two"])
    #expect(books.reconciliation.unanswered.map(\.reason) == ["It was asleep."])
  }
}

extension SampleBooks {
  fileprivate mutating func report(_ kind: ProviderTransaction.Kind, _ id: String, _ group: String, _ yen: Int64) {
    transactions.append(
      ProviderTransaction(kind: kind, id: id, group: group, amount: .yen(yen), at: Self.paidAt))
  }
}
