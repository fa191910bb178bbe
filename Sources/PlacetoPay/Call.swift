public import FerryCore
public import FerryHTTP

/// One call of the API, without login, signature, and the buyer's address and browser, which `PlacetoPayAccount.seal` adds
/// when it is sent. It is independent of account and time: store it before sending, and retry it unchanged. The static
/// functions make the calls, and throw `InvalidField` for values that PlacetoPay would refuse, cut or drop.
///
/// A capture that is cancelled before the settlement ("void") is not a call of Checkout: before the settlement, `reverse`
/// without an amount is treated as one, and a held amount is released by `release`.
public struct PlacetoPayCall: Hashable, Sendable, Redacted {
  /// The operations, with the names of the functions that make the calls.
  public enum Operation: String, ProviderOperation, Codable, Hashable, Sendable, CaseIterable {
    case createSession
    case querySession
    case cancelSession
    case collect
    case reverse
    case capture
    case release
    case reauthorize
    case confirm
    case cancelTransaction
    case invalidateToken

    /// True if the request needs the address and the browser of the person who pays.
    public var needsBuyer: Bool { self == .createSession || self == .collect }

    public var changesState: Bool { self != .querySession }

    /// True if the operation itself can take, hold, return or release money.
    public var movesMoney: Bool {
      switch self {
      case .createSession, .querySession, .cancelSession, .invalidateToken: false
      case .collect, .reverse, .capture, .release, .reauthorize, .confirm, .cancelTransaction: true
      }
    }

    /// The longest wait for an answer. Banks can be slow.
    public var timeout: Duration { movesMoney ? .seconds(90) : .seconds(20) }
  }

  public let operation: Operation
  /// The path after the account's base URL, such as `/api/session/1234`.
  public let path: String
  /// A JSON object in UTF-8. It never has login and signature; it may have personal data and, for `collect` and
  /// `invalidateToken`, a token.
  public let content: [UInt8]

  public init(_ operation: Operation, path: String, content: [UInt8]) {
    self.operation = operation
    self.path = path
    self.content = content
  }

  public var description: String { "\(operation.rawValue) \(path)" }

  private init(_ operation: Operation, _ path: String, _ content: some Encodable = [String: String]()) {
    self.init(operation, path: path, content: stableJSON(content))
  }
}

extension PlacetoPayCall {
  /// Creates a session on the payment page. The answer is a `CreatedSession`: store its id before the buyer leaves. PlacetoPay
  /// knows no idempotency key here: a repeated call makes a second session.
  ///
  ///     let call = try PlacetoPayCall.createSession(session, at: SystemTime().now)
  ///     let created: CreatedSession = try await client.send(call, for: buyer)
  ///
  /// - Parameter now: The present time. With it, an expiration less than 5 minutes later throws `InvalidField`; nil leaves that
  ///   check to PlacetoPay.
  public static func createSession(
    _ session: NewSession, at now: Moment? = nil
  ) throws(InvalidField) -> PlacetoPayCall {
    try session.check(at: now)
    return PlacetoPayCall(.createSession, "/api/session", session)
  }

  /// Gets a session with its transactions. The answer is a `SessionInformation`.
  /// - Parameter requestId: The session's id in digits.
  public static func querySession(_ requestId: String) throws(InvalidField) -> PlacetoPayCall {
    try FieldRules.id(requestId, "/requestId")
    return PlacetoPayCall(.querySession, "/api/session/\(requestId)")
  }

  /// Cancels a session for good. It has to be pending, with no payment that is approved or being processed. The answer is
  /// a `SessionInformation`.
  public static func cancelSession(_ requestId: String) throws(InvalidField) -> PlacetoPayCall {
    try FieldRules.id(requestId, "/requestId")
    return PlacetoPayCall(.cancelSession, "/api/session/\(requestId)/cancel")
  }

  /// Charges a saved payment method. The answer is a `SessionInformation`. The content holds the token.
  public static func collect(_ collection: NewCollection) throws(InvalidField) -> PlacetoPayCall {
    try collection.check()
    return PlacetoPayCall(.collect, "/api/collect", collection)
  }

  /// Deletes a saved payment method at PlacetoPay. The answer is a `TokenInvalidation`. The content holds the token.
  public static func invalidateToken(_ instrument: SavedInstrument) throws(InvalidField) -> PlacetoPayCall {
    try instrument.check("/instrument")
    return PlacetoPayCall(.invalidateToken, "/api/instrument/invalidate", ["instrument": instrument])
  }
}

/// Actions on a transaction. The answer to each is a `TransactionResult`, whose transaction may have a new id: keep it, and
/// go on with it.
extension PlacetoPayCall {
  /// Refunds an approved transaction.
  /// - Parameter amount: Nil for the whole transaction. Less is possible after the settlement only, and several times up
  ///   to the approved total.
  public static func reverse(_ internalReference: String, _ amount: Money? = nil) throws(InvalidField) -> PlacetoPayCall
  {
    if let amount { try FieldRules.positive(amount, "/amount/total") }
    return try action(.reverse, "reverse", internalReference, amount)
  }

  /// Captures a held amount, or less. Holds lapse after 30 days by default.
  /// - Parameter amount: In the currency of the hold.
  public static func capture(_ internalReference: String, _ amount: Money) throws(InvalidField) -> PlacetoPayCall {
    try FieldRules.positive(amount, "/amount/total")
    return try action(.capture, "checkout", internalReference, amount)
  }

  /// Releases a held amount.
  /// - Parameter currency: The currency of the hold.
  public static func release(
    _ internalReference: String, _ currency: Currency
  ) throws(InvalidField) -> PlacetoPayCall {
    try action(.release, "checkout", internalReference, .zero(currency))
  }

  /// Changes a held amount, as often as needed before the capture. Not in Puerto Rico.
  public static func reauthorize(_ internalReference: String, _ amount: Money) throws(InvalidField) -> PlacetoPayCall {
    try FieldRules.positive(amount, "/amount/total")
    return try action(.reauthorize, "reauthorization", internalReference, amount)
  }

  /// Processes a transaction that waits for the merchant's confirmation. It may still be declined.
  public static func confirm(_ internalReference: String) throws(InvalidField) -> PlacetoPayCall {
    try action(.confirm, "confirm", internalReference)
  }

  /// Drops a transaction that waits for the merchant's confirmation.
  public static func cancelTransaction(_ internalReference: String) throws(InvalidField) -> PlacetoPayCall {
    try action(.cancelTransaction, "cancel", internalReference)
  }

  private static func action(
    _ operation: Operation, _ name: String, _ internalReference: String, _ amount: Money? = nil
  ) throws(InvalidField) -> PlacetoPayCall {
    try FieldRules.id(internalReference, "/internalReference")
    guard let id = Int64(internalReference) else {
      throw InvalidField("/internalReference", "Write a whole number of 64 bits.")
    }
    let content = Action(internalReference: id, action: name, amount: amount.map { Amount($0) })
    return PlacetoPayCall(operation, "/api/transaction", content)
  }

  private struct Action: Encodable {
    let internalReference: Int64
    let action: String
    let amount: Amount?
  }
}
