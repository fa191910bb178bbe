public import FerryCore
import Foundation

/// A message from a page of the shop in the app's web view. On the wire it is JSON: `{"v":1,"type":"prepare"}`.
@_spi(Phone)
public enum BridgeMessage: Hashable, Sendable {
  /// The page needs a challenge, so that its backend can create a checkout.
  case prepare
  /// The page asks to open a step in the secure browser, with the `app` object that its backend got from the server.
  case open(CheckoutHandoff)
  /// The page was loaded and asks for the state.
  case state

  public static let version = 1

  /// Reads a message. Total: any text is a message or an error.
  public static func read(_ text: String) -> Result<BridgeMessage, BridgeError> {
    guard text.utf8.count <= 16_384 else { return .failure(.malformed) }
    let data = Data(text.utf8)
    let decoder = JSONDecoder()
    guard let head = try? decoder.decode(Head.self, from: data) else { return .failure(.malformed) }
    guard head.v == version else { return .failure(.unsupportedVersion) }
    switch head.type {
    case "prepare": return .success(.prepare)
    case "state": return .success(.state)
    case "open":
      guard let handoff = try? decoder.decode(CheckoutHandoff.self, from: data), isUsable(handoff) else {
        return .failure(.malformed)
      }
      return .success(.open(handoff))
    default: return .failure(.unknownType)
    }
  }

  private struct Head: Decodable {
    var v: Int
    var type: String
  }

  /// True if all members can go into addresses and headers unescaped.
  private static func isUsable(_ handoff: CheckoutHandoff) -> Bool {
    PlainText.isUnreserved(handoff.checkout, most: 64)
      && handoff.clientToken.map { PlainText.isUnreserved($0, most: 256) } ?? true
      && handoff.ticket.map { PlainText.isUnreserved($0.text, most: 512) } ?? true
  }
}

/// The reason why the app rejects a message. The reply names it: `{"v":1,"error":"unknown-type"}`.
@_spi(Phone)
public enum BridgeError: String, Error, Hashable, Sendable, CaseIterable {
  /// Not a message, or incomplete.
  case malformed
  /// The app does not know the message's version.
  case unsupportedVersion = "unsupported-version"
  /// The app does not know the message's type.
  case unknownType = "unknown-type"
  /// It did not come from a page of the shop in the main frame.
  case forbidden
  /// The app cannot store anything now, or another payment is in progress.
  case unavailable
  /// The checkout was not started on this device.
  case unknownCheckout = "unknown-checkout"
}

/// The app's answer to a message, as JSON. It never holds a verifier or a token.
@_spi(Phone)
public enum BridgeReply: Hashable, Sendable {
  /// `{"challenge":"…","v":1}`
  case prepared(Challenge)
  /// `{"opened":true,"v":1}`
  case opened
  /// `{"state":{…},"v":1}`
  case state(BridgeState)
  /// `{"error":"unknown-type","v":1}`
  case error(BridgeError)

  /// One line of JSON.
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

/// The state for a page: the argument of its function `ferryState`, and the reply to `state`.
@_spi(Phone)
public struct BridgeState: Codable, Hashable, Sendable {
  /// True if the secure browser covers the page or is about to. The page shows a cover then, so that the buyer presses nothing
  /// twice.
  public var covered: Bool
  /// The checkout's phase in the server's last answer to the app.
  public var phase: PhaseName?
  /// The outcome, if the app no longer follows the checkout: "paid", "declined", "cancelled", "nothing-to-pay", "not-finished" or
  /// "confirming". The page asks its own backend what to show.
  public var result: String?

  public init(covered: Bool, phase: PhaseName? = nil, outcome: CheckoutOutcome? = nil) {
    self.covered = covered
    self.phase = phase
    result = outcome.map(Self.word)
  }

  /// JSON that is safe inside a script element.
  public var text: String { Self.json(self) }

  static func word(_ outcome: CheckoutOutcome) -> String {
    switch outcome {
    case .paid: "paid"
    case .declined: "declined"
    case .cancelled: "cancelled"
    case .nothingToPay: "nothing-to-pay"
    case .notFinished: "not-finished"
    case .confirming: "confirming"
    }
  }

  static func json(_ value: some Encodable) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    // Encoding cannot fail: texts and truth values only.
    let text = (try? encoder.encode(value)).map { String(decoding: $0, as: UTF8.self) } ?? "{}"
    // The phase is the server's text. It must not end a script element or a line of script.
    return text.replacing("<", with: "\\u003C").replacing("\u{2028}", with: "\\u2028")
      .replacing("\u{2029}", with: "\\u2029")
  }
}
