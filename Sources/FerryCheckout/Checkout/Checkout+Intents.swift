public import FerryCore

extension Checkout {
  mutating func leave(_ change: ChangeKind?, at now: Moment) throws(Refusal) -> [Command] {
    switch (phase, change) {
    case (.open, nil) where profile.journey == .selectThenPay: phase = .selecting(Phase.Selecting(change: nil))
    // The buyer may leave again, from the start page that is still open or after Back.
    case (.selecting(var selecting), nil) where selecting.change == nil:
      selecting.mustRestart = false
      phase = .selecting(selecting)
    case (.selecting(var selecting), .some) where selecting.change != nil:
      selecting.change = change
      phase = .selecting(selecting)
    case (.reviewing, .some): phase = .selecting(Phase.Selecting(change: change))
    case (.confirmed, nil):
      guard let agreed else { throw .wrongPhase(phase.name) }
      return requestPaymentPage(for: agreed.total)
    // Another ticket for the same page.
    case (.authorizing, nil) where profile.journey == .pay: break
    case (.paying(let paying), nil): phase = .paying(paying.reopened(at: now, profile))
    case (.settling, nil) where hasPendingPage: break
    default: throw .wrongPhase(phase.name)
    }
    return []
  }

  /// True while the buyer may open the payment page again to see how to pay what is pending, such as a slip.
  public var hasPendingPage: Bool {
    guard case .settling(let settling) = phase else { return false }
    return settling.isPending && settling.ending == nil && profile.pendingPage == .open
  }

  /// True if the review still has this revision and this total.
  public func isCurrent(_ revision: Int, _ total: Money) -> Bool { revision == self.revision && total == quote?.total }

  mutating func confirm(revision: Int, total: Money) throws(Refusal) -> [Command] {
    switch phase {
    case .reviewing:
      guard isCurrent(revision, total) else { throw .reviewChanged }
      guard total.isPositive else { throw .nothingToPay }
      let question = newCommand(.read)
      phase = .authorizing(Phase.Authorizing(step: .checking, command: question.number))
      return [question]
    case .open where profile.journey == .pay:
      guard isCurrent(revision, total) else { throw .reviewChanged }
      review.agree(to: total)
      phase = .confirmed
      return []
    case .confirmed, .authorizing, .paying, .settling, .paid:
      // The same agreement again: a second press of the button, or a lost answer.
      guard revision == agreed?.revision ?? self.revision, total == agreed?.total ?? quote?.total else {
        throw .wrongPhase(phase.name)
      }
      return []
    case .open, .selecting, .closing, .declined, .cancelled, .expired, .held: throw .wrongPhase(phase.name)
    }
  }

  /// Freezes the agreement and asks for the payment page.
  mutating func requestPaymentPage(for total: Money) -> [Command] {
    review.agree(to: total)
    let authorize = newCommand(.authorize(total))
    phase = .authorizing(Phase.Authorizing(step: .requesting, command: authorize.number))
    return [authorize]
  }

  /// Leaves a change; the earlier selection stays.
  mutating func keepEarlierSelection() throws(Refusal) -> [Command] {
    switch phase {
    case .selecting(let selecting) where selecting.change != nil && selection != nil: phase = .reviewing
    // A second press of the button, or a lost answer.
    case .reviewing: break
    default: throw .wrongPhase(phase.name)
    }
    return []
  }

  mutating func cancel(by party: Party, at now: Moment) throws(Refusal) -> [Command] {
    switch phase {
    case .open, .selecting, .reviewing, .confirmed: return endWithoutPayment(as: .cancel(party))
    case .authorizing(let authorizing): return endWhilePageIsRequested(authorizing, as: .cancel(party))
    case .paying: return askProviderBeforeEnding(as: .cancel(party), at: now)
    // The provider is still deciding, so that no answer comes soon.
    case .settling(let settling) where settling.isPending && settling.command == nil && settling.ending == nil:
      return askProviderBeforeEnding(as: .cancel(party), at: now)
    case .settling(var settling):
      settling.ending = settling.ending ?? .cancel(party)
      phase = .settling(settling)
      return []
    case .closing, .cancelled, .expired: return []
    case .paid, .declined, .held: throw .wrongPhase(phase.name)
    }
  }

  /// While the buyer selects, they give up the selection. On the payment page it is a cancellation if the provider reports
  /// none. Otherwise the link may be an old one: the provider is asked.
  mutating func returnToShop(at now: Moment) throws(Refusal) -> [Command] {
    switch phase {
    case .paying where profile.cancelReport == .returnLink:
      return askProviderBeforeEnding(as: .cancel(.buyer), at: now)
    // The answer to the question under way decides. The link of a pending payment is an old one.
    case .settling(let settling) where profile.cancelReport == .returnLink && !settling.isPending:
      return try cancel(by: .buyer, at: now) + askProvider(at: now)
    default: break
    }
    guard case .selecting(let selecting) = phase else { return askProvider(at: now) }
    let isFirst = selecting.change == nil || selection == nil
    return isFirst ? try cancel(by: .buyer, at: now) : try keepEarlierSelection()
  }

  /// Goes back to the first selection and discards the present one.
  mutating func restartSelection() throws(Refusal) -> [Command] {
    guard canRestart else { throw .wrongPhase(phase.name) }
    providerSession.discard()
    review.restart()
    issued.discarded = issued.last
    phase = .selecting(Phase.Selecting(change: nil))
    return []
  }

  /// Ends at once if no money can move without us, because the provider may never answer. Otherwise its answer decides.
  mutating func endWhilePageIsRequested(_ authorizing: Phase.Authorizing, as ending: Phase.Ending) -> [Command] {
    if profile.settlesOnlyByUs || authorizing.step == .checking { return endWithoutPayment(as: ending) }
    var authorizing = authorizing
    authorizing.ending = authorizing.ending ?? ending
    phase = .authorizing(authorizing)
    return []
  }

  /// Ends a checkout whose money cannot have moved.
  mutating func endWithoutPayment(as ending: Phase.Ending) -> [Command] {
    ownDecision.end(as: ending)
    phase = ending.phase
    guard profile.canCancelSession, session != nil else { return [] }
    return [newCommand(.cancel)]
  }

  /// Asks the provider before ending a checkout that the buyer may have paid.
  mutating func askProviderBeforeEnding(as ending: Phase.Ending, at now: Moment) -> [Command] {
    let question = newCommand(.read)
    var closing = Phase.Closing(ending, lastAsked: now)
    closing.request = .presentState(question.number)
    phase = .closing(closing)
    return [question]
  }
}
