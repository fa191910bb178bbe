public import FerryCheckout
public import FerryCore

/// A notification that is to be worked on.
public struct DueNotification: Hashable, Sendable {
  public var number: InboxNumber
  public var queue: CommandQueue
  public var kind: String
  public var isRecognised: Bool
  public var isUnmatched: Bool
  public var attempts: Int
  public var receivedAt: Moment
  /// The checkout that the first known of its references belongs to.
  public var checkout: CheckoutID?

  public init(_ number: InboxNumber, _ entry: InboxEntry, checkout: CheckoutID?) {
    self.number = number
    queue = entry.queue
    kind = entry.kind
    isRecognised = entry.isRecognised
    isUnmatched = entry.state == .unmatched
    attempts = entry.attempts
    receivedAt = entry.receivedAt
    self.checkout = checkout
  }
}
