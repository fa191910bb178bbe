import FerryCheckout
import FerryCore
import FerryEngine

/// A checkout as people read it in a terminal.
enum Timeline {
  static func header(_ file: CheckoutFile, at now: Moment) -> String {
    let checkout = file.checkout
    let total = (checkout.agreed?.total ?? checkout.quote?.total)?.display ?? "not priced yet"
    var lines = [
      "\(checkout.id)  \(checkout.phase.name.rawValue.uppercased())",
      "  order     \(file.order.number)  (\(file.order.reference))",
      "  provider  \(checkout.provider), \(checkout.mode.rawValue)",
      "  total     \(total)",
    ]
    if case .held(let reason) = checkout.phase { lines.append("  held      \(why(reason))") }
    if let payment = checkout.payment {
      lines += PaymentText.lines(payment)
    }
    if !file.outstanding.isEmpty {
      let commands = file.outstanding.map { command in
        command.attempts == 0 ? command.command.kind.name : "\(command.command.kind.name) (\(command.attempts) failed)"
      }
      lines.append("  to do     \(commands.joined(separator: ", "))")
    }
    if let overdueAt = file.overdueAt, overdueAt <= now {
      lines += [
        "  OVERDUE   since \(overdueAt.iso8601). When its cause is mended: POST /v1/checkouts/\(checkout.id)/check. To stop",
        "            waiting and decide: `ferry checkouts resolve \(checkout.id) hold`, or POST /v1/checkouts/\(checkout.id)/resolve.",
      ]
    }
    return lines.joined(separator: "\n")
  }

  private static func why(_ reason: HoldReason) -> String {
    switch reason {
    case .amountMismatch: "the provider's amount is not what was asked for"
    case .contradiction: "the provider has said what cannot both be"
    case .lateMoney: "money came that cannot pay the order, and giving it back did not work"
    case .unknownOutcome: "what became of a call cannot be found out"
    }
  }

  /// The cells of a line of the list.
  static func row(_ file: CheckoutFile) -> [String] {
    let checkout = file.checkout
    let total = (checkout.agreed?.total ?? checkout.quote?.total)?.display ?? "-"
    return [
      checkout.createdAt.iso8601, checkout.phase.name.rawValue, total, file.order.number, checkout.id.text,
    ]
  }

  /// The lines of the timeline: when since the beginning, what. Remarks run on over the columns.
  static func lines(_ records: [LogRecord], since start: Moment) -> [String] {
    let width = records.map { cells($0.entry.what) }.filter { $0.count > 1 }.map(\.[0].count).max() ?? 0
    return records.map { record in
      let elapsed = record.entry.at.since(start).wholeMilliseconds
      let thousandths = String(elapsed % 1000 + 1000).dropFirst()
      return "  " + pad("+\(elapsed / 1000).\(thousandths) s", 14, right: true) + "  " + text(record.entry.what, width)
    }
  }

  /// One entry alone.
  /// - Parameter width: Of the column before what came of it; it is wider where it has to be.
  static func text(_ what: LogEntry.What, _ width: Int = 26) -> String {
    let cells = cells(what)
    return cells.count > 1 ? "\(pad(cells[0], width))  \(cells[1])" : cells[0]
  }

  private static func cells(_ what: LogEntry.What) -> [String] {
    switch what {
    case .event(let name, let phase): [name, "→ \(phase)"]
    case .call(let name, let result, let milliseconds): ["  \(name)", "\(result), \(milliseconds) ms"]
    case .webhook(let type, let endpoint, let result, let milliseconds):
      ["  webhook \(type)", "\(endpoint) \(result), \(milliseconds) ms"]
    case .money(let kind, let amount): ["  \(kind.rawValue)", amount.display]
    case .remark(let text): ["  ! \(text)"]
    }
  }

  static func pad(_ text: String, _ width: Int, right: Bool = false) -> String {
    let blanks = String(repeating: " ", count: max(0, width - text.count))
    return right ? blanks + text : text + blanks
  }
}
