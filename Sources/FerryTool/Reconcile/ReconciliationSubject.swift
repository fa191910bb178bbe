import FerryCheckout
import FerryCore
import FerryEngine
import FerryModule
import FerryProvider
import FerryServer
import FerryWeb
import Foundation

/// The account whose books are compared: a server's, by its settings, or the demo's.
struct ReconciliationSubject: Sendable {
  /// The server that has the account.
  let server: DoctorSubject
  let shops: [ShopID]
  /// The shop that is meant if none is named; nil if one must be.
  private let usualShop: ShopID?
  let account: any ProviderAccount

  var mode: Mode { account.id.mode }

  init(_ settings: ServeConfiguration, _ mode: Mode?, account name: String?) throws {
    let ofMode = settings.accounts.filter { mode == nil || $0.id.mode == mode }
    guard !ofMode.isEmpty else {
      throw CommandFailure("The settings have no provider for \(mode?.rawValue ?? "any") payments.")
    }
    guard Set(ofMode.map(\.id.mode)).count == 1 else {
      throw CommandFailure("The settings have test and live payments. Choose with --mode test or --mode live.")
    }
    server = DoctorSubject(settings)
    shops = settings.server.shops.map(\.id)
    usualShop = shops.count == 1 ? shops[0] : nil
    account = try Self.account(name, of: ofMode)
  }

  init(demoIn path: String, _ sites: DemoSites, _ mode: Mode?, account name: String?) throws {
    guard mode != .live else { throw CommandFailure("The demo has no live payments.") }
    server = try DoctorSubject(demoIn: path, sites)
    shops = [DemoMerchant.own, DemoMerchant.sample]
    usualShop = DemoMerchant.own
    account = try Self.account(name, of: server.accounts)
  }

  private static func account(
    _ name: String?, of accounts: [any ProviderAccount]
  ) throws(CommandFailure) -> any ProviderAccount {
    let named = accounts.filter { name == nil || $0.argument == name }
    guard named.count == 1, let account = named.first else {
      let all = accounts.map(\.argument)
      throw CommandFailure(
        name.map { UnknownName.message("account", $0, among: all) }
          ?? "There are several accounts. Choose one with --account: \(all.joined(separator: ", ")).")
    }
    return account
  }

  func shop(named name: String?) throws -> ShopID {
    let all = shops.map(\.text)
    guard let shop = name.map({ ShopID($0) }) ?? usualShop else {
      throw CommandFailure("There are several shops. Choose one with --shop: \(all.joined(separator: ", ")).")
    }
    guard shops.contains(shop) else { throw CommandFailure(UnknownName.message("shop", shop.text, among: all)) }
    return shop
  }

  /// - Throws: `ReconciliationUnderWay`; `CommandFailure` if the database cannot be used.
  func ledger() async throws -> OpenLedger { try await server.store.ledger(of: account.id) }

  /// Ferry's payments, each with its group at the provider.
  func recordedPayments(
    _ reader: any DatabaseReading, _ window: Range<Moment>, orders: [String], of shop: ShopID?,
    _ transactions: [ProviderTransaction]
  ) async throws -> [RecordedPayment] {
    try await server.store.explaining {
      try await reader.recordedPayments(
        of: account.id, window: window, orders: orders, of: shop, transactions: transactions
      ).map { payment in
        var payment = payment
        payment.group = payment.charge.flatMap { account.settlementReports?.group(ofCharge: $0) }
        return payment
      }
    }
  }

  /// The orders whose payments are in the books of another account.
  func ordersPaidElsewhere(
    _ reader: any DatabaseReading, _ orders: [StatedOrder], of shop: ShopID
  ) async throws -> Set<String> {
    try await server.store.explaining {
      try await reader.orders(orders.map(\.reference), of: shop, paidOutside: account.id)
    }
  }

  /// The provider's status of each payment that may have a charge.
  func statuses(
    of payments: [RecordedPayment], _ reader: any DatabaseReading, _ connection: ProviderConnection
  ) async -> [CheckoutID: ProviderStatus] {
    var subjects: [ProviderTask] = []
    for payment in payments where payment.mayHaveCharge {
      // Unreadable checkouts are reported by the reader.
      guard let file = try? await reader.file(payment.checkout) else { continue }
      subjects.append(
        ProviderTask(
          reading: file.checkout, file.order, record: file.record,
          returnURLs: ServerLinks(base: server.base).returnLinks(file),
          sentReturnURLs: file.sentReturnURLs))
    }
    return await ProviderInquiry(account.provider, connection).statuses(of: subjects)
  }
}

extension ReconciliationSubject {
  /// - Throws: `CommandFailure` if the account has none.
  var settlementReports: any SettlementReports {
    get throws(CommandFailure) {
      guard let source = account.settlementReports else {
        throw CommandFailure("\(account.name) has no settlement reports.")
      }
      return source
    }
  }

  /// Keeps reports in the database. If one cannot be read, none is kept.
  /// - Parameter command: The command that keeps them.
  @discardableResult
  func keep(_ files: [ReportFile], at now: Moment, by command: String) async throws -> [ReportImport] {
    let source = try settlementReports
    let new = try files.map { file throws(CommandFailure) in
      do { return try NewReport(file, source, of: account.id, at: now, by: command) } catch {
        throw CommandFailure("Cannot read \(Printable.text(file.name)). \(error)")
      }
    }
    let store = try await server.store.reports()
    return try await server.store.explaining {
      var imports: [ReportImport] = []
      for report in new { imports.append(try await store.keep(report)) }
      return imports
    }
  }
}

extension ProviderAccount {
  fileprivate var argument: String { id.account == .main ? id.provider.text : "\(id.provider.text)/\(id.account.text)" }
}

/// Collects the books of shop, server and provider for a comparison.
struct Comparison {
  /// Reads Ferry's payments, including the checkouts of the given orders and of the provider's transactions.
  let read: (_ orders: [String], _ transactions: [ProviderTransaction]) async throws -> [RecordedPayment]
  /// Asks the provider; nil if it must not be asked.
  var ask: ((_ payments: [RecordedPayment]) async -> [CheckoutID: ProviderStatus])?

  /// - Parameters:
  ///   - asOf: The time of the shop's list of orders; nil for now.
  ///   - recheck: After this delay, Ferry asks the provider again about payments that differ. A recent change may not have
  ///     reached Ferry yet.
  func reconciliation(
    shop: ShopID?, orders: [StatedOrder]?, asOf: Moment?, transactions: [ProviderTransaction],
    window: Range<Moment>,
    grace: Duration, recheck: Duration, time: some Timekeeper
  ) async throws -> Reconciliation {
    let names = (orders ?? []).filter { $0.createdAt.map { window.contains($0) } ?? true }.map(\.reference)
    let payments = try await read(names, transactions)
    var reconciliation = Reconciliation(
      shop: shop, orders: orders, ordersAsOf: asOf, payments: payments, statuses: await ask?(payments) ?? [:],
      transactions: transactions, window: window, grace: grace)
    let first = reconciliation.discrepancies(at: time.now).filter(\.isForTheProvider)
    guard let ask, !first.isEmpty, recheck > .zero else { return reconciliation }
    try await time.sleep(for: recheck)
    let doubtful = Set(first.compactMap(\.checkout))
    let again = try await read(names, transactions).filter { doubtful.contains($0.checkout) }
    let fresh = Dictionary(again.map { ($0.checkout, $0) }) { first, _ in first }
    reconciliation.payments = reconciliation.payments.map { fresh[$0.checkout] ?? $0 }
    reconciliation.statuses.merge(await ask(again)) { _, fresh in fresh }
    return reconciliation
  }
}
