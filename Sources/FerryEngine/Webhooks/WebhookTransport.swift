public import HTTPTypes

/// Carries webhooks to their receivers.
public protocol WebhookTransport: Sendable {
  /// POSTs once. Redirects are answers, never followed. The body of an answer is ignored.
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

enum WebhookResult {
  case answered(WebhookAnswer)
  case failed(WebhookFailure)
  case notSent(NotSent)

  enum NotSent {
    /// The endpoint has said before that it wants nothing more.
    case gone
    /// It is not set up any more.
    case removed
  }

  var status: Int? { if case .answered(let answer) = self { answer.status } else { nil } }
  var isSuccess: Bool { status.map { (200...299).contains($0) } ?? false }
  var retryAfter: Duration? { if case .answered(let answer) = self { answer.retryAfter } else { nil } }

  /// True if a retry is of no use.
  var isFinal: Bool {
    if case .notSent = self { true } else { status == 410 }
  }

  var text: String {
    switch self {
    case .answered(let answer): "answered \(answer.status)"
    case .failed(let failure): failure.rawValue
    case .notSent(.gone): "not sent, the endpoint is gone"
    case .notSent(.removed): "not sent, the endpoint was removed"
    }
  }
}
