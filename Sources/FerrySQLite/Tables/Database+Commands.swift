import FerryCheckout
import FerryCore
import FerryEngine
import FerryProvider
import GRDB

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The body of a command's request stands in a column of its own, for bytes are long in JSON.
extension Database {
  func commands(_ checkout: CheckoutID) throws -> [StoredCommand] {
    try rows("SELECT body, request_body FROM commands WHERE checkout = ? ORDER BY number", [checkout.text])
      .map(Self.command)
  }

  func dueCommands(at now: Moment, limit: Int) throws -> [DueCommand] {
    try rows(
      """
      SELECT checkout, number, provider, mode FROM commands WHERE not_before <= ?
      ORDER BY not_before, created_at, checkout, number LIMIT ?
      """, [now.milliseconds, limit]
    ).compactMap { row in
      guard let mode = Mode(rawValue: row[3]) else { return nil }
      return DueCommand(
        checkout: CheckoutID(row[0]), number: row[1], provider: ProviderID(row[2]), mode: mode)
    }
  }

  /// The first moment after another at which a command may be performed or a checkout wants to be woken.
  func nextDue(after moment: Moment) throws -> Moment? {
    try row(
      """
      SELECT min(at) FROM (
        SELECT min(not_before) AS at FROM commands WHERE not_before > ?1 UNION ALL
        SELECT min(wake_at) FROM checkouts WHERE wake_at > ?1)
      """, [moment.milliseconds]
    ).flatMap { $0[0] as Int64? }.map(Moment.init(milliseconds:))
  }

  private static func command(_ row: Row) throws -> StoredCommand {
    var command: StoredCommand = try row.json(0)
    let body: Data? = row[1]
    if let body { command.request?.body = Array(body) }
    return command
  }

  func insert(_ command: StoredCommand) throws {
    var stored = command
    stored.request?.body = []
    try run(
      """
      INSERT INTO commands (checkout, number, provider, mode, not_before, created_at, body, request_body)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT DO UPDATE
      SET not_before = excluded.not_before, body = excluded.body, request_body = excluded.request_body
      """,
      [
        command.checkout.text, command.command.number, command.provider.text, command.mode.rawValue,
        command.notBefore.milliseconds, command.createdAt.milliseconds, StoredJSON.text(stored),
        command.request.map { Data($0.body) },
      ])
  }

  func update(_ old: [StoredCommand], to new: [StoredCommand]) throws {
    for command in old where !new.contains(where: { $0.command.number == command.command.number }) {
      try run(
        "DELETE FROM commands WHERE checkout = ? AND number = ?", [command.checkout.text, command.command.number])
    }
    for command in new where !old.contains(command) { try insert(command) }
  }
}
