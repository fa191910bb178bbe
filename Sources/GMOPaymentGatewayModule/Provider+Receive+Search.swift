import FerryCheckout
import FerryCore
import FerryHTTP
import FerryProvider
import GMOPaymentGateway

/// The consequences of a search. Every doubt about a request ends here.
extension AnswerReading {
  func searched(_ trade: TradeInformation) -> ProviderReaction {
    var record = record
    if record.order == nil, stage == .entryUnclear || stage == .entryRefused {
      guard let accessID = trade.accessID, let accessPass = trade.accessPass else {
        return .unreadable("GMO's answer about an order has no AccessID and AccessPass.")
      }
      record.order = Record.Transaction(
        id: task.reference, accessID: accessID, accessPass: accessPass.reveal(), enteredAt: answer.receivedAt)
    }
    guard let observed = ObservedPayment(trade, task, record, readAt: answer.receivedAt, provider.options) else {
      return .unreadable("GMO's \(trade) cannot be read, or is another order's.")
    }
    switch (stage, task.command.kind) {
    case (.entryUnclear, _), (.entryRefused, _), (.executionUnclear, _), (.executionRefused, _), (.foreignPage, _):
      return attempt(observed)
    case (_, .authorize): return page(observed)
    case (_, .settle(let amount)): return settled(observed, amount)
    case (_, .capture), (_, .void): return moved(observed)
    case (_, .refund(let operation, let amount)): return refunded(observed, operation, amount)
    case (_, .read), (_, .cancel), (_, .readDispute), (_, .answerDispute): return done(observed)
    }
  }

  func notFound(_ failure: GMOFailure) -> ProviderReaction {
    guard failure.kind == .rejected else { return .failed(error(failure)) }
    switch stage {
    case .entryUnclear where failure.meanings == [.orderUnknown] && isEnding:
      return .done(.rejected(.notAllowed), ProviderFindings())
    case .entryUnclear where failure.meanings == [.orderUnknown]:
      return .nothingHappened(stage: Stage.first.rawValue)
    case .entryRefused where failure.meanings == [.orderUnknown]:
      return .done(.rejected(.notAllowed), ProviderFindings())
    default:
      return .misconfigured(
        failure.description, fix: "Compare ShopID and base URL with those that the order was registered with.")
    }
  }

  private func done(_ observed: ObservedPayment) -> ProviderReaction {
    var observed = observed
    let observation = observed.observationOfRefund()
    if case .ended = observation.session { observed.forgetSecrets() }
    return .done(.observed(observation), findings(observed))
  }

  private func findings(_ observed: ObservedPayment) -> ProviderFindings {
    var findings = ProviderFindings(
      record: try observed.record.bytes, references: observed.references, remarks: observed.allRemarks)
    // On Amazon's page buyers may choose another card, and GMO does not tell which one has paid.
    findings.forgetsSelectedMethod = observed.hasMoney
    return findings
  }

  /// A status that is not known decides nothing about a request.
  private func askAgain(_ observed: ObservedPayment) -> ProviderReaction {
    .transient("GMO names a status that is not known: \(observed.trade.status.printable).", retryAfter: .seconds(60))
  }

  // MARK: Making a payment page

  /// The transaction after an entry or execution whose answer was lost or a refusal.
  private func attempt(_ observed: ObservedPayment) -> ProviderReaction {
    switch observed.status {
    // Nobody was given the token of a page, so nobody can pay, now or later.
    case .unprocessed where isEnding, .requestAccepted where isEnding || stage == .foreignPage:
      var observed = observed
      observed.forgetSecrets()
      return .done(.rejected(.notAllowed), findings(observed))
    case .unprocessed where stage == .executionUnclear:
      return .nothingHappened(stage: Stage.execution.rawValue)
    case .unprocessed where stage == .executionRefused || stage == .foreignPage:
      return .done(.rejected(.notAllowed), findings(observed))
    case .unprocessed: return next(.execution, observed.record)
    // The page exists and its token is lost. The session cannot be used for another one before this one has expired.
    case .requestAccepted:
      let rest = observed.enteredLimit.since(observed.readAt)
      guard rest + provider.options.grace > .zero else { return anotherAttempt(observed) }
      return .transient(
        "The address of GMO's payment page is lost. Another one is asked for when it has expired.",
        retryAfter: max(.seconds(60), rest))
    case .expired: return anotherAttempt(observed)
    case .failed: return .done(.rejected(.declined(.refused)), findings(observed))
    case .consentRegistered, .consentEnded, nil: return askAgain(observed)
    case .authorizing, .authorized, .captured, .sales, .refundRequested, .refunded, .cancelled: return done(observed)
    }
  }

