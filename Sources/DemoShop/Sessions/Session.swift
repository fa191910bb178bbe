/// What the shop knows of one browser.
public struct Session: Codable, Sendable, Hashable {
  var cart = Cart()
  /// The checkout that the buyer is in or was in last; nil before the first and after a paid one.
  var checkout: StartedCheckout?
  /// The last order that was paid.
  var receipt: Receipt?

  init() {}
}
