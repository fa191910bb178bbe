import ArgumentParser
import FerryCheckout
import FerryCore
import FerryHTTP
import FerryServer

struct PaymentsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "payments", abstract: "Lists payments, and captures, voids or refunds them.",
    discussion:
      "The running server is asked, with the shop's secret key; `ferry help checkouts` says how both are found.",
    subcommands: [ListPayments.self, CapturePayment.self, VoidPayment.self, RefundPayment.self])
}

struct ListPayments: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "Lists the shop's latest payments, the newest first; or the operations of one.")

  @OptionGroup var server: ServerOptions

  @Argument(help: ArgumentHelp("\(CheckoutArgument.meaning) With it, the operations of that payment are listed."))
  var checkout: String?

  @Flag(help: "Only payments with authorized money that is not captured yet.") var capturable = false

  @Flag(help: "Only payments with an operation that has not ended.") var pending = false

  @OptionGroup var filter: CheckoutFilterOptions

  @OptionGroup var limit: ListLimit

  @OptionGroup var output: JSONOption

  func validate() throws {
    if capturable, pending { throw ValidationError("Give --capturable or --pending, not both.") }
  }

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
    query["state"] = capturable ? "capturable" : pending ? "pending" : nil
    let list: PaymentsBody = try await server.list("/v1/payments", query, limit: limit.limit)
    if output.json { return try JSONOutput.text(list) }
    guard list.payments.isEmpty else {
      return TextTable.lines(list.payments.map(PaymentText.row), heading: PaymentText.heading, colors: .output).joined(
        separator: "\n")
    }
    if filter.isUsed { return "No such payments." }
    return capturable ? "No payment waits to be captured." : pending ? "No operation is under way." : "No payments yet."
  }
}

struct CapturePayment: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "capture", abstract: "Captures authorized money.",
    discussion: "If the provider captures once only, as Amazon Pay does, a partial capture releases the rest.")

  @OptionGroup var operation: OperationOptions

  func run() async throws { try await operation.perform("capture") }
}

struct RefundPayment: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "refund", abstract: "Refunds captured money.",
    discussion: """
      The provider may take days to decide about a refund. `ferry payments list CHECKOUT` shows how it stands.
      """)

  @OptionGroup var operation: OperationOptions

  func run() async throws { try await operation.perform("refund") }
}

struct VoidPayment: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "void", abstract: "Releases authorized money that is not captured.",
    discussion: "Afterwards the payment can no longer be captured.")

  @OptionGroup var server: ServerOptions

  @OptionGroup var argument: CheckoutArgument

  func run() async throws {
    try await server.asking { server in
      let id = try await server.checkout(named: argument.checkout)
      try PaymentText.report(try await server.post("/v1/checkouts/\(id)/void"), of: id)
    }
  }
}

/// The payment and the amount that a command moves money of.
struct OperationOptions: ParsableArguments {
  @OptionGroup var server: ServerOptions

  @OptionGroup var argument: CheckoutArgument

  @Option(help: "How much, in the payment's currency: 8980, or 12.50. Everything that is left unless given.")
  var amount: String?

  @Option(help: "A name for the operation, to repeat the command safely: the same key does nothing twice.")
  var idempotencyKey: String?

  /// - Parameter kind: "capture" or "refund".
  /// - Throws: `CommandFailure`.
  func perform(_ kind: String) async throws {
    if let amount, amount.hasPrefix("-") {
      throw CommandFailure("--amount \(amount) is negative. Write how much money moves, without a sign.")
    }
    let key = idempotencyKey ?? SystemRandomness().token()
    try await server.asking { server in
      let id = try await server.checkout(named: argument.checkout)
      let amount = try await money(server, id)
      let answer: ServerClient.Answer<OperationResultBody> = try await server.post(
        kind == "capture" ? "/v1/checkouts/\(id)/capture" : "/v1/checkouts/\(id)/refund",
        PaymentOrderBody(amount: amount), key: key)
      try PaymentText.report(answer, of: id)
    }
  }

  /// - Throws: `CommandFailure` for text that is no amount of the payment's currency.
  private func money(_ server: ServerClient, _ id: String) async throws -> Money? {
    guard let amount else { return nil }
    let money: OperationsBody = try await server.get("/v1/checkouts/\(id)/operations")
    guard let payment = money.payment else { throw CommandFailure.noPayment(id) }
    return try AmountArgument.money(amount, "--amount", payment.authorized.currency)
  }
}

extension CommandFailure {
  fileprivate static func noPayment(_ id: String) -> CommandFailure {
    CommandFailure("The checkout has no payment. `ferry checkouts show \(id)` shows how it stands.")
  }
}

enum AmountArgument {
  /// - Throws: `CommandFailure`, which says how amounts of the currency are written.
  static func money(_ text: String, _ option: String, _ currency: Currency) throws -> Money {
    do {
      return try Money(decimal: text, currency)
    } catch {
      throw CommandFailure("\(option) \(text) is no amount in \(currency). \(error)")
    }
  }
}
