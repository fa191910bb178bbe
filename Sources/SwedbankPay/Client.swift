public import FerryCore
public import FerryHTTP
import HTTPTypes

/// A client for Swedbank Pay's payment orders, usable without the rest of Ferry. Each method sends one request, once.
///
/// After `unknownOutcome`, get the payment order before anything else.
public struct SwedbankPayClient: Sendable {
  public let account: SwedbankPayAccount
  public let version: APIVersion
  private let transport: any ProviderTransport
  private let randomness: any Randomness

  public init(
    _ account: SwedbankPayAccount, version: APIVersion = .v3_1, transport: any ProviderTransport,
    randomness: any Randomness = SystemRandomness()
  ) {
    self.account = account
    self.version = version
    self.transport = transport
    self.randomness = randomness
  }

  /// Sends a call and reads the object in its answer.
  /// - Parameters:
  ///   - buyer: The payer's address and browser, for a new payment order with a payer.
  ///   - timeout: Nil for the operation's.
  /// - Throws: `SwedbankPayFailure`, `InvalidField`.
  public func perform<Answer: SwedbankPayAnswer>(
    _ call: SwedbankPayCall, for buyer: BuyerFacts? = nil, as type: Answer.Type = Answer.self, timeout: Duration? = nil
  ) async throws -> Answer {
    let sealed = try account.seal(call, buyer: buyer, sessionID: SessionID(randomness))
    return try await transport.perform(call.operation, sealed, timeout: timeout ?? call.operation.timeout) {
      answer throws(SwedbankPayFailure) in
      try call.read(httpStatus: answer.status.code, body: answer.body)
    }
  }
}

extension SwedbankPayClient {
  /// Creates a payment order. Store its id before the payer leaves.
  /// - Throws: `SwedbankPayFailure`, `InvalidField`, like all calls below.
  public func createPaymentOrder(_ order: NewPaymentOrder, for buyer: BuyerFacts?) async throws -> PaymentOrder {
    try await perform(.createPaymentOrder(order, version: version), for: buyer)
  }

  /// Gets a payment order with the parts that are asked for.
  public func paymentOrder(_ id: ResourceID, expanding nodes: Set<ExpandedNode> = []) async throws -> PaymentOrder {
    try await perform(.getPaymentOrder(id, expanding: nodes, version: version))
  }

  public func abort(_ order: PaymentOrder) async throws -> PaymentOrder {
    try await perform(.abort(order, version: version))
  }

  /// Changes the amount of an open payment order.
  public func updateOrder(
    _ order: PaymentOrder, amount: Money, vatAmount: Money, items: [OrderItem] = []
  ) async throws -> PaymentOrder {
    try await perform(.updateOrder(order, amount: amount, vatAmount: vatAmount, items: items, version: version))
  }

  /// Changes the payment method of an open payment order in instrument mode.
  public func setInstrument(_ instrument: Open<Instrument>, of order: PaymentOrder) async throws -> PaymentOrder {
    try await perform(.setInstrument(instrument, of: order, version: version))
  }

  public func capture(_ transaction: NewTransaction, of order: PaymentOrder) async throws -> TransactionAnswer {
    try await perform(.capture(transaction, of: order, version: version))
  }

  /// Refunds a captured or sold amount.
  public func reversal(_ transaction: NewTransaction, of order: PaymentOrder) async throws -> TransactionAnswer {
    try await perform(.reversal(transaction, of: order, version: version))
  }

  /// Releases all of an authorized amount that is not captured.
  public func cancel(
    _ order: PaymentOrder, description: String, payeeReference: PayeeReference
  ) async throws -> TransactionAnswer {
    try await perform(.cancel(order, description: description, payeeReference: payeeReference, version: version))
  }

  public func tokens(ofPayer payerReference: String) async throws -> PayerTokens {
    try await perform(.getTokens(payerReference: payerReference, version: version))
  }

  public func delete(_ token: PayerTokens.Token, comment: String) async throws {
    _ = try await perform(.deleteToken(token, comment: comment, version: version), as: TokenDeletion.self)
  }

  public func deleteAll(_ tokens: PayerTokens, comment: String) async throws {
    _ = try await perform(.deleteAllTokens(tokens, comment: comment, version: version), as: TokenDeletion.self)
  }

  /// Starts a check-in of version 2.0.
  public func startCheckIn(language: PageLanguage, shippingCountries: [String]?) async throws -> CheckIn {
    try await perform(.startCheckIn(language: language, shippingCountries: shippingCountries))
  }
}
