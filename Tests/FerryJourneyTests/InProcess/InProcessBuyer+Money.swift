import AmazonPaySandbox
import FerryCheckout
import FerryCore
import FerryEngine
import FerrySandbox
import FerryTesting
import Testing

/// Operations of a shop after the sale, and of a person in the provider's console.
extension InProcessBuyer {
  /// Requests an operation, and waits until it has ended.
  @discardableResult
  func operate(
    _ order: PaymentOrder, on id: CheckoutID, within limit: Duration = .seconds(3 * 86_400)
  ) async throws -> FerryCheckout.Operation {
    try await ask(order, on: id)
    return try await end(of: order, on: id, within: limit)
  }

  func ask(_ order: PaymentOrder, on id: CheckoutID) async throws {
    _ = try await world.engine.commit(id) { file, _ in (order.event(for: file.checkout), ()) }
  }

  func end(
    of order: PaymentOrder, on id: CheckoutID, within limit: Duration = .seconds(3 * 86_400)
  ) async throws -> FerryCheckout.Operation {
    let file = try await world.engine.wait(for: id, within: limit) { file in
      order.operation(in: file.checkout).map { !$0.isUnderWay } ?? false
    }
    guard let operation = order.operation(in: file.checkout), !operation.isUnderWay else {
      throw Unexpected("The operation has not ended: \(file.checkout.payment?.operations.map(\.state) ?? [])")
    }
    return operation
  }

  /// Waits until the provider has answered about an operation.
  func answer(to order: PaymentOrder, on id: CheckoutID) async throws -> FerryCheckout.Operation.State? {
    let file = try await world.engine.wait(for: id, within: .seconds(60)) { file in
      if case .requested? = order.operation(in: file.checkout)?.state { false } else { true }
    }
    return order.operation(in: file.checkout)?.state
  }

  func payment(_ id: CheckoutID) async throws -> Payment {
    try #require(try await world.engine.file(id)?.checkout.payment)
  }

  /// A person acts on a checkout's charge in the provider's console, without a notification.
  func console(_ action: String, _ id: CheckoutID, amount: String? = nil, reason: String? = nil) async throws {
    var body: [String: Any] = ["action": action]
    if let amount { body["amount"] = amount }
    if let reason { body["reasonCode"] = reason }
    let charge = try await payment(id).reference
    try control("POST", "amazon-pay/charges/\(charge)/console", body)
  }

  /// Triggers an inquiry, as a notification does, and waits for the answer.
  func nudge(_ id: CheckoutID) async throws -> Payment {
    _ = try await world.engine.submit(.recheckRequested, to: id)
    try await world.time.sleep(for: .seconds(5))
    return try await payment(id)
  }

  func log(_ id: CheckoutID) async throws -> [LogEntry.What] {
    try await world.store.log(id, after: 0, limit: 10_000).map(\.entry.what)
  }

  /// The names of the events in the timeline.
  func events(_ id: CheckoutID) async throws -> [String] {
    try await log(id).compactMap { if case .event(let name, _) = $0 { name } else { nil } }
  }
}

extension InProcessAmazonPay {
  /// The amounts in the provider's ledger.
  var money: MoneyTotals { MoneyTotals(sandbox.money.map { ($0.authorized, $0.held, $0.captured, $0.refunded) }) }

  /// Debits less credits of every account that is not zero.
  func balances() async throws -> [LedgerEntry.Account: Int64] {
    var sums: [LedgerEntry.Account: Int64] = [:]
    for balance in try await store.balances() where !balance.amount.isZero {
      sums[balance.account, default: 0] += balance.amount.minorUnits
    }
    return sums
  }
}
