#if PostgreSQL
  import FerryCore
  import FerryEngine
  import Synchronization

  /// A server among those that are alive.
  struct LivingServer: Hashable, Sendable {
    let id: Int64
    /// The number of servers that are alive, this one included.
    let servers: Int
    /// Its place among them by their ids, from 0.
    let rank: Int
  }

  /// The lease of this server: while it is valid, no other takes over what this server owns.
  ///
  /// It is renewed by the database's clock, and counted here by a clock that nobody sets: it ends here no later than there. A
  /// server whose lease has ended goes without one until the next renewal, so that what it has in flight notices, and then
  /// registers under a new id: what it had under the old one belongs to whoever claims it.
  final class ServerLease: Sendable {
    /// The time from a renewal to the end.
    static let length = Duration.seconds(10)
    static let renewals = Duration.seconds(3)

    private struct State {
      var server: LivingServer?
      var end: ContinuousClock.Instant
    }

    private let state = Mutex(State(server: nil, end: .now))

    /// Nil without a lease that is valid.
    var server: LivingServer? {
      state.withLock { state in state.end > .now ? state.server : nil }
    }

    /// The id to renew; nil to register.
    var lastID: Int64? { state.withLock(\.server?.id) }

    func renew(_ renewal: Renewal) {
      state.withLock { $0 = State(server: renewal.server, end: renewal.begunAt + Self.length) }
    }

    /// - Returns: The server that held it.
    func end() -> LivingServer? { state.withLock { $0.server.take() } }
  }

  /// A renewal that was committed.
  struct Renewal: Sendable {
    /// Nil if the lease had ended.
    let server: LivingServer?
    /// A moment before the database was asked, by the clock that nobody sets.
    let begunAt: ContinuousClock.Instant
    /// The database's clock, and two instants between which it was read.
    let now: Moment
    let readAfter: ContinuousClock.Instant
    let readBefore: ContinuousClock.Instant
  }

  extension PostgresTransaction {
    /// Renews the lease of a server, or registers one.
    /// - Parameter id: Nil to register.
    func renewLease(of id: Int64?, name: String) throws -> Renewal {
      let begunAt = ContinuousClock.now
      let server = if let id { try renewed(id) } else { try registered(name) }
      let readAfter = ContinuousClock.now
      let row = try row(
        """
        SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint, count(*), count(*) FILTER (WHERE id < $1)
        FROM servers WHERE until > clock_timestamp()
        """, [.int(server)])
      guard let row else { preconditionFailure("A query of numbers has a row.") }
      return Renewal(
        server: server.map { LivingServer(id: $0, servers: max(1, Int(row.int(1))), rank: Int(row.int(2))) },
        begunAt: begunAt, now: row.moment(0), readAfter: readAfter, readBefore: .now)
    }

    private func renewed(_ id: Int64) throws -> Int64? {
      try row(
        """
        UPDATE servers SET until = clock_timestamp() + $2 * interval '1 ms' WHERE id = $1 AND until > clock_timestamp()
        RETURNING id
        """, [.int(id), .int(ServerLease.length.wholeMilliseconds)])?.int(0)
    }

    private func registered(_ name: String) throws -> Int64? {
      try run("DELETE FROM servers WHERE until < clock_timestamp() - interval '1 day'")
      return try row(
        """
        INSERT INTO servers (name, until) VALUES ($1, clock_timestamp() + $2 * interval '1 ms') RETURNING id
        """, [.text(name), .int(ServerLease.length.wholeMilliseconds)])?.int(0)
    }

    /// Lets other servers take over at once.
    func endLease(of id: Int64) throws { try run("DELETE FROM servers WHERE id = $1", [.int(id)]) }
  }
#endif
