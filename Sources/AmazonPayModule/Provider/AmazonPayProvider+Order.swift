import AmazonPay
public import FerryCheckout
public import FerryCore

extension AmazonPayProvider {
  /// Amazon takes the currency of the merchant's ledger (several in Europe only), and amounts up to a limit. Every total
  /// that an address can lead to is checked.
  public func check(_ content: OrderContent) throws(OrderProblem) {
    guard merchant.region == .europe || content.currency == merchant.ledgerCurrency else {
      throw OrderProblem("/order/currency", "Amazon Pay takes \(merchant.ledgerCurrency) from this account's buyers.")
    }
    for price in content.shippingPrices {
      guard let total = try? Quote(content, shipping: price).total else {
        throw OrderProblem("/order/lines", "The total is too large.")
      }
      do { try FieldLimits(environment: merchant.environment).check(total, "total") } catch {
        throw OrderProblem("/order/lines", "Amazon Pay does not take this order. \(error.description)")
      }
    }
  }
}
