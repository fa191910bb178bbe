import FerryHTTP
import FerryProvider
import HTTPTypes

/// Certificates have moved: their address answers with a redirect to where they lie, and holds them all the same.
struct RedirectedCertificates: ProviderTransport {
  private let base: any ProviderTransport
  private let status: HTTPResponse.Status

  init(_ base: any ProviderTransport, _ status: HTTPResponse.Status) {
    self.base = base
    self.status = status
  }

  func send(
    _ request: HTTPRequest, body: [UInt8], timeout: Duration
  ) async throws(TransportFailure) -> ProviderAnswer {
    let answer = try await base.send(request, body: body, timeout: timeout)
    guard let path = request.path, path.hasSuffix(".pem") else { return answer }
    var headers = answer.headers
    headers[.location] = "http://127.0.0.1:3081\(path)?moved"
    return ProviderAnswer(
      status: status, headers: headers, body: answer.body, receivedAt: answer.receivedAt, sent: request)
  }
}
