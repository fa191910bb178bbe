public import AsyncHTTPClient
import FerryCore
import NIOCore
import NIOHTTP1

/// Posts messages over HTTP.
public struct HTTPNotificationTransport: NotificationTransport {
  private let client: HTTPClient

  /// - Parameter client: must not follow redirects.
  public init(client: HTTPClient) { self.client = client }

  public func post(_ message: AmazonPayNotificationMessage, timeout: Duration) async throws -> Int {
    var request = HTTPClientRequest(url: message.url)
    request.method = .POST
    for (name, value) in message.headers.sorted(by: { $0.key < $1.key }) {
      request.headers.add(name: name, value: value)
    }
    request.body = .bytes(message.body)
    let response = try await client.execute(request, timeout: .milliseconds(timeout.wholeMilliseconds))
    // The body says nothing, and the connection is free for the next message once it has been read.
    _ = try? await response.body.collect(upTo: 1 << 16)
    return Int(response.status.code)
  }
}
