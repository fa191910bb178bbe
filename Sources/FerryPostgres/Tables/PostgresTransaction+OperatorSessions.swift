#if PostgreSQL
  import FerryCore
  import FerryEngine

  extension PostgresTransaction {
    /// Two servers at once may leave one session too many, until the next one begins.
    func beginOperatorSession(_ session: OperatorSession, _ limits: OperatorSessionLimits) throws {
      let now = session.startedAt
      try run(
        "DELETE FROM operator_sessions WHERE started_at <= $1 OR used_at <= $2",
        [.moment(now - limits.longest), .moment(now - limits.idle)])
      try run(
        """
        DELETE FROM operator_sessions WHERE digest IN (
          SELECT digest FROM operator_sessions ORDER BY used_at DESC, digest OFFSET $1)
        """, [.int(limits.most - 1)])
      try run(
        "INSERT INTO operator_sessions (\(OperatorSession.columns)) VALUES ($1, $2, $3, $4, $5)",
        [
          .text(session.digest), .text(session.name), .text(session.fingerprint), .moment(session.startedAt),
          .moment(session.usedAt),
        ])
    }

    func operatorSession(_ digest: String) throws -> OperatorSession? {
      try row("SELECT \(OperatorSession.columns) FROM operator_sessions WHERE digest = $1", [.text(digest)])
        .map { OperatorSession($0) }
    }

    /// Waits for no disk and no standby: a use may be lost.
    func useOperatorSession(_ digest: String, at now: Moment) throws {
      commitBeforeFlush()
      try run(
        "UPDATE operator_sessions SET used_at = $1 WHERE digest = $2 AND used_at < $1", [.moment(now), .text(digest)])
    }

    func endOperatorSession(_ digest: String) throws {
      try run("DELETE FROM operator_sessions WHERE digest = $1", [.text(digest)])
    }
  }
#endif
