import AmazonPay
import FerryCore
public import FerryHTTP
public import FerryProvider
import HTTPTypes

extension AmazonPayProvider {
  public func seal(_ request: ProviderRequest, _ sending: Sending) throws(ProviderFailure) -> SealedRequest {
    let isUpload = request.operationAndObject.operation == AmazonPayCall.Operation.uploadFile.rawValue
    let request = try complete(request, sending)
    guard let unsigned = HTTPRequest(request) else { throw .unreadableRequest }
    // The address is enough, and the signature is nobody's business but the API's.
    if isUpload { return SealedRequest(unsigned, body: request.content) }
    do {
      let signed = try merchant.signer.signed(unsigned, body: request.content, at: sending.providerTime)
      return SealedRequest(signed, body: request.content)
    } catch {
      throw .misconfigured(reason: "The request could not be signed.", fix: error.description)
    }
  }
}

extension HTTPRequest {
  /// Nil if method, URL or a header cannot be parsed.
  init?(_ request: ProviderRequest) {
    guard
      let method = Method(request.method),
      let colon = request.url.firstRange(of: "://"),
      let slash = request.url[colon.upperBound...].firstIndex(of: "/")
    else { return nil }
    self.init(
      method: method,
      scheme: String(request.url[..<colon.lowerBound]),
      authority: String(request.url[colon.upperBound..<slash]),
      path: String(request.url[slash...]))
    for header in request.headers {
      guard let name = HTTPField.Name(header.name) else { return nil }
      headerFields.append(HTTPField(name: name, value: header.value))
    }
  }
}
