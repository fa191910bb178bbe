import FerryCore

extension FlowMachine {
  /// A checkout that exists, followed until the server's final answer or until nothing more can be said now.
  struct Following: Sendable {
    let setup: Setup
    var memory: Memory
    var buyer: Buyer
    var exchange = Exchange.idle
    /// The call to send next: a decision of the buyer, or a repetition of a call that got no answer.
    var pending: Call?
    var isGivenUp = false
    /// True from the moment when the payment page's browser has closed by itself, until the app has reported it to the server.
    var mustTellClosed = false
    /// Retry delays in a row.
    var delays = 0
    /// State-changing calls since the buyer or a link last did anything.
    var changes = 0
    /// The moment when the wait for the server or for a link began.
    var since: Moment
    /// The server's last answer.
    var view: AppCheckoutBody?
    /// The review that the buyer saw last.
    var shown: ReviewBody?
    /// Effects that are awaited have numbers from here.
    var lastNumber = 0
  }

  /// The place where the buyer is.
  enum Buyer: Hashable, Sendable {
    /// In the app. `closed` is the step whose browser has closed and that the server has not taken further yet.
    case inApp(closed: RedirectStep?)
    /// In the secure browser.
    case away(Opening)
    case reviewing(Question)
  }

  enum Exchange: Hashable, Sendable {
    case idle
    case calling(number: Int, Call)
    case waiting(timer: Int)
  }

  struct Opening: Hashable, Sendable {
    var number: Int
    var step: RedirectStep
  }

  struct Question: Hashable, Sendable {
    var number: Int
    var review: CheckoutReview
    /// As in `Buyer.inApp`, for when the review could not be shown.
    var closed: RedirectStep?
  }

  /// A call, with the idempotency key that all its repetitions share.
  struct Call: Hashable, Sendable {
    var call: AppCall
    var key: String
  }
}

extension FlowMachine.Following {
  typealias Effect = FlowMachine.Effect
  typealias Call = FlowMachine.Call

  var presence: Presence { setup.presence }
  var rules: FlowRules { setup.rules }
  var browser: FlowMachine.Opening? { if case .away(let opening) = buyer { opening } else { nil } }
  var question: FlowMachine.Question? { if case .reviewing(let question) = buyer { question } else { nil } }

  /// The step whose browser has closed and that the server has not taken further yet.
  var closedStep: RedirectStep? {
    switch buyer {
    case .inApp(let closed): closed
    case .reviewing(let question): question.closed
    case .away: nil
    }
  }

  var asked: (number: Int, call: Call)? {
    if case .calling(let number, let call) = exchange { (number, call) } else { nil }
  }
  var timer: Int? { if case .waiting(let timer) = exchange { timer } else { nil } }

  mutating func receive(_ input: FlowMachine.Input, at now: Moment) -> [Effect] {
    switch input {
    case .begin:
      since = now
      return resume(now)
    case .open(let handoff): return open(handoff, now)
    case .link(let link): return heard(link, now)
    case .unreadableLink: return [.tell(.unreadableLink)] + askNow(now)
    case .browserClosed(let number): return closed(number, now)
    case .browserFailed(let number, let reason): return browserFailed(number, reason, now)
    case .answered(let number, let result):
      guard let asked, asked.number == number else { return [] }
      exchange = .idle
      switch result {
      case .success(let body): return answered(asked.call, body, now)
      case .failure(let failure): return failed(failure, asked.call, now)
      }
    case .decided(let number, let decision): return decided(number, decision, now)
    case .tick(let number):
      guard timer == number else { return [] }
      exchange = .idle
      return resume(now)
    case .woken: return askNow(now)
    case .givenUp: return giveUp(now)
    case .notSaved: return notSaved(now)
    case .created, .creationUnknown, .notCreated: return []
    }
  }

  mutating func newNumber() -> Int {
    lastNumber += 1
    return lastNumber
  }

  mutating func newKey() -> String { "\(setup.run)-\(newNumber())" }
}

// The calls to the server.
extension FlowMachine.Following {
  /// Asks now instead of later.
  mutating func askNow(_ now: Moment) -> [Effect] {
    guard memory.canAsk else { return [] }
    delays = 0
    return resume(now)
  }

