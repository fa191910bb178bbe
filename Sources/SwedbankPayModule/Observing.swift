import FerryCheckout
import FerryCore
import FerryHTTP
import FerryProvider
import SwedbankPay

/// A payment order beside our own record of it. Transactions prove what happened, by our references; the record adds what was
/// accepted and is not shown yet.
struct ObservedPayment {
  let order: PaymentOrder
  let readAt: Moment
  /// With everything that the payment order shows.
  private(set) var record: Record
  private let transactions: [FinancialTransaction]

  typealias Movement = Record.Movement

  /// - Returns: Nil if the answer does not show the transactions of an order that may have some, or shows an unknown kind,
  ///   which may have moved money.
  init?(_ order: PaymentOrder, _ record: Record, _ merchant: SwedbankPayAccount, readAt: Moment) {
    let isUnpaid = order.status == .known(.initialized) || order.status == .known(.aborted)
    guard let transactions = order.nodes.financialTransactions ?? (isUnpaid ? [] : nil),
      transactions.allSatisfy({ $0.kind.known != nil })
    else { return nil }
    self.order = order
    self.readAt = readAt
    self.record = record
    self.transactions = transactions
    for index in self.record.movements.indices { follow(index) }
    self.record.page = state == .open ? Self.page(order, merchant, readAt) : nil
  }

  static func page(
    _ order: PaymentOrder, _ merchant: SwedbankPayAccount, _ readAt: Moment
  ) -> Record.Page {
    func address(_ rel: Rel) -> String? {
      order.operations[rel].map(\.href).flatMap { merchant.isPayerPage($0) ? $0 : nil }
    }
    return Record.Page(
      redirect: address(.redirectCheckout), script: address(.viewCheckout), readAt: readAt)
  }

  /// The order offers no other reversal before the bank has decided, so that a failure which is shown earlier is another's.
  private mutating func follow(_ index: Int) {
    let movement = record.movements[index]
    if transaction(of: movement) != nil {
      record.movements[index].state = .done
    } else if movement.state == .pending, failures(of: movement.kind) > movement.failuresBefore,
      order.operations[.reversal] != nil
    {
      record.movements[index].state = .failed
    }
  }

  /// Waits for the bank's decision about a movement that has arrived, as far as one can know.
  mutating func wait(for reference: String) {
    guard let index = record.movements.firstIndex(where: { $0.reference == reference }) else { return }
    record.movements[index].state = .pending
    follow(index)
  }

  private func transaction(of movement: Movement) -> FinancialTransaction? {
    transactions.first { $0.payeeReference == movement.reference && $0.kind == .known(movement.kind.transaction) }
  }

  /// The amount of a capture or refund as its transaction shows it; nil without one.
  private func shownAmount(_ movement: Movement) -> Money? {
    movement.kind == .release ? nil : transaction(of: movement)?.amount
  }

  func failures(of kind: MovementKind) -> Int {
    (order.nodes.postPurchaseFailedAttempts ?? []).count { attempt in
      attempt.operation.map { $0.lowercased() == kind.transaction.rawValue.lowercased() } ?? true
    }
  }

  // MARK: Money

  /// The transaction that paid: an authorization, or a sale.
  private var payment: FinancialTransaction? {
    transactions.first { $0.kind == .known(.authorization) || $0.kind == .known(.sale) }
  }

  private var isSale: Bool { payment?.kind == .known(.sale) }

  /// The movements that were accepted and have no transaction yet.
  private func acceptedOnly(_ kind: MovementKind) -> [Movement] {
    record.movements.filter { $0.kind == kind && $0.state == .done && transaction(of: $0) == nil }
  }

  private func total(_ kind: FinancialTransaction.Kind, _ movement: MovementKind) -> Money {
    let amounts =
      transactions.filter { $0.kind == .known(kind) }.compactMap(\.amount) + acceptedOnly(movement).map(\.amount)
    return (try? Money.sum(amounts, in: order.amount.currency)) ?? Money(minorUnits: .max, order.amount.currency)
  }

  /// The amount that was paid; the order's if it cannot be read.
  private var paid: Money { payment?.amount ?? order.amount }

