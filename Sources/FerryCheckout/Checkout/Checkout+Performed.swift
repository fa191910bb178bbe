import FerryCore

extension Checkout {
  mutating func returned(with session: String?, at now: Moment) -> [Command] {
    if profile.journey == .selectThenPay {
      if phase == .open, profile.sessionOrigin == .proven { phase = .selecting(Phase.Selecting(change: nil)) }
      // The latest session counts until something is selected; the answer about the one before is ignored. From then
      // on a link with another session changes nothing.
      if case .selecting(var selecting) = phase, let session, session != self.session, selection == nil,
        !selecting.mustRestart, mayAttach(session, at: now)
      {
        attach(session)
        selecting.question = nil
        selecting.unclear = nil
        phase = .selecting(selecting)
      }
    }
    guard session == nil || session == self.session else { return [] }
    return askProvider(at: now)
  }

  /// The most sessions that one checkout has had attached, if their origin is not proven.
  private static let mostSpentSessions = 32

  /// True if a session may be attached. One of unproven origin may be the session of somebody else: each is attached once,
  /// and another one only after the buyer has left again.
  private func mayAttach(_ session: String, at now: Moment) -> Bool {
    guard profile.sessionOrigin != .proven else { return true }
    let spent = providerSession.spent ?? []
    return self.session == nil && !spent.contains(session) && spent.count < Self.mostSpentSessions && now < expiresAt
  }

  private mutating func attach(_ session: String) {
    providerSession.reference = session
    if profile.sessionOrigin != .proven { providerSession.spent = (providerSession.spent ?? []) + [session] }
  }

  mutating func performed(
    _ number: CommandNumber, outcome: Outcome, at now: Moment, for order: Order
  ) -> [Command] {
    guard number > discarded, number <= lastCommand else { return [] }
    let operation = payment?.current
    recordFacts(of: outcome, answering: number)
    if inquiry.command == number { inquiry.command = nil }
    // The operation that it was held for is decided.
    if phase == .held(.unknownOutcome), operation?.state == .unknown, payment?.current == nil {
      phase = .closing(Phase.Closing(ownDecision.ending ?? .cancel(.merchant), lastAsked: now))
    }
    if let operation { followOutcome(of: operation) }
    // The provider has decided after all: the checkout ends as one that waited for it.
    if phase == .held(.undecided), verdict != .undecided || payment?.isPending != true {
      phase = .closing(Phase.Closing(.expire, lastAsked: now))
    }
    if let commands = applyVerdict(at: now, for: order) { return commands }
    let commands = continueJourney(with: outcome, answering: number, at: now)
    if case .held = phase { return commands }
    return verdict == .authorized ? commands + captureAuthorizedMoney(at: now) : commands
  }

  private mutating func recordFacts(of outcome: Outcome, answering number: CommandNumber) {
    discardDoubts(ifAskedBy: number, outcome)
    if case .observed(let observation) = outcome { merge(observation, answersAuthorize: isPageAsked(by: number)) }
    recheckOperation(number, outcome)
    if recordOperation(number, outcome) { return }
    switch outcome {
    case .rejected(.sessionEnded(let end)): providerSession.merge(end)
    case .rejected(.declined(let reason)): providerSession.merge(.declined(reason))
    case .observed, .rejected, .parked, .unanswered: break
    }
  }

  private func isPageAsked(by number: CommandNumber) -> Bool {
    guard case .authorizing(let authorizing) = phase else { return false }
    return authorizing.step == .requesting && authorizing.command == number
  }

  /// A checkout that is not paid follows the outcome of its operation if that was a failure, or cannot be known.
  private mutating func followOutcome(of earlier: Operation) {
    guard let operation = payment?.operations.first(where: { $0.id == earlier.id }), operation.state != earlier.state
    else { return }
    switch phase {
    case .paid, .held: return
    case .open, .selecting, .reviewing, .confirmed, .authorizing, .paying, .settling, .closing, .declined, .cancelled,
      .expired:
      break
    }
    switch (operation.state, operation.kind) {
    case (.unknown, _): phase = .held(.unknownOutcome)
    case (.failed(.declined(let reason)), .capture): payment?.decline(reason)
    // The provider has voided the authorization, which decides the verdict.
    case (.failed, .capture) where payment?.wasVoided ?? false: break
    case (.failed, .capture): phase = .held(.contradiction)
    // It was captured meanwhile, and is refunded.
    case (.failed, .void) where payment?.refundable.isPositive ?? false: break
    // Money that must not stay and could not be returned needs a person.
    case (.failed, _): phase = .held(.lateMoney)
    case (.requested, _), (.pending, _), (.succeeded, _): break
    }
  }

