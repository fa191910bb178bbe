import FerryCore
import Foundation

/// What the buyer has put together, as counts by article number.
struct Cart: Hashable, Sendable {
  /// How many of one product an order can have.
  static let quantities = 0...10

  /// Names the order in every attempt to pay for it, until it is paid: so the shop's backend and the server see that it is
  /// one order, and take the money once.
  let id = UUID().uuidString

  private var counts: [String: Int] = [:]

  subscript(sku: String) -> Int {
    get { counts[sku, default: 0] }
    set { counts[sku] = min(max(newValue, Self.quantities.lowerBound), Self.quantities.upperBound) }
  }

  var isEmpty: Bool { counts.values.allSatisfy { $0 == 0 } }

  /// In the catalogue's order.
  func lines(_ products: [ProductBody]) -> [PurchaseBody.Line] {
    products.compactMap { product in
      self[product.sku] > 0 ? PurchaseBody.Line(sku: product.sku, quantity: self[product.sku]) : nil
    }
  }
}
