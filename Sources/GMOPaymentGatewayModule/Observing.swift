import FerryCheckout
import FerryCore
import FerryHTTP
import FerryProvider
import GMOPaymentGateway

/// A transaction as a search shows it, put together with everything that earlier answers have shown.
struct ObservedPayment {
  let task: ProviderTask
  let trade: TradeInformation
  let readAt: Moment
  let options: GMOPaymentGatewayProvider.Options
  /// The record with this answer.
  var record: Record
  private(set) var remarks: [String] = []

  /// Nil if the answer is about another transaction, or an amount that matters is missing.
  init?(
    _ trade: TradeInformation, _ task: ProviderTask, _ record: Record, readAt: Moment,
    _ options: GMOPaymentGatewayProvider.Options
  ) {
    self.trade = trade
    self.task = task
    self.readAt = readAt
    self.options = options
    self.record = record
    guard let order = record.order, trade.accessID == nil || trade.accessID == order.accessID, enter(order) else {
      return nil
    }
  }

  var status: GMOStatus? { trade.status.known }

  /// - Returns: False if an amount that matters is missing.
  private mutating func enter(_ order: Record.Transaction) -> Bool {
    var order = order
    switch status {
    case .requestAccepted: order.start?.readAt = readAt
    case .unprocessed, nil: break
    default: order.start = nil
    }
    if status?.isFinal ?? false {
      order.accessPass = nil
    } else if let accessPass = trade.accessPass {
      order.accessPass = accessPass.reveal()
    }
    record.order = order
    return enterMoney()
  }

  private mutating func enterMoney() -> Bool {
    forgetDoubts()
    remarks += trade.written.compactMap { $0.remark(of: "GMO") }
    // A person decides about the amount that was asked for. Another answer may show it yet.
    guard trade.unreadable == nil else { return true }
    switch status {
    case .authorized:
      guard let total = trade.total else { return false }
      record.hold = total
      record.authorizedAt = record.authorizedAt ?? trade.processedAt ?? readAt
    case .captured, .sales:
      guard let total = trade.total else { return false }
      let captured = record.captured ?? firstCaptured(total)
      record.captured = captured
      // A refund lowers the amount. GMO does not document that, so the refunded amount counts where it does not.
      let rest = try? captured.subtracting(total)
      let returned = trade.cancelledTotal.flatMap { (try? $0.isMore(than: captured)) == false ? $0 : nil }
      let refunded = rest.flatMap { $0.isPositive ? $0 : nil } ?? returned ?? .zero(.jpy)
      if let before = record.refunded, (try? before.isMore(than: refunded)) == true {
        remarks.append(
          "GMO shows less refunded money than before: \(refunded) instead of \(before). A refund has failed.")
      }
      record.refunded = refunded
    case .refunded where record.captured != nil, .cancelled where record.captured != nil:
      record.refunded = record.captured
    case .refunded:
      record.captured = record.hold ?? task.checkout.agreed?.total ?? .zero(.jpy)
      record.refunded = record.captured
    case .refundRequested:
      record.captured = record.captured ?? record.hold ?? task.checkout.agreed?.total
      if record.refund?.isAccepted == true { record.refund?.wasRunning = true }
    case .unprocessed, .requestAccepted, .authorizing, .cancelled, .failed, .expired, .consentRegistered,
      .consentEnded, nil:
      break
    }
    return true
  }

  /// Forgets amounts above the agreement that nobody has accepted: GMO may agree with what was asked for by now, and the
  /// difference would look like a refund.
  private mutating func forgetDoubts() {
    guard let agreed = task.checkout.agreed?.total else { return }
    let payment = task.checkout.payment
    func isDoubtful(_ amount: Money?, _ accepted: Money?) -> Bool {
      guard let amount else { return false }
      return [agreed, accepted].compactMap(\.self).allSatisfy { (try? amount.isMore(than: $0)) == true }
    }
    if isDoubtful(record.hold, payment?.authorized) { record.hold = nil }
    if isDoubtful(record.captured, payment?.captured) { record.captured = nil }
  }

