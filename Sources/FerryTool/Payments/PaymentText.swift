import FerryCheckout
import FerryCore
import FerryEngine

/// A payment as people read it in a terminal.
enum PaymentText {
  /// The cells of a line of the list. What is left is left to be captured, or to be refunded.
  static func row(_ file: CheckoutFile) -> [String] {
    let payment = file.checkout.payment
    return [
      file.checkout.createdAt.iso8601, file.checkout.phase.name.rawValue,
      "captured \(payment?.captured.display ?? "-")", "refunded \(payment?.refunded.display ?? "-")",
      "capturable \(payment?.capturable.display ?? "-")", "refundable \(payment?.refundable.display ?? "-")",
      payment?.current.map { "\($0.kind.rawValue) \(state($0))" } ?? "", file.checkout.id.text,
    ]
  }

  /// The whole of it.
  static func lines(_ payment: Payment) -> [String] {
    let totals = [
      ("authorized", payment.authorized), ("captured", payment.captured), ("refunded", payment.refunded),
      ("let go", payment.voided),
    ].filter { $0.0 != "let go" || $0.1.isPositive }.map { "\($0.0) \($0.1.display)" }
    var lines = ["  money     " + totals.joined(separator: ", "), "  reference \(payment.reference)"]
    if payment.capturable.isPositive {
      lines.append("  left      \(payment.capturable.display) can be captured or let go")
      if let lapsesAt = payment.lapsesAt { lines.append("  lapses    \(lapsesAt.iso8601)") }
    }
    if payment.refundable.isPositive { lines.append("  left      \(payment.refundable.display) can be refunded") }
    if payment.release == .lapsed { lines.append("  lapsed    nobody captured it in time") }
    return lines
      + TextTable.lines(
        payment.operations.map { operation in
          [
            "  \(operation.kind.rawValue)", operation.amount.display, state(operation), operation.id.text,
            operation.reference ?? "",
          ]
        })
  }

  static func state(_ operation: Operation) -> String {
    switch operation.state {
    case .requested: "asked for"
    case .pending: "pending"
    case .unknown: "outcome unknown"
    case .succeeded: "succeeded"
    case .failed: "failed"
    }
  }
}
