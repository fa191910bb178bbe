public import HTTPTypes

/// Carries webhooks to their receivers.
public protocol WebhookTransport: Sendable {
  /// POSTs once. Redirects are answers, never followed; of the answer's body nothing is told.
  func post(_ request: WebhookRequest, timeout: Duration) async throws(WebhookFailure) -> WebhookAnswer
}

public struct WebhookRequest: Hashable, Sendable {
  public var url: String
  public var headers: HTTPFields
  public var body: [UInt8]

  public init(url: String, headers: HTTPFields, body: [UInt8]) {
    self.url = url
    self.headers = headers
    self.body = body
  }
}

public struct WebhookAnswer: Hashable, Sendable {
  public var status: Int
  /// Of `Retry-After`; nil where it is missing or cannot be read.
  public var retryAfter: Duration?

  public init(status: Int, retryAfter: Duration? = nil) {
    self.status = status
    self.retryAfter = retryAfter
  }
}

/// Why there is no answer. Whether the message has arrived is not known.
public enum WebhookFailure: String, Error, Hashable, Sendable {
  case notReached = "not reached"
  case tooLate = "no answer in time"
  case broken = "connection broken"
}
