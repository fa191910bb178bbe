import FerryCore

extension Checkout {
  /// The provider's session, as the provider reports it.
  struct ProviderSession: Codable, Hashable, Sendable {
    /// The provider's id of it, once one is attached.
    var reference: String?
    /// The sessions that were ever attached, if the provider does not prove their origin: none is attached again after it
    /// was discarded. Nil before the first.
    var spent: [String]?
    /// The buyer has finished their part.
    var isCompleted = false
    var end: SessionEnd?
    /// The end that we asked the provider for. It then reports a cancellation by the merchant, which is this end.
    var requestedEnding: Phase.Ending?

    /// Stored as fields of the checkout.
    private enum CodingKeys: String, CodingKey {
      case reference = "session"
      case spent = "spentSessions"
      case isCompleted
      case end = "sessionEnd"
      case requestedEnding = "toldEnding"
    }
  }
}

extension Checkout.ProviderSession {
  /// Keeps the same one of several reported ends, in whatever order they come.
  mutating func merge(_ end: SessionEnd) {
    if let known = self.end, known.rank <= end.rank { return }
    self.end = end
  }

  /// Forgets the session. It stays among the spent ones.
  mutating func discard() {
    reference = nil
    end = nil
    isCompleted = false
  }
}

extension SessionEnd {
  /// The lowest counts: the end that tells the buyer most.
  fileprivate var rank: String {
    switch self {
    case .declined(let reason): "0" + reason.rawValue
    case .cancelledByBuyer: "1"
    case .cancelledByProvider: "2"
    case .expired: "3"
    }
  }

  var phase: Phase {
    switch self {
    case .cancelledByBuyer: .cancelled(.buyer)
    case .cancelledByProvider: .cancelled(.provider)
    case .declined(let reason): .declined(reason)
    case .expired: .expired
    }
  }
}
