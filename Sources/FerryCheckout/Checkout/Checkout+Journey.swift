import FerryCore

/// The answer that the journey waits for, and what follows from it.
extension Checkout {
  mutating func continueJourney(
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
    let price: Money
    switch delivery(for: selection) {
    case .refused(let refusal):
      // The provider knows the merchant's restrictions, and should not have offered this address.
      phase = .selecting(Phase.Selecting(change: .address, refusal: refusal))
      return []
    case .priced(let delivery): price = delivery.price
    case nil: price = .zero(content.currency)
    }
    phase = .reviewing
    guard !selection.isSame(as: self.selection) else { return [] }
    do {
      review.offer(try Quote(content, shipping: price), for: selection)
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
      guard let selection = observation.selection, selection.isSame(as: self.selection), let quote else {
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
      guard observation.session == .open, !hasBegun else {
        // It was cancelled while the provider was asked, and the provider is still deciding.
        if settling.isPending, let ending = settling.ending { phase = .closing(Phase.Closing(ending, lastAsked: now)) }
        return []
      }
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
    // Without a known session there was no page that a buyer could have paid on.
    if profile.settlesOnlyByUs || session == nil { return endWithoutPayment(as: closing.ending) }
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
