package import FerryCore
package import FerrySandbox

/// The books of an invented bank: requests and acts of the buyer in, payments and money movements out. Pure.
///
/// The rules are chosen so that a provider for it needs every part of the provider line: no idempotency keys, an entrance
/// token that expires, an attempt that fails while the payment stays open, an end that is refused while the buyer is on the
/// page, captures of the whole amount only, and ids of payments and transactions that overlap.
package struct Books: Sendable {
  struct Payment: Codable, Sendable {
    enum State: String, Codable, Sendable {
      /// The buyer may pay. An earlier attempt may have been declined.
      case open
      /// The buyer's bank decides later.
      case pending
      case authorized, captured, voided, cancelled, expired
    }

    let id: String
    let reference: String
    /// The shop's order number.
    let order: String
    let amount: Money
    let returnURL: String
    let cancelURL: String
    let capturesAtOnce: Bool
    /// A line of the shop for the payment page.
    let note: String?
    let createdAt: Moment
    var state = State.open
    /// The transactions of attempts that were declined, oldest first.
    var declined: [String] = []
    var isBuyerOnPage = false
    /// The transaction that is being decided, or has authorized the amount.
    var transaction: String?
    var isCancelledByShop = false
    var captured: Money
    var refunded: Money
    /// The shop's references of refunds, so that it can ask for them.
    var refunds: [String: Money] = [:]

    /// The buyer's bank has agreed under this number; nil before.
    var authorization: String? { state == .pending ? nil : transaction.map { "A\($0)" } }
  }

  enum Refusal: String, Error, Sendable {
    case notFound = "not-found"
    case duplicateReference = "duplicate-reference"
    /// The buyer is on the page: the payment cannot be cancelled now.
    case buyerActive = "buyer-active"
    case wrongState = "wrong-state"
    case wholeAmountOnly = "whole-amount-only"
    case tooMuch = "too-much"
    case entranceExpired = "entrance-expired"
    /// A required member is missing or cannot be read.
    case incomplete
  }

  static let lifetime = Duration.seconds(1_800)
  static let entranceLifetime = Duration.seconds(60)

  package var post: PostOffice<Notice>
  private(set) var payments = ObjectTable<String, Payment>()
  private var ids: [String: String] = [:]
  private var entrances: [String: (payment: String, expiresAt: Moment)] = [:]
  private var now = Moment(milliseconds: 0)

  /// Payments and transactions are numbered separately from 1, so that their ids overlap.
  private var lastPayment = 0
  private var lastTransaction = 0

  package init(post: PostOffice<Notice> = PostOffice()) { self.post = post }

  mutating func open(
    _ reference: String, order: String, _ amount: Money, returnURL: String, cancelURL: String, capturesAtOnce: Bool,
    note: String?
  ) throws(Refusal) -> Payment {
    guard ids[reference] == nil else { throw .duplicateReference }
    lastPayment += 1
    let payment = Payment(
      id: "\(lastPayment)", reference: reference, order: order, amount: amount, returnURL: returnURL,
      cancelURL: cancelURL,
      capturesAtOnce: capturesAtOnce, note: note, createdAt: now, captured: .zero(amount.currency),
      refunded: .zero(amount.currency))
    store(payment)
    return payment
  }

  func payment(reference: String) throws(Refusal) -> Payment {
    guard let id = ids[reference], let payment = payments[id] else { throw .notFound }
    return payment
  }

  func payment(_ id: String) throws(Refusal) -> Payment {
    guard let payment = payments[id] else { throw .notFound }
    return payment
  }

  /// A token that lets one browser in, for a minute.
  mutating func entrance(to id: String, token: String) {
    entrances[token] = (id, now + Self.entranceLifetime)
  }
}

// MARK: The buyer

extension Books {
  mutating func enter(_ token: String) throws(Refusal) -> Payment {
    guard let entrance = entrances.removeValue(forKey: token) else { throw .entranceExpired }
    return try change(entrance.payment, from: [.open]) { $0.isBuyerOnPage = true }
  }

  /// - Parameter isPending: True if the buyer's bank decides later.
  mutating func approve(_ id: String, isPending: Bool = false) throws(Refusal) -> Payment {
    let transaction = newTransaction()
    let payment = try change(id, from: [.open]) {
      $0.state = .pending
      $0.isBuyerOnPage = false
      $0.transaction = transaction
    }
    return isPending ? payment : try decide(id, isApproved: true)
  }

  /// The buyer's bank decides about a pending payment. If it declines, the payment is open again.
  mutating func decide(_ id: String, isApproved: Bool) throws(Refusal) -> Payment {
    let payment = try change(id, from: [.pending]) { payment in
      payment.state = isApproved ? .authorized : .open
      guard !isApproved, let transaction = payment.transaction else { return }
      payment.declined.append(transaction)
      payment.transaction = nil
    }
    guard isApproved else { return payment }
    return payment.capturesAtOnce ? try capture(id, payment.amount) : payment
  }

  /// The attempt fails at once. The payment stays open, and the buyer may try again.
  mutating func decline(_ id: String) throws(Refusal) -> Payment {
    let transaction = newTransaction()
    return try change(id, from: [.open]) { $0.declined.append(transaction) }
  }

