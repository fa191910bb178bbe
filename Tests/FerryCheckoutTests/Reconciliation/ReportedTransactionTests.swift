import FerryCheckout
import FerryCore
import Testing

@testable import FerryCheckout

@Suite("Transactions of reports whose captures have numbers of their own")
struct ReportedTransactionTests {
  private static let start = Moment(milliseconds: 1_800_000_000_000)

  /// A payment whose authorization has the number 100, and whose transactions in the report are known by these numbers.
  private static func payment(
    captured: Int64, refunded: Int64 = 0, knows references: Set<String> = [], capturesOnce: Bool = false
  ) -> RecordedPayment {
    var payment = RecordedPayment(
      checkout: "a", shop: "main", orderReference: "A-1", phase: .paid, createdAt: start,
      totals: PaymentTotals(
        authorized: .yen(500), held: .yen(500 - captured), captured: .yen(captured), refunded: .yen(refunded),
        refundsUnderWay: .yen(0), lost: .yen(0), everDisputed: .yen(0)), charge: "100", group: "100")
    payment.references = references
    payment.capturesOnce = capturesOnce
    return payment
  }

  private static func capture(_ id: String, _ amount: Int64, of group: String = "100") -> ProviderTransaction {
    ProviderTransaction(kind: .capture, id: id, group: group, amount: .yen(amount), at: start)
  }

  private func found(
    _ payment: RecordedPayment, _ transactions: ProviderTransaction...
  ) -> [(kind: Discrepancy.Kind, ferry: Money?, provider: Money?)] {
    Reconciliation(
      payments: [payment], transactions: transactions, window: (Self.start - .seconds(9))..<(Self.start + .seconds(9)),
      grace: .zero
    ).discrepancies(at: Self.start + .seconds(9)).filter { $0.kind != .ledger }
      .map { ($0.kind, $0.ferry, $0.provider) }
  }

  @Test("Captures in parts add up, and a part alone is no difference")
  func parts() {
    #expect(found(Self.payment(captured: 500), Self.capture("101", 300), Self.capture("102", 200)).isEmpty)
    #expect(found(Self.payment(captured: 500), Self.capture("101", 300)).isEmpty)
    let more = found(Self.payment(captured: 500), Self.capture("101", 300), Self.capture("102", 260))
    #expect(more.map(\.kind) == [.captured] && more.map(\.provider) == [.yen(560)])
    let less = found(Self.payment(captured: 500, capturesOnce: true), Self.capture("101", 300))
    #expect(less.map(\.kind) == [.captured])
  }

  @Test("A capture is known by its number, by that of its authorization, and else by none")
  func owners() {
    #expect(found(Self.payment(captured: 500, knows: ["101"]), Self.capture("101", 500, of: "999")).isEmpty)
    #expect(found(Self.payment(captured: 500), Self.capture("101", 500)).isEmpty)
    #expect(found(Self.payment(captured: 500), Self.capture("101", 500, of: "999")).map(\.kind) == [.chargeUnknown])
  }

  @Test("A refund that names the capture belongs to the payment of that capture")
  func refunds() {
    let refund = ProviderTransaction(kind: .refund, id: "103", group: "101", amount: .yen(50), at: Self.start)
    #expect(found(Self.payment(captured: 500), refund).map(\.kind) == [.refundUnknown])
    let known = found(Self.payment(captured: 500, knows: ["101"]), refund)
    #expect(known.map(\.kind) == [.refunded] && known.map(\.provider) == [.yen(50)])
    #expect(found(Self.payment(captured: 500, refunded: 50, knows: ["103"]), refund).isEmpty)
  }
}
