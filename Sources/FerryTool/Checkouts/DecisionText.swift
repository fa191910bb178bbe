import FerryCore

/// The decisions about a checkout that wait for a person, with the commands, as people read them in a terminal.
enum DecisionText {
  /// - Returns: No lines if nothing waits for a person, or only something overdue.
  static func lines(
    _ checkout: CheckoutBody, _ operations: [OperationBody], _ colors: TerminalColors = .none
  ) -> [String] {
    guard checkout.phase == .held || checkout.phase == .paid else { return [] }
    let resolve = "ferry checkouts resolve \(checkout.id)"
    // An operation is decided before its checkout.
    if let unknown = operations.first(where: { $0.state == .unknown }) {
      let amount = unknown.reportedAmount.map { " --amount \($0.decimal)" } ?? ""
      return text(
        "\(doubt(unknown)) Look it up in the provider's console:",
        [
          ("\(resolve) happened --operation \(unknown.id)\(amount)", "it succeeded"),
          ("\(resolve) didNotHappen --operation \(unknown.id)", "it did not"),
          ("\(resolve) ask", "ask the provider again"),
        ], colors)
    }
    guard checkout.phase == .held else { return [] }
    let amount = checkout.mismatch.map { " --amount \($0.reported.decimal)" } ?? ""
    return text(
      "Look the payment up in the provider's console:",
      [
        ("\(resolve) accept\(amount)", "keep the payment"), ("\(resolve) reject", "return the money and cancel"),
        ("\(resolve) ask", "ask the provider again"),
      ], colors)
  }

  private static func doubt(_ operation: OperationBody) -> String {
    let asked = operation.amount.display
    return operation.reportedAmount.map {
      "Ferry requested a \(operation.kind) of \(asked), but the provider reports \($0.display)."
    }
      ?? "The outcome of the \(operation.kind) of \(asked) is unknown."
  }

  private static func text(
    _ first: String, _ commands: [(command: String, meaning: String)], _ colors: TerminalColors
  ) -> [String] {
    let width = commands.map(\.command.count).max() ?? 0
    return ["  \(colors.paint("DECIDE", .red))    \(first)"]
      + commands.map { "            \($0.command.padded(to: width))  # \($0.meaning)" }
  }
}
