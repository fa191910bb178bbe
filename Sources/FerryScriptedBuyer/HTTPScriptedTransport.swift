public import AsyncHTTPClient
import NIOCore
import NIOHTTP1

/// Carries a rehearsal over HTTP.
public struct HTTPScriptedTransport: ScriptedTransport {
  private let client: HTTPClient
  private let limit: TimeAmount = .seconds(30)

  public init(client: HTTPClient) { self.client = client }

  public func send(_ request: ScriptedRequest) async throws -> ScriptedAnswer {
    var message = HTTPClientRequest(url: request.url)
    message.method = .RAW(value: request.method)
    for (name, value) in request.headers { message.headers.add(name: name, value: value) }
    if let body = request.body { message.body = .bytes(body) }
    let response = try await client.execute(message, timeout: limit)
    let bytes = try await response.body.collect(upTo: 4 << 20)
    return ScriptedAnswer(
      status: Int(response.status.code), headers: response.headers.map { (name: $0.name, value: $0.value) },
      body: Array(bytes.readableBytesView))
  }
}
