package import FerryCheckout
package import FerryCore

/// A merchant's operation on a payment, by the name that records store.
package enum MovementKind: String, Codable, Sendable {
  case capture
  case refund
  /// The end of a hold without a capture.
  case release

  package init(_ kind: FerryCheckout.Operation.Kind) {
    self =
      switch kind {
      case .capture: .capture
      case .refund: .refund
      case .void: .release
      }
  }
}

/// A movement of money that a command asks for.
package struct AskedMovement: Sendable {
  /// Nil for the capture of a payment that is captured at once.
  package let operation: OperationID?
  package let kind: MovementKind
  /// Zero for a release.
  package let amount: Money

  package init(_ operation: OperationID?, _ kind: MovementKind, _ amount: Money) {
    self.operation = operation
    self.kind = kind
    self.amount = kind == .release ? .zero(amount.currency) : amount
  }
}

extension ProviderTask {
  /// The movement that the command asks for; nil if it is none.
  package var movement: AskedMovement? {
    switch command.kind {
    case .capture(let id, let amount): AskedMovement(id, .capture, amount)
    case .refund(let id, let amount): AskedMovement(id, .refund, amount)
    case .void(let id): AskedMovement(id, .release, .zero(checkout.content.currency))
    case .read, .authorize, .settle, .cancel, .readDispute, .answerDispute: nil
    }
  }
}

extension BuyerDetails {
  /// Of a buyer who selects nothing: the last digits of the card or account that has paid.
  package init(lastDigits: String) {
    self.init(buyer: nil, shippingAddress: nil, paymentDescriptor: nil, lastDigits: lastDigits)
  }
}
