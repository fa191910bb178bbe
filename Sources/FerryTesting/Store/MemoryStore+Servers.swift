public import FerryCore
public import FerryEngine

// MARK: One of several servers

extension MemoryStore {
  public var servers: Int {
    guard let member else { return 1 }
    return max(1, tables.withLock { $0.servers.living(at: member.time.now).count })
  }

  public var lease: Int64? {
    guard let member else { return 0 }
    return tables.withLock { member.rank(in: $0) }?.number
  }

  public func changesElsewhere() -> AsyncStream<ChangeElsewhere> {
    guard let member else { return AsyncStream { $0.finish() } }
    return tables.changes(elsewhereThan: member)
  }

  /// Renews the server's lease, or registers the server again after a lapse; does nothing during a pause. Then the server
  /// looks for what it may have missed.
  public func renew() {
    guard let member else { return }
    tables.withLock { member.renew(in: &$0) }
    tables.remind(member)
  }

  /// Ends the server's lease: others may claim its checkouts at once.
  public func leave() {
    guard let member else { return }
    tables.withLock { member.leave(&$0) }
    tables.tell(nil, by: member)
  }

  /// Stops the server as a signal does: it renews its lease no more, and what it does with a checkout waits until it is
  /// resumed.
  public func pause() { member?.pause(true) }

  /// Ends a pause.
  public func resume() {
    member?.pause(false)
    renew()
  }

  /// The server is told of no change of another server from now on, but looks for what it has missed whenever it renews its
  /// lease.
  public func loseMessages() { member?.loseMessages() }

  /// Renews the lease three times in its length until the task is cancelled, and ends it then.
  public func run() async throws {
    guard let member else { return }
    defer { leave() }
    while true {
      renew()
      try await member.time.sleep(for: member.lease / 3)
    }
  }
}

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
