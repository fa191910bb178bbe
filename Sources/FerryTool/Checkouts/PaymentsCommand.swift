import ArgumentParser
import FerryCheckout
import FerryCore
import FerryHTTP
import FerryServer

struct PaymentsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "payments", abstract: "List, capture, void and refund payments.",
    discussion: CheckoutsCommand.asksTheServer,
    subcommands: [ListPayments.self, CapturePayment.self, VoidPayment.self, RefundPayment.self])
}

struct ListPayments: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List the shop's latest payments, newest first, or the operations of one payment.",
    usage: "ferry payments list [<options>] [<checkout>]")

  @OptionGroup var server: ServerOptions

  @Argument(help: ArgumentHelp("\(CheckoutArgument.meaning) Lists the operations of its payment."))
  var checkout: String?

  enum State: String, EnumerableFlag {
    case capturable
    case pending
    case disputed

    static func help(for state: State) -> ArgumentHelp? {
      switch state {
      case .capturable: "Only payments that can still be captured."
      case .pending: "Only payments with an operation in progress."
      case .disputed: "Only payments with an open dispute."
      }
    }
  }

  @Flag(exclusivity: .exclusive) var state: State?

  @OptionGroup var filter: CheckoutFilterOptions

  @OptionGroup var limit: ListLimit

  @OptionGroup var output: JSONOption

  func run() async throws { print(try await server.asking { try await text($0) }) }

  private func text(_ server: ServerClient) async throws -> String {
    if let checkout {
      let id = try await server.checkout(named: checkout)
      let money: OperationsBody = try await server.get("/v1/checkouts/\(id)/operations")
      guard let payment = money.payment else { throw CommandFailure.noPayment(id) }
      return output.json
        ? try JSONOutput.text(money) : PaymentText.lines(payment, money.operations, .output).joined(separator: "\n")
    }
    var query = filter.query
    query["state"] = state?.rawValue
    let list: PaymentsBody = try await server.list(
      "/v1/payments", \.payments, next: \.next, query: query, limit: limit.limit)
    if output.json { return try JSONOutput.text(list) }
    guard list.payments.isEmpty else {
      return TextTable.text(list.payments.map(PaymentText.row), heading: PaymentText.heading, colors: .output)
    }
    if filter.isUsed { return "No payments match." }
    return switch state {
    case .capturable: "No payment can be captured."
    case .pending: "No operation is in progress."
    case .disputed: "No payment has an open dispute."
    case nil: "No payments yet."
    }
  }
}

struct CapturePayment: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "capture", abstract: "Capture an authorized payment.",
    usage: "ferry payments capture [<options>] <checkout>",
    discussion: "With a provider that captures only once, such as Amazon Pay, a partial capture releases the rest.")

  @OptionGroup var operation: OperationOptions

  func run() async throws { try await operation.perform("capture") }
}

struct RefundPayment: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "refund", abstract: "Refund a captured payment.",
    usage: "ferry payments refund [<options>] <checkout>",
    discussion: """
      The provider may take days to decide. `ferry payments list CHECKOUT` shows the state of the refund.

      Example:
        ferry payments refund A-1042 --amount 1000 --reason defective --note Torn
      """)

  @OptionGroup var operation: OperationOptions

  @Flag(help: "Allow an amount above the captured one, as far as the provider does.") var beyondCapture = false

  @Flag(help: "Allow the refund although an open dispute claims the money: some disputes end with a refund.")
  var despiteDispute = false

  @Option(help: ArgumentHelp("The reason for the refund.", valueName: "word")) var reason: RefundReason?

  @Option(
    help: ArgumentHelp(
      "The reason in your own words, up to \(RefundReason.longestNote) characters. Do not name the buyer.",
      valueName: "text"))
  var note: String?

  func run() async throws {
    var order = PaymentOrderBody(refundReason: reason, refundNote: note)
    order.beyondCapture = beyondCapture ? true : nil
    order.despiteDispute = despiteDispute ? true : nil
    try await operation.perform("refund", order)
  }
}

struct VoidPayment: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "void", abstract: "Release an authorization that has not been captured.",
    usage: "ferry payments void [<options>] <checkout>", discussion: "A voided payment cannot be captured any more.")

  @OptionGroup var server: ServerOptions

  @OptionGroup var argument: CheckoutArgument

  func run() async throws {
    try await server.asking { server in
      let id = try await server.checkout(named: argument.checkout)
      try PaymentText.report(try await server.post("/v1/checkouts/\(id)/void"), of: id)
    }
  }
}

/// The payment that a command moves money of, and the amount or the lines.
struct OperationOptions: ParsableArguments {
  @OptionGroup var server: ServerOptions

  @OptionGroup var argument: CheckoutArgument

  @Option(help: "The amount, in the payment's currency: 8980 or 12.50. (default: all that is left)")
  var amount: String?

  @Option(
    name: .customLong("line"),
    help: ArgumentHelp(
      "Instead of an amount, a line of the order and the number of its pieces. `ferry checkouts show` prints the ids; shipping is delivery. Repeat the option for more lines. (default: 1 piece)",
      valueName: "id[=number]"))
  var lines: [LineArgument] = []

  @Option(
    help: ArgumentHelp(
      "A key of your choice. Repeat the command with the same key to retry it safely.", valueName: "key"))
  var idempotencyKey: String?

  func validate() throws {
    if amount != nil, !lines.isEmpty { throw ValidationError("--amount and --line cannot be used together.") }
  }

  /// - Parameters:
  ///   - kind: "capture" or "refund".
  ///   - order: The body without amount and lines.
  func perform(_ kind: String, _ order: PaymentOrderBody = PaymentOrderBody()) async throws {
    let key = idempotencyKey ?? SystemRandomness().token()
    try await server.asking { server in
      let id = try await server.checkout(named: argument.checkout)
      var order = order
      order.amount = try await server.money(amount, of: id)
      order.lines = lines.isEmpty ? nil : lines.map(\.line)
      let answer: ServerClient.Answer<OperationResultBody> = try await server.post(
        kind == "capture" ? "/v1/checkouts/\(id)/capture" : "/v1/checkouts/\(id)/refund", order, key: key)
      try PaymentText.report(answer, of: id)
    }
  }
}

extension ServerClient {
  /// The money of `--amount`, in the currency of a checkout's payment; nil if the option is missing.
  func money(_ amount: String?, of id: String) async throws -> Money? {
    guard let amount else { return nil }
    guard !amount.hasPrefix("-") else { throw CommandFailure("--amount must be positive: \(amount).") }
    let money: OperationsBody = try await get("/v1/checkouts/\(id)/operations")
    guard let payment = money.payment else { throw CommandFailure.noPayment(id) }
    return try AmountArgument.money(amount, "--amount", payment.authorized.currency)
  }
}

extension CommandFailure {
  fileprivate static func noPayment(_ id: String) -> CommandFailure {
    CommandFailure("Checkout \(id) has no payment. `ferry checkouts show \(id)` shows its state.")
  }
}
