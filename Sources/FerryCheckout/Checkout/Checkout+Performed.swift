import FerryCore

extension Checkout {
  mutating func returned(_ session: String?, _ now: Moment) -> [Command] {
    if profile.journey == .selectThenPay {
      if phase == .open, profile.sessionOrigin == .proven { phase = .selecting(Phase.Selecting(change: nil)) }
      // The latest session counts until something is selected; the answer about the one before is ignored. From then
      // on a link with another session changes nothing.
      if case .selecting(var selecting) = phase, let session, session != self.session, selection == nil,
        !selecting.mustRestart, mayAttach(session, now)
      {
        attach(session)
        selecting.question = nil
        selecting.unclear = nil
        phase = .selecting(selecting)
      }
    }
    guard session == nil || session == self.session else { return [] }
    return ask(now)
  }

  /// The most sessions that one checkout has had attached, if their origin is not proven.
  private static let mostSpentSessions = 32

  /// True if a session may be attached. One of unproven origin may be the session of somebody else: each is attached once,
  /// and another one only after the buyer has left again.
  private func mayAttach(_ session: String, _ now: Moment) -> Bool {
    guard profile.sessionOrigin != .proven else { return true }
    let spent = spentSessions ?? []
    return self.session == nil && !spent.contains(session) && spent.count < Self.mostSpentSessions && now < expiresAt
  }

  private mutating func attach(_ session: String) {
    self.session = session
    if profile.sessionOrigin != .proven { spentSessions = (spentSessions ?? []) + [session] }
  }

  mutating func performed(
    _ number: CommandNumber, _ outcome: Outcome, _ now: Moment, _ order: Order
  ) -> [Command] {
    guard number > discarded, number <= lastCommand else { return [] }
    let operation = payment?.current
    recordFacts(number, outcome)
    if inquiry.command == number { inquiry.command = nil }
    // The operation that it was held for is decided.
    if phase == .held(.unknownOutcome), operation?.state == .unknown, payment?.current == nil {
      phase = .closing(Phase.Closing(ended ?? .cancel(.merchant), lastAsked: now))
    }
    if let operation { follow(operation) }
    // The provider has decided after all: the checkout ends as one that waited for it.
    if phase == .held(.undecided), verdict != .undecided || payment?.isPending != true {
      phase = .closing(Phase.Closing(.expire, lastAsked: now))
    }
    if let commands = conclude(now, order) { return commands }
    let commands = proceed(number, outcome, now)
    if case .held = phase { return commands }
    return verdict == .authorized ? commands + collect(now) : commands
  }

