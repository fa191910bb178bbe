import AmazonPay
import FerryCheckout
import FerryCore
public import FerryHTTP
public import FerryProvider

extension AmazonPayProvider {
  public func receive(
    _ answer: ProviderAnswer, to request: ProviderRequest, of task: ProviderTask
  ) -> ProviderReaction {
    do {
      let record = try Record(task.record)
      let call = try request.amazonPayCall()
      return AnswerReading(merchant: merchant, task: task, record: record, call: call, answer: answer).reaction
    } catch {
      return .failed(error)
    }
  }
}

private struct AnswerReading {
  let merchant: AmazonPayAccount
  let task: ProviderTask
  var record: Record
  /// The call that was sent. The record may have changed since.
  let call: AmazonPayCall
  let answer: ProviderAnswer

  var reaction: ProviderReaction {
    do {
      return switch call.operation {
      case .getCheckoutSession, .updateCheckoutSession: session(try call.object(in: answer))
      case .completeCheckoutSession: completed(try call.object(in: answer))
      case .getCharge, .captureCharge, .cancelCharge: charge(try call.object(in: answer))
      case .createRefund: refundCreated(try call.object(in: answer))
      case .getRefund: refundRead(try call.object(in: answer))
      default: .failed(.unknownOutcome(reason: "No command makes the call \(call.operation.rawValue)."))
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
        session.storeId == nil || session.storeId == merchant.storeId
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
    var observation = session.observation(ships: task.checkout.content.shipping != nil, secret: selectionKey)
    if let page = observation.paymentPage, !merchant.endpoint.mayRedirect(to: page) { observation.paymentPage = nil }
    let findings = ProviderFindings(
      record: record.bytes,
      references: [.session(session.checkoutSessionId)],
      details: observation.selection == nil ? nil : session.details,
      selection: observation.selection,
      remarks: session.remarks)
    if case .authorize = task.command.kind, session.state == .known(.open) {
      return authorized(session, observation, findings)
    }
    if task.stage == Stage.unknown.rawValue, session.state == .known(.open) {
      // The request may still be carried out: an open session proves nothing.
      return .done(.observed(Observation(sessionReference: session.checkoutSessionId)), findings)
    }
    if case .settle = task.command.kind, task.stage == Stage.first.rawValue, session.state == .known(.open),
      isAgreed(observation)
    {
      return .next(stage: Stage.complete.rawValue, findings)
    }
    return .done(.observed(observation), findings)
  }

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
      let site = ProviderMessage(page).map { ": \($0)" } ?? ""
      findings.misconfiguration = Misconfiguration(
        reason: "Amazon Pay named a payment page that is not Amazon's\(site).",
        fix: "Compare the account's region and endpoint with Seller Central.")
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

  // MARK: Charges

  private func charge(_ charge: Charge) -> ProviderReaction {
    guard let observed = charge.observation else {
      return .failed(
        .unreadable(reason: "Amazon Pay names an amount that cannot be read (\(call.operation.rawValue))."))
    }
    var observation = Observation(sessionReference: task.checkout.session, session: .completed, charge: observed)
    var record = record
    record.charge = charge.chargeId
    if hasRisen(observed, &record) { return next(.refund, record, references: [.charge(charge.chargeId)]) }
    report(on: observed, &record, in: &observation)
    let findings = ProviderFindings(
      record: record.bytes, references: [.charge(charge.chargeId)], remarks: charge.remarks)
    if let operation = task.command.kind.operation {
      switch fate(of: task.command.kind, with: observed) {
      case .done where task.stage == Stage.unreadable.rawValue:
        observation.reports.append(OperationReport(operation, reference: nil, .done))
      case .done: break
      // The charge has the reason: it is reported together with the rejection.
      case .failed(let rejection): observation.failures = [OperationFailure(operation, rejection)]
      case .notDone: return .nothingHappened(stage: Stage.first.rawValue)
      case .undecided:
        return .failed(
          .transient(reason: "Amazon Pay names a charge state that is not known yet.", retryAfter: .seconds(60)))
      case .unclear: return .done(.parked, findings)
      }
    }
    return .done(.observed(observation), findings)
  }

  /// True if the charge's total of refunds has risen while a refund is undecided. The refund is read again then, because
  /// the rise may be its own or another refund's.
  private func hasRisen(_ charge: ChargeObservation, _ record: inout Record) -> Bool {
    guard record.refund != nil, record.refundEnd == nil else { return false }
    let before = record.refundedBefore ?? task.checkout.payment?.refunded.minorUnits ?? 0
    guard charge.refunded.minorUnits > before else { return false }
    record.refundedBefore = charge.refunded.minorUnits
    return true
  }

  /// Reports the state of the recorded refund, and removes it from the record when it has ended.
  private func report(
    on charge: ChargeObservation, _ record: inout Record, in observation: inout Observation
  ) {
    guard let refund = record.refund, let operation = record.refundOperation else { return }
    let state: OperationReport.State =
      switch record.refundEnd {
      case nil, .declined: .pending
      case .refunded: .done
      case .lost, .unrecognised: .lost
      }
    let isDeclined = record.refundEnd == .declined
    observation.reports = [
      OperationReport(operation, reference: refund, state, amount: isDeclined ? nil : record.refundAmount)
    ]
    if isDeclined { observation.failures = [OperationFailure(operation, .notAllowed)] }
    let asked = task.checkout.payment?.operations.first { $0.id == operation }?.amount
    switch record.refundEnd {
    case nil: break
    // Amazon may agree with what was asked, or name a state that is known, when the refund is read again.
    case .refunded where asked != nil && record.refundAmount != nil && record.refundAmount != asked, .unrecognised:
      record.refundEnd = nil
    case .refunded, .declined, .lost: record.forgetRefund()
    }
  }

  /// The outcome of an operation on a charge.
  private enum Fate {
    /// It has taken effect, or will.
    case done
    case failed(Rejection)
    /// The charge is as it was before: the operation may be sent again under its key.
    case notDone
    /// The charge's state is not final, or not known.
    case undecided
    /// It cannot be determined.
    case unclear
  }

  /// The outcome by the charge's state, of an operation that was refused or got no definite answer.
  private func fate(of command: Command.Kind, with charge: ChargeObservation) -> Fate {
    let stage = Stage(rawValue: task.stage)
    if stage == .impossible { return .failed(.notAllowed) }
    guard stage == .refused || stage == .unknown || stage == .unreadable else { return .done }
    switch (command, charge.state) {
    case (.capture, .captured), (.capture, .capturing), (.void, .voided): return .done
    case (.capture, .declined(let reason)): return .failed(.declined(reason))
    // The charge does not name its refunds, and does not show pending ones.
    case (.refund(_, let amount), _) where stage == .unreadable:
      // A question meanwhile may have entered the new total.
      let operation = task.checkout.payment?.operations.first { $0.id == command.operation }
      let before = (operation?.before ?? task.checkout.payment?.refunded)?.minorUnits ?? 0
      return charge.refunded.minorUnits - before >= amount.minorUnits ? .done : .notDone
    case (.refund, _): return .unclear
    case (_, .authorized) where stage == .unknown: return .notDone
    case (_, .pending) where stage == .unknown, (_, .unrecognised) where stage == .unknown,
      (.void, .capturing) where stage == .unknown:
      return .undecided
    default: return .failed(.notAllowed)
    }
  }

  // MARK: Refunds

  private func refundCreated(_ refund: Refund) -> ProviderReaction {
    var record = record
    switch refund.state {
    case .known(.declined):
      return .done(
        .rejected(.notAllowed), ProviderFindings(references: [.refund(refund.refundId)], remarks: [Self.refundDeclined])
      )
    case .known(.refunded): record.begin(refund, for: task.command.kind.operation, end: .refunded)
    case .known(.refundInitiated): record.begin(refund, for: task.command.kind.operation, end: nil)
    case .unknown: record.begin(refund, for: task.command.kind.operation, end: .unrecognised)
    }
    return next(.charge, record, references: [.refund(refund.refundId)], remarks: unknownState(refund))
  }

  private func unknownState(_ refund: Refund) -> [String] {
    guard case .unknown = refund.state else { return [] }
    return ["Amazon Pay names an unknown refund state: \(refund.state.printable)."]
  }

  private func refundRead(_ refund: Refund) -> ProviderReaction {
    // The recorded refund has ended meanwhile, or another one is pending.
    guard refund.refundId == record.refund else { return next(.charge, record) }
    var record = record
    record.refundAmount = refund.refundAmount?.money
    switch refund.state {
    case .known(.refunded): record.refundEnd = .refunded
    case .known(.declined):
      record.refundEnd = .declined
      return next(.charge, record, remarks: [Self.refundDeclined])
    case .known(.refundInitiated): record.refundEnd = nil
    case .unknown: record.refundEnd = .unrecognised
    }
    return next(.charge, record, remarks: unknownState(refund))
  }

  private static let refundDeclined = "Amazon Pay declined a refund. Pay the buyer back in another way."

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
    case (_, .rejected, _):
      return .done(
        .rejected(Rejection(failure)), ProviderFindings(remarks: failure.needsAttention ? [failure.description] : []))
    default: return .failed(ProviderFailure(failure, answer))
    }
  }

  private func next(
    _ stage: Stage, _ record: Record, references: [ProviderReference] = [], remarks: [String] = []
  ) -> ProviderReaction {
    .next(stage: stage.rawValue, ProviderFindings(record: record.bytes, references: references, remarks: remarks))
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

extension ProviderReference {
  static func session(_ id: String) -> Self { Self("session", id) }
  static func charge(_ id: String) -> Self { Self("charge", id) }
  static func chargePermission(_ id: String) -> Self { Self("charge-permission", id) }
  static func refund(_ id: String) -> Self { Self("refund", id) }
}
