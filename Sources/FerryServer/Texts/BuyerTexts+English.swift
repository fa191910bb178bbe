import FerryCore

extension BuyerTexts {
  static let english = BuyerTexts(
    // The way to the payment page
    toPaymentPage: "To the payment page", openingPaymentPage: "One moment. The payment page is opening.",
    pressToContinue: "Press the button to open the payment page.", continueButton: "Continue",
    spent: TitledText(
      "This payment page has been used",
      "Go back to the shop or the app. If your payment is not finished there, cancel it and pay again."),
    scriptNeeded: TitledText(
      "This page needs JavaScript",
      "This page has charged nothing. Allow JavaScript for this site, then go back to the shop or the app and try again."
    ),
    formNotShown: TitledText(
      "The payment form cannot be shown",
      "Try again, or go back. If you have already paid, the payment counts and is not repeated."),
    cancelPayment: "Cancel and go back", tryAgain: "Try again", backToShop: "Back to the shop",
    closeToGoBack: "Close this page to go back to the app.",

    // Troubles
    linkStale: TitledText(
      "This link no longer works",
      "Links to the payment page work once and for two minutes. Go back to the shop and press its button again."),
    startedElsewhere: TitledText(
      "Please continue where you started",
      "This payment was started in another browser or app. Nothing has changed here; continue there."),
    offline: TitledText(
      "There is no connection",
      "This page has charged nothing. Check your connection, then go back to the shop and try again."),
    busy: TitledText(
      "One moment, please", "This page has charged nothing. Wait a minute, then go back to the shop and try again."),
    notOpened: TitledText(
      "The payment page could not be opened", "This page has charged nothing. Go back to the shop and try again."),
    returned: TitledText("You can close this page", "The app shows the state of your order."),

    // Buttons in the shop
    payWith: { "Pay with \($0)" }, testPayment: "Test payment",

    // Another browser than the bound one
    cookiesBlocked: TitledText(
      "Please allow cookies",
      "This browser has not kept the cookie of this payment. This page has charged nothing. Allow cookies for this site, then go back to the shop or the app and try again. If you started in another browser, continue there."
    ),
    selectionDiscarded: TitledText(
      "Please select again where you started",
      "This payment was started in another browser, so your selection in this one is not used. Nothing has been paid, and your cart has not changed: go back to the browser where you started and select again there."
    ),
    selectionDiscardedInApp: TitledText(
      "Please go back to the app",
      "This payment was started in the app, so your selection in this browser is not used. Nothing has been paid, and your cart has not changed: go back to the app and select again there."
    ),
    paymentChecked: TitledText(
      "Please continue where you started",
      "This payment was started in another browser. That browser shows the state of your payment; go back there."),
    paymentCheckedInApp: TitledText(
      "Please go back to the app",
      "This payment was started in the app. The app shows the state of your payment; close this page and go back there."
    ),

    // A browser inside another app
    embeddedBrowser: TitledText(
      "Please open the shop in your browser",
      "You are in a browser inside another app, and the payment page may not work here. This page has charged nothing."),
    openByMenu: { "Open the app's menu (often ··· or the share icon) and select “Open in \($0)”." },
    orCopyAddress: " Or copy the shop's address and paste it there.", anyBrowser: "browser",
    openInBrowser: "Open in the browser", copyAddress: "Copy the shop's address", copied: "Copied.",
    continueHere: "Continue here",

    // The way back to the app
    unreadableLink: TitledText(
      "This link cannot be read", "Close this page and open the app. It shows the state of your order."),
    backByButton: TitledText("Back to the app", "Press the button to continue in the app."),
    appNotOpened: TitledText(
      "Back to the app", "The app did not open. Close this page and open the app. It shows the state of your order."),
    appNotOpenedTryOther: TitledText(
      "Back to the app",
      "The app did not open. Try the other button, or close this page: the app shows the state of your order."),
    openApp: "Open the app", openAppOtherwise: "Open the app in another way",
    goingBackToApp: "Going back to the app. If nothing happens, close this page.",
    inProgress: TitledText("Your payment is in progress", "Continue in the window that has opened."),

    // The review
    reviewTitle: "Check your order", deliverTo: "Deliver to", payment: "Payment", items: "Your order",
    changeAddress: "Change the address", changePayment: "Change the payment", subtotal: "Subtotal",
    shipping: "Delivery", tax: "Tax", total: "Total", purchaseAdvice: "Opens the app, and then the payment page.",
    backToApp: "Back to the app", loadingSelection: "One moment. Your selection is loading.",
    notServed: "We do not deliver to this country", selectAnother: "Please select another address.",
    purchase: { "Buy · \($0.display(.english))" },
    changedTotal: { "The total has changed from \($0.display(.english)) to \($1.display(.english))." })
}
