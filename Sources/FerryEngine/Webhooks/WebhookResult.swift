/// What came of an attempt.
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

  /// Whether sending it again would be of no use.
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
