extension Checkout {
  /// The decision of buyer, merchant, time or a person, as opposed to the provider.
  enum OwnDecision: Hashable, Sendable {
    /// The provider's reports decide.
    case none
    /// The checkout ended without payment. Money that still comes is returned if it was cancelled; if it expired, the money
    /// may pay the order.
    case ended(Phase.Ending)
    /// A person accepted the payment: nothing that the provider reports raises a doubt any more.
    case accepted
    /// A person rejected the payment: no report makes it a sale, nor raises a doubt. All money is returned.
    case rejected(Party)

    /// True if a person has decided, so that no report raises a doubt.
    var isReviewed: Bool {
      switch self {
      case .none, .ended: false
      case .accepted, .rejected: true
      }
    }

    /// The end that was decided on, if any was.
    var ending: Phase.Ending? {
      switch self {
      case .none, .accepted: nil
      case .ended(let ending): ending
      case .rejected(let party): .cancel(party)
      }
    }

    /// The party that cancelled; nil if nobody did.
    var cancelledBy: Party? {
      if case .cancel(let party) = ending { party } else { nil }
    }

    /// A person's decision stays: after it, the end is a rejection.
    mutating func end(as ending: Phase.Ending) {
      switch (self, ending) {
      case (.accepted, .cancel(let party)), (.rejected, .cancel(let party)): self = .rejected(party)
      case (.rejected, .expire): break
      case (.none, _), (.ended, _), (.accepted, .expire): self = .ended(ending)
      }
    }

    /// The money pays the order after all.
    mutating func withdrawEnd() {
      if case .ended = self { self = .none }
    }
  }
}
