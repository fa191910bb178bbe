import FerryCore

/// The checkout that a session is in.
struct StartedCheckout: Codable, Sendable, Hashable {
  /// The Idempotency-Key of its creation, kept before it is sent, so that a repeated press creates nothing new.
  var key: String
  var order: ShopOrder
  /// The app that the shop's pages stand in, and what it has given to be recognised by; nil in a browser.
  var app: AppBody?
  /// Its id at Ferry, once known.
  var id: String?
  /// The review that the buyer saw last.
  var seen: SeenReview?
  /// The review that the buyer saw before that one; nil when there was none.
  var earlier: EarlierReview?
}

/// What the buyer set out to buy. It keeps its reference over all attempts to pay for it, so that Ferry sees that they are
/// attempts at one order and takes the money once.
struct ShopOrder: Codable, Sendable, Hashable {
  /// The shop's own name for it.
  var reference: String
  var cart: Cart
}
