public import FerryCore

/// The books of an invented bank: requests and acts of the buyer in, payments and money movements out. Pure.
///
/// The rules are chosen so that a provider for it needs every part of the provider line: no idempotency keys, an entrance
/// token that expires, an attempt that fails while the payment stays open, an end that is refused while the buyer is on the
/// page, captures of the whole amount only, and ids of payments and transactions that overlap.
struct Books: Sendable {
  struct Payment: Sendable {
    enum State: String, Sendable {
      /// The buyer may pay. An earlier attempt may have been declined.
      case open
      /// The buyer's bank decides later.
      case pending
      case authorized, captured, voided, cancelled, expired
    }

    let id: String
    let reference: String
    let amount: Money
    let returnURL: String
    let cancelURL: String
    let capturesAtOnce: Bool
    let createdAt: Moment
    var state = State.open
    /// Why the last attempt failed.
    var decline: String?
    var isBuyerOnPage = false
    /// The id of the transaction that authorized the amount.
    var transaction: String?
    var captured: Money
    var refunded: Money
    /// The shop's references of refunds, so that it can ask for them.
    var refunds: [String: Money] = [:]
  }

  enum Movement: String, Sendable { case authorized, captured, refunded, voided }

  enum Refusal: String, Error, Sendable {
    case notFound = "not-found"
    case duplicateReference = "duplicate-reference"
    /// The buyer is on the page: the payment cannot be cancelled now.
    case buyerActive = "buyer-active"
    case wrongState = "wrong-state"
    case wholeAmountOnly = "whole-amount-only"
    case tooMuch = "too-much"
    case entranceExpired = "entrance-expired"
  }

  static let lifetime = Duration.seconds(1_800)
  static let entranceLifetime = Duration.seconds(60)

  private(set) var payments: [String: Payment] = [:]
  private(set) var movements: [(reference: String, kind: Movement, amount: Money)] = []
  private var ids: [String: String] = [:]
  private var entrances: [String: (payment: String, expiresAt: Moment)] = [:]

  /// Payments and transactions are numbered separately from 1, so that their ids overlap.
  private var lastPayment = 0
  private var lastTransaction = 0

  mutating func open(
    _ reference: String, _ amount: Money, returnURL: String, cancelURL: String, capturesAtOnce: Bool, at now: Moment
  ) throws(Refusal) -> Payment {
    guard ids[reference] == nil else { throw .duplicateReference }
    lastPayment += 1
    let payment = Payment(
      id: "\(lastPayment)", reference: reference, amount: amount, returnURL: returnURL, cancelURL: cancelURL,
      capturesAtOnce: capturesAtOnce, createdAt: now, captured: .zero(amount.currency), refunded: .zero(amount.currency))
    ids[reference] = payment.id
    payments[payment.id] = payment
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

  /// Expires what is open for too long.
  mutating func advance(to now: Moment) {
    for (id, payment) in payments where payment.state == .open && payment.createdAt + Self.lifetime <= now {
      payments[id]?.state = .expired
    }
    entrances = entrances.filter { $0.value.expiresAt > now }
  }

  /// A token that lets one browser in, for a minute.
  mutating func entrance(to id: String, token: String, at now: Moment) {
    entrances[token] = (id, now + Self.entranceLifetime)
  }
}

// MARK: The buyer

extension Books {
  mutating func enter(_ token: String) throws(Refusal) -> Payment {
    guard let entrance = entrances.removeValue(forKey: token) else { throw .entranceExpired }
    return try change(entrance.payment, from: [.open]) { $0.isBuyerOnPage = true }
  }

  mutating func approve(_ id: String, isPending: Bool = false) throws(Refusal) -> Payment {
    let payment = try change(id, from: [.open]) {
      $0.state = .pending
      $0.isBuyerOnPage = false
      $0.decline = nil
    }
    return isPending ? payment : try decide(id, isApproved: true)
  }

  /// The buyer's bank decides about a payment that is pending.
  mutating func decide(_ id: String, isApproved: Bool) throws(Refusal) -> Payment {
    guard isApproved else {
      return try change(id, from: [.pending]) {
        $0.state = .open
        $0.decline = "refused"
      }
    }
    lastTransaction += 1
    let transaction = "\(lastTransaction)"
    let payment = try change(id, from: [.pending]) {
      $0.state = .authorized
      $0.transaction = transaction
    }
    move(payment, .authorized, payment.amount)
    return payment.capturesAtOnce ? try capture(id, payment.amount) : payment
  }

  /// The attempt fails. The payment stays open, and the buyer may try again.
  mutating func decline(_ id: String) throws(Refusal) -> Payment {
    try change(id, from: [.open]) { $0.decline = "refused" }
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
    let payment = try change(id, from: [.authorized]) {
      $0.state = .captured
      $0.captured = amount
    }
    move(payment, .captured, amount)
    return payment
  }

  mutating func void(_ id: String) throws(Refusal) -> Payment {
    let payment = try change(id, from: [.authorized]) { $0.state = .voided }
    move(payment, .voided, payment.amount)
    return payment
  }

  /// - Parameter reference: The shop's name of the refund. A repeated one is refused.
  mutating func refund(_ id: String, _ amount: Money, reference: String) throws(Refusal) -> Payment {
    let payment = try payment(id)
    guard payment.refunds[reference] == nil else { throw .duplicateReference }
    guard amount.currency == payment.amount.currency, amount.isPositive,
      payment.captured.minorUnits - payment.refunded.minorUnits >= amount.minorUnits
    else { throw .tooMuch }
    let after = try change(id, from: [.captured]) {
      $0.refunded = Money(minorUnits: $0.refunded.minorUnits + amount.minorUnits, amount.currency)
      $0.refunds[reference] = amount
    }
    move(after, .refunded, amount)
    return after
  }

  mutating func cancelByShop(_ id: String) throws(Refusal) -> Payment {
    guard try !payment(id).isBuyerOnPage else { throw .buyerActive }
    return try change(id, from: [.open]) { $0.state = .cancelled }
  }

  private mutating func move(_ payment: Payment, _ kind: Movement, _ amount: Money) {
    movements.append((payment.reference, kind, amount))
  }

  private mutating func change(
    _ id: String, from states: Set<Payment.State>? = nil, _ body: (inout Payment) -> Void
  ) throws(Refusal) -> Payment {
    var payment = try payment(id)
    if let states, !states.contains(payment.state) { throw .wrongState }
    body(&payment)
    payments[id] = payment
    return payment
  }
}
