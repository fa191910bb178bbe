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

  /// Entries after a position, oldest first.
  func log(_ id: CheckoutID?, after position: Int64, limit: Int) throws -> [LogRecord] {
    let rows =
      if let id {
        try rows(
          "SELECT position, checkout, body FROM log WHERE checkout = ? AND position > ? ORDER BY position LIMIT ?",
          [id.text, position, limit])
      } else {
        try rows(
          "SELECT position, checkout, body FROM log WHERE position > ? ORDER BY position LIMIT ?", [position, limit])
      }
    return try rows.map { LogRecord(position: $0[0], checkout: CheckoutID($0[1]), entry: try $0.json(2)) }
  }
}
