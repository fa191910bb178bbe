/// How much a store keeps of an inbox.
public struct InboxLimits: Hashable, Sendable {
  /// For how long a closed one is remembered, so that it is known again when it is repeated.
  public var memory: Duration
  /// How many may wait for their order in one queue; with more the longest waiting expires.
  public var unmatched: Int

  public init(memory: Duration = .seconds(90 * 86_400), unmatched: Int = 10_000) {
    self.memory = memory
    self.unmatched = unmatched
  }
}
