import FerryCheckout

/// Who does something to a checkout. Each has a limit of its own, so that nobody can use up what another needs: a buyer who
/// reloads his pages keeps no merchant from refunding.
enum CheckoutSide: Hashable, Sendable {
  /// The browser that began.
  case browser
  /// Another one, which the provider has sent back.
  case otherBrowser
  /// The app, with its verifier.
  case app
  /// The shop with its secret key, for a step of its buyer.
  case shop
  /// The shop with its secret key, for what it decides by itself.
  case merchant
}

/// What the limit on one checkout counts by.
struct CheckoutUse: Hashable, Sendable {
  let checkout: CheckoutID
  let side: CheckoutSide
}
