import AmazonPay
import FerryCheckout
import FerryCore
import FerryReconciliation
import FerrySQLite
import FerryServer
import FerryWeb
import Foundation

/// Whose books are compared: a server's of one's own, by its settings, or the demo's; of one mode.
struct ReconciliationSubject: Sendable {
  let base: Origin
  let shops: [ShopID]
  let provider: AmazonPayProvider
  let database: String
  /// What is trusted instead of the system's authorities, in PEM.
  let authorities: String?
  /// The key that the demo's shop has.
  let shopKey: Secret<String>?

  var mode: Mode { provider.mode }

  /// - Throws: `CommandFailure` where the mode is not set up, or is to be named.
  init(_ settings: ServeConfiguration, _ mode: Mode?) throws {
    let providers = settings.amazonPay.providers.filter { mode == nil || $0.mode == mode }
    guard let first = providers.first else {
      throw CommandFailure("No provider is set up for \(mode?.rawValue ?? "any") payments.")
    }
    guard providers.count == 1 else {
      throw CommandFailure("Test and live are set up: say --mode test or --mode live.")
    }
    base = settings.server.base
    shops = settings.server.shops.map(\.id)
    provider = first
    database = CheckoutProcess.database(in: settings.process.data)
    authorities = nil
    shopKey = nil
  }

  /// - Throws: `CommandFailure` where there is no such demo; what its files are spoilt by.
  init(demoIn path: String, _ sites: DemoSites, _ mode: Mode?) throws {
    guard mode != .live else { throw CommandFailure("The demo has no live payments.") }
    let demo = try DoctorSubject(demoIn: path, sites)
    guard let first = demo.providers.first else { throw CommandFailure("The demo has no provider.") }
    base = demo.base
    shops = [Demo.shopID]
    provider = first
    database = demo.database
    authorities = demo.authorities
    shopKey = try DemoFolder(path).secret("shop-secret-key", prefix: "sk_test_", SystemRandomness())
  }

  /// - Throws: `CommandFailure` for a shop that there is not, and where there are several and none is named.
  func shop(named name: String?) throws -> ShopID {
    guard let name else {
      guard shops.count == 1 else {
        throw CommandFailure(
          "There are several shops: say --shop with one of \(shops.map(\.text).joined(separator: ", ")).")
      }
      return shops[0]
    }
    guard shops.contains(ShopID(name)) else {
      throw CommandFailure("There is no such shop. The settings name \(shops.map(\.text).joined(separator: ", ")).")
    }
    return ShopID(name)
  }

  /// Looks into Ferry's own books.
  /// - Throws: `CommandFailure` for a database that cannot be opened.
  func reader() async throws -> SQLiteReader {
    guard FileManager.default.fileExists(atPath: database) else {
      throw CommandFailure("There is no database \(database). Start the server first.")
    }
    return try await StoredForm.explaining(database) { try SQLiteReader(path: database) }
  }

  /// Ferry's own books, with what payments have in common at the provider.
  /// - Throws: `CommandFailure` for a database that cannot be read.
  func recordedPayments(
    _ reader: SQLiteReader, _ window: Range<Moment>, orders: [String], of shop: ShopID?, groups: [String]
  ) async throws -> [RecordedPayment] {
    try await StoredForm.explaining(database) {
      try await reader.recordedPayments(
        mode, provider.id, window: window, orders: orders, of: shop, groups: groups
      ).map { payment in
        var payment = payment
        payment.group = payment.charge.map { AmazonPayProvider.chargePermission(ofCharge: $0) }
        return payment
      }
    }
  }
}
