import FerryCore

/// The shop's books as a CSV file (RFC 4180), for comparing them with Ferry's.
enum OrderExport {
  private static let columns = [
    "reference", "status", "total", "currency", "captured", "refunded", "created_at", "updated_at",
  ]

  /// Orders of which no amount is known have no line: nobody has agreed to pay anything.
  static func csv(_ orders: [OrderRecord]) -> String {
    ([columns] + orders.compactMap(row)).map { fields in fields.map(quoted).joined(separator: ",") + "\r\n" }.joined()
  }

  private static func row(_ order: OrderRecord) -> [String]? {
    let attempts = order.attempts.sorted { $0.key < $1.key }.map(\.value)
    guard let reference = order.reference,
      let attempt = attempts.first(where: { $0.phase == .paid }) ?? attempts.first(where: { $0.payment != nil }),
      let payment = attempt.payment
    else { return nil }
    let total = payment.authorized.isPositive ? payment.authorized : payment.captured
    return [
      reference, status(attempt, payment), total.decimal, total.currency.code, payment.captured.decimal,
      payment.refunded.decimal, order.createdAt ?? "", attempt.changedAt ?? "",
    ]
  }

  private static func status(_ attempt: OrderRecord.Attempt, _ payment: PaymentBody) -> String {
    guard attempt.phase == .paid else { return "unpaid" }
    guard payment.captured.isPositive else { return payment.capturable.isPositive ? "paid" : "cancelled" }
    return payment.refunded == payment.captured ? "refunded" : "paid"
  }

  private static func quoted(_ field: String) -> String {
    guard field.utf8.contains(where: { [0x22, 0x2C, 0x0A, 0x0D].contains($0) }) else { return field }
    return "\"\(field.replacing("\"", with: "\"\""))\""
  }
}
