import FerryCore

extension Checkout {
  mutating func returned(_ session: String?, _ now: Moment) -> [Command] {
    switch phase {
    case .open, .selecting:
      if phase == .open, profile.journey == .selectThenPay { phase = .selecting(Phase.Selecting(change: nil)) }
      // Attached once only: a link with another session changes nothing.
      if self.session == nil { self.session = session }
      guard session == nil || session == self.session else { return [] }
      return ask(now)
    case .reviewing, .authorizing, .paying, .settling, .closing, .paid, .declined, .cancelled, .expired, .held:
      guard session == nil || session == self.session else { return [] }
      return ask(now)
    }
  }

  mutating func performed(
    _ number: CommandNumber, _ outcome: Outcome, _ now: Moment, _ order: Order
  ) -> [Command] {
    guard (1...max(1, lastCommand)).contains(number) else { return [] }
    if case .observed(let observation) = outcome, let reason = merge(observation) { return hold(reason) }
    if case .rejected(.sessionEnded(let end)) = outcome { sessionEnd = Self.earlier(sessionEnd, end) }
    if recordOperation(number, outcome) { return followOperation(outcome) }
    if inquiry.command == number { inquiry.command = nil }
    switch phase {
    case .open, .held: return []
    case .selecting(let selecting):
      return selecting.question == number ? selected(selecting, outcome) : []
    case .reviewing: return []
    case .authorizing(let authorizing):
      return authorizing.command == number ? authorized(authorizing, outcome, now) : []
    case .paying: return conclude(now, order) ?? []
    case .settling(let settling):
      if let commands = conclude(now, order) { return commands }
      return settling.command == number ? settled(settling, outcome, now) : []
    case .closing(let closing):
      if let commands = conclude(now, order) { return commands }
      return closing.command == number ? closed(closing, outcome, now) : []
    case .paid, .declined, .cancelled, .expired: return conclude(now, order) ?? []
    }
  }

  private mutating func selected(_ selecting: Phase.Selecting, _ outcome: Outcome) -> [Command] {
    var selecting = selecting
    selecting.question = nil
    phase = .selecting(selecting)
    switch outcome {
    case .observed(let observation):
      if let sessionEnd {
        phase = Self.phase(of: sessionEnd)
      } else if let selection = observation.selection {
        review(selection)
      }
    case .rejected(.sessionEnded(let end)): phase = Self.phase(of: end)
    case .rejected:
      // Not ours, or not there: it must not stay attached.
      if selecting.change == nil { session = nil }
    case .parked: break
    }
    return []
  }

  /// Shows the buyer a choice; a new one gets a new price and a new revision.
  private mutating func review(_ selection: Selection) {
    phase = .reviewing
    guard selection != self.selection else { return }
    do {
      quote = try Quote(content, region: selection.region)
      self.selection = selection
      revision += 1
    } catch {
      // The content was priced for every zone when the order was made.
      phase = .held(.contradiction)
    }
  }

  private mutating func authorized(
    _ authorizing: Phase.Authorizing, _ outcome: Outcome, _ now: Moment
  ) -> [Command] {
    if let sessionEnd {
      phase = Self.phase(of: sessionEnd)
      return []
    }
    switch (authorizing.step, outcome) {
    case (.checking, .observed(let observation)):
      if let ending = authorizing.ending {
        phase = ending.phase
        return []
      }
      guard let selection = observation.selection, selection == self.selection, let quote else {
        if let selection = observation.selection { review(selection) } else { phase = .reviewing }
        return []
      }
      return authorize(quote.total)
    case (.requesting, .observed(let observation)):
      guard let page = observation.paymentPage else { return hold(.contradiction) }
      phase = .paying(Phase.Paying(page: page, since: now, asked: 0))
      // The page has never been shown, but it exists: the provider has the last word.
      if let ending = authorizing.ending, let commands = try? end(ending, now) { return commands }
      return []
    case (_, .rejected(.declined(let reason))):
      phase = .declined(reason)
      return []
    case (.checking, .rejected):
      phase = authorizing.ending?.phase ?? .reviewing
      return []
    case (.requesting, .rejected):
      phase = authorizing.ending?.phase ?? .declined(.refused)
      return []
    case (_, .parked): return hold(.unknownOutcome)
    }
  }

  private mutating func settled(_ settling: Phase.Settling, _ outcome: Outcome, _ now: Moment) -> [Command] {
    var settling = settling
    settling.command = nil
    settling.lastAsked = now
    switch outcome {
    case .observed(let observation):
      settling.isPending = payment?.isPending ?? false
      phase = .settling(settling)
      // Alive and no money anywhere: the buyer has not finished.
      if observation.session == .open, payment == nil { return unfinished(settling) }
      return []
    case .rejected(.notYet): return unfinished(settling)
    case .rejected(.alreadyDone):
      phase = .settling(settling)
      return ask(now)
    case .rejected(.declined(let reason)):
      phase = .declined(reason)
      return []
    case .rejected(.sessionEnded(let end)):
      phase = Self.phase(of: end)
      return []
    case .rejected(.foreignSession), .rejected(.notAllowed): return hold(.contradiction)
    case .parked: return hold(.unknownOutcome)
    }
  }

  /// Nothing has happened yet: back to waiting, or to the end that was asked for.
  private mutating func unfinished(_ settling: Phase.Settling) -> [Command] {
    if let ending = settling.ending {
      phase = ending.phase
    } else {
      var paying = settling.paying
      paying.asked += 1
      phase = .paying(paying)
    }
    return []
  }

  private mutating func closed(_ closing: Phase.Closing, _ outcome: Outcome, _ now: Moment) -> [Command] {
    var closing = closing
    closing.command = nil
    closing.lastAsked = now
    phase = .closing(closing)
    let isOpen =
      switch outcome {
      case .observed(let observation): observation.session == .open && payment == nil
      case .rejected(.notYet): true
      case .rejected, .parked: false
      }
    guard isOpen else {
      if case .parked = outcome { return hold(.unknownOutcome) }
      return []
    }
    if profile.settlesOnlyByUs {
      phase = closing.ending.phase
      return []
    }
    guard profile.canCancelSession, closing.asked == 0 else { return [] }
    let cancel = command(.cancel)
    closing.command = cancel.number
    closing.asked += 1
    phase = .closing(closing)
    return [cancel]
  }

  private mutating func followOperation(_ outcome: Outcome) -> [Command] {
    // Money that has no place here and could not be given back is a person's matter.
    if case .rejected = outcome, phase != .paid, payment?.current == nil { return hold(.lateMoney) }
    return []
  }
}
