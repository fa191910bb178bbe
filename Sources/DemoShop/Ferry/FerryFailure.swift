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

  /// The checkout that stands in the way of a new one, where the answer names it.
  var otherAttempt: String? {
    guard case .problem(let problem, _) = self, [.wrongPhase, .attemptLive].contains(problem.type),
      let path = problem.instance, path.hasPrefix("/v1/checkouts/")
    else { return nil }
    let id = path.dropFirst("/v1/checkouts/".count)
    let isID = id.utf8.allSatisfy { byte in
      (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
        || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-")
    }
    return isID && (1...64).contains(id.utf8.count) ? String(id) : nil
  }
}
