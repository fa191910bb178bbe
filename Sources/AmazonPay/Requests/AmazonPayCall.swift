public import FerryCore

/// One call of the API, apart from who makes it and when: what is stored before it is sent, and sent again unchanged.
public struct AmazonPayCall: Hashable, Sendable {
  public enum Operation: String, Codable, Hashable, Sendable, CaseIterable {
    case getCheckoutSession
    case updateCheckoutSession
    case completeCheckoutSession
    case getCharge
    case getChargePermission

    /// Whether it changes anything at Amazon.
    public var changesState: Bool {
      switch self {
      case .updateCheckoutSession, .completeCheckoutSession: true
      case .getCheckoutSession, .getCharge, .getChargePermission: false
      }
    }
  }

  public let operation: Operation
  /// The object that the call is about.
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
}
