public import FerryCore

extension Checkout {
  /// Applies an event.
  ///
  /// - Parameter order: The checkout's order, which is updated too.
  /// - Returns: The commands and ledger entries, to be committed with the new state.
  /// - Throws: `Refusal` of an intent; nothing has changed then. Hints and answers are never refused.
  public mutating func receive(
    _ event: Event, at now: Moment, for order: inout Order
  ) throws(Refusal) -> Decision {
    var next = self
    let commands = try next.apply(event, at: now, for: order)
    if let captured = next.payment?.captured, captured.isPositive, next.payment?.capturedAt == nil {
      next.payment?.capturedAt = now
    }
    next.payment?.noteDoubts(at: now)
    next.inquiry.began = next.awaitsDecision ? min(next.inquiry.began ?? now, now) : nil
    if income != next.income { next.payment?.transfers += 1 }
    let ledger = LedgerEntry.entries(from: payment, to: next.payment, income: (income, next.income))
    self = next
    order.recordPhase(of: id, isFinal: phase.isFinal, isPaid: phase == .paid)
    return Decision(commands: commands, ledger: ledger)
  }

  /// The account of captured money: it is the order's only if this checkout paid it.
  var income: LedgerEntry.Account { phase == .paid ? .sales : .suspense }

  private mutating func apply(_ event: Event, at now: Moment, for order: Order) throws(Refusal) -> [Command] {
    switch event {
    case .leave(let change): try leave(change, at: now)
    case .confirm(let revision, let total): try confirm(revision: revision, total: total)
    case .keep: try keepEarlierSelection()
    case .cancel(let party): try cancel(by: party, at: now)
    case .returnedToShop: try returnToShop(at: now)
    case .restarted: try restartSelection()
    case .capture(let id, let amount, let lines): try capture(id, amount: amount, lines: lines, at: now)
    case .refund(let id, let amount, let lines, let beyondCapture, let despiteDispute, let reason):
      try refund(
        id, amount: amount, lines: lines, beyondCapture: beyondCapture, despiteDispute: despiteDispute, reason: reason,
        at: now)
    case .void(let id): try void(id, at: now)
    case .resolve(let resolution, let operation, let amount):
      try resolve(resolution, operation: operation, amount: amount, at: now, for: order)
    case .returned(let session): returned(with: session, at: now)
    case .recordDispute(let report, let source): try recordDispute(report, from: source, at: now, for: order)
    case .answerDispute(let dispute, let id, let digest, let parts):
      try answerDispute(dispute, id, digest: digest, parts, at: now)
    case .disputeNoticed(let id): disputeNoticed(id, at: now)
    case .recheckRequested: askAboutDisputes(at: now) { $0.state.isOpen } + askProvider(at: now)
    case .timerFired: timerFired(at: now)
    case .performed(let number, let outcome): performed(number, outcome: outcome, at: now, for: order)
    }
  }

  private mutating func timerFired(at now: Moment) -> [Command] {
    guard let wakeAt else { return [] }
    // The time was set by the schedule of an earlier version: it is a hint.
    guard wakeAt <= now else { return asksSince == nil ? [] : askProvider(at: now) }
    let questions = askAboutDisputes(at: now) { $0.questionAt ?? .never <= now }
    guard questions.isEmpty || self.wakeAt ?? .never <= now else { return questions }
    return questions + continueInTime(at: now)
  }

  /// The time was reached for something besides disputes.
  private mutating func continueInTime(at now: Moment) -> [Command] {
    switch phase {
    case .selecting where now < expiresAt: return askProvider(at: now)
    case .open, .selecting, .reviewing, .confirmed: return endWithoutPayment(as: .expire)
    case .authorizing(let authorizing): return endWhilePageIsRequested(authorizing, as: .expire)
    case .paying(let paying):
      return askForPayment(paying, thenEnd: expiresAt <= now ? .expire : nil, at: now)
    case .paid:
      warnOfLapse(at: now)
      return askProvider(at: now)
    case .settling where isUndecided(at: now), .closing where isUndecided(at: now):
      inquiry.command = nil
      inquiry.lastAsked = now
      return hold(.undecided)
    case .settling, .closing, .declined, .cancelled, .expired, .held: return askProvider(at: now)
    }
  }

  /// Asks the provider for the present state, unless a question is under way.
  mutating func askProvider(at now: Moment) -> [Command] {
    switch phase {
    case .open, .confirmed: return []
    case .selecting(var selecting):
      guard session != nil, selecting.question == nil else { return [] }
      let question = newCommand(.read)
      selecting.question = question.number
      phase = .selecting(selecting)
      return [question]
    case .reviewing, .authorizing: return []
    case .held where !isAskedOnWhileHeld: return []
    case .paying(let paying): return askForPayment(paying, thenEnd: nil, at: now)
    case .settling(var settling):
      guard settling.command == nil else { return [] }
      let question =
        settling.question == .unanswered ? repeatedSettlement(of: settling) : newCommand(.read)
      settling.question = .asked(question.number)
      // A clock that was ahead may have put it into the future.
      settling.began = min(settling.began, now)
      settling.lastAsked = now
      phase = .settling(settling)
      return [question]
    case .closing(var closing):
      guard closing.command == nil else { return [] }
      let question = newCommand(.read)
      closing.request = .presentState(question.number)
      closing.began = min(closing.began, now)
      closing.lastAsked = now
      phase = .closing(closing)
      return [question]
    case .paid, .declined, .cancelled, .expired, .held:
      guard session != nil || payment != nil, inquiry.command == nil else { return [] }
      let question = newCommand(.read)
      inquiry.command = question.number
      inquiry.lastAsked = now
      return [question]
    }
  }

  /// Repeats a settlement that had no answer, unless the payment is finished or no longer wanted.
  private mutating func repeatedSettlement(of settling: Phase.Settling) -> Command {
    guard let agreed, settling.ending == nil, !providerSession.isCompleted, payment == nil else {
      return newCommand(.read)
    }
    return newCommand(.settle(agreed.total))
  }

  /// Asks the provider whether the buyer has paid, and to finish the payment if they did.
  /// - Parameter ending: The end of the checkout if they did not; nil if the buyer may go on.
  private mutating func askForPayment(
    _ paying: Phase.Paying, thenEnd ending: Phase.Ending?, at now: Moment
  ) -> [Command] {
    guard let agreed else { return hold(.contradiction) }
    let settle = newCommand(.settle(agreed.total))
    phase = .settling(
      Phase.Settling(
        question: .asked(settle.number), paying: paying, lastAsked: now, ending: ending, began: now))
    return [settle]
  }

  /// Returns true if a command still matters. Another need not be performed, and its answer is ignored.
  public func wants(_ command: Command) -> Bool {
    guard command.number > discarded else { return false }
    return switch (phase, command.kind) {
    // Questions from before another session came, or before the buyer left for a change.
    case (.selecting(let selecting), .read): selecting.question == command.number
    // The buyer has left a change before its answer came.
    case (.reviewing, .read): false
    case (_, .read) where phase.isFinal && payment == nil: inquiry.command == command.number
    case (_, .readDispute): payment?.disputes.contains { $0.question == command.number } ?? false
    case (_, .answerDispute(let id)):
      answerCommand == command.number && payment?.disputes.contains { $0.id == id && $0.state.isOpen } ?? false
    // The checkout has ended while it waited for its payment page, and the page alone moves no money.
    case (_, .authorize) where phase.isFinal && payment == nil: !profile.settlesOnlyByUs
    default: true
    }
  }
}
