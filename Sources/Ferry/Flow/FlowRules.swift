/// How long the flow waits for what, and how often it asks.
public struct FlowRules: Hashable, Sendable {
  /// How long a link may follow a browser that the buyer has closed before he had chosen: a link closes the browser as
  /// well, and the two come in either order.
  public var grace: Duration
  /// How long the buyer waits for an answer that the server itself is waiting for, before he is told `.confirming` or
  /// `.notFinished`.
  public var patience: Duration
  /// The same while nobody waits, after a restart.
  public var patienceUnattended: Duration
  /// The first pause between two questions; it doubles.
  public var firstPause: Duration
  /// The longest pause between two questions.
  public var longestPause: Duration
  /// The pauses while the buyer is at the provider: the link is quicker as a rule.
  public var firstPauseAway: Duration
  public var longestPauseAway: Duration
  /// How long an item of the storage lives that nothing has become of.
  public var keptFor: Duration
  /// How often the shop's backend is called for one creation whose outcome is not known.
  public var mostCreations: Int

  public init(
    grace: Duration = .seconds(3), patience: Duration = .seconds(30), patienceUnattended: Duration = .seconds(10),
    firstPause: Duration = .seconds(1), longestPause: Duration = .seconds(8), firstPauseAway: Duration = .seconds(3),
    longestPauseAway: Duration = .seconds(15), keptFor: Duration = .seconds(31 * 86_400), mostCreations: Int = 4
  ) {
    self.grace = grace
    self.patience = patience
    self.patienceUnattended = patienceUnattended
    self.firstPause = firstPause
    self.longestPause = longestPause
    self.firstPauseAway = firstPauseAway
    self.longestPauseAway = longestPauseAway
    self.keptFor = keptFor
    self.mostCreations = mostCreations
  }
}
