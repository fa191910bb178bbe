import ArgumentParser
import FerryCore
import FerryHTTP
import FerryServer

struct ResolveCheckout: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "resolve", abstract: "Decides a checkout that is held or overdue, or an operation of unknown outcome.",
    discussion: """
      Look the payment up in the provider's console first. `ferry checkouts show CHECKOUT` prints its reference, the amounts, and \
      the decisions that are open.

      For a held checkout:
        accept        Keep the payment as the provider has it. If the provider
                      reports another amount than was asked for, repeat that
                      amount with --amount.
        reject        Return the money and cancel. Ferry asks the provider
                      first. The checkout is cancelled when its money is on
                      the way back.
        ask           Ask the provider again and act on the answer.

      For a capture, refund or void of unknown outcome:
        happened      The provider has carried it out; with --amount, for
                      another amount than was asked for.
        didNotHappen  The provider has not carried it out. You can request it
                      again.
        ask           Ask the provider again.

      For an overdue checkout:
        hold          Stop waiting. What has no answer counts as unknown, and
                      you decide about it. An authorization that should have
                      lapsed counts as lapsed.

      A decision cannot be undone. For example:
        ferry checkouts resolve A-1042 happened --amount 1000
        ferry checkouts resolve A-1042 accept --amount 2999
      """)

  @OptionGroup var server: ServerOptions

  @OptionGroup var argument: CheckoutArgument

  @Argument(
    help: "The decision: accept, reject, ask, happened, didNotHappen or hold.", completion: .list(words),
    transform: decision)
  var decision: Resolution

  @Option(
    help: ArgumentHelp(
      "The operation that you decide about. Default: the only one of unknown outcome.", valueName: "id"))
  var operation: String?

  @Option(help: "The amount that the provider has carried out or reports, in the payment's currency: 8980, or 12.50.")
  var amount: String?

  private static let words = Resolution.allCases.map(\.rawValue)

  private static func decision(_ word: String) throws -> Resolution {
    guard let decision = Resolution(rawValue: word) else {
      throw ValidationError("There is no decision \(word). The decisions are \(words.joined(separator: ", ")).")
    }
    return decision
  }

  func validate() throws {
    if operation != nil, !decision.isAboutOperation {
      throw ValidationError("--operation goes with happened and didNotHappen only.")
    }
    if amount != nil, decision != .happened, decision != .accept {
      throw ValidationError("--amount goes with happened and accept only.")
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
      ? "" : " The provider has not answered yet; `ferry checkouts show \(answer.body.id)` shows how it goes on."
    let counted = operation.map { "The \($0.kind) \($0.id) counts as \(decision == .happened ? "done" : "not done"). " }
    print("\(counted ?? "")The checkout is \(answer.body.phase.rawValue).\(waiting)")
  }

  /// The operation that is decided about.
  /// - Throws: `CommandFailure` if the payment has none of this id, or none of unknown outcome.
  private func undecided(_ server: ServerClient, _ id: String) async throws -> OperationBody {
    let all = try await (server.get("/v1/checkouts/\(id)/operations") as OperationsBody).operations
    let listing = "`ferry payments list \(id)` lists its operations."
    if let operation {
      guard let named = all.first(where: { $0.id == operation }) else {
        throw CommandFailure("The checkout \(id) has no operation \(operation). \(listing)")
      }
      return named
    }
    let unknown = all.filter { $0.state == .unknown }
    guard unknown.count == 1, let only = unknown.first else {
      throw CommandFailure(
        unknown.isEmpty
          ? "No operation of the checkout \(id) has an unknown outcome. \(listing)"
          : "Several operations of the checkout \(id) have an unknown outcome: name one with --operation. \(listing)")
    }
    return only
  }

  /// - Throws: `CommandFailure` for text that is no amount of the payment's currency.
  private func money(_ server: ServerClient, _ id: String, _ operation: OperationBody?) async throws -> Money? {
    guard let amount else { return nil }
    if let operation { return try AmountArgument.money(amount, "--amount", operation.amount.currency) }
    let checkout: CheckoutBody = try await server.get("/v1/checkouts/\(id)")
    guard let known = checkout.mismatch?.reported ?? checkout.payment?.authorized else {
      throw CommandFailure("The checkout \(id) has no money that could be accepted.")
    }
    return try AmountArgument.money(amount, "--amount", known.currency)
  }
}
