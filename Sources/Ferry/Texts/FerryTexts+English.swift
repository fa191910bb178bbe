import FerryCore

extension FerryTexts {
  static let english = FerryTexts(
    punctuation: Punctuation(space: " ", stop: ".", comma: ", "),

    // The pay button
    pay: { "Check out with \($0)" },
    payHint: "Opens the payment page. You review your order here before anything is charged.",
    payBusy: "A payment is under way",

    // Buttons
    checkAgain: "Check again", goOn: "Continue", cancel: "Cancel", close: "Close", tryAgain: "Try again",

    // The review
    deliverTo: "Deliver to", paymentMethod: "Payment", items: "Items", subtotal: "Subtotal", shipping: "Shipping",
    tax: "Tax", taxContained: "Tax, included", total: "Total", changeAddress: "Change address",
    changePayment: "Change payment method", cancelAndKeep: "Cancel and keep the cart",
    changedAddress: "The delivery address has changed.", changedPayment: "The payment method has changed.",
    changedTotal: "The total has changed.", changedOther: "The order has changed since you saw it.",
    buy: { "Buy now · \($0.display(.english))" }, quantity: { "Quantity \($0)" },
    orderNumber: { "Order number \($0)" }, amountPaid: { "Paid: \($0.display(.english))" },

    // The provider's page in a web view
    openInBrowser: "Open in the browser",
    pageFailed: "This page could not be loaded. Check your connection, or open it in the browser.",
    appMissing: "No app on this device opens this link. Choose another way to pay, or install the app.",
    nothingCameBack:
      "Nothing has come back from the other app yet. Wait if you have only just finished there. If nothing happens, try again.",
    goesOnInBrowser:
      "The payment goes on in the browser. Wait if you have only just finished there. To pay here instead, try again.",
    waitOn: "Wait",

    // Errors
    cannotKeep: "The payment cannot be started right now. Unlock your device and try again.",
    mayHavePaid:
      "This order may have been paid already. We are confirming it; please do not pay again. Choose Continue to see how it stands.",

    // Statuses
    idle: TitledText("No payment under way", "Your cart is as you left it."),
    starting: TitledText("Opening the payment page", "One moment. Nothing has been charged yet."),
    away: TitledText("Continue in the payment window", "When you are done there, you come back here by yourself."),
    returning: TitledText("Welcome back", "One moment. We are fetching what you chose."),
    checking: TitledText("Checking your order", "One moment. We are asking how things stand."),
    reviewing: TitledText("Review your order", "Nothing has been charged yet."),
    selectionRefused: TitledText(
      "Your choice cannot be taken",
      "We do not deliver to that address. Nothing has been charged; please choose another."),
    openingPayment: TitledText("Opening the payment page", "One moment. Nothing has been charged yet."),
    confirmingPayment: TitledText("We are confirming your payment", "One moment. Please do not order again."),
    cancelling: TitledText(
      "Cancelling your order", "We are asking the payment provider to stop. Please do not order again yet."),
    paid: TitledText("Thank you for your order", "Your payment is complete. Keep the order number for any question."),
    declinedMethod: TitledText(
      "The payment was declined",
      "The payment method was not accepted. Nothing was charged and your cart is kept. Please try another."),
    declinedVerification: TitledText(
      "The payment was declined",
      "Your bank could not confirm that it was you. Nothing was charged and your cart is kept. Try again, or use another card."
    ),
    declined: TitledText(
      "The payment was declined",
      "Nothing was charged and your cart is kept. Try another payment method, or ask your card's bank."),
    declinedTimedOut: TitledText(
      "The payment was declined", "It took too long. Nothing was charged and your cart is kept. Please try again."),
    notStarted: TitledText(
      "The payment cannot be started at present",
      "Nothing was charged and your cart is kept. Please try again later, or pay another way."),
    cancelled: TitledText("The checkout was cancelled", "Nothing was charged. Your cart is as you left it."),
    notFinished: TitledText(
      "Your order is not finished", "Nothing has been charged. You can continue where you were, or start again."),
    unconfirmed: TitledText(
      "We are confirming your payment",
      "It takes a little longer than usual. You need not wait: we tell you here how it went. Please do not order again."
    ))
}
