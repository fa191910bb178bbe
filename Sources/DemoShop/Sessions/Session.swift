import FerryWeb

/// What the shop knows of one browser.
public struct Session: Codable, Sendable, Hashable {
  var cart = Cart()
  /// What the buyer last tried to buy and has not paid.
  var order: ShopOrder?
  /// The checkout that the buyer is in or was in last; nil before the first and after a paid one.
  var checkout: StartedCheckout?
  /// The last order that was paid.
  var receipt: Receipt?

  init() {}

  /// Where a buyer belongs who is in no checkout.
  var afterCheckout: Link { receipt != nil && cart.isEmpty ? "/thanks" : "/" }
}
