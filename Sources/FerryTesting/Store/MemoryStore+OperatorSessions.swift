public import FerryCore
public import FerryEngine

// MARK: Operators' sessions

extension MemoryStore {
  public func beginOperatorSession(_ session: OperatorSession, limits: OperatorSessionLimits) async throws {
    tables.withLock { tables in
      let valid = tables.operatorSessions.values.filter { limits.allow($0, at: session.startedAt) }
        .sorted { ($1.usedAt, $0.digest) < ($0.usedAt, $1.digest) }
      let kept = Array(valid.prefix(limits.most - 1)) + [session]
      tables.operatorSessions = Dictionary(uniqueKeysWithValues: kept.map { ($0.digest, $0) })
    }
  }

  public func operatorSession(_ digest: String) async throws -> OperatorSession? {
    tables.withLock { $0.operatorSessions[digest] }
  }

  public func useOperatorSession(_ digest: String, at now: Moment) async throws {
    tables.withLock { tables in
      guard let session = tables.operatorSessions[digest], session.usedAt < now else { return }
      tables.operatorSessions[digest]?.usedAt = now
    }
  }

  public func endOperatorSession(_ digest: String) async throws {
    tables.withLock { $0.operatorSessions[digest] = nil }
  }
}
