public import FerryCore
import FerryHTTP
public import HTTPTypes

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension AmazonPayCall {
  var method: HTTPRequest.Method {
    switch operation {
    case .getCheckoutSession, .getBuyer, .getCharge, .getChargePermission, .getRefund, .getAuthorizationToken,
      .listReports, .getReport, .getReportDocument, .listReportSchedules, .getReportSchedule, .listDisbursements:
      .get
    case .updateCheckoutSession, .updateChargePermission, .updateCharge: .patch
    case .createCheckoutSession, .completeCheckoutSession, .finalizeCheckoutSession, .createCharge, .captureCharge,
      .createRefund, .createDeliveryTracker, .createReport, .createReportSchedule:
      .post
    case .closeChargePermission, .cancelCharge, .cancelReportSchedule: .delete
    }
  }

  /// The path after `/v2`, without the query.
  var path: String {
    let id = PercentEncoding.encode(objectId)
    return switch operation {
    case .createCheckoutSession: "/checkoutSessions"
    case .getCheckoutSession, .updateCheckoutSession: "/checkoutSessions/\(id)"
    case .completeCheckoutSession: "/checkoutSessions/\(id)/complete"
    case .finalizeCheckoutSession: "/checkoutSessions/\(id)/finalize"
    case .getBuyer: "/buyers/\(id)"
    case .getChargePermission, .updateChargePermission: "/chargePermissions/\(id)"
    case .closeChargePermission: "/chargePermissions/\(id)/close"
    case .createCharge: "/charges"
    case .getCharge, .updateCharge: "/charges/\(id)"
    case .captureCharge: "/charges/\(id)/capture"
    case .cancelCharge: "/charges/\(id)/cancel"
    case .createRefund: "/refunds"
    case .getRefund: "/refunds/\(id)"
    case .createDeliveryTracker: "/deliveryTrackers"
    case .getAuthorizationToken: "/authorizationTokens/\(id)"
    case .listReports, .createReport: "/reports"
    case .getReport: "/reports/\(id)"
    case .getReportDocument: "/report-documents/\(id)"
    case .listReportSchedules, .createReportSchedule: "/report-schedules"
    case .getReportSchedule, .cancelReportSchedule: "/report-schedules/\(id)"
    case .listDisbursements: "/disbursements"
    }
  }

  /// Path and query. The parameters are sorted by name, as in the signature. Every byte that is not unreserved (RFC 3986 §2.3)
  /// is percent-encoded, like in all official libraries.
  var target: String {
    guard !query.isEmpty else { return path }
    let parameters = query.map { (name: PercentEncoding.encode($0.name), value: PercentEncoding.encode($0.value)) }
      .sorted { $0 < $1 }
    return path + "?" + parameters.map { "\($0.name)=\($0.value)" }.joined(separator: "&")
  }
}

extension AmazonPayAccount {
  /// The HTTP request of a call without date and signature. The body is the call's body. A simulation is sent to the
  /// sandbox only.
  public func unsignedRequest(for call: AmazonPayCall) -> HTTPRequest {
    var request = HTTPRequest(
      method: call.method, scheme: endpoint.scheme, authority: endpoint.authority,
      path: endpoint.basePath + "/v2" + call.target)
    request.headerFields[.accept] = "application/json"
    request.headerFields[.contentType] = "application/json"
    request.headerFields[.userAgent] = "ferry/0.1 (Swift)"
    request.headerFields[.amazonPayHost] = endpoint.host
    request.headerFields[.amazonPayRegion] = region.rawValue
    request.headerFields[.amazonPayIdempotencyKey] = call.idempotencyKey?.text
    request.headerFields[.amazonPayAuthToken] = authToken?.reveal()
    if environment == .sandbox {
      request.headerFields[.amazonPaySimulationCode] = call.simulation?.code.text
    }
    return request
  }

  /// The signed HTTP request of a call.
  /// - Parameter moment: The time of the signature, by Amazon's clock.
  /// - Throws: `SigningError`.
  public func request(for call: AmazonPayCall, at moment: Moment) throws(SigningError) -> HTTPRequest {
    try signer.signed(unsignedRequest(for: call), body: call.body, at: moment)
  }

  public var signer: RequestSigner { RequestSigner(publicKeyId: publicKeyId, key: key, algorithm: algorithm) }
}

/// JSON with sorted keys and unescaped slashes: the same bytes for the same value, because signed, stored and retried
/// bytes have to be equal.
package func stableJSON(_ value: some Encodable) -> [UInt8] {
  let encoder = JSONEncoder()
  encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
  guard let data = try? encoder.encode(value) else {
    preconditionFailure("A request body is made of texts, truth values and lists, which always encode.")
  }
  return Array(data)
}
