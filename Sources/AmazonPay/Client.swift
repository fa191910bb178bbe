public import FerryCore
public import FerryHTTP
import HTTPTypes

/// A client for Amazon Pay's API, usable without the rest of Ferry. Each method sends one request. If Amazon refuses it
/// for its date, the client sends it once more with Amazon's time.
///
/// After `unknownOutcome`, repeat the same call with the same idempotency key, never with a new one.
public actor AmazonPayClient {
  public nonisolated let account: AmazonPayAccount
  private let transport: any ProviderTransport
  private let time: any Timekeeper
  private var offset = ClockOffset.none

  public init(_ account: AmazonPayAccount, transport: any ProviderTransport, time: any Timekeeper = SystemTime()) {
    self.account = account
    self.transport = transport
    self.time = time
  }

  /// Sends a call and decodes the object in its answer.
  /// - Throws: `AmazonPayFailure`, `SigningError`.
  public func perform<Object: AmazonPayObject>(
    _ call: AmazonPayCall, as type: Object.Type = Object.self, timeout: Duration = .seconds(20)
  ) async throws -> Object {
    let answer = try await send(call, timeout)
    do {
      return try call.object(in: answer)
    } catch {
      guard error.cause == .clock, let learnt = ClockOffset(learntFrom: answer) else { throw error }
      offset = learnt
      return try call.object(in: try await send(call, timeout))
    }
  }

  private func send(_ call: AmazonPayCall, _ timeout: Duration) async throws -> ProviderAnswer {
    let request = try account.request(for: call, at: offset.corrected(time.now))
    return try await transport.perform(call.operation, SealedRequest(request, body: call.body), timeout: timeout) {
      answer throws(AmazonPayFailure) in answer
    }
  }
}
