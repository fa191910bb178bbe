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
  private let database: DatabasePool
  let damage: Damage

  /// - Parameter path: The file; it must exist.
  /// - Throws: `SQLiteStoreError`.
  public init(path: String) throws {
    guard FileManager.default.fileExists(atPath: path) else {
      throw SQLiteStoreError.file(path, reason: "there is no such file; start the server first, or name its folder")
    }
    damage = Damage(path: path)
    var configuration = Configuration()
    configuration.label = "Ferry reader"
    configuration.readonly = true
    configuration.busyMode = .timeout(5)
    do {
      database = try DatabasePool(path: path, configuration: configuration)
      guard try !database.read(DatabaseMigrator.ferry.hasBeenSuperseded) else { throw SQLiteStoreError.newer(path) }
    } catch let error as DatabaseError {
      throw SQLiteStoreError(damage: error, path) ?? .file(path, reason: "\(error)")
    }
  }

  /// Why checkouts were passed over by lists, or could not be read alone, so far; in the order of their ids.
  public var unreadable: [SQLiteStoreError] { damage.errors }

  /// Reads one state of the file.
  func read<Result: Sendable>(_ body: @escaping @Sendable (Database) throws -> Result) async throws -> Result {
    do {
      return try await database.read(body)
    } catch {
      throw damage.explained(error)
    }
  }

  public func file(_ id: CheckoutID) async throws -> CheckoutFile? {
    try await read { try $0.file(id) }
  }

  public func checkouts(_ filter: CheckoutFilter, limit: Int) async throws -> [CheckoutFile] {
    try await read { [damage] in try $0.files(filter, limit: limit, damage) }
  }

  public func log(_ id: CheckoutID?, after position: Int64, limit: Int) async throws -> [LogRecord] {
    try await read { try $0.log(id, after: position, limit: limit) }
  }

  /// The latest messages to endpoints, newest first.
  public func deliveries(_ filter: WebhookFilter, limit: Int) async throws -> [WebhookDelivery] {
    try await read { database in
      // A file of an earlier version has none.
      try database.tableExists("webhooks") ? database.webhooks(filter, limit: limit) : []
    }
  }

  /// What waits or is parked at each endpoint that has any.
  public func webhookBacklog() async throws -> [WebhookBacklog] {
    try await read { try $0.tableExists("webhooks") ? $0.webhookBacklog() : [] }
  }

  /// The sum of every account, by mode, provider and currency.
  public func balances() async throws -> [Balance] {
    try await read { try $0.balances() }
  }

  /// The position of the last log entry; 0 when there is none.
  public func lastPosition() async throws -> Int64 {
    try await read { try Int64.fetchOne($0, sql: "SELECT MAX(position) FROM log") ?? 0 }
  }
}