  /// Sends the next call: the pending one, else a claim, else a question. One call at a time.
  mutating func resume(_ now: Moment) -> [Effect] {
    guard asked == nil else { return [] }
    guard memory.canAsk else { return stop(.notFinished) }
    if let pending { return ask(pending) }
    if let next = memory.unclaimed.first { return ask(.claim(code: next.code)) }
    if isGivenUp { return ask(.cancel) }
    return ask(mustTellClosed && memory.verifier != nil ? .closed : .read)
  }

  mutating func ask(_ call: AppCall) -> [Effect] { ask(Call(call: call, key: newKey())) }

  private mutating func ask(_ call: Call) -> [Effect] {
    let number = newNumber()
    exchange = .calling(number: number, call)
    pending = nil
    if call.call.changesState { changes += 1 }
    if call.call == .closed { mustTellClosed = false }
    guard case .confirm = call.call else { return [.call(number, call.call, key: call.key)] }
    memory.mayHavePaid = true
    return [.save(memory), .call(number, call.call, key: call.key)]
  }

  private mutating func answered(_ call: Call, _ body: AppCheckoutBody, _ now: Moment) -> [Effect] {
    var body = body
    // A buyer who cancels is not sent to another page.
    if call.call == .cancel { body.ticket = nil }
    memory.isUnknownToServer = false
    guard body.id == memory.checkout else { return failed(.unreadable(statusCode: 200), call, now) }
    if let view, view.phase != body.phase || view.isLocked != body.isLocked { delays = 0 }
    var effects: [Effect] = []
    switch call.call {
    case .claim(let code): effects = claimed(code, body, now)
    // During a change the server ends the change only, and the buyer is back at the review. If nobody is there to see the
    // review, the app cancels again.
    case .cancel: isGivenUp = presence == .nobody && body.phase == .reviewing
    case .change, .confirm: since = now
    case .read, .begin, .keep, .closed: break
    }
    return effects + apply(body, now)
  }

  /// The server has accepted the link's code. The browser closes here and not earlier, so a planted link closes nothing.
  private mutating func claimed(_ code: String, _ body: AppCheckoutBody, _ now: Moment) -> [Effect] {
    memory.heardAt = memory.spend(code)
    memory.revision = AppReturnLink(checkout: body.id, code: code).revision
    since = now
    delays = 0
    mustTellClosed = false
    // A late link of an earlier round trip must not close the payment page.
    guard let browser, !(browser.step == .pay && body.phase == .paying) else { return [.save(memory)] }
    leave(now)
    // The link has come, so a page need not wait for it.
    if presence == .page { buyer = .inApp(closed: nil) }
    return [.save(memory), .close]
  }

  private mutating func failed(_ failure: CallFailure, _ call: Call, _ now: Moment) -> [Effect] {
    switch failure.kind {
    case .passing:
      // Retry with the same key, unless the buyer has decided something since.
      if pending == nil, call.call.changesState, !isGivenUp || call.call == .cancel { pending = call }
      return waitAndRetry(patience, known, now, retryAfter: failure.retryAfter)
    case .codeInvalid, .forbidden:
      guard case .claim(let code) = call.call else {
        return [.tell(.begunElsewhere(checkout: memory.checkout ?? ""))] + stop(known)
      }
      memory.spend(code)
      return [.tell(.linkRefused(checkout: memory.checkout ?? "")), .save(memory)] + resume(now)
    case .unknown:
      let notice = FlowNotice.unknownToServer(checkout: memory.checkout ?? "")
      // A server that is being restored may not know the checkout for a while. After a day the answer counts. A checkout that
      // may have been paid stays until it expires all the same.
      memory.isUnknownToServer = now.since(memory.beganAt) > .seconds(86_400)
      return [.tell(notice)] + stop(known, keeps: !memory.isUnknownToServer || memory.mayHavePaid)
    case .nothingToPay, .refused:
      if case .confirm = call.call, failure.kind == .nothingToPay { return end(.nothingToPay) }
      if call.call == .cancel { isGivenUp = false }
      // The checkout is in another phase than the app assumed: read it. After some refusals, read it with delays.
      guard call.call.changesState, changes <= 3 else { return waitAndRetry(patience, known, now) }
      return resume(now)
    }
  }

  private mutating func notSaved(_ now: Moment) -> [Effect] {
    // The flow performed no effect after the failed save. Answers to earlier effects are ignored; the app asks again.
    if browser != nil { leave(now) }
    exchange = .idle
    // The review came after the save, so the buyer has not seen it.
    if let question, question.number == lastNumber { buyer = .inApp(closed: question.closed) }
    return [.close] + waitAndRetry(patience, known, now)
  }

