public import FerryCheckout
public import FerryCore

extension CheckoutFile {
  /// Lets the domain decide, and records the consequences. The requests of new commands are still to be planned.
  /// - Throws: `Refusal`; nothing has changed then.
  package mutating func decide(
    _ event: Event, _ change: inout Change, at now: Moment, telling endpoints: [WebhookEndpoint]
  ) throws(Refusal) {
    if event == .resolve(.hold) {
      guard let overdueAt, overdueAt <= now else { throw .notOverdue }
      // An operation that was asked for lately is not given up with those that have waited for long.
      if case .requested(let number)? = checkout.payment?.current?.state,
        outstanding.contains(where: { $0.command.number == number && $0.overdueAt > now })
      {
        throw .operationUnderWay
      }
    }
    let before = checkout
    let decision = try checkout.receive(event, at: now, for: &order)
    recordProviderStay(event, at: now)
    if before.phase != checkout.phase || !decision.commands.isEmpty || event.isAlwaysShown {
      change.log.append(LogEntry(at: now, .event(event.name, phase: checkout.phase.name.rawValue)))
    }
    if before.revision != checkout.revision { change.noteUncertainDelivery(of: checkout, at: now) }
    change.ledger += decision.ledger
    // The second half of a capture releases the hold; the timeline shows a movement once.
    for entry in decision.ledger where !entry.externalID.hasSuffix("/hold") {
      change.log.append(LogEntry(at: now, .money(entry.kind, entry.amount)))
    }
    change.log += Payment.notes(from: before.payment, to: checkout.payment).map {
      LogEntry(at: now, .event($0, phase: checkout.phase.name.rawValue))
    }
    // A payment that is held now goes no further by itself; otherwise only overdue commands are given up.
    let goesNoFurther = event == .resolve(.hold) && before.phase != checkout.phase && checkout.phase.name == .held
    outstanding.removeAll { [checkout] in
      goesNoFurther || event == .resolve(.hold) && $0.overdueAt <= now || !checkout.wants($0.command)
    }
    outstanding += decision.commands.map { StoredCommand(checkout: checkout, command: $0, at: now) }
    checkout.forgetDisputeCommands(besides: outstanding.map(\.command.number))
    // A return that nobody has claimed may not be shown to anybody: the buyer is erased with it.
    if checkout.phase.isFinal, !before.phase.isFinal, roundTrips.isLocked, checkout.agreed == nil { eraseBuyer() }
    // The facts are for the provider, and it was told nothing.
    if checkout.phase.isFinal, checkout.session == nil { buyerFacts = nil }
    announce(since: before, &change, at: now, to: endpoints)
  }
}

extension Change {
  /// Notes in the timeline that the address does not tell its zone, or whether it is excluded.
  mutating func noteUncertainDelivery(of checkout: Checkout, at now: Moment) {
    guard checkout.isDeliveryUncertain else { return }
    log.append(
      LogEntry(
        at: now, .remark("Nothing tells which delivery price applies, or whether the address is in an excluded area.")))
  }
}

extension CheckoutFile {
  /// Only the buyer's own return counts; a notification is none.
  private mutating func recordProviderStay(_ event: Event, at now: Moment) {
    switch event {
    // A buyer who leaves again without a return has come back by themselves: nobody knows when.
    case .leave: if firstStay?.returnedAt == nil { firstStay = ProviderStay(leftAt: now) }
    case .returned, .returnedToShop: if firstStay?.returnedAt == nil { firstStay?.returnedAt = now }
    default: break
    }
  }
}

// MARK: The merchant's orders about money

/// A merchant's order about the money of a paid checkout. Without an amount it is all that is left.
public enum PaymentOrder: Hashable, Sendable {
  /// The id is the merchant's: the same id again is the same operation.
  case capture(OperationID, Money?, lines: [LineQuantity]? = nil)
  case refund(
    OperationID, Money?, lines: [LineQuantity]? = nil, beyondCapture: Bool = false, despiteDispute: Bool = false,
    reason: StatedReason? = nil)
  /// Releases the authorized money that is not captured. It happens once, so it needs no id.
  case void

  public func event(for checkout: Checkout) -> Event {
    switch self {
    case .capture(let id, let amount, let lines): .capture(id, amount, lines: lines)
    case .refund(let id, let amount, let lines, let beyondCapture, let despiteDispute, let reason):
      .refund(
        id, amount, lines: lines, beyondCapture: beyondCapture, despiteDispute: despiteDispute, reason: reason)
    case .void: .void(Self.voidID(checkout.payment))
    }
  }

  /// The operation that it has become.
  public func operation(in checkout: Checkout) -> Operation? {
    let operations = checkout.payment?.operations ?? []
    return switch self {
    case .capture(let id, _, _), .refund(let id, _, _, _, _, _): operations.first { $0.id == id }
    case .void: operations.last { $0.kind == .void }
    }
  }

  /// A void that has not failed is the one that is meant.
  private static func voidID(_ payment: Payment?) -> OperationID {
    let voids = (payment?.operations ?? []).filter { $0.kind == .void }
    guard let last = voids.last else { return "void" }
    if case .failed = last.state { return OperationID("void-\(voids.count + 1)") }
    return last.id
  }
}

// MARK: Notes in the timeline

extension Payment {
  /// The timeline's words for operations that have changed state, and for an authorization that expires soon.
  static func notes(from before: Payment?, to after: Payment?) -> [String] {
    guard let after else { return [] }
    var notes: [String] = []
    for operation in after.operations {
      let earlier = before?.operations.first { $0.id == operation.id }
      guard earlier?.state != operation.state, let state = operation.state.note else { continue }
      notes.append("\(operation.kind.rawValue) \(state)")
    }
    for dispute in after.disputes
    where dispute.content != before?.disputes.first(where: { $0.id == dispute.id })?.content {
      notes.append(dispute.note(of: after))
    }
    if let facts = after.facts, facts != before?.facts { notes.append("payment method: \(facts)") }
    if before?.lapseWarnedAt == nil, after.lapseWarnedAt != nil { notes.append("authorization lapses soon") }
    // A capture that was ordered here has a note of its own.
    if before?.declined == nil, after.declined != nil, after.voided.isPositive, !after.hasCaptures {
      notes.append("a capture in the provider's console was declined")
    }
    if before?.release == nil, after.release == .lapsed { notes.append("authorization lapsed") }
    return notes
  }
}

extension Dispute {
  fileprivate func note(of payment: Payment) -> String {
    let words = [
      "dispute \(id): \(state.rawValue.inWords)", "\(amount ?? payment.captured)", reason.rawValue.inWords,
      answer.map { "answer \($0.state.rawValue)" },
      state == .needsResponse ? respondBy.map { "respond by \($0.iso8601)" } : nil,
    ]
    return words.compactMap(\.self).joined(separator: ", ")
  }
}

extension String {
  /// "notReceived" in words: "not received".
  fileprivate var inWords: String { reduce(into: "") { $0 += $1.isUppercase ? " \($1.lowercased())" : String($1) } }
}

extension Operation.State {
  /// Nil for a request: that is an event of its own.
  fileprivate var note: String? {
    switch self {
    case .requested: nil
    case .pending: "pending"
    case .unknown: "outcome unknown"
    case .succeeded: "succeeded"
    case .failed: "failed"
    }
  }
}
