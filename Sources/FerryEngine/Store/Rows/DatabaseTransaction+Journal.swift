package import FerryCheckout
package import FerryCore

// MARK: The numbers of days

extension DatabaseTransaction {
  /// Figures of one moment and kind are one row.
  package func enter(_ figures: [Figure], of checkout: Checkout) throws {
    for figure in figures {
      try insert(
        [
          "mode": .text(checkout.mode.rawValue), "at": .moment(figure.at), "kind": .text(figure.kind.rawValue),
          "checkout": .text(checkout.id.text), "shop": .text(checkout.shop.text),
          "provider": .text(checkout.provider.text), "currency": .text(figure.amount.currency.code),
          "amount": .int(figure.amount.minorUnits), "seconds": .int(figure.seconds),
        ], into: "figures",
        "ON CONFLICT (mode, at, kind, checkout) DO UPDATE SET amount = figures.amount + excluded.amount")
    }
  }

  package func figures(in window: Range<Moment>, _ mode: Mode, of shops: Set<ShopID>?) throws -> [FigureSum] {
    let ofShops = shops == nil ? "" : "AND shop \(Self.isOne(of: "$4"))"
    return try rows(
      """
      SELECT kind, provider, seconds, count(DISTINCT checkout), CAST(sum(amount) AS bigint), currency FROM figures
      WHERE mode = $1 AND at >= $2 AND at < $3 \(ofShops) GROUP BY 1, 2, 3, 6
      """,
      [.text(mode.rawValue), .moment(window.lowerBound), .moment(window.upperBound)]
        + (shops.map { [.texts($0.map(\.text))] } ?? [])
    ).map { row in
      guard let currency = Currency(row.text(5)) else { throw DamagedRow("an unknown currency") }
      return FigureSum(
        kind: try row.one(0, "figure"), provider: ProviderID(row.text(1)), seconds: row.intIfPresent(2),
        checkouts: Int(row.int(3)), amount: Money(minorUnits: row.int(4), currency))
    }
  }

  /// A query for the checkouts of a filter's figure.
  func lookUp(_ figure: FigureFilter, _ filter: CheckoutFilter, _ values: inout [StatementValue]) -> String {
    var query = """
      SELECT checkout FROM figures
      WHERE mode IN ('test', 'live') AND kind = \(values.parameter(.text(figure.kind.rawValue)))
        AND at >= \(values.parameter(.moment(figure.window.lowerBound)))
        AND at < \(values.parameter(.moment(figure.window.upperBound)))
      """
    if let mode = filter.mode { query += " AND mode = \(values.parameter(.text(mode.rawValue)))" }
    if let provider = filter.provider { query += " AND provider = \(values.parameter(.text(provider.text)))" }
    if let currency = filter.currency { query += " AND currency = \(values.parameter(.text(currency.code)))" }
    return query
  }
}

// MARK: The journal

extension DatabaseTransaction {
  package func enter(_ entry: JournalEntry) throws {
    try insert(
      [
        "at": .moment(entry.at), "person": .text(entry.person), "act": .text(entry.act),
        "checkout": .text(entry.checkout?.text), "shop": .text(entry.shop?.text), "address": .text(entry.address),
      ], into: "journal")
  }

  package func journal(_ filter: JournalFilter, limit: Int) throws -> [JournalRecord] {
    var conditions = ["position < $2"]
    var values: [StatementValue] = [.int(limit), .int(filter.after ?? .max)]
    if let person = filter.person { conditions.append("person = \(values.parameter(.text(person)))") }
    if let shops = filter.shops {
      conditions.append("shop \(Self.isOne(of: values.parameter(.texts(shops.map(\.text)))))")
    }
    if let from = filter.from { conditions.append("at >= \(values.parameter(.moment(from)))") }
    if let before = filter.before { conditions.append("at < \(values.parameter(.moment(before)))") }
    return try rows(
      """
      SELECT position, at, person, act, checkout, shop, address FROM journal
      WHERE \(conditions.joined(separator: " AND ")) ORDER BY position DESC LIMIT $1
      """, values
    ).map { row in
      JournalRecord(
        position: row.int(0),
        entry: JournalEntry(
          at: row.moment(1), by: row.text(2), row.text(3), checkout: row.textIfPresent(4).map { CheckoutID($0) },
          shop: row.textIfPresent(5).map { ShopID($0) }, from: row.textIfPresent(6)))
    }
  }

  package func views(of person: String) throws -> [OperatorView] {
    try rows("SELECT name, query FROM operator_views WHERE person = $1 ORDER BY name", [.text(person)])
      .map { OperatorView(name: $0.text(0), query: $0.text(1)) }
  }

  package func keep(_ view: OperatorView, of person: String) throws -> Bool {
    guard try views(of: person).count(where: { $0.name != view.name }) < OperatorView.most else { return false }
    try upsert(
      ["person": .text(person), "name": .text(view.name), "query": .text(view.query)], into: "operator_views",
      key: ["person", "name"])
    return true
  }

  package func removeView(_ name: String, of person: String) throws {
    try delete(from: "operator_views", where: ["person": .text(person), "name": .text(name)])
  }
}
