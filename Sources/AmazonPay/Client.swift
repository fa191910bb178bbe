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

  /// - Parameters:
  ///   - transport: Sends the requests.
  ///   - time: The clock that dates the requests.
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
    let answer = try await send(call, offset, timeout)
    do {
      return try call.object(in: answer)
    } catch {
      guard error.kind == .misconfigured(.clock), let learnt = ClockOffset(learntFrom: answer) else { throw error }
      offset = learnt
      return try call.object(in: try await send(call, learnt, timeout))
    }
  }

  private func send(_ call: AmazonPayCall, _ offset: ClockOffset, _ timeout: Duration) async throws -> ProviderAnswer {
    let request = try account.request(for: call, at: offset.corrected(time.now))
    do {
      return try await transport.send(request, body: call.body, timeout: timeout)
    } catch .notSent {
      throw AmazonPayFailure.noAnswer(to: call.operation, sent: false)
    } catch .unknown {
      throw AmazonPayFailure.noAnswer(to: call.operation, sent: true)
    }
  }
}
