import FerryCore

extension FlowMachine {
  /// Asks now instead of later.
  mutating func hurry(_ now: Moment) -> [Effect] {
    guard memory.canAsk, !isCreating else { return [] }
    pauses = 0
    return pursue(now)
  }

  mutating func tick(_ number: Int, _ now: Moment) -> [Effect] {
    guard timer == number else { return [] }
    timer = nil
    guard isCreating else { return pursue(now) }
    guard let verifier = memory.verifier else { return [] }
    creations += 1
    return [.create(verifier.challenge)]
  }

  /// Asks the server what is to be asked next. One call at a time.
  mutating func pursue(_ now: Moment) -> [Effect] {
    guard asked == nil, !isCreating else { return [] }
    guard memory.canAsk else { return stop(.notFinished) }
    if let pending { return ask(pending) }
    if let next = memory.unclaimed.first { return ask(.claim(code: next.code)) }
    return ask(isGivenUp ? .cancel : .read)
  }

  mutating func ask(_ call: AppCall) -> [Effect] { ask(Call(call: call, key: newKey())) }

  private mutating func ask(_ call: Call) -> [Effect] {
    let number = number()
    asked = Asked(number: number, call: call)
    pending = nil
    timer = nil
    if !call.call.isRead { steps += 1 }
    guard case .confirm = call.call else { return [.call(number, call.call, key: call.key)] }
    memory.mayHavePaid = true
    return [.save(memory), .call(number, call.call, key: call.key)]
  }

  mutating func newKey() -> String { "\(run)-\(number())" }

  mutating func answered(_ number: Int, _ body: AppCheckoutBody, _ now: Moment) -> [Effect] {
    guard let asked, asked.number == number else { return [] }
    self.asked = nil
    var body = body
    // Nothing is opened for who wants to leave.
    if asked.call.call == .cancel { body.ticket = nil }
    memory.isDisowned = false
    guard body.id == memory.checkout else { return failed(.unreadable(statusCode: 200), asked.call, now) }
    if let view, view.phase != body.phase || view.isLocked != body.isLocked { pauses = 0 }
    var effects: [Effect] = []
    switch asked.call.call {
    case .claim(let code): effects = claimed(code, body, now)
    // In a change the server only leaves the change: the buyer is back at the review. Where nobody sees that, it goes on.
    case .cancel: isGivenUp = presence == .nobody && body.phase == .reviewing
    case .change, .confirm: since = now
    case .read, .begin, .keep: break
    }
    return effects + heed(body, now)
  }

  /// The round trip has led back here. Only now does the browser go away: whoever sent a planted link closes nothing.
  private mutating func claimed(_ code: String, _ body: AppCheckoutBody, _ now: Moment) -> [Effect] {
    memory.heardAt = memory.spend(code)
    memory.revision = AppReturnLink(checkout: body.id, code: code).revision
    since = now
    pauses = 0
    // A link of an earlier round trip that comes while the buyer is about to pay must not take the payment page away.
    guard let browser, !(browser.step == .pay && body.phase == .paying) else { return [.save(memory)] }
    leave(now)
    // A page need not wait for a link that has come.
    if presence == .page { closedLeg = nil }
    return [.save(memory), .close]
  }

  mutating func failed(_ number: Int, _ failure: CallFailure, _ now: Moment) -> [Effect] {
    guard let asked, asked.number == number else { return [] }
    self.asked = nil
    return failed(failure, asked.call, now)
  }

  private mutating func failed(_ failure: CallFailure, _ call: Call, _ now: Moment) -> [Effect] {
    switch failure.kind {
    case .passing:
      // The very same again, with its key, unless the buyer has decided something since.
      if pending == nil, !call.call.isRead, !isGivenUp || call.call == .cancel { pending = call }
      return linger(patience, known, now, retryAfter: failure.retryAfter)
    case .codeInvalid, .forbidden:
      guard case .claim(let code) = call.call else {
        return [.tell(.begunElsewhere(checkout: memory.checkout ?? ""))] + stop(known)
      }
      memory.spend(code)
      return [.tell(.linkRefused(checkout: memory.checkout ?? "")), .save(memory)] + pursue(now)
    case .unknown:
      let notice = FlowNotice.unknownToServer(checkout: memory.checkout ?? "")
      // A server that is being put up again may say so for a while. After a day it means it; but what may have paid is asked
      // about for as long as it is kept.
      memory.isDisowned = now.since(memory.beganAt) > .seconds(86_400)
      return [.tell(notice)] + stop(known, keeps: !memory.isDisowned || memory.mayHavePaid)
    case .refused:
      if call.call == .cancel { isGivenUp = false }
      // The checkout stands otherwise than we thought: look. If that does not help, not at once again.
      guard !call.call.isRead, steps <= 3 else { return linger(patience, known, now) }
      return pursue(now)
    }
  }

  mutating func notSaved(_ now: Moment) -> [Effect] {
    if isCreating { return [finish(.failure(.cannotKeep))] }
    // Nothing after the saving was done. What is under way is not heard any more, and all begins with a question again.
    if browser != nil { leave(now) }
    asked = nil
    // The buyer has not been asked either, if that came after it.
    if question == lastNumber { question = nil }
    return [.close] + linger(patience, known, now)
  }

  /// What can be said without the server.
  var known: CheckoutResult { memory.mayHavePaid ? .confirming : .notFinished }

  var patience: Duration { presence == .nobody ? rules.patienceUnattended : rules.patience }
}
