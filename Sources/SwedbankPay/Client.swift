public import FerryCore
public import FerryHTTP
import HTTPTypes

/// A client for Swedbank Pay's payment orders, usable without the rest of Ferry. It sends one request for each call, once.
///
/// After `unknownOutcome`, get the payment order before anything else.
public struct SwedbankPayClient: Sendable {
  public let account: SwedbankPayAccount
  private let transport: any ProviderTransport
  private let randomness: any Randomness

  public init(
    _ account: SwedbankPayAccount, transport: any ProviderTransport, randomness: any Randomness = SystemRandomness()
  ) {
    self.account = account
    self.transport = transport
    self.randomness = randomness
  }

  /// Sends a call and reads the object in its answer:
  ///
  ///     let order: PaymentOrder = try await client.send(.getPaymentOrder(id))
  ///
  /// - Parameters:
  ///   - buyer: The payer's address and browser, for a new payment order with a payer.
  ///   - type: The object that the call's documentation names.
  ///   - timeout: Nil for the operation's.
  /// - Throws: `SwedbankPayFailure`, `InvalidField`.
  public func send<Answer: SwedbankPayAnswer>(
    _ call: SwedbankPayCall, for buyer: BuyerFacts? = nil, as type: Answer.Type = Answer.self, timeout: Duration? = nil
  ) async throws -> Answer {
    let sealed = try account.seal(call, buyer: buyer, sessionID: SessionID(randomness))
    return try await transport.perform(call.operation, sealed, timeout: timeout ?? call.operation.timeout) {
      answer throws(SwedbankPayFailure) in
      try call.read(httpStatus: answer.status.code, body: answer.body)
    }
  }
}
