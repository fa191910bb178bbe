import FerryCheckout
import FerryCore
import FerryHTTP
import FerryProvider
import GMOPaymentGateway

/// The consequences of a search. Every doubt about a request ends here.
extension GMOReading {
  func searched(_ trade: TradeInformation) -> ProviderReaction {
    var record = record
    if record.order == nil, stage == .entryUnclear || stage == .entryRefused {
      guard let accessID = trade.accessID, let accessPass = trade.accessPass else {
        return .failed(.unreadable(reason: "GMO's answer about an order has no AccessID and AccessPass."))
      }
      record.order = GMORecord.Transaction(
        id: task.reference, accessID: accessID, accessPass: accessPass.reveal(), enteredAt: answer.receivedAt)
    }
    guard let books = TradeBooks(trade, task, record, readAt: answer.receivedAt, provider.options) else {
      return .failed(.unreadable(reason: "GMO's \(trade) cannot be read, or is another order's."))
    }
    switch (stage, task.command.kind) {
    case (.entryUnclear, _), (.entryRefused, _), (.executionUnclear, _), (.executionRefused, _), (.foreignPage, _):
      return attempt(books)
    case (_, .authorize): return page(books)
    case (_, .settle(let amount)): return settled(books, amount)
    case (_, .capture), (_, .void): return moved(books)
    case (_, .refund(let operation, let amount)): return refunded(books, operation, amount)
    case (_, .read), (_, .cancel): return done(books)
    }
  }

  func notFound(_ failure: GMOFailure) -> ProviderReaction {
    guard failure.kind == .rejected else { return .failed(error(failure)) }
    switch stage {
    case .entryUnclear where failure.meanings == [.orderUnknown] && isEnding:
      return .done(.rejected(.notAllowed), ProviderFindings())
    case .entryUnclear where failure.meanings == [.orderUnknown]:
      return .nothingHappened(stage: GMOStage.first.rawValue)
    case .entryRefused where failure.meanings == [.orderUnknown]:
      return .done(.rejected(.notAllowed), ProviderFindings())
    default:
      return .failed(
        .misconfigured(
          reason: failure.description, fix: "Compare ShopID and base URL with those that the order was registered with."
        )
      )
    }
  }

  private func done(_ books: TradeBooks) -> ProviderReaction {
    var books = books
    let observation = books.observationOfRefund()
    if case .ended = observation.session { books.forgetSecrets() }
    return .done(.observed(observation), findings(books))
  }

  private func findings(_ books: TradeBooks) -> ProviderFindings {
    var findings = ProviderFindings(
      record: books.record.bytes, references: books.references, remarks: books.allRemarks)
    // On Amazon's page buyers may choose another card, and GMO does not tell which one has paid.
    findings.forgetsSelectedMethod = books.hasMoney
    return findings
  }

  /// A status that is not known decides nothing about a request.
  private func askAgain(_ books: TradeBooks) -> ProviderReaction {
    .failed(
      .transient(
        reason: "GMO names a status that is not known: \(books.trade.status.printable).", retryAfter: .seconds(60)))
  }

  // MARK: Making a payment page

  /// The transaction after an entry or execution whose answer was lost or a refusal.
  private func attempt(_ books: TradeBooks) -> ProviderReaction {
    switch books.status {
    // Nobody was given the token of a page, so nobody can pay, now or later.
    case .unprocessed where isEnding, .requestAccepted where isEnding || stage == .foreignPage:
      var books = books
      books.forgetSecrets()
      return .done(.rejected(.notAllowed), findings(books))
    case .unprocessed where stage == .executionUnclear:
      return .nothingHappened(stage: GMOStage.execution.rawValue)
    case .unprocessed where stage == .executionRefused || stage == .foreignPage:
      return .done(.rejected(.notAllowed), findings(books))
    case .unprocessed: return next(.execution, books.record)
    // The page exists and its token is lost. The session cannot be used for another one before this one has expired.
    case .requestAccepted:
      let rest = books.enteredLimit.since(books.readAt)
      guard rest + provider.options.grace > .zero else { return anotherAttempt(books) }
      return .failed(
        .transient(
          reason: "The address of GMO's payment page is lost. Another one is asked for when it has expired.",
          retryAfter: max(.seconds(60), rest)))
    case .expired: return anotherAttempt(books)
    case .failed: return .done(.rejected(.declined(.refused)), findings(books))
    case .consentRegistered, .consentEnded, nil: return askAgain(books)
    case .authorizing, .authorized, .captured, .sales, .refundRequested, .refunded, .cancelled: return done(books)
    }
  }

