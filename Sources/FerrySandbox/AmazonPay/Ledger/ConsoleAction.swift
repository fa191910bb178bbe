import FerryCore

/// Something that happens to a payment beside the API: in Seller Central, in the buyer's account, at Amazon or at the
/// buyer's bank.
enum ConsoleAction: Hashable {
  /// Who does it; the reason codes tell.
  enum Party: String, CaseIterable {
    case merchant
    case buyer
    case amazon
  }

  /// Gives money back; without an amount, all that is left of what was captured.
  case refund(charge: String, amount: String?, declineReason: String?)
  /// Takes what is authorized; without an amount, all of it.
  case capture(charge: String, amount: String?)
  case cancel(charge: String, by: Party)
  /// Decides an authorization or capture that is undecided, now; nil means that it succeeds.
  case decideCharge(String, declineReason: String?)
  /// Decides a refund that is on its way, now; nil means that it succeeds.
  case decideRefund(String, declineReason: String?)
  /// The buyer's bank takes the money back; without an amount, all that was captured.
  case chargeback(charge: String, amount: String?)
  case close(permission: String, by: Party, cancelsCharges: Bool)
  /// The permission cannot be charged for a reason of the documentation, such as PaymentMethodExpired; nil ends that.
  case block(permission: String, reason: String?)
}
