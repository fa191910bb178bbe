public import FerryCheckout
public import FerryEngine
import GRDB

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Looks into a database file beside the process that writes it, and changes nothing.
public struct SQLiteReader: Sendable {
  let database: DatabasePool

  /// - Parameter path: The file; it must exist.
  /// - Throws: `SQLiteStoreError`.
  public init(path: String) throws {
    guard FileManager.default.fileExists(atPath: path) else {
      throw SQLiteStoreError.file(path, reason: "there is no such file; start the server first, or name its folder")
    }
    var configuration = Configuration()
    configuration.label = "Ferry reader"
    configuration.readonly = true
    configuration.busyMode = .timeout(5)
    do {
      database = try DatabasePool(path: path, configuration: configuration)
      guard try !database.read(DatabaseMigrator.ferry.hasBeenSuperseded) else { throw SQLiteStoreError.newer(path) }
    } catch let error as DatabaseError {
      throw SQLiteStoreError.file(path, reason: "\(error)")
    }
  }

  public func file(_ id: CheckoutID) async throws -> CheckoutFile? {
    try await database.read { try $0.file(id) }
  }

  public func checkouts(_ filter: CheckoutFilter, limit: Int) async throws -> [CheckoutFile] {
    try await database.read { try $0.files(filter, limit: limit) }
  }

  public func log(_ id: CheckoutID?, after position: Int64, limit: Int) async throws -> [LogRecord] {
    try await database.read { try $0.log(id, after: position, limit: limit) }
  }

  /// The latest messages to endpoints, newest first.
  public func deliveries(_ filter: WebhookFilter, limit: Int) async throws -> [WebhookDelivery] {
    try await database.read { database in
      // A file of an earlier version has none.
      try database.tableExists("webhooks") ? database.webhooks(filter, limit: limit) : []
    }
  }

  /// What waits or is parked at each endpoint that has any.
  public func webhookBacklog() async throws -> [WebhookBacklog] {
    try await database.read { try $0.tableExists("webhooks") ? $0.webhookBacklog() : [] }
  }

  /// The sum of every account, by mode, provider and currency.
  public func balances() async throws -> [Balance] {
    try await database.read { try $0.balances() }
  }

  /// The position of the last log entry; 0 when there is none.
  public func lastPosition() async throws -> Int64 {
    try await database.read { try Int64.fetchOne($0, sql: "SELECT MAX(position) FROM log") ?? 0 }
  }
}
