/// Where the shop keeps its sessions.
public protocol SessionStore: Sendable {
  /// The session of a browser; an empty one for a browser that has none, or whose session has expired.
  func session(_ id: SessionID) async throws -> Session

  /// Changes a session, by itself: no other change comes between. Returns once the change would survive a restart, as far
  /// as the store survives one.
  func update<Result: Sendable>(
    _ id: SessionID, _ change: @Sendable (inout Session) throws -> Result
  ) async throws -> Result

  /// Lets go of what has expired.
  func removeExpired() async throws
}
