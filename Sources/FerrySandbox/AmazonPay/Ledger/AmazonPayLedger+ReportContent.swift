import FerryCore

/// What lies at a report's address. Of settlement reports it is the ledger's movements, with the fields that "Settlement Report
/// Details" in the Amazon Pay documentation names. Nothing is paid out here and nothing costs a fee: a movement counts as
/// settled at once, and fees are zero. Other reports have no content.
extension AmazonPayLedger {
  private static let settlementTypes = [
    "_GET_FLAT_FILE_OFFAMAZONPAYMENTS_SETTLEMENT_DATA_", "_GET_FLAT_FILE_OFFAMAZONPAYMENTS_SANDBOX_SETTLEMENT_DATA_",
  ]

  private static let columns = [
    "TransactionPostedDate", "SettlementId", "AmazonTransactionId", "SellerReferenceId", "TransactionType",
    "AmazonOrderReferenceId", "SellerOrderId", "StoreName", "CurrencyCode", "TransactionDescription",
    "TransactionAmount", "TransactionPercentageFee", "TransactionFixedFee", "TotalTransactionFee",
    "NetTransactionAmount",
  ]

  /// Nil for a report that there is not, is still being made, or has no content.
  func reportContent(_ id: String, at now: Moment) -> [UInt8]? {
    guard let report = reports[id], report.due <= now, Self.settlementTypes.contains(report.type) else { return nil }
    let start = report.startTime.flatMap { AmazonTimestamp.moment($0) }
    let end = report.endTime.flatMap { AmazonTimestamp.moment($0) } ?? report.createdAt
    let rows = movements.filter { movement in
      movement.owner == report.owner && start.map { movement.at >= $0 } ?? true && movement.at < end
    }.compactMap { row($0, of: report) }
    return Array(([Self.columns] + rows).map { Self.line($0) + "\r\n" }.joined().utf8)
  }

  private func row(_ movement: MoneyMovement, of report: Report) -> [String]? {
    let type: String
    switch movement.kind {
    case .captured: type = "Capture"
    case .refunded: type = "Refund"
    case .chargedBack: type = "Chargeback"
    case .authorized, .released: return nil
    }
    let amount = (movement.kind == .captured ? "" : "-") + movement.amount.decimal
    let zero = Money.zero(movement.amount.currency).decimal
    return [
      // As the documentation writes it, with a zone of four digits.
      String(movement.at.iso8601.dropLast()) + "-0000", report.id, movement.refundID ?? movement.chargeID, "", type,
      charges[movement.chargeID]?.permissionID ?? "", movement.merchantReferenceID ?? "", "",
      movement.amount.currency.code, "", amount, zero, zero, zero, amount,
    ]
  }

  private static func line(_ fields: [String]) -> String {
    fields.map { "\"\($0.replacing("\"", with: "\"\""))\"" }.joined(separator: ",")
  }
}
