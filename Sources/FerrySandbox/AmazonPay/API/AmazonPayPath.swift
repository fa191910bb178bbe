import HTTPTypes

/// An API path, taken apart: `/v2/charges/{id}/capture`, with `/sandbox` or `/live` before it, with or without a slash
/// at the end.
struct AmazonPayPath: Hashable {
  /// What the first segment says, nil if there is none and the key decides.
  let environment: AmazonPayEnvironment?
  /// "v2", or the version that somebody believes in.
  let version: Substring
  /// The segments after the version.
  let segments: [Substring]

  /// Nil for a path outside the API.
  init?(_ path: Substring) {
    var segments = path.split(separator: "/", omittingEmptySubsequences: true)
    environment = segments.first.flatMap { AmazonPayEnvironment(rawValue: String($0)) }
    if environment != nil { segments.removeFirst() }
    guard let version = segments.first, version.first == "v", version.count > 1,
      version.dropFirst().allSatisfy(\.isWholeNumber)
    else { return nil }
    self.version = version
    self.segments = Array(segments.dropFirst())
  }

  struct Target: Hashable {
    let operation: AmazonPayOperation
    /// The object's id; empty for the operations that create one.
    let id: String
  }

  /// - Throws: 404 for a resource that the API does not have, 405 for a method that the resource does not have, 403 for
  ///   operations that only accounts on Amazon's list may call.
  func target(_ method: HTTPRequest.Method) throws(AmazonPayRefusal) -> Target {
    guard version == "v2" else {
      throw AmazonPayRefusal(400, "InvalidAPIVersion", "The API version \(version) is not supported; use v2.")
    }
    let id = segments.count > 1 ? String(segments[1]) : ""
    let operations: [HTTPRequest.Method: AmazonPayOperation]
    switch (segments.first, segments.count, segments.count > 2 ? segments[2] : nil) {
    case ("checkoutSessions", 1, _): operations = [.post: .createCheckoutSession]
    case ("checkoutSessions", 2, _): operations = [.get: .getCheckoutSession, .patch: .updateCheckoutSession]
    case ("checkoutSessions", 3, "complete"): operations = [.post: .completeCheckoutSession]
    case ("checkoutSessions", 3, "finalize"): operations = [.post: .finalizeCheckoutSession]
    case ("buyers", 2, _): operations = [.get: .getBuyer]
    case ("chargePermissions", 2, _): operations = [.get: .getChargePermission, .patch: .updateChargePermission]
    case ("chargePermissions", 3, "close"): operations = [.delete: .closeChargePermission]
    case ("charges", 1, _): operations = [.post: .createCharge]
    case ("charges", 2, _): operations = [.get: .getCharge, .patch: .updateCharge]
    case ("charges", 3, "capture"): operations = [.post: .captureCharge]
    case ("charges", 3, "cancel"): operations = [.delete: .cancelCharge]
    case ("refunds", 1, _): operations = [.post: .createRefund]
    case ("refunds", 2, _): operations = [.get: .getRefund]
    case ("deliveryTrackers", 1, _): operations = [.post: .createDeliveryTracker]
    case ("reports", 1, _): operations = [.get: .getReports, .post: .createReport]
    case ("reports", 2, _): operations = [.get: .getReport]
    case ("report-documents", 2, _): operations = [.get: .getReportDocument]
    case ("report-schedules", 1, _): operations = [.get: .getReportSchedules, .post: .createReportSchedule]
    case ("report-schedules", 2, _): operations = [.get: .getReportSchedule, .delete: .cancelReportSchedule]
    case ("disbursements", 1, _): operations = [.get: .getDisbursements]
    case ("authorizationTokens", 2, _): operations = [.get: .getAuthorizationToken]
    case ("disputes", _, _), ("files", _, _), ("merchantAccounts", _, _), ("in-store", _, _):
      throw AmazonPayRefusal(403, "UnauthorizedAccess", "The account is not enabled for this operation.")
    default: throw .notFound("resource")
    }
    guard let operation = operations[method] else {
      throw AmazonPayRefusal(405, "RequestNotSupported", "The resource does not support the method \(method).")
    }
    return Target(operation: operation, id: id)
  }
}
