/// An API operation that the sandbox performs, by the name that faults and the request log use.
public enum APIOperation: String, Codable, Hashable, Sendable, CaseIterable {
  case createCheckoutSession
  case getCheckoutSession
  case updateCheckoutSession
  case completeCheckoutSession
  case finalizeCheckoutSession
  case getBuyer
  case getChargePermission
  case updateChargePermission
  case closeChargePermission
  case createCharge
  case getCharge
  case updateCharge
  case captureCharge
  case cancelCharge
  case createRefund
  case getRefund
  case createDeliveryTracker
  case createReport
  case getReports
  case getReport
  case getReportDocument
  case createReportSchedule
  case getReportSchedules
  case getReportSchedule
  case cancelReportSchedule
  case getDisbursements
  case getAuthorizationToken

  /// True for POST, which uses the idempotency key; GET, PATCH and DELETE ignore it.
  var honoursIdempotencyKey: Bool {
    switch self {
    case .createCheckoutSession, .completeCheckoutSession, .finalizeCheckoutSession, .createCharge, .captureCharge,
      .createRefund, .createDeliveryTracker, .createReport, .createReportSchedule:
      true
    default: false
    }
  }

  /// True for operations that a retry without a key could carry out twice.
  var requiresIdempotencyKey: Bool {
    switch self {
    case .createCheckoutSession, .createCharge, .captureCharge, .createRefund: true
    default: false
    }
  }
}
