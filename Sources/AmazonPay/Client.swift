public import FerryCore
public import FerryHTTP
import HTTPTypes

/// A client for Amazon Pay's API, usable without the rest of Ferry. It sends one request for each call. If Amazon refuses it
/// for its date, the client sends it once more with Amazon's time.
///
/// After `unknownOutcome`, repeat the same call with the same idempotency key, never with a new one.
public actor AmazonPayClient {
  public nonisolated let account: AmazonPayAccount
  private let transport: any ProviderTransport
  private let time: any Timekeeper
  /// Amazon's clock is ahead of ours by this.
  private var clockOffset = Duration.zero

  public init(_ account: AmazonPayAccount, transport: any ProviderTransport, time: any Timekeeper = SystemTime()) {
    self.account = account
    self.transport = transport
    self.time = time
  }

  /// Sends a call and decodes the object in its answer:
  ///
  ///     let charge: Charge = try await client.send(.getCharge(id))
  ///
  /// A call does not know the account. Give `client.account.region` to a call with an amount, to have its currency checked:
  ///
  ///     let call = try AmazonPayCall.createCharge(
  ///       charge, key, in: client.account.environment, region: client.account.region)
  ///
  /// - Parameters:
  ///   - type: The object that the call's documentation names.
  ///   - timeout: Nil for the operation's.
  /// - Throws: `AmazonPayFailure`, `SigningError`; and `InvalidField`, if the call is made here.
  public func send<Object: AmazonPayObject>(
    _ call: AmazonPayCall, as type: Object.Type = Object.self, timeout: Duration? = nil
  ) async throws -> Object {
    let answer = try await answer(to: call, timeout)
    do {
      return try call.object(in: answer)
    } catch {
      guard error.cause == .clock, let offset = AmazonPayTimestamp.clockOffset(learntFrom: answer) else { throw error }
      clockOffset = offset
      return try call.object(in: try await self.answer(to: call, timeout))
    }
  }

  private func answer(to call: AmazonPayCall, _ timeout: Duration?) async throws -> ProviderAnswer {
    let sealed = SealedRequest(try account.request(for: call, at: time.now + clockOffset), body: call.body)
    return try await transport.perform(call.operation, sealed, timeout: timeout ?? call.operation.timeout) {
      answer throws(AmazonPayFailure) in answer
    }
  }
}
