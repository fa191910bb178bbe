package import FerryCore
package import FerrySandbox

/// The shop's ledger at the gateway. Time is a parameter.
package struct Ledger: Sendable {
  /// A future event.
  package enum Event: Hashable, Sendable {
    case expires(String)
    case cardDecides(String)
    case authorizationLapses(String)
    case refundEnds(String)
  }

  let shopID: String
  let rules: Rules
  /// True if the shop has a notification URL.
  let notifies: Bool
  let randomness: any Randomness
  package var post = PostOffice<ResultNotice>()
  /// By order id.
  private(set) var transactions = ObjectTable<String, Transaction>()
  private var orderIDs: [String: String] = [:]
  package var deadlines = DeadlineQueue<Event>()
  private var lastNumber: Int64 = 0

  init(_ shopID: String, _ rules: Rules, notifies: Bool, randomness: any Randomness) {
    self.shopID = shopID
    self.rules = rules
    self.notifies = notifies
    self.randomness = randomness
  }

  /// The transaction of an access id and password; nil if no order has them.
  func transaction(_ accessID: String, _ password: String) -> Transaction? {
    guard let found = orderIDs[accessID].flatMap({ transactions[$0] }),
      equalInConstantTime(found.accessPassword, password)
    else { return nil }
    return found
  }

  func transaction(accessID: String) -> Transaction? { orderIDs[accessID].flatMap { transactions[$0] } }

  /// The oldest first.
  var list: [Transaction] { transactions.values.sorted { $0.number < $1.number } }

  mutating func store(_ transaction: Transaction) {
    transactions[transaction.orderID] = transaction
    orderIDs[transaction.accessID] = transaction.orderID
  }

  mutating func nextNumber() -> Int64 {
    lastNumber += 1
    return lastNumber
  }
}

// MARK: Journal

extension Ledger: ScheduledLedger {
  /// The changed transactions of one line of the journal.
  package struct Entry: Codable, Sendable {
    let transactions: [Transaction]
  }

  package var objectCount: Int { transactions.count }
  package var wholeEntry: Entry { Entry(transactions: list) }

  package mutating func drainEntry() -> Entry? { transactions.drainChanges().stored.map { Entry(transactions: $0) } }

  package mutating func restore(_ entry: Entry) {
    for transaction in entry.transactions {
      store(transaction)
      lastNumber = max(lastNumber, transaction.number)
    }
  }

  package mutating func scheduleAll() { for transaction in list { schedule(transaction) } }
}

// MARK: Money

extension Ledger {
  /// The money of every order with an authorization.
  package var money: [OrderMoney] {
    OrderMoney.orders(
      list.filter { $0.authorized > 0 }.map {
        OrderMoney.Entry(
          $0.order, merchant: shopID, held: .yen($0.held),
          OrderMoney.Payment(
            id: $0.orderID, state: $0.status.rawValue, authorized: .yen($0.authorized), captured: .yen($0.captured),
            refunded: .yen($0.refunded)))
      })
  }
}

extension Ledger {
  /// Plans the events that wait for a transaction.
  mutating func schedule(_ transaction: Transaction) {
    let id = transaction.orderID
    if let expiry = transaction.expiresAt { deadlines.add(.expires(id), at: expiry) }
    if let decision = transaction.decision { deadlines.add(.cardDecides(id), at: decision.due) }
    if let refund = transaction.refund { deadlines.add(.refundEnds(id), at: refund.due) }
    if transaction.status == .authorized, let authorizedAt = transaction.authorizedAt {
      deadlines.add(.authorizationLapses(id), at: authorizedAt + rules.authorizationTerm)
    }
  }

  package mutating func perform(_ event: Event, at now: Moment) {
    switch event {
    case .expires(let id): expire(id, at: now)
    case .cardDecides(let id):
      guard let transaction = transactions[id], let decision = transaction.decision, decision.due <= now else { return }
      if decision.isApproved { authorize(transaction, at: now) } else { fail(transaction, at: now) }
    case .authorizationLapses(let id): lapse(id, at: now)
    case .refundEnds(let id):
      guard let refund = transactions[id]?.refund, refund.due <= now else { return }
      endRefund(id, isDeclined: refund.isDeclined, at: now)
    }
  }

  private mutating func expire(_ id: String, at now: Moment) {
    guard var transaction = transactions[id], let expiry = transaction.expiresAt, expiry <= now else { return }
    transaction.expiresAt = nil
    transaction.errorInfo = GatewayError.startExpired.info(rules.codeFamily)
    transaction.note(.expired, at: now)
    publish(transaction, at: now)
  }

  private mutating func lapse(_ id: String, at now: Moment) {
    guard var transaction = transactions[id], transaction.status == .authorized,
      let authorizedAt = transaction.authorizedAt, authorizedAt + rules.authorizationTerm <= now
    else { return }
    transaction.authorizedAt = nil
    transaction.note(rules.lapsedStaysAuthorized ? .authorized : .expired, at: now, "The authorization has lapsed.")
    publish(transaction, at: now)
  }
}
