public import FerryCore

/// Why an intent was not accepted. A refusal changes nothing.
public enum Refusal: Error, Hashable, Sendable, CustomStringConvertible {
  /// Not possible in this phase.
  case wrongPhase(PhaseName)
  /// What the buyer agreed to is not what the checkout holds.
  case reviewChanged
  /// Another money operation is under way.
  case operationUnderWay
  /// More than is there: this much is left.
  case amountExceeded(Money)
  /// There is nothing (more) to capture, to let go or to refund.
  case nothingLeft(Shortage)
  /// Not above zero, or of another currency.
  case invalidAmount
  /// An operation with this id exists with another amount or kind.
  case operationReused
  /// Another attempt has paid the order.
  case orderPaid
  /// No money of a held checkout is known that could be accepted.
  case nothingToAccept
  /// Nothing of the checkout takes longer than it should.
  case notOverdue
  /// An amount does not fit.
  case money(MoneyError)

  /// Why there is nothing left.
  public enum Shortage: Hashable, Sendable {
    /// The provider is still deciding about the authorization.
    case notAuthorized
    /// All of it was captured.
    case captured
    /// What was not captured was let go.
    case released(Payment.Release)
    case declined
    /// A refund needs captured money.
    case notCaptured
    /// All of it was refunded, or is being refunded.
    case refunded
  }

  public var description: String {
    switch self {
    case .wrongPhase(let phase): "This is not possible while the checkout is \(phase.rawValue)."
    case .reviewChanged: "The order has changed since it was shown. Show the new review and let the buyer agree again."
    case .operationUnderWay: "Another operation on this payment is under way. Try again when it has finished."
    case .amountExceeded(let left): "That is more than is left: \(left)."
    case .nothingLeft(let shortage): shortage.text
    case .invalidAmount: "Name an amount above zero in the order's currency."
    case .operationReused: "An operation with this id exists with another kind or amount. Use a new id."
    case .orderPaid: "Another checkout has paid this order. This one's money can only be given back."
    case .nothingToAccept:
      "There is no money that could be accepted. Have the provider asked again, or reject what it may still tell of."
    case .notOverdue:
      "Nothing of this checkout takes longer than it should. Wait, or have the provider asked: POST /v1/checkouts/{id}/check."
    case .money(let error): error.description
    }
  }
}

extension Refusal.Shortage {
  fileprivate var text: String {
    switch self {
    case .notAuthorized: "Nothing is authorized yet: the provider is still deciding. Try again when it has."
    case .captured: "All of it is captured already."
    case .released(.afterCapture):
      "The payment was captured in part, and what that left was let go: the provider captures once."
    case .released(.lapsed):
      "The authorization has lapsed: nobody captured it in time, and nothing is held any more. The buyer has to pay anew."
    case .released(.byBuyer): "The buyer has had the authorization let go; nothing is held any more."
    case .released(.byMerchant): "The authorization was let go on the merchant's behalf; nothing is held any more."
    case .released(.byProvider): "The provider has let the authorization go; nothing is held any more."
    case .declined: "The provider has refused the payment; nothing is held any more."
    case .notCaptured: "Nothing is captured, so there is nothing to refund. What is authorized can be let go."
    case .refunded: "All of it is refunded already, or being refunded."
    }
  }
}
