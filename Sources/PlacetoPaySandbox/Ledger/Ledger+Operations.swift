import FerryCore
import FerrySandbox

/// The merchant's operations on sessions and transactions.
extension Ledger {
  // MARK: Sessions

  /// Cancels a pending session. An unpaid slip does not prevent it.
  /// - Throws: `unknownSession`, `notPending`.
  mutating func cancel(_ id: Int64, at now: Moment) throws(APIRefusal) -> Session {
    var session = try session(id)
    guard session.end == nil, session.approved == 0, session.pendingAttempt?.isUnpaidSlip ?? true else {
      throw .notPending
    }
    for index in session.transactions.indices where session.transactions[index].isPending {
      session.transactions[index].end(.transactionCancelled, at: now)
    }
    end(&session, .cancelledByMerchant, at: now)
    store(session)
    return session
  }

  /// The buyer does not want to continue.
  mutating func cancelByBuyer(_ id: Int64, at now: Moment) throws(BuyerRefusal) -> Session {
    var session = try session(id, hash: nil)
    guard session.end == nil else { throw .ended }
    guard session.pendingAttempt == nil else { throw .attemptPending }
    end(&session, session.approved > 0 ? .partlyExpired : .cancelledByUser, at: now)
    store(session)
    return session
  }

  /// Charges a token. The same reference and amount within a day is charged once, and answered with the first charge.
  mutating func collect(
    _ request: SessionRequest, _ token: SavedToken, site: Site, at now: Moment, _ randomness: some Randomness
  ) -> Session {
    let earlier = sessions.values.filter { session in
      session.isCharge && session.request.reference == request.reference
        && session.total == request.payment?.amount.total && session.createdAt + rules.chargeMemory > now
    }
    if let first = earlier.min(by: { $0.id < $1.id }) { return first }
    var session = create(request, site: site, isCharge: true, at: now, randomness)
    attempt(
      &session, token.instrument, token.outcome, request.payment?.amount.total, saves: false, at: now, randomness)
    return session
  }

  mutating func invalidate(_ token: SavedToken) {
    var token = token
    token.isValid = false
    tokens.store(token)
  }

  // MARK: Refunds

  /// Refunds an approved transaction: all that is left of it, or an amount.
  /// - Parameter amount: A decimal, with the currency that the request names.
  mutating func reverse(
    _ id: Int64, _ amount: Money?, isFromConsole: Bool = false, at now: Moment
  ) throws(APIRefusal) -> Transaction {
    var session = try session(ofTransaction: id)
    var target = try target(of: id, in: session, for: "reverse")
    if target.kind == .hold {
      guard !target.isClosed else { throw .alreadyRefunded }
      guard amount == nil || amount == target.amount else { throw .unsupportedAction("reverse") }
      return release(target, in: &session, at: now)
    }
    let left = Money(minorUnits: target.amount.minorUnits - target.refunded.minorUnits, target.amount.currency)
    guard left.isPositive else { throw .alreadyRefunded }
    let refunded = amount ?? left
    guard refunded.currency == left.currency else { throw .otherCurrency }
    guard refunded.isPositive, refunded.minorUnits <= left.minorUnits else { throw .aboveRest }
    if !isFromConsole, refunded != target.amount, now < target.changedAt + rules.settlementTime { throw .notSettled }
    target.refunded = Money(minorUnits: target.refunded.minorUnits + refunded.minorUnits, left.currency)
    let made = enter(.refund, of: target, refunded, in: &session, at: now)
    if rules.notifiesRefunds {
      notify(&session, at: now)
      store(session)
    }
    return made
  }

  /// The attempt or capture that an operation on any transaction of a session is about: a captured hold means its capture,
  /// and a changed hold may be named by either of its ids.
  private func target(of id: Int64, in session: Session, for action: String) throws(APIRefusal) -> Transaction {
    guard var target = session.transactions.first(where: { $0.id == id }) else { throw .unknownTransaction }
    if target.kind == .reauthorization, let hold = session.transactions.first(where: { $0.id == target.parent }) {
      target = hold
    }
    if action == "reverse", target.kind == .hold,
      let capture = session.transactions.last(where: { $0.kind == .capture && $0.parent == target.id })
    {
      target = capture
    }
    guard target.isApproved, target.isAttempt || target.kind == .capture else { throw .unsupportedAction(action) }
    return target
  }

