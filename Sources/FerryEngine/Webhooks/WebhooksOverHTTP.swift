public import AsyncHTTPClient
public import FerryCore
import FerryHTTP
import HTTPTypes
import NIOCore
import NIOHTTP1

/// Carries webhooks over HTTP.
public struct WebhooksOverHTTP: WebhookTransport {
  private let client: HTTPClient
  private let time: any Timekeeper

  /// - Parameter client: Made with `HTTPTransport.configuration`: it follows no redirects.
  public init(client: HTTPClient, time: any Timekeeper) {
    self.client = client
    self.time = time
  }

  public func post(_ request: WebhookRequest, timeout: Duration) async throws(WebhookFailure) -> WebhookAnswer {
    var outgoing = HTTPClientRequest(url: request.url)
    outgoing.method = .POST
    for field in request.headers { outgoing.headers.add(name: field.name.rawName, value: field.value) }
    outgoing.body = .bytes(request.body)
    do {
      let response = try await client.execute(outgoing, timeout: .milliseconds(timeout.wholeMilliseconds))
      // The status says all there is to know.
      await response.body.discard(time)
      return WebhookAnswer(status: Int(response.status.code), retryAfter: retryAfter(response.headers))
    } catch {
      throw Self.failure(error)
    }
  }

  private func retryAfter(_ headers: HTTPHeaders) -> Duration? {
    headers.first(name: "retry-after").flatMap {
      RetryAfter($0, date: headers.first(name: "date"), receivedAt: time.now)?.wait
    }
  }

  private static func failure(_ error: any Error) -> WebhookFailure {
    if error.isNoConnection { return .notReached }
    switch error as? HTTPClientError {
    case .some(.connectTimeout), .some(.tlsHandshakeTimeout), .some(.getConnectionFromPoolTimeout): return .notReached
    case .some(.deadlineExceeded), .some(.readTimeout): return .tooLate
    default: return .broken
    }
  }
}
