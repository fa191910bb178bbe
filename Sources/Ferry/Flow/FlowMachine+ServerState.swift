import FerryCore

// The next step, from the server's state.
extension FlowMachine.Following {
  mutating func apply(_ body: AppCheckoutBody, _ now: Moment) -> [Effect] {
    view = body
    if let result = FlowMachine.final(body) { return end(result) }
    // Nobody can agree without the verifier, and a kept item would block another attempt. A page's backend can still agree.
    if memory.verifier == nil, presence != .page, body.phase.isBeforeAgreement {
      return stop(.notFinished, keeps: false)
    }
    if !memory.unclaimed.isEmpty || pending != nil { return resume(now) }
    if isGivenUp, body.phase != .closing { return resume(now) }
    if let ticket = body.ticket, browser == nil, presence != .nobody, !isGivenUp { return open(ticket, now) }
    // The buyer is at the provider or reads the review.
    if browser != nil { return [delay()] }
    if question != nil { return [] }
    // The server leads in circles: change nothing more, and only read.
    if changes > Self.mostChanges { return waitAndRetry(patience, known, now) }
    if body.isLocked { return locked(now) }
    switch body.phase {
    case .open where body.review == nil: return beforeSelection(now)
    case .open, .reviewing: return toReview(body, now)
    case .selecting: return selecting(body, now)
    case .paying: return paying(now)
    case .authorizing, .settling, .closing, .unrecognised:
      return presence == .page ? stay() : waitAndRetry(patience, .confirming, now)
    // A person decides. That takes longer than a buyer waits.
    case .held: return presence == .page ? stay() : stop(.confirming)
    case .paid, .declined, .cancelled, .expired: return []
    }
  }

  /// More than any journey needs between two actions of the buyer.
  private static let mostChanges = 8

  /// The buyer was at the provider, and the link has not come. The app shows the return page again, once per round trip. If
  /// the buyer closes it too, the app waits for them.
  private mutating func locked(_ now: Moment) -> [Effect] {
    guard presence != .nobody else { return stop(.notFinished) }
    guard memory.hasReopened else { return afterGrace(.begin, now) }
    return presence == .page ? afterGrace(nil, now) : waitAndRetry(rules.grace, .notFinished, now)
  }

  private mutating func beforeSelection(_ now: Moment) -> [Effect] {
    switch presence {
    case .nobody: return stop(.notFinished)
    case .page: return afterGrace(nil, now)
    case .buyer: return closedStep == nil ? ask(.begin) : waitAndRetry(rules.grace, .notFinished, now)
    }
  }

  private mutating func selecting(_ body: AppCheckoutBody, _ now: Moment) -> [Effect] {
    switch presence {
    case .nobody: return body.awaitsProvider ? waitAndRetry(patience, .notFinished, now) : stop(.notFinished)
    case .page: return afterGrace(nil, now)
    case .buyer: break
    }
    if body.awaitsProvider { return waitAndRetry(patience, .notFinished, now) }
    if body.selectionRefusal != nil { return toReview(body, now) }
    switch closedStep {
    case nil: return ask(.begin)
    // The buyer left a change, so the earlier selection still holds.
    case .changeAddress, .changePayment: return afterGrace(.keep, now)
    case .select, .pay, .resume: return waitAndRetry(rules.grace, .notFinished, now)
    }
  }

  private mutating func paying(_ now: Moment) -> [Effect] {
    switch presence {
    case .nobody: return waitAndRetry(patience, .confirming, now)
    case .page: return afterGrace(nil, now)
    case .buyer: return closedStep == .pay ? waitAndRetry(patience, .confirming, now) : ask(.begin)
    }
  }

  private mutating func toReview(_ body: AppCheckoutBody, _ now: Moment) -> [Effect] {
    if presence == .nobody { return stop(.notFinished) }
    // The buyer may have agreed to exactly this revision in the secure browser.
    let agreed = memory.revision
    memory.revision = nil
    if let agreed, let review = body.review, review.revision == agreed, body.selectionRefusal == nil, isFresh(now) {
      since = now
      return ask(.confirm(revision: agreed, total: review.total))
    }
    if presence == .page { return stay() }
    // Without the verifier the server shows no review.
    guard body.review != nil || body.selectionRefusal != nil else { return stop(.notFinished) }
    let review = CheckoutReview(
      checkout: body.id, content: body.review, selectionRefusal: body.selectionRefusal, after: shown)
    shown = review.content
    let number = newNumber()
    buyer = .reviewing(FlowMachine.Question(number: number, review: review, closed: closedStep))
    delays = 0
    exchange = .idle
    return [.review(number, review)]
  }

