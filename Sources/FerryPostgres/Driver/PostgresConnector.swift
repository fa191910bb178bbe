#if PostgreSQL
  import CPostgres
  import Foundation
  import Logging
  import Metrics
  import Synchronization

  /// Opens connections to one address.
  struct PostgresConnector: Sendable {
    let address: PostgresAddress
    let name: String
    let deadlines: PostgresDeadlines
    let counts = PostgresCounts()
    private let outage: PostgresOutage

    init(_ address: PostgresAddress, name: String, _ deadlines: PostgresDeadlines, _ logger: Logger) {
      self.address = address
      self.name = name
      self.deadlines = deadlines
      outage = PostgresOutage(logger)
    }

    /// Connects on the calling thread. libpq gives every host of the address, and every address of a host, its time: a first
    /// one that is dead does not hide the second.
    func connect() throws(PostgresFailure) -> PostgresSession {
      do {
        let session = try open()
        outage.end()
        return session
      } catch {
        outage.begin(error)
        throw error
      }
    }

    private func open() throws(PostgresFailure) -> PostgresSession {
      let seconds = max(2, Int((deadlines.connect / .seconds(1)).rounded(.up)))
      let parameters = address.parameters(name: name, seconds: seconds)
      let connection = Self.withCStrings(parameters.map(\.0)) { keywords in
        Self.withCStrings(parameters.map(\.1)) { values in PQconnectdbParams(keywords, values, 1) }
      }
      guard let connection else { throw .notConnected("no memory") }
      guard PQstatus(connection) == CONNECTION_OK else {
        defer { PQfinish(connection) }
        let message = String(cString: PQerrorMessage(connection))
        throw .notConnected(message.split(whereSeparator: \.isNewline).joined(separator: " "))
      }
      let session = PostgresSession(connection, patience: deadlines.statement + .seconds(1), counts)
      let settings = [
        ("statement_timeout", deadlines.statement), ("lock_timeout", deadlines.lock),
        ("idle_in_transaction_session_timeout", deadlines.statement),
      ]
      // No statement of ours reads so many rows that it would be worth compiling, whatever the planner expects.
      _ = try session.exchange(
        settings.map { PostgresStatement("SET \($0) = \(max(1, Int64($1 / .milliseconds(1))))") }
          + [PostgresStatement("SET jit = off")])
      return session
    }

    /// Hands an array of C strings that ends with a nil to the body.
    private static func withCStrings<Result>(
      _ strings: [String], _ body: (UnsafePointer<UnsafePointer<CChar>?>) -> Result
    ) -> Result {
      let copies = strings.map { strdup($0) }
      defer { for copy in copies { free(copy) } }
      let pointers = copies.map { UnsafePointer($0) } + [nil]
      return pointers.withUnsafeBufferPointer { buffer in
        guard let start = buffer.baseAddress else { preconditionFailure("An array with a nil has a start.") }
        return body(start)
      }
    }
  }

  /// Logs the beginning and the end of a time without a connection, and not each attempt between them.
  private final class PostgresOutage: Sendable {
    private let isUnderWay = Atomic(false)
    private let logger: Logger

    init(_ logger: Logger) { self.logger = logger }

    func begin(_ failure: PostgresFailure) {
      guard !isUnderWay.exchange(true, ordering: .relaxed) else { return }
      logger.warning("no connection to the database", metadata: ["reason": "\(failure)"])
    }

    func end() {
      if isUnderWay.exchange(false, ordering: .relaxed) { logger.notice("the database can be reached again") }
    }
  }

  /// Counts of a pool since its start.
  package final class PostgresCounts: Sendable {
    private let roundTripCount = Atomic<Int>(0)
    private let commitCount = Atomic<Int>(0)
    private let roundTripCounter = Counter(label: "ferry_store_round_trips_total")
    private let flushCounter = Counter(label: "ferry_store_flushes_total")

    package var roundTrips: Int { roundTripCount.load(ordering: .relaxed) }

    /// Transactions that were made durable.
    package var commits: Int { commitCount.load(ordering: .relaxed) }

    func countRoundTrip() {
      roundTripCount.add(1, ordering: .relaxed)
      roundTripCounter.increment()
    }

    func countCommit() {
      commitCount.add(1, ordering: .relaxed)
      flushCounter.increment()
    }
  }
#endif
