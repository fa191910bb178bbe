import AmazonPay
import FerryCheckout
import FerryCore
public import FerryHTTP
public import FerryProvider
import HTTPTypes

extension AmazonPayProvider {
  public func receive(
    _ answer: ProviderAnswer, to request: ProviderRequest, of task: ProviderTask
  ) -> ProviderReaction {
    AnswerReading.reaction(
      to: answer, of: request, task, self, call: { (request) throws(ProviderFailure) in try request.amazonPayCall() },
      read: \.reaction)
  }
}

typealias AnswerReading = FerryProvider.AnswerReading<AmazonPayProvider, Record, Stage, AmazonPayCall>

extension AnswerReading {
  fileprivate var reaction: ProviderReaction {
    do {
      return switch call.operation {
      case .getCheckoutSession, .updateCheckoutSession: session(try call.object(in: answer))
      case .completeCheckoutSession: completed(try call.object(in: answer))
      case .getCharge, .captureCharge, .cancelCharge: charge(try call.object(in: answer))
      case .createRefund: refundCreated(try call.object(in: answer))
      case .getRefund: refundRead(try call.object(in: answer))
      case .getDispute where task.command.kind.isAnswer: answered(try call.object(in: answer))
      case .getDispute: dispute(try call.object(in: answer))
      case .contestDispute: dispute(try call.object(in: answer), ending: true)
      case .createFile: fileCreated(try call.object(in: answer))
      case .uploadFile: fileSent()
      default: .notAsked(call.operation)
      }
    } catch {
      return failed(error)
    }
  }

  // MARK: Sessions

  private func session(_ session: CheckoutSession) -> ProviderReaction {
    var record = record
    if record.session != session.checkoutSessionId {
      // Anybody can write any session id into a URL. The session belongs to this checkout only if its return URL is one
      // that was sent, with its nonce. Ended sessions do not name their return URL.
      guard
        task.sentReturnURLs.contains(where: { $0.select == session.webCheckoutDetails?.checkoutReviewReturnUrl }),
        session.storeId == nil || session.storeId == provider.merchant.storeId
      else {
        let remark = "The buyer came back with an Amazon Pay session that was not made for this checkout."
        return .done(.rejected(.foreignSession), ProviderFindings(remarks: [remark]))
      }
      record.session = session.checkoutSessionId
    }
    if session.state == .known(.completed), let charge = session.chargeId {
      record.charge = charge
      return next(
        .charge, record,
        references: [.session(session.checkoutSessionId), .charge(charge)]
          + [session.chargePermissionId].compactMap { $0.map(ProviderReference.chargePermission) })
    }
    if stage == .unknown { record.completionUnknownSince = answeredAt }
    var observation = session.observation(task.checkout.content.shipping, secret: selectionKey)
    if let page = observation.paymentPage, !provider.merchant.endpoint.mayRedirect(to: page) {
      observation.paymentPage = nil
    }
    let findings = ProviderFindings(
      record: try record.bytes,
      references: [.session(session.checkoutSessionId)],
      details: observation.selection == nil ? nil : session.details,
      selection: observation.selection,
      remarks: session.remarks)
    if case .authorize = task.command.kind, session.state == .known(.open) {
      return authorized(session, observation, findings)
    }
    if case .settle = task.command.kind, stage == .first, session.state == .known(.open),
      isAgreed(observation)
    {
      return .next(stage: Stage.complete.rawValue, findings)
    }
    if session.state == .known(.open), stage == .unknown {
      // The request may still be carried out: an open session proves nothing.
      return .done(.observed(Observation(sessionReference: session.checkoutSessionId)), findings)
    }
    if session.state == .known(.open), let rest = restOfCompletion(record, observation) {
      return .transient(
        "Amazon Pay may still complete the session. It is asked again before the checkout goes on.", retryAfter: rest)
    }
    return .done(.observed(observation), findings)
  }

