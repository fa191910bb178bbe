import FerryCheckout
import FerryCore
import FerryEngine
import FerryProvider
import Foundation
import GRDB

extension Database {
  func commands(_ checkout: CheckoutID) throws -> [StoredCommand] {
    try rows("SELECT body, request_content FROM commands WHERE checkout = ? ORDER BY number", [checkout.text])
      .map { try StoredCommand($0) }
  }

  /// - Parameter unreadable: Checkouts whose commands are left out.
  func dueCommands(
    at now: Moment, _ demand: CommandDemand, besides unreadable: Set<CheckoutID>
  ) throws -> [DueCommand] {
    // A checkout has a few commands at most.
    try rows(
      """
      SELECT checkout, number FROM commands WHERE provider = ? AND account = ? AND mode = ? AND not_before <= ?
      ORDER BY not_before, created_at, checkout, number LIMIT ?
      """,
      demand.account.columns + [now.milliseconds, demand.limit + 8 * unreadable.count]
    ).map { DueCommand(checkout: CheckoutID($0[0]), number: $0[1], account: demand.account) }
      .filter { !unreadable.contains($0.checkout) }.prefix(demand.limit).map(\.self)
  }

  /// The first moment after `moment` when a command of some accounts may be performed, or a timer fires.
  func nextDue(after moment: Moment, _ accounts: [ProviderAccountID]) throws -> Moment? {
    let waking = try row("SELECT min(wake_at) FROM checkouts WHERE wake_at > ?", [moment.milliseconds])
    let commands = try accounts.map { account in
      try row(
        "SELECT min(not_before) FROM commands WHERE provider = ? AND account = ? AND mode = ? AND not_before > ?",
        account.columns + [moment.milliseconds])
    }
    return ([waking] + commands).compactMap { $0?[0] as Int64? }.min().map(Moment.init(milliseconds:))
  }

  func insert(_ command: StoredCommand) throws {
    try run(
      """
      INSERT INTO commands
        (provider, account, mode, checkout, number, not_before, created_at, body, request_content)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT DO UPDATE
      SET not_before = excluded.not_before, body = excluded.body, request_content = excluded.request_content
      """,
      command.account.columns + [
        command.checkout.text, command.command.number, command.notBefore.milliseconds,
        command.createdAt.milliseconds, command.body, command.request.map { Data($0.content) },
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

extension Database {
  /// The backlog of each account. The commands are counted in an index that has every column of the question.
  func backlog(at now: Moment) throws -> [Backlog] {
    try Backlog.all(
      commands: rows(
        "SELECT provider, account, mode, count(*), min(created_at), min(not_before) FROM commands GROUP BY 1, 2, 3"),
      held: rows("SELECT provider, account, mode, count(*) FROM checkouts WHERE phase = 'held' GROUP BY 1, 2, 3"),
      overdue: rows(
        """
        SELECT provider, account, mode, count(*) FROM (
          SELECT id, provider, account, mode FROM checkouts WHERE overdue_at <= ?
          UNION SELECT checkout, provider, account, mode FROM commands WHERE created_at <= ?
        ) GROUP BY 1, 2, 3
        """, [now.milliseconds, (now - Checkout.patience).milliseconds]),
      inbox: inboxCounts())
  }
}
