import FerryCheckout
import FerryCore

/// The right to open one step, as it travels: the checkout's id and a random part, with a dot between. That of an app says
/// so, for the page that it opens has other words then; nothing else goes by that.
struct StartTicket: Hashable, Sendable {
  let checkout: CheckoutID
  private let secret: String

  init(_ checkout: CheckoutID, forApp: Bool, _ randomness: any Randomness) {
    self.checkout = checkout
    secret = (forApp ? "app_" : "") + randomness.token(bytes: 24)
  }

  /// Nil for text that no ticket can be.
  init?(_ text: String) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 2, let id = CheckoutID(untrusted: String(parts[0])), (16...128).contains(parts[1].utf8.count)
    else { return nil }
    checkout = id
    secret = String(parts[1])
  }

  var text: String { "\(checkout.text).\(secret)" }

  /// What is kept of it.
  var digest: String { TextDigest.sha256(text) }
}
