public import FerryEngine
package import GRDB

/// Reads a database file beside the process that writes it, and changes nothing unless it keeps settlement reports.
public struct SQLiteReader: ReportStore, DatabaseStore {
  private let database: DatabasePool
  package let damage: Damage<SQLiteStoreError>
  private let path: String

  /// - Parameters:
  ///   - path: The file; it must exist.
  ///   - keepsReports: True to keep settlement reports. SQLite lets both processes write one after the other.
  /// - Throws: `SQLiteStoreError`.
  public init(path: String, keepsReports: Bool = false) throws {
    damage = Damage(path: path)
    self.path = path
    try DatabaseFile(path: path).requireContent()
    var configuration = Configuration()
    configuration.label = keepsReports ? "Ferry reports" : "Ferry reader"
    configuration.readonly = !keepsReports
    configuration.busyMode = .timeout(5)
    do {
      database = try DatabasePool(path: path, configuration: configuration)
      try database.read { try DatabaseMigrator.requireCurrent($0, path) }
      // GRDB's usual setting may lose the last commit when the machine's power fails.
      if keepsReports { try database.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = FULL") } }
    } catch let error as DatabaseError {
      throw SQLiteStoreError(error, path) ?? .file(path, reason: "\(error)")
    }
  }

  package func read<Result: Sendable>(_ body: @escaping @Sendable (Database) throws -> Result) async throws -> Result {
    do { return try await database.read(body) } catch { throw damage.explained(error, in: path) }
  }

  package func write<Result: Sendable>(_ body: @escaping @Sendable (Database) throws -> Result) async throws -> Result {
    do { return try await database.write(body) } catch { throw damage.explained(error, in: path) }
  }
}
