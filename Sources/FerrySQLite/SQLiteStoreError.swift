import FerryEngine
import GRDB

/// Why a database file cannot be used.
public enum SQLiteStoreError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Another process, or another store of this one, has it.
  case inUse(String)
  /// Another process has opened it since, although this one had it: the lock file was removed.
  case takenOver(String)
  /// A newer version of Ferry has written it.
  case newer(String)
  /// An earlier build of Ferry has written it, in a form that is not read any more.
  case earlier(String)
  /// An earlier version of Ferry has written it. This version's server updates it; a reader does not.
  case outdated(String)
  /// There is none, and none was to be created.
  case missing(String)
  /// It has no tables of Ferry: it is empty, or another program's.
  case noTables(String)
  /// The file or its folder cannot be opened or created.
  case file(String, reason: String)
  /// Its disk is full.
  case full(String)
  /// A commit has failed, and its outcome is unknown.
  case notWritten(String, reason: String)
  /// It is no database, or a damaged one.
  case damaged(String, reason: String)
  /// A part of it is not in the form that this version of Ferry writes; the rest can be read.
  case unreadable(String, what: String)

  public var description: String {
    switch self {
    case .inUse(let path):
      "Another Ferry process uses the database \(path). Stop it, or use another file."
    case .takenOver(let path):
      "Another Ferry process has opened the database \(path) while this one used it. This one writes nothing more and "
        + "stops. Let only one process use the database, and do not remove the file \(path).lock."
    case .newer(let path):
      "A newer version of Ferry has written the database \(path). Start that version, or restore a backup from before it."
    case .earlier(let path):
      "An earlier build of Ferry has written the database \(path), and this version cannot read it. Move the file and its "
        + "companions \(path)-wal and \(path)-shm away. Then start again: `ferry demo` creates a new database by itself; "
        + "before `ferry serve` run `ferry store create` once, with the same settings."
    case .outdated(let path):
      "An earlier version of Ferry has written the database \(path). Start the server of this version once: it updates the "
        + "database. Then repeat the command."
    case .missing(let path):
      "There is no database \(path). If there was one, its disk may not be mounted: mount it and start again. To begin a "
        + "new, empty one, run `ferry store create` once, with the same settings."
    case .noTables(let path):
      "The file \(path) is not a database of Ferry: it has no tables. If it had orders, restore the latest backup. To "
        + "begin a new, empty one, move the file and its companions \(path)-wal and \(path)-shm away, and run `ferry store "
        + "create` once, with the same settings."
    case .full(let path):
      "The disk of the database \(path) is full. Ferry has confirmed no change that is not saved. Free some space, then start "
        + "again."
    case .notWritten(let path, let reason):
      "Ferry could not write to the database \(path): \(reason). It has confirmed no change that is not saved. Check the "
        + "disk, then start again."
    case .file(let path, let reason):
      "The database \(path) cannot be opened: \(reason). Check that the folder belongs to the program's user."
    case .damaged(let path, let reason):
      "The database \(path) is damaged: \(reason). Stop Ferry, keep the file, and restore the latest backup."
    case .unreadable(let path, let what):
      "Ferry cannot read \(what) in the database \(path). It is damaged, or another version of Ferry has written it. "
        + "Restore the latest backup, or use that version."
    }
  }
}

extension Damage where Failure == SQLiteStoreError {
  /// - Parameter whenFound: Called once for each unreadable checkout, for the first ones only.
  convenience init(path: String, whenFound: @escaping @Sendable (SQLiteStoreError) -> Void = { _ in }) {
    self.init(unreadable: { .unreadable(path, what: $0) }, whenFound: whenFound)
  }

  /// The error for the caller, with the file's name.
  func explained(_ error: any Error, in path: String) -> any Error {
    switch error {
    case let row as DamagedRow: explained(row)
    case let error as DatabaseError where error.resultCode == .SQLITE_BUSY:
      StoreError.unavailable("another program has locked the database")
    case let error as DatabaseError: SQLiteStoreError(error, path) ?? error
    default: error
    }
  }
}

extension SQLiteStoreError {
  /// The error of an opening, a reading or a commit; nil for one that says nothing about file and disk.
  init?(_ error: DatabaseError, _ path: String) {
    switch error.resultCode {
    case .SQLITE_CORRUPT, .SQLITE_NOTADB: self = .damaged(path, reason: error.message ?? "\(error.resultCode)")
    case .SQLITE_FULL: self = .full(path)
    default: return nil
    }
  }

  /// The error that ends the process.
  init(ofCommit error: any Error, _ path: String) {
    switch error {
    case let error as SQLiteStoreError: self = error
    case let error as DatabaseError:
      // The statement may hold data.
      self =
        SQLiteStoreError(error, path)
        ?? .notWritten(path, reason: "\(error.message ?? "no message") (\(error.extendedResultCode))")
    default: self = .notWritten(path, reason: "\(type(of: error))")
    }
  }
}
