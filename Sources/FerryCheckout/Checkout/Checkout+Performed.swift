import FerryCore

extension Checkout {
  mutating func returned(_ session: String?, _ now: Moment) -> [Command] {
    if profile.journey == .selectThenPay {
      if phase == .open { phase = .selecting(Phase.Selecting(change: nil)) }
      // Until something was chosen the latest session counts, and what was asked about the one before matters no longer.
      // From then on a link with another session changes nothing.
      if case .selecting(var selecting) = phase, let session, session != self.session, selection == nil,
        selecting.mustRestart != true
      {
        self.session = session
        selecting.question = nil
        selecting.unclear = nil
        phase = .selecting(selecting)
      }
    }
    guard session == nil || session == self.session else { return [] }
    return ask(now)
  }

  mutating func performed(
    _ number: CommandNumber, _ outcome: Outcome, _ now: Moment, _ order: Order
  ) -> [Command] {
    guard number > (discarded ?? 0), number <= lastCommand else { return [] }
    let operation = payment?.current
    recordEvidence(number, outcome)
    if inquiry.command == number { inquiry.command = nil }
    if let operation { follow(operation) }
    if let commands = conclude(now, order) { return commands }
    let commands = proceed(number, outcome, now)
    if case .held = phase { return commands }
    return verdict == .authorized ? commands + collect(now) : commands
  }

  /// Takes in what an outcome says about session and money.
  private mutating func recordEvidence(_ number: CommandNumber, _ outcome: Outcome) {
    if case .observed(let observation) = outcome { merge(observation, answersAuthorize: isPageAsked(by: number)) }
    recheckOperation(number, outcome)
    if recordOperation(number, outcome) { return }
    switch outcome {
    case .rejected(.sessionEnded(let end)): merge(end)
    case .rejected(.declined(let reason)): merge(.declined(reason))
    case .observed, .rejected, .parked, .unanswered: break
    }
  }

  private func isPageAsked(by number: CommandNumber) -> Bool {
    guard case .authorizing(let authorizing) = phase else { return false }
    return authorizing.step == .requesting && authorizing.command == number
  }

  /// What it means for a checkout that is not paid if the operation that was under way has not worked.
  private mutating func follow(_ earlier: Operation) {
    guard let operation = payment?.operations.first(where: { $0.id == earlier.id }), operation.state != earlier.state
    else { return }
    switch phase {
    case .paid, .held: return
    case .open, .selecting, .reviewing, .authorizing, .paying, .settling, .closing, .declined, .cancelled, .expired:
      break
    }
    switch (operation.state, operation.kind) {
    case (.unknown, _): phase = .held(.unknownOutcome)
    case (.failed(.declined(let reason)), .capture): payment?.decline(reason)
    // The provider has let the authorization go: that says it all.
    case (.failed, .capture) where payment?.wasVoided ?? false: break
    case (.failed, .capture): phase = .held(.contradiction)
    // It was captured meanwhile: then that is given back.
    case (.failed, .void) where payment?.refundable.isPositive ?? false: break
    // Money that has no place here and could not be given back is a person's matter.
    case (.failed, _): phase = .held(.lateMoney)
    case (.requested, _), (.pending, _), (.succeeded, _): break
    }
  }

  /// Goes on with the journey by the answer that it waits for.
  private mutating func proceed(_ number: CommandNumber, _ outcome: Outcome, _ now: Moment) -> [Command] {
    switch phase {
    case .selecting(let selecting) where selecting.question == number: selected(selecting, outcome, now)
    case .authorizing(let authorizing) where authorizing.command == number: authorized(authorizing, outcome, now)
    case .paying(let paying): stirred(paying, now)
    case .settling(let settling) where settling.command == number: settled(settling, outcome, now)
    case .closing(let closing) where closing.command == number: closed(closing, outcome, now)
    case .open, .selecting, .reviewing, .authorizing, .settling, .closing, .paid, .declined, .cancelled, .expired,
      .held:
      []
    }
  }

