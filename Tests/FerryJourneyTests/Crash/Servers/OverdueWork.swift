#if PostgreSQL
  import FerryCore
  import FerryPostgres
  import Logging
  import Synchronization

  /// Looks into the database every half second, and remembers how long due work has waited at most, by its kind.
  final class OverdueWork: Sendable {
    /// The longest that due work may wait. Its owner has just renewed the lease when it ends (10 s). Another server has just
    /// looked for work, and looks again when it renews its own lease (3 s). Its connection is dead, which a statement's deadline
    /// shows (5 s), and it waits before it connects again (2 s).
    static let bound = Duration.seconds(10 + 3 + 5 + 2)

    struct Wait: Sendable {
      var duration = Duration.zero
      var checkout: String?
    }

    private struct State {
      var longest: [String: Wait] = [:]
      var looks = 0
      /// The time from which waiting counts, by the database's clock; nil until the next look.
      var since: Int64?
    }

    private let pool: PostgresPool
    private let state = Mutex(State())

    init(_ address: PostgresAddress) {
      pool = PostgresPool(
        address, connections: 1, name: "overdue work", logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    }

    /// By the kind of work.
    var longest: [String: Wait] { state.withLock(\.longest) }
    var looks: Int { state.withLock(\.looks) }

    /// No server can work now: waiting counts from the next look on.
    func forgive() { state.withLock { $0.since = nil } }

    /// Looks until the task is cancelled.
    func run() async throws {
      while !Task.isCancelled {
        do {
          let found = try await pool.read { transaction in
            try transaction.rows(Self.query).map { (kind: $0.text(0), checkout: $0.textIfPresent(1), at: $0.int(2)) }
          }
          note(found)
        } catch {
          forgive()
        }
        try? await Task.sleep(for: .milliseconds(500))
      }
      await pool.close()
    }

    /// The work of each kind that has been due for longest, and the database's clock.
    private static let query = """
      (SELECT 'clock', NULL, (extract(epoch FROM clock_timestamp()) * 1000)::bigint)
      UNION ALL (SELECT 'command', checkout, not_before FROM commands ORDER BY not_before LIMIT 1)
      UNION ALL (SELECT 'timer', id, wake_at FROM checkouts WHERE wake_at IS NOT NULL ORDER BY wake_at LIMIT 1)
      UNION ALL (SELECT 'notification', NULL, due_at FROM inbox WHERE due_at IS NOT NULL ORDER BY due_at LIMIT 1)
      UNION ALL (SELECT 'webhook', checkout, due_at FROM webhooks WHERE due_at IS NOT NULL ORDER BY due_at LIMIT 1)
      """

    private func note(_ found: [(kind: String, checkout: String?, at: Int64)]) {
      guard let now = found.first(where: { $0.kind == "clock" })?.at else { return }
      state.withLock { state in
        state.looks += 1
        let since = state.since ?? now
        state.since = since
        for work in found where work.at <= now {
          let wait = Wait(duration: .milliseconds(now - max(work.at, since)), checkout: work.checkout)
          if wait.duration > state.longest[work.kind, default: Wait()].duration { state.longest[work.kind] = wait }
        }
      }
    }
  }
#endif
