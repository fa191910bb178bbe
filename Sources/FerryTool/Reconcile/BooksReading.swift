import AsyncHTTPClient
import FerryCheckout
import FerryCore
import FerryHTTP
import FerryModule
import FerryReconciliation
import Foundation
import NIOPosix

/// Brings the three books together.
struct BooksReading {
  /// Gives Ferry's: with the checkouts of some orders, and those of some of the provider's groups of transactions.
  let read: (_ orders: [String], _ groups: [String]) async throws -> [RecordedPayment]
  /// Asks the provider; nil where it is not to be asked.
  var ask: ((_ payments: [RecordedPayment]) async -> [CheckoutID: ProviderStatus])?

  init(read: @escaping (_ orders: [String], _ groups: [String]) async throws -> [RecordedPayment]) { self.read = read }

  /// - Parameters:
  ///   - asOf: When the shop has written its orders down; nil for just now.
  ///   - recheck: After how long the provider is asked again about what it has otherwise: what it has only just done is on its
  ///     way to Ferry.
  func reconciliation(
    shop: ShopID?, orders: [StatedOrder]?, asOf: Moment?, reports: [SettlementReport], window: Range<Moment>,
    grace: Duration,
    recheck: Duration, time: some Timekeeper
  ) async throws -> Reconciliation {
    let names = (orders ?? []).filter { $0.createdAt.map { window.contains($0) } ?? true }.map(\.reference)
    let transactions = reports.flatMap(\.transactions).filter { window.contains($0.at) }
    let groups = transactions.map(\.group)
    let payments = try await read(names, groups)
    var reconciliation = Reconciliation(
      shop: shop, orders: orders, ordersAsOf: asOf, payments: payments, standings: await ask?(payments) ?? [:],
      transactions: transactions,
      window: window, grace: grace)
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

/// The connections of a command that ends.
struct Connections: Sendable {
  let client: HTTPClient
  /// Also for reports, which are larger than other answers.
  let provider: ProviderConnection

  private static let largestReport = 64 << 20

  /// - Parameter authorities: Trusted instead of the system's, in PEM.
  /// - Throws: What is wrong with them.
  init(authorities: String?) throws {
    client = try HTTPClient(trusting: authorities)
    provider = ProviderConnection(
      transport: HTTPTransport(client: client, time: SystemTime(), largestAnswer: Self.largestReport),
      time: SystemTime(), randomness: SystemRandomness())
  }

  /// Does some work and closes the connections.
  func running<Result>(_ work: (Connections) async throws -> Result) async throws -> Result {
    let result: Swift.Result<Result, any Error>
    do { result = .success(try await work(self)) } catch { result = .failure(error) }
    try await client.shutdown()
    return try result.get()
  }
}

/// A file that a command is given, or standard input by the name of `-`.
enum InputFile {
  /// - Throws: `CommandFailure` for one that cannot be read.
  static func bytes(_ path: String) async throws -> [UInt8] {
    // Whoever writes into a pipe may take his time.
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

  /// When it was written last; nil for standard input.
  static func writtenAt(_ path: String) -> Moment? {
    guard path != "-", let attributes = try? FileManager.default.attributesOfItem(atPath: path) else { return nil }
    return (attributes[.modificationDate] as? Date).map {
      Moment(milliseconds: Int64(($0.timeIntervalSince1970 * 1000).rounded(.down)))
    }
  }
}
