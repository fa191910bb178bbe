import FerryCore

extension FerryText {
  var english: String {
    switch self {
    case .pay(let provider): "Check out with \(provider)"
    case .payHint: "Opens the payment page. You review your order here before anything is charged."
    case .payBusy: "A payment is under way"
    case .title(let status): Self.english(status).title
    case .advice(let status): Self.english(status).advice
    case .checkAgain: "Check again"
    case .goOn: "Continue"
    case .cancel: "Cancel"
    case .close: "Close"
    case .tryAgain: "Try again"
    case .deliverTo: "Deliver to"
    case .paymentMethod: "Payment"
    case .items: "Items"
    case .subtotal: "Subtotal"
    case .shipping: "Shipping"
    case .tax: "Tax"
    case .taxContained: "Tax, included"
    case .total: "Total"
    case .changeAddress: "Change address"
    case .changePayment: "Change payment method"
    case .buy(let total): "Buy now · \(total.display(.english))"
    case .cancelAndKeep: "Cancel and keep the cart"
    case .quantity(let quantity): "Quantity \(quantity)"
    case .changed(.address): "The delivery address has changed."
    case .changed(.payment): "The payment method has changed."
    case .changed(.total): "The total has changed."
    case .changed(.other): "The order has changed since you saw it."
    case .orderNumber(let number): "Order number \(number)"
    case .amountPaid(let total): "Paid: \(total.display(.english))"
    case .openInBrowser: "Open in the browser"
    case .pageFailed: "This page could not be loaded. Check your connection, or open it in the browser."
    case .appMissing: "No app on this device opens this link. Choose another way to pay, or install the app."
    case .nothingCameBack:
      "Nothing has come back from the other app yet. Wait if you have only just finished there. If nothing happens, try again."
    case .goesOnInBrowser:
      "The payment goes on in the browser. Wait if you have only just finished there. To pay here instead, try again."
    case .waitOn: "Wait"
    case .cannotKeep: "The payment cannot be started right now. Unlock your device and try again."
    case .mayHavePaid:
      "This order may have been paid already. We are confirming it; please do not pay again. Choose Continue to see how it stands."
    }
  }

  private static func english(_ status: Status) -> (title: String, advice: String) {
    let declined = "The payment was declined"
    let kept = "Nothing was charged and your cart is kept."
    return switch status {
    case .idle: ("No payment under way", "Your cart is as you left it.")
    case .starting: ("Opening the payment page", "One moment. Nothing has been charged yet.")
    case .away: ("Continue in the payment window", "When you are done there, you come back here by yourself.")
    case .returning: ("Welcome back", "One moment. We are fetching what you chose.")
    case .checking: ("Checking your order", "One moment. We are asking how things stand.")
    case .reviewing: ("Review your order", "Nothing has been charged yet.")
    case .selectionRefused:
      (
        "Your choice cannot be taken",
        "We do not deliver to that address. Nothing has been charged; please choose another."
      )
    case .openingPayment: ("Opening the payment page", "One moment. Nothing has been charged yet.")
    case .confirmingPayment: ("We are confirming your payment", "One moment. Please do not order again.")
    case .cancelling:
      ("Cancelling your order", "We are asking the payment provider to stop. Please do not order again yet.")
    case .paid: ("Thank you for your order", "Your payment is complete. Keep the order number for any question.")
    case .declinedMethod: (declined, "The payment method was not accepted. \(kept) Please try another.")
    case .declinedVerification:
      (declined, "Your bank could not confirm that it was you. \(kept) Try again, or use another card.")
    case .declined: (declined, "\(kept) Try another payment method, or ask your card's bank.")
    case .declinedTimedOut: (declined, "It took too long. \(kept) Please try again.")
    case .notStarted:
      ("The payment cannot be started at present", "\(kept) Please try again later, or pay another way.")
    case .cancelled: ("The checkout was cancelled", "Nothing was charged. Your cart is as you left it.")
    case .notFinished:
      ("Your order is not finished", "Nothing has been charged. You can continue where you were, or start again.")
    case .unconfirmed:
      (
        "We are confirming your payment",
        "It takes a little longer than usual. You need not wait: we tell you here how it went. Please do not order again."
      )
    }
  }
}
