#if PostgreSQL
  package import FerryCheckout
  package import FerryCore
  package import FerryEngine

  extension PostgresTransaction {
    package func listed(_ filter: CheckoutFilter, limit: Int) throws -> [CheckoutPlace] {
      let groups = try groups(of: filter)
      guard !groups.isEmpty else { return [] }
      var values = CheckoutGroup.values(groups) + filter.bounds.values + [.int(limit)]
      let conditions = filter.rowConditions(&values)
      return try rows(
        """
        SELECT place.created_at, place.checkout
        FROM \(CheckoutGroup.taken)
          CROSS JOIN LATERAL (
            SELECT created_at, checkout FROM listed_checkouts AS listed
            WHERE \(CheckoutGroup.isOfTaken)
              AND (created_at, checkout) >= ($6, $7) AND (created_at, checkout) < ($8, $9) \(conditions)
            ORDER BY created_at DESC, checkout DESC LIMIT $10) AS place
        ORDER BY 1 DESC, 2 DESC LIMIT $10
        """, values
      ).map { CheckoutPlace($0) }
    }

    package func newest(
      with terms: [String], _ bounds: CheckoutFilter.Bounds, limit: Int
    ) throws -> [CheckoutPlace] {
      guard !terms.isEmpty else { return [] }
      return try rows(
        """
        SELECT DISTINCT place.created_at, place.checkout
        FROM \(Self.table(of: "$1"))
          CROSS JOIN LATERAL (
            SELECT created_at, checkout FROM search_postings
            WHERE term = value AND (created_at, checkout) >= ($2, $3) AND (created_at, checkout) < ($4, $5)
            ORDER BY created_at DESC, checkout DESC LIMIT $6) AS place
        ORDER BY 1 DESC, 2 DESC LIMIT $6
        """, [.texts(terms)] + bounds.values + [.int(limit)]
      ).map { CheckoutPlace($0) }
    }

    private func groups(of filter: CheckoutFilter) throws -> [CheckoutGroup] {
      try groups(in: "listed_checkouts", by: CheckoutGroup.names, of: filter.shops)
        .map { CheckoutGroup($0) }.filter { $0.matches(filter) }
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

    package static func query(for lookUps: [String]) -> String {
      """
      WITH found (id) AS MATERIALIZED (\(lookUps.map { "(\($0))" }.joined(separator: " INTERSECT ")))
      SELECT created_at, id FROM found JOIN checkouts USING (id) WHERE
      """
    }

    package func lookUp(references condition: String, limit: String?, _: inout [StatementValue]) throws -> String {
      "SELECT checkout FROM provider_references WHERE \(condition) \(limit.map { "LIMIT \($0)" } ?? "")"
    }

    package static func table(of list: String) -> String { "unnest(\(list)::text[]) AS listed (value)" }
  }

  // MARK: Numbers

  extension PostgresTransaction {
    package func counts(in window: Range<Moment>, of shops: Set<ShopID>?) throws -> [CheckoutCount] {
      let times: [StatementValue] = [.moment(window.lowerBound), .moment(window.upperBound)]
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

    private func counts(of source: String, _ values: [StatementValue]) throws -> [CheckoutCount] {
      try rows(
        """
        SELECT checkouts.provider, checkouts.mode, checkouts.phase,
          CASE WHEN returned_at IS NOT NULL THEN greatest(0, (returned_at - left_at) / 1000) END, count(*),
          left_at IS NOT NULL
        FROM \(source) GROUP BY 1, 2, 3, 4, 6
        """, values
      ).map { try CheckoutCount($0) }
    }
  }

  extension CheckoutGroup {
    /// A table of groups, whose values are the parameters $1 to $5.
    fileprivate static let taken = """
      unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::bigint[])
        AS taken (shop, mode, provider, phase, payment)
      """

    fileprivate static func values(_ groups: [CheckoutGroup]) -> [StatementValue] {
      [
        .texts(groups.map(\.shop)), .texts(groups.map(\.mode)), .texts(groups.map(\.provider)),
        .texts(groups.map(\.phase)), .ints(groups.map { Int64($0.payment) }),
      ]
    }

    /// The condition of a row of `listed_checkouts` that it is of a group of that table.
    fileprivate static let isOfTaken = names.map { "listed.\($0) = taken.\($0)" }.joined(separator: " AND ")
  }
#endif
