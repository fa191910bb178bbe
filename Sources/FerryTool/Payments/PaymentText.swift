import FerryCore

/// A payment as people read it in a terminal.
enum PaymentText {
  static let heading = [
    "CREATED", "PHASE", "CAPTURED", "REFUNDED", "CAPTURABLE", "REFUNDABLE", "OPERATION", "REFERENCE", "ORDER",
    "CHECKOUT",
  ]

  static func row(_ listed: ListedPaymentBody) -> [TextCell] {
    let payment = listed.payment
    return [
      TextCell(listed.createdAt.local), TextCell(listed.phase.rawValue, listed.phase.color),
      TextCell(payment.captured.display), TextCell(payment.refunded.display), TextCell(payment.capturable.display),
      TextCell(payment.refundable?.display ?? "-"),
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
    guard !operations.isEmpty else { return lines }
    let rows = operations.map { one -> [TextCell] in
      [
        TextCell("  \(one.kind)"), TextCell(amount(one)), TextCell(state(one), color(one.state)),
        TextCell(one.requestedAt.local), TextCell(one.id), TextCell(one.reference ?? ""),
      ]
    }
    return lines
      + TextTable.lines(
        rows, heading: ["  OPERATION", "AMOUNT", "STATE", "REQUESTED", "ID", "REFERENCE"], colors: colors)
  }

  /// - Throws: `CommandFailure` for an operation that has failed.
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
