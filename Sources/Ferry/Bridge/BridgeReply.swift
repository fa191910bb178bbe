public import FerryCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What the app answers to a page's message, as JSON. A verifier or a token is never part of it.
public enum BridgeReply: Hashable, Sendable {
  /// `{"challenge":"…","v":1}`
  case prepared(Challenge)
  /// `{"opened":true,"v":1}`
  case opened
  /// `{"state":{…},"v":1}`
  case state(BridgeState)
  /// `{"error":"unknown-type","v":1}`
  case error(BridgeError)

  /// One line of JSON, for a page's script to parse.
  public var text: String {
    let wire =
      switch self {
      case .prepared(let challenge): Wire(challenge: challenge)
      case .opened: Wire(opened: true)
      case .state(let state): Wire(state: state)
      case .error(let error): Wire(error: error.rawValue)
      }
    return BridgeState.json(wire)
  }

  private struct Wire: Encodable {
    var v = BridgeMessage.version
    var challenge: Challenge?
    var opened: Bool?
    var state: BridgeState?
    var error: String?
  }
}

/// What a page is told of the checkout: the argument of its function `ferryState`, and the reply to `state`.
public struct BridgeState: Codable, Hashable, Sendable {
  /// The secure browser lies over the page, or is about to: the page shows its cover, so that nobody presses anything
  /// twice.
  public var covered: Bool
  /// Where the checkout stands, as the server has told the app last: see `PhaseName`.
  public var phase: PhaseName?
  /// What the app has found out, if it is over for the app: "paid", "declined", "cancelled", "not-finished" or
  /// "confirming". The page asks its own backend what to show.
  public var result: String?

  public init(covered: Bool, phase: PhaseName? = nil, result: CheckoutResult? = nil) {
    self.covered = covered
    self.phase = phase
    self.result = result.map(Self.word)
  }

  /// JSON that can also stand in a script as it is.
  public var text: String { Self.json(self) }

  static func word(_ result: CheckoutResult) -> String {
    switch result {
    case .paid: "paid"
    case .declined: "declined"
    case .cancelled: "cancelled"
    case .notFinished: "not-finished"
    case .confirming: "confirming"
    }
  }

  static func json(_ value: some Encodable) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    // Texts and truth values always encode.
    let text = (try? encoder.encode(value)).map { String(decoding: $0, as: UTF8.self) } ?? "{}"
    // A phase is the server's text: it must not end a script element or a line of script.
    return text.replacing("<", with: "\\u003C").replacing("\u{2028}", with: "\\u2028")
      .replacing("\u{2029}", with: "\\u2029")
  }
}
