import ArgumentParser
import FerryCheckout
import FerryCore
import FerryEngine
import FerrySQLite

/// The payment that a command is about, and the way to it while no server runs.
struct PaymentWriting: ParsableArguments {
  @OptionGroup var store: StoreOptions

  @Argument(help: "The checkout's id.")
  var id: String

  /// Writes down what is to be done.
  /// - Parameters:
  ///   - path: Of the call that does the same while a server runs: "refund".
  ///   - body: What that call is sent, as JSON.
  /// - Throws: `CommandFailure`.
  func perform(_ path: String, body: String? = nil, _ order: PaymentOrder) async throws {
    let operation: Operation
    do {
      operation = try await SQLiteStore(path: store.path).running { store in
        let routes = try await store.webhookRoutes()
        return try await store.update(CheckoutID(id)) { file, change in
          try file.operate(order, &change, at: SystemTime().now, telling: routes)
        }
      }
    } catch SQLiteStoreError.inUse {
      throw CommandFailure(
        "The server is running and has the database to itself. Ask it, with the shop's secret key: POST "
          + "/v1/checkouts/\(id)/\(path)" + (body.map { " with \($0) and an Idempotency-Key" } ?? "")
          + ". Or stop it first.")
    } catch Refusal.wrongPhase(let phase) {
      throw CommandFailure(
        "The checkout is \(phase.rawValue): only the money of one that is paid can be captured, let go or refunded.")
    } catch let refusal as Refusal {
      throw CommandFailure(refusal.description)
    } catch {
      throw StartFailure(error)
    }
    let isNew = if case .requested = operation.state { true } else { false }
    print(
      "The \(operation.kind.rawValue) of \(operation.amount.display) "
        + (isNew
          ? "is written down (\(operation.id)). When the server starts it asks the provider for it."
          : "was asked for before: \(PaymentText.state(operation)) (\(operation.id))."))
  }

  /// The payment as it stands.
  /// - Throws: `CommandFailure`.
  func payment() async throws -> Payment {
    var payment: Payment?
    try await store.reading { store in
      guard let file = try await store.file(CheckoutID(id)) else { throw CommandFailure.noCheckout(id) }
      guard file.checkout.payment != nil else { throw CommandFailure.noPayment(file.checkout) }
      payment = file.checkout.payment
    }
    guard let payment else { throw CommandFailure.noCheckout(id) }
    return payment
  }
}

/// How much a command is about.
struct PaymentAmount: ParsableArguments {
  @Option(help: "How much, in the payment's currency: 8980, or 12.50. All that is left when it is not named.")
  var amount: String?

  @Option(help: "A name for the operation: the same one again does nothing more.")
  var key: String?

  /// - Throws: `CommandFailure` for what is no amount of the payment's currency.
  func amount(of payment: Payment) throws -> Money? {
    guard let amount else { return nil }
    return try AmountArgument.money(amount, "--amount", payment.captured.currency)
  }

  var operation: OperationID { OperationID("op_" + (key ?? SystemRandomness().token())) }

  /// What the server's call is sent for the same.
  func body(_ amount: Money?) -> String {
    amount.map { #"{"amount": {"amount": "\#($0.decimal)", "currency": "\#($0.currency)"}}"# } ?? "{}"
  }
}

extension CommandFailure {
  static func noPayment(_ checkout: Checkout) -> CommandFailure {
    CommandFailure("The checkout is \(checkout.phase.name.rawValue), and there is no money.")
  }
}
