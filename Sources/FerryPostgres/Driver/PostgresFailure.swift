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

  /// The reason for which a transaction did not come about.
  enum PostgresFailure: Error, Hashable, Sendable {
    /// The database refused a statement; the transaction is undone.
    case refused(PostgresError)
    /// The connection was lost. The transaction is undone unless its COMMIT was under way.
    case lost
    /// The database did not answer within the deadline; the connection is given up.
    case timedOut
    /// There is no connection. The text is libpq's: it names address and cause, never a password.
    case notConnected(String)
  }

  // MARK: The next step after a failure

  /// Decides after each failed attempt of a transaction. The closure of a transaction is pure, so it may run again wherever
  /// nothing was committed.
  struct PostgresRetry {
    enum Step: Equatable {
      /// Run again, after a pause between nothing and this.
      case again(within: Duration)
      case refuse(StoreError)
      /// Not to be mended by trying again, and no rule of the store.
      case fail(PostgresError)
    }

    /// A caller is refused once this time has passed since it asked.
    let limit: Duration
    private var attempts = 0
    private var contradictions = 0

    init(limit: Duration) { self.limit = limit }

    /// - Parameter elapsed: The time since the caller asked.
    mutating func step(after failure: PostgresFailure, elapsed: Duration) -> Step {
      attempts += 1
      switch failure {
      case .lost:
        return again(.milliseconds(50), atMost: .seconds(2), elapsed, or: "the connection to the database was lost")
      case .notConnected:
        return again(.milliseconds(50), atMost: .seconds(2), elapsed, or: "no connection to the database")
      case .timedOut: return .refuse(.unavailable("the database did not answer in time"))
      case .refused(let error): return step(after: error, elapsed)
      }
    }

    private mutating func step(after error: PostgresError, _ elapsed: Duration) -> Step {
      switch error.state {
      case "40001", "40P01":
        guard attempts < 10 else { return .refuse(.unavailable("too many changes of the same rows at once")) }
        return again(.milliseconds(5), atMost: .milliseconds(200), elapsed, or: "changes of the same rows at once")
      case "23505" where contradictions < 2:
        // Another transaction was quicker: the closure decides again, by what that one has written.
        contradictions += 1
        return .again(within: .zero)
      case "25006":
        // On a new connection, which may lead to the server that takes writes by now.
        guard attempts < 3 else { return .refuse(.unavailable("the database takes no changes: it is read-only")) }
        return again(.milliseconds(50), atMost: .seconds(2), elapsed, or: "the database is read-only")
      case "53100": return .refuse(.unavailable("the database's disk is full"))
      case "55P03": return .refuse(.unavailable("another transaction holds the rows for too long"))
      case "57014": return .refuse(.unavailable("the database did not answer in time"))
      case _ where error.state.hasPrefix("53"): return .refuse(.unavailable("the database lacks a resource (\(error.state))"))
      case _ where error.isBrokenRule: return .refuse(.inconsistent(error.safeMessage ?? error.state))
      default: return .fail(error)
      }
    }

    /// Run again with pauses that double, as long as there is time.
    private func again(_ first: Duration, atMost longest: Duration, _ elapsed: Duration, or reason: String) -> Step {
      let pause = min(longest, first * (1 << min(attempts - 1, 10)))
      guard elapsed + pause / 2 < limit else { return .refuse(.unavailable(reason)) }
      return .again(within: pause)
    }
  }
#endif