  /// True if the agreement is at most ten minutes old. The app asks again about an older one.
  private func isFresh(_ now: Moment) -> Bool {
    memory.heardAt.map { now.since($0) < .seconds(600) } ?? false
  }

  mutating func decided(_ number: Int, _ decision: ReviewDecision, _ now: Moment) -> [Effect] {
    guard let question, question.number == number else { return [] }
    buyer = .inApp(closed: nil)
    since = now
    delays = 0
    changes = 0
    let review = question.review
    switch decision {
    case .buy:
      guard review.canBuy, let content = review.content else { return resume(now) }
      return send(.confirm(revision: content.revision, total: content.total))
    case .change(let what): return send(review.selectionRefusal == nil ? .change(what) : .begin)
    case .cancel:
      isGivenUp = true
      return send(.cancel)
    }
  }

  /// Sends the buyer's decision, after the answer to a call that is in flight.
  private mutating func send(_ call: AppCall) -> [Effect] {
    guard asked == nil else {
      pending = Call(call: call, key: newKey())
      return []
    }
    return ask(call)
  }

  /// Gives a link that may be on its way the time to come. Then the app sends the call, or the page continues.
  private mutating func afterGrace(_ call: AppCall?, _ now: Moment) -> [Effect] {
    if closedStep != nil, now.since(since) < rules.grace { return [delay(until: since + rules.grace)] }
    if let call { return ask(call) }
    return stay()
  }

  /// Asks again after a delay. Stops with the result when patience ends.
  mutating func waitAndRetry(
    _ patience: Duration, _ result: CheckoutOutcome, _ now: Moment, retryAfter: Duration? = nil
  ) -> [Effect] {
    if browser != nil { return [delay(retryAfter: retryAfter)] }
    guard now.since(since) < patience else { return presence == .page ? stay() : stop(result) }
    return [delay(until: since + patience, retryAfter: retryAfter)]
  }

  mutating func delay(until end: Moment? = nil, retryAfter: Duration? = nil) -> Effect {
    delays += 1
    let isAway = browser != nil
    let number = newNumber()
    exchange = .waiting(timer: number)
    let delay = RetryDelay(
      number: delays, first: isAway ? rules.firstPauseAway : rules.firstPause,
      longest: isAway ? rules.longestPauseAway : rules.longestPause, atLeast: retryAfter, noLaterThan: end)
    return .wait(number, delay)
  }

  /// The server's answer is final. Nothing is kept.
  mutating func end(_ result: CheckoutOutcome) -> [Effect] {
    closing + [.forget, .finish(.result(result))]
  }

  /// Nothing more can be said now. The kept item waits for the buyer, a link, or the next start of the app.
  mutating func stop(_ result: CheckoutOutcome, keeps: Bool = true) -> [Effect] {
    closing + [keeps ? .save(memory) : .forget, .finish(.result(result))]
  }

  private var closing: [Effect] { browser == nil ? [] : [.close] }

  /// The page continues by its own backend.
  private func stay() -> [Effect] { [.save(memory), .finish(.page(view?.phase))] }
}

extension FlowMachine {
  /// The result that the server's answer is; nil if the checkout is not over.
  static func final(_ body: AppCheckoutBody) -> CheckoutOutcome? {
    switch body.phase {
    case .paid: .paid(body.receipt)
    case .declined: .declined(body.decline.flatMap(DeclineReason.init(rawValue:)) ?? .refused)
    case .cancelled: .cancelled
    case .expired: .notFinished
    case .open, .selecting, .reviewing, .authorizing, .paying, .settling, .closing, .held, .unrecognised: nil
    }
  }
}

extension PhaseName {
  /// True if nothing has been charged, and nothing can be before somebody agrees with the verifier.
  var isBeforeAgreement: Bool {
    switch self {
    case .open, .selecting, .reviewing: true
    case .authorizing, .paying, .settling, .closing, .held, .unrecognised: false
    case .paid, .declined, .cancelled, .expired: false
    }
  }
}
