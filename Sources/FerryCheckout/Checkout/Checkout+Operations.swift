package import FerryCore

extension Checkout {
  mutating func capture(
    _ id: OperationID, amount: Money?, lines: [LineQuantity]?, at now: Moment
  ) throws(Refusal) -> [Command] {
    let payment = try paidPayment()
    if try isKnown(id, kind: .capture, amount: amount, lines: lines, in: payment) { return [] }
    if lines != nil, payment.capturable.isZero { throw .nothingLeft(payment.uncapturable) }
    let parts = try parts(of: lines, for: .capture, amount: amount, in: payment)
    let amount = try self.amount(amount, of: parts) ?? payment.capturable
    try require(amount, atMost: payment.capturable, else: payment.uncapturable)
    switch profile.captures {
    case .several, .once: break
    case .whole: if amount != payment.capturable { throw .capturedInWhole(payment.capturable) }
    }
    return begin(.capture, id, amount, parts, of: payment, at: now)
  }

  mutating func refund(
    _ id: OperationID, amount: Money?, lines: [LineQuantity]?, beyondCapture: Bool, despiteDispute: Bool,
    reason: StatedReason?, at now: Moment
  ) throws(Refusal) -> [Command] {
    let payment = try paidPayment()
    if try isKnown(id, kind: .refund, amount: amount, lines: lines, reason: reason, in: payment) { return [] }
    let whole = payment.refundable(reserving: .zero(payment.currency))
    if amount == nil, lines == nil || !beyondCapture, whole.isZero {
      throw .nothingLeft(payment.captured.isZero ? .notCaptured : .refunded)
    }
    let reserve = despiteDispute ? payment.lost : payment.disputed
    let parts = try parts(of: lines, for: .refund, amount: amount, in: payment)
    let claimant = payment.disputeInTheWay(despiteDispute: despiteDispute)
    let rest = payment.refundable(reserving: reserve)
    if amount == nil, parts == nil, rest.isZero, let claimant { throw .paymentDisputed(claimant, left: rest) }
    let amount = try self.amount(amount, of: parts) ?? rest
    let left = try left(for: amount, beyondCapture: beyondCapture, in: payment)
    try require(amount, atMost: left, else: payment.captured.isZero ? .notCaptured : .refunded)
    let free = Money(minorUnits: max(0, left.minorUnits - reserve.minorUnits), payment.currency)
    if amount.minorUnits > free.minorUnits, let claimant {
      throw .paymentDisputed(claimant, left: refundsInWhole(payment, at: now) ? .zero(payment.currency) : free)
    }
    if amount != whole {
      switch profile.refunds {
      case .partial: break
      case .whole: throw .refundedInWhole(whole, until: nil)
      case .wholeBeforeSettlement(let delay):
        let settledAt = (payment.capturedAt ?? now) + delay
        if now < settledAt { throw .refundedInWhole(whole, until: settledAt) }
      }
    }
    return begin(.refund, id, amount, parts, reason, of: payment, at: now)
  }

  private func refundsInWhole(_ payment: Payment, at now: Moment) -> Bool {
    switch profile.refunds {
    case .partial: false
    case .whole: true
    case .wholeBeforeSettlement(let delay): now < (payment.capturedAt ?? now) + delay
    }
  }

  mutating func void(_ id: OperationID, at now: Moment) throws(Refusal) -> [Command] {
    let payment = try paidPayment()
    if try isKnown(id, kind: .void, amount: nil, lines: nil, in: payment) { return [] }
    guard payment.capturable.isPositive else { throw .nothingLeft(payment.uncapturable) }
    return begin(.void, id, payment.capturable, of: payment, at: now)
  }

  /// Captures an authorized payment that is to be captured automatically, once.
  /// - Parameter again: True to repeat it, after a person has seen that it was not done.
  mutating func captureAuthorizedMoney(at now: Moment, again: Bool = false) -> [Command] {
    guard let payment, capture == .automatic, payment.captured.isZero, payment.capturable.isPositive,
      !payment.isPending, payment.current == nil
    else { return [] }
    let tries = payment.operations.count { $0.kind == .capture }
    guard tries == 0 || again else { return [] }
    let id = OperationID(tries == 0 ? "\(id)-capture" : "\(id)-capture-\(tries + 1)")
    return begin(.capture, id, payment.capturable, of: payment, at: now)
  }

