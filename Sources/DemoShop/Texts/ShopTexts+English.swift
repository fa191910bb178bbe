import FerryCore

extension ShopTexts {
  static let english = ShopTexts(
    // The frame
    shopName: "Minato Store", cartLink: { $0 == 0 ? "Cart" : "Cart (\($0))" },
    footer: "Minato Store is a demonstration. Nothing is sold and nobody is charged.",

    // The cart page
    cartPageTitle: "Tablets – Minato Store", headline: "Tablets for the journey",
    tagline: { "Two sizes, one price each. Delivery: \($0)." },
    taglineTaxIncluded: { "Two sizes, one price each, tax included. Delivery: \($0)." },
    smallTablet: "8 inches, for one hand and a long train ride.",
    largeTablet: "10 inches, for films, recipes and drawing.", taxIncluded: "tax included", taxAdded: "plus tax",
    addToCart: "Add to cart", addOneMore: "Add another", inCart: { "\($0) in cart" }, cart: "Your cart",
    cartEmpty: "Your cart is empty", cartEmptyAdvice: "The tablets you add appear here.",
    fewer: { "Remove one \($0)" }, more: { "Add one \($0)" }, remove: { "Remove \($0)" }, removeShort: "Remove",
    each: { "\($0.display(.english)) each" }, quantity: { "Quantity \($0)" }, subtotal: "Subtotal",
    shipping: "Shipping",
    shippingFrom: { "Shipping from \($0.display(.english)), depending on your address. You see it before you buy." },
    tax: "Tax", excise: "Excise tax", total: "Total",
    containedTax: { "Includes \($0.display(.english)) tax" },
    containedExcise: { "Includes \($0.display(.english)) excise tax" }, termsTitle: "Terms of service",
    terms: "This shop is a demonstration. You buy nothing, you pay nothing, and you may return all of it.",
    tea: "Green tea of the first harvest.", book: "A novel about a harbour, in paperback.", untaxed: "no tax",
    shippingMayBeFree: "Shipping depends on your address, and is free for some. You see it before you buy.",
    orderWaiting: { "An order over \($0.display(.english)) is still waiting" },
    orderWaitingAdvice: "Its payment is not complete. Open it to see what to do next.", seeOrder: "See this order",
    code: "Coupon or gift card", redeem: "Redeem",
    codeUnknown: "We do not know this code. Please check it, and try again.", discounted: "After the discount",
    codes: { "To try it out: \($0) takes 10\u{A0}% off, and \($1) is a gift card." }, coupon: { "Coupon \($0)" },
    giftCard: { "Gift card \($0)" }, giftCardPays: { "A gift card pays up to \($0.display(.english)) of the total." },
    methods: { "Card, \($0) …" }, otherOptions: { "More ways to pay with \($0)" },
    chargedAfterReview: "You are charged only after you have reviewed your order.",
    chargedAfterSelection: {
      "Choose address and card at \($0.joined(separator: " or ")), then review everything here. You are charged only after you press Buy."
    },

    // The review page
    reviewTitle: "Review your order", reviewAdvice: "Nothing has been charged yet.", deliverTo: "Deliver to",
    paymentMethod: "Payment", buyer: "Buyer", items: "Items", change: "Change", changeAddress: "Change address",
    changePayment: "Change payment method", buy: { "Buy now · \($0.display(.english))" },
    buyAdvice: { "When you press Buy, we place your order and briefly take you to \($0)." },
    buyAtProvider: { "When you press Buy, you continue to \($0) to pay." }, cancelCheckout: "Cancel and keep the cart",
    reviewChanged: "Please check again before you buy", changedAddress: "The delivery address has changed.",
    changedPayment: "The payment method has changed.",
    changedTotal: { "The total has changed from \($0.display(.english)) to \($1.display(.english))." },
    changedTotalByAddress: {
      "The total has changed from \($0.display(.english)) to \($1.display(.english)) because of the new delivery address."
    },
    changedOther: "The order has changed since you opened this page.",
    cartChanged: "Your cart has changed",
    cartChangedAdvice:
      "You changed the cart after you started to check out. Buy places the order on this page. To order what is in the cart now, go back to the cart and check out again.",
    marketChanged: { "This order is for \($0.name(.english))" },
    marketChangedAdvice: {
      "You switched to \($0.name(.english)) after you started to check out. Buy places the order on this page. To use \($0.name(.english)), go back to the cart and check out again."
    },

    // Selecting at the provider
    selectingTitle: { "You have not finished at \($0) yet" },
    selectingAdvice: { _ in "Choose an address and a payment method there, then come back here to review your order." },
    continueAt: { "Continue at \($0)" }, undeliverableTitle: "We do not deliver there",
    undeliverableAdvice: "The address you chose is in a country we do not deliver to. Nothing has been charged.",
    regionAdvice: "We do not deliver to the region of the address you chose. Nothing has been charged.",
    postOfficeBoxAdvice: "We do not deliver to post office boxes. Nothing has been charged.",
    packstationAdvice: "We do not deliver to parcel lockers or post offices. Nothing has been charged.",
    selectOtherAddress: "Choose another address", changingTitle: "Nothing has changed",
    changingAdvice: "You came back without choosing anything else. Your first choice still applies.",
    keepSelection: "Back to your order", checkingTitle: "We are loading your selection",
    checking: "One moment. Your order appears here automatically.",
    checkingAdvice: { "We are asking \($0) for your address and payment method. You do not have to choose again." },

    // Market and delivery
    markets: "Country and currency", deliveryTitle: "Where should we deliver?",
    deliveryAdvice: { "Next, you review everything here, then pay with \($0). Nothing is charged yet." },
    fillInSample: "Fill in a sample address", deliveryIncomplete: "Please check the marked fields.",
    chooseOne: "Choose one.", fillIn: "Fill in this field.",
    countryCodeNeeded: { "\($0) needs the number with its country code, such as +46 73 900 00 01." },
    entryNotAccepted: { "\($0) does not accept this entry. Please check it." },
    emailForm: "Enter it like this: name@example.com",
    mobileForm: "Enter at least 7 digits. The number may start with +.", chooseFromList: "Choose one from the list.",
    tooLong: { "Enter at most \($0) characters." }, toReview: "Review the order", firstName: "First name",
    surname: "Last name", email: "Email address", mobile: "Mobile number", documentType: "Type of identity document",
    document: "Document number", street: "Address", city: "City", region: "State or department",
    postalCode: "Postal code", postalCodeIfAny: "Postal code (if any)",

    // On the way to the payment
    openingTitle: "We are opening the payment page", opening: "One moment. Please stay on this page.",
    openingAdvice: { "Nothing has been charged yet. As soon as \($0) is ready, you can continue to payment here." },
    confirmingTitle: "We are confirming your payment", confirming: "One moment. This page updates automatically.",
    confirmingAdvice: {
      "You do not have to wait here. We keep asking \($0), and this page shows the result as soon as we have it. Please do not pay again."
    },
    otherOrderAdvice:
      "This page is about that order, and not about what is in your cart now. To pay for the cart, cancel that order first.",
    pendingTitle: "Your payment is pending",
    pending: "It has not been approved or declined yet. This can take from a few minutes to several days.",
    pendingPageAdvice: { "If you have a slip to pay, or a transfer to approve, you find it at \($0)." },
    checkAgain: "Check again", payingTitle: "Your payment is not finished",
    payingAdvice: { "\($0) is waiting for you. Nothing has been charged yet." },
    payingAtProviderAdvice: {
      "\($0) is waiting for you. If you have paid already, this page shows it as soon as we know."
    },
    attemptDeclined: { reason, provider in
      switch reason {
      case .paymentMethodRefused: "Your last payment attempt was not accepted. You can pay another way at \(provider)."
      case .verificationFailed:
        "Your bank could not confirm it was you. You can try again at \(provider), or use another card."
      case .timedOut: "Your last payment attempt took too long. You can try again at \(provider)."
      case .refused, .notStarted:
        "Your last payment attempt was declined. You can try again at \(provider), or pay another way there."
      }
    },
    continuePayment: "Continue to payment", cancellingTitle: "We are cancelling your order",
    cancelling: { "We are asking \($0) to stop the payment. This page updates automatically." },
    cancellingPendingTitle: "Your order is not cancelled yet",
    cartWaits:
      "This order can still be paid. You could pay twice for its products, so a cart with any of them has to wait. Remove them from the cart to pay for the rest now, or wait until the order has ended.",
    cancellingPending: {
      "Your payment is still pending, and \($0) cannot stop it now. If you have a slip, do not pay it. If the bank approves the payment, your order is placed after all. If not, the order is cancelled and nothing is charged."
    },

    // Outcomes and problems
    thanksTitle: "Thank you for your order",
    thanksAdvice: "Your payment is complete. Keep the order number in case you have questions.",
    reservedAdvice:
      "The amount is reserved and will be charged when we ship. Keep the order number in case you have questions.",
    releasedAdvice:
      "Nothing was charged: the reserved amount was released. Keep the order number in case you have questions.",
    refundedAdvice: "The amount was refunded. Keep the order number in case you have questions.",
    disputedAdvice:
      "The payment is disputed, so we have stopped the delivery. Keep the order number in case you have questions.",
    nothingToPay:
      "Your order is complete, and there is nothing to pay. Keep the order number in case you have questions.",
    orderNumber: "Order number",
    amountPaid: "Paid", amountReserved: "Reserved", authorizationCode: "Authorization",
    timeline: "See what happened, step by step",
    timelineAdvice: "Opens the operations page. Sign in with the key that the demo printed at startup.",
    keepShopping: "Back to the shop", notStartedTitle: "We cannot start the payment right now",
    declinedTitle: "The payment was declined",
    declinedAdvice: { reason in
      switch reason {
      case .paymentMethodRefused:
        "The payment method was not accepted. Nothing was charged, and your cart is saved. Please choose another one."
      case .verificationFailed:
        "Your bank could not confirm it was you. Nothing was charged, and your cart is saved. Try again, or use another card."
      case .timedOut: "It took too long. Nothing was charged, and your cart is saved. Please try again."
      case .notStarted: "Nothing was charged, and your cart is saved. Please try again later, or pay another way."
      case .refused, nil:
        "Nothing was charged, and your cart is saved. Try again with another payment method, or contact your bank."
      }
    },
    payAnotherWay: "Pay another way", backToCart: "Back to the cart", cancelledTitle: "The checkout was cancelled",
    cancelledAdvice: "Nothing was charged. Your cart is as you left it.", expiredTitle: "The checkout has expired",
    expiredAdvice: "It took too long. Nothing was charged, and your cart is saved. Start again whenever you like.",
    heldTitle: "We are checking your payment",
    heldAdvice:
      "One of us needs to check the payment. You do not have to do anything. Please do not pay again. We will contact you.",
    moneyReserved: {
      "Nothing has been charged so far, but \($0.display(.english)) is reserved on your card. We are clearing this up. Please check back in a while. Your cart is saved."
    },
    moneyReturning: { "\($0.display(.english)) was charged and is being refunded. Your cart is saved." },
    moneyReturned: { "The charge of \($0.display(.english)) has been refunded. Your cart is saved." },

    // Problems
    unreachableTitle: "Checkout is not available right now",
    unreachableAdvice: "Nothing was charged, and your cart is saved. Try again in a minute.",
    unknownTitle: "We could not reach the checkout",
    unknownAdvice:
      "We do not know yet whether your order was placed. Please do not order again. Check its status instead.",
    busyTitle: "One moment, please",
    busyAdvice: "We are very busy right now. Your cart is saved. Wait a moment, then try again.",
    refusedTitle: "This order cannot be placed as it is",
    refusedAdvice: "Nothing was charged. Go back to the cart, check it, and try again.", tryAgain: "Try again",
    seeCheckout: "Check the status")
}
