public import FerryCore

extension Checkout {
  /// Takes in an event.
  ///
  /// - Parameter order: The order that this is an attempt to pay; it follows along.
  /// - Returns: What is to be done and entered, to be committed with the new state.
  /// - Throws: `Refusal` of an intent; nothing has changed then. Hints and observations are never refused.
  public mutating func receive(
    _ event: Event, at now: Moment, for order: inout Order
  ) throws(Refusal) -> Decision {
    var next = self
    let commands = try next.step(event, now, order)
    if income != next.income { next.payment?.transfers += 1 }
    let ledger = LedgerEntry.entries(from: payment, to: next.payment, income: (income, next.income))
    self = next
    order.follow(id, isFinal: phase.isFinal, isPaid: phase == .paid)
    return Decision(commands: commands, ledger: ledger)
  }

  /// Where captured money stands: it is the order's only if this attempt paid it.
  var income: LedgerEntry.Account { phase == .paid ? .sales : .suspense }

  private mutating func step(_ event: Event, _ now: Moment, _ order: Order) throws(Refusal) -> [Command] {
    switch event {
    case .leave(let change): try leave(change)
    case .confirm(let revision, let total): try confirm(revision, total, now)
    case .keep: try keep()
    case .cancel(let party): try end(.cancel(party), now)
    case .returnedToShop: try turnBack(now)
    case .restarted: try restart()
    case .capture(let id, let amount): try capture(id, amount, now)
    case .refund(let id, let amount): try refund(id, amount, now)
    case .void(let id): try void(id, now)
    case .resolve(let resolution): try resolve(resolution, now, order)
    case .returned(let session): returned(session, now)
    case .recheckRequested: ask(now)
    case .timerFired: timerFired(now)
    case .performed(let number, let outcome): performed(number, outcome, now, order)
    }
  }

  private mutating func timerFired(_ now: Moment) -> [Command] {
    guard let wakeAt, wakeAt <= now else { return [] }
    switch phase {
    case .selecting where now < expiresAt: return ask(now)
    case .open, .selecting, .reviewing: return finish(.expire)
    case .authorizing(let authorizing): return end(authorizing, .expire)
    case .paying(let paying):
      return settle(paying, now, ending: expiresAt <= now ? .expire : nil)
    case .paid:
      warnOfLapse(now)
      return ask(now)
    case .settling, .closing, .declined, .cancelled, .expired: return ask(now)
    case .held: return []
    }
  }

  /// Asks the provider how things stand, unless that is being asked already.
  mutating func ask(_ now: Moment) -> [Command] {
    switch phase {
    case .open: return []
    case .selecting(var selecting):
      guard session != nil, selecting.question == nil else { return [] }
      let question = command(.read)
      selecting.question = question.number
      phase = .selecting(selecting)
      return [question]
    case .reviewing, .authorizing, .held: return []
    case .paying(let paying): return settle(paying, now, ending: nil)
    case .settling(var settling):
      guard settling.command == nil else { return [] }
      let question = settling.wasUnanswered == true ? settlement(settling) : command(.read)
      settling.wasUnanswered = nil
      settling.command = question.number
      settling.asked += 1
      settling.lastAsked = now
      phase = .settling(settling)
      return [question]
    case .closing(var closing):
      guard closing.command == nil else { return [] }
      let question = command(.read)
      closing.command = question.number
      closing.asked += 1
      closing.lastAsked = now
      phase = .closing(closing)
      return [question]
    case .paid, .declined, .cancelled, .expired:
      guard session != nil || payment != nil, inquiry.command == nil else { return [] }
      let question = command(.read)
      inquiry = Inquiry(
        command: question.number, asked: inquiry.asked + (isBeingDecided(at: now) ? 1 : 0), lastAsked: now)
      return [question]
    }
  }

  /// What was asked in vain before, put again: to finish the payment, unless that is done or nobody wants it any more.
  private mutating func settlement(_ settling: Phase.Settling) -> Command {
    guard let agreed, settling.ending == nil, !isCompleted, payment == nil else { return command(.read) }
    return command(.settle(agreed.total))
  }

  mutating func settle(_ paying: Phase.Paying, _ now: Moment, ending: Phase.Ending?) -> [Command] {
    guard let agreed else { return hold(.contradiction) }
    let settle = command(.settle(agreed.total))
    phase = .settling(
      Phase.Settling(
        command: settle.number, paying: paying, isPending: false, asked: 0, lastAsked: now, ending: ending,
        began: now))
    return [settle]
  }

  mutating func hold(_ reason: HoldReason) -> [Command] {
    phase = .held(reason)
    return []
  }
}
