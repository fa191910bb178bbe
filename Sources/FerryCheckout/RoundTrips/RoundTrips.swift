public import FerryCore

/// The secrets that tie a buyer's browser, and his app, to a checkout, as digests: what is kept here opens nothing.
public struct RoundTrips: Codable, Hashable, Sendable {
  /// In the return address that the provider is given, so that a session can be seen to be made for this checkout.
  public private(set) var nonce: String
  /// The one before, if the checkout has begun anew. It lets nobody in.
  public private(set) var formerNonce: String?
  public private(set) var tickets: [Ticket]
  /// Of the cookie in the one browser that may continue.
  public private(set) var binding: String?
  /// The binding whose cookie has been seen since: its browser has got the answer that carried it.
  private var proven: String?
  /// Nil for a checkout in a browser that began before what comes back there was locked.
  public private(set) var returns: Returns?
  /// Whether the provider's pages for choosing were used in another browser after the choice was claimed: another choice than
  /// that one may be somebody else's, and is never shown. Nil for no.
  private var isStrayed: Bool?
  /// The total that the review in the bound browser shows.
  private var shownTotal: Money?
  /// The total that it showed before the last change of it; nil while it has shown one total only.
  public private(set) var formerTotal: Money?

  /// Once only apps had round trips.
  private enum CodingKeys: String, CodingKey {
    case nonce, formerNonce, tickets, binding, proven, isStrayed, shownTotal, formerTotal
    case returns = "app"
  }

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
    public let restarts: Bool

    public init(step: Step?, isFresh: Bool, restarts: Bool) {
      self.step = step
      self.isFresh = isFresh
      self.restarts = restarts
    }
  }

  public enum Refusal: Error, Hashable, Sendable {
    /// Spent, expired, or never issued.
    case ticket
    /// Another browser than the one that began.
    case browser
    /// A return code that has expired, belongs to an earlier round trip, or was never issued.
    case code
  }

  /// How long a ticket lives.
  public static let ticketLifetime: Duration = .seconds(120)
  /// More than a buyer with impatient fingers needs; older ones are dropped.
  private static let mostTickets = 8

  public init(nonce: String, returns: Returns? = Returns()) {
    self.nonce = nonce
    tickets = []
    self.returns = returns
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
  ///   - mayRestart: Whether a browser that is not the one that began may begin in its place: the answer with the cookie
  ///     was lost on the way, or the buyer has changed to another browser. It does so for the first selection only, with
  ///     the new nonce, so that no session of the other browser can be brought back to it.
  ///   - mayTakeOver: Whether the journey begins with the payment page, which cannot be begun anew: it is there. Then a
  ///     browser that comes with another ticket takes the place of one that has never shown its cookie, for the answer with
  ///     it may have been lost. Only app and shop are given another ticket; a spent one opens nothing, whoever has it.
  /// - Throws: `Refusal`; a ticket that was shown in the wrong browser stays good for the right one.
  public mutating func spend(
    _ ticket: String, browser: String?, fresh: String, nonce: String, mayRestart: Bool, mayTakeOver: Bool = false,
    at now: Moment
  ) throws(Refusal) -> Opening {
    guard
      let index = tickets.firstIndex(where: { equalInConstantTime($0.digest, ticket) && now < $0.expiresAt })
    else { throw .ticket }
    let step = tickets[index].step
    let isBound = isBound(to: browser)
    if isBound || binding == nil && step != nil || mayTakeOver && step == .pay && proven != binding {
      tickets.remove(at: index)
      if step != nil { returns?.depart() }
      if isBound { proven = binding } else { binding = fresh }
      return Opening(step: step, isFresh: !isBound, restarts: false)
    }
    guard mayRestart, step == .select || step == nil else { throw .browser }
    discard(nonce: nonce)
    binding = fresh
    return Opening(step: .select, isFresh: true, restarts: true)
  }

  /// Lets go of every way to the provider so far, and of what came back on it. No session that was made with the earlier nonce
  /// can be brought back any more, by whomever; the bound browser may leave again.
  /// - Parameter nonce: A new one.
  public mutating func discard(nonce: String) {
    formerNonce = self.nonce
    self.nonce = nonce
    tickets = []
    isStrayed = nil
    shownTotal = nil
    formerTotal = nil
    returns?.restart()
  }

  /// The bound browser shows a total in its review.
  public mutating func show(_ total: Money) {
    guard total != shownTotal else { return }
    formerTotal = shownTotal
    shownTotal = total
  }

  /// Whether another choice than the claimed one may be somebody else's.
  public var distrustsNewChoices: Bool { isStrayed ?? false }

  /// The provider's pages for choosing were used in another browser.
  public mutating func distrustNewChoices() { isStrayed = true }

  /// Whether a browser is the one that began; nobody is before a ticket was spent.
  public func isBound(to browser: String?) -> Bool {
    guard let binding, let browser else { return false }
    return equalInConstantTime(binding, browser)
  }

  /// The bound browser has come with its cookie.
  /// - Throws: `Refusal.browser` for any other.
  public mutating func recognise(_ browser: String?) throws(Refusal) {
    guard isBound(to: browser) else { throw .browser }
    proven = binding
  }
}

// MARK: The way back

extension RoundTrips {
  /// The buyer has come back from choosing, and his app, or the shop's page, has not shown that it is where he came back to.
  public var isLocked: Bool { returns?.isLocked ?? false }

  /// Whether what came back has ever been claimed.
  public var isClaimed: Bool { returns?.isClaimed ?? false }

  /// - Parameter digest: Of a token that the app is given.
  public mutating func issue(clientToken digest: String) { returns?.issue(clientToken: digest) }

  /// The bound browser is on its way back to app or shop.
  /// - Parameters:
  ///   - code: The digest of the code that it carries there.
  ///   - isChoice: Whether the buyer may have chosen something: it stays locked until it is claimed.
  public mutating func comeBack(_ code: String, isChoice: Bool, at now: Moment) {
    returns?.comeBack(code, isChoice: isChoice, at: now)
  }

  /// Whether a page in the bound browser may go on showing a code.
  public func canShow(_ code: String, at now: Moment) -> Bool { returns?.canShow(code, at: now) ?? false }

  /// Whether there is a way back to show: the bound browser has come back from the present round trip.
  public var hasComeBack: Bool { returns?.hasComeBack ?? false }

  /// Somebody shows the code that came back with the browser. Who it is has been looked at before: an app by its verifier, a
  /// shop by its secret key.
  /// - Returns: Whether it is the first time.
  /// - Throws: `Refusal.code`; nothing has changed then.
  public mutating func claim(_ code: String, at now: Moment) throws(Refusal) -> Bool {
    guard var claimed = returns else { throw .code }
    let isFirst = try claimed.claim(code, at: now)
    returns = claimed
    return isFirst
  }

  /// The buyer has left a change by app or shop: nothing that still comes back of it needs to be claimed.
  public mutating func keep() { returns?.keep() }
}
