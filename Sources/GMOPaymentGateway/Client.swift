public import FerryCore
public import FerryHTTP
import HTTPTypes

/// A client for GMO's protocol API, usable without the rest of Ferry. Each method sends one request, once.
///
/// After `unknownOutcome`, search the transaction before any retry: GMO knows no idempotency keys.
public actor GMOPaymentGatewayClient {
  public nonisolated let account: GMOAccount
  private let transport: any ProviderTransport

  public init(_ account: GMOAccount, transport: any ProviderTransport) {
    self.account = account
    self.transport = transport
  }

  /// Sends a call and reads the object in its answer.
  /// - Parameters:
  ///   - accessPass: The transaction's, for `exec`, `sales`, `change` and `cancel`.
  ///   - timeout: Nil for the operation's own.
  /// - Throws: `GMOFailure`, `InvalidField`.
  public func perform<Answer: GMOAnswer>(
    _ call: GMOCall, accessPass: Secret<String>? = nil, as type: Answer.Type = Answer.self, timeout: Duration? = nil
  ) async throws -> Answer {
    let sealed = try account.seal(call, accessPass: accessPass)
    return try await transport.perform(call.operation, sealed, timeout: timeout ?? call.operation.timeout) {
      answer throws(GMOFailure) in
      try call.read(httpStatus: answer.status.code, body: answer.body, style: account.bodyStyle)
    }
  }
}

/// A transaction to work on.
public struct TransactionAccess: Sendable, Redacted {
  public let orderID: String
  public let accessID: String
  public let accessPass: Secret<String>

  public init(orderID: String, accessID: String, accessPass: Secret<String>) {
    self.orderID = orderID
    self.accessID = accessID
    self.accessPass = accessPass
  }

  public init(orderID: String, _ entered: EnteredTransaction) {
    self.init(orderID: orderID, accessID: entered.accessID, accessPass: entered.accessPass)
  }
}

extension GMOPaymentGatewayClient {
  /// Registers a transaction. Store the OrderID before the call, and the answer before the next one.
  /// - Throws: `GMOFailure`, `InvalidField`, like all calls below.
  public func entry(
    orderID: String, _ job: GMOJob, amount: Money, tax: Money? = nil, type: AmazonpayType = .cPSP
  ) async throws -> EnteredTransaction {
    try await perform(.entry(orderID: orderID, job, amount: amount, tax: tax, type: type))
  }

  /// Starts the payment page, or settles a payment of the Additional Payment Button. Send the buyer to a page by a form with
  /// `AccessID` and `Token`.
  public func exec(_ execution: some GMOExecution, _ access: TransactionAccess) async throws -> ExecutedTransaction {
    try await perform(
      .exec(execution, orderID: access.orderID, accessID: access.accessID), accessPass: access.accessPass)
  }

  public func sales(
    _ access: TransactionAccess, amount: Money, tax: Money? = nil
  ) async throws -> ChangedTransaction {
    try await perform(
      .sales(orderID: access.orderID, accessID: access.accessID, amount: amount, tax: tax),
      accessPass: access.accessPass)
  }

  /// Changes the amount.
  public func change(
    _ access: TransactionAccess, amount: Money, tax: Money? = nil
  ) async throws -> ChangedTransaction {
    try await perform(
      .change(orderID: access.orderID, accessID: access.accessID, amount: amount, tax: tax),
      accessPass: access.accessPass)
  }

  /// Voids an authorized transaction, or begins a refund of a captured one.
  public func cancel(
    _ access: TransactionAccess, amount: Money, tax: Money? = nil
  ) async throws -> ChangedTransaction {
    try await perform(
      .cancel(orderID: access.orderID, accessID: access.accessID, amount: amount, tax: tax),
      accessPass: access.accessPass)
  }

  public func searchAddress(_ source: AddressSource) async throws -> BuyerDetails {
    try await perform(.searchAddress(source))
  }

  public func searchTrade(orderID: String) async throws -> TradeInformation {
    try await perform(.searchTrade(orderID: orderID))
  }
}