  /// Continues the journey with the answer that it waits for.
  private mutating func continueJourney(
    with outcome: Outcome, answering number: CommandNumber, at now: Moment
  ) -> [Command] {
    switch phase {
    case .selecting(let selecting) where selecting.question == number: receiveSelection(selecting, outcome, at: now)
    case .authorizing(let authorizing) where authorizing.command == number:
      receivePaymentPage(authorizing, outcome, at: now)
    case .paying(let paying): waitForReportedPayment(paying, at: now)
    case .settling(let settling) where settling.command == number: receivePayment(settling, outcome, at: now)
    case .closing(let closing) where closing.command == number: receiveLastState(closing, outcome, at: now)
    case .open, .selecting, .reviewing, .confirmed, .authorizing, .settling, .closing, .paid, .declined, .cancelled,
      .expired, .held:
      []
    }
  }

  private mutating func receiveSelection(
    _ selecting: Phase.Selecting, _ outcome: Outcome, at now: Moment
  ) -> [Command] {
    var selecting = selecting
    selecting.question = nil
    selecting.refusal = nil
    if outcome.isUnclear {
      selecting.unclear = Phase.Unclear(began: selecting.unclear?.began ?? now, last: now)
    } else {
      selecting.unclear = nil
    }
    phase = .selecting(selecting)
    switch outcome {
    case .observed(let observation):
      if let selection = observation.selection { return showReview(of: selection) }
      // A provider sends buyers back after they have selected. Somebody who comes earlier may have mailed the link to
      // a victim and wait for the victim's selection. Repeated returns must not reveal it.
      if selecting.change == nil, observation.session == .open {
        providerSession.reference = nil
        selecting.mustRestart = true
        phase = .selecting(selecting)
      }
    case .rejected(.notYet), .rejected(.alreadyDone), .parked, .unanswered: break
    case .rejected:
      // The session is not ours, or does not exist: it must not stay attached.
      guard selecting.change == nil else { break }
      providerSession.reference = nil
      selecting.mustRestart = profile.sessionOrigin != .proven
      phase = .selecting(selecting)
    }
    return []
  }

  /// Shows the buyer a selection. A new one gets a new price and a new revision.
  private mutating func showReview(of selection: Selection) -> [Command] {
    guard content.shipping?.delivers(to: selection.country) ?? true else {
      // The provider knows the merchant's countries, and should not have offered this one.
      phase = .selecting(Phase.Selecting(change: .address, refusal: .countryNotServed))
      return []
    }
    phase = .reviewing
    guard selection != self.selection else { return [] }
    do {
      review.offer = .selection(selection, try Quote(content, region: selection.region))
      review.revision += 1
      return []
    } catch {
      // The content was priced for every zone when the order was made.
      return hold(.contradiction)
    }
  }

  /// True if the buyer or address of the provider's session differs from the agreement: somebody has changed the
  /// selection since, in another tab for instance.
  private func hasOtherDestination(_ observation: Observation) -> Bool {
    guard let selection, let seen = observation.selection else { return false }
    return !seen.sharesDestination(with: selection)
  }

  /// The agreement no longer fits the session: the selection is priced and shown again.
  private mutating func showNewReview(of observation: Observation) -> [Command] {
    guard let selection = observation.selection else { return [] }
    review.revokeAgreement()
    return showReview(of: selection)
  }

  private mutating func receivePaymentPage(
    _ authorizing: Phase.Authorizing, _ outcome: Outcome, at now: Moment
  ) -> [Command] {
    switch (authorizing.step, outcome) {
    case (.checking, .observed(let observation)):
      if let ending = authorizing.ending { return endWithoutPayment(as: ending) }
      guard let selection = observation.selection, selection == self.selection, let quote else {
        if let selection = observation.selection { return showReview(of: selection) }
        phase = .reviewing
        return []
      }
      return requestPaymentPage(for: quote.total)
    case (.requesting, .observed(let observation)) where hasOtherDestination(observation):
      return authorizing.ending.map { endWithoutPayment(as: $0) } ?? showNewReview(of: observation)
    case (.requesting, .observed(let observation)):
      guard let page = observation.paymentPage else { return hold(.contradiction) }
      phase = .paying(Phase.Paying(page: page, since: now, asked: 0))
      // The page has never been shown, but it exists: the provider decides.
      return authorizing.ending.map { askProviderBeforeEnding(as: $0, at: now) } ?? []
    case (.checking, .rejected), (.checking, .unanswered):
      if let ending = authorizing.ending { return endWithoutPayment(as: ending) }
      phase = .reviewing
      return []
    case (.requesting, .rejected):
      if let ending = authorizing.ending { return endWithoutPayment(as: ending) }
      // There is no page to pay on. A refused means of payment was recorded before.
      providerSession.merge(.declined(.notStarted))
      phase = .declined(.notStarted)
      return []
    case (_, .parked): return hold(.unknownOutcome)
    case (.requesting, .unanswered):
      guard profile.settlesOnlyByUs else { return hold(.unknownOutcome) }
      return authorizing.ending.map { endWithoutPayment(as: $0) } ?? goBackToReview()
    }
  }

