public import FerryCore

/// One call of the API, apart from who makes it and when: what is stored before it is sent, and sent again unchanged.
public struct AmazonPayCall: Hashable, Sendable {
  public enum Operation: String, Codable, Hashable, Sendable, CaseIterable {
    case getCheckoutSession
    case updateCheckoutSession
    case completeCheckoutSession
    case getCharge
    case captureCharge
    case cancelCharge
    case getChargePermission
    case createRefund
    case getRefund

    /// Whether it changes anything at Amazon.
    public var changesState: Bool { movesMoney || self == .updateCheckoutSession }

    /// Whether it takes, returns or releases money.
    public var movesMoney: Bool {
      switch self {
      case .completeCheckoutSession, .captureCharge, .cancelCharge, .createRefund: true
      case .getCheckoutSession, .updateCheckoutSession, .getCharge, .getChargePermission, .getRefund: false
      }
    }
  }

  public let operation: Operation
  /// The object that the call is about; of a new refund its charge.
  public let objectId: String
  /// The exact body, JSON in UTF-8; empty for none.
  public let body: [UInt8]
  public let idempotencyKey: IdempotencyKey?

  /// A call with a body as it was stored.
  /// - Throws: `InvalidField` for an id that cannot be one.
  public init(
    _ operation: Operation, _ objectId: String, body: [UInt8] = [], idempotencyKey: IdempotencyKey? = nil
  ) throws(InvalidField) {
    guard Self.isWellFormed(objectId) else {
      throw InvalidField(field: "id", fault: .characters(allowed: "A-Z a-z 0-9 -"))
    }
    self.operation = operation
    self.objectId = objectId
    self.body = body
    self.idempotencyKey = idempotencyKey
  }

  /// Whether a text can be an object's id: up to 64 letters, digits and hyphens. Ids also come back in addresses that
  /// anyone can write, and become part of a path.
  public static func isWellFormed(_ id: String) -> Bool {
    (1...64).contains(id.utf8.count)
      && id.utf8.allSatisfy {
        switch $0 {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"):
          true
        default: false
        }
      }
  }

  /// - Throws: `InvalidField`.
  public static func getCheckoutSession(_ id: String) throws(InvalidField) -> AmazonPayCall {
    try AmazonPayCall(.getCheckoutSession, id)
  }

  /// - Throws: `InvalidField`.
  public static func getCharge(_ id: String) throws(InvalidField) -> AmazonPayCall {
    try AmazonPayCall(.getCharge, id)
  }

  /// - Throws: `InvalidField`.
  public static func getChargePermission(_ id: String) throws(InvalidField) -> AmazonPayCall {
    try AmazonPayCall(.getChargePermission, id)
  }

  /// Sets what the buyer is about to pay. Repeating it sets the same again.
  /// - Throws: `InvalidField`.
  public static func updateCheckoutSession(
    _ id: String, _ update: CheckoutSessionUpdate, in environment: AmazonPayEnvironment
  ) throws(InvalidField) -> AmazonPayCall {
    try update.check(FieldLimits(environment: environment))
    return try AmazonPayCall(.updateCheckoutSession, id, body: stableJSON(update))
  }

  /// Finishes the payment: only its answer tells whether the buyer has paid.
  /// - Parameter amount: The amount that the session was updated with.
  /// - Throws: `InvalidField`.
  public static func completeCheckoutSession(
    _ id: String, _ amount: Money, _ key: IdempotencyKey, in environment: AmazonPayEnvironment
  ) throws(InvalidField) -> AmazonPayCall {
    try FieldLimits(environment: environment).check(amount, "chargeAmount")
    let body = stableJSON(["chargeAmount": Price(amount)])
    return try AmazonPayCall(.completeCheckoutSession, id, body: body, idempotencyKey: key)
  }

  /// - Throws: `InvalidField`.
  public static func getRefund(_ id: String) throws(InvalidField) -> AmazonPayCall {
    try AmazonPayCall(.getRefund, id)
  }

  /// Takes what was authorized, or a part of it. A charge is captured once.
  /// - Throws: `InvalidField`.
  public static func captureCharge(
    _ id: String, _ amount: Money, _ key: IdempotencyKey, in environment: AmazonPayEnvironment
  ) throws(InvalidField) -> AmazonPayCall {
    try FieldLimits(environment: environment).check(amount, "captureAmount")
    let body = stableJSON(["captureAmount": Price(amount)])
    return try AmazonPayCall(.captureCharge, id, body: body, idempotencyKey: key)
  }

  /// Releases what was authorized and not captured. Repeating it changes nothing more.
  /// - Parameter reason: For the merchant's own records at Amazon; at most 255 characters.
  /// - Throws: `InvalidField`.
  public static func cancelCharge(
    _ id: String, reason: String, in environment: AmazonPayEnvironment
  ) throws(InvalidField) -> AmazonPayCall {
    guard !reason.isEmpty else { throw InvalidField(field: "cancellationReason", fault: .missing) }
    try FieldLimits(environment: environment).check(reason, "cancellationReason", atMost: 255)
    return try AmazonPayCall(.cancelCharge, id, body: stableJSON(["cancellationReason": reason]))
  }

  /// Returns captured money to the buyer, which takes a while. A charge may be refunded in several parts.
  /// - Throws: `InvalidField`.
  public static func createRefund(
    ofCharge id: String, _ amount: Money, _ key: IdempotencyKey, in environment: AmazonPayEnvironment
  ) throws(InvalidField) -> AmazonPayCall {
    try FieldLimits(environment: environment).check(amount, "refundAmount")
    let body = stableJSON(RefundBody(chargeId: id, refundAmount: Price(amount)))
    return try AmazonPayCall(.createRefund, id, body: body, idempotencyKey: key)
  }
}

private struct RefundBody: Encodable {
  let chargeId: String
  let refundAmount: Price
}
