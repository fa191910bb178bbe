public import FerryCore
public import FerryHTTP
import HTTPTypes

/// A client for PlacetoPay's Checkout, usable without the rest of Ferry. It sends one request for each call. If PlacetoPay
/// refuses it for its time, the client sends it once more with PlacetoPay's time.
///
/// After `unknownOutcome`, query the session before any retry: a repeated call is a second one. Only `collect` may be
/// repeated, within 24 hours and with the same reference and amount ("Collect", PlacetoPay documentation).
public actor PlacetoPayClient {
  public nonisolated let account: PlacetoPayAccount
  private let transport: any ProviderTransport
  private let time: any Timekeeper
  private let randomness: any Randomness
  /// PlacetoPay's clock is ahead of ours by this.
  private var clockOffset = Duration.zero

  public init(
    _ account: PlacetoPayAccount, transport: any ProviderTransport, time: any Timekeeper = SystemTime(),
    randomness: any Randomness = SystemRandomness()
  ) {
    self.account = account
    self.transport = transport
    self.time = time
    self.randomness = randomness
  }

  /// Sends a call and reads the object in its answer:
  ///
  ///     let session: SessionInformation = try await client.send(.querySession(requestId))
  ///
  /// - Parameters:
  ///   - buyer: The payer's address and browser, for `createSession` and `collect`.
  ///   - type: The object that the call's documentation names.
  ///   - timeout: Nil for the operation's.
  /// - Throws: `PlacetoPayFailure`, `InvalidField`.
  public func send<Object: PlacetoPayObject>(
    _ call: PlacetoPayCall, for buyer: BuyerFacts? = nil, as type: Object.Type = Object.self, timeout: Duration? = nil
  ) async throws -> Object {
    do {
      return try await sendOnce(call, buyer, timeout)
    } catch let failure as PlacetoPayFailure {
      guard let theirs = failure.providerTime else { throw failure }
      clockOffset = theirs.since(time.now)
      return try await sendOnce(call, buyer, timeout)
    }
  }

  private func sendOnce<Object: PlacetoPayObject>(
    _ call: PlacetoPayCall, _ buyer: BuyerFacts?, _ timeout: Duration?
  ) async throws -> Object {
    let sealed = try account.seal(call, buyer: buyer, at: time.now + clockOffset, nonce: randomness.bytes(16))
    return try await transport.perform(call.operation, sealed, timeout: timeout ?? call.operation.timeout) {
      answer throws(PlacetoPayFailure) in
      try call.read(httpStatus: answer.status.code, body: answer.body)
    }
  }
}
