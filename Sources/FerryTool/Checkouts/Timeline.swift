import FerryCore
import FerryServer
import Foundation

/// A checkout as people read it in a terminal.
enum Timeline {
  static func header(
    _ checkout: CheckoutBody, _ money: OperationsBody, _ outstanding: [OutstandingBody], at now: Moment,
    _ colors: TerminalColors = .none
  ) -> String {
    var lines = [
      "\(checkout.id)  \(colors.paint(checkout.phase.rawValue.uppercased(), checkout.phase.color))",
      "  order     \(checkout.orderNumber)  (\(checkout.orderReference))",
      "  provider  \(checkout.provider), \(checkout.mode.rawValue)",
      "  created   \(checkout.createdAt.local)",
    ]
    if let total = checkout.review?.total { lines.append("  total     \(total.display)") }
    if let reason = checkout.holdReason { lines.append("  held      \(why(reason))") }
    if let mismatch = checkout.mismatch {
      lines += ["  asked     \(mismatch.asked.display)", "  reported  \(mismatch.reported.display) by the provider"]
    }
    if let payment = money.payment { lines += PaymentText.lines(payment, money.operations, colors) }
    if !outstanding.isEmpty {
      let commands = outstanding.map {
        $0.failedAttempts == 0 ? $0.command : "\($0.command) (\($0.failedAttempts) failed)"
      }
      lines.append("  to do     \(commands.joined(separator: ", "))")
    }
    let decisions = DecisionText.lines(checkout, money.operations, colors)
    lines += decisions
    if decisions.isEmpty, let overdueAt = checkout.overdueAt, overdueAt <= now {
      lines += [
        "  \(colors.paint("OVERDUE", .red))   since \(overdueAt.local). After fixing the cause: POST /v1/checkouts/"
          + "\(checkout.id)/check. To stop",
        "            waiting and decide: `ferry checkouts resolve \(checkout.id) hold`.",
      ]
    }
    return lines.joined(separator: "\n")
  }

  private static func why(_ reason: String) -> String {
    switch reason {
    case "amount-mismatch": "the provider reports an amount that Ferry did not request"
    case "contradiction": "the provider's answers contradict each other"
    case "late-money": "a payment arrived that the order no longer needs, and its refund failed"
    case "unknown-outcome": "the provider does not reveal the outcome of a call"
    case "undecided": "the provider is still deciding about the payment; Ferry keeps asking"
    default: reason
    }
  }

  /// One line for each entry: its time, the time since the beginning, what happened, its result. Remarks run on over the
  /// columns.
  static func lines(_ entries: [TimelineEntryBody], since start: Moment, zone: TimeZone = .current) -> [String] {
    let width = entries.map { cells($0) }.filter { $0.count > 1 }.map(\.[0].columns).max() ?? 0
    return entries.map { entry in
      let elapsed = entry.at.since(start).wholeMilliseconds
      let thousandths = String(elapsed % 1000 + 1000).dropFirst()
      return "  \(entry.at.text(in: zone))  " + "+\(elapsed / 1000).\(thousandths) s".padded(to: 12, onLeft: true)
        + "  "
        + text(entry, width)
    }
  }

  /// - Parameter width: Of the first column; longer texts make it wider.
  static func text(_ entry: TimelineEntryBody, _ width: Int = 26) -> String {
    let cells = cells(entry)
    return cells.count > 1 ? "\(cells[0].padded(to: width))  \(cells[1])" : cells[0]
  }

  private static func cells(_ entry: TimelineEntryBody) -> [String] {
    let result = "\(entry.result ?? ""), \(entry.milliseconds ?? 0) ms"
    return switch entry.kind {
    case "event": [entry.text, "→ \(entry.phase ?? "")"]
    case "call": ["  \(entry.text)", result]
    case "webhook": ["  webhook \(entry.text)", "\(entry.endpoint ?? "") \(result)"]
    case "money": ["  \(entry.text)", entry.amount?.display ?? ""]
    case "action": [entry.text, "by \(entry.by ?? "")"]
    case "remark", "misconfigured": ["  ! \(entry.text)"]
    default: ["  \(entry.kind) \(entry.text)"]
    }
  }
}