  // MARK: Disputes

  /// The buyer's bank disputes what was paid last, or decides about the dispute.
  /// - Parameter decision: Nil to open the dispute.
  mutating func dispute(_ id: Int64, _ decision: Status?, at now: Moment) throws(APIRefusal) {
    var session = try session(id)
    guard var paid = session.paid,
      decision == nil ? paid.dispute?.status != .disputed : paid.dispute?.status == .disputed
    else { throw .unsupportedAction("dispute") }
    paid.dispute = Transaction.Dispute(status: decision ?? .disputed, at: now)
    session.replace(paid)
    if rules.notifiesRefunds { notify(&session, at: now) }
    store(session)
  }

  // MARK: Holds

  /// Captures a hold once: the amount, and the rest of the hold ends. Zero releases it.
  mutating func checkout(_ id: Int64, _ amount: Money?, at now: Moment) throws(APIRefusal) -> Transaction {
    var (session, hold) = try hold(id, for: "checkout")
    let amount = amount ?? hold.amount
    guard amount.currency == hold.amount.currency else { throw .otherCurrency }
    guard !amount.isNegative, amount.minorUnits <= hold.amount.minorUnits else { throw .aboveRest }
    if amount.isZero { return release(hold, in: &session, at: now) }
    hold.isClosed = true
    return enter(.capture, of: hold, amount, in: &session, at: now)
  }

  /// Changes the amount of a hold.
  mutating func reauthorize(_ id: Int64, _ amount: Money?, at now: Moment) throws(APIRefusal) -> Transaction {
    var (session, hold) = try hold(id, for: "reauthorization")
    guard let amount, amount.isPositive else { throw .invalid("amount", 400) }
    guard amount.currency == hold.amount.currency else { throw .otherCurrency }
    hold.amount = amount
    return enter(.reauthorization, of: hold, amount, in: &session, at: now)
  }

  private func hold(_ id: Int64, for action: String) throws(APIRefusal) -> (Session, Transaction) {
    let session = try session(ofTransaction: id)
    let target = try target(of: id, in: session, for: action)
    guard target.kind == .hold else { throw .unsupportedAction(action) }
    guard !target.isClosed else {
      let isLapsed = session.transactions.contains { $0.kind == .release && $0.parent == target.id }
      throw isLapsed ? .transactionExpired : .unsupportedAction(action)
    }
    return (session, target)
  }

  @discardableResult
  mutating func release(_ hold: Transaction, in session: inout Session, at now: Moment) -> Transaction {
    var hold = hold
    hold.isClosed = true
    return enter(.release, of: hold, .zero(hold.amount.currency), in: &session, at: now)
  }

  /// Stores the session with an approved operation on a transaction, and with that transaction as it is now.
  private mutating func enter(
    _ kind: Transaction.Kind, of target: Transaction, _ amount: Money, in session: inout Session, at now: Moment
  ) -> Transaction {
    let made = Transaction(id: nextTransaction(), kind, of: target.id, target.instrument, amount, .approved, at: now)
    session.replace(target)
    session.transactions.append(made)
    store(session)
    return made
  }

  // MARK: Confirmation

  /// Runs or drops an attempt that waits for the merchant.
  mutating func confirm(_ id: Int64, isConfirmed: Bool, at now: Moment) throws(APIRefusal) -> Transaction {
    let action = isConfirmed ? "confirm" : "cancel"
    var session = try session(ofTransaction: id)
    guard session.request.requiresConfirmation, let index = session.transactions.firstIndex(where: { $0.id == id })
    else { throw .unsupportedAction(action) }
    var transaction = session.transactions[index]
    guard transaction.createdAt + rules.confirmationTime > now else { throw .transactionExpired }
    guard transaction.status.name == .pendingConfirmation, let outcome = transaction.unconfirmed else {
      throw .notAwaitingConfirmation(action)
    }
    if isConfirmed {
      apply(outcome, to: &transaction, at: now)
    } else {
      transaction.end(.transactionCancelled, at: now)
    }
    session.replace(transaction)
    if !isConfirmed { end(&session, .cancelledByMerchant, at: now) }
    conclude(&session, transaction, at: now)
    return transaction
  }
}

extension Session {
  mutating func replace(_ transaction: Transaction) {
    guard let index = transactions.firstIndex(where: { $0.id == transaction.id }) else { return }
    transactions[index] = transaction
  }
}
