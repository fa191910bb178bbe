import FerryCheckout
import FerryCore
import FerryEngine

/// The texts of the operators' pages. Each language has a file.
struct OperatorTexts: Sendable {
  // MARK: The frame

  let overview, checkouts, held, webhooks, live, test, bandLive, bandTest, signOut, roleLook, roleAct, updated: String
  let toOverview: String

  // MARK: Sign-in

  let signIn, signInAdvice, signInRefused, operatorName, operatorKey: String

  // MARK: Errors

  let errorRefused, errorNotFound, errorTooMany, errorUnreadable, errorFailed: TitledText

  // MARK: The overview

  let toDo, today, heldCount, disputedCount, overdueCount, parkedCount, oldestWebhook, accounts: String
  let noAccountProblems: String
  let begun, day, reconciliation: String
  let noReconciliation, noDifferences, noDifferencesInPart, partNotCompared, allShops, comparedAt: String
  let nothingThisWeek: String
  let timesADay: TextOf<Int>
  let onlyShop: TextOf<String>
  let notCompared: TextOf<Int>
  let daysAgo, hoursAgo, seconds: TextOf<Int64>
  let minutes: @Sendable (_ minutes: Int64, _ seconds: Int64) -> String
  let differences: TextOf<Int>

  // MARK: Lists

  let state, all, stateLive, stateHeld, stateOverdue, stateDisputed, stateCapturable, statePending, provider,
    mode: String
  let from, until, show, search, searchFor, found, nothingFound, nothingFoundAdvice: String
  let latestAlone, firstAlone: TextOf<Int>
  let firstPage, nextPage, export, overdue, filter: String

  // MARK: Finding

  let searchTooShort, searchGoesOn, dateOf, figurePaid, least, most, currency, views, saveView, viewName: String
  let removeView, viewsFull, ordersOfBuyer, orders, totals, eraseBuyer: String
  let eraseBuyerMeans: TextOf<Int>

  // MARK: The numbers of days

  let startToPayment, lostBefore, lostAtProvider, lostAfter, timeToPay, untilNow, moneyByDay: String

  // MARK: The journal

  let journal, journalMeans, lastSevenDays, noActs: String

  // MARK: Webhooks

  let endpoints, endpoint, messages, waiting, parked, delivered, oldest, nextAttempt, sendAgain, nothingSent: String
  let nothingGivenUp, sendAllAgain, noEndpoints, noMessages, noWebhooks: String
  let sendAllMeans, attempts: TextOf<Int>

  // MARK: Payouts

  let payouts, payout, payments, noPayouts, noPayments, fees, chargebacks, otherLines, unexplained: String
  let payoutComplete, payoutBalanced, payoutExpected, payoutNet, payoutTransferred, payoutReasons, payoutDifferences,
    notTransferred: String
  let shortBy, moreBy: TextOf<String>
  let payoutLines, newLines: TextOf<Int>
  let reports, noReports, importReport, reportFile, reportMeans, reportMissing, reportKnown: String
  let reportUnreadable: TextOf<String>

  // MARK: One checkout

  let nextStepTitle, money, noMoney, authorized, captured, refunded, released, capturable, refundable, lapses: String
  let operations, paymentReference, session, method, capture, refund, void, captureAmount, refundAmount, order: String
  let orderNumber, orderReference, details, checkoutID, shop, account, kind, kindApp, kindBrowser: String
  let capturePolicy, captureAutomatic, captureManual, created, expires, otherAttempts, buyer, buyerName, email: String
  let phone, address, uncertainDelivery, noBuyer: String
  let erasedBuyer: TextOf<String>
  let lockedBuyer, forget, timeline, timelineUTC, outstanding, earlierEntries, laterEntries: String
  let by: TextOf<String>
  let lines, captureLines, refundLines, linesMean, linesWrong, linesFree: String
  let refundBeyondCapture: TextOf<Money>
  let piecesLeft: TextOf<Int>
  let failedAttempts: TextOf<Int>
  let overdueSince: TextOf<String>
  let operationPending, operationUnknown, operationSucceeded, operationFailed: String

  // MARK: Disputes

  let disputes, disputed, recordDispute, recordDisputeMeans, updateDispute, save, disputeID, disputedAmount: String
  let everythingCaptured, disputeReason, respondBy, disputeAsked, disputeWrong, disputeKnown, paidBackTwice: String
  let despiteDispute, despiteDisputeMeans: String
  let respondByDay: TextOf<String>
  let disputeNeedsResponse, disputeUnderReview, disputeWon, disputeLost, disputeWithdrawn, reasonFraud: String
  let reasonNotReceived, reasonNotAsDescribed, reasonCreditNotProcessed, reasonDuplicate, reasonWrongAmount: String
  let reasonCancelled, reasonOther, toldByProvider, toldByReport, toldByPerson: String
  let disputeAskedOnly, answerDispute, answerMeans, sendAnswer, evidenceType, evidenceText, evidenceFile,
    answerWrong: String
  let evidenceProduct, evidenceReceipt, evidenceCancellation, evidenceSignature, evidenceTracking,
    evidenceCarrier: String
  let evidenceDeviceID, evidenceDevice, evidenceDownload, answerSending, answerSent, answerRefused,
    answerStopped: String

  // MARK: Actions

  let decide, accept, reject, ask, hold, happened, didNotHappen, happenedAmount, operation, asked, reported: String
  let goBack, amount, amountWrong, changedMeanwhile, notPossible, realMoney, writtenDown: String

  // MARK: Acts

