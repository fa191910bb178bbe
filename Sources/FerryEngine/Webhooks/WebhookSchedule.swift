import FerryCore

/// When a message that was not taken is sent again.
public struct WebhookSchedule: Hashable, Sendable {
  /// The wait after each attempt; after the one that follows the last, the message is parked.
  public var waits: [Duration]

  public init(waits: [Duration]) { self.waits = waits }

  /// Ten attempts over three days (Standard Webhooks, "Deliverability and reliability": example retry schedule).
  public static let threeDays = WebhookSchedule(
    waits: [5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400].map { .seconds($0) })

  /// The wait, up to a tenth longer by chance, so that many that failed together do not come back together; nil when it has
  /// been tried for long enough.
  /// - Parameters:
  ///   - attempts: How often it was sent, from 1.
  ///   - asked: What the receiver has asked for by `Retry-After`.
  func wait(after attempts: Int, asked: Duration?, _ randomness: any Randomness) -> Duration? {
    guard (1...waits.count).contains(attempts) else { return nil }
    let byte = Int(randomness.bytes(1).first ?? 0)
    let wait = waits[attempts - 1] * (2560 + byte) / 2560
    return max(wait, min(asked ?? .zero, .seconds(86_400)))
  }
}
