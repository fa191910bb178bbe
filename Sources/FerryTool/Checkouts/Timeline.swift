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
    if let review = checkout.review { lines += OrderText.lines(review) }
    if let held = checkout.held {
      lines.append("  held      \(why(held.reason))")
      if let asked = held.asked { lines.append("  asked     \(asked.display)") }
      if let seen = held.seen { lines.append("  reported  \(text(seen))") }
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

  /// The money of a held checkout, as the provider has it.
  private static func text(_ seen: HeldMoneyBody) -> String {
    let amounts = [("authorized", seen.authorized), ("captured", seen.captured), ("refunded", seen.refunded)]
      .compactMap { name, amount in amount.map { "\(name) \($0.display)" } }
    let state = seen.state == HeldMoneyBody.State.unknown.rawValue ? "state unknown" : seen.state
    let facts = seen.unreadable.map { ["an amount that cannot be read, \($0)"] } ?? amounts
    return facts.isEmpty ? state : "\(state): \(facts.joined(separator: ", "))"
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

/// An order as people read it in a terminal, with the ids that `--line` takes. It leaves out the buyer.
enum OrderText {
  static func lines(_ review: ReviewBody) -> [String] {
    var lines = review.lines.map { line in
      let discounts = (line.discounts ?? []).map { ", \($0.name) -\($0.amount.display)" }.joined()
      return "  line      \(line.id): \(line.quantity) × \(line.unitPrice.display)\(discounts), \(line.name)"
    }
    lines += (review.discounts ?? []).map { "  discount  -\($0.amount.display) \($0.name)" }
    if review.shipping.price.isPositive { lines.append("  shipping  \(review.shipping.price.display)") }
    lines += review.taxes.map { tax in
      let kind = tax.kind.map { " (\($0.rawValue))" } ?? ""
      return
        "  tax       \(tax.tax.display)\(review.taxIncluded ? " included" : ""), \(tax.percent.display)\(kind) of \(tax.base.display)"
    }
    lines += (review.paidOtherwise ?? []).map { "  gift card -\($0.amount.display) \($0.name)" }
    return lines + ["  total     \(review.total.display)"]
  }
}

/// A payment as people read it in a terminal.
enum PaymentText {
  static let heading = [
    "CREATED", "PHASE", "CAPTURED", "REFUNDED", "CAPTURABLE", "REFUNDABLE", "DISPUTED", "OPERATION", "REFERENCE",
    "ORDER", "CHECKOUT",
  ]

  static func row(_ listed: ListedPaymentBody) -> [TextCell] {
    let payment = listed.payment
    return [
      TextCell(listed.createdAt.local), TextCell(listed.phase.rawValue, listed.phase.color),
      TextCell(payment.captured.display), TextCell(payment.refunded.display), TextCell(payment.capturable.display),
      TextCell(payment.refundable?.display ?? "-"), TextCell(payment.disputed?.display ?? "-", .red),
      listed.operation.map { TextCell("\($0.kind) \(state($0))", color($0.state)) } ?? "-",
      TextCell(listed.orderReference), TextCell(listed.orderNumber), TextCell(listed.checkout),
    ]
  }

  static func lines(
    _ payment: PaymentBody, _ operations: [OperationBody], _ colors: TerminalColors = .none
  ) -> [String] {
    var totals = [
      "authorized \(payment.authorized.display)", "captured \(payment.captured.display)",
      "refunded \(payment.refunded.display)",
    ]
    if let released = payment.released { totals.append("released \(released.display)") }
    if let disputed = payment.disputed { totals.append("disputed \(disputed.display)") }
    var lines = ["  money     " + totals.joined(separator: ", ")]
    if let reference = payment.reference { lines.append("  reference \(reference)") }
    let facts = [
      payment.method?.name ?? payment.method?.code, payment.method?.issuer,
      payment.authorizationCode.map { "authorization \($0)" },
    ].compactMap(\.self)
    if !facts.isEmpty { lines.append("  method    " + facts.joined(separator: ", ")) }
    if payment.capturable.isPositive {
      lines.append("  left      \(payment.capturable.display) can be captured or voided")
      if let lapsesAt = payment.lapsesAt { lines.append("  expires   \(lapsesAt.local)") }
    }
    if let refundable = payment.refundable, refundable.isPositive {
      lines.append("  left      \(refundable.display) can be refunded")
    }
    if payment.release == "lapsed" { lines.append("  expired   the authorization was not captured in time") }
    if let disputes = payment.disputes { lines += DisputeText.lines(disputes, colors) }
    guard !operations.isEmpty else { return lines }
    let showsLines = operations.contains { $0.lines != nil }
    let showsReasons = operations.contains { $0.statedReason != nil }
    let rows = operations.map { one -> [TextCell] in
      let names = (one.lines ?? []).map { "\($0.id)=\($0.quantity)" }.joined(separator: ", ")
      return [
        TextCell("  \(one.kind)"), TextCell(amount(one)), TextCell(state(one), color(one.state)),
        TextCell(one.requestedAt.local), TextCell(one.id), TextCell(one.reference ?? ""),
      ] + (showsLines ? [TextCell(names)] : []) + (showsReasons ? [TextCell(one.statedReason ?? "")] : [])
    }
    let heading =
      ["  OPERATION", "AMOUNT", "STATE", "REQUESTED", "ID", "REFERENCE"] + (showsLines ? ["LINES"] : [])
      + (showsReasons ? ["REASON"] : [])
    return lines + TextTable.lines(rows, heading: heading, colors: colors)
  }

  static func report(_ answer: ServerClient.Answer<OperationResultBody>, of id: String) throws {
    let operation = answer.body.operation
    let text = "The \(operation.kind) of \(operation.amount.display) (\(operation.id))"
    let later = "Check it with `ferry payments list \(id)`."
    switch operation.state {
    case .succeeded: print("\(text) succeeded.")
    case .pending: print("\(text) is pending: the provider has not decided yet. \(later)")
    case .failed: throw CommandFailure("\(text) failed: \(operation.reason ?? "the provider gave no reason").")
    case .unknown, .unrecognised:
      print(
        "The outcome of the \(operation.kind) of \(operation.amount.display) (\(operation.id)) is unknown. "
          + "Ferry keeps asking the provider. \(later)")
    }
  }

  /// The amount that was asked for, and the one that the provider reports if it is another.
  private static func amount(_ operation: OperationBody) -> String {
    operation.amount.display + (operation.reportedAmount.map { " (reported \($0.display))" } ?? "")
  }

  private static func color(_ state: OperationState) -> TerminalColors.Color {
    switch state {
    case .succeeded: .green
    case .failed, .unknown: .red
    case .pending, .unrecognised: .yellow
    }
  }

  private static func state(_ operation: OperationBody) -> String {
    operation.state == .unknown ? "outcome unknown" : operation.state.rawValue
  }
}

extension OperationBody {
  /// The merchant's reason for a refund: "defective: The bag was torn".
  fileprivate var statedReason: String? {
    let words = [refundReason, refundNote].compactMap(\.self)
    return words.isEmpty ? nil : words.joined(separator: ": ")
  }
}
