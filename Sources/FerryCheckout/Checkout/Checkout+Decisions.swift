import FerryCore

/// A person's decisions about a checkout that is held or overdue, and about an operation of unknown outcome.
extension Checkout {
  mutating func resolve(
    _ resolution: Resolution, operation: OperationID?, amount: Money?, at now: Moment, for order: Order
  ) throws(Refusal) -> [Command] {
    switch resolution {
    case .happened: return try decideOperation(operation, happened: true, amount: amount, at: now, for: order)
    case .didNotHappen: return try decideOperation(operation, happened: false, amount: amount, at: now, for: order)
    case .accept, .reject, .ask, .hold: break
    }
    guard operation == nil else { throw .operationNotConcerned }
    guard amount == nil || resolution == .accept else { throw .amountNotConcerned }
    let undecided = payment?.current.flatMap { $0.state == .unknown ? $0.id : nil }
    switch (resolution, phase) {
    case (.hold, _): return try stopWaiting(at: now)
    case (.ask, .paid) where undecided != nil: return askProvider(at: now)
    case (.ask, .held): return askProviderAgain(at: now)
    case (.accept, .paid), (.accept, .held), (.reject, .held):
      // Without its outcome nobody knows what there is to accept or to return.
      if let undecided { throw .operationUndecided(undecided) }
      guard case .held = phase else { throw .wrongPhase(phase.name) }
      return resolution == .accept ? try acceptPayment(of: amount, at: now, for: order) : rejectPayment(at: now)
    default: throw .wrongPhase(phase.name)
    }
  }

  // MARK: Held checkouts

  /// The payment is a sale as the provider has it. Another amount than was asked for is accepted by name only.
  /// One that cannot be read counts as the one that was asked for.
  private mutating func acceptPayment(
    of amount: Money?, at now: Moment, for order: Order
  ) throws(Refusal) -> [Command] {
    let mismatch = amountMismatch
    if let charge = mismatch?.charge {
      guard payment?.reference ?? charge.reference == charge.reference else { throw .nothingToAccept }
      payment = reportedPayment
      adoptNoticedDisputes(at: now)
    }
    // A sale stays a sale after its money was refunded.
    guard let payment, payment.holdsMoney || payment.captured.isPositive else { throw .nothingToAccept }
    guard order.isUnpaid(besides: id) else { throw .orderPaid }
    let total = payment.authorized.isPositive ? payment.authorized : payment.captured
    if let mismatch, amount != mismatch.reported, amount != nil || mismatch.unreadable == nil {
      throw .amountDiffers(asked: mismatch.asked, reported: mismatch.reported)
    }
    if mismatch == nil, let amount, amount != total {
      throw .amountDiffers(asked: agreed?.total ?? total, reported: total)
    }
    review.agreed = Agreement(revision: agreed?.revision ?? revision, total: total)
    ownDecision = .accepted
    doubt?.forgetMismatch()
    guard capture == .automatic, payment.captured.isZero else {
      phase = .paid
      return []
    }
    // The order is paid when the money is captured.
    phase = .closing(Phase.Closing(.cancel(.merchant), lastAsked: now))
    return captureAuthorizedMoney(at: now, again: true)
  }

  /// None of the money is kept. The provider is asked first what there is to return.
  private mutating func rejectPayment(at now: Moment) -> [Command] {
    let holdsMoney = payment?.holdsMoney ?? false || doubt?.mismatch?.charge != nil
    ownDecision = .rejected(.merchant)
    doubt?.forgetMismatch()
    if holdsMoney { return askProviderBeforeEnding(as: .cancel(.merchant), at: now) }
    keepAskingWhilePageIsOpen(from: now)
    // Money that the provider reports later is returned then.
    return endWithoutPayment(as: .cancel(.merchant)) + askProvider(at: now)
  }

  /// Asks the provider as if nothing had been reported but money: its answer takes the place of all doubts. What was
  /// cancelled or rejected stays so.
  private mutating func askProviderAgain(at now: Moment) -> [Command] {
    // If the answer shows no money, the settlement may still arrive.
    if phase == .held(.unknownOutcome) { keepAskingWhilePageIsOpen(from: now) }
    if ownDecision.cancelledBy == nil { ownDecision = .none }
    let commands = askProviderBeforeEnding(as: .cancel(.merchant), at: now)
    issued.clearsDoubts = issued.last
    return commands
  }

  /// Discards doubts and ends that were reported before, if an answer is the one that a person has asked for.
  mutating func discardDoubts(ifAskedBy number: CommandNumber, _ outcome: Outcome) {
    guard number == issued.clearsDoubts else { return }
    issued.clearsDoubts = nil
    guard case .observed(let observation) = outcome, observation.charge != nil || observation.session != nil else {
      return
    }
    doubt = nil
    providerSession.end = nil
    providerSession.isCompleted = false
    payment?.declined = nil
    declinedAttempts = []
  }

