import FerryCore
import FerrySandbox

/// The reason why an act on the hosted page is refused.
enum BuyerRefusal: Error, Hashable, Sendable {
  case unknownSession
  case ended
  /// Another attempt is being decided.
  case attemptPending
  case card(CardEntry.Problem)
  case methodNotAllowed
  /// The amount of a part is not positive, or above the rest.
  case amount
  case payer
  case noChallenge
}

extension Ledger {
  /// The session of a page.
  /// - Parameter hash: Nil for acts by the control API, which names the session by its id.
  func session(_ id: Int64, hash: String?) throws(BuyerRefusal) -> Session {
    guard let session = sessions[id], !session.isCharge, hash.map({ equalInConstantTime($0, session.hash) }) ?? true
    else { throw .unknownSession }
    return session
  }

  /// A session, if the buyer can act on its page.
  private func open(_ id: Int64) throws(BuyerRefusal) -> Session {
    let session = try session(id, hash: nil)
    guard session.end == nil else { throw .ended }
    guard session.pendingAttempt == nil else { throw .attemptPending }
    return session
  }

  mutating func note(_ id: Int64, isBuyerOnPage: Bool, order: String? = nil) throws(BuyerRefusal) {
    var session = try session(id, hash: nil)
    guard session.isBuyerOnPage != isBuyerOnPage || (order != nil && session.openedForOrder != order) else { return }
    session.isBuyerOnPage = isBuyerOnPage
    session.openedForOrder = order ?? session.openedForOrder
    store(session)
  }

  mutating func setPayer(_ id: Int64, _ payer: Person) throws(BuyerRefusal) {
    var session = try open(id)
    guard !session.isLocked else { return }
    session.payer = payer
    store(session)
  }

  // MARK: Paying

  /// Pays by card, unless the issuer asks for a code first (`challenge`).
  /// - Parameters:
  ///   - amount: A part of the rest, if the session allows parts; nil for the rest.
  ///   - answersChallenge: True if the issuer's code counts as entered.
  mutating func pay(
    _ id: Int64, with card: EnteredCard, amount: Money? = nil, saves: Bool = false, answersChallenge: Bool = false,
    at now: Moment, _ randomness: some Randomness
  ) throws(BuyerRefusal) {
    var session = try open(id)
    guard CardBrand(rawValue: card.instrument.method).map({ session.allows($0) }) == true else {
      throw .methodNotAllowed
    }
    let amount = try checked(amount, session)
    if card.hasChallenge, !answersChallenge {
      session.challenge = Session.Challenge(
        instrument: card.instrument, outcome: card.outcome, amount: amount, savesInstrument: saves)
      store(session)
    } else {
      attempt(&session, card.instrument, card.outcome, amount, saves: saves, at: now, randomness)
    }
  }

  mutating func answerChallenge(
    _ id: Int64, code: String, at now: Moment, _ randomness: some Randomness
  ) throws(BuyerRefusal) {
    var session = try open(id)
    guard let challenge = session.challenge else { throw .noChallenge }
    let isPassed = Self.challengeCodes.contains(code)
    attempt(
      &session, challenge.instrument, isPassed ? challenge.outcome : .notAuthenticated, challenge.amount,
      saves: challenge.savesInstrument, at: now, randomness)
  }

  /// The code of 3-D Secure, and those of an issuer's own service.
  static let challengeCodes: Set<String> = ["12345", "123456", "000000"]

  /// Begins a bank transfer. The bank's page decides about it.
  mutating func transfer(
    _ id: Int64, bank: String, amount: Money? = nil, at now: Moment
  ) throws(BuyerRefusal) -> Transaction {
    let session = try open(id)
    guard let method = session.transferMethod else { throw .methodNotAllowed }
    return try begin(session, .transfer(method, bank: bank), amount, due: now + rules.pendingTime, at: now)
  }

  /// Makes a slip, which the buyer pays at a counter until the session expires.
  mutating func makeSlip(_ id: Int64, amount: Money? = nil, at now: Moment) throws(BuyerRefusal) {
    let session = try open(id)
    guard let method = session.cashMethod else { throw .methodNotAllowed }
    _ = try begin(session, .cash(method), amount, due: nil, at: now)
  }