  var isEnding: Bool { task.checkout.endsUnlessPaid }

  /// A new OrderID, unless the checkout is to end.
  private func anotherAttempt(_ books: TradeBooks) -> ProviderReaction {
    if isEnding { return .done(.rejected(.notAllowed), findings(books)) }
    var books = books
    books.change { $0.order = nil }
    return .newReference(stage: GMOStage.first.rawValue, ProviderFindings(record: books.record.bytes))
  }

  private func page(_ books: TradeBooks) -> ProviderReaction {
    var observation = books.observation
    observation.paymentPage = books.record.order?.start == nil ? nil : provider.startSite
    return .done(.observed(observation), findings(books))
  }

  // MARK: Money

  /// An automatic capture is asked for once the authorized amount was compared with the agreed one.
  private func settled(_ books: TradeBooks, _ amount: Money) -> ProviderReaction {
    switch books.status {
    case .authorized where books.observation.charge?.state == .authorized: break
    case .consentRegistered, .consentEnded, nil: return askAgain(books)
    default: return done(books)
    }
    switch stage {
    case .first:
      guard task.checkout.isCapturedAtOnce(for: task.order), books.trade.total == amount else { return done(books) }
      return .next(stage: GMOStage.sales.rawValue, findings(books))
    case .unclear: return .nothingHappened(stage: GMOStage.sales.rawValue)
    default: return done(books)
    }
  }

  private func moved(_ books: TradeBooks) -> ProviderReaction {
    guard let operation = task.command.kind.operation, stage != .accepted else { return done(books) }
    let isDone: Bool
    switch (task.command.kind, books.status) {
    case (_, nil), (_, .consentRegistered), (_, .consentEnded): return askAgain(books)
    case (.capture, .sales), (.capture, .captured), (.capture, .refundRequested), (.capture, .refunded),
      (.void, .cancelled):
      isDone = true
    case (_, .authorized) where stage == .unclear: return .nothingHappened(stage: GMOStage.first.rawValue)
    default: isDone = false
    }
    var observation = books.observation
    if !isDone { observation.failures = [OperationFailure(operation, .notAllowed)] }
    return .done(.observed(observation), findings(books))
  }

  // MARK: Refunds

  private func refunded(_ books: TradeBooks, _ operation: OperationID, _ amount: Money) -> ProviderReaction {
    var books = books
    if stage == .first {
      if books.status == .refundRequested {
        return .failed(
          .transient(
            reason: "GMO is paying out another refund of this transaction.", retryAfter: .seconds(60)))
      }
      if books.status == nil { return askAgain(books) }
      if books.begin(operation, amount) { return .next(stage: GMOStage.refund.rawValue, findings(books)) }
      return refused(books, operation, "GMO has less left of this payment than the refund.")
    }
    guard books.record.refund?.operation == operation, let fate = books.refundFate else {
      return .done(.parked, findings(books))
    }
    switch (fate, stage) {
    case (.running, _), (.done, _), (.failed, _): return done(books)
    case (.unclear, _) where books.status == nil: return askAgain(books)
    case (_, .refused): return refused(books, operation, nil)
    case (.unclear, _):
      var findings = findings(books)
      findings.remarks.append(
        "GMO gave no answer to a refund, and the refunded amount has risen by another. Compare GMO's admin console.")
      return .done(.parked, findings)
    case (.notShown, _): return notShown(books, operation)
    }
  }

  private func notShown(_ books: TradeBooks, _ operation: OperationID) -> ProviderReaction {
    // GMO's own client waits three minutes for an answer.
    AbsenceProof("GMO", after: .seconds(180)).reaction(
      of: "refund", since: stage == .unclear ? nil : books.record.refund?.absentSince, at: books.readAt,
      first: {
        var books = books
        books.change { $0.refund?.absentSince = answer.receivedAt }
        return next(stage == .unclear || stage == .accepted ? .absent : stage, books.record)
      },
      proved: {
        stage == .doubtful
          ? refused(books, operation, nil) : .nothingHappened(stage: GMOStage.refund.rawValue)
      })
  }

  private func refused(_ books: TradeBooks, _ operation: OperationID, _ remark: String?) -> ProviderReaction {
    var books = books
    books.change { if $0.refund?.operation == operation { $0.refund = nil } }
    var observation = books.observation
    observation.failures = [OperationFailure(operation, .notAllowed)]
    var findings = findings(books)
    findings.remarks += [remark].compactMap(\.self)
    return .done(.observed(observation), findings)
  }
}
