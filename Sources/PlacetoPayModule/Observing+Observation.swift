import FerryCheckout
import FerryCore
import FerryHTTP
import FerryProvider
import PlacetoPay

extension ObservedPayment {
  /// Holds lapse after this (PlacetoPay's default; "Preauthorization").
  private static let holdLifetime = Duration.seconds(30 * 86_400)

  /// - Parameter page: The address that stands for the payment page in the checkout; the page's own is a secret.
  func observation(page: String) -> Observation {
    Observation(
      sessionReference: session.requestId, session: state, asked: session.request?.total,
      paymentPage: record.page == nil ? nil : page, charge: charge, declinedAttempts: declinedAttempts,
      failures: failures, reports: reports, disputes: disputes)
  }

  private var state: Observation.Session {
    switch session.meaning {
    case .pending, .approvedPartially: .open
    // A part of the total is held by its amount.
    case .approved, .endedPartially: .completed
    // The buyer can do nothing more, and the bank may still approve.
    case .rejected where session.reason == "EX" && undecided != nil: .open
    case .rejected: .ended(end)
    case .unknown(let text): .unrecognised(text)
    }
  }

  /// By PlacetoPay's reason codes. Others are declines, for example when too many attempts have failed.
  private var end: SessionEnd {
    switch session.reason {
    case "?C": .cancelledByBuyer
    case "MC": .cancelledByProvider
    case "EX", "PX": .expired
    default: .declined(DeclineReason(placetoPay: session.reason))
    }
  }

  var allRemarks: [String] {
    var all = remarks
    if case .unknown(let text) = session.meaning { all.append("PlacetoPay names an unknown session status: \(text).") }
    for transaction in transactions {
      switch transaction.meaning {
      case .disputed where !record.payments.isEmpty: break
      // Nothing was paid that could be disputed.
      case .unknown, .disputed:
        all.append("PlacetoPay names an unknown transaction status: \(transaction.status.state.printable).")
      case .approved, .pending, .declined, .reversed: break
      }
    }
    all += transactions.filter { $0.isPaidOrReversed && !knownBefore.contains($0.id) }
      .compactMap { $0.written.remark(of: "PlacetoPay") }
    if session.meaning == .endedPartially {
      all.append("PlacetoPay took a part of the amount, and the session is over.")
    }
    if session.request?.total == nil {
      all.append("PlacetoPay does not repeat the amount that the session was made for.")
    }
    return all
  }

  var references: [ProviderReference] {
    let transactions = transactions.map(\.id) + record.movements.compactMap(\.transaction)
    return [.session(session.requestId)] + Set(transactions).sorted().map { .transaction($0) }
  }

  // MARK: Attempts

  private func isOurs(_ transaction: Transaction) -> Bool {
    record.payments.contains { $0.transaction == transaction.id }
      || record.movements.contains { $0.transaction == transaction.id }
  }

  /// The buyer's attempts that have paid nothing. Of those that are still pending when another one has paid, none can pay
  /// this session any more.
  private var declinedAttempts: [DeclinedAttempt] {
    transactions.filter { transaction in
      switch transaction.meaning {
      case .declined, .reversed: !isOurs(transaction)
      case .pending: session.meaning == .approved && !record.payments.isEmpty && !isOurs(transaction)
      case .approved, .disputed, .unknown: false
      }
    }.map { DeclinedAttempt(reference: $0.id, reason: DeclineReason(placetoPay: $0.reason)) }
  }

  private var undecided: Transaction? {
    transactions.first { transaction in
      switch transaction.meaning {
      case .pending, .disputed, .unknown: !isOurs(transaction)
      case .approved, .declined, .reversed: false
      }
    }
  }

  // MARK: Money

  /// The dispute of a captured payment, by the id of its transaction: PlacetoPay tells of it in the payment or beside it, and the
  /// latest counts. If nothing tells of it any more, it has ended.
  private var disputes: [DisputeReport] {
    guard let captured, captured.isPositive, let payment = record.payments.first else { return [] }
    let id = DisputeID(payment.transaction)
    guard let latest = transactions.last(where: { $0.dispute != nil }) else {
      return openDisputes.contains(id) ? [DisputeReport(id, state: .withdrawn)] : []
    }
    return [DisputeReport(id, state: latest.dispute, amount: latest.requested, changedAt: latest.status.moment)]
  }

