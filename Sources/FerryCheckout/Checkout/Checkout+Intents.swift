import FerryCore

extension Checkout {
  mutating func leave(_ change: ChangeKind?) throws(Refusal) -> [Command] {
    switch (phase, change) {
    case (.open, nil) where profile.journey == .selectThenPay: phase = .selecting(Phase.Selecting(change: nil))
    // The buyer may go again, from the start page that is still open or after Back.
    case (.selecting(let selecting), nil) where selecting.change == nil: break
    case (.selecting(var selecting), .some) where selecting.change != nil:
      selecting.change = change
      phase = .selecting(selecting)
    case (.reviewing, .some): phase = .selecting(Phase.Selecting(change: change))
    case (.paying, nil): break
    default: throw .wrongPhase(phase.name)
    }
    return []
  }

  mutating func confirm(_ revision: Int, _ total: Money, _ now: Moment) throws(Refusal) -> [Command] {
    switch phase {
    case .reviewing:
      guard revision == self.revision, total == quote?.total else { throw .reviewChanged }
      let question = command(.read)
      phase = .authorizing(Phase.Authorizing(step: .checking, command: question.number))
      return [question]
    case .open where profile.journey == .pay:
      guard revision == self.revision, total == quote?.total else { throw .reviewChanged }
      return authorize(total)
    case .authorizing, .paying, .settling, .paid:
      // The same agreement again: a second press of the button, or a lost answer.
      guard revision == agreed?.revision ?? self.revision, total == agreed?.total ?? quote?.total else {
        throw .wrongPhase(phase.name)
      }
      return []
    case .open, .selecting, .closing, .declined, .cancelled, .expired, .held: throw .wrongPhase(phase.name)
    }
  }

  /// Freezes what was agreed to and asks for the payment page.
  mutating func authorize(_ total: Money) -> [Command] {
    agreed = Agreement(revision: revision, total: total)
    let authorize = command(.authorize(total))
    phase = .authorizing(Phase.Authorizing(step: .requesting, command: authorize.number))
    return [authorize]
  }

  mutating func end(_ ending: Phase.Ending, _ now: Moment) throws(Refusal) -> [Command] {
    switch phase {
    case .open, .reviewing:
      phase = ending.phase
      return endSession()
    case .selecting(let selecting):
      // Leaving a change loses nothing: the earlier choice stands.
      phase = selecting.change == nil ? ending.phase : .reviewing
      return selecting.change == nil ? endSession() : []
    case .authorizing(var authorizing):
      authorizing.ending = authorizing.ending ?? ending
      phase = .authorizing(authorizing)
      return []
    case .paying:
      let question = command(.read)
      phase = .closing(Phase.Closing(ending: ending, command: question.number, asked: 0, lastAsked: now))
      return [question]
    case .settling(var settling):
      settling.ending = settling.ending ?? ending
      phase = .settling(settling)
      return []
    case .closing, .cancelled, .expired: return []
    case .paid, .declined, .held: throw .wrongPhase(phase.name)
    }
  }

  private mutating func endSession() -> [Command] {
    guard profile.canCancelSession, session != nil else { return [] }
    return [command(.cancel)]
  }

  mutating func resolve(_ resolution: Resolution, _ now: Moment) throws(Refusal) -> [Command] {
    guard case .held = phase else { throw .wrongPhase(phase.name) }
    switch resolution {
    case .accept:
      guard let payment, payment.holdsMoney else { throw .wrongPhase(phase.name) }
      agreed = Agreement(revision: agreed?.revision ?? revision, total: payment.authorized)
      phase = .paid
      return []
    case .reject:
      phase = .cancelled(.merchant)
      return giveBack(now)
    case .ask:
      let question = command(.read)
      phase = .closing(
        Phase.Closing(ending: .cancel(.merchant), command: question.number, asked: 0, lastAsked: now))
      return [question]
    }
  }
}
