public import FerryCore
public import FerryHTTP
import HTTPTypes

/// A client for PlacetoPay's Checkout, usable without the rest of Ferry. Each method sends one request. If PlacetoPay
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

  /// Sends a call and reads the object in its answer.
  /// - Parameters:
  ///   - buyer: The payer's address and browser, for `createSession` and `collect`.
  ///   - timeout: Nil for 20 seconds, or 90 for a call that moves money, because banks can be slow.
  /// - Throws: `PlacetoPayFailure`, `InvalidField`.
  public func perform<Object: PlacetoPayObject>(
    _ call: PlacetoPayCall, for buyer: BuyerFacts? = nil, as type: Object.Type = Object.self, timeout: Duration? = nil
  ) async throws -> Object {
    let timeout = timeout ?? .seconds(call.operation.movesMoney ? 90 : 20)
    do {
      return try await send(call, buyer, timeout)
    } catch let failure as PlacetoPayFailure {
      guard let theirs = failure.providerTime else { throw failure }
      clockOffset = theirs.since(time.now)
      return try await send(call, buyer, timeout)
    }
  }

  private func send<Object: PlacetoPayObject>(
    _ call: PlacetoPayCall, _ buyer: BuyerFacts?, _ timeout: Duration
  ) async throws -> Object {
    let sealed = try account.seal(call, buyer: buyer, at: time.now + clockOffset, nonce: randomness.bytes(16))
    return try await transport.perform(call.operation, sealed, timeout: timeout) {
      answer throws(PlacetoPayFailure) in
      try call.read(httpStatus: answer.status.code, body: answer.body)
    }
  }
}

extension PlacetoPayClient {
  /// Creates a session on the payment page. Store its id before the buyer leaves.
  /// - Throws: `PlacetoPayFailure`, `InvalidField`, like all calls below.
  public func createSession(_ session: NewSession, for buyer: BuyerFacts) async throws -> CreatedSession {
    try await perform(.createSession(session, at: time.now), for: buyer)
  }

  public func session(_ requestId: String) async throws -> SessionInformation {
    try await perform(.querySession(requestId))
  }

  public func cancelSession(_ requestId: String) async throws -> SessionInformation {
    try await perform(.cancelSession(requestId))
  }

  public func collect(_ collection: NewCollection, for buyer: BuyerFacts) async throws -> SessionInformation {
    try await perform(.collect(collection), for: buyer)
  }

  public func invalidateToken(_ instrument: SavedInstrument) async throws -> TokenInvalidation {
    try await perform(.invalidateToken(instrument))
  }

  /// Refunds an approved transaction.
  public func reverse(_ internalReference: String, _ amount: Money? = nil) async throws -> TransactionResult {
    try await perform(.reverse(internalReference, amount))
  }

  public func capture(_ internalReference: String, _ amount: Money) async throws -> TransactionResult {
    try await perform(.capture(internalReference, amount))
  }

  /// Releases a held amount.
  public func release(_ internalReference: String, _ currency: Currency) async throws -> TransactionResult {
    try await perform(.release(internalReference, currency))
  }

  public func reauthorize(_ internalReference: String, _ amount: Money) async throws -> TransactionResult {
    try await perform(.reauthorize(internalReference, amount))
  }

  /// Processes a transaction that waits for the merchant's confirmation.
  public func confirm(_ internalReference: String) async throws -> TransactionResult {
    try await perform(.confirm(internalReference))
  }

  /// Drops a transaction that waits for the merchant's confirmation.
  public func cancelTransaction(_ internalReference: String) async throws -> TransactionResult {
    try await perform(.cancelTransaction(internalReference))
  }
}
