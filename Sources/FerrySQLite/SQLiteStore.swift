public import FerryCore
import FerryEngine
import GRDB
import Metrics
public import ServiceLifecycle
import Synchronization

/// Checkouts in one SQLite database file, for one process.
///
/// What is to be written waits in a queue. `run()` takes all that waits, runs it in one transaction, each update in a
/// savepoint of its own, and releases the callers after the commit has reached the disk: many share one flush. An update
/// made before `run()` begins waits for it. Reading goes on beside the writing, each time of one state of the file.
public final class SQLiteStore: Service, Sendable {
  let database: DatabasePool
  let files: CommittedFiles
  private let queue = WriteQueue()
  private let flushCount = Atomic<Int>(0)
  private let flushCounter = Counter(label: "ferry_store_flushes_total")
  private let whenCommitFails: @Sendable (any Error) -> Void
  let damage: Damage
  private let path: String
  /// What the file knows this process by.
  private let owner: String
  /// Whether something was erased that may still stand in the write-ahead log.
  private let hasErased = Atomic<Bool>(false)
  /// Last, so that it is let go after the database is closed.
  private let lock: FileLock

  /// Opens or makes a database file, and keeps other processes out for as long as the store lives. This reads and writes
  /// the disk: it belongs at a program's start.
  /// - Parameters:
  ///   - path: The file. Its folder is made if need be.
  ///   - remembered: How many checkouts are kept in memory after their last change, so that they need not be read again.
  ///   - creates: Whether a file is made where there is none.
  ///   - randomness: Makes the token that the file knows this process by.
  ///   - whenUnreadable: Is told of each checkout that cannot be read, once; of the first ones only.
  /// - Throws: `SQLiteStoreError`.
  public convenience init(
    path: String, remembered: Int = 128, creates: Bool = true, randomness: any Randomness = SystemRandomness(),
    whenUnreadable: @escaping @Sendable (SQLiteStoreError) -> Void = { _ in }
  ) throws {
    try self.init(
      path: path, remembered: remembered, creates: creates, randomness: randomness, whenUnreadable: whenUnreadable
    ) { error in
      if let error = error as? SQLiteStoreError { fatalError("\(error)") }
      fatalError(
        "The database \(path) could not be made durable: \(error). Nobody has been told that the last changes were kept. "
          + "Look after the disk, then start again: the file is as it was before them.")
    }
  }

  /// - Parameter whenCommitFails: Takes the failure that must end the process; what was written is unknown then.
  package init(
    path: String, remembered: Int = 128, creates: Bool = true, randomness: any Randomness = SystemRandomness(),
    whenUnreadable: @escaping @Sendable (SQLiteStoreError) -> Void = { _ in },
    whenCommitFails: @escaping @Sendable (any Error) -> Void
  ) throws {
    let file = DatabaseFile(path: path)
    guard creates || file.exists else { throw SQLiteStoreError.missing(path) }
    lock = try FileLock(database: path)
    files = CommittedFiles(limit: remembered)
    owner = randomness.token()
    database = try file.open(owner: owner)
    damage = Damage(path: path, whenFound: whenUnreadable)
    self.path = path
    self.whenCommitFails = whenCommitFails
  }

  /// Why checkouts were passed over by lists, or could not be read alone, since the start; in the order of their ids.
  public var unreadable: [SQLiteStoreError] { damage.errors }

  /// Transactions with changes that were made durable since the start; several updates may share one.
  public var flushes: Int {
    get async { flushCount.load(ordering: .relaxed) }
  }

  private func countFlush() {
    flushCount.add(1, ordering: .relaxed)
    flushCounter.increment()
  }

  /// Updates that wait for the writer.
  package var waiting: Int { queue.count }

  /// How the writer's connection treats the file, for tests: journal, `synchronous`, foreign keys, `secure_delete`.
  package var settings: [String] {
    get async throws {
      try await write { database in
        Written(
          try ["journal_mode", "synchronous", "foreign_keys", "secure_delete"].map { name in
            try String.fetchOne(database, sql: "PRAGMA \(name)") ?? ""
          })
      }
    }
  }

  /// Writes until the task is cancelled or a graceful shutdown begins, then finishes what waits and refuses the rest. Call
  /// it once.
  public func run() async throws {
    await withTaskCancellationOrGracefulShutdownHandler {
      while let writes = await queue.next() { await commit(writes) }
      if hasErased.load(ordering: .relaxed) { await emptyLog() }
      // Nothing is written any more, whoever still holds the store.
      lock.release()
    } onCancelOrGracefulShutdown: {
      self.queue.close()
    }
  }

  /// Runs the store for as long as some work takes, for a program that does one thing and ends.
  @discardableResult
  public func running<Result: Sendable>(
    _ work: (SQLiteStore) async throws -> Result
  ) async throws -> Result {
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { try await self.run() }
      let result: Swift.Result<Result, any Error>
      do { result = .success(try await work(self)) } catch { result = .failure(error) }
      group.cancelAll()
      try await group.waitForAll()
      return try result.get()
    }
  }

  /// Waits for a write to be durable, whether or not the waiting task is cancelled.
  func write<Result: Sendable>(
    _ body: @escaping @Sendable (Database) throws -> Written<Result>
  ) async throws -> Result {
    try await withCheckedThrowingContinuation { continuation in
      let write = PendingWrite(
        perform: { database in
          let written = try body(database)
          return PendingWrite.Performed(erases: written.erases) {
            written.whenDurable()
            continuation.resume(returning: written.result)
          }
        },
        refuse: { [damage] in continuation.resume(throwing: damage.explained($0)) })
      if !queue.add(write) { continuation.resume(throwing: StoreError.stopped) }
    }
  }

  /// Reads one state of the file.
  func read<Result: Sendable>(_ body: @escaping @Sendable (Database) throws -> Result) async throws -> Result {
    do {
      return try await database.read(body)
    } catch {
      throw damage.explained(error)
    }
  }

  /// Not GRDB's awaiting `write`, for that would end with the task: what is queued is finished during a shutdown.
  private func commit(_ writes: [PendingWrite]) async {
    await withCheckedContinuation { continuation in
      database.asyncWriteWithoutTransaction { database in
        do {
          let commit = try GroupCommit(writes, in: database) { try $0.requireOwner(self.owner, self.path) }
          if commit.hasChanges { self.countFlush() }
          // Who erases is answered when it is erased; nobody else waits for that.
          if commit.erases { self.emptyLog(database, erases: true) }
          for answer in commit.answers { answer() }
          if !commit.erases { self.emptyLog(database, erases: false) }
        } catch {
          self.whenCommitFails(self.damage.explained(error))
          for write in writes { write.refuse(error) }
        }
        continuation.resume()
      }
    }
  }

  // MARK: Erasing

  /// Whoever still reads what was erased is waited for a little, once; after that it is tried with every commit.
  private func emptyLog(_ database: Database, erases: Bool) {
    guard erases || hasErased.load(ordering: .relaxed) else { return }
    let isEmpty = (try? database.emptyLog(patience: erases ? 100 : 0)) ?? false
    hasErased.store(!isEmpty, ordering: .relaxed)
  }

  private func emptyLog() async {
    await withCheckedContinuation { continuation in
      database.asyncWriteWithoutTransaction { database in
        self.emptyLog(database, erases: true)
        continuation.resume()
      }
    }
  }
}