  private mutating func recordFacts(_ number: CommandNumber, _ outcome: Outcome) {
    reconsider(number, outcome)
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

  /// Draws the consequences of a failed operation for a checkout that is not paid.
  private mutating func follow(_ earlier: Operation) {
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
  private mutating func proceed(_ number: CommandNumber, _ outcome: Outcome, _ now: Moment) -> [Command] {
    switch phase {
    case .selecting(let selecting) where selecting.question == number: selected(selecting, outcome, now)
    case .authorizing(let authorizing) where authorizing.command == number: authorized(authorizing, outcome, now)
    case .paying(let paying): followUp(paying, now)
    case .settling(let settling) where settling.command == number: settled(settling, outcome, now)
    case .closing(let closing) where closing.command == number: closed(closing, outcome, now)
    case .open, .selecting, .reviewing, .confirmed, .authorizing, .settling, .closing, .paid, .declined, .cancelled,
      .expired, .held:
      []
    }
  }

  private mutating func selected(_ selecting: Phase.Selecting, _ outcome: Outcome, _ now: Moment) -> [Command] {
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
      if let selection = observation.selection { return review(selection) }
      // A provider sends buyers back after they have selected. Somebody who comes earlier may have mailed the link to
      // a victim and wait for the victim's selection. Repeated returns must not reveal it.
      if selecting.change == nil, observation.session == .open {
        session = nil
        selecting.mustRestart = true
        phase = .selecting(selecting)
      }
    case .rejected(.notYet), .rejected(.alreadyDone), .parked, .unanswered: break
    case .rejected:
      // The session is not ours, or does not exist: it must not stay attached.
      guard selecting.change == nil else { break }
      session = nil
      selecting.mustRestart = profile.sessionOrigin != .proven
      phase = .selecting(selecting)
    }
    return []
  }

  /// Shows the buyer a selection. A new one gets a new price and a new revision.
  private mutating func review(_ selection: Selection) -> [Command] {
    guard content.shipping?.delivers(to: selection.country) ?? true else {
      // The provider knows the merchant's countries, and should not have offered this one.
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

  /// True if the buyer or address of the provider's session differs from the agreement: somebody has changed the
  /// selection since, in another tab for instance.
  private func hasMoved(_ observation: Observation) -> Bool {
    guard let selection, let seen = observation.selection else { return false }
    return !seen.sharesDestination(with: selection)
  }

  /// The agreement no longer fits the session: the selection is priced and shown again.
  private mutating func reviewAgain(_ observation: Observation) -> [Command] {
    guard let selection = observation.selection else { return [] }
    revokeAgreement()
    return review(selection)
  }

  private mutating func revokeAgreement() {
    guard let agreed else { return }
    if !agreedBefore.contains(agreed.total) { agreedBefore.append(agreed.total) }
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
      // The page has never been shown, but it exists: the provider decides.
      return authorizing.ending.map { close($0, now) } ?? []
    case (.checking, .rejected), (.checking, .unanswered):
      if let ending = authorizing.ending { return finish(ending) }
      phase = .reviewing
      return []
    case (.requesting, .rejected):
      if let ending = authorizing.ending { return finish(ending) }
      // There is no page to pay on. A refused means of payment was recorded before.
      merge(.declined(.notStarted))
      phase = .declined(.notStarted)
      return []
    case (_, .parked): return hold(.unknownOutcome)
    case (.requesting, .unanswered):
      if let ending = authorizing.ending, profile.settlesOnlyByUs { return finish(ending) }
      return profile.settlesOnlyByUs ? reviewUnpaid() : hold(.unknownOutcome)
    }
  }

  /// The payment page cannot be made and no money can have moved: the buyer may agree again, or change the selection.
  private mutating func reviewUnpaid() -> [Command] {
    revokeAgreement()
    phase = profile.journey == .pay ? .open : .reviewing
    return []
  }

  /// The provider has reported a payment while the buyer is thought to be on the page.
  private mutating func followUp(_ paying: Phase.Paying, _ now: Moment) -> [Command] {
    guard isCompleted || payment != nil else { return [] }
    phase = .settling(
      Phase.Settling(
        command: nil, paying: paying, isPending: payment?.isPending ?? false, lastAsked: now, ending: nil, began: now))
    return []
  }

  private mutating func settled(_ settling: Phase.Settling, _ outcome: Outcome, _ now: Moment) -> [Command] {
    let wasPending = settling.isPending
    var settling = settling
    settling.command = nil
    settling.lastAsked = now
    settling.isPending = payment?.isPending ?? false
    phase = .settling(settling)
    let hasBegun = isCompleted || payment != nil
    switch outcome {
    case .observed(let observation):
      if case .unrecognised = observation.session, !hasBegun { settling.wasUnanswered = true }
      phase = .settling(settling)
      guard observation.session == .open, !hasBegun else { return [] }
      if settling.ending == nil, hasMoved(observation) {
        // If only we move money, none has moved. Otherwise a person must decide.
        return profile.settlesOnlyByUs ? reviewAgain(observation) : hold(.contradiction)
      }
      // The session is open and there is no money: the buyer has not finished. After a declined attempt the page is
      // new to them, and Ferry asks as often as at first.
      if wasPending { settling.paying.since = now }
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

  /// Nothing was paid yet: waits for the buyer again, or ends as was asked for.
  private mutating func unfinished(_ settling: Phase.Settling, _ now: Moment) -> [Command] {
    guard let ending = settling.ending else {
      var paying = settling.paying
      // A clock that was ahead may have put it into the future.
      paying.since = min(paying.since, now)
      paying.asked = profile.quietCount(after: now.since(paying.since))
      phase = .paying(paying)
      return []
    }
    return end(Phase.Closing(ending, lastAsked: now))
  }

  private mutating func closed(_ closing: Phase.Closing, _ outcome: Outcome, _ now: Moment) -> [Command] {
    var closing = closing
    let wasEndingSession = closing.isEndingSession
    closing.command = nil
    closing.isEndingSession = false
    closing.lastAsked = now
    phase = .closing(closing)
    // A person had the provider asked about the operation, and its answer does not decide it.
    if payment?.current?.state == .unknown { return hold(.unknownOutcome) }
    let hasBegun = isCompleted || payment != nil
    switch outcome {
    case .rejected(.foreignSession): return hold(.contradiction)
    // A provider that refuses to end its session for now is asked on the schedule, and told again while the session is
    // open.
    case .observed where wasEndingSession, .rejected where wasEndingSession: return []
    case .observed(let observation) where observation.session == .open && !hasBegun: return end(closing)
    case .rejected(.notYet) where !hasBegun: return end(closing)
    case .observed, .rejected, .parked, .unanswered: return []
    }
  }

  /// Ends a session that is open, without a payment: at the provider, if it has a call for that.
  private mutating func end(_ closing: Phase.Closing) -> [Command] {
    if profile.settlesOnlyByUs { return finish(closing.ending) }
    if profile.cancelReport == .returnLink {
      watchPage(closing.lastAsked)
      return finish(closing.ending)
    }
    var closing = closing
    guard profile.canCancelSession else {
      phase = .closing(closing)
      return []
    }
    let cancel = command(.cancel)
    closing.command = cancel.number
    closing.isEndingSession = true
    toldEnding = closing.ending
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
