public import FerryEngine
package import GRDB

/// Reads a database file beside the process that writes it, and changes nothing.
public struct SQLiteReader: DatabaseReading {
  private let database: DatabasePool
  package let damage: Damage<SQLiteStoreError>
  private let path: String

  /// - Parameter path: The file; it must exist.
  /// - Throws: `SQLiteStoreError`.
  public init(path: String) throws {
    damage = Damage(path: path)
    self.path = path
    database = try Self.open(path, readonly: true)
  }

  /// - Throws: `SQLiteStoreError`.
  fileprivate static func open(_ path: String, readonly: Bool) throws -> DatabasePool {
    try DatabaseFile(path: path).requireContent()
    var configuration = Configuration()
    configuration.label = readonly ? "Ferry reader" : "Ferry reports"
    configuration.readonly = readonly
    configuration.busyMode = .timeout(5)
    do {
      let database = try DatabasePool(path: path, configuration: configuration)
      try database.read { try DatabaseMigrator.requireCurrent($0, path) }
      return database
    } catch let error as DatabaseError {
      throw SQLiteStoreError(error, path) ?? .file(path, reason: "\(error)")
    }
  }

  package func read<Result: Sendable>(_ body: @escaping @Sendable (Database) throws -> Result) async throws -> Result {
    do {
      return try await database.read(body)
    } catch {
      throw damage.explained(error, in: path)
    }
  }
}

/// Keeps settlement reports in a database file, beside the process that writes everything else: SQLite lets them write one after the
/// other.
public struct SQLiteReports: ReportStore, DatabaseStore {
  private let database: DatabasePool
  package let damage: Damage<SQLiteStoreError>
  private let path: String

  /// - Parameter path: The file; it must exist.
  /// - Throws: `SQLiteStoreError`.
  public init(path: String) throws {
    damage = Damage(path: path)
    self.path = path
    database = try SQLiteReader.open(path, readonly: false)
    // GRDB's usual setting may lose the last commit when the machine's power fails.
    try database.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = FULL") }
  }

  package func read<Result: Sendable>(_ body: @escaping @Sendable (Database) throws -> Result) async throws -> Result {
    do { return try await database.read(body) } catch { throw damage.explained(error, in: path) }
  }

  package func write<Result: Sendable>(_ body: @escaping @Sendable (Database) throws -> Result) async throws -> Result {
    do { return try await database.write(body) } catch { throw damage.explained(error, in: path) }
  }
}
