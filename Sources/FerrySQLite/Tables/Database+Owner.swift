import GRDB

/// Which process the file belongs to. The lock beside the file keeps others out; this ends a process whose lock was removed
/// by hand as soon as another one has opened the file.
extension Database {
  /// Takes the file over.
  func setOwner(_ token: String) throws {
    try run(
      "INSERT INTO owner (id, token) VALUES (1, ?) ON CONFLICT DO UPDATE SET token = excluded.token", [token])
  }

  /// - Throws: `SQLiteStoreError.takenOver` where another process has opened the file since.
  func requireOwner(_ token: String, _ path: String) throws {
    guard try row("SELECT token FROM owner WHERE id = 1", [])?[0] == token else {
      throw SQLiteStoreError.takenOver(path)
    }
  }
}
