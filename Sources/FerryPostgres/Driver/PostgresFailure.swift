#if PostgreSQL
  import FerryEngine

  /// An error that the database reported for a statement. It holds no data of rows.
  package struct PostgresError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The code (SQLSTATE) by PostgreSQL's documentation, Appendix A.
    package let state: String
    /// The primary message. Only those of some classes are free of data.
    private let message: String
    /// The constraint that was broken, for class 23.
    package let constraint: String?

    init(state: String, message: String, constraint: String? = nil) {
      self.state = state
      self.message = message
      self.constraint = constraint
    }

    package var description: String { "PostgreSQL reported \(state)\(safeMessage.map { ": \($0)" } ?? "")" }

    /// The message of a broken rule (23), of a rule that the schema states in its own words (P0001), of a statement that does
    /// not fit the schema (42), and of a lack of resources or an operator's intervention (53, 57): they name tables and
    /// constraints and hold no values. Others may quote values.
    var safeMessage: String? {
      state == "P0001" || ["23", "42", "53", "57"].contains(state.prefix(2)) ? message : nil
    }

    /// True if the change broke a rule of the schema.
    var isBrokenRule: Bool { state.hasPrefix("23") || state == "P0001" }
  }

  enum PostgresFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// The database refused a statement; the transaction is undone.
    case refused(PostgresError)
    /// The connection was lost. The transaction is undone unless its COMMIT was under way.
    case lost
    /// The database did not answer within the deadline; the connection is given up.
    case timedOut
    /// There is no connection. The text is libpq's: it names address and cause, never a password.
    case notConnected(String)

    var description: String {
      switch self {
      case .refused(let error): error.description
      case .lost: "the connection was lost"
      case .timedOut: "no answer in time"
      case .notConnected(let reason): reason
      }
    }
  }

  // MARK: The next step after a failure

  /// Decides after each failed attempt of a transaction. Its closure is pure, so it may run again wherever nothing was
  /// committed.
  struct PostgresRetry {
    /// A caller is refused once this time has passed since it asked.
    let limit: Duration
    private var attempts = 0
    private var contradictions = 0

    init(limit: Duration) { self.limit = limit }

    /// - Parameter elapsed: The time since the caller asked.
    /// - Returns: The longest pause before the next attempt.
    /// - Throws: The error for the caller, if there is to be no other attempt: `StoreError`, or a `PostgresError` that no
    ///   caller can mend.
    mutating func pause(after failure: PostgresFailure, elapsed: Duration) throws -> Duration {
      attempts += 1
      switch failure {
      case .lost: return try reconnection(elapsed, or: "the connection to the database was lost")
      case .notConnected: return try reconnection(elapsed, or: "no connection to the database")
      case .timedOut: throw StoreError.unavailable("the database did not answer in time")
      case .refused(let error): return try pause(after: error, elapsed)
      }
    }

    private mutating func pause(after error: PostgresError, _ elapsed: Duration) throws -> Duration {
      switch error.state {
      case "40001", "40P01":
        guard attempts < 10 else { throw StoreError.unavailable("too many changes of the same rows at once") }
        return min(.milliseconds(200), .milliseconds(5) * (1 << attempts))
      case "23505" where contradictions < 2:
        // Another transaction was quicker: the closure decides again, by what that one has written.
        contradictions += 1
        return .zero
      case "25006" where attempts < 3:
        // A new connection may lead to the server that takes changes by now.
        return try reconnection(elapsed, or: "the database is read-only")
      case "25006": throw StoreError.unavailable("the database is read-only")
      case "42501": throw StoreError.unavailable("the database's user may not do this")
      case "53100": throw StoreError.unavailable("the database's disk is full")
      case "55P03": throw StoreError.unavailable("another transaction holds the rows for too long")
      case "57014": throw StoreError.unavailable("the database did not answer in time")
      case _ where error.state.hasPrefix("53"):
        throw StoreError.unavailable("the database lacks a resource (\(error.state))")
      case _ where error.isBrokenRule: throw StoreError.inconsistent(error.safeMessage ?? error.state)
      default: throw error
      }
    }

    /// Pauses double, as long as there is time.
    private func reconnection(_ elapsed: Duration, or reason: String) throws -> Duration {
      guard elapsed < limit else { throw StoreError.unavailable(reason) }
      return min(.seconds(2), .milliseconds(25) * (1 << min(attempts, 10)), limit - elapsed)
    }
  }
#endif
