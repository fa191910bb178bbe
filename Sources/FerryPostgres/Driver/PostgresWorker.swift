#if PostgreSQL
  import FerryCore
  import FerryEngine
  import Foundation

  /// Runs transactions on one thread, over a connection that it opens when it needs one.
  final class PostgresWorker {
    private let connector: PostgresConnector
    private let changes: PostgresChanges
    private let randomness: any Randomness
    private var session: PostgresSession?

    init(_ connector: PostgresConnector, _ changes: PostgresChanges, _ randomness: any Randomness) {
      self.connector = connector
      self.changes = changes
      self.randomness = randomness
    }

    /// - Throws: `PostgresStoreError.unreachable`.
    func connect() throws {
      do {
        _ = try connected()
      } catch {
        throw PostgresStoreError.unreachable(connector.address.description, reason: error.description)
      }
    }

    private func connected() throws(PostgresFailure) -> PostgresSession {
      if let session { return session }
      let session = try connector.connect()
      self.session = session
      return session
    }

    /// - Parameter since: The moment when the caller asked.
    func write<Result>(since: ContinuousClock.Instant, _ body: (PostgresTransaction) throws -> Result) throws -> Result
    {
      try retrying(since) { session in
        let change = changes.next()
        let transaction = PostgresTransaction(session, .write)
        let result = try run(transaction, body)
        do throws(PostgresFailure) {
          if try transaction.commit(with: change.statements) { connector.counts.countCommit() }
        } catch .refused(let error) {
          transaction.undo()
          throw PostgresFailure.refused(error)
        } catch {
          guard try isCommitted(change) else { throw PostgresFailure.lost }
          connector.counts.countCommit()
        }
        return result
      }
    }

    /// Only a connection is tried for again.
    func writeOnce<Result>(
      since: ContinuousClock.Instant, _ body: (PostgresTransaction) throws -> Result
    ) throws -> Result {
      let result = try retrying(since) { session in
        let transaction = PostgresTransaction(session, .write)
        return Swift.Result { () throws(any Error) in
          let result = try run(transaction, body)
          if try transaction.commit(with: []) { connector.counts.countCommit() }
          return result
        }
      }
      do {
        return try result.get()
      } catch let failure as PostgresFailure {
        var retry = PostgresRetry(limit: .zero)
        _ = try retry.pause(after: failure, elapsed: .zero)
        // `write` would run it again.
        throw StoreError.unavailable("another transaction interfered")
      }
    }

    /// - Parameter finish: Gets the result before the transaction ends, for its end changes nothing.
    func read<Result>(
      since: ContinuousClock.Instant, _ body: (PostgresTransaction) throws -> Result,
      _ finish: (Swift.Result<Result, any Error>) -> Void
    ) {
      do {
        try retrying(since) { session in
          let transaction = PostgresTransaction(session, .read)
          finish(.success(try run(transaction, body)))
          transaction.undo()
        }
      } catch {
        finish(.failure(error))
      }
    }

    /// Runs the closure. If it or a statement fails, everything is undone.
    private func run<Result>(
      _ transaction: PostgresTransaction, _ body: (PostgresTransaction) throws -> Result
    ) throws -> Result {
      do {
        return try body(transaction)
      } catch {
        let failure = transaction.failure
        transaction.undo()
        throw failure ?? error
      }
    }
  }

  // MARK: Again

  extension PostgresWorker {
    private func retrying<Result>(
      _ since: ContinuousClock.Instant, _ attempt: (PostgresSession) throws -> Result
    ) throws -> Result {
      var retry = PostgresRetry(limit: connector.deadlines.attempts)
      guard .now - since < retry.limit else { throw StoreError.unavailable("all connections to the database are busy") }
      while true {
        do {
          let session = try connected()
          // Not one that is lost, and none in the midst of a transaction. The question for an outcome opens another.
          defer { if !session.isIdle, self.session === session { self.session = nil } }
          return try attempt(session)
        } catch let failure as PostgresFailure {
          if case .refused(let error) = failure, error.state == "25006" { session = nil }
          pause(within: try retry.pause(after: failure, elapsed: .now - since))
        }
      }
    }

    private func pause(within longest: Duration) {
      let fraction = randomness.bytes(2).reduce(0) { $0 << 8 | Int($1) }
      Thread.sleep(forTimeInterval: longest * fraction / 65536 / .seconds(1))
    }

    /// Finds out the outcome of a change whose connection was lost during its COMMIT. If it is still under way in the
    /// database, the question waits for it.
    /// - Throws: `StoreError.unavailable` if nobody answers in time: the outcome stays unknown.
    private func isCommitted(_ change: PostgresChange) throws -> Bool {
      session = nil
      let deadline = ContinuousClock.now + connector.deadlines.outcome
      while true {
        do {
          let session = try connected()
          defer { if !session.isIdle { self.session = nil } }
          guard let row = try session.exchange([change.question]).last?.rows.first else { throw PostgresFailure.lost }
          return !row.bool(0)
        } catch let failure as PostgresFailure {
          // The next one may lead to the server that takes changes by now.
          session = nil
          guard .now < deadline else {
            throw StoreError.unavailable("a connection was lost during a commit whose outcome is unknown (\(failure))")
          }
          pause(within: .milliseconds(500))
        }
      }
    }
  }
#endif
