import FerryCheckout
import FerryCore
import FerryHTTP
import FerryProvider
import PlacetoPay

/// A session beside our own record of it.
///
/// PlacetoPay's documentation contradicts itself about captures and refunds after the payment: a session's query shows them
/// as transactions, as the flag `refunded` without an amount, or not at all. So the record keeps what was accepted, and the
/// query completes it.
struct ObservedPayment {
  let session: SessionInformation
  /// The session's, the oldest first.
  let transactions: [Transaction]
  let readAt: Moment
  /// With everything that the session shows.
  private(set) var record: Record
  private(set) var remarks: [String] = []
  /// The payment is a hold: it is captured or released later.
  let isHold: Bool
  /// The operation of ours that has no answer.
  private let underWay: AskedMovement?
  /// The transactions that were recorded before this answer.
  let knownBefore: Set<String>
  /// Of disputes that PlacetoPay has told of before.
  let openDisputes: Set<DisputeID>
  /// The amount of a transaction that has no readable one.
  private let usual: Money

  typealias Movement = Record.Movement

  init(_ session: SessionInformation, _ task: ProviderTask, _ record: Record, readAt: Moment) {
    self.session = session
    transactions = session.payment.reversed()
    self.readAt = readAt
    usual = task.checkout.agreed?.total ?? .zero(task.checkout.content.currency)
    openDisputes = Set(
      (task.checkout.payment?.disputes ?? []).filter { $0.source == .provider && $0.state.isOpen }.map(\.id))
    self.record = record
    self.record.adopt(task.checkout.payment?.operations ?? [])
    isHold = task.checkout.capture == .manual
    underWay = Self.underWay(task, record)
    knownBefore = Set(record.payments.map(\.transaction) + record.movements.compactMap(\.transaction))
    var isAfterPayment = false
    for transaction in transactions {
      read(transaction, isAfterPayment: isAfterPayment)
      isAfterPayment = isAfterPayment || self.record.payments.contains { $0.transaction == transaction.id }
    }
    if isHold, self.record.movements(.capture).isEmpty { readRelease() } else { readRefunds() }
    // The page opens for anybody who has its address, so it is kept no longer than it is needed.
    if session.isFinal { self.record.page = nil }
  }

  private static func underWay(_ task: ProviderTask, _ record: Record) -> AskedMovement? {
    // Nothing that the session shows is an operation that was refused.
    guard task.stage != Stage.refused.rawValue else { return nil }
    let found =
      task.movement ?? task.checkout.payment?.current.map { AskedMovement($0.id, MovementKind($0.kind), $0.amount) }
    return found.flatMap { record.movement(of: $0.operation) == nil ? $0 : nil }
  }

  // MARK: Transactions

  func amount(of transaction: Transaction) -> Money { transaction.requested ?? usual }

  /// The amount of a transaction as PlacetoPay wrote it, if it cannot be read, and the transaction may have moved money beside
  /// operations of ours. A person decides by it.
  var unreadable: String? {
    transactions.first { transaction in
      transaction.isPaidOrReversed && transaction.requested == nil
        && !record.movements.contains { $0.transaction == transaction.id && $0.operation != nil }
    }?.written.text
  }

  private mutating func read(_ transaction: Transaction, isAfterPayment: Bool) {
    if let index = record.movements.firstIndex(where: { $0.transaction == transaction.id }) {
      return follow(index, transaction)
    }
    if let index = record.payments.firstIndex(where: { $0.transaction == transaction.id }) {
      if transaction.meaning == .approved, record.movements(.capture).isEmpty {
        record.payments[index].amount = transaction.requested ?? record.payments[index].amount
      }
      return
    }
    // Without its amount nobody knows which movement it is.
    if transaction.requested == nil, transaction.isPaidOrReversed, !record.payments.isEmpty { return }
    switch transaction.meaning {
    case .approved where record.payments.isEmpty: add(payment: transaction)
    // A refund of ours that PlacetoPay named by the payment's id when it answered.
    case .approved where isAfterPayment && unnamed(.refund, amount(of: transaction)) != nil:
      add(.refund, amount(of: transaction), transaction: transaction.id)
    // It may be a refund that has no answer: a person compares.
    case .approved where underWay?.kind == .refund && isAfterPayment: break
    // Only the merchant makes another one beside a hold.
    case .approved where isHold: add(.capture, amount(of: transaction), transaction: transaction.id)
    case .approved: add(payment: transaction)
    case .reversed where isAfterPayment: add(reversal: transaction)
    // The payment itself, if nothing else has paid. Any other one is a failed attempt, or tells of a dispute beside the payment.
    case .reversed, .disputed:
      if record.payments.isEmpty, session.meaning == .approved, !transactions.contains(where: \.isApproved) {
        add(payment: transaction)
      }
    case .pending, .declined, .unknown: break
    }
  }

  private mutating func add(payment: Transaction) {
    record.payments.append(Record.Sum(transaction: payment.id, amount: amount(of: payment)))
  }

  /// A transaction beside the payment that sends money back.
  private mutating func add(reversal: Transaction) {
    if isHold, record.movements(.capture).isEmpty {
      add(.release, .zero(amount(of: reversal).currency), transaction: reversal.id)
    } else {
      add(.refund, amount(of: reversal), transaction: reversal.id)
    }
  }

