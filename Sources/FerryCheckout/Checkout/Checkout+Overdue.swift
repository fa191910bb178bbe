public import FerryCore

/// A checkout is overdue when something of it takes longer than its kind ever should. A person then looks at it.
extension Checkout {
  /// Longer than this no answer is waited for, unless the provider itself says that it is still deciding.
  public static let patience = Duration.seconds(3600)

  /// When the checkout becomes overdue if nothing happens before; nil while it waits for nobody but the buyer. What waits in
  /// commands is the caller's to add.
  public var overdueAt: Moment? {
    switch phase {
    case .open, .selecting, .reviewing, .authorizing, .paying, .held: nil
    case .settling(let settling): overdue(since: settling.began ?? settling.paying.since, settling.isPending)
    case .closing(let closing):
      // The provider's session lives on until its own end, and only then the provider says that it has ended.
      max(overdue(since: closing.began ?? closing.lastAsked, payment?.isPending ?? false), expiresAt + Self.patience)
    case .paid, .declined, .cancelled, .expired: operationOverdueAt
    }
  }

  private var operationOverdueAt: Moment? {
    guard let payment else { return nil }
    let undecided =
      payment.isPending && isDecisionAwaited ?? true ? createdAt + profile.lifetime + profile.decisionTime : nil
    guard let operation = payment.current else { return undecided }
    switch operation.state {
    // Only a person can find out.
    case .unknown: return operation.requestedAt
    case .pending: return operation.requestedAt + profile.decisionTime
    case .requested, .succeeded, .failed: return undecided
    }
  }

  private func overdue(since began: Moment, _ isPending: Bool) -> Moment {
    began + (isPending ? profile.decisionTime : Self.patience)
  }
}
