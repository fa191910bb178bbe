public import FerryCore

/// The secrets that tie a buyer's browser, and his app, to a checkout, as digests: what is kept here opens nothing.
public struct Crossing: Codable, Hashable, Sendable {
  /// In the return address that the provider is given, so that a session can be seen to be made for this checkout.
  public private(set) var nonce: String
  /// The one before, if the buyer has begun anew in another browser. It lets nobody in.
  public private(set) var formerNonce: String?
  public private(set) var tickets: [Ticket]
  /// Of the cookie in the one browser that may continue.
  public private(set) var binding: String?
  /// What only the checkout of an app has.
  public private(set) var app: AppCrossing?

  /// The right to open one step, once.
  public struct Ticket: Codable, Hashable, Sendable {
    public let digest: String
    /// Nil for a ticket that shows the way back again to a buyer who has been at the provider.
    public let step: Step?
    public let expiresAt: Moment
  }

  /// A step of the buyer's journey that leaves the shop.
  public enum Step: Codable, Hashable, Sendable {
    case select
    case change(ChangeKind)
    case pay
  }

  /// What became of a ticket.
  public struct Opening: Hashable, Sendable {
    /// Nil when the way back is to be shown.
    public let step: Step?
    /// Whether the fresh cookie is the one that counts now.
    public let isFresh: Bool
    /// Whether another browser had begun, and what it has brought is to be let go.
    public let startsAnew: Bool

    public init(step: Step?, isFresh: Bool, startsAnew: Bool) {
      self.step = step
      self.isFresh = isFresh
      self.startsAnew = startsAnew
    }
  }

  public enum Refusal: Error, Hashable, Sendable {
    /// Spent, expired, or never issued.
    case ticket
    /// Another browser than the one that began.
    case browser
    /// A return code that has expired, belongs to an earlier leg, or was never issued.
    case code
  }

  /// How long a ticket lives.
  public static let ticketLifetime: Duration = .seconds(120)
  /// More than a buyer with impatient fingers needs; older ones are dropped.
  private static let mostTickets = 8

  public init(nonce: String, forApp: Bool = false) {
    self.nonce = nonce
    tickets = []
    app = forApp ? AppCrossing() : nil
  }

  /// - Parameter step: Nil to show the way back again.
  public mutating func issue(_ digest: String, for step: Step?, at now: Moment) {
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
  ///   - nonce: A new one, for a browser that begins in the place of another.
  ///   - mayStartAnew: Whether a browser that is not the one that began may begin in its place: the answer with the cookie
  ///     was lost on the way, or the buyer has changed to another browser. It does so for the first selection only, with
  ///     the new nonce, so that no session of the other browser can be brought back to it.
  /// - Throws: `Refusal`; a ticket that was shown in the wrong browser stays good for the right one.
  public mutating func spend(
    _ ticket: String, browser: String?, fresh: String, nonce: String, mayStartAnew: Bool, at now: Moment
  ) throws(Refusal) -> Opening {
    guard
      let index = tickets.firstIndex(where: { equalInConstantTime($0.digest, ticket) && now < $0.expiresAt })
    else { throw .ticket }
    let step = tickets[index].step
    let isBound = isBound(to: browser)
    if isBound || binding == nil && step != nil {
      tickets.remove(at: index)
      if step != nil { app?.depart() }
      if !isBound { binding = fresh }
      return Opening(step: step, isFresh: !isBound, startsAnew: false)
    }
    guard mayStartAnew, step == .select || step == nil else { throw .browser }
    formerNonce = self.nonce
    self.nonce = nonce
    binding = fresh
    tickets = []
    app?.startAnew()
    return Opening(step: .select, isFresh: true, startsAnew: true)
  }

  /// Whether a browser is the one that began; nobody is before a ticket was spent.
  public func isBound(to browser: String?) -> Bool {
    guard let binding, let browser else { return false }
    return equalInConstantTime(binding, browser)
  }
}

// MARK: Of an app

extension Crossing {
  /// The buyer has come back from choosing, and his app has not shown that it is the one that he came back to.
  public var isLocked: Bool { app?.isLocked ?? false }

  /// Whether the app has ever claimed what came back.
  public var isClaimed: Bool { app?.isClaimed ?? false }

  /// - Parameter digest: Of a token that the app is given.
  public mutating func issue(clientToken digest: String) { app?.issue(clientToken: digest) }

  /// The bound browser is on its way back to the app.
  /// - Parameters:
  ///   - code: The digest of the code that its link carries.
  ///   - isChoice: Whether the buyer may have chosen something: it stays locked until the app claims it.
  public mutating func comeBack(_ code: String, isChoice: Bool, at now: Moment) {
    app?.comeBack(code, isChoice: isChoice, at: now)
  }

  /// The app shows the code that its link carried. Its verifier has been looked at before.
  /// - Returns: Whether it is the first time.
  /// - Throws: `Refusal.code`; nothing has changed then.
  public mutating func claim(_ code: String, at now: Moment) throws(Refusal) -> Bool {
    guard var claimed = app else { throw .code }
    let isFirst = try claimed.claim(code, at: now)
    app = claimed
    return isFirst
  }

  /// The buyer has left a change by the app: nothing that still comes back of it needs to be claimed.
  public mutating func keep() { app?.keep() }
}
