import FerryCore

extension FlowMachine {
  mutating func begin(_ now: Moment) -> [Effect] {
    since = now
    guard memory.checkout == nil else { return pursue(now) }
    guard presence == .buyer, let verifier = memory.verifier else {
      return presence == .page ? [] : [.forget, finish(.result(.notFinished))]
    }
    isCreating = true
    creations = 1
    // Kept before anybody learns of the challenge: whatever is made for it belongs to this device.
    return [.save(memory), .create(verifier.challenge)]
  }

  /// The outcome of the shop's call is not known, so it is made again: with the same challenge it is the same creation.
  mutating func createAgain(_ now: Moment) -> [Effect] {
    guard isCreating else { return [] }
    // What may have been made by it is found by the same verifier another time.
    if isGivenUp { return [finish(.result(.notFinished))] }
    guard creations < rules.mostCreations else { return [finish(.notCreated)] }
    pauses += 1
    return [wait(RetryDelay(number: pauses, first: rules.firstPause, longest: rules.longestPause))]
  }

  mutating func created(_ handoff: CheckoutHandoff, _ known: Memory?, _ now: Moment) -> [Effect] {
    guard isCreating else { return [] }
    isCreating = false
    pauses = 0
    since = now
    guard PlainText.isUnreserved(handoff.checkout, most: 64) else { return [.forget, finish(.failure(.badHandoff))] }
    // The order's live attempt, which this device had begun already: its verifier is the one that counts.
    if let known, known.checkout == handoff.checkout {
      memory.verifier = known.verifier ?? memory.verifier
      memory.clientToken = known.clientToken
      memory.trip = known.trip
      memory.mayHavePaid = known.mayHavePaid
      memory.unclaimed = known.unclaimed
      memory.revision = known.revision
      memory.heardAt = known.heardAt
      memory.spent = known.spent
    }
    memory.checkout = handoff.checkout
    if let token = handoff.clientToken, PlainText.isUnreserved(token, most: 256) { memory.clientToken = token }
    guard memory.clientToken != nil else { return [.forget, finish(.failure(.badHandoff))] }
    if memory.unclaimed.isEmpty, !isGivenUp, let ticket = handoff.ticket { return open(ticket, now) }
    return [.save(memory)] + pursue(now)
  }

  /// A page hands over a step to be opened, with the checkout when that is new.
  mutating func open(_ handoff: CheckoutHandoff, _ now: Moment) -> [Effect] {
    guard presence == .page, memory.checkout == nil || memory.checkout == handoff.checkout,
      PlainText.isUnreserved(handoff.checkout, most: 64)
    else { return [] }
    memory.checkout = handoff.checkout
    memory.isOfPage = true
    if let token = handoff.clientToken, PlainText.isUnreserved(token, most: 256) { memory.clientToken = token }
    since = now
    guard memory.clientToken != nil else { return [finish(.failure(.badHandoff))] }
    guard let ticket = handoff.ticket else { return [.save(memory)] + pursue(now) }
    // The way back is not shown again while the link that it leads to is here.
    if ticket.step == .resume, !memory.unclaimed.isEmpty { return [.save(memory)] + pursue(now) }
    let closing: [Effect] = browser == nil ? [] : [.close]
    isGivenUp = false
    asked = nil
    pending = nil
    browser = nil
    return closing + open(ticket, now)
  }
}
