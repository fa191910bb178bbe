import FerryCore
import Synchronization

/// The sign-ins of operators, in memory: a restart ends them. The table holds digests, so that its content opens nothing.
final class OperatorSessions: Sendable {
  private struct Session {
    let person: Operator
    let startedAt: Moment
    var usedAt: Moment

    func isValid(at now: Moment) -> Bool {
      // A clock that was set back ends no session, and prolongs none beyond its longest life.
      now < startedAt + OperatorSessions.longest && now < usedAt + OperatorSessions.idle
    }
  }

  /// A session ends this long after sign-in.
  static let longest = Duration.seconds(12 * 3600)
  /// A session ends after this time without a request.
  static let idle = Duration.seconds(3600)
  private static let most = 1000

  private let sessions = Mutex<[String: Session]>([:])

  /// Begins a session. If there are too many, the one that was used longest ago ends.
  /// - Returns: Its token, for the cookie.
  func begin(_ person: Operator, at now: Moment, _ randomness: any Randomness) -> String {
    let token = randomness.token(bytes: 32)
    sessions.withLock { sessions in
      sessions = sessions.filter { $0.value.isValid(at: now) }
      if sessions.count >= Self.most, let oldest = sessions.min(by: { $0.value.usedAt < $1.value.usedAt }) {
        sessions[oldest.key] = nil
      }
      sessions[TextDigest.sha256(token)] = Session(person: person, startedAt: now, usedAt: now)
    }
    return token
  }

  /// The operator of a valid session.
  /// - Parameter isUse: False for requests that the page makes by itself: they do not keep a session alive.
  func person(of token: String, at now: Moment, isUse: Bool = true) -> Operator? {
    let digest = TextDigest.sha256(token)
    return sessions.withLock { sessions in
      guard let session = sessions[digest] else { return nil }
      guard session.isValid(at: now) else {
        sessions[digest] = nil
        return nil
      }
      if isUse { sessions[digest]?.usedAt = max(session.usedAt, now) }
      return session.person
    }
  }

  func end(_ token: String) { sessions.withLock { $0[TextDigest.sha256(token)] = nil } }
}