  private var charge: ChargeObservation? {
    guard let payment = record.payments.first, let captured else {
      return undecided.map { Self.pending($0.id, amount(of: $0)) }
    }
    if session.meaning == .approvedPartially { return Self.pending(payment.transaction, payment.amount) }
    var charge = ChargeObservation(
      reference: payment.transaction, state: .captured,
      authorized: Self.total(record.payments.map(\.amount), payment.amount.currency), captured: captured,
      refunded: Self.total(done(.refund), captured.currency),
      changedAt: paying?.status.moment, facts: paying?.facts, unreadable: unreadable)
    guard isHold, captured.isZero else { return charge }
    let lapsesAt = charge.changedAt.map { $0 + Self.holdLifetime }
    if let release = record.movements(.release).first(where: { $0.state == .done }) {
      charge.state = .voided
      let isLapsed = lapsesAt.map { $0 <= readAt } ?? false
      charge.release = release.operation != nil ? .byMerchant : isLapsed ? .lapsed : .byProvider
    } else {
      charge.state = record.movements(.capture).isEmpty ? .authorized : .capturing
      charge.lapsesAt = lapsesAt
    }
    return charge
  }

  /// The transaction that has paid, as the session shows it.
  private var paying: Transaction? {
    transactions.first { $0.id == record.payments.first?.transaction }
  }

  /// Nil before a payment, and if the network does not tell the digits.
  var details: BuyerDetails? { paying?.lastDigits.map { BuyerDetails(lastDigits: $0) } }

  private static func pending(_ transaction: String, _ amount: Money) -> ChargeObservation {
    let zero = Money.zero(amount.currency)
    return ChargeObservation(reference: transaction, state: .pending, authorized: zero, captured: zero, refunded: zero)
  }

  private func done(_ kind: MovementKind) -> [Money] {
    record.movements(kind).filter { $0.state == .done }.map(\.amount)
  }

  /// Nil before a payment.
  var captured: Money? {
    record.payments.first.map { payment in
      Self.total(isHold ? done(.capture) : record.payments.map(\.amount), payment.amount.currency)
    }
  }

  /// The sum. One amount in another currency is the whole result, and too large a sum is the largest number: both differ
  /// from every agreed amount, so that a person looks.
  private static func total(_ amounts: [Money], _ currency: Currency) -> Money {
    if let other = amounts.first(where: { $0.currency != currency }) { return other }
    return (try? Money.sum(amounts, in: currency)) ?? Money(minorUnits: .max, currency)
  }

  private var reports: [OperationReport] {
    record.movements.compactMap { movement in
      guard let operation = movement.operation, movement.state != .failed else { return nil }
      if movement.isUnreadable == true { return OperationReport(operation, reference: movement.transaction, .lost) }
      return OperationReport(
        operation, reference: movement.transaction, movement.state == .done ? .done : .pending,
        amount: movement.reported)
    }
  }

  private var failures: [OperationFailure] {
    record.movements.filter { $0.state == .failed }.compactMap(\.operation).map { OperationFailure($0, .notAllowed) }
  }
}

extension Transaction {
  fileprivate var facts: PaymentFacts {
    PaymentFacts(
      method: paymentMethod, methodName: paymentMethodName, issuer: issuerName, authorizationCode: authorization)
  }
}

extension ProviderReference {
  static func session(_ id: String) -> Self { Self("session", id) }
  static func transaction(_ id: String) -> Self { Self("transaction", id) }
}

extension DeclineReason {
  /// Two digits are an answer of the card's network (as in ISO 8583): another means of payment may work.
  init(placetoPay reason: String?) {
    let isOfNetwork = reason.map { $0.utf8.count == 2 && $0.utf8.allSatisfy { (0x30...0x39).contains($0) } } ?? false
    self = isOfNetwork && reason != "00" ? .paymentMethodRefused : reason == "EX" ? .timedOut : .refused
  }
}
