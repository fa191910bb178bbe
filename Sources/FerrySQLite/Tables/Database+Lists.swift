package import FerryCheckout
package import FerryCore
package import FerryEngine
package import GRDB

extension Database {
  package func listed(_ filter: CheckoutFilter, limit: Int) throws -> [CheckoutPlace] {
    let groups = try groups(filter)
    return try newest(groups.map(\.columns.values), filter.bounds, limit: limit) { group, bounds in
      var values = group + bounds.values + [.int(limit)]
      let conditions = filter.rowConditions(&values)
      return try rows(
        """
        SELECT created_at, checkout FROM listed_checkouts
        WHERE shop = $1 AND mode = $2 AND provider = $3 AND phase = $4 AND payment = $5
          AND (created_at, checkout) >= ($6, $7) AND (created_at, checkout) < ($8, $9) \(conditions)
        ORDER BY created_at DESC, checkout DESC LIMIT $10
        """, values
      ).map { CheckoutPlace($0) }
    }
  }

  package func newest(
    with terms: [String], _ bounds: CheckoutFilter.Bounds, limit: Int
  ) throws -> [CheckoutPlace] {
    try newest(terms, bounds, limit: limit) { term, bounds in
      try rows(
        """
        SELECT created_at, checkout FROM search_postings
        WHERE term = $1 AND (created_at, checkout) >= ($2, $3) AND (created_at, checkout) < ($4, $5)
        ORDER BY created_at DESC, checkout DESC LIMIT $6
        """, [.text(term)] + bounds.values + [.int(limit)]
      ).map { CheckoutPlace($0) }
    }
  }

  /// The newest places of several lists, each read as far as it has some of them.
  private func newest<List>(
    _ lists: [List], _ bounds: CheckoutFilter.Bounds, limit: Int,
    read: (List, CheckoutFilter.Bounds) throws -> [CheckoutPlace]
  ) rethrows -> [CheckoutPlace] {
    var bounds = bounds
    var places: Set<CheckoutPlace> = []
    for list in lists {
      places.formUnion(try read(list, bounds))
      guard places.count >= limit else { continue }
      let newest = places.sorted(by: >).prefix(limit)
      places = Set(newest)
      // Older ones of other lists have no place on this page.
      if let last = newest.last { bounds.from = last }
    }
    return places.sorted(by: >)
  }

  /// The groups that a filter includes and that have checkouts, found by a seek each. The seek names one column more
  /// than a group has, because SQLite begins at the first row that is equal to the named columns, and reads on from
  /// there.
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
      WHERE (shop, mode, provider, phase, payment, created_at) > ($1, $2, $3, $4, $5, $6)
      ORDER BY shop, mode, provider, phase, payment LIMIT 1
      """, last.columns.values + [.int(Int64.max)])
    {
      last = CheckoutGroup(row)
      if let shop, last.shop != shop.text { break }
      if last.matches(filter) { groups.append(last) }
    }
    return groups
  }

  package static func query(for lookUps: [String]) -> String {
    "SELECT created_at, id FROM checkouts WHERE \(lookUps.map { "id IN (\($0)) AND" }.joined(separator: " "))"
  }

  package func lookUp(
    references condition: String, limit: String?, _ values: inout [StatementValue]
  ) throws -> String {
    let queries = try accountsWithReferences().map { account in
      let isOfAccount = zip(account.columns.names, account.columns.values)
        .map { "\($0) = \(values.parameter($1))" }.joined(separator: " AND ")
      let query = "SELECT checkout FROM provider_references WHERE \(isOfAccount) AND \(condition)"
      return limit.map { "SELECT * FROM (\(query) LIMIT \($0))" } ?? query
    }
    return queries.isEmpty ? "SELECT NULL WHERE false" : queries.joined(separator: " UNION ")
  }

  /// The accounts that have references, found by a seek each: a blob comes after every text.
  private func accountsWithReferences() throws -> [ProviderAccountID] {
    var accounts: [ProviderAccountID] = []
    var last: [StatementValue] = [.text(""), .text(""), .text("")]
    while let row = try row(
      """
      SELECT provider, account, mode FROM provider_references
      WHERE (provider, account, mode, value) > ($1, $2, $3, x'') ORDER BY provider, account, mode LIMIT 1
      """, last)
    {
      let account = try ProviderAccountID(row)
      accounts.append(account)
      last = account.columns.values
    }
    return accounts
  }
}

// MARK: Numbers and messages

extension Database {
  /// The parameters are the two ends of the time, and the shops.
  static func countsQuery(ofShops: Bool) -> String {
    let condition =
      ofShops
      ? "AND EXISTS (SELECT 1 FROM orders WHERE orders.id = order_id AND shop \(isOne(of: "$3")))" : ""
    return """
      SELECT provider, mode, phase, max(0, (returned_at - left_at) / 1000) AS away, count(*),
        left_at IS NOT NULL AS has_left
      FROM checkouts
      WHERE created_at >= $1 AND created_at < $2 \(condition) GROUP BY provider, mode, phase, away, has_left
      """
  }

  package func counts(in window: Range<Moment>, of shops: Set<ShopID>?) throws -> [CheckoutCount] {
    try rows(
      Self.countsQuery(ofShops: shops != nil),
      [.moment(window.lowerBound), .moment(window.upperBound)] + (shops.map { [.texts($0.map(\.text))] } ?? [])
    ).map { try CheckoutCount($0) }
  }

  package func webhooks(_ filter: WebhookFilter, limit: Int, changing: Bool) throws -> [WebhookDelivery] {
    var conditions = ["true"]
    var values: [StatementValue] = [.int(limit)]
    func isOfOrder(_ condition: String) -> String {
      """
      EXISTS (SELECT 1 FROM checkouts JOIN orders ON orders.id = checkouts.order_id
        WHERE checkouts.id = webhooks.checkout AND orders.\(condition))
      """
    }
    if let checkout = filter.checkout { conditions.append("checkout = \(values.parameter(.text(checkout.text)))") }
    if let sequence = filter.sequence { conditions.append("sequence = \(values.parameter(.int(sequence)))") }
    if let endpoint = filter.endpoint { conditions.append("endpoint = \(values.parameter(.text(endpoint.text)))") }
    if let state = filter.state {
      conditions.append("state = \(values.parameter(.text(state.rawValue)))")
      // It lets SQLite use the index of undelivered messages.
      if state != .delivered { conditions.append("state <> 'delivered'") }
    }
    if let shops = filter.shops {
      conditions.append(isOfOrder("shop \(Self.isOne(of: values.parameter(.texts(shops.map(\.text)))))"))
    }
    if let mode = filter.mode { conditions.append(isOfOrder("mode = \(values.parameter(.text(mode.rawValue)))")) }
    if let place = filter.after { conditions.append(place.isFollowed(&values)) }
    return try rows(
      """
      SELECT \(WebhookDelivery.columns) FROM webhooks WHERE \(conditions.joined(separator: " AND "))
      ORDER BY created_at DESC, checkout DESC, sequence DESC, endpoint LIMIT $1
      """, values
    ).map { try WebhookDelivery($0) }
  }

  package func firstOpenPosition() throws -> Int64 {
    (try row("SELECT max(position) FROM log")?.intIfPresent(0) ?? 0) + 1
  }
}
