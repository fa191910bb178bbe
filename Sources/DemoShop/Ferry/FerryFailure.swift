import FerryCore

/// Why a call of `/v1` brought no result.
enum FerryFailure: Error {
  /// Ferry has answered that it will not or cannot.
  case problem(Problem, retryAfter: Duration?)
  /// No whole answer came, or one that cannot be read. What became of the request is unknown.
  case unknown

  /// The problem's type, where there was an answer.
  var kind: Problem.Kind? {
    switch self {
    case .problem(let problem, _): problem.type
    case .unknown: nil
    }
  }
}
