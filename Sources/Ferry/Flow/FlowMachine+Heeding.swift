import FerryCore

extension FlowMachine {
  /// Does what the server's word asks for.
  mutating func heed(_ body: AppCheckoutBody, _ now: Moment) -> [Effect] {
    view = body
    if let result = Self.final(body) { return end(result) }
    // Nobody can agree to it any more, and it would only stand in the way of another. A page has a backend that can.
    if memory.verifier == nil, presence != .page, Self.isBeforeAgreement(body.phase) {
      return stop(.notFinished, keeps: false)
    }
    if !memory.unclaimed.isEmpty || pending != nil { return pursue(now) }
    if isGivenUp, body.phase != .closing { return pursue(now) }
    if let ticket = body.ticket, browser == nil, presence != .nobody, !isGivenUp { return open(ticket, now) }
    // The buyer is at the provider, or is thinking about what he was shown.
    if browser != nil { return [pause()] }
    if question != nil { return [] }
    // Something goes in circles: only looking on is left.
    if steps > Self.mostSteps { return linger(patience, known, now) }
    if body.isLocked { return locked(now) }
    switch body.phase {
    case .open where body.review == nil: return beforeSelection(now)
    case .open, .reviewing: return toReview(body, now)
    case .selecting: return selecting(body, now)
    case .paying: return paying(now)
    case .authorizing, .settling, .closing, .unrecognised:
      return presence == .page ? rest() : linger(patience, .confirming, now)
    // A person decides; that takes longer than anybody waits.
    case .held: return presence == .page ? rest() : stop(.confirming)
    case .paid, .declined, .cancelled, .expired: return []
    }
  }

  /// More than any journey needs between two doings of the buyer.
  private static let mostSteps = 8

  static func final(_ body: AppCheckoutBody) -> CheckoutResult? {
    switch body.phase {
    case .paid: .paid(body.receipt)
    case .declined: .declined(body.decline.flatMap(DeclineReason.init(rawValue:)) ?? .refused)
    case .cancelled: .cancelled
    case .expired: .notFinished
    case .open, .selecting, .reviewing, .authorizing, .paying, .settling, .closing, .held, .unrecognised: nil
    }
  }

  /// Nothing has been charged, and nothing can be before somebody agrees with the verifier.
  private static func isBeforeAgreement(_ phase: PhaseName) -> Bool {
    switch phase {
    case .open, .selecting, .reviewing: true
    case .authorizing, .paying, .settling, .closing, .held, .unrecognised: false
    case .paid, .declined, .cancelled, .expired: false
    }
  }

  /// The buyer has been at the provider, and his link has not come. Once per round trip the way back is shown to him again; if he
  /// closes that too, it is his to come back.
  private mutating func locked(_ now: Moment) -> [Effect] {
    guard presence != .nobody else { return stop(.notFinished) }
    guard memory.hasReopened else { return afterGrace(.begin, now) }
    return presence == .page ? afterGrace(nil, now) : linger(rules.grace, .notFinished, now)
  }

  private mutating func beforeSelection(_ now: Moment) -> [Effect] {
    switch presence {
    case .nobody: return stop(.notFinished)
    case .page: return afterGrace(nil, now)
    case .buyer: return closedLeg == nil ? ask(.begin) : linger(rules.grace, .notFinished, now)
    }
  }

  private mutating func selecting(_ body: AppCheckoutBody, _ now: Moment) -> [Effect] {
    switch presence {
    case .nobody: return body.awaitsProvider ? linger(patience, .notFinished, now) : stop(.notFinished)
    case .page: return afterGrace(nil, now)
    case .buyer: break
    }
    if body.awaitsProvider { return linger(patience, .notFinished, now) }
    if body.choiceRefusal != nil { return toReview(body, now) }
    switch closedLeg {
    case nil: return ask(.begin)
    // He has left a change: what he chose first still stands.
    case .changeAddress, .changePayment: return afterGrace(.keep, now)
    case .select, .pay, .resume: return linger(rules.grace, .notFinished, now)
    }
  }

