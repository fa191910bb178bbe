/// Why a database file cannot be used.
public enum SQLiteStoreError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Another process, or another store of this one, has it.
  case inUse(String)
  /// Another process has opened it since, although this one had it: the lock file was removed.
  case takenOver(String)
  /// A newer version of Ferry has written it.
  case newer(String)
  /// There is none, and none was to be made.
  case missing(String)
  /// The file or its folder cannot be opened or made.
  case file(String, reason: String)
  /// It is no database, or a broken one.
  case damaged(String, reason: String)
  /// Something in it is not what this version of Ferry writes; the rest may be read.
  case unreadable(String, what: String)

  public var description: String {
    switch self {
    case .inUse(let path):
      "Another Ferry process uses the database \(path). Stop that one, or name another file for this one."
    case .takenOver(let path):
      "Another Ferry process has opened the database \(path) while this one used it. This one writes nothing more and "
        + "stops. Let only one process use the database, and do not remove the file \(path).lock."
    case .newer(let path):
      "A newer version of Ferry has written the database \(path). Start that version, or go back to a copy from before it."
    case .missing(let path):
      "There is no database \(path). If there was one, its disk may not be mounted: mount it and start again. To begin a "
        + "new, empty one, run `ferry database create` once, with the same settings."
    case .file(let path, let reason):
      "The database \(path) cannot be opened: \(reason). Check that the folder belongs to the program's user."
    case .damaged(let path, let reason):
      "The database \(path) is damaged: \(reason). Stop Ferry, keep the file, and put the latest backup in its place."
    case .unreadable(let path, let what):
      "Ferry cannot read \(what) in the database \(path). It is damaged, or another version of Ferry has written it. Go "
        + "back to the latest backup, or use that version."
    }
  }
}
