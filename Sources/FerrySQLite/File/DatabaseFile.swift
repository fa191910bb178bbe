import FerryEngine
import Foundation
import GRDB
import Synchronization

/// A database file, opened with the settings that Ferry needs.
struct DatabaseFile {
  let path: String

  /// Checks that it is there and not empty, before SQLite opens it: that removes the write-ahead log of an empty file.
  /// - Throws: `SQLiteStoreError.missing`, `SQLiteStoreError.noTables`.
  func requireContent() throws(SQLiteStoreError) {
    var status = stat()
    guard stat(path, &status) == 0 else { throw .missing(path) }
    guard status.st_size > 0 else { throw .noTables(path) }
  }

  /// Opens or creates it, and takes it over from the process before.
  /// - Parameters:
  ///   - owner: The token of this process.
  ///   - creates: True to make the tables of an empty file.
  /// - Throws: `SQLiteStoreError`.
  func open(owner: String, creates: Bool) throws -> DatabasePool {
    try makeForOwnerOnly()
    var configuration = Configuration()
    configuration.label = "Ferry"
    configuration.foreignKeysEnabled = true
    // Each has its own page cache; more than there are processors bring nothing.
    configuration.maximumReaderCount = max(2, ProcessInfo.processInfo.activeProcessorCount)
    // Another program may read the file.
    configuration.busyMode = .timeout(5)
    configuration.prepareDatabase { database in
      // Erased buyer details must not remain in the file's free space.
      try database.execute(sql: "PRAGMA secure_delete = ON")
    }
    do {
      let pool = try DatabasePool(path: path, configuration: configuration)
      // GRDB opens write-ahead logs with `NORMAL`, which may lose the last commits when the machine's power fails.
      try pool.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = FULL") }
      try pool.read { database in
        try DatabaseMigrator.requireReadable(database, path)
        if !creates { try DatabaseMigrator.requireTables(database, path) }
      }
      try DatabaseMigrator.ferry.migrate(pool)
      try pool.write { try $0.setOwner(owner) }
      // The process before may have ended between an erasure and this.
      _ = try pool.writeWithoutTransaction { try $0.emptyLog(patience: 0) }
      return pool
    } catch let error as DatabaseError {
      throw SQLiteStoreError(error, path) ?? .file(path, reason: "\(error)")
    }
  }

  /// SQLite creates its other files with the permissions of this one.
  private func makeForOwnerOnly() throws(SQLiteStoreError) {
    guard !FileManager.default.fileExists(atPath: path) else { return }
    guard FileManager.default.createFile(atPath: path, contents: nil, attributes: [.posixPermissions: 0o600]) else {
      throw .file(path, reason: "the file cannot be created")
    }
  }
}

/// Keeps other processes away from a database. The lock is on a file beside it, because SQLite uses locks of its own on the
/// database; the operating system releases it when the process ends.
final class FileLock: Sendable {
  /// Nil once it is released.
  private let descriptor: Mutex<CInt?>

  /// - Parameter path: The database's path.
  /// - Throws: `SQLiteStoreError.inUse`, `SQLiteStoreError.file`.
  init(database path: String) throws(SQLiteStoreError) {
    try Folder(of: path).make()
    let lockPath = path + ".lock"
    let descriptor = open(lockPath, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw .file(lockPath, reason: String(cString: strerror(errno))) }
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
      let failure = errno
      _ = close(descriptor)
      throw failure == EWOULDBLOCK ? .inUse(path) : .file(lockPath, reason: String(cString: strerror(failure)))
    }
    self.descriptor = Mutex(descriptor)
  }

  func release() {
    guard let descriptor = descriptor.withLock({ $0.take() }) else { return }
    // A child process may have inherited the file: closing alone would not release the lock.
    _ = flock(descriptor, LOCK_UN)
    _ = close(descriptor)
  }

  deinit { release() }
}

/// The folder of a file.
struct Folder {
  private let path: String

  init(of file: String) {
    path = file.lastIndex(of: "/").map { String(file[..<$0]) } ?? ""
  }

  /// Creates it, for its owner only, if it does not exist.
  func make() throws(SQLiteStoreError) {
    guard !path.isEmpty else { return }
    do {
      try FileManager.default.createDirectory(
        atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    } catch {
      throw .file(path, reason: "the folder cannot be created")
    }
  }
}

/// The process that owns the file. The lock beside the file keeps others away; this stops a process whose lock was removed by
/// hand as soon as another one has opened the file.
extension Database {
  func setOwner(_ token: String) throws {
    try upsert(["id": .int(1), "token": .text(token)], into: "owner", key: ["id"])
  }

  /// Changes the file without changing its content, so that the commit flushes the log. SQLite writes no row that is as
  /// before, so the row is deleted first.
  func writeOwnerAnew(_ token: String) throws {
    try run("DELETE FROM owner")
    try setOwner(token)
  }

  /// - Throws: `SQLiteStoreError.takenOver` if another process has opened the file since.
  func requireOwner(_ token: String, _ path: String) throws {
    guard try row("SELECT token FROM owner WHERE id = 1")?[0] == token else {
      throw SQLiteStoreError.takenOver(path)
    }
  }
}

extension Database {
  /// Empties the write-ahead log into the database, so that erased data is in neither: `secure_delete` fills its pages with
  /// zeros, and the log with the old pages has no bytes left.
  /// - Parameter patience: How long to wait for readers of the log, in milliseconds.
  /// - Returns: True if it is empty.
  func emptyLog(patience: Int) throws -> Bool {
    let usual = try Int.fetchOne(self, sql: "PRAGMA busy_timeout") ?? 0
    try execute(sql: "PRAGMA busy_timeout = \(patience)")
    defer { try? execute(sql: "PRAGMA busy_timeout = \(usual)") }
    // The first column is 1 if a reader was in the way.
    return try row("PRAGMA wal_checkpoint(TRUNCATE)")?[0] == 0
  }
}
