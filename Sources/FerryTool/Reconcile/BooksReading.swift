import FerryCheckout
import FerryCore
import FerryModule
import FerryReconciliation
import Foundation
import NIOPosix

/// Collects the books of shop, server and provider for a comparison.
struct BooksReading {
  /// Reads Ferry's payments, including the checkouts of the given orders and of the provider's given groups.
  let read: (_ orders: [String], _ groups: [String]) async throws -> [RecordedPayment]
  /// Asks the provider; nil if it must not be asked.
  var ask: ((_ payments: [RecordedPayment]) async -> [CheckoutID: ProviderStatus])?

  /// - Parameters:
  ///   - asOf: The time of the shop's list of orders; nil for now.
  ///   - recheck: The delay after which the provider is asked again about payments that differ. A recent change may not have
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
      shop: shop, orders: orders, ordersAsOf: asOf, payments: payments, standings: await ask?(payments) ?? [:],
      transactions: transactions, window: window, grace: grace)
    let first = reconciliation.discrepancies(at: time.now).filter(\.isForTheProvider)
    guard let ask, !first.isEmpty, recheck > .zero else { return reconciliation }
    try await time.sleep(for: recheck)
    let doubtful = Set(first.compactMap(\.checkout))
    let again = try await read(names, groups).filter { doubtful.contains($0.checkout) }
    let fresh = Dictionary(again.map { ($0.checkout, $0) }) { first, _ in first }
    reconciliation.payments = reconciliation.payments.map { fresh[$0.checkout] ?? $0 }
    reconciliation.standings.merge(await ask(again)) { _, fresh in fresh }
    return reconciliation
  }
}

/// An input file of a command; `-` names standard input.
enum InputFile {
  /// - Throws: `CommandFailure` if it cannot be read.
  static func bytes(_ path: String) async throws -> [UInt8] {
    // A pipe can block for long, so it is read on a thread of its own.
    let data = try await NIOThreadPool.singleton.runIfActive { () -> Data? in
      guard path == "-" else { return FileManager.default.contents(atPath: path) }
      do { return try FileHandle.standardInput.readToEnd() ?? Data() } catch { return nil }
    }
    guard let data else {
      throw CommandFailure(
        path == "-" ? "Standard input cannot be read." : "There is no file \(path) that can be read.")
    }
    return Array(data)
  }

  /// The time of the last change; nil for standard input.
  static func writtenAt(_ path: String) -> Moment? {
    guard path != "-", let attributes = try? FileManager.default.attributesOfItem(atPath: path) else { return nil }
    return (attributes[.modificationDate] as? Date).map {
      Moment(milliseconds: Int64(($0.timeIntervalSince1970 * 1000).rounded(.down)))
    }
  }
}
