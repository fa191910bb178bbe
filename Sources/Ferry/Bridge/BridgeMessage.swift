public import FerryCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What a page of the shop, in the app's web view, asks of the app. On the wire it is JSON: `{"v":1,"type":"prepare"}`.
public enum BridgeMessage: Hashable, Sendable {
  /// A checkout is about to be created: the page needs a challenge for its backend.
  case prepare
  /// The checkout has a step to be opened in the secure browser. What the page hands over is the `app` object that its
  /// backend got from the server.
  case open(CheckoutHandoff)
  /// The page has been loaded, and asks how things stand.
  case state

  /// The version that this library speaks.
  public static let version = 1

  /// Reads what a page has sent. Total: whatever it is, it is a message or an error to answer with.
  public static func read(_ text: String) -> Result<BridgeMessage, BridgeError> {
    // A handoff has three short members.
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

  /// What goes into addresses and headers as it is has only characters that may.
  private static func isUsable(_ handoff: CheckoutHandoff) -> Bool {
    PlainText.isUnreserved(handoff.checkout, most: 64)
      && handoff.clientToken.map { PlainText.isUnreserved($0, most: 256) } ?? true
      && handoff.ticket.map { PlainText.isUnreserved($0.text, most: 512) } ?? true
  }
}

/// Why a page's message is not followed; the reply names it: `{"v":1,"error":"unknown-type"}`.
public enum BridgeError: String, Error, Hashable, Sendable, CaseIterable {
  /// It is not a message at all, or lacks something.
  case malformed
  /// The page speaks a version that this app does not.
  case unsupportedVersion = "unsupported-version"
  /// The version is ours, the type is not.
  case unknownType = "unknown-type"
  /// It did not come from the shop's own page in the main frame.
  case forbidden
  /// The app cannot keep anything now, or another payment is under way.
  case unavailable
  /// The checkout was not begun on this device.
  case unknownCheckout = "unknown-checkout"
}
