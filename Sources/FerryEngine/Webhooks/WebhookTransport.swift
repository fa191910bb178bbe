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
public enum WebhookFailure: String, Error, Hashable, CaseIterable, Sendable {
  case notReached = "not reached"
  case tooLate = "no answer in time"
  case broken = "connection broken"
}

/// The result of an attempt to send a message.
package enum WebhookResult {
  case answered(WebhookAnswer)
  case failed(WebhookFailure)
  case notSent(NotSent)

  package enum NotSent: CaseIterable, Sendable {
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

  private static let answered = "answered "
  /// The end of a timeline's words if the message is sent no more.
  package static let givenUp = ", given up"

  /// Reads the words of a delivery or a timeline; nil for those of another version.
  package init?(text: String) {
    let words = text.hasSuffix(Self.givenUp) ? String(text.dropLast(Self.givenUp.count)) : text
    let known = WebhookFailure.allCases.map(Self.failed) + NotSent.allCases.map(Self.notSent)
    if let result = known.first(where: { $0.text == words }) {
      self = result
    } else if words.hasPrefix(Self.answered), let status = Int(words.dropFirst(Self.answered.count)) {
      self = .answered(WebhookAnswer(status: status))
    } else {
      return nil
    }
  }

  var text: String {
    switch self {
    case .answered(let answer): "\(Self.answered)\(answer.status)"
    case .failed(let failure): failure.rawValue
    case .notSent(.gone): "not sent, the endpoint is gone"
    case .notSent(.removed): "not sent, the endpoint was removed"
    }
  }
}
