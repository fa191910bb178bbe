public import FerryCore

/// The buyer's ways to the provider and back. Each is a round trip; what one brings back counts once it was claimed by the side that
/// began it: an app with its verifier, a shop's page with its secret key.
public struct Returns: Codable, Hashable, Sendable {
  /// Digests of the tokens that the app was given, newest last: an answer that was lost on the way may be the one that
  /// arrives. None in a browser.
  public private(set) var clientTokens: [String] = []
  public private(set) var codes: [Code] = []
  /// The number of the last opening.
  private var trip = 0
  /// The last round trip that has come back with a choice.
  private var returned = 0
  /// The last round trip that was claimed.
  private var claimed = 0

  /// What the way back carries.
  public struct Code: Codable, Hashable, Sendable {
    public let digest: String
    public let trip: Int
    public let expiresAt: Moment
  }

  /// How long a return code lives.
  public static let codeLifetime: Duration = .seconds(600)
  /// How long a page shows a code before it renews itself, with the time that is left for a tap on it to be claimed.
  public static let codeShownFor: Duration = .seconds(240)
  private static let codeLeftWhenShown: Duration = .seconds(400)
  private static let mostTokens = 4
  private static let mostCodes = 4

  public init() {}

  public var isLocked: Bool { returned > claimed }
  public var isClaimed: Bool { claimed > 0 }

  /// Whether a token is one that the app was given.
  public func knows(clientToken digest: String) -> Bool {
    // To the end, so that the time tells nothing about the place.
    clientTokens.reduce(false) { equalInConstantTime($1, digest) || $0 }
  }

  mutating func issue(clientToken digest: String) {
    clientTokens.append(digest)
    clientTokens.removeFirst(max(0, clientTokens.count - Self.mostTokens))
  }

  mutating func depart() { trip += 1 }

  mutating func comeBack(_ code: String, isChoice: Bool, at now: Moment) {
    if isChoice, trip > claimed { returned = trip }
    // Those of this round trip stay while there is room, though they open nothing: they show that the buyer has come back.
    codes.removeAll { $0.expiresAt <= now && $0.trip != trip }
    codes.append(Code(digest: code, trip: trip, expiresAt: now + Self.codeLifetime))
    codes.removeFirst(max(0, codes.count - Self.mostCodes))
  }

  /// A code of an earlier round trip is one that somebody has seen before: it says nothing about this one.
  mutating func claim(_ code: String, at now: Moment) throws(RoundTrips.Refusal) -> Bool {
    guard codes.contains(where: { equalInConstantTime($0.digest, code) && $0.trip == trip && now < $0.expiresAt })
    else { throw .code }
    guard claimed < trip else { return false }
    claimed = trip
    return true
  }

  /// Whether the buyer has come back from the present round trip.
  var hasComeBack: Bool { codes.contains { $0.trip == trip } }

  /// Whether a page may show a code: it will be good for as long as the page stands, and longer.
  func canShow(_ code: String, at now: Moment) -> Bool {
    codes.contains {
      equalInConstantTime($0.digest, code) && $0.trip == trip && now + Self.codeLeftWhenShown <= $0.expiresAt
    }
  }

  mutating func keep() {
    guard !isLocked else { return }
    claimed = trip
  }

  mutating func restart() {
    trip += 1
    returned = 0
    claimed = 0
    codes = []
  }
}
