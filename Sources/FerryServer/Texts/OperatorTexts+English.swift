import FerryCheckout
import FerryCore
import FerryWeb

extension OperatorTexts {
  static let english = OperatorTexts(
    // The frame
    overview: "Overview", checkouts: "Checkouts", held: "Held", webhooks: "Webhooks", live: "LIVE", test: "TEST",
    bandLive: "Live payments: real money", bandTest: "Test payments: no money moves", signOut: "Sign out",
    roleLook: "may look", roleAct: "may act", updated: "Updated", toOverview: "To the overview",

    // Sign-in
    signIn: "Sign in",
    signInAdvice: "Use your own key. The session ends after an hour without a request, and after twelve hours.",
    signInRefused: "Name or key is not right. Check both, and try again.", operatorName: "Name", operatorKey: "Key",

    // Errors
    errorRefused: TitledText(
      "You may not do this",
      "Your role does not allow it, or the page was opened in an earlier session. Nothing has changed. Reload the page, and try again."
    ),
    errorNotFound: TitledText("There is nothing here", "Check the address or the id."),
    errorTooMany: TitledText("Too many attempts", "Wait a minute, then try again."),
    errorUnreadable: TitledText(
      "That could not be read",
      "Something in the form or the address was not right. Nothing has changed. Go back, and try again."),
    errorFailed: TitledText(
      "That did not work", "Look at the checkout's timeline before you repeat anything. The server's log says more."),

    // The overview
    toDo: "To do", today: "Today (UTC)", week: "The last seven days", heldCount: "held: a person decides",
    overdueCount: "overdue", parkedCount: "webhooks given up", oldestWebhook: "oldest undelivered webhook",
    accounts: "Accounts",
    noAccountProblems: "No provider has refused the settings of an account in the last 24 hours.", begun: "begun",
    paidCount: "paid", declinedCount: "declined", abandoned: "abandoned", inProgress: "in progress", day: "Day",
    timeAway: "Median time at the provider", nothingToday: "No checkout has begun today.",
    reconciliation: "Last reconciliation", noReconciliation: "None is on file. Run ferry reconcile every day.",
    noDifferences: "All books agree.", noDifferencesInPart: "No difference in what was compared.",
    partNotCompared: "A part could not be compared. Run ferry reconcile to see which.", allShops: "all shops",
    comparedAt: "compared at", nothingThisWeek: "No checkout has begun in these days.",
    timesADay: { "\($0) times in 24 hours" }, onlyShop: { "shop \($0)" },
    notCompared: { "\($0) could not be compared. Run ferry reconcile to see which." }, daysAgo: { "\($0) days ago" },
    hoursAgo: { "\($0) h ago" }, seconds: { "\($0) s" }, minutes: { "\($0) min \($1) s" },
    differences: { $0 == 1 ? "1 difference" : "\($0) differences" },

    // Lists
    state: "State", all: "All", stateLive: "Not finished", stateHeld: "Held: a person decides",
    stateOverdue: "Overdue", stateCapturable: "To be captured", statePending: "Operation under way",
    provider: "Provider", mode: "Mode", from: "From (UTC)", until: "To (UTC)", show: "Show", search: "Search",
    searchFor: "Order, id, provider's reference, or e-mail", found: "Search result", nothingFound: "Nothing found",
    nothingFoundAdvice: "Search finds whole values only. Change the filter, or write the value as the order has it.",
    searchCloser: "Search for something that fewer have.",
    latestAlone: { "There are more. These are the latest \($0)." },
    firstAlone: { "There are more. These are the first \($0)." }, firstPage: "First page", nextPage: "Next page",
    export: "Export as CSV", overdue: "overdue", filter: "Filter",

    // Webhooks
    endpoints: "Endpoints", endpoint: "Endpoint", messages: "Messages", waiting: "waiting", parked: "given up",
    delivered: "delivered", oldest: "oldest", nextAttempt: "next attempt", sendAgain: "Send again",
    nothingSent: "Nothing was sent: the message is too old, or its endpoint is not set up any more.",
    nothingGivenUp: "Nothing was sent: this endpoint has no message that was given up.",
    sendAllAgain: "Send all that were given up",
    noEndpoints: "No endpoint is set up. Shops then have to ask for the state of their checkouts.",
    noMessages: "No messages",
    noWebhooks: "No webhook was sent about this checkout, or it is forgotten after thirty days.",
    sendAllMeans: { count in
      count == 1
        ? "1 message is sent again, from the beginning of its schedule."
        : "\(count) messages are sent again, from the beginning of their schedule."
    },
    attempts: { $0 == 1 ? "1 attempt" : "\($0) attempts" },

    // One checkout
    nextStepTitle: "Next step", money: "Money", noMoney: "No payment is known.", authorized: "Authorized",
    captured: "Captured", refunded: "Refunded", released: "Released", capturable: "Can be captured",
    refundable: "Can be refunded", lapses: "Authorization lapses", operations: "Operations",
    paymentReference: "Provider's reference", session: "Provider's session", method: "Means of payment",
    capture: "Capture", refund: "Refund", void: "Void", captureAmount: "Amount to capture",
    refundAmount: "Amount to refund", order: "Order", orderNumber: "Order number",
    orderReference: "Shop's order reference", details: "Details", checkoutID: "Checkout", shop: "Shop",
    account: "Account", kind: "Buyer is in", kindApp: "an app", kindBrowser: "a browser", capturePolicy: "Capture",
    captureAutomatic: "automatic", captureManual: "by hand", created: "Began", expires: "Expires",
    otherAttempts: "Another checkout has paid this order:", buyer: "Buyer", buyerName: "Name", email: "E-mail",
    phone: "Phone", address: "Delivery address", noBuyer: "Nothing is stored about the buyer.",
    erasedBuyer: { "The buyer's data were erased at \($0)." },
    lockedBuyer:
      "The return is not claimed yet, so it is not certain whose data this is. It is shown once the shop has claimed it.",
    forget: "Erase the buyer", timeline: "Timeline",
    timelineUTC: "All times are in UTC. The entries are the words of the API and the log.",
    outstanding: "Requests under way", earlierEntries: "Earlier entries", laterEntries: "Later entries",
    by: { "by \($0)" }, failedAttempts: { "\($0) failed" },
    overdueSince: {
      "Something takes longer than it should, since \($0). Ask the provider again once the cause is fixed, or stop waiting and decide."
    },
    operationPending: "pending", operationUnknown: "outcome unknown", operationSucceeded: "done",
    operationFailed: "failed",

    // Actions
    decide: "Decide", accept: "Accept the payment", reject: "Return the money and cancel",
    ask: "Ask the provider again", hold: "Stop waiting, and decide", happened: "The operation was done",
    didNotHappen: "The operation was not done", happenedAmount: "Amount at the provider", operation: "Operation",
    asked: "Asked for", reported: "The provider reports", goBack: "Back", amount: "Amount",
    amountWrong:
      "Write digits without separators between thousands, with a point or comma before the decimals that the currency has. Nothing has changed.",
    changedMeanwhile:
      "The checkout has changed since you opened the page. Nothing was done. Look at it again, then confirm.",
    notPossible: "This is not possible now",
    realMoney: "This is a live payment. Real money moves, and the action cannot be undone here.",
    writtenDown: "Your name and the time are written into the timeline.",

    // Consequences
    captureMeans: "The provider collects the authorized money for you.",
    captureReleasesRest: "This provider captures once: it releases the rest, which cannot be captured later.",
    refundMeans: "The provider returns the money to the buyer. It may take days to arrive.",
    voidMeans:
      "The provider releases the authorized money that is not captured. To collect it later, the buyer must pay again.",
    acceptMeans:
      "The payment counts as the provider has it, and the order becomes paid. With automatic capture, an authorized amount is captured first.",
    acceptsOther: { "The provider reports \($1), and \($0) was asked for. The payment counts as \($1)." },
    rejectMeans:
      "The provider is asked first. All money is voided or refunded, and so is money that comes later. The checkout is cancelled once the money is on its way back.",
    askMeans:
      "The provider is asked for the present state, and the server acts on its answer. Money is captured only if the answer is clear.",
    holdMeans:
      "The overdue request counts as unknown, and nothing is asked any more. Look at the payment in the provider's console, then decide.",
    happenedMeans:
      "You have seen in the provider's console that the operation was done. It counts as done with the amount that you name.",
    didNotHappenMeans:
      "You have seen in the provider's console that the money did not move. The operation counts as failed, and a new one is possible.",
    checkMeans: "The provider is asked for the present state now. Requests that have failed are repeated at once.",
    forgetMeans:
      "Name, addresses and all other data of the buyer are erased from this server. Money and timeline stay. It cannot be undone.",

    // Phases
    phaseOpen: "open", phaseSelecting: "selecting", phaseReviewing: "reviewing", phaseAuthorizing: "authorizing",
    phasePaying: "paying", phaseSettling: "confirming", phaseClosing: "closing", phasePaid: "paid",
    phaseDeclined: "declined", phaseCancelled: "cancelled", phaseExpired: "expired", phaseHeld: "held",
    nextStep: { phase in
      switch phase {
      case .open, .selecting, .reviewing, .unrecognised:
        "The buyer is shopping. No money has moved. The checkout expires by itself if they leave."
      case .authorizing: "The server asks the provider for its payment page. Nothing is to be done."
      case .paying:
        "The buyer is on the provider's payment page. If they do not come back, the server asks the provider."
      case .settling:
        "The server confirms the payment with the provider. It may take days for some means of payment. Ship nothing yet."
      case .closing: "The checkout ends, and the server asks the provider if money has moved. Nothing is to be done."
      case .paid: "The order is paid. Deliver it, and capture what is only authorized."
      case .declined: "The provider has declined. The buyer may pay the order in another way."
      case .cancelled: "It was cancelled without a payment. Nothing is to be done."
      case .expired: "It expired without a payment. Nothing is to be done."
      case .held:
        "A person decides. Nothing is captured until then, and the buyer reads that the payment is being checked."
      }
    },
    holdReason: { reason in
      switch reason {
      case .amountMismatch:
        "The provider's amount or currency is not the one that was asked for. Compare both before you decide."
      case .contradiction:
        "The provider has reported two things that exclude each other. Look at the payment in its console."
      case .lateMoney: "Money came for an order that is paid already or over, and returning it failed."
      case .unknownOutcome:
        "A request was sent, and its outcome cannot be found out. Look at the payment in the provider's console."
      case .undecided:
        "The provider takes longer to decide than it states. It is asked on, and its decision counts when it comes."
      }
    },

    // Refusals
    refusal: { refusal in
      switch refusal {
      case .operationUnderWay: "Another operation on this payment is under way. Try again when it has ended."
      case .amountExceeded(let left): "That is more than is left: \(left.display(.english))."
      case .capturedInWhole(let whole): "This provider allows no partial capture. Capture \(whole.display(.english))."
      case .refundedInWhole(let whole, until: let end?):
        "Until \(TimeText(end).text) this provider refunds in whole only. Refund \(whole.display(.english)), or wait."
      case .refundedInWhole(let whole, until: nil):
        "This provider refunds in whole only. Refund \(whole.display(.english))."
      case .nothingLeft(.notAuthorized): "Nothing is authorized yet: the provider is still deciding."
      case .nothingLeft(.captured): "All of it is captured."
      case .nothingLeft(.released(.lapsed)): "The authorization has lapsed. The buyer must pay again."
      case .nothingLeft(.released): "The authorization is released: nothing is held any more."
      case .nothingLeft(.declined): "The provider has refused the payment."
      case .nothingLeft(.notCaptured):
        "Nothing is captured, so there is nothing to refund. Void the authorization instead."
      case .nothingLeft(.refunded): "All of it is refunded, or being refunded."
      case .invalidAmount: "The amount must be above zero."
      case .orderPaid: "Another checkout has paid this order. The money of this one can only be returned."
      case .nothingToAccept: "There is no money that could be accepted. Ask the provider again, or return the money."
      case .notOverdue: "Nothing takes longer than it should. Wait, or ask the provider."
      case .operationUndecided: "The outcome of an operation is unknown. Decide first whether it was done."
      case .operationNotFound: "The payment has no such operation."
      case .operationNotUnknown: "The outcome of no operation is unknown. There is nothing to decide."
      case .operationNotConcerned: "This decision is about the whole checkout, not about one operation."
      case .amountNotConcerned: "This decision takes no amount."
      case .amountDiffers(let asked, let reported):
        "The provider reports \(reported.display(.english)), and \(asked.display(.english)) was asked for. Name \(reported.display(.english))."
      case .totalDiffers(let rise):
        "The provider's total has risen by \(rise.display(.english)) since the operation was requested. Name an amount up to that, or ask the provider again."
      case .wrongPhase, .reviewChanged, .operationReused, .money:
        "The checkout's state does not allow it, or has changed meanwhile. Look at it again."
      }
    })
}