  /// The payment page cannot be made and no money can have moved: the buyer may agree again, or change the selection.
  private mutating func goBackToReview() -> [Command] {
    review.revokeAgreement()
    phase = profile.journey == .pay ? .open : .reviewing
    return []
  }

  /// The provider has reported a payment while the buyer is thought to be on the page.
  private mutating func waitForReportedPayment(_ paying: Phase.Paying, at now: Moment) -> [Command] {
    guard hasBegunToPay else { return [] }
    phase = .settling(
      Phase.Settling(
        question: .answered, paying: paying, isPending: payment?.isPending ?? false, lastAsked: now, ending: nil,
        began: now))
    return []
  }

  /// True if the buyer has finished their part, or the provider knows of money.
  private var hasBegunToPay: Bool { providerSession.isCompleted || payment != nil }

  private mutating func receivePayment(
    _ settling: Phase.Settling, _ outcome: Outcome, at now: Moment
  ) -> [Command] {
    let wasPending = settling.isPending
    var settling = settling
    settling.question = .answered
    settling.lastAsked = now
    settling.isPending = payment?.isPending ?? false
    phase = .settling(settling)
    let hasBegun = hasBegunToPay
    switch outcome {
    case .observed(let observation):
      if case .unrecognised = observation.session, !hasBegun { settling.question = .unanswered }
      phase = .settling(settling)
      guard observation.session == .open, !hasBegun else { return [] }
      if settling.ending == nil, hasOtherDestination(observation) {
        // If only we move money, none has moved. Otherwise a person must decide.
        return profile.settlesOnlyByUs ? showNewReview(of: observation) : hold(.contradiction)
      }
      // The session is open and there is no money: the buyer has not finished. After a declined attempt the page is
      // new to them, and Ferry asks as often as at first.
      if wasPending { settling.paying.since = now }
      return waitForBuyerOrEnd(settling, at: now)
    case .rejected(.notYet): return hasBegun ? [] : waitForBuyerOrEnd(settling, at: now)
    case .rejected(.alreadyDone): return askProvider(at: now)
    case .rejected(.foreignSession), .rejected(.notAllowed): return hold(.contradiction)
    case .rejected(.declined), .rejected(.sessionEnded): return []
    case .parked: return hold(.unknownOutcome)
    case .unanswered:
      settling.question = .unanswered
      phase = .settling(settling)
      return []
    }
  }

  /// Nothing was paid yet: waits for the buyer again, or ends as was asked for.
  private mutating func waitForBuyerOrEnd(_ settling: Phase.Settling, at now: Moment) -> [Command] {
    guard let ending = settling.ending else {
      var paying = settling.paying
      // A clock that was ahead may have put it into the future.
      paying.since = min(paying.since, now)
      paying.asked = profile.quietCount(after: now.since(paying.since))
      phase = .paying(paying)
      return []
    }
    return endOpenSession(Phase.Closing(ending, lastAsked: now))
  }

  private mutating func receiveLastState(
    _ closing: Phase.Closing, _ outcome: Outcome, at now: Moment
  ) -> [Command] {
    var closing = closing
    let wasEndingSession = closing.isEndingSession
    closing.request = nil
    closing.lastAsked = now
    phase = .closing(closing)
    // A person had the provider asked about the operation, and its answer does not decide it.
    if payment?.current?.state == .unknown { return hold(.unknownOutcome) }
    let hasBegun = hasBegunToPay
    switch outcome {
    case .rejected(.foreignSession): return hold(.contradiction)
    // The provider refuses to end its session for now. Ferry asks on the schedule, and asks again to end it while it is open.
    case .observed where wasEndingSession, .rejected where wasEndingSession: return []
    case .observed(let observation) where observation.session == .open && !hasBegun: return endOpenSession(closing)
    case .rejected(.notYet) where !hasBegun: return endOpenSession(closing)
    case .observed, .rejected, .parked, .unanswered: return []
    }
  }

  /// Ends a session that is open, without a payment: at the provider, if it has a call for that.
  private mutating func endOpenSession(_ closing: Phase.Closing) -> [Command] {
    if profile.settlesOnlyByUs { return endWithoutPayment(as: closing.ending) }
    if profile.cancelReport == .returnLink {
      keepAskingWhilePageIsOpen(from: closing.lastAsked)
      return endWithoutPayment(as: closing.ending)
    }
    var closing = closing
    guard profile.canCancelSession else {
      phase = .closing(closing)
      return []
    }
    let cancel = newCommand(.cancel)
    closing.request = .endOfSession(cancel.number)
    providerSession.requestedEnding = closing.ending
    phase = .closing(closing)
    return [cancel]
  }
}

extension Outcome {
  /// True if the answer says nothing about the selection that this version understands: the provider is asked again.
  fileprivate var isUnclear: Bool {
    switch self {
    case .observed(let observation): if case .unrecognised = observation.session { true } else { false }
    case .unanswered: true
    case .rejected, .parked: false
    }
  }
}
