public import FerryCore

/// The proof that a request was not carried out: the provider does not show it, and does not show it either some time later. One
/// answer proves nothing, because the request may be on its way at the provider or at a card's network.
public struct AbsenceProof: Sendable {
  private let provider: String
  private let delay: Duration

  /// - Parameters:
  ///   - provider: The provider's name.
  ///   - delay: The time from the first answer that does not show a request to the one that proves that it was not carried out.
  public init(_ provider: String, after delay: Duration) {
    self.provider = provider
    self.delay = delay
  }

  /// The consequence of an answer that does not show a request.
  /// - Parameters:
  ///   - what: The request for people: "refund".
  ///   - start: The time of the first such answer; nil if this is the first.
  ///   - first: Stores the time of this answer, and asks again.
  ///   - proved: The consequence of the proof.
  public func reaction(
    of what: String, since start: Moment?, at now: Moment, first: () -> ProviderReaction,
    proved: () -> ProviderReaction
  ) -> ProviderReaction {
    guard let start else { return first() }
    let rest = delay - now.since(start)
    guard rest > .zero else { return proved() }
    return .failed(
      .transient(
        reason: "\(provider) does not show the \(what) yet. It is asked again before a repetition.", retryAfter: rest))
  }
}
