#if PostgreSQL
  import CPostgres
  import Foundation

  /// One connection, for the thread that made it. It sends by libpq's asynchronous calls and waits in `poll` with a deadline:
  /// a network that is dead is noticed here, not only by the database.
  final class PostgresSession {
    private let connection: OpaquePointer
    private var prepared: [PostgresStatement.Form: String] = [:]
    private var preparations = 0
    private let counts: PostgresCounts
    /// The longest that the answer to a round trip is waited for.
    private let patience: Duration
    /// The answers that the end of the last transaction has, while nobody has waited for them.
    private var unread: [PostgresStatement.Form?] = []
    /// False once the connection is lost or given up.
    private(set) var isUsable = true

    /// Takes over an open connection. It is closed with this.
    init(_ connection: OpaquePointer, patience: Duration, _ counts: PostgresCounts) {
      self.connection = connection
      self.patience = patience
      self.counts = counts
      // The default prints what the database remarks.
      PQsetNoticeProcessor(connection, { _, _ in }, nil)
      isUsable = PQsetnonblocking(connection, 1) == 0 && PQenterPipelineMode(connection) == 1
    }

    deinit { PQfinish(connection) }

    /// True outside of a transaction.
    var isIdle: Bool { isUsable && (!unread.isEmpty || PQtransactionStatus(connection) == PQTRANS_IDLE) }

    /// Sends statements, and waits for the answers to all: one round trip. After one that fails the database skips the rest.
    /// - Returns: The answer to each.
    /// - Throws: The first error.
    func exchange(_ statements: [PostgresStatement]) throws(PostgresFailure) -> [PostgresResult] {
      guard isUsable else { throw .lost }
      let deadline = ContinuousClock.now + patience
      counts.countRoundTrip()
      let expected = try send(statements)
      try readEarlier(until: deadline)
      return try answers(to: expected, until: deadline)
    }

    /// Sends the statement that ends a transaction without changes. Nobody waits for its answer: it is read before the next.
    func end(by statement: PostgresStatement) throws(PostgresFailure) {
      guard isUsable else { throw .lost }
      let expected = try send([statement])
      switch PQflush(connection) {
      case 0: unread = expected
      case 1: _ = try answers(to: expected, until: .now + patience)
      default: throw lost()
      }
    }

    /// Queues statements, each with its preparation at its first time.
    /// - Returns: The answers to expect: a form for a preparation, nil for a statement.
    private func send(_ statements: [PostgresStatement]) throws(PostgresFailure) -> [PostgresStatement.Form?] {
      var expected: [PostgresStatement.Form?] = []
      for statement in statements { expected += try send(statement) }
      guard PQpipelineSync(connection) == 1 else { throw lost() }
      return expected
    }

    private func readEarlier(until deadline: ContinuousClock.Instant) throws(PostgresFailure) {
      guard !unread.isEmpty else { return }
      let earlier = unread
      unread = []
      _ = try answers(to: earlier, until: deadline)
    }

    private func answers(
      to expected: [PostgresStatement.Form?], until deadline: ContinuousClock.Instant
    ) throws(PostgresFailure) -> [PostgresResult] {
      var failure: PostgresFailure?
      var answers: [PostgresResult] = []
      for form in expected {
        let result = try next(until: deadline)
        guard let result, try next(until: deadline) == nil else { throw lost() }
        if form == nil { answers.append(result) }
        if !result.isSuccess {
          // A form that was to be prepared is unknown to the database.
          if let form { prepared[form] = nil }
          let error = try error(of: result)
          failure = failure ?? error
        }
      }
      guard let end = try next(until: deadline), end.isEnd else { throw lost() }
      if let failure { throw failure }
      return answers
    }

    private func send(_ statement: PostgresStatement) throws(PostgresFailure) -> [PostgresStatement.Form?] {
      var expected: [PostgresStatement.Form?] = []
      let form = statement.form
      let name: String
      if let known = prepared[form] {
        name = known
      } else {
        preparations += 1
        name = "s\(preparations)"
        prepared[form] = name
        guard statement.prepare(as: name, on: connection) else { throw lost() }
        expected.append(form)
      }
      guard statement.send(as: name, to: connection) else { throw lost() }
      return expected + [nil]
    }

    /// - Throws: `.lost` if the error ends the connection, or if it has no code: such an error is libpq's own.
    private func error(of result: PostgresResult) throws(PostgresFailure) -> PostgresFailure? {
      // Skipped after the failure of an earlier one.
      if result.isSkipped { return nil }
      guard let error = result.error, !result.endsConnection else { throw lost() }
      return .refused(error)
    }

    private func lost() -> PostgresFailure {
      isUsable = false
      return .lost
    }
  }

  // MARK: Waiting

  extension PostgresSession {
    /// The next answer; nil between the answers to two statements.
    private func next(until deadline: ContinuousClock.Instant) throws(PostgresFailure) -> PostgresResult? {
      while true {
        let unsent = PQflush(connection)
        guard unsent >= 0 else { throw lost() }
        if PQisBusy(connection) == 0 { return PQgetResult(connection).map(PostgresResult.init) }
        guard wait(until: deadline, toSend: unsent == 1, orReadable: nil) else {
          isUsable = false
          throw .timedOut
        }
        guard PQconsumeInput(connection) == 1 else { throw lost() }
      }
    }

    /// Waits for the database's notifications, until a moment or until something can be read from a descriptor.
    /// - Returns: Their payloads.
    func notifications(until deadline: ContinuousClock.Instant, or descriptor: Int32) throws(PostgresFailure)
      -> [String]
    {
      // libpq hands out none that came after an unread answer.
      try readEarlier(until: .now + patience)
      // One that came with an answer is here already, and nothing more may come to end a wait for it.
      let received = receivedNotifications()
      guard received.isEmpty, wait(until: deadline, toSend: false, orReadable: descriptor) else { return received }
      guard PQconsumeInput(connection) == 1 else { throw lost() }
      return receivedNotifications()
    }

    private func receivedNotifications() -> [String] {
      var payloads: [String] = []
      while let notification = PQnotifies(connection) {
        payloads.append(String(cString: notification.pointee.extra))
        PQfreemem(notification)
      }
      return payloads
    }

    /// - Returns: False after the deadline.
    private func wait(until deadline: ContinuousClock.Instant, toSend: Bool, orReadable other: Int32?) -> Bool {
      var descriptors = [pollfd(fd: PQsocket(connection), events: Int16(POLLIN | (toSend ? POLLOUT : 0)), revents: 0)]
      if let other { descriptors.append(pollfd(fd: other, events: Int16(POLLIN), revents: 0)) }
      while true {
        let left = deadline - .now
        // Rounded up, so that it does not turn in circles for the last millisecond.
        let milliseconds = max(0, min(left / .milliseconds(1) + 1, 3_600_000))
        let ready = poll(&descriptors, nfds_t(descriptors.count), left > .zero ? Int32(milliseconds) : 0)
        if ready > 0 { return true }
        // A signal ends the wait early.
        if ready == 0 && deadline <= .now || ready < 0 && errno != EINTR { return false }
      }
    }
  }
#endif