  private mutating func selected(_ selecting: Phase.Selecting, _ outcome: Outcome, _ now: Moment) -> [Command] {
    var selecting = selecting
    selecting.question = nil
    selecting.refusal = nil
    if outcome.isUnclear {
      selecting.unclear = Phase.Unclear(answers: (selecting.unclear?.answers ?? 0) + 1, last: now)
    } else {
      selecting.unclear = nil
    }
    phase = .selecting(selecting)
    switch outcome {
    case .observed(let observation):
      if let selection = observation.selection { return review(selection) }
      // A provider sends a buyer back when he has chosen. Who comes earlier may be waiting for what somebody else, whom he
      // has sent there, will choose: he is not to find it by trying again.
      if selecting.change == nil, observation.session == .open {
        session = nil
        selecting.mustRestart = true
        phase = .selecting(selecting)
      }
    case .rejected(.notYet), .rejected(.alreadyDone), .parked, .unanswered: break
    case .rejected:
      // Not ours, or not there: it must not stay attached.
      if selecting.change == nil { session = nil }
    }
    return []
  }

  /// Shows the buyer a choice; a new one gets a new price and a new revision.
  private mutating func review(_ selection: Selection) -> [Command] {
    guard content.shipping?.delivers(to: selection.country) ?? true else {
      // The provider is told which countries there are, and should not have let him choose this one.
      phase = .selecting(Phase.Selecting(change: .address, refusal: .countryNotServed))
      return []
    }
    phase = .reviewing
    guard selection != self.selection else { return [] }
    do {
      quote = try Quote(content, region: selection.region)
      self.selection = selection
      revision += 1
      return []
    } catch {
      // The content was priced for every zone when the order was made.
      return hold(.contradiction)
    }
  }

  /// Whether the provider's session goes to another buyer or address than was agreed to: somebody has changed the choice
  /// after the agreement, in another tab for instance.
  private func hasMoved(_ observation: Observation) -> Bool {
    guard let selection, let seen = observation.selection else { return false }
    return !seen.sharesDestination(with: selection)
  }

  /// What was agreed to is not what would be paid for: it is priced and shown anew.
  private mutating func reviewAgain(_ observation: Observation) -> [Command] {
    guard let selection = observation.selection else { return [] }
    revokeAgreement()
    return review(selection)
  }

  private mutating func revokeAgreement() {
    guard let agreed else { return }
    if !(agreedBefore ?? []).contains(agreed.total) { agreedBefore = (agreedBefore ?? []) + [agreed.total] }
    self.agreed = nil
  }

  private mutating func authorized(
    _ authorizing: Phase.Authorizing, _ outcome: Outcome, _ now: Moment
  ) -> [Command] {
    switch (authorizing.step, outcome) {
    case (.checking, .observed(let observation)):
      if let ending = authorizing.ending { return finish(ending) }
      guard let selection = observation.selection, selection == self.selection, let quote else {
        if let selection = observation.selection { return review(selection) }
        phase = .reviewing
        return []
      }
      return authorize(quote.total)
    case (.requesting, .observed(let observation)) where hasMoved(observation):
      return authorizing.ending.map { finish($0) } ?? reviewAgain(observation)
    case (.requesting, .observed(let observation)):
      guard let page = observation.paymentPage else { return hold(.contradiction) }
      phase = .paying(Phase.Paying(page: page, since: now, asked: 0))
      // The page has never been shown, but it exists: the provider has the last word.
      return authorizing.ending.map { close($0, now) } ?? []
    case (.checking, .rejected), (.checking, .unanswered):
      if let ending = authorizing.ending { return finish(ending) }
      phase = .reviewing
      return []
    case (.requesting, .rejected):
      if let ending = authorizing.ending { return finish(ending) }
      // There is no page to pay on. A means of payment that was refused has been taken in as evidence before.
      merge(.declined(.notStarted))
      phase = .declined(.notStarted)
      return []
    case (_, .parked): return hold(.unknownOutcome)
    case (.requesting, .unanswered):
      if let ending = authorizing.ending, profile.settlesOnlyByUs { return finish(ending) }
      return profile.settlesOnlyByUs ? reviewUnpaid() : hold(.unknownOutcome)
    }
  }