  /// The result that the app can give without the server.
  var known: CheckoutOutcome { memory.mayHavePaid ? .confirming : .notFinished }
  var patience: Duration { presence == .nobody ? rules.patienceUnattended : rules.patience }
}

// The secure browser and the links that lead back from it.
extension FlowMachine.Following {
  /// Opens the secure browser. Everything that the buyer could come back to is saved before.
  mutating func open(_ ticket: CheckoutHandoff.Ticket, _ now: Moment) -> [Effect] {
    // No address can be made of a strange ticket, so the app asks for another one later.
    guard PlainText.isUnreserved(ticket.text, most: 512) else { return waitAndRetry(patience, known, now) }
    if ticket.step == .resume {
      memory.hasReopened = true
    } else {
      memory.trip = ticket.step
      memory.hasReopened = false
      if ticket.step == .pay { memory.mayHavePaid = true }
    }
    let opening = FlowMachine.Opening(number: newNumber(), step: ticket.step)
    buyer = .away(opening)
    delays = 0
    return [.save(memory), .open(opening.number, ticket.step, ticket: ticket.text), delay()]
  }

  /// Opens a ticket of the shop's backend. It opens nothing in a browser that has forgotten the cookie of an earlier step:
  /// for that the app needs a ticket of its own.
  mutating func openForShop(_ ticket: CheckoutHandoff.Ticket, _ now: Moment) -> [Effect] {
    let isLater = ticket.step != .select && ticket.step != .resume
    guard setup.forgetsCookies, isLater, memory.verifier != nil else { return open(ticket, now) }
    return [.save(memory)] + ask(.begin)
  }

  /// A page hands over a step to open, and the checkout if it is new.
  private mutating func open(_ handoff: CheckoutHandoff, _ now: Moment) -> [Effect] {
    guard presence == .page, memory.checkout == nil || memory.checkout == handoff.checkout,
      PlainText.isUnreserved(handoff.checkout, most: 64)
    else { return [] }
    memory.isOfPage = true
    memory.accept(handoff)
    since = now
    guard memory.clientToken != nil else { return [.finish(.failure(.badHandoff))] }
    guard let ticket = handoff.ticket else { return [.save(memory)] + resume(now) }
    // If the link is here already, the return page is not needed again.
    if ticket.step == .resume, !memory.unclaimed.isEmpty { return [.save(memory)] + resume(now) }
    let closing: [Effect] = browser == nil ? [] : [.close]
    if browser != nil { buyer = .inApp(closed: nil) }
    isGivenUp = false
    exchange = .idle
    pending = nil
    return closing + openForShop(ticket, now)
  }

  private mutating func closed(_ number: Int, _ now: Moment) -> [Effect] {
    guard let browser, browser.number == number else { return [] }
    leave(now)
    mustTellClosed = browser.step == .pay
    return askNow(now)
  }

  private mutating func browserFailed(_ number: Int, _ reason: SecureBrowserFailure?, _ now: Moment) -> [Effect] {
    guard browser?.number == number else { return [] }
    // As if closed, so that the app does not open the same page again by itself.
    leave(now)
    return [.tell(.browserFailed(reason))] + askNow(now)
  }

  /// The browser is closed, and the server has time to answer from now on.
  mutating func leave(_ now: Moment) {
    buyer = .inApp(closed: memory.trip)
    since = now
    delays = 0
    changes = 0
  }

  private mutating func giveUp(_ now: Moment) -> [Effect] {
    // Without the verifier the server cancels nothing. The app reads the checkout, and the answer decides.
    isGivenUp = memory.verifier != nil
    since = now
    changes = 0
    // A pending retry would continue the checkout.
    if isGivenUp { pending = nil }
    guard browser != nil else { return askNow(now) }
    leave(now)
    return [.close] + askNow(now)
  }

  private mutating func heard(_ link: AppReturnLink, _ now: Moment) -> [Effect] {
    guard link.checkout == memory.checkout else { return [.tell(.linkOfAnotherCheckout(link.checkout))] }
    guard !memory.knows(link.code) else { return [] }
    memory.hold(link.code, heardAt: now)
    changes = 0
    if browser == nil { since = now }
    return [.save(memory)] + askNow(now)
  }
}
