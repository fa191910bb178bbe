public import FerryCore
public import FerryHTTP

/// A refund of a charge ("Refund", Amazon Pay documentation). Amazon always decides later.
public struct Refund: Hashable, Sendable, LenientCodable, AmazonPayObject {
  public enum State: String, Hashable, Sendable, CaseIterable {
    /// The decision is pending.
    case refundInitiated = "RefundInitiated"
    /// The buyer receives the amount; final.
    case refunded = "Refunded"
    /// The merchant has to refund the buyer in another way.
    case declined = "Declined"
  }

  public enum Reason: String, Hashable, Sendable, CaseIterable {
    /// Amazon rejects it; refund the buyer in another way.
    case amazonRejected = "AmazonRejected"
    case processingFailure = "ProcessingFailure"
  }

  /// Such as `S03-1234567-1234567-R123456`.
  public internal(set) var refundId = ""
  public internal(set) var chargeId: String?
  public internal(set) var statusDetails = StatusDetails<State, Reason>()
  public internal(set) var refundAmount: Price?
  /// The text on the buyer's statement.
  public internal(set) var softDescriptor: String?
  public internal(set) var creationTimestamp: Moment?
  public internal(set) var releaseEnvironment: Open<ReleaseEnvironment>?
  public internal(set) var additional: [String: UntypedJSON] = [:]

  public var state: Open<State> { statusDetails.state }

  public func answers(_ call: AmazonPayCall) -> Bool {
    switch call.operation {
    case .createRefund: chargeId == call.objectId
    case .getRefund: refundId == call.objectId
    case .createCheckoutSession, .getCheckoutSession, .updateCheckoutSession, .completeCheckoutSession,
      .finalizeCheckoutSession, .getBuyer, .getChargePermission, .updateChargePermission, .closeChargePermission,
      .createCharge, .getCharge, .updateCharge, .captureCharge, .cancelCharge, .getDispute, .contestDispute,
      .createFile, .uploadFile,
      .createDeliveryTracker,
      .getAuthorizationToken, .listReports, .createReport, .getReport, .getReportDocument, .listReportSchedules,
      .createReportSchedule, .getReportSchedule, .cancelReportSchedule, .listDisbursements:
      false
    }
  }

  mutating func code(_ members: inout MemberCoder) throws {
    try members.required(&refundId, "refundId")
    try members.required(&statusDetails, "statusDetails")
    try members.member(&chargeId, "chargeId")
    try members.member(&refundAmount, "refundAmount")
    try members.member(&softDescriptor, "softDescriptor")
    try members.member(&creationTimestamp, "creationTimestamp")
    try members.member(&releaseEnvironment, "releaseEnvironment")
  }
}
