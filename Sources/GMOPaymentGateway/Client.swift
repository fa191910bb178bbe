public import FerryCore
public import FerryHTTP
import HTTPTypes

/// A client for GMO's protocol API, usable without the rest of Ferry. It sends one request for each call, once.
///
/// After `unknownOutcome`, search the transaction before any retry: GMO knows no idempotency keys.
public struct GMOPaymentGatewayClient: Sendable {
  public let account: GMOAccount
  private let transport: any ProviderTransport

  public init(_ account: GMOAccount, transport: any ProviderTransport) {
    self.account = account
    self.transport = transport
  }

  /// Sends a call and reads the object in its answer:
  ///
  ///     let trade: TradeInformation = try await client.send(.searchTrade(orderID: orderID))
  ///
  /// - Parameters:
  ///   - accessPass: The transaction's, for `exec`, `sales`, `change` and `cancel`.
  ///   - type: The object that the call's documentation names.
  ///   - timeout: Nil for the operation's own.
  /// - Throws: `GMOFailure`, `InvalidField`.
  public func send<Answer: GMOAnswer>(
    _ call: GMOCall, accessPass: Secret<String>? = nil, as type: Answer.Type = Answer.self, timeout: Duration? = nil
  ) async throws -> Answer {
    let sealed = try account.seal(call, accessPass: accessPass)
    return try await transport.perform(call.operation, sealed, timeout: timeout ?? call.operation.timeout) {
      answer throws(GMOFailure) in
      try call.read(httpStatus: answer.status.code, body: answer.body, style: account.bodyStyle)
    }
  }
}
