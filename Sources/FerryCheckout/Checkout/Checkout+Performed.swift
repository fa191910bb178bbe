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
    let questions = recordAnswer(number, outcome, at: now)
    if questions != nil || recordDispute(number, outcome, at: now) {
      return (questions ?? []) + (phase.isFinal ? applyVerdict(at: now, for: order) ?? [] : [])
    }
    let operation = payment?.current
    recordFacts(of: outcome, answering: number, at: now)
    if inquiry.command == number { inquiry.command = nil }
    if operation?.state == .unknown { resumeAfterOperation(at: now) }
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

  private mutating func recordFacts(of outcome: Outcome, answering number: CommandNumber, at now: Moment) {
    discardDoubts(ifAskedBy: number, outcome)
    if case .observed(let observation) = outcome {
      merge(observation, answersAuthorize: isPageAsked(by: number))
      mergeDisputes(of: observation, at: now)
      adoptNoticedDisputes(at: now)
    }
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
}
