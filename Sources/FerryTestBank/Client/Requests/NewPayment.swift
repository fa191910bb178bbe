import FerryCore

extension BankCall {
  /// The content of `open`.
  struct NewPayment: Codable, Sendable {
    let reference: String
    /// The shop's order number.
    let order: String
    let total: Money
    let returnURL: String
    let cancelURL: String
    let capturesAtOnce: Bool
    /// A line on the payment page.
    let note: String?
    var payer: BuyerFacts?
  }

  /// The content of every other call, which needs some of these.
  struct Change: Codable {
    var amount: Money?
    var reference: String?
  }
}
