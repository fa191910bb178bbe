import FerryCore

/// A wait before the server is asked again.
struct RetryDelay: Hashable, Sendable {
  /// Pauses in a row, from 1: each is twice as long as the one before.
  var number: Int
  var first: Duration
  var longest: Duration
  /// What the server asked for by `Retry-After`.
  var atLeast: Duration?
  /// When waiting has an end of its own.
  var noLaterThan: Moment?

  /// When it ends: up to half of it is left to chance, so that many apps that failed together do not come back together.
  func end(from now: Moment, _ randomness: any Randomness) -> Moment {
    let full = min(first * (1 << min(16, max(0, number - 1))), longest)
    let byte = Int(randomness.bytes(1).first ?? 0)
    let wait = max(full * (256 + byte) / 512, min(atLeast ?? .zero, .seconds(300)))
    let end = now + wait
    return noLaterThan.map { min($0, end) } ?? end
  }
}
