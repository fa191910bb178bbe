#if PostgreSQL
  import FerryCore
  import FerryPostgres
  import Logging
  import Synchronization

  /// Looks into the database of several servers every half second.
  final class DatabaseWatch: Sendable {
    struct Findings: Sendable {
      var looks = 0
      var overdue = OverdueWork()
      var takeovers = Takeovers()
    }

    private let pool: PostgresPool
    private let state = Mutex(Findings())

    init(_ address: PostgresAddress, logger: Logger) {
      pool = PostgresPool(address, connections: 1, name: "watch", logger: logger)
    }

    var findings: Findings { state.withLock(\.self) }

    /// No server can work now: waiting counts from the next look on.
    func forgive() { state.withLock { $0.overdue.forgive() } }

    /// Looks until the task is cancelled.
    func run() async throws {
      while !Task.isCancelled {
        do { try await look() } catch { forgive() }
        try? await Task.sleep(for: .milliseconds(500))
      }
      await pool.close()
    }

    private func look() async throws {
      let (now, due, leases, owners) = try await pool.read { transaction in
        let clock = try transaction.row("SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint")
        let due = try transaction.rows(Self.oldest).map {
          OverdueWork.Due(kind: $0.text(0), at: $0.int(1), number: $0.int(2))
        }
        let leases = try transaction.rows("SELECT id, (extract(epoch FROM until) * 1000)::bigint FROM servers")
          .map { ($0.int(0), $0.int(1)) }
        let owners = try transaction.rows("SELECT id, owner FROM checkouts WHERE owner IS NOT NULL")
          .map { ($0.text(0), $0.int(1)) }
        return (
          clock?.int(0) ?? 0, due, Dictionary(uniqueKeysWithValues: leases), Dictionary(uniqueKeysWithValues: owners)
        )
      }
      state.withLock { findings in
        findings.looks += 1
        findings.overdue.note(due, at: now)
        findings.takeovers.note(owners, leases: leases, at: now)
      }
    }

    /// The work of each kind that has been due for longest, or is the next.
    private static let oldest = """
      (SELECT 'command', not_before, 0::bigint FROM commands ORDER BY not_before LIMIT 1)
      UNION ALL (SELECT 'timer', wake_at, 0 FROM checkouts WHERE wake_at IS NOT NULL ORDER BY wake_at LIMIT 1)
      UNION ALL (SELECT 'notification', due_at, number FROM inbox WHERE due_at IS NOT NULL ORDER BY due_at LIMIT 1)
      UNION ALL (SELECT 'webhook', due_at, 0 FROM webhooks WHERE due_at IS NOT NULL ORDER BY due_at LIMIT 1)
      """
  }

  /// The time that due work has waited at most, by its kind.
  struct OverdueWork: Sendable {
    /// The longest that due work may wait. Its owner has just renewed the lease when it ends (10 s), and others claim its
    /// work a second later (1 s). Another server has just looked for work, and looks again when it renews its own lease
    /// (3 s). Its connection is dead, which a statement's deadline shows (5 s), and it waits before it connects again (2 s).
    /// Before that, the first owner may have lost a connection in the same way (7 s). Together 28 s.
    static let bound = Duration.seconds(28)

    struct Due: Sendable {
      let kind: String
      /// Milliseconds since 1970; 0 for a notification that a new reference has made due.
      let at: Int64
      /// A notification's.
      let number: Int64
    }

    private(set) var longest: [String: Duration] = [:]
    /// The time from which waiting counts; nil until the next look.
    private var since: Int64?
    /// The looks at which notifications were seen first whose moment is 0, by number.
    private var seen: [Int64: Int64] = [:]

    mutating func forgive() { since = nil }

    mutating func note(_ work: [Due], at now: Int64) {
      let since = since ?? now
      self.since = since
      let last = seen
      seen = [:]
      for due in work where due.at <= now {
        let at = due.at > 0 ? due.at : last[due.number] ?? now
        if due.at == 0 { seen[due.number] = at }
        longest[due.kind] = max(longest[due.kind] ?? .zero, .milliseconds(now - max(at, since)))
      }
    }
  }

  /// The checkouts that servers have taken over from each other.
  struct Takeovers: Sendable {
    private(set) var count = 0
    /// Checkouts that were taken from a server whose lease was valid.
    private(set) var fromLiving: Set<String> = []
    private var owners: [String: Int64] = [:]
    private var leases: [Int64: Int64] = [:]

    /// - Parameters:
    ///   - owners: The servers by checkout.
    ///   - leases: The ends of their leases. A server that stops by itself takes its lease back.
    mutating func note(_ owners: [String: Int64], leases: [Int64: Int64], at now: Int64) {
      for (checkout, owner) in owners {
        guard let last = self.owners[checkout], last != owner else { continue }
        count += 1
        // The lease that was there at the last look has not ended since.
        if leases[last] != nil, let end = self.leases[last], end > now { fromLiving.insert(checkout) }
      }
      self.owners = owners
      self.leases = leases
    }
  }
#endif