  /// - Parameter isDeclined: True if the buyer declines, whatever the payer's phone number is.
  mutating func payByATHMovil(
    _ id: Int64, amount: Money? = nil, isDeclined: Bool = false, at now: Moment
  ) throws(BuyerRefusal) {
    let session = try open(id)
    guard session.offersATHMovil else { throw .methodNotAllowed }
    let outcome = isDeclined ? .decided(.cancelledInApp) : ATHMovil.outcome(session.payer?.mobile)
    let transaction = try begin(
      session, .athMovil, amount, endsAs: outcome == .pending ? .approved : .unpaid,
      due: outcome == .unconfirmed ? session.expiresAt : nil, at: now)
    if case .decided(let status) = outcome { decide(transaction, status, at: now) }
  }

  /// - Parameters:
  ///   - end: The later end.
  ///   - due: Nil if a person decides.
  private mutating func begin(
    _ session: Session, _ instrument: Instrument, _ amount: Money?, endsAs end: Status = .unpaid, due: Moment?,
    at now: Moment
  ) throws(BuyerRefusal) -> Transaction {
    var session = session
    guard let amount = try checked(amount, session) else { throw .methodNotAllowed }
    var transaction = Transaction(id: nextTransaction(), .payment, instrument, amount, .pending, at: now)
    transaction.decision = Transaction.Decision(outcome: end, due: due)
    if let due { deadlines.add(.transactionIsDecided(transaction.id), at: due) }
    session.transactions.append(transaction)
    session.challenge = nil
    store(session)
    return transaction
  }

  mutating func split(_ id: Int64) {
    guard var session = sessions[id] else { return }
    session.isSplit = true
    store(session)
  }

  private func checked(_ amount: Money?, _ session: Session) throws(BuyerRefusal) -> Money? {
    guard let rest = session.remaining else { return nil }
    guard let amount, session.allowsPartial else { return rest }
    guard amount.currency == rest.currency, amount.isPositive, amount.minorUnits <= rest.minorUnits else {
      throw .amount
    }
    return amount
  }

  // MARK: Results

  /// Makes an attempt with a card or a token. Without an amount it saves the means of payment only.
  mutating func attempt(
    _ session: inout Session, _ instrument: Instrument, _ outcome: CardOutcome, _ amount: Money?, saves: Bool,
    at now: Moment, _ randomness: some Randomness
  ) {
    session.challenge = nil
    guard let amount else { return save(&session, instrument, outcome, at: now, randomness) }
    let request = session.request
    var transaction = Transaction(
      id: nextTransaction(), request.isCheckin ? .hold : .payment, instrument, amount, .pending,
      dispersion: request.payment?.dispersion ?? [], at: now)
    if saves, request.payment?.subscribes == true {
      transaction.tokenToSave = newToken(session, instrument, .approved, at: now, randomness)
    }
    if request.requiresConfirmation {
      transaction.status = .awaitingConfirmation
      transaction.unconfirmed = outcome
      deadlines.add(.confirmationEnds(transaction.id), at: now + rules.confirmationTime)
    } else {
      apply(outcome, to: &transaction, at: now)
    }
    session.transactions.append(transaction)
    conclude(&session, transaction, at: now)
  }

  mutating func apply(_ outcome: CardOutcome, to transaction: inout Transaction, at now: Moment) {
    func later(_ status: Status, after time: Duration?) -> Transaction.Decision {
      Transaction.Decision(outcome: status, due: time.map { now + $0 })
    }
    transaction.status = .pending
    transaction.changedAt = now
    switch outcome {
    case .approved, .approvedWithData: transaction.status = .approved
    case .declined: transaction.status = .declined
    case .notAuthenticated: transaction.status = .notAuthenticated
    case .exception: transaction.status = .exception
    case .approvedBelow200:
      let limit = 200 * transaction.amount.currency.minorUnitsPerMajorUnit
      transaction.status = transaction.amount.minorUnits < limit ? .approved : .overLimit
    case .pendingThenApproved: transaction.decision = later(.approved, after: rules.pendingTime)
    case .pendingThenRejected, .reviewThenRejected:
      transaction.decision = later(.declined, after: rules.pendingTime)
    case .reviewThenApproved: transaction.decision = later(.approved, after: nil)
    case .slowThenApproved: transaction.decision = later(.approved, after: rules.slowTime)
    case .slowThenRejected: transaction.decision = later(.declined, after: rules.slowTime)
    }
    if let due = transaction.decision?.due { deadlines.add(.transactionIsDecided(transaction.id), at: due) }
  }

