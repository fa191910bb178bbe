import AmazonPay
public import FerryCheckout
public import FerryCore
import FerryHTTP
import FerryProvider

extension AmazonPayProvider {
  /// The currencies that buyers of a European account can pay in ("Multi-currency", Amazon Pay documentation).
  private static let europeanCurrencies = Set(
    "AUD CHF DKK EUR GBP HKD JPY NOK NZD SEK USD ZAR".split(separator: " ").compactMap { Currency(String($0)) })

  /// Amazon takes the currency of the merchant's ledger, in Europe several others, and amounts up to a limit. Every total
  /// that an address can lead to is checked.
  public func check(_ content: OrderContent) throws(OrderProblem) {
    let currencies = merchant.region == .europe ? Self.europeanCurrencies : [merchant.ledgerCurrency]
    try content.require(currencies, of: "Amazon Pay")
    try content.checkQuotes { quote throws(OrderProblem) in
      do throws(InvalidField) { try FieldLimits().check(quote.total, "total") } catch {
        throw OrderProblem("/order/lines", "Amazon Pay does not take this order. \(error.explanation)")
      }
    }
  }
}
