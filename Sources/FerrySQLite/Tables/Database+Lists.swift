import FerryCheckout
import FerryCore
import FerryEngine
import GRDB

extension CheckoutGroup {
  /// The values of the columns `shop`, `mode`, `provider`, `phase` and `payment`.
  fileprivate var columns: StatementArguments { [shop, mode, provider, phase, payment] }
}

extension Database {
  /// Enters a checkout into its group, and takes it out of its former one.
  func list(_ checkout: Checkout, insteadOf former: Checkout? = nil) throws {
    let (group, last) = (CheckoutGroup(checkout), former.map { CheckoutGroup($0) })
    guard group != last else { return }
    let place: StatementArguments = [checkout.createdAt.milliseconds, checkout.id.text]
    if let last {
      try run(
        """
        DELETE FROM listed_checkouts
        WHERE shop = ? AND mode = ? AND provider = ? AND phase = ? AND payment = ? AND created_at = ? AND checkout = ?
        """, last.columns + place)
    }
    try run(
      """
      INSERT INTO listed_checkouts (shop, mode, provider, phase, payment, created_at, checkout)
      VALUES (?, ?, ?, ?, ?, ?, ?)
      """, group.columns + place)
  }
}

extension Database {
  /// Checkouts by a filter, newest first. Unreadable ones are skipped, and reported when they are next read.
  func files(_ filter: CheckoutFilter, limit: Int, _ damage: Damage<SQLiteStoreError>) throws -> [CheckoutFile] {
    try filter.list(limit: limit, places: places) { ids in try ids.compactMap { try readableFile($0, damage) } }
  }

  /// Nil also for a checkout that cannot be read.
  func readableFile(_ id: CheckoutID, _ damage: Damage<SQLiteStoreError>) throws -> CheckoutFile? {
    try damage.skipping { try file(id) }
  }

  /// The places of a filter's checkouts, and of some that the filter does not take if it looks something up.
  private func places(_ filter: CheckoutFilter, limit: Int) throws -> [CheckoutPlace] {
    filter.isLookUp ? try found(filter, limit: limit) : try listed(filter, limit: limit)
  }

  /// Merges the groups that a filter takes.
  private func listed(_ filter: CheckoutFilter, limit: Int) throws -> [CheckoutPlace] {
    var bounds = filter.bounds
    var places: [CheckoutPlace] = []
    for group in try groups(filter) {
      places += try self.places(
        """
        SELECT created_at, checkout FROM listed_checkouts
        WHERE shop = ? AND mode = ? AND provider = ? AND phase = ? AND payment = ?
          AND (created_at, checkout) >= (?, ?) AND (created_at, checkout) < (?, ?)
        ORDER BY created_at DESC, checkout DESC LIMIT ?
        """, group.columns + bounds.columns + [limit])
      guard places.count >= limit else { continue }
      places.sort(by: >)
      places.removeLast(places.count - limit)
      // Older ones of other groups have no place on this page.
      if let last = places.last { bounds.from = last }
    }
    return places.sorted(by: >)
  }

  /// The groups that a filter takes and that have checkouts, found by a seek each. The seek names one column more than a group
  /// has, because SQLite begins at the first row that is equal to the named columns, and reads on from there.
  private func groups(_ filter: CheckoutFilter) throws -> [CheckoutGroup] {
    guard let shops = filter.shops else { return try groups(filter, of: nil) }
    return try shops.sorted().flatMap { try groups(filter, of: $0) }
  }

  private func groups(_ filter: CheckoutFilter, of shop: ShopID?) throws -> [CheckoutGroup] {
    var groups: [CheckoutGroup] = []
    var last = CheckoutGroup(before: shop, filter.mode)
    while let row = try row(
      """
      SELECT shop, mode, provider, phase, payment FROM listed_checkouts
      WHERE (shop, mode, provider, phase, payment, created_at) > (?, ?, ?, ?, ?, ?)
      ORDER BY shop, mode, provider, phase, payment LIMIT 1
      """, last.columns + [Int64.max])
    {
      last = CheckoutGroup(row)
      if let shop, last.shop != shop.text { break }
      if last.isTaken(by: filter) { groups.append(last) }
    }
    return groups
  }

  /// Looks up what a filter searches for, each by an index, and what is overdue.
  private func found(_ filter: CheckoutFilter, limit: Int) throws -> [CheckoutPlace] {
    var lookUps = try filter.searches.map { try lookUp($0) }
    if let now = filter.overdueAt {
      lookUps.append(
        LookUp(
          "SELECT id FROM checkouts WHERE overdue_at <= ? UNION ALL SELECT checkout FROM commands WHERE created_at <= ?",
          [now.milliseconds, (now - Checkout.patience).milliseconds]))
    }
    return try places(
      """
      SELECT created_at, id FROM checkouts
      WHERE \(lookUps.map { "id IN (\($0.sql))" }.joined(separator: " AND "))
        AND (created_at, id) >= (?, ?) AND (created_at, id) < (?, ?)
      ORDER BY created_at DESC, id DESC LIMIT ?
      """, lookUps.map(\.arguments).reduce([], +) + filter.bounds.columns + [limit])
  }

  private func places(_ sql: String, _ arguments: StatementArguments) throws -> [CheckoutPlace] {
    try rows(sql, arguments).map { CheckoutPlace(createdAt: Moment(milliseconds: $0[0]), id: CheckoutID($0[1])) }
  }
}

extension CheckoutFilter.Bounds {
  fileprivate var columns: StatementArguments {
    [from.createdAt.milliseconds, from.id.text, to.createdAt.milliseconds, to.id.text]
  }
}

// MARK: Look-ups

/// A query for the ids of checkouts.
private struct LookUp {
  let sql: String
  let arguments: StatementArguments

  init(_ sql: String, _ arguments: StatementArguments) {
    self.sql = sql
    self.arguments = arguments
  }
}

extension Database {
  private func lookUp(_ search: CheckoutSearch) throws -> LookUp {
    var queries: [String] = []
    var arguments: StatementArguments = []
    func add(_ query: String, _ values: StatementArguments = []) {
      queries.append(query)
      arguments += values + [search.text]
    }
    if search.keys.contains(.id) { add("SELECT ?") }
    for (key, column) in [(.orderReference, "reference"), (.orderNumber, "number")] as [(CheckoutSearch.Keys, String)]
    where search.keys.contains(key) {
      add("SELECT id FROM checkouts WHERE order_id IN (SELECT id FROM orders WHERE \(column) = ?)")
    }
    if search.keys.contains(.providerReference) {
      for account in try accountsWithReferences() {
        add(
          "SELECT checkout FROM provider_references WHERE provider = ? AND account = ? AND mode = ? AND value = ?",
          account.columns)
      }
    }
    if search.keys.contains(.email) {
      for column in ["email", "stated_email"] { add("SELECT checkout FROM buyer_details WHERE \(column) = ?") }
    }
    return LookUp(queries.joined(separator: " UNION ALL "), arguments)
  }

  /// The accounts that have references, found by a seek each: a blob comes after every text.
  private func accountsWithReferences() throws -> [ProviderAccountID] {
    var accounts: [ProviderAccountID] = []
    var last: StatementArguments = ["", "", ""]
    while let row = try row(
      """
      SELECT provider, account, mode FROM provider_references
      WHERE (provider, account, mode, value) > (?, ?, ?, x'') ORDER BY provider, account, mode LIMIT 1
      """, last)
    {
      let account = try ProviderAccountID(row)
      accounts.append(account)
      last = account.columns
    }
    return accounts
  }
}
