public import FerryCore

/// The effect of a person's decision on buyer, shop and money, known before it is taken.
public struct DecisionEffect: Hashable, Sendable {
  /// The effect on buyer and shop.
  public enum End: Hashable, Sendable {
    /// The order is paid with this amount.
    case paid(Money)
    /// The order was paid before, and stays so.
    case staysPaid
    /// The checkout ends without payment.
    case cancelled
    case undecided
  }

  public enum Movement: Hashable, Sendable {
    case staysCaptured(Money)
    case staysAuthorized(Money)
    case isCaptured(Money)
    case isRefunded(Money)
    case isReleased(Money)
    /// Nothing is there. Money that arrives later goes back.
    case goesBackLater
    case followsAnswer
    case nothing
    /// The operation counts as done, with this amount.
    case countsAsDone(Money)
    case countsAsNotDone
  }

  public let end: End
  public let money: [Movement]
}

extension Checkout {
  /// The effect of a decision. It is tried on a copy.
  /// - Parameter amount: The amount that the decision names; nil for the one that the provider reports.
  /// - Throws: `Refusal` if it is not possible.
  public func effect(
    of decision: Resolution, amount: Money? = nil, for order: Order
  ) throws(Refusal) -> DecisionEffect {
    let operation = decision.isAboutOperation ? payment?.current : nil
    let reported = decision == .accept ? amountMismatch?.reported : operation?.reportedAmount
    let amount = decision == .accept || decision == .happened ? amount ?? reported : nil
    var next = self
    // Tried at a time when no request can be on its way any more.
    let later = operation?.mayArriveUntil ?? createdAt
    _ = try next.resolve(decision, operation: operation?.id, amount: amount, at: later, for: order)
    var money: [DecisionEffect.Movement] =
      switch decision {
      case .accept: []
      case .reject: returned(reportedPayment)
      case .ask: [.followsAnswer]
      case .hold: [.nothing]
      case .happened: operation.map { [.countsAsDone(amount ?? $0.amount)] } ?? []
      case .didNotHappen: [.countsAsNotDone]
      }
    if let payment = next.payment {
      if let begun = payment.operations.last, begun.command > lastCommand {
        money.append(DecisionEffect.Movement(begun))
      } else if decision == .accept {
        money = [payment.captured.isPositive ? .staysCaptured(payment.captured) : .staysAuthorized(payment.capturable)]
      }
    }
    return DecisionEffect(end: end(of: decision, next), money: money)
  }

  /// The money that a rejection returns, unless the provider's answer to the question before it differs.
  private func returned(_ payment: Payment?) -> [DecisionEffect.Movement] {
    var money: [DecisionEffect.Movement] = []
    if let payment, payment.refundable.isPositive { money.append(.isRefunded(payment.refundable)) }
    if let payment, payment.capturable.isPositive { money.append(.isReleased(payment.capturable)) }
    return money.isEmpty ? [.goesBackLater] : money
  }

  private func end(of decision: Resolution, _ next: Checkout) -> DecisionEffect.End {
    if phase == .paid { return .staysPaid }
    if decision == .ask { return .undecided }
    let paid = next.payment.map { $0.captured.isPositive ? $0.captured : $0.authorized }
    if decision == .accept || next.phase == .paid, let paid { return .paid(paid) }
    switch next.phase {
    case .closing, .cancelled, .expired, .declined: return .cancelled
    default: return .undecided
    }
  }
}

extension DecisionEffect.Movement {
  fileprivate init(_ operation: Operation) {
    self =
      switch operation.kind {
      case .capture: .isCaptured(operation.amount)
      case .refund: .isRefunded(operation.amount)
      case .void: .isReleased(operation.amount)
      }
  }
}
