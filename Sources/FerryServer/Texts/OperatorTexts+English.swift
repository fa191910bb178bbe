import FerryCheckout
import FerryCore
import FerryWeb

extension OperatorTexts {
  static let english = OperatorTexts(
    // The frame
    overview: "Overview", checkouts: "Checkouts", held: "Held", webhooks: "Webhooks", live: "LIVE", test: "TEST",
    bandLive: "Live payments: real money", bandTest: "Test payments: no money moves", signOut: "Sign out",
    roleLook: "view only", roleAct: "can act", updated: "Updated", toOverview: "Go to the overview",

    // Sign-in
    signIn: "Sign in",
    signInAdvice:
      "Use your own key. You are signed out after an hour of inactivity, and after twelve hours at the latest.",
    signInRefused: "Incorrect name or key. Check both and try again.", operatorName: "Name", operatorKey: "Key",

    // Errors
    errorRefused: TitledText(
      "You are not allowed to do this",
      "Your role does not allow it, or you opened the page in an earlier session. Nothing has changed. Reload the page and try again."
    ),
    errorNotFound: TitledText("Page not found", "Check the address or the ID."),
    errorTooMany: TitledText("Too many attempts", "Wait a minute, then try again."),
    errorUnreadable: TitledText(
      "We could not read that",
      "Something in the form or the address is wrong. Nothing has changed. Go back and try again."),
    errorFailed: TitledText(
      "Something went wrong",
      "Check the checkout's timeline before you repeat anything. The server's log has the details."),

    // The overview
    toDo: "To do", today: "Today", heldCount: "held for a decision",
    disputedCount: "open disputes", overdueCount: "overdue", parkedCount: "failed webhooks",
    oldestWebhook: "oldest undelivered webhook",
    accounts: "Accounts",
    noAccountProblems: "No provider has rejected an account's settings in the last 24 hours.", begun: "Started",
    day: "Day",
    reconciliation: "Last reconciliation", noReconciliation: "No reconciliation yet. Run ferry reconcile every day.",
    noDifferences: "All books agree.", noDifferencesInPart: "No differences in what was compared.",
    partNotCompared: "Some records could not be compared. Run ferry reconcile for details.", allShops: "all shops",
    comparedAt: "compared at", nothingThisWeek: "No money moved in the last seven days.",
    timesADay: { "\($0) times in 24 hours" }, onlyShop: { "shop \($0)" },
    notCompared: { "\($0) could not be compared. Run ferry reconcile for details." }, daysAgo: { "\($0) days ago" },
    hoursAgo: { "\($0) h ago" }, seconds: { "\($0) s" }, minutes: { "\($0) min \($1) s" },
    differences: { $0 == 1 ? "1 difference" : "\($0) differences" },

    // Lists
    state: "State", all: "All", stateLive: "In progress", stateHeld: "Held for a decision",
    stateOverdue: "Overdue", stateDisputed: "Disputed", stateCapturable: "Ready to capture",
    statePending: "Operation in progress",
    provider: "Provider", mode: "Mode", from: "From", until: "To", show: "Show", search: "Search",
    searchFor: "Order, ID, amount, last digits of the card, name, or email", found: "Search results",
    nothingFound: "No results",
    nothingFoundAdvice:
      "Change the filter, or search for a part: three characters or more, two in kanji and kana. Erased buyers are not found.",
    latestAlone: { "Showing the latest \($0). There are more." },
    firstAlone: { "Showing the first \($0). There are more." }, firstPage: "First page", nextPage: "Next page",
    export: "Export as CSV", overdue: "overdue", filter: "Filter",

    // Finding
    searchTooShort:
      "Too many different values match a part of this text, so only whole words were searched for. Write more characters.",
    searchGoesOn: "Older checkouts have not been searched yet.", dateOf: "Dates of", figurePaid: "Paid",
    least: "Amount from", most: "Amount to", currency: "Currency", views: "Saved lists", saveView: "Save this list",
    viewName: "Name of the list", removeView: "Remove a list",
    viewsFull: "You cannot save more lists. Remove one first.", ordersOfBuyer: "All orders of this buyer",
    orders: "Orders", totals: "Totals", eraseBuyer: "Erase this buyer's finished orders",
    eraseBuyerMeans: {
      "Ferry erases names, addresses and evidence of \($0 == 1 ? "1 finished order" : "\($0) finished orders") for good. Money and timelines stay. Orders that are still in progress keep their buyer."
    },

    // The numbers of days
    startToPayment: "From start to payment", lostBefore: "Left before reaching the provider",
    lostAtProvider: "Lost at the provider", lostAfter: "Lost after the return", timeToPay: "Median time to pay",
    untilNow: "until this time of day", moneyByDay: "Money by day",

    // The journal
    journal: "Journal", journalMeans: "The actions of operators, in the terms of the timeline.",
    lastSevenDays: "Last seven days", noActs: "No activity.",

    // Webhooks
    endpoints: "Endpoints", endpoint: "Endpoint", messages: "Messages", waiting: "waiting", parked: "failed",
    delivered: "delivered", oldest: "oldest", nextAttempt: "next attempt", sendAgain: "Resend",
    nothingSent: "Nothing was sent. The message is too old, or its endpoint is no longer configured.",
    nothingGivenUp: "Nothing was sent. This endpoint has no failed messages.",
    sendAllAgain: "Retry all failed messages",
    noEndpoints: "No endpoint is configured. Shops have to ask for the state of their checkouts.",
    noMessages: "No messages",
    noWebhooks: "No webhooks for this checkout. Ferry forgets them after 30 days.",
    sendAllMeans: { count in
      count == 1
        ? "Resends 1 message and restarts its retry schedule."
        : "Resends \(count) messages and restarts their retry schedules."
    },
    attempts: { $0 == 1 ? "1 attempt" : "\($0) attempts" },

    // Payouts
    payouts: "Payouts", payout: "Payout", payments: "Payments", noPayouts: "No payout is known yet.",
    noPayments: "No payment explains this payout.", fees: "Fees", chargebacks: "Chargebacks",
    otherLines: "Other lines", unexplained: "Not matched to a payment",
    payoutComplete: "This payout is complete",
    payoutBalanced: "The sum is right, but not every line is explained", payoutExpected: "Expected by the payments",
    payoutNet: "Paid, by the report's lines", payoutTransferred: "Transferred to the bank",
    payoutReasons: "What makes the difference", payoutDifferences: "Amounts that differ from Ferry's",
    notTransferred: "In the report, but not transferred",
    shortBy: { "\($0) short" }, moreBy: { "\($0) more than expected" },
    payoutLines: { $0 == 1 ? "1 line" : "\($0) lines" }, newLines: { "\($0) new" },
    reports: "Imported reports", noReports: "No report has been imported.", importReport: "Import a report",
    reportFile: "Settlement report of the provider",
    reportMeans:
      "Choose the file as you downloaded it. A file is imported once, and a line of several reports counts once.",
    reportMissing: "Choose a report of this account. Nothing has changed.",
    reportKnown: "This file was imported before. Nothing has changed.",
    reportUnreadable: { "The file cannot be read, and nothing has changed. Line \($0)" },

    // One checkout
    nextStepTitle: "Next step", money: "Money", noMoney: "No payment yet.", authorized: "Authorized",
    captured: "Captured", refunded: "Refunded", released: "Released", capturable: "Can be captured",
    refundable: "Can be refunded", lapses: "Authorization expires", operations: "Operations",
    paymentReference: "Provider reference", session: "Provider session", method: "Payment method",
    capture: "Capture", refund: "Refund", void: "Void", captureAmount: "Amount to capture",
    refundAmount: "Amount to refund", order: "Order", orderNumber: "Order number",
    orderReference: "Shop order reference", details: "Details", checkoutID: "Checkout", shop: "Shop",
    account: "Account", kind: "Buyer uses", kindApp: "an app", kindBrowser: "a browser", capturePolicy: "Capture",
    captureAutomatic: "automatic", captureManual: "manual", created: "Started", expires: "Expires",
    otherAttempts: "Another checkout has paid this order:", buyer: "Buyer", buyerName: "Name", email: "Email",
    phone: "Phone", address: "Delivery address",
    uncertainDelivery:
      "The address does not tell which delivery price applies, or whether the shop delivers there. Check it before you ship.",
    noBuyer: "No buyer data is stored.",
    erasedBuyer: { "The buyer's data was erased at \($0)." },
    lockedBuyer:
      "Hidden until the shop claims the return, because it is not yet certain whose data this is.",
    forget: "Erase the buyer", timeline: "Timeline",
    timelineUTC: "Entries use the terms of the API and the log.",
    outstanding: "Pending requests", earlierEntries: "Earlier entries", laterEntries: "Later entries",
    by: { "by \($0)" },
    lines: "Lines", captureLines: "Capture lines", refundLines: "Refund lines",
    linesMean: "The server computes the amount, with discounts and tax. You see it before you confirm.",
    linesWrong: "Choose at least one line, and enter whole numbers of pieces. Nothing has changed.",
    linesFree: "These lines cost nothing after discounts and gift cards. Go back and choose others.",
    refundBeyondCapture: { "Refund more than was captured, up to \($0.display(.english))" },
    piecesLeft: { "of \($0)" }, failedAttempts: { "\($0) failed" },
    overdueSince: {
      "A request has been overdue since \($0). Fix the cause and ask the provider again, or stop waiting and decide."
    },
    operationPending: "pending", operationUnknown: "outcome unknown", operationSucceeded: "succeeded",
    operationFailed: "failed",

    // Disputes
    disputes: "Disputes", disputed: "disputed", recordDispute: "Record a dispute",
    recordDisputeMeans:
      "No money moves here. Disputed money cannot be refunded, and the shop is told to stop the shipment. Without an amount, everything captured is disputed.",
    updateDispute: "Update", save: "Save", disputeID: "ID or case number", disputedAmount: "Disputed amount",
    everythingCaptured: "everything captured", disputeReason: "Reason", respondBy: "Respond by (UTC)",
    disputeAsked:
      "Ferry asks about it every day. To accept it, use the provider's console (Amazon Pay: Seller Central).",
    disputeWrong:
      "Write the ID with up to 64 letters, digits, - and _, the amount in digits, and a valid date. Nothing has changed.",
    disputeKnown: "This dispute is listed already. Update it there. Nothing has changed.",
    paidBackTwice:
      "The buyer was paid back twice, by refund and dispute. Contest the dispute, or ask the buyer to return one of the two.",
    despiteDispute: "Refund although it is disputed",
    despiteDisputeMeans: "It settles some disputes, such as A-to-z claims. In others the buyer is paid back twice.",
    respondByDay: { "respond by \($0)" }, disputeNeedsResponse: "needs a response", disputeUnderReview: "under review",
    disputeWon: "won", disputeLost: "lost", disputeWithdrawn: "withdrawn", reasonFraud: "Fraud",
    reasonNotReceived: "Not received", reasonNotAsDescribed: "Not as described",
    reasonCreditNotProcessed: "Refund not received", reasonDuplicate: "Charged twice",
    reasonWrongAmount: "Wrong amount", reasonCancelled: "Order was cancelled", reasonOther: "Other",
    toldByProvider: "Reported by the provider.", toldByReport: "Found in a settlement report.",
    toldByPerson: "Recorded by a person.",
    disputeAskedOnly: "Ferry asks about it every day. Answer or accept it in the provider's console.",
    answerDispute: "Answer with evidence",
    answerMeans:
      "The provider gets all of it together, once, and decides. Ferry deletes it as soon as it has arrived.",
    sendAnswer: "Send the evidence", evidenceType: "Evidence", evidenceText: "Text", evidenceFile: "File",
    answerWrong:
      "Nothing was sent. Write a text of up to 5,000 characters or choose a file: csv, pdf, xls, xlsx, doc, docx, ods, jpg or png.",
    evidenceProduct: "Product description", evidenceReceipt: "Receipt", evidenceCancellation: "Cancellation policy",
    evidenceSignature: "Customer's signature", evidenceTracking: "Tracking number", evidenceCarrier: "Carrier",
    evidenceDeviceID: "Device ID", evidenceDevice: "Device", evidenceDownload: "Time of the download",
    answerSending: "Evidence is being sent; begun:", answerSent: "Evidence was sent:",
    answerRefused: "The provider refused the evidence (the timeline has the reason):",
    answerStopped: "It is not known whether the evidence arrived. Look in the provider's console:",

    // Actions
    decide: "Decide", accept: "Accept the payment", reject: "Return the money and cancel",
    ask: "Ask the provider again", hold: "Stop waiting and decide", happened: "The operation went through",
    didNotHappen: "The operation did not go through", happenedAmount: "Amount at the provider", operation: "Operation",
    asked: "Requested", reported: "Reported by the provider", goBack: "Back", amount: "Amount",
    amountWrong:
      "Enter digits without thousands separators, with a point or comma before the decimals. Use no more decimals than the currency has. Nothing has changed.",
    changedMeanwhile:
      "The checkout has changed since you opened this page. Nothing was done. Check it again, then confirm.",
    notPossible: "Not possible right now",
    realMoney: "This is a live payment. Real money moves, and you cannot undo this here.",
    writtenDown: "Your name and the time are recorded in the timeline.",

    // Acts
    menu: "Menu", noReason: "Not stated", reasonRequested: "Requested by the customer", reasonDefective: "Defective",
    refundNote: "Note (do not name the buyer)",
    noteWrong: "Write the note in up to 200 characters, without special characters. Nothing has changed.",
    amountMissing: "Write an amount. Nothing has changed.", allEntries: "All entries",
    operationWaits: {
      "\($0): requested at \($2). \($1) has not confirmed it yet. You can capture, refund or void again when it has."
    },
    actUnanswered: { "\($0) has not answered yet. The page shows the answer when it arrives." },
    actPending: { "Requested. \($0) has not confirmed it yet." }, actConfirmed: { "\($0) has confirmed it." },
    actFailed: { "\($0) has refused it. No money has moved." },
    actUnknown: "The outcome is unknown. Decide first whether the operation went through.",
    actUnchanged: "Nothing has changed.", actRecorded: "Recorded.",
    actSending: "The message is being sent. The page shows the result when it arrives.",
    actAllDelivered: "All messages for this endpoint are delivered.",
    actChanged: { "The checkout is now in this state: \($0)." }, actAttempt: { "Attempt \($0)" },
    failureMethod: "payment method refused", failureVerification: "verification failed", failureRefused: "refused",
    failureTime: "timed out", failureStart: "not started", failureLapsed: "authorization expired",
    failureRules: "not allowed by the provider", webhookAnswered: { "answered \($0)" },
    webhookNotReached: "not reached", webhookTooLate: "no answer in time", webhookBroken: "connection broken",
    webhookGone: "not sent, the endpoint is gone", webhookRemoved: "not sent, the endpoint was removed",

    // Consequences
    captureMeans: "The provider collects the authorized amount.",
    captureReleasesRest: "This provider captures only once. It releases the rest, which cannot be captured later.",
    refundMeans: "The provider returns the money to the buyer. It may take days to arrive.",
    voidMeans:
      "The provider releases the authorized amount that is not captured. To collect it later, the buyer must pay again.",
    acceptMeans: "Accepts the payment as the provider reports it.",
    acceptsOther: { "\($0) was requested, but the provider reports \($1). The payment counts as \($1)." },
    acceptsUnreadable: { "The provider reports an amount that cannot be read: \($0). The payment counts as \($1)." },
    rejectMeans: "The server asks the provider first. It voids or refunds all money, also what arrives later.",
    askMeans: "The server asks the provider for the current state and acts on the answer.",
    holdMeans:
      "The overdue request counts as unknown, and Ferry stops asking. Check it in the provider's console, then decide.",
    happenedMeans: "You have seen in the provider's console that the operation went through.",
    didNotHappenMeans: "You have seen in the provider's console that no money moved.",
    checkMeans: "The server asks the provider for the current state now, and retries failed requests at once.",
    forgetMeans:
      "Erases the buyer's name, addresses and all other data from this server. Money and timeline stay. You cannot undo this.",
    buyerPays: { "Sees that the order is paid: \($0)." }, buyerNoticesNothing: "Notices nothing.",
    buyerIsCancelled: "Reads that the payment was cancelled.",
    buyerWaits: "Still reads that the payment is being checked.",
    shopShips: "Is told that the order is paid, and ships it.",
    shopStaysPaid: "Keeps the order as paid, and is told the outcome.",
    shopIsCancelled: "Is told that the checkout is cancelled, and ships nothing.", shopWaits: "Ships nothing yet.",
    staysCaptured: { "\($0) stays captured." },
    staysAuthorized: { "\($0) stays authorized. Capture it before it expires." }, isCaptured: { "\($0) is captured." },
    isRefunded: { "\($0) is refunded." }, isReleased: { "\($0) is released." },
    goesBackLater: "There is nothing to return. Money that arrives later is returned.",
    followsAnswer: "Moves only if the provider's answer is clear.", nothingMoves: "Nothing moves.",
    countsAsDone: { "Nothing moves. \($0) counts as done." },
    countsAsNotDone:
      "The books count the operation as not done, and it can be requested again. If it did happen, the money then moves twice.",

    // Phases
    phaseOpen: "open", phaseSelecting: "selecting", phaseReviewing: "reviewing", phaseAuthorizing: "authorizing",
    phasePaying: "paying", phaseSettling: "confirming", phaseClosing: "closing", phasePaid: "paid",
    phaseDeclined: "declined", phaseCancelled: "cancelled", phaseExpired: "expired", phaseHeld: "held",
    nextStep: { phase in
      switch phase {
      case .open, .selecting, .reviewing, .unrecognised:
        "The buyer is still shopping. No money has moved. If they leave, the checkout expires on its own."
      case .authorizing: "The server is asking the provider for its payment page. Nothing to do."
      case .paying:
        "The buyer is on the provider's payment page. If they do not come back, the server asks the provider."
      case .settling:
        "The server is confirming the payment with the provider. Some payment methods take days. Do not ship yet."
      case .closing:
        "The checkout is ending, and the server is asking the provider whether money has moved. Nothing to do."
      case .paid: "The order is paid. Deliver it."
      case .declined: "The provider declined the payment. The buyer can pay another way."
      case .cancelled: "Cancelled without a payment. Nothing to do."
      case .expired: "Expired without a payment. Nothing to do."
      case .held:
        "A person must decide. Until then Ferry moves no money, and the buyer sees that the payment is being checked."
      }
    },
    stepRespondBy: { "Do not ship. Respond to the dispute by \($0)." },
    stepRespond: "Do not ship. Respond to the dispute.",
    stepUnderReview: "Do not ship. The provider or the bank is deciding about the dispute.",
    stepCapture: "The order is paid. Deliver it, and capture what is only authorized.",
    stepRefunded: "Everything is refunded. Ship nothing.",
    stepLost: { "\($0) is lost in a dispute. It cannot be refunded again. Ship nothing more for it." },
    stepHeldCaptured: { "\($0) has already been captured." },
    returnReleased: { "The authorization of \($0) was released. Nothing to do." },
    returnDone: { "\($0) went back to the buyer. Nothing to do." },
    returnUnderWay: { "\($0) is on its way back to the buyer. The provider is working on it." },
    returnFailed: {
      "\($0) could not be returned. Try again, or return it at the provider and ask the provider again."
    },
    holdReason: { reason in
      switch reason {
      case .amountMismatch:
        "The provider's amount or currency differs from what was requested. Compare both before you decide."
      case .contradiction:
        "The provider has reported two contradictory results. Check the payment in the provider's console."
      case .lateMoney: "Money arrived for an order that is already paid or closed, and returning it failed."
      case .unknownOutcome:
        "A request was sent, and its outcome cannot be determined. Check the payment in the provider's console."
      case .undecided:
        "The provider is taking longer to decide than it states. The server keeps asking, and the decision counts when it arrives."
      }
    },

    // Refusals
    refusal: { refusal, time in
      switch refusal {
      case .operationUnderWay: "Another operation on this payment is in progress. Try again when it has finished."
      case .amountExceeded(let left): "The amount is too high. \(left.display(.english)) is left."
      case .captureExceeded(let left, let most?):
        "\(left.display(.english)) of the captured amount is left. To refund up to \(most.display(.english)), go back and choose to refund more than was captured."
      case .captureExceeded(let left, nil):
        "\(left.display(.english)) of the captured amount is left, and more cannot be refunded for this payment."
      case .capturedInWhole(let whole):
        "This provider does not allow partial captures. Capture \(whole.display(.english))."
      case .refundedInWhole(let whole, until: let end?):
        "Until \(time.text(end)) this provider only makes full refunds. Refund \(whole.display(.english)), or wait."
      case .refundedInWhole(let whole, until: nil):
        "This provider only makes full refunds. Refund \(whole.display(.english))."
      case .nothingLeft(.notAuthorized): "Nothing is authorized yet. The provider is still deciding."
      case .nothingLeft(.captured): "Everything is captured."
      case .nothingLeft(.released(.lapsed)): "The authorization has expired. The buyer must pay again."
      case .nothingLeft(.released): "The authorization was released. Nothing is held any more."
      case .nothingLeft(.declined): "The provider declined the payment."
      case .nothingLeft(.notCaptured):
        "Nothing is captured, so there is nothing to refund. Void the authorization instead."
      case .nothingLeft(.refunded): "Everything is refunded or being refunded."
      case .paymentDisputed(_, let left):
        "A dispute claims this money. Only \(left.display(.english)) can still be refunded."
      case .notDisputable: "Nothing is captured, so nothing can be disputed."
      case .notAnswerable: "Only a dispute that the provider reported and that needs a response can be answered here."
      case .invalidAmount: "The amount must be greater than zero."
      case .lines: "Fewer pieces of a line are left than you chose. Go back and reload the page."
      case .nothingToPay: "Nothing is left to pay."
      case .orderPaid: "Another checkout has paid this order. You can only return the money of this one."
      case .nothingToAccept: "There is no money to accept. Ask the provider again, or return the money."
      case .notOverdue: "Nothing is overdue. Wait, or ask the provider."
      case .operationUndecided: "The outcome of an operation is unknown. Decide first whether it went through."
      case .operationNotFound: "The payment has no such operation."
      case .operationNotUnknown: "No operation has an unknown outcome. There is nothing to decide."
      case .requestMayArrive(let end):
        "The request may still arrive at the provider. Look the operation up there again after \(time.text(end)), and decide then."
      case .operationNotConcerned: "This decision is about the whole checkout, not a single operation."
      case .amountNotConcerned: "This decision takes no amount."
      case .amountDiffers(let asked, let reported):
        "\(asked.display(.english)) was requested, but the provider reports \(reported.display(.english)). Enter \(reported.display(.english))."
      case .totalDiffers(let rise):
        "The provider's total has risen by \(rise.display(.english)) since the operation was requested. Enter an amount up to that, or ask the provider again."
      case .wrongPhase, .reviewChanged, .operationReused, .money:
        "The checkout's state does not allow this, or it has changed in the meantime. Check it again."
      }
    })
}
