public import FerryCore

/// Where the flow is, for the app's screen. Every status has a text, an announcement and a place for the focus:
/// `StatusModel`.
public enum FlowStatus: Hashable, Sendable {
  /// Nothing is under way.
  case idle
  /// The checkout is being created, or the provider's page is about to open.
  case starting
  /// The buyer is in the secure browser, which covers the app.
  case away(RedirectStep)
  /// He has come back by a link, and the server is being told.
  case returning
  /// The browser is closed, and the server is being asked what came of it.
  case checking
  /// He is looking at the review.
  case reviewing
  /// His choice cannot be taken: he is to choose otherwise.
  case choiceRefused
  /// He has agreed, and the payment page is about to open.
  case openingPayment
  /// The payment is being confirmed. Never shown as failed.
  case confirmingPayment
  /// The server is being asked to cancel.
  case cancelling
  case ended(CheckoutResult)

  /// Whether something moves without the buyer's doing.
  public var isBusy: Bool {
    switch self {
    case .idle, .away, .reviewing, .choiceRefused, .ended: false
    case .starting, .returning, .checking, .openingPayment, .confirmingPayment, .cancelling: true
    }
  }
}