  let menu, noReason, reasonRequested, reasonDefective, refundNote, noteWrong, amountMissing, allEntries: String
  /// An operation that keeps others waiting.
  let operationWaits: @Sendable (_ operation: String, _ provider: String, _ since: String) -> String
  /// The result of an act. The argument is the provider.
  let actUnanswered, actPending, actConfirmed, actFailed: TextOf<String>
  let actUnknown, actUnchanged, actRecorded, actSending, actAllDelivered: String
  /// The argument is the phase.
  let actChanged: TextOf<String>
  let actAttempt: TextOf<Int>
  /// Why the provider did not do something.
  let failureMethod, failureVerification, failureRefused, failureTime, failureStart, failureLapsed, failureRules: String
  /// The results of webhooks. The argument is the status.
  let webhookAnswered: TextOf<Int>
  let webhookNotReached, webhookTooLate, webhookBroken, webhookGone, webhookRemoved: String

  // MARK: Consequences

  let captureMeans, captureReleasesRest, refundMeans, voidMeans, acceptMeans: String
  /// Accepting a payment of another amount than was asked for.
  let acceptsOther: @Sendable (_ asked: String, _ reported: String) -> String
  /// Accepting a payment whose amount cannot be read.
  let acceptsUnreadable: @Sendable (_ written: String, _ asked: String) -> String
  let rejectMeans, askMeans, holdMeans, happenedMeans, didNotHappenMeans, checkMeans, forgetMeans: String
  let buyerPays: TextOf<String>
  let buyerNoticesNothing, buyerIsCancelled, buyerWaits, shopShips, shopStaysPaid, shopIsCancelled: String
  let shopWaits: String
  let staysCaptured, staysAuthorized, isCaptured, isRefunded, isReleased: TextOf<String>
  let goesBackLater, followsAnswer, nothingMoves: String
  let countsAsDone: TextOf<String>
  let countsAsNotDone: String

  // MARK: Phases

  let phaseOpen, phaseSelecting, phaseReviewing, phaseAuthorizing, phasePaying, phaseSettling, phaseClosing: String
  let phasePaid, phaseDeclined, phaseCancelled, phaseExpired, phaseHeld: String
  /// The next step of a checkout, and who takes it.
  let nextStep: TextOf<PhaseName>
  /// Next steps that depend on the money.
  let stepRespondBy: TextOf<String>
  let stepRespond, stepUnderReview, stepCapture: String
  let stepRefunded: String
  let stepLost, stepHeldCaptured, returnReleased, returnDone, returnUnderWay, returnFailed: TextOf<String>
  let holdReason: TextOf<HoldReason>

  // MARK: Refusals

  /// Times are those of the page.
  let refusal: @Sendable (Refusal, LocalTime) -> String
}

extension Texts<OperatorTexts> {
  /// - Parameter status: Of the response.
  func error(_ status: Int) -> TitledText {
    switch status {
    case 401, 403: self.errorRefused
    case 404, 405: self.errorNotFound
    case 429: self.errorTooMany
    case 400..<500: self.errorUnreadable
    default: self.errorFailed
    }
  }
}

extension PhaseName {
  func text(_ texts: Texts<OperatorTexts>) -> String {
    switch self {
    case .open: texts.phaseOpen
    case .selecting: texts.phaseSelecting
    case .reviewing: texts.phaseReviewing
    case .authorizing: texts.phaseAuthorizing
    case .paying: texts.phasePaying
    case .settling: texts.phaseSettling
    case .closing: texts.phaseClosing
    case .paid: texts.phasePaid
    case .declined: texts.phaseDeclined
    case .cancelled: texts.phaseCancelled
    case .expired: texts.phaseExpired
    case .held: texts.phaseHeld
    case .unrecognised(let name): name
    }
  }
}

extension OperationState {
  func text(_ texts: Texts<OperatorTexts>) -> String {
    switch self {
    case .pending: texts.operationPending
    case .unknown: texts.operationUnknown
    case .succeeded: texts.operationSucceeded
    case .failed: texts.operationFailed
    case .unrecognised(let name): name
    }
  }
}

extension RefundReason {
  func text(_ texts: Texts<OperatorTexts>) -> String {
    switch self {
    case .requestedByCustomer: texts.reasonRequested
    case .notReceived: texts.reasonNotReceived
    case .defective: texts.reasonDefective
    case .wrongPrice: texts.reasonWrongAmount
    case .duplicate: texts.reasonDuplicate
    case .fraud: texts.reasonFraud
    case .other: texts.reasonOther
    }
  }
}

extension Texts<OperatorTexts> {
  /// The words for a reason of `OperationBody` or of a decline. Words of another version stay as they are.
  func failure(_ word: String) -> String {
    switch DeclineReason(rawValue: word) {
    case .paymentMethodRefused: self.failureMethod
    case .verificationFailed: self.failureVerification
    case .refused: self.failureRefused
    case .timedOut: self.failureTime
    case .notStarted: self.failureStart
    case nil: word == "lapsed" ? self.failureLapsed : word == "not-allowed" ? self.failureRules : word
    }
  }

  func result(_ result: WebhookResult) -> String {
    switch result {
    case .answered(let answer): self.webhookAnswered(answer.status)
    case .failed(.notReached): self.webhookNotReached
    case .failed(.tooLate): self.webhookTooLate
    case .failed(.broken): self.webhookBroken
    case .notSent(.gone): self.webhookGone
    case .notSent(.removed): self.webhookRemoved
    }
  }
}

extension Language {
  var operatorTexts: Texts<OperatorTexts> { Self.operatorTexts[self] }

  private static let operatorTexts = Translations<Texts<OperatorTexts>>(
    english: Texts(.english), japanese: Texts(.japanese), spanish: Texts(.spanish), swedish: Texts(.swedish))
}