  /// The rest of the wait for a late completion, if the checkout is about to end or to show another selection; nil if there is none.
  /// The money would come to a checkout that is over, or for an address that nobody agreed to.
  private func restOfCompletion(_ record: Record, _ observation: Observation) -> Duration? {
    guard task.checkout.isEnding || !isAgreed(observation), let since = record.completionUnknownSince else {
      return nil
    }
    let rest = Operation.lateArrival - answeredAt.since(since)
    return rest > .zero ? min(rest, Operation.lateArrival) : nil
  }

  /// By Amazon Pay's own clock: those of the servers may differ.
  private var answeredAt: Moment { answer.date ?? answer.receivedAt }

  /// The key of selections' digests. It is the same for all answers of a checkout.
  private var selectionKey: String { (task.sentReturnURLs.first ?? task.returnURLs).select }

  /// True unless the session names another buyer or address than those agreed to.
  private func isAgreed(_ observation: Observation) -> Bool {
    guard let seen = observation.selection, let agreed = task.checkout.selection else { return true }
    return seen.sharesDestination(with: agreed)
  }

  /// The session is open after it was updated, or after Amazon refused to update it.
  private func authorized(
    _ session: CheckoutSession, _ observation: Observation, _ findings: ProviderFindings
  ) -> ProviderReaction {
    if call.operation == .updateCheckoutSession, observation.paymentPage != nil {
      return .done(.observed(observation), findings)
    }
    // Without a page the buyer cannot pay, and no money has moved.
    var findings = findings
    if let page = session.webCheckoutDetails?.amazonPayRedirectUrl, call.operation == .updateCheckoutSession {
      findings.misconfiguration = .foreignPage(
        of: "Amazon Pay", [page], fix: "Compare the account's region and endpoint with Seller Central.")
    } else {
      let constraints = session.constraints.map(\.kind.printable).joined(separator: ", ")
      findings.remarks.append(
        "Amazon Pay gives no payment page\(constraints.isEmpty ? "." : "; missing: \(constraints).")")
    }
    return .done(.rejected(.notAllowed), findings)
  }

  private func completed(_ session: CheckoutSession) -> ProviderReaction {
    guard session.state == .known(.completed) else {
      return next(.unknown, record, remarks: ["Amazon Pay accepted to complete a session, but it is not completed."])
    }
    return self.session(session)
  }

  // MARK: Refusals

  private func failed(_ failure: AmazonPayFailure) -> ProviderReaction {
    switch (call.operation, failure.kind, failure.cause) {
    case (.completeCheckoutSession, .unknownOutcome, _) where failure.isAnswered:
      // The session is not open, or this key was used: the session has to be read.
      return next(.session, record, remarks: failure.surprise)
    case (.completeCheckoutSession, .unknownOutcome, _) where failure.isUnreadableSuccess:
      return next(.unknown, record, remarks: [failure.description])
    case (.completeCheckoutSession, _, .declined), (.completeCheckoutSession, _, .paymentMethodNotAllowed),
      (.completeCheckoutSession, _, .authenticationNotCompleted):
      // The buyer may be in the middle of a check, or select another card. The payment ends with the session.
      return next(.session, record)
    case (.captureCharge, _, .declined), (.captureCharge, _, .paymentMethodNotAllowed):
      // The charge is declined now, or unchanged.
      return next(.refused, record)
    case (.captureCharge, _, .limitExceeded), (.createRefund, _, .limitExceeded), (.createRefund, _, .notPossible):
      // Money moved outside Ferry.
      return next(.impossible, record, remarks: [failure.description])
    case (.getCheckoutSession, _, _) where record.session != call.objectId && failure.mayBeOfAnotherSession:
      return .done(.rejected(.foreignSession), ProviderFindings(remarks: [failure.description]))
    case (.updateCheckoutSession, _, .notPossible): return next(.session, record)
    case (.captureCharge, .unknownOutcome, _) where failure.isAnswered,
      (.cancelCharge, .unknownOutcome, _) where failure.isAnswered,
      (.createRefund, .unknownOutcome, _) where failure.isAnswered:
      return next(.refused, record, remarks: failure.surprise)
    case (.getRefund, .rejected, _):
      guard call.objectId == record.refund else { return next(.charge, record) }
      var record = record
      record.refundEnd = .lost
      return next(.charge, record, remarks: ["Amazon Pay does not find a refund any more."])
    case (.getDispute, _, _) where failure.isRefusalOfDispute && task.command.kind.isAnswer:
      return .done(.parked, ProviderFindings(record: try forgettingUploads.bytes, remarks: [failure.description]))
    case (.getDispute, _, _) where failure.isRefusalOfDispute: return disputeRefused(failure)
    // An earlier sending may have arrived.
    case (.contestDispute, _, _) where failure.isRefusalOfDispute && failure.codes.cause != .account,
      (.createFile, _, _) where failure.isRefusalOfDispute && failure.codes.cause != .account:
      return next(.refused, record, remarks: ["Amazon Pay does not take the evidence (\(failure.facts))."])
    case (_, .rejected, _):
      return .done(
        .rejected(Rejection(failure)), ProviderFindings(remarks: failure.needsAttention ? [failure.description] : []))
    default: return .failed(ProviderFailure(failure, answer))
    }
  }
}

