#if PostgreSQL
  package import FerryEngine

  /// A transaction, valid in its closure and on the thread of its connection.
  ///
  /// Statements are prepared once per connection, by their text. No value is ever put into the text: a value is `$1`, a list
  /// is `= ANY($1)`. Once a statement has failed, everything that follows fails with the same error, and the transaction is
  /// undone.
  package final class PostgresTransaction: DatabaseTransaction {
    private let session: PostgresSession
    /// The statements that wait for the next one with an answer, or for the end.
    private var queued: [PostgresStatement]
    private(set) var failure: PostgresFailure?
    /// True if something has been changed that needs a COMMIT.
    private var hasChanged = false
    /// True if the COMMIT waits for the disk.
    private(set) var isFlushed = true
    private var hasBegun = false
    private var isOver = false

    /// The statement that begins it.
    enum Kind: String {
      /// Each statement sees what was committed before it began.
      case write = "BEGIN ISOLATION LEVEL READ COMMITTED"
      /// All statements see one state of the database.
      case read = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"
    }

    init(_ session: PostgresSession, _ kind: Kind) {
      self.session = session
      queued = [PostgresStatement(kind.rawValue)]
    }

    /// Queues a change. It is sent with the next statement that has an answer, or with the COMMIT.
    /// - Throws: `StoreError.inconsistent` for a text with a NUL.
    package func run(_ sql: String, _ values: [StatementValue] = []) throws {
      try queued.append(PostgresStatement(sql, values))
      hasChanged = true
    }

    /// Queues a statement that changes nothing, for the lock that it takes.
    package func lock(_ sql: String, _ values: [StatementValue]) throws {
      try queued.append(PostgresStatement(sql, values))
    }

    /// Lets the COMMIT return before the disk has the changes. The next one that waits for the disk makes them durable, too.
    package func commitBeforeFlush() {
      queued.append(PostgresStatement("SET LOCAL synchronous_commit = off"))
      isFlushed = false
    }

    /// Sends what is queued and this statement: one round trip.
    /// - Throws: `StoreError.inconsistent` for a text with a NUL; the database's error, also that of a queued statement.
    package func rows(_ sql: String, _ values: [StatementValue] = []) throws -> [PostgresRow] {
      try result(sql, values).rows
    }

    /// The same, for a statement that yields at most one row; of several, the first.
    package func row(_ sql: String, _ values: [StatementValue] = []) throws -> PostgresRow? {
      try rows(sql, values).first
    }

    /// The same, for a question: true if the first column of the first row is.
    func isTrue(_ sql: String, _ values: [StatementValue] = []) throws -> Bool {
      try row(sql, values)?.bool(0) ?? false
    }

    /// The same; returns the number of rows that the statement inserted, changed or deleted.
    package func count(_ sql: String, _ values: [StatementValue] = []) throws -> Int {
      try result(sql, values).count
    }

    private func result(_ sql: String, _ values: [StatementValue]) throws -> PostgresResult {
      queued.append(try PostgresStatement(sql, values))
      guard let result = try exchange().last else { throw PostgresFailure.lost }
      // A SELECT only reads, even FOR UPDATE. Any other statement changes something unless it says that it changed no row.
      if !sql.hasPrefix("SELECT"), !result.tag.hasSuffix(" 0") { hasChanged = true }
      return result
    }

    /// Sends what is queued and several questions: one round trip.
    /// - Throws: The errors of `rows`, and those of reading an answer.
    func answers<each Answer>(_ questions: repeat PostgresQuestion<each Answer>) throws -> (repeat each Answer) {
      var places: [Int?] = []
      for question in repeat each questions {
        places.append(question.statement.map { _ in queued.count })
        if let statement = question.statement { queued.append(statement) }
      }
      let results = try exchange()
      var number = 0
      func answer<One>(_ question: PostgresQuestion<One>) throws -> One {
        defer { number += 1 }
        return try question.read(places[number].map { results[$0].rows } ?? [])
      }
      return (repeat try answer(each questions))
    }

    /// Sends what is queued, and returns the answer to each statement of it.
    private func exchange() throws(PostgresFailure) -> [PostgresResult] {
      precondition(!isOver, "A transaction is used after its closure.")
      if let failure { throw failure }
      let statements = queued
      queued = []
      hasBegun = true
      do {
        return try session.exchange(statements)
      } catch {
        failure = error
        throw error
      }
    }
  }

  /// A statement that only reads, and how its answer is read.
  struct PostgresQuestion<Answer> {
    /// Nil if nothing has to be asked.
    fileprivate let statement: PostgresStatement?
    fileprivate let read: ([PostgresRow]) throws -> Answer

    /// - Throws: `StoreError.inconsistent` for a text with a NUL.
    init(
      _ sql: String, _ values: [StatementValue], read: @escaping ([PostgresRow]) throws -> Answer
    ) throws(StoreError) {
      statement = try PostgresStatement(sql, values)
      self.read = read
    }

    /// A question for a list.
    /// - Parameter element: Reads a row.
    /// - Throws: `StoreError.inconsistent` for a text with a NUL.
    init<Element>(
      _ sql: String, _ values: [StatementValue], each element: @escaping (PostgresRow) throws -> Element
    ) throws(StoreError) where Answer == [Element] {
      try self.init(sql, values) { try $0.map(element) }
    }

    /// A question with a known answer.
    init(_ answer: Answer) {
      statement = nil
      read = { _ in answer }
    }
  }

  extension PostgresTransaction {
    package static func isOne(of list: String) -> String { "= ANY(\(list))" }
    package static var forChange: String { "FOR NO KEY UPDATE" }
    package static var forDeletion: String { "FOR UPDATE" }
    package static var skippingLocked: String { "SKIP LOCKED" }
    package static var fence: String { "fence" }
  }

  // MARK: The end

  extension PostgresTransaction {
    /// Commits what was changed, and undoes a transaction that changed nothing: that costs no flush.
    /// - Parameter change: Statements that are committed with the changes.
    /// - Returns: True if something was made durable.
    /// - Throws: `PostgresFailure`. After `.lost` and `.timedOut` the outcome is unknown.
    func commit(with change: [PostgresStatement]) throws(PostgresFailure) -> Bool {
      // The closure may have caught it.
      if let failure { throw failure }
      guard hasChanged else {
        undo()
        return false
      }
      queued += change + [PostgresStatement("COMMIT")]
      let result = try exchange().last
      isOver = true
      // A transaction that failed in the database answers COMMIT with ROLLBACK.
      guard result?.tag == "COMMIT" else { throw .lost }
      return isFlushed
    }

    /// Undoes everything, without waiting for it. If that fails, the connection is not used again.
    func undo() {
      isOver = true
      guard hasBegun, session.isUsable else { return }
      try? session.end(by: PostgresStatement("ROLLBACK"))
    }
  }
#endif
