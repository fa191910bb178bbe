import ArgumentParser
import FerryCore
import FerryHTTP
import FerryServer

struct ResolveCheckout: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "resolve",
    abstract: "Decide about a held or overdue checkout, or an operation whose outcome is unknown.",
    usage: "ferry checkouts resolve [<options>] <checkout> <decision>",
    discussion: """
      First look up the payment in the provider's console. `ferry checkouts show CHECKOUT` prints its reference, its amounts \
      and the possible decisions. A decision cannot be undone.

      For a held checkout:
      \(ofHeldCheckout)

      For a capture, refund or void whose outcome is unknown:
      \(ofUnknownOutcome)

      For an overdue checkout:
      \(ofOverdueCheckout)

      Examples:
        ferry checkouts resolve A-1042 happened --amount 1000
        ferry checkouts resolve A-1042 accept --amount 2999
      """)

  private static let ofHeldCheckout = HelpList.text([
    (
      "accept",
      "Keep the payment as the provider has it. If its amount is not the requested one, confirm it with --amount."
    ),
    ("reject", "Return the money and cancel the checkout. Ferry first asks the provider again."),
    ("ask", "Ask the provider again and act on its answer."),
  ])

  private static let ofUnknownOutcome = HelpList.text([
    ("happened", "The provider has carried it out. If the amount is not the requested one, add --amount."),
    ("didNotHappen", "The provider has not carried it out in five minutes. You can request it again."),
    ("ask", "Ask the provider again."),
  ])

  private static let ofOverdueCheckout = HelpList.text([
    (
      "hold",
      "Stop waiting. The outcome of an unanswered operation becomes unknown, and an authorization past its expiry expires."
    )
  ])

  @OptionGroup var server: ServerOptions

  @OptionGroup var argument: CheckoutArgument

  @Argument(
    help: "One of \(words.joined(separator: ", ")).", completion: .list(words),
    transform: decision)
  var decision: Resolution

  @Option(
    help: ArgumentHelp(
      "The operation to decide about. (default: the only one whose outcome is unknown)", valueName: "id"))
  var operation: String?

  @Option(help: "The amount at the provider, in the payment's currency: 8980 or 12.50.") var amount: String?

  private static let words = Resolution.allCases.map(\.rawValue)

  private static func decision(_ word: String) throws -> Resolution {
    guard let decision = Resolution(rawValue: word) else {
      throw ValidationError(UnknownName.message("decision", word, among: words))
    }
    return decision
  }

  func validate() throws {
    if operation != nil, !decision.isAboutOperation {
      throw ValidationError("Use --operation only with happened or didNotHappen.")
    }
    if amount != nil, decision != .happened, decision != .accept {
      throw ValidationError("Use --amount only with happened or accept.")
    }
  }

  func run() async throws {
    let (answer, operation): (ServerClient.Answer<CheckoutBody>, OperationBody?) = try await server.asking { server in
      let id = try await server.checkout(named: argument.checkout)
      let operation = decision.isAboutOperation ? try await undecided(server, id) : nil
      let body = ResolveCheckoutBody(
        decision: decision, operation: operation?.id, amount: try await money(server, id, operation))
      let answer: ServerClient.Answer<CheckoutBody> = try await server.post("/v1/checkouts/\(id)/resolve", body)
      return (answer, operation)
    }
    let waiting =
      answer.isDone
      ? "" : " The provider has not answered yet: see `ferry checkouts show \(answer.body.id)`."
    let counted = operation.map {
      "Recorded the \($0.kind) \($0.id) as \(decision == .happened ? "done" : "not done"). "
    }
    print("\(counted ?? "")The checkout is \(answer.body.phase.rawValue).\(waiting)")
  }

  private func undecided(_ server: ServerClient, _ id: String) async throws -> OperationBody {
    let all = try await (server.get("/v1/checkouts/\(id)/operations") as OperationsBody).operations
    let listing = "`ferry payments list \(id)` lists its operations."
    if let operation {
      guard let named = all.first(where: { $0.id == operation }) else {
        throw CommandFailure("Checkout \(id) has no operation \(operation). \(listing)")
      }
      return named
    }
    let unknown = all.filter { $0.state == .unknown }
    guard unknown.count == 1, let only = unknown.first else {
      throw CommandFailure(
        unknown.isEmpty
          ? "Checkout \(id) has no operation whose outcome is unknown. \(listing)"
          : "Checkout \(id) has several operations whose outcome is unknown: choose one with --operation. \(listing)")
    }
    return only
  }

  private func money(_ server: ServerClient, _ id: String, _ operation: OperationBody?) async throws -> Money? {
    guard let amount else { return nil }
    if let operation { return try AmountArgument.money(amount, "--amount", operation.amount.currency) }
    let checkout: CheckoutBody = try await server.get("/v1/checkouts/\(id)")
    let mismatch = checkout.mismatch
    guard let known = mismatch?.reported ?? mismatch?.asked ?? checkout.payment?.authorized else {
      throw CommandFailure("Checkout \(id) has no payment to accept.")
    }
    return try AmountArgument.money(amount, "--amount", known.currency)
  }
}

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
    guard let held = checkout.held else { return [] }
    let amount = checkout.mismatch?.reported.map { " --amount \($0.decimal)" } ?? ""
    let captured = held.seen?.captured.flatMap { $0.isPositive ? $0 : nil }
    let authorized = ["authorized", "capturing"].contains(held.seen?.state) ? held.seen?.authorized : nil
    let left = captured.map { captured in
      Money(minorUnits: max(0, captured.minorUnits - (held.seen?.refunded?.minorUnits ?? 0)), captured.currency)
    }
    let (paid, back) = (captured ?? authorized, left ?? authorized)
    let commands = [
      ("accept", amount, "the order is paid\(paid.map { " with \($0.display)" } ?? ""), and the shop delivers"),
      ("reject", "", "the order is cancelled; \(back.map { "\($0.display) goes" } ?? "money goes") back to the buyer"),
      ("ask", "", "nothing changes until the provider has answered; its answer decides"),
    ].filter { held.decisions.contains($0.0) }
    return text(
      "Look the payment up in the provider's console:", commands.map { ("\(resolve) \($0.0)\($0.1)", $0.2) }, colors)
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
