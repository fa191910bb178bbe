import ArgumentParser
import FerryCore
import FerryHTTP
import FerryServer

struct DisputesCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "disputes", abstract: "List, show, record and answer disputes of payments.",
    discussion: CheckoutsCommand.asksTheServer,
    subcommands: [ListDisputes.self, ShowDisputes.self, RecordDispute.self, AnswerDispute.self])
}

struct ListDisputes: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List the shop's open disputes, the nearest deadline first.",
    usage: "ferry disputes list [<options>]",
    discussion: "--json prints the payments with an open dispute, as the API does, newest first.")

  @OptionGroup var server: ServerOptions

  @OptionGroup var output: JSONOption

  func run() async throws {
    let list: PaymentsBody = try await server.asking { server in
      try await server.list("/v1/payments", \.payments, next: \.next, query: ["state": "disputed"])
    }
    if output.json { return print(try JSONOutput.text(list)) }
    let rows = DisputeText.rows(list.payments)
    print(rows.isEmpty ? "No dispute is open." : TextTable.text(rows, heading: DisputeText.heading, colors: .output))
  }
}

struct ShowDisputes: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Show the disputes of one payment, with those that have ended.",
    usage: "ferry disputes show [<options>] <checkout>")

  @OptionGroup var server: ServerOptions

  @OptionGroup var argument: CheckoutArgument

  @OptionGroup var output: JSONOption

  private struct Disputes: Encodable { let disputes: [DisputeBody] }

  func run() async throws {
    let (id, disputes) = try await server.asking { server in
      let id = try await server.checkout(named: argument.checkout)
      let money: OperationsBody = try await server.get("/v1/checkouts/\(id)/operations")
      return (id, money.payment?.disputes ?? [])
    }
    if output.json { return print(try JSONOutput.text(Disputes(disputes: disputes))) }
    guard !disputes.isEmpty else { return print("The payment of \(id) has no dispute.") }
    print(DisputeText.lines(disputes, .output).joined(separator: "\n"))
  }
}

struct RecordDispute: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "record", abstract: "Record a dispute that you read of in a letter or in the provider's console.",
    usage: "ferry disputes record [<options>] --state <word> <checkout> <dispute>",
    discussion: """
      Use it for disputes that the provider does not report to Ferry, such as A-to-z claims at Amazon. Repeat the command with \
      the same id when something changes; what you leave out stays as it is.

      Examples:
        ferry disputes record A-1042 case-77 --state needsResponse --reason fraud
        ferry disputes record A-1042 case-77 --state lost --amount 2999
      """)

  @OptionGroup var server: ServerOptions

  @OptionGroup var argument: CheckoutArgument

  @Argument(help: "The provider's id of the dispute, or one of your choice: letters, digits, - and _.")
  var dispute: String

  @Option(help: ArgumentHelp("The state of the dispute.", valueName: "word")) var state: DisputeState

  @Option(
    help: "The disputed amount, in the payment's currency: 8980 or 12.50. (default: everything that was captured)")
  var amount: String?

  @Option(help: ArgumentHelp("The reason that the buyer gives.", valueName: "word")) var reason: DisputeReason?

  @Option(
    help: ArgumentHelp(
      "When it was opened: 2026-01-31 (UTC) or 2026-01-31T12:00:00Z. (default: now)", valueName: "time"))
  var opened: PointInTime?

  @Option(help: ArgumentHelp("The deadline for your response, in the same form; of a day, its end.", valueName: "time"))
  var respondBy: Deadline?

  func run() async throws {
    let (id, payment): (String, PaymentBody) = try await server.asking { server in
      let id = try await server.checkout(named: argument.checkout)
      let body = RecordDisputeBody(
        state: state, reason: reason, amount: try await server.money(amount, of: id), openedAt: opened?.moment,
        respondBy: respondBy?.moment)
      return (id, try await server.put("/v1/checkouts/\(id)/disputes/\(dispute)", body))
    }
    let left = payment.refundable.map { " \($0.display) can be refunded." } ?? ""
    print("Recorded the dispute \(dispute) of \(id) as \(state.rawValue).\(left)")
  }
}

/// Disputes as people read them in a terminal.
enum DisputeText {
  static let heading = ["RESPOND BY", "STATE", "AMOUNT", "REASON", "REFERENCE", "ORDER", "CHECKOUT", "DISPUTE"]

  /// The open disputes of these payments, the nearest deadline first.
  static func rows(_ payments: [ListedPaymentBody]) -> [[TextCell]] {
    payments.flatMap { payment in
      (payment.payment.disputes ?? []).filter(\.isOpen).map { (payment, $0) }
    }
    .sorted { order($0.1) < order($1.1) }
    .map { payment, dispute in
      [TextCell(dispute.respondBy?.local ?? "-")] + facts(dispute)
        + [payment.orderReference, payment.orderNumber, payment.checkout, dispute.id].map { TextCell($0) }
    }
  }

  /// The disputes of one payment as a table.
  static func lines(_ disputes: [DisputeBody], _ colors: TerminalColors = .none) -> [String] {
    let rows = disputes.map { dispute in
      [TextCell("  \(dispute.id)")] + facts(dispute)
        + [dispute.openedAt.local, dispute.respondBy?.local ?? "-", dispute.source, dispute.answer?.state ?? "-"]
        .map { TextCell($0) }
    }
    let heading = ["  DISPUTE", "STATE", "AMOUNT", "REASON", "OPENED", "RESPOND BY", "SOURCE", "ANSWER"]
    return TextTable.lines(rows, heading: heading, colors: colors)
  }

  private static func order(_ dispute: DisputeBody) -> (Int64, Moment) {
    (dispute.respondBy?.milliseconds ?? .max, dispute.openedAt)
  }

  private static func facts(_ dispute: DisputeBody) -> [TextCell] {
    let color: TerminalColors.Color? =
      switch DisputeState(rawValue: dispute.state) {
      case .needsResponse, .lost: .red
      case .underReview: .yellow
      case .won: .green
      case .withdrawn, nil: nil
      }
    return [
      TextCell(dispute.state, color), TextCell(dispute.amount?.display ?? "all captured"),
      TextCell(dispute.reason),
    ]
  }
}
