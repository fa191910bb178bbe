public import FerryCore
public import HTTPTypes

extension AmazonPayAccount {
  /// The HTTP request of a call without what depends on the time of sending: date and signature. Its body is the call's
  /// own. A simulation goes to the sandbox only.
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
  /// - Parameter moment: The time to sign for, by the provider's clock.
  /// - Throws: `SigningError`.
  public func request(for call: AmazonPayCall, at moment: Moment) throws(SigningError) -> HTTPRequest {
    try signer.signed(unsignedRequest(for: call), body: call.body, at: moment)
  }

  /// Signs with the account's key.
  public var signer: RequestSigner { RequestSigner(publicKeyId: publicKeyId, key: key, algorithm: algorithm) }
}
