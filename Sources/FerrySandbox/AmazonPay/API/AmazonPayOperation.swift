/// An API operation that the sandbox performs, by the name that faults and the request log use.
public enum AmazonPayOperation: String, Codable, Hashable, Sendable, CaseIterable {
  case createCheckoutSession
  case getCheckoutSession
  case updateCheckoutSession
  case completeCheckoutSession
  case getChargePermission
  case updateChargePermission
  case closeChargePermission
  case createCharge
  case getCharge
  case captureCharge
  case cancelCharge
  case createRefund
  case getRefund

  /// Whether the operation can move money or state; reading never does.
  public var isReading: Bool {
    switch self {
    case .getCheckoutSession, .getChargePermission, .getCharge, .getRefund: true
    case .createCheckoutSession, .updateCheckoutSession, .completeCheckoutSession, .updateChargePermission,
      .closeChargePermission, .createCharge, .captureCharge, .cancelCharge, .createRefund:
      false
    }
  }

  /// Only POST looks at the idempotency key; GET, PATCH and DELETE ignore it.
  var honoursIdempotencyKey: Bool {
    switch self {
    case .createCheckoutSession, .completeCheckoutSession, .createCharge, .captureCharge, .createRefund: true
    case .getCheckoutSession, .updateCheckoutSession, .getChargePermission, .updateChargePermission,
      .closeChargePermission, .getCharge, .cancelCharge, .getRefund:
      false
    }
  }

  /// Complete Checkout Session is a POST whose key is optional.
  var requiresIdempotencyKey: Bool { honoursIdempotencyKey && self != .completeCheckoutSession }
}
