public import FerryCore

/// The buyer's round trips to the provider and back, and the secrets that tie a browser and an app to the checkout.
/// Secrets are stored as digests.
///
/// The selection that a round trip brings back is locked until the side that began the round trip claims it: an app
/// with its verifier, a shop's page with its secret key.
public struct RoundTrips: Codable, Hashable, Sendable {
  /// Part of the return URL that the provider is given. It shows that a session was made for this checkout.
  public private(set) var nonce: String
  /// The nonce before the last restart. It lets nobody in.
  public private(set) var formerNonce: String?
  public private(set) var tickets: [Ticket] = []
  /// The digest of the cookie in the one browser that may continue.
  public private(set) var binding: String?
  /// The binding whose cookie was sent back: its browser has received the answer that set it.
  private var proven: String?
  /// True once the provider's selection pages were used in another browser after the selection was claimed. Any other
  /// selection may then be somebody else's, and is never shown.
  public private(set) var distrustsNewSelections = false
  /// The total that the review in the bound browser shows.
  private var shownTotal: Money?
  /// The total that the review showed before it changed; nil if it has shown one total only.
  public private(set) var formerTotal: Money?
  /// Digests of the tokens that the app was given, newest last. Several count, because an answer may be lost and the
  /// one before it may still arrive. None in a browser.
  public private(set) var clientTokens: [String] = []
  /// The return codes, newest last.
  public private(set) var codes: [Code] = []
  /// When the bound browser was last given a form of the provider's payment page. Such a form may open the page once.
  public private(set) var formGivenAt: Moment?
  /// Nil unless the app has asked for a code for the provider's SDK.
  public internal(set) var sdk: SDKBinding?
  /// The number of the present round trip.
  private var trip = 0
  /// The last round trip that has brought back a selection.
  private var returned = 0
  /// The last round trip that was claimed.
  private var claimed = 0

  /// The right to open one step, once.
  public struct Ticket: Codable, Hashable, Sendable {
    public let digest: String
    /// Nil for a ticket that shows the return page again to a buyer who has been at the provider.
    public let step: Step?
    public let expiresAt: Moment
  }

  /// A step of the buyer's journey that leaves the shop.
  public enum Step: Codable, Hashable, Sendable {
    case select
    case change(ChangeKind)
    case pay
  }

  /// The result of spending a ticket.
  public struct Opening: Hashable, Sendable {
    /// Nil when the return page is to be shown.
    public let step: Step?
    /// True if the fresh cookie is the binding now.
    public let isFresh: Bool
    /// True if another browser had begun: everything that it has brought back must be discarded.
    public let restarts: Bool
  }

  /// The secret in the link that leads from the provider back to app or shop.
  public struct Code: Codable, Hashable, Sendable {
    public let digest: String
    public let trip: Int
    public let expiresAt: Moment
  }

  public enum Refusal: Error, Hashable, Sendable {
    /// Spent, expired, or never issued.
    case ticket
    /// Another browser than the bound one.
    case browser
    /// A return code that has expired, belongs to an earlier round trip, or was never issued.
    case code
  }

  public static let ticketLifetime: Duration = .seconds(120)
  public static let codeLifetime: Duration = .seconds(600)
  /// A page that shows a code renews itself after this time. Enough of the code's life is left to claim it after a
  /// late tap.
  public static let codeShownFor: Duration = .seconds(240)
  private static let codeLeftWhenShown: Duration = .seconds(400)
  private static let mostTickets = 8
  private static let mostTokens = 4
  private static let mostCodes = 4

  public init(nonce: String) { self.nonce = nonce }

