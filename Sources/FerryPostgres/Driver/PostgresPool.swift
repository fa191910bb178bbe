#if PostgreSQL
  package import FerryCore
  import FerryEngine
  package import Logging

  /// Connections to a database. Each has a thread of its own, where closures run as transactions. Threads and connections are
  /// made when they are first needed.
  package final class PostgresPool: Sendable {
    package let address: PostgresAddress
    private let queue: PostgresQueue
    /// Counts since the start.
    package let counts: PostgresCounts

    /// - Parameters:
    ///   - connections: The most connections.
    ///   - name: The name of the program in the database's list of connections.
    package init(
      _ address: PostgresAddress, connections: Int, name: String, deadlines: PostgresDeadlines = PostgresDeadlines(),
      randomness: any Randomness = SystemRandomness(), logger: Logger
    ) {
      let connector = PostgresConnector(address, name: name, deadlines, logger)
      let changes = PostgresChanges(randomness)
      self.address = address
      counts = connector.counts
      queue = PostgresQueue(threads: connections) { PostgresWorker(connector, changes, randomness) }
    }

    deinit { queue.close() }

    /// Runs a closure as a transaction, and returns when its changes are durable. Each statement sees what was committed
    /// before it began (READ COMMITTED). A transaction that changed nothing is undone.
    ///
    /// The closure is pure: it runs again if another transaction was in the way, or if a connection was lost before the
    /// COMMIT. If one is lost during the COMMIT, a new one finds out the outcome; see `PostgresChanges`. It runs to its end
    /// even if the caller's task is cancelled.
    /// - Throws: `StoreError.unavailable`, `.inconsistent`, `.stopped`; what the closure throws, and nothing is changed then.
    package func write<Result: Sendable>(
      _ body: @escaping @Sendable (PostgresTransaction) throws -> Result
    ) async throws -> Result {
      try await perform { worker, since, finish in finish(Swift.Result { try worker.write(since: since, body) }) }
    }

    /// The same, once, and without an entry in `changes`: for the schema. An outcome that stays unknown is
    /// `StoreError.unavailable`.
    package func writeOnce<Result: Sendable>(
      _ body: @escaping @Sendable (PostgresTransaction) throws -> Result
    ) async throws -> Result {
      try await perform { worker, since, finish in finish(Swift.Result { try worker.writeOnce(since: since, body) }) }
    }

    /// Runs a closure as a transaction that reads one state of the database (REPEATABLE READ, READ ONLY).
    /// - Throws: `StoreError.unavailable`, `.stopped`; what the closure throws.
    package func read<Result: Sendable>(
      _ body: @escaping @Sendable (PostgresTransaction) throws -> Result
    ) async throws -> Result {
      try await perform { worker, since, finish in worker.read(since: since, body, finish) }
    }

    /// Connects, if no connection is open yet.
    /// - Throws: `PostgresStoreError.unreachable` after one attempt.
    package func connect() async throws {
      try await perform { worker, _, finish in finish(Swift.Result { try worker.connect() }) }
    }

    /// Finishes what waits, refuses what comes later, and closes all connections.
    package func close() async { await queue.closed() }

    private func perform<Result: Sendable>(
      _ work:
        @escaping @Sendable (PostgresWorker, ContinuousClock.Instant, (Swift.Result<Result, any Error>) -> Void) -> Void
    ) async throws -> Result {
      let since = ContinuousClock.now
      return try await withCheckedThrowingContinuation { continuation in
        let isAccepted = queue.add { worker in work(worker, since) { continuation.resume(with: $0) } }
        if !isAccepted { continuation.resume(throwing: StoreError.stopped) }
      }
    }
  }

  /// The longest that a connection waits.
  package struct PostgresDeadlines: Sendable {
    /// For each host of the address, rounded up to whole seconds of at least two (libpq's least).
    package var connect: Duration = .seconds(3)
    /// For a statement, by the database's clock. The answer to a round trip may take a second more.
    package var statement: Duration = .seconds(5)
    /// For a lock that another transaction holds.
    package var lock: Duration = .seconds(4)
    /// For a connection and all attempts: from then on a caller is refused.
    package var attempts: Duration = .seconds(5)
    /// For the outcome of a commit whose connection was lost: longer than the database waits for a silent client.
    package var outcome: Duration = .seconds(12)

    package init() {}
  }
#endif
