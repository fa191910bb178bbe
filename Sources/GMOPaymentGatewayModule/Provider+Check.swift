public import FerryCheckout
public import FerryCore
import FerryHTTP
import FerryProvider
import GMOPaymentGateway

extension GMOPaymentGatewayProvider {
  /// GMO takes yen, and amounts of seven digits.
  public func check(_ content: OrderContent) throws(OrderProblem) {
    try content.require([.jpy], of: "GMO Payment Gateway")
    try content.checkQuotes { quote throws(OrderProblem) in
      do throws(InvalidField) { _ = try GMOCall.entry(orderID: "1", .authorize, amount: quote.total) } catch {
        throw OrderProblem("/order/lines", "GMO Payment Gateway does not take this total. \(error.explanation)")
      }
    }
  }
}
