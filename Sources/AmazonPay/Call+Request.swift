public import FerryCore
import FerryHTTP
public import HTTPTypes

extension AmazonPayCall.Operation {
  /// The kind of thing that a call's id identifies.
  enum Subject {
    case nothing
    /// An object with an id of letters, digits and hyphens.
    case object
    /// An id that may have other characters; they are percent-encoded.
    case token
  }

  /// The greatest change at Amazon that the operation can make.
  enum Effect {
    case none, state, money
  }

  /// The path comes after `/v2`, and has `{id}` for the call's id.
  var route: (method: HTTPRequest.Method, path: String, subject: Subject, effect: Effect) {
    switch self {
    case .createCheckoutSession: (.post, "/checkoutSessions", .nothing, .state)
    case .getCheckoutSession: (.get, "/checkoutSessions/{id}", .object, .none)
    case .updateCheckoutSession: (.patch, "/checkoutSessions/{id}", .object, .state)
    case .completeCheckoutSession: (.post, "/checkoutSessions/{id}/complete", .object, .money)
    case .finalizeCheckoutSession: (.post, "/checkoutSessions/{id}/finalize", .object, .money)
    case .getBuyer: (.get, "/buyers/{id}", .token, .none)
    case .getChargePermission: (.get, "/chargePermissions/{id}", .object, .none)
    case .updateChargePermission: (.patch, "/chargePermissions/{id}", .object, .state)
    case .closeChargePermission: (.delete, "/chargePermissions/{id}/close", .object, .money)
    case .createCharge: (.post, "/charges", .object, .money)
    case .getCharge: (.get, "/charges/{id}", .object, .none)
    case .updateCharge: (.patch, "/charges/{id}", .object, .money)
    case .captureCharge: (.post, "/charges/{id}/capture", .object, .money)
    case .cancelCharge: (.delete, "/charges/{id}/cancel", .object, .money)
    case .createRefund: (.post, "/refunds", .object, .money)
    case .getRefund: (.get, "/refunds/{id}", .object, .none)
    case .getDispute: (.get, "/disputes/{id}", .object, .none)
    case .contestDispute: (.post, "/disputes/{id}/contest", .object, .state)
    case .createFile: (.post, "/files", .nothing, .state)
    // Sent to the address of the file, without a signature.
    case .uploadFile: (.put, "/files/{id}/contents", .token, .state)
    case .createDeliveryTracker: (.post, "/deliveryTrackers", .nothing, .state)
    case .getAuthorizationToken: (.get, "/authorizationTokens/{id}", .token, .none)
    case .listReports: (.get, "/reports", .nothing, .none)
    case .createReport: (.post, "/reports", .nothing, .state)
    case .getReport: (.get, "/reports/{id}", .token, .none)
    case .getReportDocument: (.get, "/report-documents/{id}", .token, .none)
    case .listReportSchedules: (.get, "/report-schedules", .nothing, .none)
    case .createReportSchedule: (.post, "/report-schedules", .nothing, .state)
    case .getReportSchedule: (.get, "/report-schedules/{id}", .token, .none)
    case .cancelReportSchedule: (.delete, "/report-schedules/{id}", .token, .state)
    case .listDisbursements: (.get, "/disbursements", .nothing, .none)
    }
  }
}

extension AmazonPayCall {
  /// The path after `/v2`, without the query.
  var path: String { operation.route.path.replacing("{id}", with: PercentEncoding.encode(objectId)) }

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
      method: call.operation.route.method, scheme: endpoint.site.scheme, authority: endpoint.site.authority,
      path: endpoint.basePath + "/v2" + call.target)
    request.headerFields[.accept] = "application/json"
    request.headerFields[.contentType] = "application/json"
    request.headerFields[.userAgent] = "ferry/0.1 (Swift)"
    request.headerFields[.amazonPayHost] = endpoint.host
    request.headerFields[.amazonPayRegion] = region.rawValue
    request.headerFields[.amazonPayIdempotencyKey] = call.idempotencyKey?.text
    request.headerFields[.amazonPayAuthToken] = authToken?.reveal()
    if environment == .sandbox { request.headerFields[.amazonPaySimulationCode] = call.simulation?.code.text }
    return request
  }

  /// The signed HTTP request of a call.
  /// - Parameter moment: The time of the signature, by Amazon's clock.
  public func request(for call: AmazonPayCall, at moment: Moment) throws(SigningError) -> HTTPRequest {
    try signer.signed(unsignedRequest(for: call), body: call.body, at: moment)
  }

  public var signer: RequestSigner { RequestSigner(publicKeyId: publicKeyId, key: key, algorithm: algorithm) }
}
