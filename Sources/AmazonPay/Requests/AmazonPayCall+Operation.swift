extension AmazonPayCall {
  /// What can be asked for, named as in the Amazon Pay documentation; a list is what it calls Get in the plural.
  public enum Operation: String, Codable, Hashable, Sendable, CaseIterable {
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
    case getAuthorizationToken
    case listReports
    case createReport
    case getReport
    case getReportDocument
    case listReportSchedules
    case createReportSchedule
    case getReportSchedule
    case cancelReportSchedule
    case listDisbursements

    /// Whether it changes anything at Amazon.
    public var changesState: Bool {
      switch self {
      case .createCheckoutSession, .updateCheckoutSession, .updateChargePermission, .createDeliveryTracker,
        .createReport, .createReportSchedule, .cancelReportSchedule:
        true
      default: movesMoney
      }
    }

    /// Whether it takes, returns or releases money, or may.
    public var movesMoney: Bool {
      switch self {
      case .completeCheckoutSession, .finalizeCheckoutSession, .closeChargePermission, .createCharge, .updateCharge,
        .captureCharge, .cancelCharge, .createRefund:
        true
      case .createCheckoutSession, .getCheckoutSession, .updateCheckoutSession, .getBuyer, .getChargePermission,
        .updateChargePermission, .getCharge, .getRefund, .createDeliveryTracker, .getAuthorizationToken,
        .listReports, .createReport, .getReport, .getReportDocument, .listReportSchedules, .createReportSchedule,
        .getReportSchedule, .cancelReportSchedule, .listDisbursements:
        false
      }
    }

    /// What a call's id names.
    enum Subject {
      case nothing
      /// An object with an id of letters, digits and hyphens.
      case object
      /// Something whose name may have other characters; they are encoded.
      case token
    }

    var subject: Subject {
      switch self {
      case .createCheckoutSession, .createDeliveryTracker, .listReports, .createReport, .listReportSchedules,
        .createReportSchedule, .listDisbursements:
        .nothing
      case .getBuyer, .getAuthorizationToken, .getReport, .getReportDocument, .getReportSchedule,
        .cancelReportSchedule:
        .token
      case .getCheckoutSession, .updateCheckoutSession, .completeCheckoutSession, .finalizeCheckoutSession,
        .getChargePermission, .updateChargePermission, .closeChargePermission, .createCharge, .getCharge,
        .updateCharge, .captureCharge, .cancelCharge, .createRefund, .getRefund:
        .object
      }
    }
  }
}
