public import FerryCheckout
public import FerryCore
import FerryHTTP
import FerryProvider
import GMOPaymentGateway

extension GMOPaymentGatewayProvider {
  /// GMO takes yen, and amounts of seven digits.
  public func check(_ content: OrderContent) throws(OrderProblem) {
    guard content.currency == .jpy else {
      throw OrderProblem("/order/currency", "GMO Payment Gateway takes JPY from buyers of Amazon Pay.")
    }
    try content.checkQuotes { quote throws(OrderProblem) in
      do throws(InvalidField) { _ = try GMOCall.entry(orderID: "1", .authorize, amount: quote.total) } catch {
        throw OrderProblem("/order/lines", "GMO Payment Gateway does not take this total. \(error.explanation)")
      }
    }
  }
}
