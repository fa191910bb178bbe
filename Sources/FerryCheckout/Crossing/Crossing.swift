public import FerryCore

/// The secrets that tie a buyer's browser to a checkout, as digests: what is kept here opens nothing.
public struct Crossing: Codable, Hashable, Sendable {
  /// In the return address that the provider is given, so that a session can be seen to be made for this checkout.
  public let nonce: String
  public private(set) var tickets: [Ticket]
  /// Of the cookie in the one browser that may continue.
  public private(set) var binding: String?

  /// The right to open one step, once.
  public struct Ticket: Codable, Hashable, Sendable {
    public let digest: String
    public let step: Step
    public let expiresAt: Moment
  }

  /// A step of the buyer's journey that leaves the shop.
  public enum Step: Codable, Hashable, Sendable {
    case select
    case change(ChangeKind)
    case pay
  }

  public enum Refusal: Error, Hashable, Sendable {
    /// Spent, expired, or never issued.
    case ticket
    /// Another browser than the one that began.
    case browser
  }

  /// How long a ticket lives.
  public static let ticketLifetime: Duration = .seconds(120)
  /// More than a buyer with impatient fingers needs; older ones are dropped.
  private static let mostTickets = 8

  public init(nonce: String) {
    self.nonce = nonce
    tickets = []
  }

  public mutating func issue(_ digest: String, for step: Step, at now: Moment) {
    tickets.removeAll { $0.expiresAt <= now }
    tickets.append(Ticket(digest: digest, step: step, expiresAt: now + Self.ticketLifetime))
    tickets.removeFirst(max(0, tickets.count - Self.mostTickets))
  }

  /// Spends a ticket in a browser.
  ///
  /// - Parameters:
  ///   - ticket: The ticket's digest.
  ///   - browser: The digest of the browser's binding cookie, if it has one.
  ///   - fresh: The digest of the cookie that it will be given if it has none.
  ///   - startsAnew: Whether a browser that is not the one that began may begin in its place, because nothing has come of
  ///     the beginning yet: the answer with the cookie was lost on the way, or the buyer has changed to another browser.
  /// - Returns: The step that opens, and whether the fresh cookie is the one that counts now.
  /// - Throws: `Refusal`; a ticket that was shown in the wrong browser stays good for the right one.
  public mutating func spend(
    _ ticket: String, browser: String?, fresh: String, startsAnew: Bool, at now: Moment
  ) throws(Refusal) -> (step: Step, isFresh: Bool) {
    guard
      let index = tickets.firstIndex(where: { equalInConstantTime($0.digest, ticket) && now < $0.expiresAt })
    else { throw .ticket }
    if isBound(to: browser) { return (tickets.remove(at: index).step, false) }
    guard binding == nil || startsAnew else { throw .browser }
    binding = fresh
    return (tickets.remove(at: index).step, true)
  }

  /// Whether a browser is the one that began; nobody is before a ticket was spent.
  public func isBound(to browser: String?) -> Bool {
    guard let binding, let browser else { return false }
    return equalInConstantTime(binding, browser)
  }
}