  /// The captured amount, seen for the first time: refunds may have lowered it already.
  private func firstCaptured(_ total: Money) -> Money {
    guard let returned = trade.cancelledTotal, let whole = try? total.adding(returned) else { return total }
    guard let hold = record.hold, (try? whole.isMore(than: hold)) == true else { return whole }
    return hold
  }

  // MARK: The observation

  var observation: Observation {
    Observation(
      sessionReference: task.checkout.session, session: session, asked: asked, charge: charge)
  }

  /// Our own amount, as long as nothing has changed it.
  private var asked: Money? {
    switch status {
    case .requestAccepted, .authorizing, .authorized: trade.total
    default: nil
    }
  }

  /// True if the buyer has paid at some time.
  var hasMoney: Bool { record.hold != nil || record.captured != nil }

  private var session: Observation.Session {
    switch status {
    case .unprocessed: .open
    case .requestAccepted: isOver(record.order?.start?.limit ?? enteredLimit) ? .ended(.expired) : .open
    // The buyer may be choosing another card. Amazon ends the session after a day.
    case .authorizing: isOver(task.checkout.expiresAt) ? .ended(.expired) : .open
    case .authorized, .captured, .sales, .refundRequested, .refunded, .cancelled: .completed
    case .failed: hasMoney ? .completed : .ended(.declined(.refused))
    case .expired: hasMoney ? .completed : .ended(.expired)
    case .consentRegistered, .consentEnded, nil: .unrecognised(trade.status.printable)
    }
  }

  private func isOver(_ limit: Moment) -> Bool { readAt >= limit + options.grace }

  /// The end of the payment page whose own limit is not known.
  var enteredLimit: Moment { (record.order?.enteredAt ?? readAt) + options.startTerm }

  /// Nil if no money was ever seen.
  private var charge: ChargeObservation? {
    guard let order = record.order else { return nil }
    let zero = Money.zero(.jpy)
    let asked = trade.unreadable == nil ? zero : task.checkout.agreed?.total ?? zero
    let hold = record.hold ?? record.captured ?? asked
    var captured = record.captured ?? zero
    let refunded = record.refunded ?? zero
    let state: ChargeObservation.State
    var release: Payment.Release?
    switch status {
    case .authorized:
      state = hasLapsed ? .voided : .authorized
      release = hasLapsed ? .lapsed : nil
    case .captured, .sales, .refundRequested, .refunded:
      state = .captured
      captured = record.captured ?? asked
    case .cancelled where record.captured != nil: state = .captured
    case .cancelled:
      state = .voided
      release = hasLapsed ? .lapsed : .byMerchant
    // It was authorized, so the authorization is what has expired or failed.
    case .expired, .failed:
      guard hasMoney else { return nil }
      state = .voided
      release = status == .expired ? .lapsed : .byProvider
    // It is said of a buyer on Amazon's page, too. Of one who has left the page it means that GMO is deciding.
    case .authorizing where task.hasComeBack && !hasMoney: state = .pending
    case .unprocessed, .requestAccepted, .authorizing, .consentRegistered, .consentEnded, nil:
      guard hasMoney else { return nil }
      state = .unrecognised(trade.status.printable)
    }
    return ChargeObservation(
      reference: order.id, state: state, authorized: hold, captured: captured, refunded: refunded,
      lapsesAt: state == .authorized ? lapsesAt : nil, release: release, changedAt: trade.processedAt,
      unreadable: trade.unreadable)
  }

  private var lapsesAt: Moment? { record.authorizedAt.map { $0 + options.authorizationTerm } }

  /// GMO does not document the status of an authorization that has lapsed.
  private var hasLapsed: Bool { lapsesAt.map { $0 <= readAt } ?? false }

  var allRemarks: [String] {
    var all = remarks
    switch status {
    case .consentRegistered, .consentEnded, nil:
      all.append("GMO names an unexpected status: \(trade.status.printable).")
    default: break
    }
    return all
  }

  var references: [ProviderReference] {
    (record.order.map { [.order($0.id)] } ?? [])
      + (trade.amazonChargePermissionID.map { [ProviderReference("charge-permission", $0)] } ?? [])
  }

  /// Deletes AccessPass and token. If the buyer pays nevertheless, the search that shows it brings the AccessPass again.
  mutating func forgetSecrets() {
    record.order?.accessPass = nil
    record.order?.start = nil
  }
}
