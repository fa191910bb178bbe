public import FerryCore

/// The answer of `CheckoutFlow.pay`, `resume` and `cancel`, and each element of `resumed`.
public struct CheckoutResult: Hashable, Sendable {
  public let outcome: CheckoutOutcome
  /// The checkout's id at the server. Nil if the buyer cancelled before there was a checkout.
  public let checkout: String?
  /// True if `CheckoutFlow.resume` and `cancel` can continue the checkout. False after a final outcome, after the checkout
  /// has expired, and if its stored item was damaged: then the buyer pays with a new checkout.
  public internal(set) var isResumable = false
  /// True if a page of the shop in a web view started the checkout. To continue it, show the checkout's page; do not call
  /// `CheckoutFlow.resume`.
  public internal(set) var isOfPage = false
}

/// The state of a checkout when the app has done what it can. *Paid*, *declined* and *cancelled* come from the server, which
/// asks the provider; so does *nothing to pay*, which needs no provider.
public enum CheckoutOutcome: Hashable, Sendable {
  /// The order is paid. The receipt is nil if the app has lost the verifier, because the server then tells no more.
  case paid(ReceiptBody?)
  /// The provider refused, and nothing was charged. The cart is kept. The buyer can try again with a new checkout.
  case declined(DeclineReason)
  /// The buyer cancelled, and nothing was charged.
  case cancelled
  /// Discounts and gift cards leave nothing to pay, and nothing was charged. Your shop's backend cancels the checkout, and
  /// finishes the order without a payment.
  case nothingToPay
  /// The buyer left before anything could be charged, or took too long. If the result `isResumable`, `CheckoutFlow.resume`
  /// continues where they were.
  case notFinished
  /// Nobody knows yet if the order is paid. Say so, take no second payment for the order, and wait for `CheckoutFlow.resumed`.
  case confirming

  /// True if nothing can change it any more.
  public var isFinal: Bool {
    switch self {
    case .paid, .declined, .cancelled, .nothingToPay: true
    case .notFinished, .confirming: false
    }
  }
}

/// The reason why a checkout could not start. Nothing was opened, and nothing can have been charged. After the secure browser
/// has opened, every end is a `CheckoutResult` and no error.
public enum FlowFailure: Error, Hashable, Sendable {
  /// The flow follows a payment already, for example because a button was pressed twice.
  case busy
  /// The server's address is not https.
  case unsafeServer
  /// The device cannot store the checkout's secrets, so the flow does not send the buyer away. Before the first unlock after a
  /// restart this passes by itself.
  case cannotKeep
  /// The shop's backend returned something else than the server's `app` object: an odd id, or no client token.
  case badHandoff
  /// No unfinished checkout with this id is stored on this device.
  case notKept
  /// This checkout may have paid for the order already, and a second payment could be captured as well. Show
  /// `CheckoutOutcome.confirming` and `FerryTexts.mayHavePaid`, and let the buyer `resume` this checkout, which asks the server.
  case unconfirmed(String)
  /// Nobody knows if the shop's backend has created the checkout: a timeout, a lost connection. Throw this from the closure that
  /// creates it. The flow then calls the closure again with the same challenge. `URLError`s count as such by themselves. Every
  /// other error ends the payment, and `pay` throws it.
  case creationUnknown
}

extension FlowFailure: CustomStringConvertible {
  public var description: String {
    switch self {
    case .busy: "The flow follows a payment already. Cancel its task before you start another."
    case .unsafeServer: "The checkout server's address must be an https URL without query or fragment."
    case .cannotKeep: "This device cannot store the checkout's secrets now. Try again after it is unlocked."
    case .badHandoff: "The shop's backend must return the server's `app` object unchanged, with its client token."
    case .unconfirmed(let checkout):
      "The order may have been paid by \(checkout) already. Resume that checkout instead of starting another."
    case .creationUnknown: "The shop's backend did not tell if it has created the checkout. Try again."
    case .notKept: "No unfinished checkout with this id is stored on this device."
    }
  }
}

/// A problem that the flow has handled, for the app's log. It holds no secret and nothing about the buyer.
public enum FlowNotice: Hashable, Sendable {
  /// A link has our address and cannot be read. The flow asked the server instead.
  case unreadableLink
  /// A link belongs to a checkout that this app did not start or no longer has: of another device, of another installation, or
  /// planted. It changed nothing.
  case linkOfAnotherCheckout(String)
  /// The server refused a link's code: it has expired, was claimed by somebody else, or is forged.
  case linkRefused(checkout: String)
  /// The device was not unlocked since its start, so stored items cannot be read yet. The flow waits.
  case storageLocked
  /// The storage fails, and waiting does not help.
  case storageFailed
  /// A stored item is damaged, or a newer version wrote it. The flow uses what it can read. If `checkout` is nil, nothing
  /// was usable, and the item was dropped.
  case unreadableItem(checkout: String?)
  /// The server does not know this checkout, or refuses its client token.
  case unknownToServer(checkout: String)
  /// The server holds the checkout for another verifier, so it cannot be continued here.
  case begunElsewhere(checkout: String)
  /// The secure browser could not open. The reason says what to fix, such as a missing association. It is nil for a browser
  /// of your own.
  case browserFailed(SecureBrowserFailure?)
}
