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
    var conditions = ["at >= ", "at < ", "kind = "]
    values += [.moment(figure.window.lowerBound), .moment(figure.window.upperBound), .text(figure.kind.rawValue)]
    for (column, text) in [
      ("mode", filter.mode?.rawValue), ("provider", filter.provider?.text), ("currency", filter.currency?.code),
    ] where text != nil {
      conditions.append("\(column) = ")
      values.append(.text(text))
    }
    let first = values.count - conditions.count + 1
    let joined = conditions.enumerated().map { "\($1)$\(first + $0)" }.joined(separator: " AND ")
    return "SELECT checkout FROM figures WHERE mode IN ('test', 'live') AND \(joined)"
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
    func require(_ value: StatementValue, _ condition: (_ parameter: String) -> String) {
      values.append(value)
      conditions.append(condition("$\(values.count)"))
    }
    if let person = filter.person { require(.text(person)) { "person = \($0)" } }
    if let shops = filter.shops { require(.texts(shops.map(\.text))) { "shop \(Self.isOne(of: $0))" } }
    if let from = filter.from { require(.moment(from)) { "at >= \($0)" } }
    if let before = filter.before { require(.moment(before)) { "at < \($0)" } }
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