  private mutating func paying(_ now: Moment) -> [Effect] {
    switch presence {
    case .nobody: return linger(patience, .confirming, now)
    case .page: return afterGrace(nil, now)
    case .buyer: return closedLeg == .pay ? linger(patience, .confirming, now) : ask(.begin)
    }
  }

  private mutating func toReview(_ body: AppCheckoutBody, _ now: Moment) -> [Effect] {
    // He has agreed already, to just this, in the secure browser.
    if presence == .nobody { return stop(.notFinished) }
    let agreed = memory.revision
    memory.revision = nil
    if let agreed, let review = body.review, review.revision == agreed, body.choiceRefusal == nil, isFresh(now) {
      since = now
      return ask(.confirm(revision: agreed, total: review.total))
    }
    if presence == .page { return rest() }
    // Without our verifier the server shows no review.
    guard body.review != nil || body.choiceRefusal != nil else { return stop(.notFinished) }
    let review = CheckoutReview(
      checkout: body.id, content: body.review, choiceRefusal: body.choiceRefusal, after: shown?.content)
    shown = review
    let number = number()
    question = number
    pauses = 0
    timer = nil
    return [.review(number, review)]
  }

  /// What was agreed to long ago, before the app was killed perhaps, is asked again.
  private func isFresh(_ now: Moment) -> Bool {
    memory.heardAt.map { now.since($0) < .seconds(600) } ?? false
  }

  mutating func decided(_ number: Int, _ decision: ReviewDecision, _ now: Moment) -> [Effect] {
    guard question == number, let shown else { return [] }
    question = nil
    since = now
    pauses = 0
    steps = 0
    closedLeg = nil
    switch decision {
    case .buy:
      guard shown.canBuy, let content = shown.content else { return pursue(now) }
      return decide(.confirm(revision: content.revision, total: content.total))
    case .change(let what): return decide(shown.choiceRefusal == nil ? .change(what) : .begin)
    case .cancel:
      isGivenUp = true
      return decide(.cancel)
    }
  }

  private mutating func decide(_ call: AppCall) -> [Effect] {
    guard asked == nil else {
      // A question is under way; the decision is next.
      pending = Call(call: call, key: newKey())
      return []
    }
    return ask(call)
  }

  /// Gives a link that may be on its way the time to come, then goes on by itself, or lets the page go on.
  private mutating func afterGrace(_ call: AppCall?, _ now: Moment) -> [Effect] {
    if closedLeg != nil, now.since(since) < rules.grace { return [pause(until: since + rules.grace)] }
    if let call { return ask(call) }
    return rest()
  }

  /// Asks again after a pause, until patience ends.
  mutating func linger(
    _ patience: Duration, _ result: CheckoutResult, _ now: Moment, retryAfter: Duration? = nil
  ) -> [Effect] {
    if browser != nil { return [pause(retryAfter: retryAfter)] }
    guard now.since(since) < patience else { return presence == .page ? rest() : stop(result) }
    return [pause(until: since + patience, retryAfter: retryAfter)]
  }

  mutating func pause(until end: Moment? = nil, retryAfter: Duration? = nil) -> Effect {
    pauses += 1
    let isAway = browser != nil
    return wait(
      RetryDelay(
        number: pauses, first: isAway ? rules.firstPauseAway : rules.firstPause,
        longest: isAway ? rules.longestPauseAway : rules.longestPause, atLeast: retryAfter, noLaterThan: end))
  }

  mutating func wait(_ pause: RetryDelay) -> Effect {
    let number = number()
    timer = number
    return .wait(number, pause)
  }

  /// The server's final word: nothing is left to keep.
  private mutating func end(_ result: CheckoutResult) -> [Effect] {
    let closing: [Effect] = browser == nil ? [] : [.close]
    browser = nil
    return closing + [.forget, finish(.result(result))]
  }

  /// As much as can be said now. What is kept goes on to wait for the buyer, a link, or the next start.
  mutating func stop(_ result: CheckoutResult, keeps: Bool = true) -> [Effect] {
    let closing: [Effect] = browser == nil ? [] : [.close]
    browser = nil
    return closing + [keeps ? .save(memory) : .forget, finish(.result(result))]
  }

  /// The page goes on by its own backend.
  private mutating func rest() -> [Effect] { [.save(memory), finish(.page(view?.phase))] }
}
