import GRDB

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A database file as this process wants it.
struct DatabaseFile {
  let path: String

  var exists: Bool { FileManager.default.fileExists(atPath: path) }

  /// Opens it, or makes it, and takes it over from whoever had it before.
  /// - Parameter owner: The token of this process.
  /// - Throws: `SQLiteStoreError`.
  func open(owner: String) throws -> DatabasePool {
    try makeForOwnerOnly()
    var configuration = Configuration()
    configuration.label = "Ferry"
    configuration.foreignKeysEnabled = true
    // Each has a cache of pages of its own; more than there are processors bring nothing.
    configuration.maximumReaderCount = max(2, ProcessInfo.processInfo.activeProcessorCount)
    // Somebody may look into the file with another program.
    configuration.busyMode = .timeout(5)
    configuration.prepareDatabase { database in
      // What was forgotten about a buyer is not to be found in the file's free space.
      try database.execute(sql: "PRAGMA secure_delete = ON")
    }
    do {
      let pool = try DatabasePool(path: path, configuration: configuration)
      // GRDB opens write-ahead logs with `NORMAL`, which may lose the last commits when the machine's power fails.
      try pool.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = FULL") }
      try migrate(pool)
      try pool.write { try $0.setOwner(owner) }
      // The process before may have ended between an erasure and this.
      _ = try pool.writeWithoutTransaction { try $0.emptyLog(patience: 0) }
      return pool
    } catch let error as DatabaseError {
      throw SQLiteStoreError(damage: error, path) ?? .file(path, reason: "\(error)")
    }
  }

  private func migrate(_ pool: DatabasePool) throws {
    let migrator = DatabaseMigrator.ferry
    guard try !pool.read(migrator.hasBeenSuperseded) else { throw SQLiteStoreError.newer(path) }
    try migrator.migrate(pool)
  }

  /// SQLite makes its other files with the permissions of this one.
  private func makeForOwnerOnly() throws(SQLiteStoreError) {
    guard !exists else { return }
    guard FileManager.default.createFile(atPath: path, contents: nil, attributes: [.posixPermissions: 0o600]) else {
      throw .file(path, reason: "the file cannot be made")
    }
  }
}
