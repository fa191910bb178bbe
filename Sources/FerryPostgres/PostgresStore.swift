#if PostgreSQL
  import FerryCheckout
  public import FerryCore
  package import FerryEngine
  package import Logging
  import Metrics
  public import ServiceLifecycle

  /// Checkouts in a PostgreSQL database, for as many servers as share it.
  ///
  /// Every change is a transaction that locks the order: all attempts to pay it change one after the other, those of other orders
  /// at the same time. A change takes two round trips: one locks and reads, one writes and commits. The commit returns when
  /// the change is on disk. It need not for a change that waits (`Change.waits`): the next commit that does covers it.
  ///
  /// `run()` keeps the lease of this server. By the lease, the server owns the work of checkouts.
  public final class PostgresStore: Service, Sendable {
    let pool: PostgresPool
    let serverLease: ServerLease
    let elsewhere = ChangesElsewhere()
    package let damage: Damage<PostgresStoreError>
    private let databaseTime = DatabaseTime()
    private let listener: PostgresListener
    private let claims = Counter(label: "ferry_store_claims_total")

    /// - Parameters:
    ///   - connections: The most connections, besides the one that keeps the lease.
    ///   - name: The name of this server in the database.
    ///   - whenUnreadable: Called once for each unreadable checkout, for the first ones only.
    package init(
      _ address: PostgresAddress, connections: Int = 10, name: String, leases: LeaseTimes = LeaseTimes(),
      deadlines: PostgresDeadlines = PostgresDeadlines(), randomness: any Randomness = SystemRandomness(),
      logger: Logger,
      whenUnreadable: @escaping @Sendable (PostgresStoreError) -> Void = { _ in }
    ) {
      serverLease = ServerLease(name: name, leases)
      pool = PostgresPool(
        address, connections: connections, name: name, deadlines: deadlines, randomness: randomness, logger: logger)
      // A renewal that is not answered is tried on another connection before the lease ends.
      var renewal = deadlines
      renewal.statement = min(renewal.statement, .seconds(3))
      listener = PostgresListener(address, name: name, deadlines: renewal, randomness: randomness, logger: logger)
      damage = Damage(unreadable: { .unreadable("\(address)", what: $0) }, whenFound: whenUnreadable)
    }

    /// The clock that all servers have in common.
    public var time: any Timekeeper { databaseTime }

    /// Round trips to the database since the start, without those for the lease.
    package var roundTrips: Int { pool.counts.roundTrips }

    /// Checks that the database can be reached and takes changes, and that its schema is one that this version can use.
    /// From then on `time` is the database's clock: the first look for work must not go by this machine's, which may be
    /// wrong.
    /// - Throws: `PostgresStoreError`.
    public func requireCurrent() async throws {
      try await pool.requireCurrentSchema()
      do { try await databaseTime.learn(from: pool) } catch { throw await pool.explained(error) }
    }

    /// Keeps the lease until the task is cancelled or a graceful shutdown begins. Then other servers take over, waiting changes
    /// are finished, and later ones refused. Call it once.
    public func run() async throws {
      try await withThrowingDiscardingTaskGroup { group in
        group.addTask { await self.sendNotices() }
        defer { self.elsewhere.end() }
        try await self.keepLease()
      }
      if let server = serverLease.end() { try? await pool.write { try $0.endLease(of: server) } }
      await pool.close()
    }

    private func keepLease() async throws {
      try await listener.run(every: serverLease.times.interval) { [serverLease] transaction in
        try transaction.renew(serverLease)
      } committed: { [self] renewal in
        // Before the lease: work is found by the right clock.
        databaseTime.learn(renewal.now, readBetween: renewal.readAfter, and: renewal.readBefore)
        serverLease.renew(renewal)
        // Notices may have been missed, and servers may have gone whose work is to be taken over.
        elsewhere.heard(.any)
      } heard: { [self] payload in
        elsewhere.heard(payload, server: serverLease.lastServer)
      }
    }

    private func sendNotices() async {
      await elsewhere.send { [self] owners in
        guard let server = serverLease.server, servers > 1 else { return }
        // A notice that is lost is made up for.
        try? await pool.writeOnce { try $0.notify(owners, from: server) }
      }
    }

    // MARK: Transactions

    package func write<Result: Sendable>(
      _ body: @escaping @Sendable (PostgresTransaction) throws -> Result
    ) async throws -> Result {
      do { return try await pool.write(body) } catch { throw explained(error) }
    }

    package func read<Result: Sendable>(
      _ body: @escaping @Sendable (PostgresTransaction) throws -> Result
    ) async throws -> Result {
      do { return try await pool.read(body) } catch { throw explained(error) }
    }

    private func explained(_ error: any Error) -> any Error {
      switch error {
      case let row as DamagedRow: damage.explained(row)
      case let error as PostgresError where error.state == PostgresErrorCode.referenceTaken: StoreError.referenceTaken
      default: error
      }
    }

    /// Claims the checkouts of due work whose owners are not alive.
    /// - Returns: Their fences.
    func claim(_ ids: [CheckoutID?], for server: Int64) async throws -> [CheckoutID: Int64] {
      let ids = Set(ids.compactMap(\.self)).sorted()
      guard !ids.isEmpty else { return [:] }
      let fences = try await write { try $0.claim(ids, for: server) }
      claims.increment(by: fences.count)
      return fences
    }

    /// The server that may work; nil before its first lease, when it owns nothing. The first renewal wakes the engine.
    /// - Throws: `StoreError.unavailable` after a lapse.
    func leased() throws(StoreError) -> Int64? {
      if let server = serverLease.server { return server }
      guard serverLease.lastServer != nil else { return nil }
      throw .unavailable("this server has no lease")
    }
  }
#endif
