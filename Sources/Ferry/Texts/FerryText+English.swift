import FerryCore

extension FerryText {
  var english: String {
    switch self {
    case .pay(let provider): "Check out with \(provider)"
    case .payHint: "Opens the payment page. You review your order here before anything is charged."
    case .payBusy: "A payment is under way"
    case .title(let status): Self.englishTitle(status)
    case .advice(let status): Self.englishAdvice(status)
    case .checkAgain: "Check again"
    case .goOn: "Continue"
    case .cancel: "Cancel"
    case .close: "Close"
    case .tryAgain: "Try again"
    case .reviewTitle: "Review your order"
    case .reviewAdvice: "Nothing has been charged yet."
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
    case .buy(let total): "Buy now · \(total.display)"
    case .cancelAndKeep: "Cancel and keep the cart"
    case .quantity(let quantity): "Quantity \(quantity)"
    case .changed(.address): "The delivery address has changed."
    case .changed(.payment): "The payment method has changed."
    case .changed(.total): "The total has changed."
    case .changed(.other): "The order has changed since you saw it."
    case .choiceRefusedTitle: "Your choice cannot be taken"
    case .choiceRefusedAdvice: "We do not deliver to that address. Nothing has been charged; please choose another."
    case .orderNumber(let number): "Order number \(number)"
    case .amountPaid(let total): "Paid: \(total.display)"
    case .offline: "There is no connection right now. We keep trying."
    case .notOurLink: "This link belongs to an order that was begun on another device. Nothing has changed."
    case .unreadableLink: "This link is damaged. We have checked your order instead."
    case .cannotKeep: "The payment cannot be started right now. Unlock your device and try again."
    case .mayHavePaid:
      "This order may have been paid already. We are confirming it; please do not pay again. Choose Continue to see how it stands."
    }
  }

  private static func englishTitle(_ status: Status) -> String {
    switch status {
    case .idle: "No payment under way"
    case .starting: "Opening the payment page"
    case .away: "Continue in the payment window"
    case .returning: "Welcome back"
    case .checking: "Checking your order"
    case .reviewing: "Review your order"
    case .choiceRefused: "Your choice cannot be taken"
    case .openingPayment: "Opening the payment page"
    case .confirmingPayment: "We are confirming your payment"
    case .cancelling: "Cancelling your order"
    case .paid: "Thank you for your order"
    case .declinedMethod, .declinedVerification, .declined, .declinedTimedOut: "The payment was declined"
    case .notStarted: "The payment cannot be started at present"
    case .cancelled: "The checkout was cancelled"
    case .notFinished: "Your order is not finished"
    case .unconfirmed: "We are confirming your payment"
    }
  }

  private static func englishAdvice(_ status: Status) -> String {
    switch status {
    case .idle: "Your cart is as you left it."
    case .starting: "One moment. Nothing has been charged yet."
    case .away: "When you are done there, you come back here by yourself."
    case .returning: "One moment. We are fetching what you chose."
    case .checking: "One moment. We are asking how things stand."
    case .reviewing: "Nothing has been charged yet."
    case .choiceRefused: "We do not deliver to that address. Nothing has been charged; please choose another."
    case .openingPayment: "One moment. Nothing has been charged yet."
    case .confirmingPayment: "One moment. Please do not order again."
    case .cancelling: "We are asking the payment provider to stop. Please do not order again yet."
    case .paid: "Your payment is complete. Keep the order number for any question."
    case .declinedMethod: "The card was not accepted. Nothing was charged and your cart is kept. Please try another."
    case .declinedVerification:
      "Your bank could not confirm that it was you. Nothing was charged and your cart is kept. Try again, or use another card."
    case .declined:
      "Nothing was charged and your cart is kept. Try another payment method, or ask your card's bank."
    case .declinedTimedOut: "It took too long. Nothing was charged and your cart is kept. Please try again."
    case .notStarted: "Nothing was charged and your cart is kept. Please try again later, or pay another way."
    case .cancelled: "Nothing was charged. Your cart is as you left it."
    case .notFinished: "Nothing has been charged. You can continue where you were, or start again."
    case .unconfirmed:
      "It takes a little longer than usual. You need not wait: we tell you here how it went. Please do not order again."
    }
  }
}