  // MARK: Operations of unknown outcome

  /// - Parameter happened: False if the provider has not carried it out.
  private mutating func decideOperation(
    _ id: OperationID?, happened: Bool, amount: Money?, at now: Moment, for order: Order
  ) throws(Refusal) -> [Command] {
    guard happened || amount == nil else { throw .amountNotConcerned }
    guard let id, let payment, let operation = payment.operations.first(where: { $0.id == id }) else {
      throw .operationNotFound
    }
    switch operation.state {
    // A second press of the button, or a lost answer.
    case .succeeded where happened && (amount ?? operation.moved) == operation.moved: return []
    case .failed where !happened: return []
    case .succeeded, .failed, .requested, .pending: throw .operationNotUnknown
    case .unknown: break
    }
    if !happened, let end = operation.mayArriveUntil, now < end { throw .requestMayArrive(until: end) }
    let moved = happened ? try moved(amount, by: operation, of: payment) : nil
    self.payment?.decide(id, moved: moved)
    return continueAfterDecision(at: now, for: order)
  }

  /// The amount that an operation has moved by a person's word, checked against what the provider reports.
  private func moved(_ amount: Money?, by operation: Operation, of payment: Payment) throws(Refusal) -> Money {
    if let reported = operation.reportedAmount, amount != reported, amount != operation.amount {
      throw .amountDiffers(asked: operation.amount, reported: reported)
    }
    let amount = amount ?? operation.amount
    guard amount.currency == payment.currency, amount.isPositive else { throw .invalidAmount }
    // A release has no parts.
    guard operation.kind != .void || amount == operation.amount else { throw .invalidAmount }
    let (total, limit): (Money, Int64) =
      switch operation.kind {
      case .capture: (payment.captured, payment.authorized.minorUnits)
      case .refund: (payment.refunded, profile.excessRefund.limit(payment.captured))
      case .void: (payment.voided, operation.before.minorUnits + operation.amount.minorUnits)
      }
    let room = Money(minorUnits: max(0, limit - operation.before.minorUnits), payment.currency)
    guard amount.minorUnits <= room.minorUnits || amount == operation.reportedAmount else {
      throw .amountExceeded(room)
    }
    // A total that has not risen may not show the operation at all.
    let rise = Money(minorUnits: total.minorUnits - operation.before.minorUnits, payment.currency)
    guard !rise.isPositive || amount.minorUnits <= rise.minorUnits else { throw .totalDiffers(rise) }
    return amount
  }

  /// The rest of the money, and the end that was decided on, say how the checkout goes on.
  private mutating func continueAfterDecision(at now: Moment, for order: Order) -> [Command] {
    guard resumeAfterOperation(at: now), let payment, case .closing(let closing) = phase else { return [] }
    guard payment.holdsMoney else { return endWithoutPayment(as: closing.ending) }
    if closing.ending == .expire { phase = .expired }
    let commands = applyVerdict(at: now, for: order) ?? []
    // Money that was not captured is still undecided.
    guard commands.isEmpty, case .closing = phase else { return commands }
    return hold(.unknownOutcome)
  }

  /// Resumes a checkout that was held because of an operation, once the provider or a person has decided about the operation:
  /// it is to end.
  /// - Returns: False if it was not held for that, or the outcome is still unknown.
  @discardableResult
  mutating func resumeAfterOperation(at now: Moment) -> Bool {
    guard phase == .held(.unknownOutcome), payment?.current == nil else { return false }
    phase = .closing(Phase.Closing(ownDecision.ending ?? .cancel(.merchant), lastAsked: now))
    return true
  }

  // MARK: Overdue checkouts

  /// Treats unanswered operations as unknown. The caller drops the overdue commands.
  private mutating func stopWaiting(at now: Moment) throws(Refusal) -> [Command] {
    switch phase {
    case .open, .reviewing, .confirmed, .paying: throw .wrongPhase(phase.name)
    case .held:
      inquiry.command = nil
      suspectOperation(at: now)
      return []
    case .selecting(var selecting):
      selecting.question = nil
      phase = .selecting(selecting)
      return []
    case .authorizing, .settling, .closing:
      suspectOperation(at: now)
      return hold(.unknownOutcome)
    case .paid, .declined, .cancelled, .expired:
      if payment?.isPending == true { inquiry.isDecisionAwaited = false }
      // While a question has no answer, the authorization may have been captured.
      if inquiry.command == nil, isLapseOverdue(at: now) { payment?.lapse() }
      inquiry.command = nil
      return suspectOperation(at: now) && phase != .paid ? hold(.unknownOutcome) : []
    }
  }
}