  /// Returns all money of a checkout that must not keep any: captured money is refunded, authorized money voided.
  mutating func returnMoney(at now: Moment) -> [Command] {
    guard let payment, payment.current == nil else { return [] }
    // Money that a dispute claims is not refunded, and this provider refunds no part.
    if payment.disputed.isPositive, payment.captured.isPositive, refundsInWhole(payment, at: now) { return [] }
    let id = OperationID("\(id)-return-\(payment.operations.count + 1)")
    if payment.refundable.isPositive { return begin(.refund, id, payment.refundable, of: payment, at: now) }
    return payment.capturable.isPositive ? begin(.void, id, payment.capturable, of: payment, at: now) : []
  }

  /// Records the outcome of a money operation.
  /// - Returns: False if the command was for none.
  mutating func recordOperation(_ number: CommandNumber, _ outcome: Outcome) -> Bool {
    guard var operation = payment?.operations.first(where: { $0.command == number }) else { return false }
    if case .requested = operation.state {
      operation.state =
        switch outcome {
        // The totals that came with the answer do not show it yet: the provider is deciding.
        case .observed, .rejected(.alreadyDone), .rejected(.notYet): .pending
        case .parked, .unanswered: .unknown
        case .rejected(let rejection): .failed(rejection)
        }
      if outcome == .rejected(.alreadyDone) { operation.saidDone = issued.last }
      record(operation)
    } else if operation.state == .unknown, case .rejected(let rejection) = outcome, rejection.isDefinite {
      // The answer came after a person had stopped the wait.
      operation.state = .failed(rejection)
      record(operation)
    }
    return true
  }

  /// True if the provider has shown that it did, or is doing, the operation of a command.
  public func hasAnswer(to command: Command) -> Bool {
    guard let operation = payment?.operations.first(where: { $0.command == command.number }) else { return false }
    return switch operation.state {
    case .pending, .succeeded: true
    case .requested, .unknown, .failed: false
    }
  }

  /// An operation that the provider called already done must show in the answer to a later question.
  mutating func recheckOperation(_ number: CommandNumber, _ outcome: Outcome) {
    guard case .observed(let observation) = outcome, let charge = observation.charge, charge.isAtRest,
      var operation = payment?.current, operation.state == .pending, let saidDone = operation.saidDone,
      number > saidDone
    else { return }
    // A charge does not show its refunds: this one may be on its way, and must not be repeated.
    operation.state = operation.kind == .refund ? .unknown : .failed(.notAllowed)
    record(operation)
  }

  /// Records a failure that the provider has reported later.
  mutating func recordFailure(_ failure: OperationFailure) {
    guard var operation = payment?.operations.first(where: { $0.id == failure.operation }), operation.isUnderWay
    else { return }
    operation.state = .failed(failure.rejection)
    record(operation)
  }

