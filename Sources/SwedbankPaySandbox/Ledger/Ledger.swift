import FerryCore
package import FerrySandbox

/// The ledger of the merchant: payment orders with their transactions, stored tokens and check-ins. Pure: time and randomness
/// are parameters.
package struct Ledger: Sendable {
  package enum Event: Hashable, Sendable {
    case captureLapses(String)
    /// The attempt of this number, unless it ended before.
    case attemptEnds(String, Int64)
    /// The bank carries out the reversal of this number, unless it was decided before.
    case reversalEnds(String, Int64)
  }

  let payeeID: String
  let rules: Rules
  package var post = PostOffice<CallbackNotice>()
  private(set) var orders = ObjectTable<String, PaymentOrder>()
  var tokens = ObjectTable<String, StoredToken>()
  var consumers = ObjectTable<String, Consumer>()
  /// The ids of the orders by the secret of their pages.
  private var pages: [String: String] = [:]
  /// Every `payeeReference` in use.
  private(set) var references: Set<String> = []
  package var deadlines = DeadlineQueue<Event>()
  private var lastNumber: Int64 = 70_100_000_000

  init(_ merchant: Merchant) {
    payeeID = merchant.payeeID
    rules = merchant.rules
  }

  func order(_ id: String) throws(APIProblem) -> PaymentOrder {
    guard let order = orders[id.lowercased()] else { throw .unknown }
    return order
  }

  /// The oldest first.
  var list: [PaymentOrder] { orders.values.sorted { $0.number < $1.number } }

  /// The order of a page.
  /// - Parameter token: The secret in the page's address.
  func order(token: String) throws(BuyerRefusal) -> PaymentOrder {
    guard let id = pages[token], let order = orders[id] else { throw .unknownOrder }
    return order
  }

  mutating func store(_ order: PaymentOrder) {
    orders.store(order)
    pages[order.token] = order.id
    references.insert(order.request.payeeReference)
    for transaction in order.transactions { references.insert(transaction.payeeReference) }
    if let reference = order.pendingReversal?.payeeReference { references.insert(reference) }
  }

  mutating func nextNumber() -> Int64 {
    lastNumber += 1
    return lastNumber
  }

  /// The true date of a moment of the ledger.
  func date(_ moment: Moment) -> String { post.clock.date(of: moment).iso8601 }

  /// - Throws: If the reference was used before, by any operation. The real answer is not documented.
  func requireNew(_ reference: String, _ path: String) throws(APIProblem) {
    guard !references.contains(reference) else { throw .invalid(path, "has been used before and must be unique") }
  }

  // MARK: Creating

  mutating func create(
    _ request: OrderRequest, _ version: APIVersion, userAgent: String?, at now: Moment, _ randomness: some Randomness
  ) throws(APIProblem) -> PaymentOrder {
    try requireNew(request.payeeReference, "PaymentOrder.PayeeInfo.PayeeReference")
    let token = try request.token.map { name throws(APIProblem) in
      try chargeable(name, request)
    }
    if let profile = request.consumerProfile { try spend(profile: profile, at: now) }
    var order = PaymentOrder(
      number: nextNumber(), id: UUIDText.version4(randomness.bytes(16)), token: Hexadecimal.text(randomness.bytes(32)),
      version: version, request: request, merchantUserAgent: userAgent, createdAt: now, updatedAt: now)
    order.note("PaymentCreated", by: .payee, request.instrument, amount: request.amount, at: now)
    if let token, request.operation.isWithoutPayer { charge(token, in: &order, at: now) }
    store(order)
    return order
  }
}

// MARK: Journal

extension Ledger: ScheduledLedger {
  /// The changed objects of one line of the journal.
  package struct Entry: Codable, Sendable {
    let orders: [PaymentOrder]
    let tokens: [StoredToken]
    let consumers: [Consumer]
    let lastNumber: Int64
  }

  package var objectCount: Int { orders.count + tokens.count + consumers.count }

  package var wholeEntry: Entry {
    Entry(
      orders: list, tokens: tokens.sorted, consumers: consumers.sorted, lastNumber: lastNumber)
  }

  package mutating func drainEntry() -> Entry? {
    guard orders.hasChanges || tokens.hasChanges || consumers.hasChanges else { return nil }
    return Entry(
      orders: orders.drainChanges().stored ?? [], tokens: tokens.drainChanges().stored ?? [],
      consumers: consumers.drainChanges().stored ?? [], lastNumber: lastNumber)
  }

  package mutating func restore(_ entry: Entry) {
    for order in entry.orders { store(order) }
    tokens.restore(entry.tokens)
    consumers.restore(entry.consumers)
    lastNumber = entry.lastNumber
  }
}

// MARK: Money

extension Ledger {
  /// The money of every order with a payment.
  package var money: [OrderMoney] {
    let paid = list.filter { $0.payment != nil && $0.request.operation != .verify }
    return OrderMoney.orders(
      paid.map { order in
        func amount(_ minorUnits: Int64) -> Money { Money(minorUnits: minorUnits, order.currency) }
        return OrderMoney.Entry(
          order.orderNumber, merchant: payeeID, held: amount(order.remainingCapture),
          OrderMoney.Payment(
            id: order.id, state: order.status.rawValue, authorized: amount(order.sum(.authorization, .sale)),
            captured: amount(order.captured), refunded: amount(order.sum(.reversal))))
      })
  }
}
