import FerryCore

extension Checkout {
  /// Brings the checkout to where everything that the provider has said leads.
  /// - Returns: nil if it leads nowhere yet: the journey goes on.
  mutating func conclude(_ now: Moment, _ order: Order) -> [Command]? {
    // Whatever money comes to what we have cancelled ourselves goes back.
    if phase.isFinal, case .cancel = ended, !verdict.isDoubtful { return giveBack(now) }
    switch verdict {
    case .undecided: return nil
    case .doubtful(let reason):
      switch phase {
      // A person is on it for a reason of its own.
      case .held(.lateMoney), .held(.unknownOutcome): return []
      default: return hold(reason)
      }
    case .failed(let end):
      switch phase {
      case .paid, .held: return []
      case _ where ended != nil: return []
      default:
        phase = end.phase
        return []
      }
    case .authorized: return secure(now, order)
    case .succeeded: return take(now, order)
    }
  }

  /// Money is held for us, and the payment is done when it is captured: a journey under way sees to that.
  private mutating func secure(_ now: Moment, _ order: Order) -> [Command]? {
    switch phase {
    case .paid, .held: return []
    case .declined, .cancelled, .expired: return canHonour(order) ? collect(now) : giveBack(now)
    case .open, .selecting, .reviewing, .authorizing, .paying, .settling, .closing:
      return order.isUnpaid(besides: id) ? nil : refuse(now)
    }
  }

  /// Money is there, and the amount is right.
  private mutating func take(_ now: Moment, _ order: Order) -> [Command] {
    switch phase {
    case .paid, .held: return []
    case .declined, .cancelled, .expired: guard canHonour(order) else { return giveBack(now) }
    case .open, .selecting, .reviewing, .authorizing, .paying, .settling, .closing:
      guard order.isUnpaid(besides: id) else { return refuse(now) }
    }
    ended = nil
    phase = .paid
    return []
  }

  /// Another attempt has paid the order.
  private mutating func refuse(_ now: Moment) -> [Command] {
    ended = .cancel(.merchant)
    phase = .cancelled(.merchant)
    return giveBack(now)
  }

  /// Whether money that comes after the end may still pay the order: no other attempt has paid it or may pay it.
  private func canHonour(_ order: Order) -> Bool {
    order.isUnpaid(besides: id) && (order.live == nil || order.live == id)
  }
}