  /// The payment page cannot be made and no money can have moved: the buyer may agree again, or turn to something else.
  private mutating func reviewUnpaid() -> [Command] {
    revokeAgreement()
    phase = profile.journey == .pay ? .open : .reviewing
    return []
  }

  /// Something was said about a payment while the buyer is thought to be on the page: it is followed up.
  private mutating func stirred(_ paying: Phase.Paying, _ now: Moment) -> [Command] {
    guard isCompleted || payment != nil else { return [] }
    phase = .settling(
      Phase.Settling(
        command: nil, paying: paying, isPending: payment?.isPending ?? false, asked: 0, lastAsked: now, ending: nil,
        began: now))
    return []
  }

  private mutating func settled(_ settling: Phase.Settling, _ outcome: Outcome, _ now: Moment) -> [Command] {
    var settling = settling
    settling.command = nil
    settling.lastAsked = now
    settling.isPending = payment?.isPending ?? false
    phase = .settling(settling)
    let hasBegun = isCompleted || payment != nil
    switch outcome {
    case .observed(let observation):
      guard observation.session == .open, !hasBegun else { return [] }
      if settling.ending == nil, hasMoved(observation) {
        // Without us no money can have moved, nor will it. Otherwise a person has to see to it.
        return profile.settlesOnlyByUs ? reviewAgain(observation) : hold(.contradiction)
      }
      // Alive and no money anywhere: the buyer has not finished.
      return unfinished(settling, now)
    case .rejected(.notYet): return hasBegun ? [] : unfinished(settling, now)
    case .rejected(.alreadyDone): return ask(now)
    case .rejected(.foreignSession), .rejected(.notAllowed): return hold(.contradiction)
    case .rejected(.declined), .rejected(.sessionEnded): return []
    case .parked: return hold(.unknownOutcome)
    case .unanswered:
      settling.wasUnanswered = true
      phase = .settling(settling)
      return []
    }
  }

  /// Nothing has happened yet: back to waiting, or to the end that was asked for.
  private mutating func unfinished(_ settling: Phase.Settling, _ now: Moment) -> [Command] {
    guard let ending = settling.ending else {
      var paying = settling.paying
      // A clock that was ahead has put it into the future.
      paying.since = min(paying.since, now)
      paying.asked = profile.quietCount(after: now.since(paying.since))
      phase = .paying(paying)
      return []
    }
    return end(Phase.Closing(ending, lastAsked: now))
  }

  private mutating func closed(_ closing: Phase.Closing, _ outcome: Outcome, _ now: Moment) -> [Command] {
    var closing = closing
    closing.command = nil
    closing.lastAsked = now
    phase = .closing(closing)
    // A person had the provider asked about it, and it does not say.
    if payment?.current?.state == .unknown { return hold(.unknownOutcome) }
    let hasBegun = isCompleted || payment != nil
    switch outcome {
    case .observed(let observation) where observation.session == .open && !hasBegun: return end(closing)
    case .rejected(.notYet) where !hasBegun: return end(closing)
    case .rejected(.foreignSession): return hold(.contradiction)
    case .parked, .unanswered:
      // If the session turns out to be open, it can be told again.
      closing.isCancelSent = false
      phase = .closing(closing)
      return []
    case .observed, .rejected: return []
    }
  }

  /// The session is open and nothing has happened: it is ended, if it can be.
  private mutating func end(_ closing: Phase.Closing) -> [Command] {
    if profile.settlesOnlyByUs { return finish(closing.ending) }
    var closing = closing
    guard profile.canCancelSession, !closing.isCancelSent else {
      phase = .closing(closing)
      return []
    }
    let cancel = command(.cancel)
    closing.command = cancel.number
    closing.isCancelSent = true
    phase = .closing(closing)
    return [cancel]
  }
}

extension Outcome {
  /// Whether it says nothing about a selection that this version knows: it is asked about again.
  fileprivate var isUnclear: Bool {
    switch self {
    case .observed(let observation): if case .unrecognised = observation.session { true } else { false }
    case .unanswered: true
    case .rejected, .parked: false
    }
  }
}
