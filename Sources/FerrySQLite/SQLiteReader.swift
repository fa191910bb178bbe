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
    try DatabaseFile(path: path).requireContent()
    damage = Damage(path: path)
    self.path = path
    var configuration = Configuration()
    configuration.label = "Ferry reader"
    configuration.readonly = true
    configuration.busyMode = .timeout(5)
    do {
      database = try DatabasePool(path: path, configuration: configuration)
      try database.read { try DatabaseMigrator.requireCurrent($0, path) }
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
