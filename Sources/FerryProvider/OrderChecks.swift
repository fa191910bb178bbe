package import FerryCheckout
package import FerryCore
package import FerryHTTP

extension OrderContent {
  /// Checks every total that a destination can lead to.
  /// - Throws: `OrderProblem`, also for a total that is too large.
  package func checkQuotes(_ check: (Quote) throws(OrderProblem) -> Void) throws(OrderProblem) {
    for price in shippingPrices {
      guard let quote = try? Quote(self, shipping: price) else {
        throw OrderProblem("/order/lines", "The total is too large.")
      }
      try check(quote)
    }
  }

  /// - Throws: `OrderProblem` for a currency that the account does not take.
  package func require(_ currencies: Set<Currency>, of provider: String) throws(OrderProblem) {
    guard !currencies.contains(currency) else { return }
    let codes = currencies.map(\.code).sorted().joined(separator: ", ")
    throw OrderProblem("/order/currency", "\(provider) takes these currencies from this account's buyers: \(codes).")
  }
}

extension OrderProblem {
  /// The problem of an order whose request has an invalid field.
  /// - Parameters:
  ///   - items: The place of the lines in the request: "/payment/items/".
  ///   - names: The names of a line's members in the request, with those in the order.
  package init(_ field: InvalidField, items: String, _ names: [String: String], in content: OrderContent) {
    var pointer = "/order/lines"
    let parts = field.pointer.hasPrefix(items) ? field.pointer.dropFirst(items.count).split(separator: "/") : []
    if let line = parts.first.flatMap({ Int($0) }), content.lines.indices.contains(line) {
      pointer += "/\(line)" + (parts.dropFirst().first.flatMap { names[String($0)] }.map { "/\($0)" } ?? "")
    }
    self.init(pointer, field.explanation)
  }
}
