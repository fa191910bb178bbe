#if PostgreSQL
  import FerryCore
  import FerryEngine
  import Synchronization

  /// The times of leases.
  package struct LeaseTimes: Sendable {
    /// From a renewal to the end.
    package var length = Duration.seconds(10)
    /// From one renewal to the next.
    package var interval = Duration.seconds(3)

    package init() {}
  }

  /// The lease of this server: while it is valid, no other takes over what this server owns.
  ///
  /// It is renewed by the database's clock, and counted here by a clock that nobody sets: it ends here no later than there. A
  /// server whose lease has ended, here or there, registers under a new id: what it had under the old one belongs to whoever
  /// claims it.
  final class ServerLease: Sendable {
    let times: LeaseTimes
    let name: String

    private struct State {
      /// The id of the server. The server owns checkouts by this id.
      var server: Int64?
      var end: ContinuousClock.Instant
      /// The servers that were alive when it was last counted.
      var servers = 1
    }

    private let state = Mutex(State(server: nil, end: .now))

    /// - Parameter name: The server's name for people.
    init(name: String, _ times: LeaseTimes) {
      self.name = name
      self.times = times
    }

    /// The server's id; nil without a lease that is valid.
    var server: Int64? { state.withLock { state in state.end > .now ? state.server : nil } }

    /// The last id of the server, even if its lease has ended.
    var lastServer: Int64? { state.withLock(\.server) }

    /// The servers that are alive, as far as this one knows.
    var servers: Int { state.withLock(\.servers) }

    func renew(_ renewal: Renewal) {
      state.withLock { state in
        // Others may have taken over before the renewal came through.
        if state.server == renewal.server, state.end <= .now { return }
        state = State(server: renewal.server, end: renewal.begunAt + times.length, servers: renewal.servers)
      }
    }

    func count(_ servers: Int) { state.withLock { $0.servers = max(1, servers) } }

    /// - Returns: The server that held it.
    func end() -> Int64? { state.withLock { $0.server.take() } }
  }

  /// A renewal that was committed.
  struct Renewal: Sendable {
    let server: Int64
    /// The servers that are alive, this one included.
    let servers: Int
    /// A moment before the database was asked, by the clock that nobody sets.
    let begunAt: ContinuousClock.Instant
    /// The database's clock, read between `readAfter` and `readBefore`.
    let now: Moment
    let readAfter: ContinuousClock.Instant
    let readBefore: ContinuousClock.Instant
  }

  extension PostgresTransaction {
    /// The database's clock at this statement, in milliseconds since 1970.
    static let clock = "(extract(epoch FROM clock_timestamp()) * 1000)::bigint"

    /// The condition of a row of `servers` that it is alive.
    static let isAlive = "until > clock_timestamp()"

    /// The condition of a row of `servers` that no other server may claim its checkouts. A statement may have read the
    /// row as it was before a renewal, and compares it with a later clock: the lease must have ended for a second.
    static let keepsCheckouts = "until > clock_timestamp() - interval '1 second'"

    /// Renews a lease. If it has ended, or never began, the server is registered.
    func renew(_ lease: ServerLease) throws -> Renewal {
      let begunAt = ContinuousClock.now
      let server = try lease.server.flatMap { try renewed($0, lease) } ?? registered(lease)
      try shortenLeases(lease)
      let readAfter = ContinuousClock.now
      let row = try firstRow("SELECT \(Self.clock), count(*) FROM servers WHERE \(Self.isAlive)")
      return Renewal(
        server: server, servers: max(1, Int(row.int(1))), begunAt: begunAt, now: row.moment(0), readAfter: readAfter,
        readBefore: .now)
    }

    private func renewed(_ server: Int64, _ lease: ServerLease) throws -> Int64? {
      try row(
        """
        UPDATE servers SET until = clock_timestamp() + $2 * interval '1 ms' WHERE id = $1 AND \(Self.isAlive) RETURNING id
        """, [.int(server), .int(lease.times.length.wholeMilliseconds)])?.int(0)
    }

    /// Shortens the leases that end further ahead than a renewal can have put them: the database's clock was set back,
    /// and a dead server would keep its checkouts until the clock has caught up. A living server renews its lease in time.
    /// All leases have one length. A row that another server is changing is left out, so that nobody waits for it.
    private func shortenLeases(_ lease: ServerLease) throws {
      try run(
        """
        WITH ahead AS (
          SELECT id FROM servers WHERE until > clock_timestamp() + 2 * $1 * interval '1 ms'
          ORDER BY id FOR NO KEY UPDATE SKIP LOCKED)
        UPDATE servers SET until = clock_timestamp() + $1 * interval '1 ms' FROM ahead WHERE servers.id = ahead.id
        """, [.int(lease.times.length.wholeMilliseconds)])
    }

    private func registered(_ lease: ServerLease) throws -> Int64 {
      try run(
        "DELETE FROM servers WHERE id = $1 OR until < clock_timestamp() - interval '1 day'", [.int(lease.lastServer)])
      // The deletion has waited for a copy that was beginning.
      guard try !hasUnfinishedCopy() else { throw StoreError.unavailable("a copy into the database is not finished") }
      return try firstRow(
        "INSERT INTO servers (name, until) VALUES ($1, clock_timestamp() + $2 * interval '1 ms') RETURNING id",
        [.text(lease.name), .int(lease.times.length.wholeMilliseconds)]
      ).int(0)
    }

    /// - Throws: Also if the database answers with no row, although the statement yields one.
    private func firstRow(_ sql: String, _ values: [StatementValue] = []) throws -> PostgresRow {
      guard let row = try row(sql, values) else { throw StoreError.unavailable("the database returned no row") }
      return row
    }

    /// Lets other servers take over at once.
    func endLease(of server: Int64) throws {
      try run("DELETE FROM servers WHERE id = $1", [.int(server)])
      try run("SELECT pg_notify('ferry', '')")
    }
  }
#endif
