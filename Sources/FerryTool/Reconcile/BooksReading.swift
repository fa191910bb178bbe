import FerryCheckout
import FerryCore
import FerryModule

/// Collects the books of shop, server and provider for a comparison.
struct BooksReading {
  /// Reads Ferry's payments, including the checkouts of the given orders and of the provider's given groups.
  let read: (_ orders: [String], _ groups: [String]) async throws -> [RecordedPayment]
  /// Asks the provider; nil if it must not be asked.
  var ask: ((_ payments: [RecordedPayment]) async -> [CheckoutID: ProviderStatus])?

  /// - Parameters:
  ///   - asOf: The time of the shop's list of orders; nil for now.
  ///   - recheck: After this delay, Ferry asks the provider again about payments that differ. A recent change may not have
  ///     reached Ferry yet.
  func reconciliation(
    shop: ShopID?, orders: [StatedOrder]?, asOf: Moment?, reports: [SettlementReport], window: Range<Moment>,
    grace: Duration, recheck: Duration, time: some Timekeeper
  ) async throws -> Reconciliation {
    let names = (orders ?? []).filter { $0.createdAt.map { window.contains($0) } ?? true }.map(\.reference)
    let transactions = reports.flatMap(\.transactions).filter { window.contains($0.at) }
    let groups = transactions.map(\.group)
    let payments = try await read(names, groups)
    var reconciliation = Reconciliation(
      shop: shop, orders: orders, ordersAsOf: asOf, payments: payments, statuses: await ask?(payments) ?? [:],
      transactions: transactions, window: window, grace: grace)
    let first = reconciliation.discrepancies(at: time.now).filter(\.isForTheProvider)
    guard let ask, !first.isEmpty, recheck > .zero else { return reconciliation }
    try await time.sleep(for: recheck)
    let doubtful = Set(first.compactMap(\.checkout))
    let again = try await read(names, groups).filter { doubtful.contains($0.checkout) }
    let fresh = Dictionary(again.map { ($0.checkout, $0) }) { first, _ in first }
    reconciliation.payments = reconciliation.payments.map { fresh[$0.checkout] ?? $0 }
    reconciliation.statuses.merge(await ask(again)) { _, fresh in fresh }
    return reconciliation
  }
}
