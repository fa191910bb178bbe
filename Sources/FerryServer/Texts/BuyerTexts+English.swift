import FerryCore

extension BuyerTexts {
  static let english = BuyerTexts(
    // The way to the payment page
    toPaymentPage: "Continue to payment", openingPaymentPage: "One moment. We are opening the payment page.",
    pressToContinue: "Press Continue to open the payment page.", continueButton: "Continue",
    spent: TitledText(
      "This payment page has already been used",
      "Go back to the shop or the app. If your payment is not complete there, cancel it and pay again."),
    scriptNeeded: TitledText(
      "This page needs JavaScript",
      "This page has not charged you. Turn on JavaScript for this site, then go back to the shop or the app and try again."
    ),
    formNotShown: TitledText(
      "The payment form cannot be shown",
      "Try again, or go back. If you have already paid, your payment stands and you are not charged twice."),
    cancelPayment: "Cancel and go back", tryAgain: "Try again", backToShop: "Back to the shop",
    closeToGoBack: "Close this page to go back to the app.",

    // Troubles
    linkStale: TitledText(
      "This link no longer works",
      "A link to the payment page works once and expires after two minutes. Go back to the shop and try again."),
    startedElsewhere: TitledText(
      "Continue where you started",
      "This payment was started in another browser or app. Nothing has changed here. Continue there."),
    offline: TitledText(
      "No connection",
      "This page has not charged you. Check your connection, then go back to the shop and try again."),
    busy: TitledText(
      "One moment, please", "This page has not charged you. Wait a minute, then go back to the shop and try again."),
    notOpened: TitledText(
      "We could not open the payment page", "This page has not charged you. Go back to the shop and try again."),
    returned: TitledText("You can close this page", "The app shows the status of your order."),

    // Buttons in the shop
    payWith: { "Pay with \($0)" }, testPayment: "Test payment",

    // Another browser than the bound one
    cookiesBlocked: TitledText(
      "Allow cookies to continue",
      "This browser did not keep the cookie for this payment. This page has not charged you. Allow cookies for this site, then go back to the shop or the app and try again. If you started in another browser, continue there."
    ),
    selectionDiscarded: TitledText(
      "Select again where you started",
      "This payment was started in another browser, so your selection in this one is not used. Nothing has been paid, and your cart has not changed. Go back to the browser where you started and select again."
    ),
    selectionDiscardedInApp: TitledText(
      "Go back to the app",
      "This payment was started in the app, so your selection in this browser is not used. Nothing has been paid, and your cart has not changed. Go back to the app and select again."
    ),
    paymentChecked: TitledText(
      "Continue where you started",
      "This payment was started in another browser. Go back there to see the status of your payment."),
    paymentCheckedInApp: TitledText(
      "Go back to the app",
      "This payment was started in the app. Close this page and go back there to see the status of your payment."
    ),

    // A browser inside another app
    embeddedBrowser: TitledText(
      "Open the shop in your browser",
      "You are using a browser inside another app. The payment page may not work here. This page has not charged you."),
    openByMenu: { "Open the app's menu (often ··· or the share icon) and choose “Open in \($0)”." },
    orCopyAddress: " Or copy the shop's address and paste it there.", anyBrowser: "browser",
    openInBrowser: "Open in the browser", copyAddress: "Copy the shop's address", copied: "Copied.",
    continueHere: "Continue here",

    // The way back to the app
    unreadableLink: TitledText(
      "This link cannot be read", "Close this page and open the app. It shows the status of your order."),
    backByButton: TitledText("Back to the app", "Press the button to continue in the app."),
    appNotOpened: TitledText(
      "Back to the app", "The app did not open. Close this page and open the app. It shows the status of your order."),
    appNotOpenedTryOther: TitledText(
      "Back to the app",
      "The app did not open. Try the other button, or close this page. The app shows the status of your order."),
    openApp: "Open the app", openAppOtherwise: "Open the app another way",
    goingBackToApp: "Going back to the app. If nothing happens, close this page.",
    inProgress: TitledText("Your payment is in progress", "Continue in the window that opened."),

    // The review
    reviewTitle: "Review your order", deliverTo: "Deliver to", payment: "Payment", items: "Your order",
    changeAddress: "Change address", changePayment: "Change payment method", subtotal: "Subtotal",
    shipping: "Delivery", total: "Total",
    tax: { tax, isIncluded in
      let name = tax.kind == .excise ? "excise tax" : "tax"
      return
        "\(isIncluded ? "of which" : "plus") \(name) \(tax.percent.display(.english)) on \(tax.base.display(.english))"
    }, purchaseAdvice: "Opens the app, then the payment page.",
    backToApp: "Back to the app", loadingSelection: "One moment. We are loading your selection.",
    selectAnother: "Please select another address.",
    countryNotServed: "We do not deliver to this country", regionNotServed: "We do not deliver to that region",
    postOfficeBoxNotServed: "We do not deliver to post office boxes",
    packstationNotServed: "We do not deliver to parcel lockers or post offices",
    purchase: { "Buy · \($0.display(.english))" },
    changedTotal: { "The total has changed from \($0.display(.english)) to \($1.display(.english))." })
}
