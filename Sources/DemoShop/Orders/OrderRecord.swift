import FerryCore

/// What Ferry has told of an order by webhooks.
struct OrderRecord: Codable, Sendable, Hashable {
  /// One attempt to pay for it.
  struct Attempt: Codable, Sendable, Hashable {
    /// Of the message that says how it stands.
    var sequence = 0
    var phase = PhaseName.open
    var orderNumber = ""
    var payment: PaymentBody?
    /// When that happened, as the message has it.
    var changedAt: String?
    /// Ids of messages that were taken in, the latest ones.
    var seen: [String] = []
  }

  /// How many messages are remembered for each attempt: more than there ever are of one.
  private static let mostSeen = 256

  /// The shop's own name of the order; nil for what an earlier version has written and nothing was told of since.
  private(set) var reference: String?
  /// When the first thing was told of it, as the message has it.
  private(set) var createdAt: String?
  /// By the checkout's id.
  private(set) var attempts: [String: Attempt] = [:]

  /// Takes in a message that is genuine. It may come more than once, and later than one that was sent after it.
  /// - Parameter id: `webhook-id`.
  /// - Returns: Whether it was new.
  mutating func take(_ message: WebhookBody, id: String) -> Bool {
    let data = message.data
    var attempt = attempts[data.checkout] ?? Attempt()
    guard !attempt.seen.contains(id) else { return false }
    attempt.seen = (attempt.seen + [id]).suffix(Self.mostSeen)
    if data.sequence > attempt.sequence {
      attempt.sequence = data.sequence
      attempt.phase = data.phase
      attempt.orderNumber = data.orderNumber
      attempt.payment = data.payment
      attempt.changedAt = message.timestamp
    }
    reference = data.orderReference
    // Times of one form are in the order of their characters.
    createdAt = createdAt.map { min($0, message.timestamp) } ?? message.timestamp
    attempts[data.checkout] = attempt
    return true
  }

  /// What the buyer may be shown, once the order is paid.
  var receipt: Receipt? {
    attempts.values.first { $0.phase == .paid }.map { paid in
      let total = paid.payment.map { $0.authorized.isPositive ? $0.authorized : $0.captured }
      return Receipt(orderNumber: paid.orderNumber, total: total)
    }
  }
}
