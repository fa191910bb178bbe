public import FerryCore

/// How long to wait before trying again: doubling, up to a limit, each wait shortened by chance so that many who failed
/// together do not come back together.
public struct Backoff: Hashable, Sendable {
  public var first: Duration
  public var longest: Duration
  /// The wait after what somebody has to mend.
  public var misconfigured: Duration

  public init(
    first: Duration = .milliseconds(500), longest: Duration = .seconds(300), misconfigured: Duration = .seconds(60)
  ) {
    self.first = first
    self.longest = longest
    self.misconfigured = misconfigured
  }

  /// - Parameter attempts: Attempts that failed, from 1.
  public func wait(after attempts: Int, _ randomness: any Randomness) -> Duration {
    let doubled = first * (1 << min(20, max(0, attempts - 1)))
    let full = min(doubled, longest)
    let byte = Int(randomness.bytes(1).first ?? 0)
    return full * (256 + byte) / 512
  }
}
