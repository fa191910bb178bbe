public import FerryCheckout
public import FerryCore

/// What a merchant wants done with the money of a paid checkout. Without an amount it is all that is left.
public enum PaymentOrder: Hashable, Sendable {
  /// The id is the merchant's: the same one again is the same operation, and not another.
  case capture(OperationID, Money?)
  case refund(OperationID, Money?)
  /// What is authorized and not captured is let go; once is enough, so it needs no id.
  case void

  /// - Throws: `Refusal` where there is no payment to do it with.
  public func event(for checkout: Checkout) throws(Refusal) -> Event {
    switch self {
    case .capture(let id, let amount): return .capture(id, amount)
    case .refund(let id, let amount):
      guard let payment = checkout.payment else { throw .wrongPhase(checkout.phase.name) }
      let known = payment.operations.first { $0.id == id }
      // All that is left was another amount when it was asked for first.
      return .refund(id, amount ?? known?.amount ?? payment.refundable)
    case .void:
      return .void(Self.voidID(checkout.payment))
    }
  }

  /// The operation that has come of it.
  public func operation(in checkout: Checkout) -> Operation? {
    let operations = checkout.payment?.operations ?? []
    return switch self {
    case .capture(let id, _), .refund(let id, _): operations.first { $0.id == id }
    case .void: operations.last { $0.kind == .void }
    }
  }

  /// One that has not failed is the one that is meant.
  private static func voidID(_ payment: Payment?) -> OperationID {
    let voids = (payment?.operations ?? []).filter { $0.kind == .void }
    guard let last = voids.last else { return "void" }
    if case .failed = last.state { return OperationID("void-\(voids.count + 1)") }
    return last.id
  }
}
