/// How long sessions are kept, and how many.
public struct SessionLimits: Sendable {
  /// After the last change.
  public var lifetime: Duration
  /// The longest unchanged go first when there are more.
  public var count: Int

  public init(lifetime: Duration = .seconds(30 * 86_400), count: Int = 100_000) {
    self.lifetime = lifetime
    self.count = max(1, count)
  }
}
