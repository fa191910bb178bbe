public import FerryCore
public import HTTPTypes

extension AmazonPayAccount {
  /// The HTTP request of a call without what depends on the time of sending: date and signature. Its body is the call's
  /// own.
  public func unsignedRequest(for call: AmazonPayCall) -> HTTPRequest {
    var request = HTTPRequest(
      method: call.method, scheme: endpoint.scheme, authority: endpoint.authority,
      path: endpoint.basePath + "/v2" + call.path)
    request.headerFields[.accept] = "application/json"
    request.headerFields[.contentType] = "application/json"
    request.headerFields[.userAgent] = "ferry/0.1 (Swift)"
    request.headerFields[.amazonPayHost] = endpoint.host
    request.headerFields[.amazonPayRegion] = region.rawValue
    request.headerFields[.amazonPayIdempotencyKey] = call.idempotencyKey?.text
    return request
  }

  /// The signed HTTP request of a call.
  /// - Parameter moment: The time to sign for, by the provider's clock.
  /// - Throws: `SigningError`.
  public func request(for call: AmazonPayCall, at moment: Moment) throws(SigningError) -> HTTPRequest {
    try signer.signed(unsignedRequest(for: call), body: call.body, at: moment)
  }

  public var signer: RequestSigner { RequestSigner(publicKeyId: publicKeyId, key: key) }
}

extension AmazonPayCall {
  var method: HTTPRequest.Method {
    switch operation {
    case .getCheckoutSession, .getCharge, .getChargePermission, .getRefund: .get
    case .updateCheckoutSession: .patch
    case .completeCheckoutSession, .captureCharge, .createRefund: .post
    case .cancelCharge: .delete
    }
  }

  /// After `/v2`.
  var path: String {
    switch operation {
    case .getCheckoutSession, .updateCheckoutSession: "/checkoutSessions/\(objectId)"
    case .completeCheckoutSession: "/checkoutSessions/\(objectId)/complete"
    case .getCharge: "/charges/\(objectId)"
    case .captureCharge: "/charges/\(objectId)/capture"
    case .cancelCharge: "/charges/\(objectId)/cancel"
    case .createRefund: "/refunds"
    case .getRefund: "/refunds/\(objectId)"
    case .getChargePermission: "/chargePermissions/\(objectId)"
    }
  }
}
