import FerryCore

/// Why a call has no answer that says how the checkout stands. It holds nothing of what was sent.
enum CallFailure: Error, Hashable, Sendable {
  /// No answer came. Whether the call arrived is not known.
  case unreachable
  /// An answer came that cannot be read.
  case unreadable(statusCode: Int)
  /// A refusal came. Who has refused, its problem says: a proxy, a firewall or a deployment between us and the server does
  /// so too, and knows nothing about the checkout.
  case refused(Problem.Kind, statusCode: Int, retryAfter: Duration?)

  /// What to do about it.
  enum Kind: Hashable, Sendable {
    /// The same call again, later.
    case passing
    /// This call cannot be: the checkout stands otherwise than we thought.
    case refused
    /// The code is of no use any more.
    case codeInvalid
    /// The verifier is not the checkout's.
    case forbidden
    /// The server does not know the checkout, or not by this token.
    case unknown
  }

  var kind: Kind {
    guard case .refused(let problem, let statusCode, _) = self, problem.isOfFerry else { return .passing }
    switch (problem, statusCode) {
    case (.inProgress, _), (_, 408), (_, 425), (_, 429), (_, 500...): return .passing
    case (.codeInvalid, _): return .codeInvalid
    case (_, 403): return .forbidden
    case (_, 401), (_, 404), (_, 410): return .unknown
    default: return .refused
    }
  }

  var retryAfter: Duration? {
    guard case .refused(_, _, let wait) = self else { return nil }
    return wait
  }
}
