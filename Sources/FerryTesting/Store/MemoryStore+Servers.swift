import FerryCore
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