  /// - Parameter step: Nil to show the return page again.
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
  ///   - fresh: The digest of the cookie that it is given if it has none.
  ///   - nonce: A new one, for a browser that takes the place of another.
  ///   - mayRestart: True if another browser than the bound one may take its place: the answer with the cookie was
  ///     lost, or the buyer has changed to another browser. It restarts with the first selection and the new nonce, so
  ///     that no session of the former browser can be brought back to it.
  ///   - mayTakeOver: True if the journey begins with the payment page and cannot restart. A
  ///     browser with another ticket then takes the place of one that has never shown its cookie, because the answer
  ///     with the cookie may have been lost. Only app and shop are given another ticket, and a spent one opens nothing.
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
      if step != nil { trip += 1 }
      if isBound { proven = binding } else { binding = fresh }
      return Opening(step: step, isFresh: !isBound, restarts: false)
    }
    guard mayRestart, step == .select || step == nil else { throw .browser }
    discard(nonce: nonce)
    binding = fresh
    return Opening(step: .select, isFresh: true, restarts: true)
  }

  /// Discards every round trip so far and what it has brought back. No session that was made with the earlier nonce
  /// can be brought back any more; the bound browser may leave again.
  /// - Parameter nonce: A new one.
  public mutating func discard(nonce: String) {
    formerNonce = self.nonce
    self.nonce = nonce
    tickets = []
    distrustsNewSelections = false
    shownTotal = nil
    formerTotal = nil
    trip += 1
    returned = 0
    claimed = 0
    codes = []
  }

  /// The bound browser shows a total in its review.
  public mutating func show(_ total: Money) {
    guard total != shownTotal else { return }
    formerTotal = shownTotal
    shownTotal = total
  }

  public mutating func distrustNewSelections() { distrustsNewSelections = true }

  public mutating func giveForm(at now: Moment) { formGivenAt = now }

  /// No browser is bound before a ticket was spent.
  public func isBound(to browser: String?) -> Bool {
    guard let binding, let browser else { return false }
    return equalInConstantTime(binding, browser)
  }

  /// The bound browser has sent its cookie.
  /// - Throws: `Refusal.browser` for any other.
  public mutating func recognise(_ browser: String?) throws(Refusal) {
    guard isBound(to: browser) else { throw .browser }
    proven = binding
  }

  public mutating func issue(clientToken digest: String) {
    clientTokens.append(digest)
    clientTokens.removeFirst(max(0, clientTokens.count - Self.mostTokens))
  }

  public func knows(clientToken digest: String) -> Bool {
    // Compares all of them, so that the time tells nothing about the position.
    clientTokens.reduce(false) { equalInConstantTime($1, digest) || $0 }
  }
}

// MARK: The return

extension RoundTrips {
  /// True from the return of a selection until it is claimed.
  public var isLocked: Bool { returned > claimed }

  /// True if any selection was claimed since the last restart.
  public var isClaimed: Bool { claimed > 0 }

  /// True if the bound browser has returned from the current round trip, so that there is a return page to show.
  public var hasComeBack: Bool { codes.contains { $0.trip == trip } }

  /// The bound browser is on its way back to app or shop.
  /// - Parameters:
  ///   - code: The digest of the return code that it carries.
  ///   - isSelection: True if the buyer may have selected something, which is locked until it is claimed.
  public mutating func comeBack(_ code: String, isSelection: Bool, at now: Moment) {
    if isSelection, trip > claimed { returned = trip }
    // Expired codes of this round trip stay while there is room: they show that the buyer has returned.
    codes.removeAll { $0.expiresAt <= now && $0.trip != trip }
    codes.append(Code(digest: code, trip: trip, expiresAt: now + Self.codeLifetime))
    codes.removeFirst(max(0, codes.count - Self.mostCodes))
  }

  /// True if a page may show a code: it lives for as long as the page stands, and longer.
  public func canShow(_ code: String, at now: Moment) -> Bool {
    codes.contains {
      equalInConstantTime($0.digest, code) && $0.trip == trip && now + Self.codeLeftWhenShown <= $0.expiresAt
    }
  }

  /// Claims the present round trip. The caller has checked who asks: an app by its verifier, a shop by its secret key.
  /// - Returns: True the first time.
  /// - Throws: `Refusal.code`, also for the code of an earlier round trip, which somebody may have seen. Nothing has
  ///   changed then.
  public mutating func claim(_ code: String, at now: Moment) throws(Refusal) -> Bool {
    guard codes.contains(where: { equalInConstantTime($0.digest, code) && $0.trip == trip && now < $0.expiresAt })
    else { throw .code }
    guard claimed < trip else { return false }
    claimed = trip
    return true
  }

  /// The app's browser has lost its cookie with the rest of its storage: the next ticket binds another. The caller has
  /// checked the app's verifier. A selection that is still to be claimed keeps its browser: only that one may bring its
  /// code.
  public mutating func releaseBrowser() {
    guard !isLocked else { return }
    binding = nil
    proven = nil
  }

  /// The buyer has left a change by app or shop: a late return of it needs no claim.
  public mutating func keep() {
    guard !isLocked else { return }
    claimed = trip
  }
}
