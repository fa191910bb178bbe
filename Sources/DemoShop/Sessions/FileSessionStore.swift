public import FerryCore

/// Keeps each session in a small file of its own, readable by the program's user only, so that a shop that was stopped or
/// crashed still knows its carts and checkouts. What was read or written lately is also held in memory.
public actor FileSessionStore: SessionStore {
  private let clock: any Timekeeper
  private let files: SessionFiles
  private var recent: SessionTable
  private var version: UInt64 = 0

  /// - Parameter directory: Made when it is not there.
  public init(directory: String, limits: SessionLimits = SessionLimits(), clock: any Timekeeper) {
    self.clock = clock
    files = SessionFiles(directory: directory, limits: limits)
    recent = SessionTable(limits)
  }

  public func session(_ id: SessionID) async throws -> Session {
    while true {
      if let session = recent.session(id, at: clock.now) { return session }
      let versionBefore = version
      let stored = try await files.read(id, at: clock.now)
      // Something may have been written while the file was read: then what was read may be old.
      guard version == versionBefore else { continue }
      guard let stored else { return Session() }
      recent.set(stored.session, for: id, changed: stored.changed)
      return stored.session
    }
  }

  public func update<Result: Sendable>(
    _ id: SessionID, _ change: @Sendable (inout Session) throws -> Result
  ) async throws -> Result {
    // From the answer of `session` to the call of `write` nothing else runs in this actor.
    var session = try await session(id)
    let result = try change(&session)
    let stored = StoredSession(session: session, changed: clock.now)
    recent.set(session, for: id, changed: stored.changed)
    version += 1
    try await files.write(stored, for: id, version: version)
    return result
  }

  public func removeExpired() async throws {
    recent.removeExpired(at: clock.now)
    try await files.removeExpired(at: clock.now)
  }
}
