import FerryCheckout
import FerryCore
public import FerryProvider

extension AmazonPayProvider {
  public func receive(_ answer: ProviderAnswer, to task: ProviderTask) -> ProviderReaction {
    do {
      let record = try AmazonPayRecord(storedIn: task)
      let call = try call(for: task, record)
      return Reading(account: account, task: task, record: record, call: call, answer: answer).reaction
    } catch {
      return .failed(error)
    }
  }
}

/// An answer on its way to a reaction.
private struct Reading {
  let account: AmazonPayAccount
  let task: ProviderTask
  var record: AmazonPayRecord
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
      case .getChargePermission: .failed(.unknownOutcome(reason: "No command asks for a charge permission."))
      }
    } catch {
      return failed(error)
    }
  }

  // MARK: Sessions

  private func session(_ session: CheckoutSession) -> ProviderReaction {
    var record = record
    if record.session != session.checkoutSessionId {
      // Anyone can bring any session's id. This one was made for this checkout only if it returns to the address that
      // holds our nonce; sessions that are over do not say where they return to.
      guard
        record.session == nil, session.webCheckoutDetails?.checkoutReviewReturnUrl == task.links.select,
        session.storeId == nil || session.storeId == account.storeId
      else {
        let remark = "The buyer came back with an Amazon Pay session that was not made for this checkout."
        return .done(.rejected(.foreignSession), ProviderFindings(remarks: [remark]))
      }
      record.session = session.checkoutSessionId
    }
    record.chargePermission = session.chargePermissionId ?? record.chargePermission
    if session.state == .known(.completed), let charge = session.chargeId {
      record.charge = charge
      return next(
        .charge, record, references: [session.checkoutSessionId, charge, session.chargePermissionId].compactMap { $0 })
    }
    var observation = session.observation(ships: task.checkout.content.shipping != nil, secret: task.links.select)
    if let page = observation.paymentPage, !account.endpoint.mayRedirect(to: page) { observation.paymentPage = nil }
    let findings = ProviderFindings(
      record: record.bytes,
      references: [session.checkoutSessionId],
      details: observation.selection == nil ? nil : session.details,
      remarks: session.remarks)
    if case .authorize = task.command.kind, session.state == .known(.open) {
      return authorized(session, observation, findings)
    }
    return .done(.observed(observation), findings)
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
    let constraints = session.constraints.map(\.kind.printable).joined(separator: ", ")
    findings.remarks.append(
      session.webCheckoutDetails?.amazonPayRedirectUrl != nil && call.operation == .updateCheckoutSession
        ? "Amazon Pay named a payment page that is not Amazon's."
        : "Amazon Pay gives no payment page\(constraints.isEmpty ? "." : "; missing: \(constraints).")")
    return .done(.rejected(.notAllowed), findings)
  }

  private func completed(_ session: CheckoutSession) -> ProviderReaction {
    guard session.state == .known(.completed) else {
      return .failed(.unknownOutcome(reason: "Amazon Pay accepted to complete a session, but it is not completed."))
    }
    return self.session(session)
  }

  // MARK: Charges

  private func charge(_ charge: Charge) -> ProviderReaction {
    guard let observed = charge.observation else {
      return .failed(.transient(reason: "Amazon Pay names an amount that cannot be read.", retryAfter: nil))
    }
    if task.stage == AmazonPayStage.refused.rawValue, let outcome = refusal(of: task.command.kind, with: observed) {
      return .done(outcome, ProviderFindings(remarks: charge.remarks))
    }
    let observation = Observation(
      sessionReference: task.checkout.session, session: .completed, charge: observed)
    var record = record
    record.charge = charge.chargeId
    return .done(
      .observed(observation),
      ProviderFindings(record: record.bytes, references: [charge.chargeId], remarks: charge.remarks))
  }

  /// What a refusal means, now that the charge has been read; nil if the command's effect is there all the same, for it was
  /// done before.
  private func refusal(of command: Command.Kind, with charge: ChargeObservation) -> Outcome? {
    switch (command, charge.state) {
    case (.capture, .captured), (.capture, .capturing), (.void, .voided): return nil
    case (.capture, .declined(let reason)): return .rejected(.declined(reason))
    case (.refund, _):
      // A refund that is still being decided does not show in the charge.
      let before = task.checkout.payment?.refunded.minorUnits ?? 0
      return charge.refunded.minorUnits > before ? nil : .parked
    default: return .rejected(.notAllowed)
    }
  }

  // MARK: Refunds

  private func refundCreated(_ refund: Refund) -> ProviderReaction {
    var record = record
    switch refund.state {
    case .known(.declined):
      return .done(.rejected(.notAllowed), ProviderFindings(remarks: [Self.refundDeclined]))
    case .known(.refunded): record.refund = nil
    case .known(.refundInitiated), .unknown: record.refund = refund.refundId
    }
    return next(.charge, record, references: [refund.refundId])
  }

  private func refundRead(_ refund: Refund) -> ProviderReaction {
    var record = record
    switch refund.state {
    case .known(.refunded): record.refund = nil
    case .known(.declined):
      record.refund = nil
      return next(.charge, record, remarks: [Self.refundDeclined])
    case .known(.refundInitiated): break
    case .unknown:
      return next(
        .charge, record, remarks: ["Amazon Pay names an unknown refund state: \(refund.state.printable)."])
    }
    return next(.charge, record)
  }

  private static let refundDeclined = "Amazon Pay declined a refund. Pay the buyer back in another way."

  // MARK: Refusals

  private func failed(_ failure: AmazonPayFailure) -> ProviderReaction {
    switch (call.operation, failure.kind) {
    case (.completeCheckoutSession, .unknownOutcome) where failure.isAnswered:
      // Not open, or this key is spent: only the session says how it stands.
      return next(.session, record, remarks: failure.surprise)
    case (.updateCheckoutSession, .rejected(.notPossible)): return next(.session, record)
    case (.captureCharge, .unknownOutcome) where failure.isAnswered,
      (.cancelCharge, .unknownOutcome) where failure.isAnswered,
      (.createRefund, .unknownOutcome) where failure.isAnswered:
      return next(.refused, record, remarks: failure.surprise)
    case (.getRefund, .rejected):
      var record = record
      record.refund = nil
      return next(.charge, record, remarks: ["Amazon Pay does not find a refund any more."])
    case (_, .rejected(let rejection)):
      return .done(
        .rejected(Rejection(rejection, failure)),
        ProviderFindings(remarks: rejection.needsAttention ? [failure.description] : []))
    default: return .failed(ProviderFailure(failure, answer))
    }
  }

  private func next(
    _ stage: AmazonPayStage, _ record: AmazonPayRecord, references: [String] = [], remarks: [String] = []
  ) -> ProviderReaction {
    .next(
      stage: stage.rawValue,
      ProviderFindings(record: record.bytes, references: references, remarks: remarks))
  }
}

extension AmazonPayFailure {
  /// Whether Amazon Pay refused in words that end this request: repeating it would get the same words.
  fileprivate var isAnswered: Bool {
    guard let status, (400..<500).contains(status), status != 408 else { return false }
    return reasonCode != nil
  }

  /// A remark for reasons that should not occur.
  fileprivate var surprise: [String] {
    switch reasonCode?.known {
    case nil, .duplicateIdempotencyKey: [description]
    default: []
    }
  }
}

extension AmazonPayFailure.Rejection {
  /// Whether it is no ordinary decision about a buyer's payment.
  fileprivate var needsAttention: Bool {
    switch self {
    case .declined, .paymentMethodNotAllowed, .authenticationNotCompleted: false
    case .amountMismatch, .limitExceeded, .notFound, .notPossible: true
    }
  }
}
