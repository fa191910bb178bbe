import FerryCheckout
import FerryCore
import FerryEngine
import GRDB

extension Database {
  /// - Parameter shops: The number of shops whose checkouts count; nil if those of all do.
  static func countsQuery(shops: Int?) -> String {
    let ofShops = shops.map { count in
      """
      AND EXISTS (SELECT 1 FROM orders WHERE orders.id = order_id
        AND shop IN (\(Array(repeating: "?", count: count).joined(separator: ", "))))
      """
    }
    return """
      SELECT provider, mode, phase, max(0, (returned_at - left_at) / 1000) AS away, count(*) FROM checkouts
      WHERE created_at >= ? AND created_at < ? \(ofShops ?? "") GROUP BY provider, mode, phase, away
      """
  }

  /// The numbers of checkouts that began in a time.
  func counts(in window: Range<Moment>, of shops: Set<ShopID>?) throws -> [CheckoutCount] {
    try rows(
      Self.countsQuery(shops: shops?.count),
      [window.lowerBound.milliseconds, window.upperBound.milliseconds]
        + StatementArguments((shops ?? []).map(\.text))
    ).map { try CheckoutCount($0) }
  }
}