  var captured: Money { isSale ? paid : total(.capture, .capture) }
  var refunded: Money { total(.reversal, .refund) }

  /// The VAT of all captures or refunds so far; nil if the answer does not state that of each.
  func vat(of kind: MovementKind) -> Money? {
    let stated = transactions.filter { $0.kind == .known(kind.transaction) }.map(\.vatAmount)
    guard acceptedOnly(kind).isEmpty, stated.allSatisfy({ $0 != nil }) else { return nil }
    return try? Money.sum(stated.compactMap(\.self), in: order.amount.currency)
  }

  /// The VAT of what was captured; nil if the answer does not state it.
  var capturedVAT: Money? { isSale ? order.vatAmount : vat(of: .capture) }

  /// True if the order is paid and the answer does not show by what. The parts of an order may lag behind its status
  /// ("Payment order", Swedbank Pay documentation).
  var lags: Bool {
    switch order.status {
    case .known(.paid), .known(.cancelled), .known(.reversed): payment == nil
    default: false
    }
  }

  /// Authorizations end after 180 days ("Capture", Swedbank Pay documentation).
  private static let holdLifetime = Duration.seconds(180 * 86_400)

  private var charge: ChargeObservation? {
    // The transactions of an order with an unknown status may not be final.
    guard let payment, let number = payment.reference, order.status?.known != nil else { return nil }
    var charge = ChargeObservation(
      reference: number, state: .captured, authorized: paid, captured: captured, refunded: refunded,
      changedAt: changedAt, facts: facts, unreadable: unreadable)
    guard !isSale, captured.minorUnits < paid.minorUnits else { return charge }
    charge.lapsesAt = payment.created.map { $0 + Self.holdLifetime }
    let releases = transactions.filter { $0.kind == .known(.cancellation) }
    let isOurs = record.movements.contains { $0.kind == .release && $0.state == .done }
    // While captures are offered, a part was cancelled.
    let isReleased = isOurs || !releases.isEmpty && order.operations[.capture] == nil
    if isReleased || order.status == .known(.cancelled) {
      charge.state = .voided
      charge.release = isOurs ? .byMerchant : .byProvider
    } else if let lapsesAt = charge.lapsesAt, lapsesAt <= readAt, order.operations[.capture] == nil {
      charge.state = .voided
      charge.release = .lapsed
    } else {
      charge.state = .authorized
    }
    return charge
  }

  /// The amount of a transaction as Swedbank Pay wrote it, if it cannot be read, and none of our operations made it. A person
  /// decides by it.
  private var unreadable: String? {
    transactions.first { transaction in
      transaction.amount == nil && transaction.kind != .known(.cancellation)
        && !record.movements.contains { $0.operation != nil && self.transaction(of: $0) == transaction }
    }?.written.text
  }

  private var changedAt: Moment? {
    transactions.filter { $0.kind != .known(.reversal) }.compactMap(\.created).max()
  }

  private var facts: PaymentFacts {
    let summary = order.nodes.paid
    return PaymentFacts(
      method: summary?.instrument?.printable,
      methodName: summary?.details?.cardBrand ?? summary?.instrument?.known?.methodName,
      authorizationCode: summary?.details?.issuerAuthorizationApprovalCode)
  }

  // MARK: Observation

  /// - Parameter page: The address that stands for the payment page in the checkout; the page's own is a secret.
  func observation(page: String) -> Observation {
    Observation(
      sessionReference: order.id.path, session: state, asked: order.amount,
      paymentPage: record.page == nil ? nil : page, charge: charge, declinedAttempts: declinedAttempts,
      failures: record.movements.filter { $0.state == .failed }.compactMap(\.operation).map {
        OperationFailure($0, .notAllowed)
      },
      reports: reports)
  }

  private var state: Observation.Session {
    switch order.status {
    // The status may lag behind the parts of an order.
    case .known(.initialized): payment == nil ? .open : .completed
    case .known(.paid), .known(.cancelled), .known(.reversed): .completed
    case .known(.aborted): .ended(record.hasAborted ? .cancelledByProvider : .cancelledByBuyer)
    case .known(.failed): .ended(.declined(.refused))
    case .unknown(let text)?: .unrecognised(text)
    case nil: .unrecognised("")
    }
  }

