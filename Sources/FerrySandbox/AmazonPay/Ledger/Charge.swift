import FerryCore

/// One payment under a charge permission.
struct Charge: Codable, Hashable {
  enum State: String, Codable {
    case authorizationInitiated = "AuthorizationInitiated"
    case authorized = "Authorized"
    case captureInitiated = "CaptureInitiated"
    case captured = "Captured"
    case canceled = "Canceled"
    case declined = "Declined"

    /// Neither captured nor given up.
    var isOpen: Bool {
      switch self {
      case .authorizationInitiated, .authorized, .captureInitiated: true
      case .captured, .canceled, .declined: false
      }
    }
  }

  /// How an undecided authorization or capture will be decided.
  struct Decision: Codable, Hashable {
    let due: Moment
    /// The reason of a decline, nil for success.
    let declineReason: String?
    /// Whether the amount is captured as soon as it is authorized.
    let capturesAtOnce: Bool
  }

  let id: String
  let owner: Owner
  let permissionID: String
  let createdAt: Moment
  let expiresAt: Moment
  let amount: Money
  let channel: String?
  let initiator: String?
  let providerReferenceID: String?
  let platformID: String?
  let resultReturnURL: String?
  let merchantMetadata: MerchantMetadata

  var updatedAt: Moment
  var state: State
  var reason: StateReason?
  var authorizedAt: Moment?
  var decision: Decision?
  var softDescriptor: String?
  /// What was asked to be captured, and is captured once the state says so.
  var captureAmount: Money?
  /// Completed refunds.
  var refunded: Money
  /// Refunds that are not declined.
  var refundIDs: [String] = []

  var captured: Money {
    guard state == .captured, let captureAmount else { return .zero(amount.currency) }
    return captureAmount
  }
}
