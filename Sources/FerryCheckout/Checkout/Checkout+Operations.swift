import FerryCore

extension Checkout {
  mutating func capture(_ id: OperationID, _ amount: Money?, _ now: Moment) throws(Refusal) -> [Command] {
    let payment = try paidPayment()
    if try isKnown(id, .capture, amount, payment) { return [] }
    let amount = amount ?? payment.capturable
    try require(amount, atMost: payment.capturable, else: payment.uncapturable)
    let capture = command(.capture(id, amount))
    add(id, .capture, amount, before: payment.captured, capture, now)
    return [capture]
  }

  mutating func refund(_ id: OperationID, _ amount: Money, _ now: Moment) throws(Refusal) -> [Command] {
    let payment = try paidPayment()
    if try isKnown(id, .refund, amount, payment) { return [] }
    try require(amount, atMost: payment.refundable, else: payment.captured.isZero ? .notCaptured : .refunded)
    let refund = command(.refund(id, amount))
    add(id, .refund, amount, before: payment.refunded, refund, now)
    return [refund]
  }

  mutating func void(_ id: OperationID, _ now: Moment) throws(Refusal) -> [Command] {
    let payment = try paidPayment()
    if try isKnown(id, .void, nil, payment) { return [] }
    guard payment.capturable.isPositive else { throw .nothingLeft(payment.uncapturable) }
    let void = command(.void(id))
    add(id, .void, payment.capturable, before: payment.voided, void, now)
    return [void]
  }

  /// Captures what an automatic payment has only authorized, if that has not been tried before.
  /// - Parameter again: Also if it has: a person has seen that it was not done.
  mutating func collect(_ now: Moment, again: Bool = false) -> [Command] {
    guard let payment, capture == .automatic, payment.captured.isZero, payment.capturable.isPositive,
      !payment.isPending, payment.current == nil
    else { return [] }
    let tries = payment.operations.count { $0.kind == .capture }
    guard tries == 0 || again else { return [] }
    let id = OperationID(tries == 0 ? "\(id)-capture" : "\(id)-capture-\(tries + 1)")
    let capture = command(.capture(id, payment.capturable))
    add(id, .capture, payment.capturable, before: payment.captured, capture, now)
    return [capture]
  }

  /// Returns all money of a checkout that must not keep any: authorized money is let go, captured money refunded.
  mutating func giveBack(_ now: Moment) -> [Command] {
    guard let payment, payment.current == nil else { return [] }
    let id = OperationID("\(id)-return-\(payment.operations.count + 1)")
    if payment.refundable.isPositive {
      let refund = command(.refund(id, payment.refundable))
      add(id, .refund, payment.refundable, before: payment.refunded, refund, now)
      return [refund]
    }
    if payment.capturable.isPositive {
      let void = command(.void(id))
      add(id, .void, payment.capturable, before: payment.voided, void, now)
      return [void]
    }
    return []
  }

  /// Records what became of a money operation.
  /// - Returns: Whether the command was for one.
  mutating func recordOperation(_ number: CommandNumber, _ outcome: Outcome) -> Bool {
    guard var operation = payment?.operations.first(where: { $0.command == number }) else { return false }
    if case .requested = operation.state {
      operation.state =
        switch outcome {
        // Not reached by the totals that came with it: the provider is deciding.
        case .observed, .rejected(.alreadyDone), .rejected(.notYet): .pending
        case .parked, .unanswered: .unknown
        case .rejected(let rejection): .failed(rejection)
        }
      if outcome == .rejected(.alreadyDone) { operation.saidDone = lastCommand }
      record(operation)
    } else if operation.state == .unknown, case .rejected(let rejection) = outcome, rejection.isDefinite {
      // The answer came after a person had stopped waiting for it.
      operation.state = .failed(rejection)
      record(operation)
    }
    return true
  }

