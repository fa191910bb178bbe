import FerryCore
import FerrySandbox

extension Ledger {
  /// AmazonpaySales: captures an authorization.
  mutating func capture(
    _ transaction: Transaction, _ amounts: YenAmounts, at now: Moment
  ) throws(GatewayError) -> Transaction {
    var transaction = transaction
    guard transaction.status == .authorized else { throw refusal(transaction, "AmazonpaySales") }
    guard transaction.authorizedAt != nil else { throw .authorizationTooOld }
    let isAllowed =
      amounts.sum == transaction.amounts.sum
      || (rules.allowsPartialCapture && amounts.sum < transaction.amounts.sum)
    guard isAllowed else { throw .amountDiffers }
    transaction.amounts = amounts
    transaction.captured = amounts.sum
    transaction.note(.sales, at: now)
    store(transaction)
    notify(transaction, at: now)
    return transaction
  }

  /// AmazonpayChange: sets a new amount. An authorization may rise and fall, a captured amount may fall.
  mutating func change(
    _ transaction: Transaction, _ amounts: YenAmounts, at now: Moment
  ) throws(GatewayError) -> Transaction {
    var transaction = transaction
    switch transaction.status {
    case .authorized where transaction.authorizedAt != nil:
      transaction.authorized = amounts.sum
    case .captured, .sales:
      guard amounts.sum <= transaction.amounts.sum else { throw .increase }
      transaction.refunded += transaction.amounts.sum - amounts.sum
    case .authorized: throw .authorizationTooOld
    default: throw refusal(transaction, "AmazonpayChange")
    }
    transaction.amounts = amounts
    transaction.note(transaction.status, at: now, "The amount was changed.")
    store(transaction)
    notify(transaction, at: now)
    return transaction
  }

  /// AmazonpayCancel: releases an authorization at once, or accepts a refund, which ends later.
  /// - Parameter isDeclined: True if the refund fails later.
  mutating func cancel(
    _ transaction: Transaction, _ amounts: YenAmounts, isDeclined: Bool = false, at now: Moment
  ) throws(GatewayError) -> Transaction {
    var transaction = transaction
    let isVoid = transaction.status == .authorized
    guard isVoid || ([.captured, .sales].contains(transaction.status) && transaction.refund == nil) else {
      throw refusal(transaction, "AmazonpayCancel")
    }
    guard now <= transaction.createdAt + rules.cancelTerm else { throw .tooOldToCancel }
    guard amounts.fits(transaction.amounts) else { throw .cancelTooLarge }
    let isWhole = amounts.sum == transaction.amounts.sum
    guard !isVoid || isWhole || rules.allowsPartialVoid else { throw .cancelDiffers }
    let former = transaction.status
    transaction.amounts = transaction.amounts - amounts
    transaction.canceled = transaction.canceled + amounts
    if isVoid {
      if !isWhole { transaction.authorized = transaction.amounts.sum }
      transaction.note(isWhole ? .canceled : .authorized, at: now)
    } else {
      transaction.refund = Transaction.Refund(
        amounts: amounts, due: now + rules.refundTime, isDeclined: isDeclined, former: former)
      let isShown = isWhole || rules.partialRefundsShowRequest
      transaction.note(isShown ? .returning : former, at: now, "A refund was accepted.")
    }
    store(transaction)
    if isVoid { notify(transaction, canceled: amounts, at: now) } else { schedule(transaction) }
    return transaction
  }

  /// The end of a refund: paid out, or back to the status before it.
  mutating func endRefund(_ orderID: String, isDeclined: Bool, at now: Moment) {
    guard var transaction = transactions[orderID], let refund = transaction.refund else { return }
    transaction.refund = nil
    if isDeclined {
      transaction.amounts = transaction.amounts + refund.amounts
      transaction.canceled = transaction.canceled - refund.amounts
      transaction.errorInfo = "E11010003"
      transaction.note(refund.former, at: now, "The refund failed.")
    } else {
      transaction.refunded += refund.amounts.sum
      transaction.errorInfo = nil
      transaction.note(transaction.amounts.sum == 0 ? .returned : refund.former, at: now, "The refund was paid out.")
    }
    store(transaction)
    notify(transaction, canceled: refund.amounts, at: now)
  }

  private func refusal(_ transaction: Transaction, _ operation: String) -> GatewayError {
    switch transaction.status {
    case .unprocessed, .requested, .processing: .notSettled
    default: .status(transaction.status, operation)
    }
  }
}
