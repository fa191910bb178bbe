public import FerryCore

/// What is bought and owed. An order gathers attempts to pay for it, of which one at most is live and one at most succeeds.
public struct Order: Codable, Hashable, Sendable {
  public let id: OrderID
  /// The number for people and for the provider's records. It cannot be guessed.
  public let number: String
  public let shop: ShopID
  public let mode: Mode
  /// The merchant's own name of the order.
  public let reference: String
  public private(set) var content: OrderContent
  public let createdAt: Moment
  /// The attempt that may still succeed.
  public private(set) var live: CheckoutID?
  /// The attempt that did.
  public private(set) var paidBy: CheckoutID?

  public init(id: OrderID, number: String, shop: ShopID, mode: Mode, stated: CheckedOrder, createdAt: Moment) {
    self.id = id
    self.number = number
    self.shop = shop
    self.mode = mode
    reference = stated.reference
    content = stated.content
    self.createdAt = createdAt
  }

  public enum AttemptRefusal: Error, Hashable, Sendable {
    /// Another attempt may still succeed.
    case live(CheckoutID)
    case paid(CheckoutID)
  }

  /// Opens an attempt. A new one may bring new content, for the old ones are over.
  /// - Throws: `AttemptRefusal` while one is live or after one succeeded.
  public mutating func open(_ attempt: CheckoutID, stated: CheckedOrder) throws(AttemptRefusal) {
    if let paidBy { throw .paid(paidBy) }
    if let live { throw .live(live) }
    content = stated.content
    live = attempt
  }

  /// Takes in where an attempt now stands. The first that is paid pays the order; one that is final is live no longer.
  mutating func follow(_ attempt: CheckoutID, isFinal: Bool, isPaid: Bool) {
    if isPaid, paidBy == nil { paidBy = attempt }
    if isFinal, live == attempt { live = nil }
  }

  /// Whether an attempt is the one whose success counts: nothing else has paid the order.
  func isUnpaid(besides attempt: CheckoutID) -> Bool { paidBy == nil || paidBy == attempt }
}