  /// Of an operation that the provider called done before, what it answers to a later question must show that it was.
  mutating func recheckOperation(_ number: CommandNumber, _ outcome: Outcome) {
    guard case .observed(let observation) = outcome, let charge = observation.charge, charge.isAtRest,
      var operation = payment?.current, operation.state == .pending, let saidDone = operation.saidDone,
      number > saidDone
    else { return }
    // Not to be asked for again where it may be on its way after all: of a refund the charge does not tell.
    operation.state = operation.kind == .refund ? .unknown : .failed(.notAllowed)
    record(operation)
  }

  /// Takes in an operation's failure that the provider has told of later.
  mutating func fail(_ failure: OperationFailure) {
    guard var operation = payment?.operations.first(where: { $0.id == failure.operation }), operation.isUnderWay
    else { return }
    operation.state = .failed(failure.rejection)
    record(operation)
  }

  /// A person has looked, and the provider's totals hold all that has happened.
  mutating func closeUnknownOperation() {
    guard var operation = payment?.current, operation.state == .unknown else { return }
    operation.state = .failed(.notAllowed)
    record(operation)
  }

  /// Nobody waits for the answer about the operation under way any more: whether it was done is unknown. One that the provider
  /// is still deciding about within its time is left to it.
  /// - Returns: Whether there is one of unknown outcome.
  @discardableResult
  mutating func suspectOperation(_ now: Moment) -> Bool {
    guard var operation = payment?.current else { return false }
    if operation.state == .pending, now < operation.requestedAt + profile.decisionTime { return false }
    operation.state = .unknown
    record(operation)
    return true
  }

  private mutating func record(_ operation: Operation) {
    guard let index = payment?.operations.firstIndex(where: { $0.id == operation.id }) else { return }
    payment?.operations[index] = operation
  }

  private func paidPayment() throws(Refusal) -> Payment {
    guard phase == .paid, let payment else { throw .wrongPhase(phase.name) }
    return payment
  }

  /// Whether the operation exists already, so that asking for it again changes nothing.
  private func isKnown(
    _ id: OperationID, _ kind: Operation.Kind, _ amount: Money?, _ payment: Payment
  ) throws(Refusal) -> Bool {
    guard let known = payment.operations.first(where: { $0.id == id }) else {
      if payment.current != nil { throw .operationUnderWay }
      return false
    }
    guard known.kind == kind, amount == nil || amount == known.amount else {
      throw .operationReused
    }
    return true
  }

  private func require(
    _ amount: Money, atMost left: Money, else shortage: Refusal.Shortage
  ) throws(Refusal) {
    guard amount.currency == left.currency, !amount.isNegative else { throw .invalidAmount }
    guard left.isPositive else { throw .nothingLeft(shortage) }
    guard amount.isPositive else { throw .invalidAmount }
    guard amount.minorUnits <= left.minorUnits else { throw .amountExceeded(left) }
  }

  private mutating func add(
    _ id: OperationID, _ kind: Operation.Kind, _ amount: Money, before: Money, _ command: Command, _ now: Moment
  ) {
    payment?.operations.append(
      Operation(
        id: id, kind: kind, amount: amount, command: command.number, before: before, requestedAt: now,
        isNamed: kind == .refund && profile.namesRefunds))
    inquiry.asked = 0
    inquiry.lastAsked = now
  }
}

extension Rejection {
  /// Whether it says for certain that the operation was not done.
  fileprivate var isDefinite: Bool {
    switch self {
    case .notYet, .alreadyDone: false
    case .declined, .sessionEnded, .foreignSession, .notAllowed: true
    }
  }
}

extension Payment {
  /// Why nothing can be captured, where nothing can.
  fileprivate var uncapturable: Refusal.Shortage {
    if declined != nil { return .declined }
    if captured.isPositive, captured.minorUnits >= authorized.minorUnits { return .captured }
    if wasVoided { return .released(release ?? .byProvider) }
    return .notAuthorized
  }
}
