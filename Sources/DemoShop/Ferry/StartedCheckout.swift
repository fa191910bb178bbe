/// The checkout that a session is in.
struct StartedCheckout: Codable, Sendable, Hashable {
  /// The Idempotency-Key of its creation, kept before it is sent, so that a repeated press creates nothing new.
  var key: String
  /// The cart as it was sent.
  var cart: Cart
  /// Its id at Ferry, once known.
  var id: String?
}
