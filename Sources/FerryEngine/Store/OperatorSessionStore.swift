public import FerryCore

/// The storage of the operators' sessions, so that all servers that share a store know them.
public protocol OperatorSessionStore: Sendable {
  /// Begins a session, and deletes all that have expired by then. If there would be more than `limits.most`, those that were
  /// used longest ago end.
  func beginOperatorSession(_ session: OperatorSession, limits: OperatorSessionLimits) async throws

  /// The session with a digest, also if it has expired; nil if it has ended or was deleted.
  func operatorSession(_ digest: String) async throws -> OperatorSession?

  /// Notes a use of a session. Does nothing if the session has ended, or was used later.
  func useOperatorSession(_ digest: String, at now: Moment) async throws

  /// Does nothing if there is no such session.
  func endOperatorSession(_ digest: String) async throws
}

/// A sign-in of an operator. Nobody can sign in with what is stored of it.
public struct OperatorSession: Hashable, Sendable {
  /// The digest of the session's token.
  public var digest: String
  /// The operator's name in the settings.
  public var name: String
  /// The fingerprint of the key that the operator has signed in with.
  public var fingerprint: String
  public var startedAt: Moment
  public var usedAt: Moment

  public init(digest: String, name: String, fingerprint: String, startedAt: Moment, usedAt: Moment) {
    self.digest = digest
    self.name = name
    self.fingerprint = fingerprint
    self.startedAt = startedAt
    self.usedAt = usedAt
  }
}

public struct OperatorSessionLimits: Hashable, Sendable {
  /// A session ends this long after sign-in.
  public var longest: Duration
  /// A session ends after this time without a use.
  public var idle: Duration
  /// The most sessions at once; at least 1.
  public var most: Int

  public init(longest: Duration, idle: Duration, most: Int) {
    self.longest = longest
    self.idle = idle
    self.most = most
  }

  /// False for a session that has expired. A clock that was set back ends no session.
  public func allow(_ session: OperatorSession, at now: Moment) -> Bool {
    session.startedAt > now - longest && session.usedAt > now - idle
  }
}

extension OperatorSession {
  /// The columns that `init(_:)` reads, of the table `operator_sessions`.
  package static let columns = "digest, name, fingerprint, started_at, used_at"

  package init(_ row: some StoredRow) {
    self.init(
      digest: row.text(0), name: row.text(1), fingerprint: row.text(2), startedAt: row.moment(3), usedAt: row.moment(4))
  }
}
