import FerryCore
import Foundation

/// The buyer's cart: quantities by article number.
struct Cart: Hashable, Sendable {
  /// The allowed quantities of one product.
  static let quantities = 0...10

  private let id = UUID().uuidString

  /// The order's name, the same in every attempt until it is paid. So the shop's backend and the server recognise one order,
  /// and charge it once. An order has one currency, so another market is another order.
  func order(in market: String) -> String { "\(id).\(market)" }

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
