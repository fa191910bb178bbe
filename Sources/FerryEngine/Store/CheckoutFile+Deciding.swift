public import FerryCheckout
public import FerryCore

extension CheckoutFile {
  /// Takes in what a person decides about a checkout that is held, or about an operation whose outcome is unknown. Needs no
  /// provider: what follows from it is asked for when the engine performs it.
  /// - Parameter routes: Who is told of it; a store has those of the last server.
  /// - Throws: `Refusal`; nothing has changed then.
  public mutating func resolve(
    _ resolution: Resolution, _ change: inout Change, at now: Moment, telling routes: [WebhookRoute]
  ) throws(Refusal) {
    try take(.resolve(resolution), &change, at: now, telling: routes)
  }

  /// Takes in what a merchant wants done with the money: `capture`, `refund` or `void`. Needs no provider, as above.
  /// - Throws: `Refusal`; nothing has changed then.
  public mutating func operate(
    _ operation: PaymentOrder, _ change: inout Change, at now: Moment, telling routes: [WebhookRoute]
  ) throws(Refusal) -> Operation {
    let event = try operation.event(for: checkout)
    try take(event, &change, at: now, telling: routes)
    guard let operation = operation.operation(in: checkout) else { throw .wrongPhase(checkout.phase.name) }
    return operation
  }

  /// Has the provider asked how the checkout stands, where it can be. Needs no provider, as above.
  /// - Throws: Nothing that a hint can cause.
  public mutating func check(
    _ change: inout Change, at now: Moment, telling routes: [WebhookRoute]
  ) throws(Refusal) {
    try take(.recheckRequested, &change, at: now, telling: routes)
  }

  /// Lets the domain decide, and writes down what follows. The requests of new commands are still to be made.
  mutating func take(
    _ event: Event, _ change: inout Change, at now: Moment, telling routes: [WebhookRoute]
  ) throws(Refusal) {
    if event == .resolve(.hold) {
      guard let overdueAt, overdueAt <= now else { throw .notOverdue }
      // One that was asked for lately is not given up with what has waited for long.
      if case .requested(let number)? = checkout.payment?.current?.state,
        outstanding.contains(where: { $0.command.number == number && $0.overdueAt > now })
      {
        throw .operationUnderWay
      }
    }
    let before = checkout
    let decision = try checkout.receive(event, at: now, for: &order)
    if before.phase != checkout.phase || !decision.commands.isEmpty || event.isAlwaysTold {
      change.log.append(LogEntry(at: now, .event(event.name, phase: checkout.phase.name.rawValue)))
    }
    change.ledger += decision.ledger
    // The second half of a capture releases the hold; the timeline tells a movement once.
    for entry in decision.ledger where !entry.externalID.hasSuffix("/hold") {
      change.log.append(LogEntry(at: now, .money(entry.kind, entry.amount)))
    }
    change.log += Payment.notes(from: before.payment, to: checkout.payment).map {
      LogEntry(at: now, .event($0, phase: checkout.phase.name.rawValue))
    }
    // A payment that is held now goes no further by itself; elsewhere only what has waited too long is given up.
    let goesNoFurther = event == .resolve(.hold) && before.phase != checkout.phase && checkout.phase.name == .held
    outstanding.removeAll { [checkout] in
      goesNoFurther || event == .resolve(.hold) && $0.overdueAt <= now || !checkout.wants($0.command)
    }
    outstanding += decision.commands.map { StoredCommand(checkout: checkout, command: $0, at: now) }
    // What nobody has claimed is nobody's to be told: the buyer is forgotten with it.
    if checkout.phase.isFinal, !before.phase.isFinal, roundTrips.isLocked, checkout.agreed == nil { details = nil }
    announce(since: before, &change, at: now, to: routes)
  }
}
