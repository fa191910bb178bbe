import AmazonPay
import ArgumentParser
import FerryCore

/// What is paid. A checkout with a review sets it later, by Update Checkout Session.
struct ButtonPaymentOptions: ParsableArguments {
  @Option(help: "What happens to the money.")
  var intent: PaymentIntent?

  @Option(help: "What is paid now, in the ledger's currency: 9878, or 12.50.")
  var amount: String?

  @Option(help: "What the whole order comes to, when more charges will follow.")
  var total: String?

  @Flag(help: "Amazon may decide later (not with AuthorizeWithCapture).")
  var canHandlePendingAuthorization = false

  @Option(help: "The unit of the distance between two charges (--type Recurring).")
  var frequency: RecurringMetadata.Frequency.Unit?

  @Option(help: "How many units lie between two charges.")
  var every: Int?

  @Option(help: "What each charge comes to, if it is always the same.")
  var recurringAmount: String?

  /// What is given.
  var options: [String] {
    let options = [
      ("--intent", intent != nil), ("--amount", amount != nil), ("--total", total != nil),
      ("--can-handle-pending-authorization", canHandlePendingAuthorization), ("--frequency", frequency != nil),
      ("--every", every != nil), ("--recurring-amount", recurringAmount != nil),
    ]
    return options.filter(\.1).map(\.0)
  }

  /// - Throws: What the money throws.
  func payment(_ money: (String, String) throws -> Money) throws -> RequestedPayment? {
    guard intent != nil || amount != nil || total != nil || canHandlePendingAuthorization else { return nil }
    return RequestedPayment(
      intent, try amount.map { try money($0, "--amount") },
      canHandlePendingAuthorization: canHandlePendingAuthorization ? true : nil,
      totalOrderAmount: try total.map { try money($0, "--total") })
  }

  /// - Throws: `CommandFailure` for a distance without a unit, and what the money throws.
  func recurring(_ money: (String, String) throws -> Money) throws -> RecurringMetadata? {
    guard let frequency else {
      guard every == nil, recurringAmount == nil else {
        throw CommandFailure("--every and --recurring-amount need --frequency: Year, Month, Week, Day or Variable.")
      }
      return nil
    }
    return RecurringMetadata(
      frequency: .init(frequency, every ?? (frequency == .variable ? 0 : 1)),
      amount: try recurringAmount.map { try money($0, "--recurring-amount") })
  }
}
