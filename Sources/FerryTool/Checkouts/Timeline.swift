import FerryCore
import FerryServer

/// A checkout as people read it in a terminal.
enum Timeline {
  static func header(
    _ checkout: CheckoutBody, _ money: OperationsBody, _ outstanding: [OutstandingBody], at now: Moment
  ) -> String {
    var lines = [
      "\(checkout.id)  \(checkout.phase.rawValue.uppercased())",
      "  order     \(checkout.orderNumber)  (\(checkout.orderReference))",
      "  provider  \(checkout.provider), \(checkout.mode.rawValue)",
    ]
    if let total = checkout.review?.total { lines.append("  total     \(total.display)") }
    if let reason = checkout.holdReason { lines.append("  held      \(why(reason))") }
    if let payment = money.payment { lines += PaymentText.lines(payment, money.operations) }
    if !outstanding.isEmpty {
      let commands = outstanding.map {
        $0.failedAttempts == 0 ? $0.command : "\($0.command) (\($0.failedAttempts) failed)"
      }
      lines.append("  to do     \(commands.joined(separator: ", "))")
    }
    if let overdueAt = checkout.overdueAt, overdueAt <= now {
      lines += [
        "  OVERDUE   since \(overdueAt.iso8601). When its cause is fixed: POST /v1/checkouts/\(checkout.id)/check. To stop",
        "            waiting and decide: `ferry checkouts resolve \(checkout.id) hold`.",
      ]
    }
    return lines.joined(separator: "\n")
  }

  private static func why(_ reason: String) -> String {
    switch reason {
    case "amount-mismatch": "the provider's amount is not what was asked for"
    case "contradiction": "the provider's answers contradict each other"
    case "late-money": "money came that cannot pay the order, and refunding it failed"
    case "unknown-outcome": "the outcome of a call cannot be found out"
    case "undecided": "the provider is still deciding about the payment, and is asked on"
    default: reason
    }
  }

  /// One line for each entry: the time since the beginning, what happened, its result. Remarks run on over the columns.
  static func lines(_ entries: [TimelineEntryBody], since start: Moment) -> [String] {
    let width = entries.map { cells($0) }.filter { $0.count > 1 }.map(\.[0].count).max() ?? 0
    return entries.map { entry in
      let elapsed = entry.at.since(start).wholeMilliseconds
      let thousandths = String(elapsed % 1000 + 1000).dropFirst()
      return "  " + pad("+\(elapsed / 1000).\(thousandths) s", 14, right: true) + "  " + text(entry, width)
    }
  }

  /// - Parameter width: Of the first column; longer texts make it wider.
  static func text(_ entry: TimelineEntryBody, _ width: Int = 26) -> String {
    let cells = cells(entry)
    return cells.count > 1 ? "\(pad(cells[0], width))  \(cells[1])" : cells[0]
  }

  private static func cells(_ entry: TimelineEntryBody) -> [String] {
    let result = "\(entry.result ?? ""), \(entry.milliseconds ?? 0) ms"
    return switch entry.kind {
    case "event": [entry.text, "→ \(entry.phase ?? "")"]
    case "call": ["  \(entry.text)", result]
    case "webhook": ["  webhook \(entry.text)", "\(entry.endpoint ?? "") \(result)"]
    case "money": ["  \(entry.text)", entry.amount?.display ?? ""]
    case "action": [entry.text, "by \(entry.by ?? "")"]
    case "remark": ["  ! \(entry.text)"]
    default: ["  \(entry.kind) \(entry.text)"]
    }
  }

  static func pad(_ text: String, _ width: Int, right: Bool = false) -> String {
    let blanks = String(repeating: " ", count: max(0, width - text.count))
    return right ? blanks + text : text + blanks
  }
}

/// Rows for a terminal, in columns as wide as their widest cell.
enum TextTable {
  /// - Parameter rows: The cells of each row; one may have fewer than others.
  static func lines(_ rows: [[String]]) -> [String] {
    var widths: [Int] = []
    for row in rows {
      for (column, cell) in row.enumerated() {
        if column == widths.count { widths.append(0) }
        widths[column] = max(widths[column], cell.count)
      }
    }
    return rows.map { row in
      let line = zip(row, widths).map { Timeline.pad($0, $1) }.joined(separator: "  ")
      return String(line[..<(line.lastIndex { $0 != " " }.map { line.index(after: $0) } ?? line.startIndex)])
    }
  }
}
