import FerryCheckout
import FerryCore
import FerryEngine

/// A payment as people read it in a terminal.
enum PaymentText {
  /// A line of the list.
  static func row(_ file: CheckoutFile) -> String {
    let payment = file.checkout.payment
    return [
      file.checkout.createdAt.iso8601, Timeline.pad(file.checkout.phase.name.rawValue, 9),
      "captured " + Timeline.pad(payment?.captured.display ?? "-", 10),
      "refunded " + Timeline.pad(payment?.refunded.display ?? "-", 10),
      "left " + Timeline.pad(payment?.capturable.display ?? "-", 10),
      Timeline.pad(payment?.current.map { "\($0.kind.rawValue) \(state($0))" } ?? "", 16),
      file.checkout.id.text,
    ].joined(separator: "  ")
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
    return lines + payment.operations.map { line($0) }
  }

  /// A line about one operation.
  static func line(_ operation: Operation) -> String {
    let facts = [
      "  " + Timeline.pad(operation.kind.rawValue, 9), Timeline.pad(operation.amount.display, 12),
      Timeline.pad(state(operation), 15), Timeline.pad(operation.id.text, 25), operation.reference ?? "",
    ]
    return facts.joined(separator: " ").trimmingTrailingBlanks
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

extension String {
  fileprivate var trimmingTrailingBlanks: String {
    var text = self[...]
    while text.last == " " { text = text.dropLast() }
    return String(text)
  }
}