  /// Ends the wait for the operation under way: its outcome is unknown. If the provider is still deciding in time,
  /// nothing changes.
  /// - Returns: True if an operation's outcome is unknown now.
  @discardableResult
  mutating func suspectOperation(at now: Moment) -> Bool {
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

  /// The amount that a refund can have.
  /// - Throws: `Refusal.captureExceeded` if it is more than was captured, and only one of merchant and provider has that.
  private func left(for amount: Money, beyondCapture: Bool, in payment: Payment) throws(Refusal) -> Money {
    let allowance = profile.excessRefund.allowance(payment.captured)
    let whole = payment.refundable(reserving: .zero(payment.currency))
    let most = payment.refundable(beyondCapture: allowance, reserving: .zero(payment.currency))
    let isMore = amount.currency == payment.currency && amount.minorUnits > whole.minorUnits
    if isMore, payment.captured.isPositive, beyondCapture ? allowance == 0 : most != whole {
      throw .captureExceeded(whole, beyondCapture: allowance == 0 ? nil : most)
    }
    return beyondCapture ? most : whole
  }

  /// The largest amount of a refund beyond the capture. Nil if the provider has none for this payment, or nothing of it is left.
  package var refundableBeyondCapture: Money? {
    guard let payment, case let allowance = profile.excessRefund.allowance(payment.captured), allowance > 0 else {
      return nil
    }
    let most = payment.refundable(beyondCapture: allowance, reserving: payment.disputed)
    return most.isPositive ? most : nil
  }

  /// The parts of the order in an operation by lines; nil for one by amount.
  private func parts(
    of lines: [LineQuantity]?, for kind: Operation.Kind, amount: Money?, in payment: Payment
  ) throws(Refusal) -> [PricedOrder.Part]? {
    guard let lines else { return nil }
    guard amount == nil else { throw .lines(.besideAmount) }
    // A paid checkout has been priced.
    guard let quote, let order = try? PricedOrder(content, shipping: quote.shipping) else {
      throw .wrongPhase(phase.name)
    }
    return try order.pieces(of: lines, after: payment.parts(kind), available: payment.available(for: kind))
  }

  /// The pieces that a capture or refund can still name: in the order of the lines, delivery last.
  package func linesLeft(for kind: Operation.Kind) -> [LineQuantity] {
    guard let payment, let quote, let order = try? PricedOrder(content, shipping: quote.shipping) else { return [] }
    return order.pieces(after: payment.parts(kind), available: payment.available(for: kind))
      .filter { $0.quantity > 0 }
  }

  /// The amount that was named, or that parts of the order have at the provider.
  private func amount(_ amount: Money?, of parts: [PricedOrder.Part]?) throws(Refusal) -> Money? {
    guard let parts else { return amount }
    do { return try parts.due(in: content.currency) } catch { throw .money(error) }
  }

  private func paidPayment() throws(Refusal) -> Payment {
    guard phase == .paid, let payment else { throw .wrongPhase(phase.name) }
    return payment
  }

  /// Returns true if the operation exists already: to ask for it again changes nothing.
  private func isKnown(
    _ id: OperationID, kind: Operation.Kind, amount: Money?, lines: [LineQuantity]?, reason: StatedReason? = nil,
    in payment: Payment
  ) throws(Refusal) -> Bool {
    guard let known = payment.operations.first(where: { $0.id == id }) else {
      if payment.current != nil { throw .operationUnderWay }
      return false
    }
    let isSame =
      lines != nil || known.parts != nil ? lines == known.parts?.lines : amount == nil || amount == known.amount
    guard known.kind == kind, isSame, known.reason == reason else { throw .operationReused }
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

  /// Adds an operation to the payment.
  /// - Returns: The command that asks for it.
  private mutating func begin(
    _ kind: Operation.Kind, _ id: OperationID, _ amount: Money, _ parts: [PricedOrder.Part]? = nil,
    _ reason: StatedReason? = nil, of payment: Payment, at now: Moment
  ) -> [Command] {
    let (commandKind, before): (Command.Kind, Money) =
      switch kind {
      case .capture: (.capture(id, amount), payment.captured)
      case .refund: (.refund(id, amount), payment.refunded)
      case .void: (.void(id), payment.voided)
      }
    let command = newCommand(commandKind)
    self.payment?.operations.append(
      Operation(
        id: id, kind: kind, amount: amount, command: command.number, before: before, requestedAt: now,
        isNamed: kind == .refund && profile.namesRefunds, parts: parts, reason: reason))
    inquiry.began = nil
    inquiry.lastAsked = now
    return [command]
  }
}

extension Rejection {
  /// True if the operation was certainly not done.
  fileprivate var isDefinite: Bool {
    switch self {
    case .notYet, .alreadyDone: false
    case .declined, .sessionEnded, .foreignSession, .notAllowed: true
    }
  }
}

extension Payment {
  /// The parts of lines that operations of a kind have moved or may have moved.
  fileprivate func parts(_ kind: Operation.Kind) -> [PricedOrder.Part] {
    operations.filter { $0.kind == kind && !$0.hasFailed }.flatMap { $0.parts ?? [] }
  }

  /// The pieces of each line that operations of a kind can have; nil for all. If everything was captured by line, and here, only
  /// captured pieces can be refunded.
  fileprivate func available(for kind: Operation.Kind) -> [String: Int]? {
    guard kind == .refund else { return nil }
    let captures = operations.filter { $0.kind == .capture && $0.state == .succeeded }
    guard !captures.isEmpty, captures.allSatisfy({ $0.parts != nil }),
      captures.reduce(0, { $0 + $1.moved.minorUnits }) >= captured.minorUnits
    else { return nil }
    return captures.flatMap { $0.parts?.lines ?? [] }.reduce(into: [:]) { $0[$1.id, default: 0] += $1.quantity }
  }

  fileprivate var uncapturable: Refusal.Shortage {
    if declined != nil { return .declined }
    if captured.isPositive, captured.minorUnits >= authorized.minorUnits { return .captured }
    if wasVoided { return .released(release ?? .byProvider) }
    return .notAuthorized
  }
}
