package import FerryCore
package import FerrySandbox

/// The ledger of the bank. Pure: time and randomness are parameters.
///
/// The rules are chosen so that a provider for it needs every part of the provider line: no idempotency keys, a page that
/// expires, an attempt that fails while the payment stays open, an end that is refused while the buyer is on the page, captures
/// of the whole amount only, and ids of payments and transactions that overlap.
package struct Ledger: Sendable {
  package var post = PostOffice<PaymentNotice>()
  private(set) var payments = ObjectTable<Int, Payment>()
  /// The pages by their tokens. One that a browser has opened does not expire.
  private var pages: [String: (payment: Int, expiresAt: Moment?)] = [:]
  private var now = Moment(milliseconds: 0)

  func payment(_ id: Int?) throws(BankReason) -> Payment {
    guard let payment = id.flatMap({ payments[$0] }) else { throw .notFound }
    return payment
  }

  func payment(reference: String?) throws(BankReason) -> Payment {
    try payment(payments.values.first { $0.request.reference == reference }?.id)
  }

  mutating func open(_ request: BankCall.NewPayment) throws(BankReason) -> Payment {
    guard (try? payment(reference: request.reference)) == nil else { throw .duplicateReference }
    let payment = Payment(id: payments.count + 1, request: request, createdAt: now)
    payments[payment.id] = payment
    return payment
  }

  /// Makes a page of an open payment.
  mutating func makePage(of payment: Payment, token: String) { pages[token] = (payment.id, now + Rules.pageLifetime) }

  /// A browser opens a page.
  mutating func enter(_ token: String) throws(BankReason) -> Payment {
    guard let page = pages[token] else { throw .notFound }
    pages[token] = (page.payment, nil)
    return try perform(.enter, on: page.payment)
  }
}

// MARK: Changes

extension Ledger {
  enum Act {
    case enter, expire
    case buyer(BuyerAct, isDecidedLater: Bool)
    /// The buyer's own bank decides about a pending payment. If it declines, the payment is open again.
    case decide(isApproved: Bool)
    case capture(Money?), void, cancel
    /// All that is left without an amount. The reference is the shop's name of the refund.
    case refund(Money?, reference: String)
  }

  mutating func perform(_ act: Act, on id: Int?) throws(BankReason) -> Payment {
    let before = try payment(id)
    var payment = before
    switch (before.state, act) {
    case (.open, .enter): payment.isBuyerOnPage = true
    case (_, .buyer(.leave, _)): payment.isBuyerOnPage = false
    case (.open, .buyer(.decline, _)): payment.declined.append(nextTransaction)
    case (.open, .buyer(.cancel, _)): (payment.state, payment.isBuyerOnPage) = (.cancelled, false)
    case (.open, .buyer(.approve, let isDecidedLater)):
      (payment.state, payment.isBuyerOnPage, payment.transaction) = (.pending, false, nextTransaction)
      if !isDecidedLater { payment.authorize() }
    case (.pending, .decide(isApproved: true)): payment.authorize()
    case (.pending, .decide(isApproved: false)):
      payment.declined.append(payment.transaction ?? "")
      (payment.state, payment.transaction) = (.open, nil)
    case (.open, .expire): payment.state = .expired
    case (.open, .cancel):
      guard !payment.isBuyerOnPage else { throw .buyerActive }
      (payment.state, payment.isCancelledByShop) = (.cancelled, true)
    case (.authorized, .capture(let amount)):
      guard amount == payment.total else { throw .wholeAmountOnly }
      payment.state = .captured
    case (.authorized, .void): payment.state = .voided
    case (.captured, .refund(let amount, let reference)):
      guard payment.refunds[reference] == nil else { throw .duplicateReference }
      guard let left = try? payment.captured.subtracting(payment.refunded) else { throw .tooMuch }
      let amount = amount ?? left
      guard amount.isPositive, (try? amount.isMore(than: left)) == false else { throw .tooMuch }
      payment.refunds[reference] = amount
    default: throw .wrongState
    }
    payments[payment.id] = payment
    if payment.state != before.state || payment.refunds != before.refunds {
      let state = payment.state.rawValue
      post.send(PaymentNotice(payment: String(payment.id), state: state), announcing: state, at: now)
    }
    return payment
  }

  /// Payments and transactions are numbered separately from 1.
  private var nextTransaction: String {
    String(payments.values.reduce(1) { $0 + $1.declined.count + ($1.transaction == nil ? 0 : 1) })
  }
}

extension Payment {
  fileprivate mutating func authorize() { state = request.capturesAtOnce ? .captured : .authorized }
}

// MARK: The sandbox's ledger

extension Ledger: SandboxLedger {
  package struct Entry: Codable, Sendable { let payments: [Payment] }

  package var nextDeadline: Moment? {
    payments.sorted.first { $0.state == .open }.map { $0.createdAt + Rules.lifetime }
  }
  package var objectCount: Int { payments.count }
  package var wholeEntry: Entry { Entry(payments: payments.sorted) }
  package mutating func drainEntry() -> Entry? { payments.drainChanges().stored.map { Entry(payments: $0) } }
  package mutating func scheduleAll() {}

  package mutating func restore(_ entry: Entry) { payments.restore(entry.payments) }

  /// Expires what is open for too long.
  package mutating func advance(to now: Moment) {
    self.now = now
    for payment in payments.sorted where payment.createdAt + Rules.lifetime <= now {
      _ = try? perform(.expire, on: payment.id)
    }
    pages = pages.filter { $0.value.expiresAt.map { $0 > now } ?? true }
  }

  package var money: [OrderMoney] {
    OrderMoney.orders(
      payments.sorted.filter { $0.transaction != nil }.map { payment in
        OrderMoney.Entry(
          payment.request.order, merchant: DemoAccount.login, held: payment.state == .authorized ? payment.total : nil,
          OrderMoney.Payment(
            id: String(payment.id), state: payment.state.rawValue,
            authorized: payment.state == .pending ? .zero(payment.total.currency) : payment.total,
            captured: payment.captured, refunded: payment.refunded))
      })
  }
}