  mutating func cancelByBuyer(_ id: String) throws(Refusal) -> Payment {
    try change(id, from: [.open]) {
      $0.state = .cancelled
      $0.isBuyerOnPage = false
    }
  }

  /// The buyer leaves the page without a word to the bank's server.
  mutating func leave(_ id: String) throws(Refusal) -> Payment { try change(id) { $0.isBuyerOnPage = false } }
}

// MARK: The shop

extension Books {
  mutating func capture(_ id: String, _ amount: Money) throws(Refusal) -> Payment {
    guard try payment(id).amount == amount else { throw .wholeAmountOnly }
    return try change(id, from: [.authorized]) {
      $0.state = .captured
      $0.captured = amount
    }
  }

  mutating func void(_ id: String) throws(Refusal) -> Payment {
    try change(id, from: [.authorized]) { $0.state = .voided }
  }

  /// - Parameter reference: The shop's name of the refund. A repeated one is refused.
  mutating func refund(_ id: String, _ amount: Money, reference: String) throws(Refusal) -> Payment {
    let payment = try payment(id)
    guard payment.refunds[reference] == nil else { throw .duplicateReference }
    guard amount.currency == payment.amount.currency, amount.isPositive,
      payment.captured.minorUnits - payment.refunded.minorUnits >= amount.minorUnits
    else { throw .tooMuch }
    return try change(id, from: [.captured]) {
      $0.refunded = Money(minorUnits: $0.refunded.minorUnits + amount.minorUnits, amount.currency)
      $0.refunds[reference] = amount
    }
  }

  mutating func cancelByShop(_ id: String) throws(Refusal) -> Payment {
    guard try !payment(id).isBuyerOnPage else { throw .buyerActive }
    return try change(id, from: [.open]) {
      $0.state = .cancelled
      $0.isCancelledByShop = true
    }
  }

  private mutating func newTransaction() -> String {
    lastTransaction += 1
    return "\(lastTransaction)"
  }

  private mutating func change(
    _ id: String, from states: Set<Payment.State>? = nil, _ body: (inout Payment) -> Void
  ) throws(Refusal) -> Payment {
    var payment = try payment(id)
    if let states, !states.contains(payment.state) { throw .wrongState }
    let before = (payment.state, payment.refunded)
    body(&payment)
    store(payment)
    if (payment.state, payment.refunded) != before {
      post.send(Notice(payment: id, state: payment.state.rawValue), announcing: payment.state.rawValue, at: now)
    }
    return payment
  }

  private mutating func store(_ payment: Payment) {
    payments[payment.id] = payment
    ids[payment.reference] = payment.id
  }
}

// MARK: The sandbox's ledger

/// The content of a notification: something has changed at a payment.
package struct Notice: NotificationSubject {
  let payment: String
  let state: String

  package var type: String { "payment" }
  package var object: String? { "payment" }
  package var objectID: String? { payment }
  package var members: [JSONValue.Member] { [.init(name: "payment", value: .string(payment))] }
}

extension Books: SandboxLedger {
  package struct Entry: Codable, Sendable {
    let payments: [Payment]
    let lastPayment: Int
    let lastTransaction: Int
  }

  package var nextDeadline: Moment? {
    payments.values.filter { $0.state == .open }.map { $0.createdAt + Self.lifetime }.min()
  }

  package var objectCount: Int { payments.count }
  package var wholeEntry: Entry { entry(payments.values.sorted { $0.id < $1.id }) }

  package mutating func takeEntry() -> Entry? {
    payments.takeChanges().stored.map { entry($0) }
  }

  private func entry(_ payments: [Payment]) -> Entry {
    Entry(payments: payments, lastPayment: lastPayment, lastTransaction: lastTransaction)
  }

  package mutating func restore(_ entry: Entry) {
    for payment in entry.payments { store(payment) }
    (lastPayment, lastTransaction) = (entry.lastPayment, entry.lastTransaction)
    payments.forgetChanges()
  }

  package mutating func scheduleAll() {}

  /// Expires what is open for too long.
  package mutating func advance(to now: Moment) {
    self.now = now
    for payment in payments.values.sorted(by: { $0.id < $1.id })
    where payment.state == .open && payment.createdAt + Self.lifetime <= now {
      _ = try? change(payment.id, from: [.open]) { $0.state = .expired }
    }
    entrances = entrances.filter { $0.value.expiresAt > now }
  }

  package var money: [OrderMoney] {
    let paid = payments.values.filter { $0.transaction != nil }.sorted { ($0.createdAt, $0.id) < ($1.createdAt, $1.id) }
    return OrderMoney.orders(
      paid.map { payment in
        OrderMoney.Entry(
          payment.order, merchant: Bank.login, held: payment.state == .authorized ? payment.amount : nil,
          OrderMoney.Payment(
            id: payment.id, state: payment.state.rawValue,
            authorized: payment.state == .pending ? .zero(payment.amount.currency) : payment.amount,
            captured: payment.captured, refunded: payment.refunded))
      })
  }
}
