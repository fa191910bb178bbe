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

  /// - Parameter unreadable: Checkouts whose commands are as if they were not there.
  func dueCommands(
    at now: Moment, _ demand: CommandDemand, besides unreadable: Set<CheckoutID>
  ) throws -> [DueCommand] {
    // A checkout has a few commands at most.
    try rows(
      """
      SELECT checkout, number FROM commands WHERE provider = ? AND mode = ? AND not_before <= ?
      ORDER BY not_before, created_at, checkout, number LIMIT ?
      """,
      [demand.queue.provider.text, demand.queue.mode.rawValue, now.milliseconds, demand.limit + 8 * unreadable.count]
    ).map { DueCommand(checkout: CheckoutID($0[0]), number: $0[1], queue: demand.queue) }
      .filter { !unreadable.contains($0.checkout) }.prefix(demand.limit).map(\.self)
  }

  /// The first moment after another at which a command of some queues may be performed or a checkout wants to be woken.
  func nextDue(after moment: Moment, _ queues: [CommandQueue]) throws -> Moment? {
    let waking = try row("SELECT min(wake_at) FROM checkouts WHERE wake_at > ?", [moment.milliseconds])
    let commands = try queues.map { queue in
      try row(
        "SELECT min(not_before) FROM commands WHERE provider = ? AND mode = ? AND not_before > ?",
        [queue.provider.text, queue.mode.rawValue, moment.milliseconds])
    }
    return ([waking] + commands).compactMap { $0?[0] as Int64? }.min().map(Moment.init(milliseconds:))
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