extension AmazonPayFailure {
  /// True for a refusal that is final for this request: a retry would get the same answer.
  fileprivate var isAnswered: Bool {
    guard let httpStatus, (400..<500).contains(httpStatus), httpStatus != 408 else { return false }
    return codes.reasonCode != nil
  }

  /// True for a success that cannot be read. Amazon has saved the answer, so a retry would get the same.
  fileprivate var isUnreadableSuccess: Bool { httpStatus.map { (200..<300).contains($0) } ?? false }

  /// True for Amazon's answers about a session of another merchant, or none. Anyone can write any session id into a URL.
  fileprivate var mayBeOfAnotherSession: Bool {
    switch codes.reasonCode?.known {
    case .unauthorizedAccess, .invalidParameterValue, .resourceNotFound: true
    default: false
    }
  }

  /// A remark for reasons that should not occur.
  fileprivate var surprise: [String] {
    switch codes.reasonCode?.known {
    case nil, .duplicateIdempotencyKey: [description]
    default: []
    }
  }

  /// True unless it is an ordinary decision about a buyer's payment.
  fileprivate var needsAttention: Bool {
    switch codes.cause {
    case .declined, .paymentMethodNotAllowed, .authenticationNotCompleted: false
    default: true
    }
  }
}

extension ProviderFailure {
  /// For failures that are not rejections; rejections are outcomes.
  init(_ failure: AmazonPayFailure, _ answer: ProviderAnswer) {
    if answer.status.kind == .successful {
      self = .unreadable(reason: failure.description)
      return
    }
    switch failure.kind {
    case .transient: self = .transient(reason: failure.description, retryAfter: failure.retryAfter)
    case .unknownOutcome, .rejected: self = .unknownOutcome(reason: failure.description)
    case .misconfigured:
      if failure.cause == .clock, let offset = AmazonPayTimestamp.clockOffset(learntFrom: answer) {
        self = .clockOff(offset)
        return
      }
      let message = failure.message.map { " Amazon says: \($0)" } ?? ""
      self = .misconfigured(
        reason: "Amazon Pay refused a request (\(failure.facts)).\(message)", fix: failure.cause?.remedy ?? "")
    }
  }
}

extension Rejection {
  init(_ failure: AmazonPayFailure) {
    switch failure.cause {
    case .declined: self = .declined(DeclineReason(failure.reasonCode?.text))
    case .paymentMethodNotAllowed: self = .declined(.paymentMethodRefused)
    case .authenticationNotCompleted: self = .declined(.verificationFailed)
    case .notFound where failure.operation.isAboutSession: self = .foreignSession
    default: self = .notAllowed
    }
  }
}

extension AmazonPayCall.Operation {
  var isAboutSession: Bool {
    switch self {
    case .createCheckoutSession, .getCheckoutSession, .updateCheckoutSession, .completeCheckoutSession,
      .finalizeCheckoutSession:
      true
    default: false
    }
  }
}
