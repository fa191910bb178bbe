package import FerryCheckout
package import FerryCore

/// The checkouts of a list that are alike in everything that a list is filtered by, but the time. In a store there are a few
/// dozen groups for each shop, however many checkouts.
package struct CheckoutGroup: Hashable, Sendable {
  package let shop: String
  package let mode: String
  package let provider: String
  package let phase: String
  /// 0 without a payment, else 1 and the raw value of its state.
  package let payment: Int

  package init(_ checkout: Checkout) {
    shop = checkout.shop.text
    mode = checkout.mode.rawValue
    provider = checkout.accountID.provider.text
    phase = checkout.phase.name.rawValue
    payment = checkout.payment.map { 1 + CheckoutFilter.PaymentState($0).rawValue } ?? 0
  }

  package static let names = ["shop", "mode", "provider", "phase", "payment"]

  /// The columns of these names.
  package var columns: StoredColumns {
    [
      "shop": .text(shop), "mode": .text(mode), "provider": .text(provider), "phase": .text(phase),
      "payment": .int(payment),
    ]
  }

  /// Reads the columns.
  package init(_ row: some StoredRow) {
    shop = row.text(0)
    mode = row.text(1)
    provider = row.text(2)
    phase = row.text(3)
    payment = Int(row.int(4))
  }

  /// Stands before every group of a shop and mode; before all groups if there is no shop.
  package init(before shop: ShopID?, _ mode: Mode?) {
    self.shop = shop?.text ?? ""
    self.mode = shop == nil ? "" : mode?.rawValue ?? ""
    provider = ""
    phase = ""
    payment = -1
  }

  /// Returns true if a filter may include checkouts of the group.
  package func matches(_ filter: CheckoutFilter) -> Bool {
    if let shops = filter.shops, !shops.contains(ShopID(shop)) { return false }
    if let mode = filter.mode, mode.rawValue != self.mode { return false }
    if let provider = filter.provider, provider.text != self.provider { return false }
    if let phases = filter.phases, !phases.contains(PhaseName(rawValue: phase)) { return false }
    guard let state = filter.payment else { return true }
    return payment > 0 && CheckoutFilter.PaymentState(rawValue: payment - 1).isSuperset(of: state)
  }
}

extension CheckoutPlace {
  /// Reads the moment of creation and the id.
  package init(_ row: some StoredRow) {
    self.init(createdAt: row.moment(0), id: CheckoutID(row.text(1)))
  }
}

extension CheckoutFilter {
  /// A list is read between these places. It includes the first place, but not the second.
  package struct Bounds: Sendable {
    package var from: CheckoutPlace
    package let to: CheckoutPlace
  }

  package var bounds: Bounds {
    let end = before.map { CheckoutPlace(createdAt: $0, id: "") }
    let last = CheckoutPlace(createdAt: Moment(milliseconds: .max), id: "")
    return Bounds(
      from: CheckoutPlace(createdAt: from ?? Moment(milliseconds: .min), id: ""),
      to: [after, end].compactMap(\.self).min() ?? last)
  }

  /// True if the checkouts are looked up, each by an index of its own, instead of merged from the groups.
  package var isLookUp: Bool { !searches.isEmpty || overdueAt != nil || figure != nil }

  /// The conditions of a row of `listed_checkouts` besides group and place.
  /// - Parameter values: Gets the values of their parameters.
  package func rowConditions(_ values: inout [StatementValue]) -> String {
    var conditions = ""
    if let currency { conditions += " AND currency = \(values.parameter(.text(currency.code)))" }
    if let total {
      conditions += """
         AND total BETWEEN \(values.parameter(.int(total.lowerBound))) AND \(values.parameter(.int(total.upperBound)))
        """
    }
    return conditions
  }

  /// The checkouts of a list, newest first. Unreadable ones are skipped.
  /// - Parameters:
  ///   - places: Reads the places of a filter's checkouts, and of some that it does not include if it looks something up.
  ///   - files: Reads those of some checkouts that can be read, in the same order.
  package func list(
    limit: Int, places: (CheckoutFilter, _ limit: Int) throws -> [CheckoutPlace],
    files: ([CheckoutID]) throws -> [CheckoutFile]
  ) rethrows -> [CheckoutFile] {
    var filter = self
    var list: [CheckoutFile] = []
    var page = limit
    while list.count < limit {
      let found = try places(filter, page)
      list += try files(found.map(\.id)).filter(includesUnsearched).prefix(limit - list.count)
      guard found.count == page, let last = found.last else { break }
      filter.after = last
      page = 100
    }
    return list
  }
}
