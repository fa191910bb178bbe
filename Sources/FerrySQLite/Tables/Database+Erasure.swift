import GRDB

extension Database {
  /// Empties the write-ahead log into the database, so that what was erased stands in neither: its pages hold zeros by
  /// `secure_delete`, and the log with the pages as they were before has no bytes left.
  /// - Parameter patience: How long readers are waited for that still read what stands in the log, in milliseconds.
  /// - Returns: Whether it is empty.
  func emptyLog(patience: Int) throws -> Bool {
    let usual = try Int.fetchOne(self, sql: "PRAGMA busy_timeout") ?? 0
    try execute(sql: "PRAGMA busy_timeout = \(patience)")
    defer { try? execute(sql: "PRAGMA busy_timeout = \(usual)") }
    // The first column says whether somebody was in the way.
    return try row("PRAGMA wal_checkpoint(TRUNCATE)", [])?[0] == 0
  }
}
