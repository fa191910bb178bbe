#if PostgreSQL
  import FerryCore
  import FerryEngine
  import Synchronization

  /// The database's clock, which all servers have in common, whatever clocks their machines have. Between two looks at it, this
  /// machine measures the time that passes. Until the first look it is this machine's clock.
  final class DatabaseTime: Timekeeper {
    private struct Look {
      let instant: ContinuousClock.Instant
      let moment: Moment

      func moment(at instant: ContinuousClock.Instant) -> Moment { moment + (instant - self.instant) }
    }

    private let look = Mutex<Look?>(nil)

    var now: Moment { look.withLock(\.self)?.moment(at: .now) ?? SystemTime().now }

    /// Corrects the clock if it disagrees with what was read. The database was read at some time between two instants, so
    /// that a difference within them is none.
    func learn(_ moment: Moment, readBetween begin: ContinuousClock.Instant, and end: ContinuousClock.Instant) {
      look.withLock { look in
        if let look, look.moment(at: begin) <= moment, moment <= look.moment(at: end) { return }
        look = Look(instant: begin + (end - begin) / 2, moment: moment)
      }
    }

    /// Reads the database's clock.
    /// - Throws: The error of the pool.
    func learn(from pool: PostgresPool) async throws {
      let begin = ContinuousClock.now
      let now = try await pool.read { try $0.row("SELECT \(PostgresTransaction.clock)")?.moment(0) }
      if let now { learn(now, readBetween: begin, and: .now) }
    }

    func sleep(until moment: Moment) async throws {
      let wait = moment.since(now)
      guard wait > .zero else { return try Task.checkCancellation() }
      try await Task.sleep(for: wait)
    }
  }
#endif
