import FerryCore
import FerryEngine
import GRDB

extension Database {
  func beginOperatorSession(_ session: OperatorSession, _ limits: OperatorSessionLimits) throws {
    let now = session.startedAt
    try run(
      "DELETE FROM operator_sessions WHERE started_at <= ? OR used_at <= ?",
      [(now - limits.longest).milliseconds, (now - limits.idle).milliseconds])
    try run(
      """
      DELETE FROM operator_sessions WHERE digest IN (
        SELECT digest FROM operator_sessions ORDER BY used_at DESC, digest LIMIT -1 OFFSET ?)
      """, [limits.most - 1])
    try run(
      "INSERT INTO operator_sessions (\(OperatorSession.columns)) VALUES (?, ?, ?, ?, ?)",
      [
        session.digest, session.name, session.fingerprint, session.startedAt.milliseconds, session.usedAt.milliseconds,
      ])
  }

  func operatorSession(_ digest: String) throws -> OperatorSession? {
    try row("SELECT \(OperatorSession.columns) FROM operator_sessions WHERE digest = ?", [digest])
      .map { OperatorSession($0) }
  }

  func useOperatorSession(_ digest: String, at now: Moment) throws {
    try run(
      "UPDATE operator_sessions SET used_at = ? WHERE digest = ? AND used_at < ?",
      [now.milliseconds, digest, now.milliseconds])
  }

  func endOperatorSession(_ digest: String) throws {
    try run("DELETE FROM operator_sessions WHERE digest = ?", [digest])
  }
}
