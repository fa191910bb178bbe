import FerryCheckout
import FerryCore

@testable import FerryCheckout

/// Three books that agree, to be spoilt by a test: one order of ¥9,520, paid and captured five days ago, and one of ¥4,000 that
/// is authorized and not captured yet.
struct SampleBooks {
  static let now = Moment(milliseconds: 1_800_000_000_000)
  static let paidAt = now - .seconds(5 * 86_400)

  var orders = [
    StatedOrder(
      reference: "A-1", status: .paid, total: .yen(9_520), captured: .yen(9_520), refunded: .yen(0), createdAt: paidAt,
      updatedAt: paidAt),
    StatedOrder(reference: "A-2", status: .paid, total: .yen(4_000), createdAt: paidAt, updatedAt: paidAt),
  ]
  var payments = [
    payment("one", "A-1", totals(authorized: 9_520, captured: 9_520)),
    payment("two", "A-2", totals(authorized: 4_000, held: 4_000)),
  ]
  var statuses: [CheckoutID: ProviderStatus] = [
    "one": .charge(charge("one", captured: 9_520)), "two": .charge(charge("two", held: 4_000)),
  ]
  var transactions = [
    ProviderTransaction(kind: .capture, id: "S03-one-C1", group: "S03-one", amount: .yen(9_520), at: paidAt)
  ]
  /// True if the shop's list is compared.
  var isAskingTheShop = true
  var ordersAsOf: Moment?
  var grace = Duration.seconds(3600)
  var window = (now - .seconds(30 * 86_400))..<now

  static func totals(
    authorized: Int64, held: Int64 = 0, captured: Int64 = 0, refunded: Int64 = 0, refundsUnderWay: Int64 = 0
  ) -> PaymentTotals {
    PaymentTotals(
      authorized: .yen(authorized), held: .yen(held), captured: .yen(captured), refunded: .yen(refunded),
      refundsUnderWay: .yen(refundsUnderWay), lost: .yen(0), everDisputed: .yen(0))
  }

  /// Gives the paid order a dispute.
  mutating func dispute(lost: Int64, claimed: Int64, disputes: Int = 1) {
    payments[0].totals?.lost = .yen(lost)
    payments[0].totals?.everDisputed = .yen(claimed)
    payments[0].totals?.disputes = disputes
  }

  static func payment(
    _ id: CheckoutID, _ order: String, _ totals: PaymentTotals?, shop: ShopID = "main", phase: PhaseName = .paid,
    at moment: Moment = paidAt
  ) -> RecordedPayment {
    let balances: LedgerEntry.Balances = [
      .receivable: totals?.captured.minorUnits ?? 0, .sales: -(totals?.captured.minorUnits ?? 0),
    ].filter { $0.value != 0 }
    return RecordedPayment(
      checkout: id, shop: shop, orderReference: order, phase: phase, createdAt: moment, totals: totals,
      charge: totals == nil ? nil : "S03-\(id)-C1", agreedSession: "session-\(id)",
      group: totals == nil ? nil : "S03-\(id)", expected: balances, ledger: balances)
  }

  static func charge(_ id: String, held: Int64 = 0, captured: Int64 = 0, refunded: Int64 = 0) -> ProviderCharge {
    ProviderCharge(
      reference: "S03-\(id)-C1", held: .yen(held), captured: .yen(captured), refunded: .yen(refunded), changedAt: paidAt
    )
  }

  var reconciliation: Reconciliation {
    Reconciliation(
      shop: "main", orders: isAskingTheShop ? orders : nil, ordersAsOf: ordersAsOf, payments: payments,
      statuses: statuses,
      transactions: transactions, window: window,
      grace: grace)
  }

  func found(at now: Moment = now) -> [Discrepancy] { reconciliation.discrepancies(at: now) }
}
