import FerryCore

extension FerryTexts {
  static let english = FerryTexts(
    punctuation: Punctuation(space: " ", stop: ".", comma: ", "),

    // The pay button
    pay: { "Check out with \($0)" },
    payHint: "Opens the payment page. You review your order here before anything is charged.",
    payBusy: "A payment is in progress",

    // Buttons
    checkAgain: "Check again", goOn: "Continue", cancel: "Cancel", close: "Close", tryAgain: "Try again",

    // The review
    deliverTo: "Deliver to", paymentMethod: "Payment", items: "Items", subtotal: "Subtotal", shipping: "Shipping",
    tax: "Tax", taxContained: "Included tax", excise: "Excise tax", exciseContained: "Included excise tax",
    total: "Total", changeAddress: "Change address",
    changePayment: "Change payment method", cancelAndKeep: "Cancel and keep the cart",
    changedAddress: "The delivery address has changed.", changedPayment: "The payment method has changed.",
    changedTotal: "The total has changed.", changedOther: "The order has changed since you last saw it.",
    regionRefused: "We do not deliver to that region", postOfficeBoxRefused: "We do not deliver to post office boxes",
    packstationRefused: "We do not deliver to parcel lockers or post offices",
    buy: { "Buy now · \($0.display(.english))" }, quantity: { "Quantity \($0)" },
    orderNumber: { "Order number \($0)" }, amountPaid: { "Paid: \($0.display(.english))" },

    // The provider's page in a web view
    openInBrowser: "Open in the browser",
    pageFailed: "This page could not be loaded. Check your connection, or open it in the browser.",
    appMissing: "No app on this device can open this link. Choose another way to pay, or install the app.",
    nothingCameBack:
      "We have not heard back from the other app yet. If you have just finished there, wait a moment. If nothing happens, try again.",
    goesOnInBrowser:
      "The payment continues in the browser. If you have just finished there, wait a moment. To pay here instead, try again.",
    waitOn: "Wait",

    // Errors
    cannotKeep: "We cannot start the payment right now. Unlock your device and try again.",
    mayHavePaid:
      "This order may already be paid. We are confirming it. Please do not pay again. Choose Continue to see its status.",

    // Statuses
    idle: TitledText("No payment in progress", "Your cart is as you left it."),
    starting: TitledText("Opening the payment page", "One moment. Nothing has been charged yet."),
    away: TitledText("Continue in the payment window", "When you are done there, you return here automatically."),
    returning: TitledText("Welcome back", "One moment. We are loading your selection."),
    checking: TitledText("Checking your order", "One moment. We are checking its status."),
    reviewing: TitledText("Review your order", "Nothing has been charged yet."),
    selectionRefused: TitledText(
      "We cannot accept your selection",
      "We do not deliver to that address. Nothing has been charged. Please choose another."),
    openingPayment: TitledText("Opening the payment page", "One moment. Nothing has been charged yet."),
    confirmingPayment: TitledText("We are confirming your payment", "One moment. Please do not order again."),
    cancelling: TitledText(
      "Cancelling your order", "We are asking the payment provider to stop. Please do not order again yet."),
    paid: TitledText(
      "Thank you for your order", "Your payment is complete. Keep the order number in case you have questions."),
    declinedMethod: TitledText(
      "The payment was declined",
      "The payment method was not accepted. Nothing was charged, and your cart is saved. Please try another."),
    declinedVerification: TitledText(
      "The payment was declined",
      "Your bank could not confirm it was you. Nothing was charged, and your cart is saved. Try again, or use another card."
    ),
    declined: TitledText(
      "The payment was declined",
      "Nothing was charged, and your cart is saved. Try another payment method, or contact your bank."),
    declinedTimedOut: TitledText(
      "The payment was declined", "It took too long. Nothing was charged, and your cart is saved. Please try again."),
    notStarted: TitledText(
      "We cannot start the payment right now",
      "Nothing was charged, and your cart is saved. Please try again later, or pay another way."),
    cancelled: TitledText("The checkout was cancelled", "Nothing was charged. Your cart is as you left it."),
    nothingToPay: TitledText(
      "There is nothing to pay", "Nothing was charged. Your order is completed without a payment."),
    notFinished: TitledText(
      "Your order is not finished", "Nothing has been charged. You can continue where you were, or start again."),
    unconfirmed: TitledText(
      "We are confirming your payment",
      "This is taking a little longer than usual. You do not have to wait. We will show the result here. Please do not order again."
    ))
}
