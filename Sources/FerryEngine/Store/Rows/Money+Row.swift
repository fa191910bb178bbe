import FerryCheckout
import FerryCore

extension LedgerEntry {
  /// The columns that `init(row:)` reads, of the table `ledger`.
  package static let columns = "kind, external_id, debit, credit, amount, currency"

  /// - Throws: `DamagedRow`.
  package init(row: some StoredRow) throws(DamagedRow) {
    self.init(
      kind: try row.one(0, "entry"), externalID: row.text(1), debit: try row.one(2, "account"),
      credit: try row.one(3, "account"), amount: try Money(row, 4, currency: 5))
  }
}

extension Balance {
  /// Reads provider, account and mode, the account of the ledger, the sum and its currency.
  /// - Throws: `DamagedRow`.
  package init(_ row: some StoredRow) throws(DamagedRow) {
    self.init(
      accountID: try ProviderAccountID(row), account: try row.one(3, "account"),
      amount: try Money(row, 4, currency: 5))
  }
}

extension Money {
  fileprivate init(_ row: some StoredRow, _ units: Int, currency: Int) throws(DamagedRow) {
    guard let currency = Currency(row.text(currency)) else { throw DamagedRow("an unknown currency") }
    self.init(minorUnits: row.int(units), currency)
  }
}

// MARK: The backlog

extension Backlog {
  /// The backlog of each account that has any, in their order.
  /// - Parameters:
  ///   - commands: Provider, account, mode, the number of commands, the earliest creation, the earliest moment to perform.
  ///   - held: Provider, account, mode, and the number of checkouts.
  ///   - overdue: The same.
  /// - Throws: `DamagedRow`.
  package static func all<Row: StoredRow>(
    commands: [Row], held: [Row], overdue: [Row], inbox: [InboxCount]
  ) throws(DamagedRow) -> [Backlog] {
    var accounts: [ProviderAccountID: Backlog] = [:]
    for row in commands {
      let account = try ProviderAccountID(row)
      accounts[account] = Backlog(
        account: account, commands: Int(row.int(3)), oldest: row.moment(4), firstDue: row.moment(5))
    }
    for (rows, number) in [(held, \Backlog.held), (overdue, \.overdue)] {
      for row in rows {
        let account = try ProviderAccountID(row)
        accounts[account, default: Backlog(account: account)][keyPath: number] = Int(row.int(3))
      }
    }
    for count in inbox {
      switch count.state {
      case .unmatched: accounts[count.account, default: Backlog(account: count.account)].unmatched += count.count
      case .expired: accounts[count.account, default: Backlog(account: count.account)].expired += count.count
      case .new, .handled: break
      }
    }
    return accounts.values.sorted { $0.account < $1.account }
  }
}

extension WebhookBacklog {
  /// The backlog of each endpoint, in the order of their names.
  /// - Parameter rows: Endpoint, state, the number of messages, and the creation of the oldest; none delivered.
  package static func all<Row: StoredRow>(_ rows: [Row]) -> [WebhookBacklog] {
    var backlogs: [WebhookEndpointID: WebhookBacklog] = [:]
    for row in rows {
      let endpoint = WebhookEndpointID(row.text(0))
      var backlog = backlogs[endpoint] ?? WebhookBacklog(endpoint: endpoint)
      if row.text(1) == WebhookDelivery.State.waiting.rawValue {
        backlog.waiting = Int(row.int(2))
        backlog.oldest = row.moment(3)
      } else {
        backlog.parked = Int(row.int(2))
      }
      backlogs[endpoint] = backlog
    }
    return backlogs.values.sorted { $0.endpoint < $1.endpoint }
  }
}