  var isEnding: Bool { task.checkout.endsUnlessPaid }

  /// A new OrderID, unless the checkout is to end.
  private func anotherAttempt(_ observed: ObservedPayment) -> ProviderReaction {
    if isEnding { return .done(.rejected(.notAllowed), findings(observed)) }
    var observed = observed
    observed.record.order = nil
    return .newReference(stage: Stage.first.rawValue, ProviderFindings(record: try observed.record.bytes))
  }

  private func page(_ observed: ObservedPayment) -> ProviderReaction {
    var observation = observed.observation
    observation.paymentPage = observed.record.order?.start == nil ? nil : provider.startSite
    return .done(.observed(observation), findings(observed))
  }

  // MARK: Money

  /// An automatic capture is asked for once the authorized amount was compared with the agreed one.
  private func settled(_ observed: ObservedPayment, _ amount: Money) -> ProviderReaction {
    switch observed.status {
    case .authorized where observed.observation.charge?.state == .authorized: break
    case .consentRegistered, .consentEnded, nil: return askAgain(observed)
    default: return done(observed)
    }
    switch stage {
    case .first:
      guard task.checkout.isCapturedAtOnce(for: task.order), observed.trade.total == amount else {
        return done(observed)
      }
      return .next(stage: Stage.sales.rawValue, findings(observed))
    case .unclear: return .nothingHappened(stage: Stage.sales.rawValue)
    default: return done(observed)
    }
  }

  private func moved(_ observed: ObservedPayment) -> ProviderReaction {
    guard let operation = task.command.kind.operation, stage != .accepted else { return done(observed) }
    let isDone: Bool
    switch (task.command.kind, observed.status) {
    case (_, nil), (_, .consentRegistered), (_, .consentEnded): return askAgain(observed)
    case (.capture, .sales), (.capture, .captured), (.capture, .refundRequested), (.capture, .refunded),
      (.void, .cancelled):
      isDone = true
    case (_, .authorized) where stage == .unclear: return .nothingHappened(stage: Stage.first.rawValue)
    default: isDone = false
    }
    var observation = observed.observation
    if !isDone { observation.failures = [OperationFailure(operation, .notAllowed)] }
    return .done(.observed(observation), findings(observed))
  }

  // MARK: Refunds

  private func refunded(_ observed: ObservedPayment, _ operation: OperationID, _ amount: Money) -> ProviderReaction {
    var observed = observed
    if stage == .first {
      if observed.status == .refundRequested {
        return .transient("GMO is paying out another refund of this transaction.", retryAfter: .seconds(60))
      }
      if observed.status == nil { return askAgain(observed) }
      if observed.begin(operation, amount) { return .next(stage: Stage.refund.rawValue, findings(observed)) }
      return refused(observed, operation, "GMO has less left of this payment than the refund.")
    }
    guard observed.record.refund?.operation == operation, let fate = observed.refundFate else {
      return .done(.parked, findings(observed))
    }
    switch (fate, stage) {
    case (.running, _), (.done, _), (.failed, _): return done(observed)
    case (.unclear, _) where observed.status == nil: return askAgain(observed)
    case (_, .refused): return refused(observed, operation, nil)
    case (.unclear, _):
      var findings = findings(observed)
      findings.remarks.append(
        "The refunded amount at GMO has risen by another than the refund's. Compare GMO's admin console.")
      return .done(.parked, findings)
    case (.notShown, _): return notShown(observed, operation)
    }
  }

  private func notShown(_ observed: ObservedPayment, _ operation: OperationID) -> ProviderReaction {
    absence(
      "GMO does not show the refund", since: stage == .unclear ? nil : observed.record.refund?.absentSince,
      first: {
        var observed = observed
        observed.record.refund?.absentSince = answer.receivedAt
        return next(stage == .unclear || stage == .accepted ? .absent : stage, observed.record)
      },
      proved: {
        stage == .doubtful
          ? refused(observed, operation, nil) : .nothingHappened(stage: Stage.refund.rawValue)
      })
  }

  private func refused(_ observed: ObservedPayment, _ operation: OperationID, _ remark: String?) -> ProviderReaction {
    var observed = observed
    if observed.record.refund?.operation == operation { observed.record.refund = nil }
    var observation = observed.observation
    observation.failures = [OperationFailure(operation, .notAllowed)]
    var findings = findings(observed)
    findings.remarks += [remark].compactMap(\.self)
    return .done(.observed(observation), findings)
  }
}
