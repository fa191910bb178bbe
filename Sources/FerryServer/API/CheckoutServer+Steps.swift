import FerryCheckout
import FerryCore
import FerryEngine

/// What a shop's backend and an app do alike.
extension CheckoutServer {
  /// What became of a confirmation.
  enum Confirmation {
    /// The payment page is there.
    case payable
    /// The provider has not answered yet.
    case underWay(CheckoutFile)
    case known(CheckoutFile)
  }

  /// - Throws: `Problem.legUnclaimed`, `Refusal`.
  func change(_ id: CheckoutID, _ what: ChangeKind) async throws -> CheckoutFile {
    try await unlocked(id) { _ in .leave(change: what) }
  }

  /// - Throws: `Problem.legUnclaimed`, `Refusal`.
  func keep(_ id: CheckoutID) async throws -> CheckoutFile {
    try await unlocked(id) { file in
      file.crossing.keep()
      return .keep
    }
  }

  /// - Throws: `Problem.legUnclaimed`, `Problem.unclearAnswer`, `Refusal`.
  func confirm(_ id: CheckoutID, _ agreed: ConfirmCheckoutBody) async throws -> Confirmation {
    _ = try await unlocked(id) { _ in .confirm(revision: agreed.revision, total: agreed.total) }
    let file = try await service.wait(for: id, within: configuration.limits.wait) {
      $0.checkout.phase.name != .authorizing
    }
    switch file.checkout.phase {
    case .paying: return .payable
    case .reviewing where file.checkout.revision == agreed.revision && file.checkout.quote?.total == agreed.total:
      // Nothing has changed: the provider's answer did not say how things stand.
      throw Problem.unclearAnswer
    case .reviewing: throw Refusal.reviewChanged
    case .authorizing: return .underWay(file)
    case .open, .selecting, .settling, .closing, .paid, .declined, .cancelled, .expired, .held: return .known(file)
    }
  }

  /// Commits an intent, unless what has come back is to be claimed first.
  private func unlocked(
    _ id: CheckoutID, _ intent: @escaping @Sendable (inout CheckoutFile) -> Event
  ) async throws -> CheckoutFile {
    try await service.commit(id) { file, _ in
      guard !file.crossing.isLocked else { throw Problem.legUnclaimed }
      return (intent(&file), ())
    }.file
  }

  /// Commits the buyer's wish to end the checkout, and waits for what comes of it.
  func cancel(_ id: CheckoutID, _ event: @escaping @Sendable (CheckoutFile) -> Event) async throws -> CheckoutFile {
    _ = try await service.commit(id) { file, _ in
      let event = event(file)
      if case .turnedBack = event { file.crossing.keep() }
      return (event, ())
    }
    return try await service.wait(for: id, within: configuration.limits.wait) { !$0.checkout.phase.isUnderWay }
  }
}

extension Phase {
  /// The provider is being asked, or the buyer is at its payment page.
  var isUnderWay: Bool {
    switch self {
    case .authorizing, .paying, .settling, .closing: true
    case .open, .selecting, .reviewing, .paid, .declined, .cancelled, .expired, .held: false
    }
  }
}