  mutating func decide(_ transaction: Transaction, _ status: Status, at now: Moment) {
    guard var (session, transaction) = pending(transaction.id) else { return }
    transaction.end(status, at: now)
    session.replace(transaction)
    conclude(&session, transaction, at: now)
  }

  /// The bank decides a transfer later, and approves it.
  mutating func postpone(_ transaction: Transaction, at now: Moment) {
    guard var (session, transaction) = pending(transaction.id) else { return }
    let due = now + rules.pendingTime
    transaction.decision = Transaction.Decision(outcome: .approved, due: due)
    deadlines.add(.transactionIsDecided(transaction.id), at: due)
    session.replace(transaction)
    store(session)
  }

  private func pending(_ id: Int64) -> (Session, Transaction)? {
    guard let session = try? session(ofTransaction: id),
      let transaction = session.transactions.first(where: { $0.id == id }), transaction.isPending
    else { return nil }
    return (session, transaction)
  }

  /// Ends the session if an attempt's result ends it, and stores it.
  mutating func conclude(_ session: inout Session, _ transaction: Transaction, at now: Moment) {
    if transaction.isApproved {
      if transaction.kind == .hold { deadlines.add(.holdLapses(transaction.id), at: now + rules.holdTime) }
      if let token = transaction.tokenToSave {
        tokens.store(token)
        session.token = token.token
      }
    }
    guard session.end == nil, !transaction.isPending else { return store(session) }
    let declined = session.attempts.filter { $0.status.name == .rejected }.count
    if session.remaining?.isPositive == false {
      end(&session, .approvedSession, at: now)
    } else if session.isCharge || transaction.unconfirmed != nil || declined >= rules.attemptLimit {
      end(&session, session.approved > 0 ? .partlyExpired : .rejectedSession, at: now)
    } else if session.expiresAt <= now {
      end(&session, session.approved > 0 ? .partlyExpired : .expired, at: now)
    }
    store(session)
  }

  mutating func end(_ session: inout Session, _ status: Status, at now: Moment) {
    session.end = Session.End(status: status, at: now)
    session.challenge = nil
    session.isBuyerOnPage = false
    notify(&session, at: now)
  }

  // MARK: Saved means of payment

  private mutating func save(
    _ session: inout Session, _ instrument: Instrument, _ outcome: CardOutcome, at now: Moment,
    _ randomness: some Randomness
  ) {
    switch outcome {
    case .declined, .notAuthenticated, .exception:
      session.refusals += 1
      session.refusal = outcome == .exception ? .exception : .declined
      if session.refusals >= rules.attemptLimit { end(&session, .rejectedSession, at: now) }
    default:
      let token = newToken(session, instrument, outcome, at: now, randomness)
      tokens.store(token)
      session.token = token.token
      end(&session, .approvedSession, at: now)
    }
    store(session)
  }

  private func newToken(
    _ session: Session, _ instrument: Instrument, _ outcome: CardOutcome, at now: Moment,
    _ randomness: some Randomness
  ) -> SavedToken {
    let owner = [session.payer?.name, session.payer?.surname].compactMap(\.self).joined(separator: " ")
    return SavedToken(
      token: Hexadecimal.text(randomness.bytes(32)),
      subtoken: randomness.text(12, of: Array("0123456789")) + (instrument.lastDigits ?? "0000"),
      instrument: instrument, outcome: outcome, owner: owner.isEmpty ? nil : owner, savedAt: now)
  }
}
