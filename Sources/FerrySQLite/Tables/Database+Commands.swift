import FerryCheckout
import FerryCore
import FerryEngine
import FerryProvider
import Foundation
import GRDB

/// The content of a command's request is a column of its own, because bytes are long in JSON.
extension Database {
  func commands(_ checkout: CheckoutID) throws -> [StoredCommand] {
    try rows("SELECT body, request_content FROM commands WHERE checkout = ? ORDER BY number", [checkout.text])
      .map(Self.command)
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

  /// The first moment after another at which a command of some accounts may be performed, or a timer fires.
  func nextDue(after moment: Moment, _ accounts: [ProviderAccountID]) throws -> Moment? {
    let waking = try row("SELECT min(wake_at) FROM checkouts WHERE wake_at > ?", [moment.milliseconds])
    let commands = try accounts.map { account in
      try row(
        "SELECT min(not_before) FROM commands WHERE provider = ? AND account = ? AND mode = ? AND not_before > ?",
        account.columns + [moment.milliseconds])
    }
    return ([waking] + commands).compactMap { $0?[0] as Int64? }.min().map(Moment.init(milliseconds:))
  }

  private static func command(_ row: Row) throws -> StoredCommand {
    var command: StoredCommand = try row.json(0)
    let content: Data? = row[1]
    if let content { command.request?.content = Array(content) }
    return command
  }

  func insert(_ command: StoredCommand) throws {
    var stored = command
    stored.request?.content = []
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
        command.createdAt.milliseconds, StoredJSON.text(stored), command.request.map { Data($0.content) },
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
    var accounts: [ProviderAccountID: Backlog] = [:]
    let commands = try rows(
      "SELECT provider, account, mode, count(*), min(created_at), min(not_before) FROM commands GROUP BY 1, 2, 3")
    for row in commands {
      let account = try ProviderAccountID(row)
      accounts[account] = Backlog(
        account: account, commands: row[3], oldest: Moment(milliseconds: row[4]), firstDue: Moment(milliseconds: row[5])
      )
    }
    let held = try rows(
      "SELECT provider, account, mode, count(*) FROM checkouts WHERE phase = 'held' GROUP BY 1, 2, 3")
    for row in held {
      let account = try ProviderAccountID(row)
      accounts[account, default: Backlog(account: account)].held = row[3]
    }
    let overdue = try rows(
      """
      SELECT provider, account, mode, count(*) FROM (
        SELECT id, provider, account, mode FROM checkouts WHERE overdue_at <= ?
        UNION SELECT checkout, provider, account, mode FROM commands WHERE created_at <= ?
      ) GROUP BY 1, 2, 3
      """, [now.milliseconds, (now - Checkout.patience).milliseconds])
    for row in overdue {
      let account = try ProviderAccountID(row)
      accounts[account, default: Backlog(account: account)].overdue = row[3]
    }
    for count in try inboxCounts() {
      switch count.state {
      case .unmatched: accounts[count.account, default: Backlog(account: count.account)].unmatched += count.count
      case .expired: accounts[count.account, default: Backlog(account: count.account)].expired += count.count
      case .new, .handled: break
      }
    }
    return accounts.values.sorted { $0.account < $1.account }
  }
}
