/// Why a database file cannot be used.
public enum SQLiteStoreError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Another process, or another store of this one, has it.
  case inUse(String)
  /// A newer version of Ferry has written it.
  case newer(String)
  /// The file or its folder cannot be opened or made.
  case file(String, reason: String)
  /// Something in it is not what Ferry writes.
  case damaged(String)

  public var description: String {
    switch self {
    case .inUse(let path):
      "Another Ferry process uses the database \(path). Stop that one, or name another file for this one."
    case .newer(let path):
      "A newer version of Ferry has written the database \(path). Start that version, or go back to a copy from before it."
    case .file(let path, let reason):
      "The database \(path) cannot be opened: \(reason). Check that the folder belongs to the program's user."
    case .damaged(let what): "The database holds something that Ferry did not write: \(what)."
    }
  }
}