  /// Records what the session shows: as the movement of ours that PlacetoPay has named no transaction of, else as our
  /// operation that has no answer, if it is of that kind and amount, else as made elsewhere.
  private mutating func add(_ kind: MovementKind, _ amount: Money, transaction: String? = nil) {
    if let transaction, let index = unnamed(kind, amount) {
      record.movements[index].transaction = transaction
      record.movements[index].state = .done
      return
    }
    if kind == .capture, underWay?.kind != .capture {
      remarks.append("PlacetoPay shows a capture that Ferry did not ask for. Compare PlacetoPay's console.")
    }
    let ours = underWay.flatMap { $0.kind == kind && (kind == .release || $0.amount == amount) ? $0.operation : nil }
    record.movements.append(
      Movement(
        kind: kind, transaction: transaction, amount: amount, operation: record.movement(of: ours) == nil ? ours : nil))
  }

  /// The movement of ours that PlacetoPay has named no transaction of.
  private func unnamed(_ kind: MovementKind, _ amount: Money) -> Int? {
    record.movements.firstIndex {
      $0.kind == kind && $0.transaction == nil && $0.operation != nil && $0.state != .failed
        && (kind == .release || $0.amount == amount)
    }
  }

  private mutating func follow(_ index: Int, _ transaction: Transaction) {
    switch transaction.meaning {
    case .approved, .reversed:
      let movement = record.movements[index]
      guard movement.kind == .release || transaction.requested != nil else {
        // A movement that is done stays done.
        if movement.state == .pending { record.movements[index].isUnreadable = true }
        return
      }
      record.movements[index].isUnreadable = nil
      if movement.kind != .release, movement.operation != nil, movement.amount != amount(of: transaction) {
        record.movements[index].reported = amount(of: transaction)
        record.movements[index].state = .pending
        return
      }
      record.movements[index].state = .done
      record.movements[index].reported = nil
      if movement.kind != .release { record.movements[index].amount = amount(of: transaction) }
    case .declined: record.movements[index].state = .failed
    case .pending, .disputed, .unknown: break
    }
  }

  // MARK: Releases and refunds

  /// True for the transactions that are refunded: payments, but captures once there are any. A hold is released.
  private func isPayment(_ transaction: Transaction) -> Bool {
    let captures = record.movements(.capture)
    guard captures.isEmpty else { return captures.contains { $0.transaction == transaction.id } }
    return record.payments.contains { $0.transaction == transaction.id }
  }

  /// True if the session says that a payment was refunded or released, however little of it.
  private var isFlagged: Bool {
    transactions.contains { isPayment($0) && ($0.refunded || $0.meaning == .reversed) }
  }

  private mutating func readRelease() {
    guard isFlagged, let hold = record.payments.first else { return }
    if let pending = record.movements.firstIndex(where: { $0.kind == .release && $0.state == .pending }) {
      record.movements[pending].state = .done
    }
    guard record.movements(.release).isEmpty else { return }
    add(.release, .zero(hold.amount.currency))
  }

  /// A payment that is reversed itself was refunded in whole. The flag alone has no amount, and nothing is entered for it.
  private mutating func readRefunds() {
    guard isFlagged, let currency = captured?.currency else { return }
    let reversed = transactions.filter { isPayment($0) && $0.meaning == .reversed }.map(amount)
    let known = record.movements(.refund).map(\.amount)
    if let whole = try? Money.sum(reversed, in: currency), let before = try? Money.sum(known, in: currency),
      let rest = try? whole.subtracting(before), rest.isPositive
    {
      add(.refund, rest)
    } else if known.isEmpty {
      remarks.append(
        "PlacetoPay says that the payment was refunded, and not how much of it. Nothing is entered for it: compare "
          + "PlacetoPay's console.")
    }
  }

  // MARK: Proof

  /// True if the session is paid and shows all that was paid.
  var isSettled: Bool {
    session.meaning == .approved && !record.payments.isEmpty
      && record.payments.allSatisfy { payment in
        transactions.contains { $0.id == payment.transaction && $0.isPaidOrReversed }
      }
  }

  /// True if the session ended and nobody has paid.
  var isUnpaid: Bool { session.meaning == .rejected && record.payments.isEmpty }

  /// True if every transaction that this answer shows is decided, and was recorded before.
  var showsNoOther: Bool {
    transactions.filter { $0.meaning != .declined }
      .allSatisfy { $0.isPaidOrReversed && knownBefore.contains($0.id) }
  }

  /// True if this answer shows that an operation of ours was not carried out, provided that queries show operations as
  /// transactions of their own. Every transaction must have been recorded before and be decided, the payments must be what
  /// the session asked for, every movement must be ours and be shown, and no flag may stand for an unknown one.
  var showsNothingNew: Bool {
    guard isSettled, let asked = session.request?.total,
      (try? Money.sum(record.payments.map(\.amount), in: asked.currency)) == asked
    else { return false }
    guard showsNoOther else { return false }
    let shown = transactions.filter { $0.meaning != .declined }
    let movements = record.movements.filter { $0.state != .failed }
    return movements.allSatisfy { movement in
      movement.operation != nil && movement.state == .done && shown.contains { $0.id == movement.transaction }
    } && (!isFlagged || !record.movements(.refund).isEmpty)
  }
}
