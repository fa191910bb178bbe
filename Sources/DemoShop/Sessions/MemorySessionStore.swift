public import FerryCore

/// Keeps sessions until the program ends.
public actor MemorySessionStore: SessionStore {
  private let clock: any Timekeeper
  private var table: SessionTable

  public init(limits: SessionLimits = SessionLimits(), clock: any Timekeeper) {
    self.clock = clock
    table = SessionTable(limits)
  }

  public func session(_ id: SessionID) -> Session {
    table.session(id, at: clock.now) ?? Session()
  }

  public func update<Result: Sendable>(
    _ id: SessionID, _ change: @Sendable (inout Session) throws -> Result
  ) throws -> Result {
    var session = session(id)
    let result = try change(&session)
    table.set(session, for: id, changed: clock.now)
    return result
  }

  public func removeExpired() {
    table.removeExpired(at: clock.now)
  }
}
