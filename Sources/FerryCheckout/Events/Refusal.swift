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
  /// Not above zero, or of another currency.
  case invalidAmount
  /// An operation with this id exists with another amount or kind.
  case operationReused
  /// Another attempt has paid the order.
  case orderPaid
  /// No money of a held checkout is known that could be accepted.
  case nothingToAccept
  /// An amount does not fit.
  case money(MoneyError)

  public var description: String {
    switch self {
    case .wrongPhase(let phase): "This is not possible while the checkout is \(phase.rawValue)."
    case .reviewChanged: "The order has changed since it was shown. Show the new review and let the buyer agree again."
    case .operationUnderWay: "Another operation on this payment is under way. Try again when it has finished."
    case .amountExceeded(let left): "That is more than is left: \(left)."
    case .invalidAmount: "Name an amount above zero in the order's currency."
    case .operationReused: "An operation with this id exists with another kind or amount. Use a new id."
    case .orderPaid: "Another checkout has paid this order. This one's money can only be given back."
    case .nothingToAccept:
      "There is no money that could be accepted. Have the provider asked again, or reject what it may still tell of."
    case .money(let error): error.description
    }
  }
}
