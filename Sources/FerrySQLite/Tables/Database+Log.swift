import FerryCheckout
import FerryCore
import FerryEngine
import GRDB

extension Database {
  func enter(_ entry: LogEntry, of checkout: Checkout) throws {
    try run(
      "INSERT INTO log (checkout, at, body) VALUES (?, ?, ?)",
      [checkout.id.text, entry.at.milliseconds, StoredJSON.text(entry)])
  }

  /// The latest moment among the last entries: the clock may have been set back between them.
  func lastWritten() throws -> Moment? {
    let row = try row("SELECT max(at) FROM (SELECT at FROM log ORDER BY position DESC LIMIT 1000)", [])
    return (row?[0] as Int64?).map(Moment.init(milliseconds:))
  }

  /// Entries after a position, oldest first.
  func log(_ id: CheckoutID?, after position: Int64, limit: Int) throws -> [LogRecord] {
    let rows =
      if let id {
        try rows(
          "SELECT position, checkout, body, at FROM log WHERE checkout = ? AND position > ? ORDER BY position LIMIT ?",
          [id.text, position, limit])
      } else {
        try rows(
          "SELECT position, checkout, body, at FROM log WHERE position > ? ORDER BY position LIMIT ?",
          [position, limit])
      }
    return rows.map { LogRecord(position: $0[0], checkout: CheckoutID($0[1]), entry: Self.entry($0)) }
  }

  /// An entry that cannot be read does not hide the others.
  private static func entry(_ row: Row) -> LogEntry {
    (try? row.json(2))
      ?? LogEntry(at: Moment(milliseconds: row[3]), .remark("Ferry cannot read this entry: it is damaged."))
  }
}
