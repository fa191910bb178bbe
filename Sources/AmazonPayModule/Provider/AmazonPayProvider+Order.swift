import AmazonPay
public import FerryCheckout
public import FerryCore

extension AmazonPayProvider {
  /// Amazon takes the currency of the merchant's ledger, several in Europe alone, and no more than a certain amount. All
  /// that the order can come to is looked at, for the address may be any.
  public func check(_ content: OrderContent) throws(OrderProblem) {
    guard account.region == .europe || content.currency == account.ledgerCurrency else {
      throw OrderProblem("/order/currency", "Amazon Pay takes \(account.ledgerCurrency) from this account's buyers.")
    }
    for price in content.shippingPrices {
      guard let total = try? Quote(content, shipping: price).total else {
        throw OrderProblem("/order/lines", "The total is too large.")
      }
      do { try FieldLimits(environment: account.environment).check(total, "total") } catch {
        throw OrderProblem("/order/lines", "Amazon Pay does not take this order. \(error.description)")
      }
    }
  }
}
