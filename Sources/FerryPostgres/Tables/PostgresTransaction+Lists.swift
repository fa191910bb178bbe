#if PostgreSQL
  import FerryCheckout
  import FerryCore
  import FerryEngine

  extension PostgresTransaction {
    /// Enters a checkout into its group, or moves it there from its former one.
    func list(_ checkout: Checkout, insteadOf former: Checkout? = nil) throws {
      let (group, last) = (CheckoutGroup(checkout), former.map { CheckoutGroup($0) })
      guard group != last else { return }
      let place: [PostgresValue] = [.moment(checkout.createdAt), .text(checkout.id.text)]
      if let last {
        try run(
          """
          DELETE FROM listed_checkouts
          WHERE shop = $1 AND mode = $2 AND provider = $3 AND phase = $4 AND payment = $5 AND created_at = $6
            AND checkout = $7
          """, last.columns + place)
      }
      try run(
        """
        INSERT INTO listed_checkouts (shop, mode, provider, phase, payment, created_at, checkout)
        VALUES ($1, $2, $3, $4, $5, $6, $7)
        """, group.columns + place)
    }

    /// Checkouts by a filter, newest first. Unreadable ones are skipped, and reported when they are next read.
    func files(
      _ filter: CheckoutFilter, limit: Int, _ damage: Damage<PostgresStoreError>
    ) throws -> [CheckoutFile] {
      try filter.list(limit: limit, places: places) { try files($0, damage) }
    }

    /// The places of a filter's checkouts, and of some that the filter does not take if it looks something up.
    private func places(_ filter: CheckoutFilter, limit: Int) throws -> [CheckoutPlace] {
      let rows = try filter.isLookUp ? found(filter, limit: limit) : listed(filter, limit: limit)
      return rows.map { CheckoutPlace(createdAt: $0.moment(0), id: CheckoutID($0.text(1))) }
    }

    /// Merges the groups that a filter takes.
    private func listed(_ filter: CheckoutFilter, limit: Int) throws -> [PostgresRow] {
      let groups = try groups(of: filter)
      guard !groups.isEmpty else { return [] }
      return try rows(
        """
        SELECT place.created_at, place.checkout
        FROM \(CheckoutGroup.taken)
          CROSS JOIN LATERAL (
            SELECT created_at, checkout FROM listed_checkouts AS listed
            WHERE \(CheckoutGroup.isOfTaken)
              AND (created_at, checkout) >= ($6, $7) AND (created_at, checkout) < ($8, $9)
            ORDER BY created_at DESC, checkout DESC LIMIT $10) AS place
        ORDER BY 1 DESC, 2 DESC LIMIT $10
        """, CheckoutGroup.values(groups) + filter.bounds.columns + [.int(limit)])
    }

    private func groups(of filter: CheckoutFilter) throws -> [CheckoutGroup] {
      try groups(in: "listed_checkouts", by: CheckoutGroup.names, of: filter.shops)
        .map { CheckoutGroup($0) }.filter { $0.isTaken(by: filter) }
    }

    /// The groups of rows that a table has, found by a seek each.
    /// - Parameters:
    ///   - columns: The columns that name a group: the first ones of an index, `shop` before all.
    ///   - shops: Nil for the groups of all shops.
    func groups(in table: String, by columns: [String], of shops: Set<ShopID>?) throws -> [PostgresRow] {
      func names(_ table: String, _ columns: [String]) -> String {
        columns.map { "\(table).\($0)" }.joined(separator: ", ")
      }
      let group = names("listed", columns)
      // PostgreSQL enters the index at the next group only if no compared column has a known value.
      let compared = shops == nil ? columns : Array(columns.dropFirst())
      let first = """
        SELECT \(group) FROM \(table) AS listed \(shops == nil ? "" : "WHERE shop = wanted")
        ORDER BY \(group) LIMIT 1
        """
      return try rows(
        """
        WITH RECURSIVE groups AS (
          SELECT first.* FROM \(shops == nil ? "(SELECT 1) AS one" : "unnest($1::text[]) AS wanted")
            CROSS JOIN LATERAL (\(first)) AS first
          UNION ALL
          SELECT next.* FROM groups CROSS JOIN LATERAL (
            SELECT \(group) FROM \(table) AS listed
            WHERE \(shops == nil ? "" : "listed.shop = groups.shop AND")
              (\(names("listed", compared))) > (\(names("groups", compared)))
            ORDER BY \(group) LIMIT 1) AS next)
        SELECT \(names("groups", columns)) FROM groups
        """, shops.map { [.texts($0.map(\.text).sorted())] } ?? [])
    }

    /// Looks up what a filter searches for, each by an index, and what is overdue.
    private func found(_ filter: CheckoutFilter, limit: Int) throws -> [PostgresRow] {
      var values = filter.bounds.columns + [.int(limit)]
      var lookUps = filter.searches.map { search in
        values.append(.text(search.text))
        return search.query(for: "$\(values.count)")
      }
      if let now = filter.overdueAt {
        values += [.moment(now), .moment(now - Checkout.patience)]
        lookUps.append(
          """
          SELECT id FROM checkouts WHERE overdue_at <= $\(values.count - 1)
          UNION SELECT checkout FROM commands WHERE created_at <= $\(values.count)
          """)
      }
      return try rows(
        """
        WITH found (id) AS MATERIALIZED (\(lookUps.map { "(\($0))" }.joined(separator: " INTERSECT ")))
        SELECT created_at, id FROM found JOIN checkouts USING (id)
        WHERE (created_at, id) >= ($1, $2) AND (created_at, id) < ($3, $4)
        ORDER BY created_at DESC, id DESC LIMIT $5
        """, values)
    }
  }

  // MARK: Numbers

  extension PostgresTransaction {
    /// The numbers of checkouts that began in a time.
    func counts(in window: Range<Moment>, of shops: Set<ShopID>?) throws -> [CheckoutCount] {
      let times: [PostgresValue] = [.moment(window.lowerBound), .moment(window.upperBound)]
      guard let shops else {
        return try counts(of: "checkouts WHERE created_at >= $1 AND created_at < $2", times)
      }
      var filter = CheckoutFilter()
      filter.shops = shops
      let groups = try groups(of: filter)
      guard !groups.isEmpty else { return [] }
      return try counts(
        of: """
          \(CheckoutGroup.taken)
            CROSS JOIN LATERAL (
              SELECT checkout FROM listed_checkouts AS listed
              WHERE \(CheckoutGroup.isOfTaken) AND created_at >= $6 AND created_at < $7) AS place
            JOIN checkouts ON checkouts.id = place.checkout
          """, CheckoutGroup.values(groups) + times)
    }

    private func counts(of source: String, _ values: [PostgresValue]) throws -> [CheckoutCount] {
      try rows(
        """
        SELECT checkouts.provider, checkouts.mode, checkouts.phase,
          CASE WHEN returned_at IS NOT NULL THEN greatest(0, (returned_at - left_at) / 1000) END, count(*)
        FROM \(source) GROUP BY 1, 2, 3, 4
        """, values
      ).map { try CheckoutCount($0) }
    }
  }

  extension CheckoutGroup {
    fileprivate static let names = ["shop", "mode", "provider", "phase", "payment"]

    /// The values of these columns.
    fileprivate var columns: [PostgresValue] {
      [.text(shop), .text(mode), .text(provider), .text(phase), .int(payment)]
    }

    /// A table of groups, whose values are the parameters $1 to $5.
    fileprivate static let taken = """
      unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::bigint[])
        AS taken (shop, mode, provider, phase, payment)
      """

    fileprivate static func values(_ groups: [CheckoutGroup]) -> [PostgresValue] {
      [
        .texts(groups.map(\.shop)), .texts(groups.map(\.mode)), .texts(groups.map(\.provider)),
        .texts(groups.map(\.phase)), .ints(groups.map { Int64($0.payment) }),
      ]
    }

    /// The condition of a row of `listed_checkouts` that it is of a group of that table.
    fileprivate static let isOfTaken = names.map { "listed.\($0) = taken.\($0)" }.joined(separator: " AND ")
  }

  extension CheckoutFilter.Bounds {
    fileprivate var columns: [PostgresValue] {
      [.moment(from.createdAt), .text(from.id.text), .moment(to.createdAt), .text(to.id.text)]
    }
  }

  extension CheckoutSearch {
    /// A query for the ids of the checkouts that are found.
    /// - Parameter text: The parameter with the text.
    fileprivate func query(for text: String) -> String {
      var queries: [String] = []
      if keys.contains(.id) { queries.append("SELECT \(text)") }
      for (key, column) in [(Keys.orderReference, "reference"), (.orderNumber, "number")] where keys.contains(key) {
        queries.append(
          "SELECT checkouts.id FROM checkouts JOIN orders ON orders.id = order_id WHERE orders.\(column) = \(text)")
      }
      if keys.contains(.providerReference) {
        queries.append("SELECT checkout FROM provider_references WHERE value = \(text)")
      }
      if keys.contains(.email) {
        for column in ["email", "stated_email"] {
          // The indexes have the beginning.
          queries.append(
            """
            SELECT checkout FROM buyer_details
            WHERE lower(left(\(column), 320)) = lower(left(\(text) COLLATE "C", 320))
              AND lower(\(column)) = lower(\(text) COLLATE "C")
            """)
        }
      }
      return queries.isEmpty ? "SELECT id FROM checkouts WHERE false" : queries.joined(separator: " UNION ")
    }
  }
#endif
