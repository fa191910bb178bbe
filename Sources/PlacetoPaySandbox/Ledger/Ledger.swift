import FerryCore
package import FerrySandbox

/// The ledger of the site: sessions with their transactions, and saved tokens. Pure: time and randomness are parameters.
package struct Ledger: Sendable {
  package enum Event: Hashable, Sendable {
    case sessionExpires(Int64)
    case transactionIsDecided(Int64)
    case confirmationEnds(Int64)
    case holdLapses(Int64)
  }

  let login: String
  let rules: Rules
  /// True if the site has a notification URL.
  let notifies: Bool
  package var post = PostOffice<SessionNotice>()
  private(set) var sessions = ObjectTable<Int64, Session>()
  var tokens = ObjectTable<String, SavedToken>()
  var flags: SiteFlags { didSet { if flags != oldValue { hasChangedFlags = true } } }
  private var owners: [Int64: Int64] = [:]
  package var deadlines = DeadlineQueue<Event>()

  /// Sessions and transactions are numbered separately from the same number: nobody may mix the two.
  private var lastSession: Int64 = 100_000
  private var lastTransaction: Int64 = 100_000
  private var hasChangedFlags = false

  init(_ login: String, _ rules: Rules, notifies: Bool, flags: SiteFlags = SiteFlags()) {
    self.login = login
    self.rules = rules
    self.notifies = notifies
    self.flags = flags
  }

  func session(_ id: Int64) throws(APIRefusal) -> Session {
    guard let session = sessions[id] else { throw .unknownSession }
    return session
  }

  func session(ofTransaction id: Int64) throws(APIRefusal) -> Session {
    guard let owner = owners[id], let session = sessions[owner] else { throw .unknownTransaction }
    return session
  }

  mutating func store(_ session: Session) {
    sessions.store(session)
    for transaction in session.transactions { owners[transaction.id] = session.id }
  }

  /// A valid token by its long or its short form.
  func token(_ text: String) throws(APIRefusal) -> SavedToken {
    guard let token = tokens[text] ?? tokens.values.first(where: { $0.subtoken == text }), token.isValid else {
      throw .invalidToken
    }
    return token
  }

  mutating func nextTransaction() -> Int64 {
    lastTransaction += 1
    return lastTransaction
  }

  /// The true date of a moment of the ledger. Shops sign, and date their requests, by the true clock.
  func date(_ moment: Moment) -> Moment { post.clock.date(of: moment) }

  // MARK: Creating

  mutating func create(
    _ request: SessionRequest, site: Site, isCharge: Bool = false, at now: Moment, _ randomness: some Randomness
  ) -> Session {
    lastSession += 1
    let asked = request.expiration.flatMap { Timestamp.moment($0) }.map { $0 + post.clock.offset }
    let expiresAt = asked ?? now + rules.lifetime
    let session = Session(
      id: lastSession, hash: Hexadecimal.text(randomness.bytes(16)), request: request,
      locale: request.locale.flatMap { Language(locale: $0) == nil ? nil : $0 } ?? site.locale,
      createdAt: now, expiresAt: expiresAt,
      expiration: request.expiration ?? Timestamp.text(date(expiresAt)), isCharge: isCharge, payer: request.payer)
    store(session)
    if !isCharge { deadlines.add(.sessionExpires(session.id), at: expiresAt) }
    return session
  }
}

// MARK: Journal

extension Ledger: ScheduledLedger {
  /// The changed objects of one line of the journal.
  package struct Entry: Codable, Sendable {
    let sessions: [Session]
    let tokens: [SavedToken]
    let flags: SiteFlags?
    let lastSession: Int64
    let lastTransaction: Int64
  }

  package var objectCount: Int { sessions.count + tokens.count }

  package var wholeEntry: Entry {
    Entry(
      sessions: sessions.sorted, tokens: tokens.sorted, flags: flags, lastSession: lastSession,
      lastTransaction: lastTransaction)
  }

  package mutating func drainEntry() -> Entry? {
    guard sessions.hasChanges || tokens.hasChanges || hasChangedFlags else { return nil }
    defer { hasChangedFlags = false }
    return Entry(
      sessions: sessions.drainChanges().stored ?? [], tokens: tokens.drainChanges().stored ?? [],
      flags: hasChangedFlags ? flags : nil, lastSession: lastSession, lastTransaction: lastTransaction)
  }

  package mutating func restore(_ entry: Entry) {
    for session in entry.sessions { store(session) }
    tokens.restore(entry.tokens)
    if let flags = entry.flags { self.flags = flags }
    (lastSession, lastTransaction) = (entry.lastSession, entry.lastTransaction)
  }
}

// MARK: Money

extension Ledger {
  /// The money of every order with an approved transaction. A capture counts at its hold, and not beside it.
  package var money: [OrderMoney] {
    OrderMoney.orders(
      sessions.sorted.flatMap { session in
        session.attempts.filter(\.isApproved).map { attempt in
          OrderMoney.Entry(
            session.order, merchant: login, held: attempt.kind == .hold && !attempt.isClosed ? attempt.amount : nil,
            payment(attempt, in: session))
        }
      })
  }

  private func payment(_ attempt: Transaction, in session: Session) -> OrderMoney.Payment {
    let charges =
      attempt.kind == .hold
      ? session.transactions.filter { $0.kind == .capture && $0.parent == attempt.id } : [attempt]
    let currency = attempt.amount.currency
    return OrderMoney.Payment(
      id: String(attempt.id), state: (attempt.dispute?.status ?? attempt.status).name.rawValue,
      authorized: attempt.amount,
      captured: .total(charges.map(\.amount), currency), refunded: .total(charges.map(\.refunded), currency),
      chargedBack: .total(charges.filter { $0.dispute?.status == .disputeLost }.map(\.amount), currency))
  }
}
