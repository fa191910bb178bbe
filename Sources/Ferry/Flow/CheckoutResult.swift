public import FerryCore

/// How a checkout stands when the app has done what it can: five answers, and no sixth. None of them is a guess; *paid*,
/// *declined* and *cancelled* are the server's own word, which has it from the provider.
public enum CheckoutResult: Hashable, Sendable {
  /// The order is paid. The receipt is absent only when the app has lost what proves that the checkout is its own, so that
  /// the server tells it nothing more.
  case paid(ReceiptBody?)
  /// The provider refused, and nothing was charged. The cart is kept; the buyer may try again with a new checkout.
  case declined(DeclineReason)
  /// The buyer cancelled, and nothing was charged.
  case cancelled
  /// The buyer left before anything could be charged, or took too long. `CheckoutFlow.resume` goes on where he was, as
  /// long as the server keeps the checkout open; when `CheckoutFlow.unfinished` does not name it, what was kept of it was
  /// damaged beyond going on, and the buyer begins anew.
  case notFinished
  /// It is not known yet whether the order is paid. Say so, take no second payment for the same order, and wait for
  /// `CheckoutFlow.resumed` to tell.
  case confirming

  /// Whether nothing can change it any more: the server has said so.
  public var isFinal: Bool {
    switch self {
    case .paid, .declined, .cancelled: true
    case .notFinished, .confirming: false
    }
  }
}
