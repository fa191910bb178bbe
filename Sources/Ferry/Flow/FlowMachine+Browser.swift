import FerryCore

extension FlowMachine {
  /// Sends the buyer to the provider, after everything that he could come back to is kept.
  mutating func open(_ ticket: CheckoutHandoff.Ticket, _ now: Moment) -> [Effect] {
    guard PlainText.isUnreserved(ticket.text, most: 512) else {
      // No address can be made of it. Another is asked for, unless it goes on like this.
      return linger(patience, known, now)
    }
    if ticket.step == .resume {
      memory.hasReopened = true
    } else {
      memory.trip = ticket.step
      memory.hasReopened = false
      if ticket.step == .pay { memory.mayHavePaid = true }
    }
    let opening = Opening(number: number(), step: ticket.step)
    browser = opening
    closedLeg = nil
    pauses = 0
    question = nil
    return [.save(memory), .open(opening.number, ticket.step, ticket: ticket.text), pause()]
  }

  mutating func closed(_ number: Int, _ now: Moment) -> [Effect] {
    guard browser?.number == number else { return [] }
    leave(now)
    return hurry(now)
  }

  mutating func browserFailed(_ number: Int, _ reason: SecureBrowserFailure?, _ now: Moment) -> [Effect] {
    guard browser?.number == number else { return [] }
    leave(now)
    // Nobody has been to the provider by it: the same way is not tried again by itself.
    return [.tell(.browserFailed(reason))] + hurry(now)
  }

  /// From here on the server has time to answer.
  mutating func leave(_ now: Moment) {
    browser = nil
    closedLeg = memory.trip
    since = now
    pauses = 0
    steps = 0
  }

  mutating func giveUp(_ now: Moment) -> [Effect] {
    // Without the verifier the server ends nothing; it is asked how the checkout stands, and that decides.
    isGivenUp = memory.verifier != nil
    since = now
    steps = 0
    // Whatever was waiting to be asked again was meant to go on.
    if isGivenUp { pending = nil }
    guard browser != nil else { return hurry(now) }
    leave(now)
    return [.close] + hurry(now)
  }

  mutating func heard(_ link: AppReturnLink, _ now: Moment) -> [Effect] {
    guard link.checkout == memory.checkout else { return [.tell(.linkOfAnotherCheckout(link.checkout))] }
    guard !memory.knows(link.code) else { return [] }
    memory.hold(link.code, heardAt: now)
    steps = 0
    if browser == nil { since = now }
    return [.save(memory)] + hurry(now)
  }
}