  var remarks: [String] {
    transactions.compactMap { $0.written.remark(of: "Swedbank Pay") }
      + (order.status?.known == nil
        ? ["Swedbank Pay names an unknown status: \(order.status?.printable ?? "")."] : [])
  }

  var references: [ProviderReference] {
    [.order(order.id)] + Set(transactions.compactMap(\.number)).sorted().map { .transaction($0) }
  }

  /// Nil before a payment, and if the payment method has no digits.
  var details: BuyerDetails? {
    payment.flatMap { _ in order.nodes.paid?.details?.lastDigits.map { BuyerDetails(lastDigits: $0) } }
  }

  private var declinedAttempts: [DeclinedAttempt] {
    (order.nodes.failedAttempts ?? []).compactMap { attempt in
      guard let number = attempt.number, attempt.status != .known(.aborted),
        let reason = DeclineReason(swedbankPay: attempt.problem?.knownType?.meaning)
      else { return nil }
      return DeclinedAttempt(reference: number, reason: reason)
    }
  }

  private var reports: [OperationReport] {
    record.movements.compactMap { movement in
      guard let operation = movement.operation else { return nil }
      return switch movement.state {
      case .done where transaction(of: movement).map { $0.amount == nil } ?? false && movement.kind != .release:
        OperationReport(operation, reference: transaction(of: movement)?.number, .lost)
      case .done:
        OperationReport(operation, reference: transaction(of: movement)?.number, .done, amount: shownAmount(movement))
      case .pending: OperationReport(operation, reference: nil, .pending)
      case .asked, .failed: nil
      }
    }
  }

  /// True if a movement of ours was carried out, is being decided, or has failed.
  func isAnswered(_ asked: AskedMovement, _ reference: String) -> Bool {
    record.movements.contains { movement in
      movement.state != .asked
        && (asked.operation == nil ? movement.reference == reference : movement.operation == asked.operation)
    }
  }

  /// True if a movement must be possible that is not offered: operations may lag behind the payment or a capture.
  func awaitsOffer(of asked: AskedMovement) -> Bool {
    guard let changedAt, readAt.since(changedAt) < Self.offerDelay else { return false }
    return asked.kind == .refund ? isRefundable(asked.amount) : isCapturable(asked.amount)
  }

  /// The longest time from a payment or a capture to the order that offers what is possible then.
  private static let offerDelay = Duration.seconds(300)

  func isRefundable(_ amount: Money) -> Bool {
    (try? amount.isMore(than: captured.subtracting(refunded))) == false
  }

  private func isCapturable(_ amount: Money) -> Bool {
    guard charge?.state == .authorized, payment != nil else { return false }
    return (try? amount.isMore(than: paid.subtracting(captured))) == false
  }

  /// True if the whole of an amount is authorized and nothing of it was captured or released.
  func awaitsCapture(of amount: Money) -> Bool {
    charge?.state == .authorized && captured.isZero && payment?.amount == amount
  }
}

extension FinancialTransaction {
  /// Swedbank Pay's number, as settlements name it; its id where it has none.
  fileprivate var reference: String? { number ?? id?.path }
}

extension Instrument {
  /// The name for people. Nil if the code is one, and for cards, whose brand is their name.
  fileprivate var methodName: String? {
    switch self {
    case .applePay: "Apple Pay"
    case .googlePay: "Google Pay"
    case .clickToPay: "Click to Pay"
    case .invoiceSweden, .invoiceNorway, .monthlyInvoiceSweden: "Invoice"
    case .creditAccount, .creditAccountSweden: "Credit account"
    case .creditCard, .swish, .vipps, .mobilePay, .trustly, .carPay: nil
    }
  }
}

extension DeclineReason {
  /// Nil if the buyer has cancelled.
  init?(swedbankPay meaning: ProblemType.Meaning?) {
    switch meaning {
    case .declined, .limitExceeded: self = .paymentMethodRefused
    case .authenticationFailed: self = .verificationFailed
    case .timedOut: self = .timedOut
    case .cancelledByPayer: return nil
    case .input, .configuration, .notAllowed, .notFound, .providerFault, nil: self = .refused
    }
  }
}
