public import FerryCore
package import FerryEngine
package import GRDB
import Metrics
public import ServiceLifecycle
import Synchronization

/// Checkouts in one SQLite database file, for one process.
///
/// Writes wait in a queue. `run()` takes all that wait, runs them in one transaction, each update in a savepoint of its own,
/// and resumes the callers after the commit has reached the disk: many share one flush. If all of them may wait for a later
/// flush, there is none; the log is flushed from its beginning, so the next flush covers them. An update before `run()` waits
/// for it. Reads run beside the writes, each of one state of the file.
public final class SQLiteStore: Service, Sendable {
  let database: DatabasePool
  let files: CommittedFiles
  let referenceNumbers = ReferenceNumbers()
  let unflushed = UnflushedCheckouts()
  private let queue = WriteQueue()
  private let flushCount = Atomic<Int>(0)
  private let flushCounter = Counter(label: "ferry_store_flushes_total")
  package let damage: Damage<SQLiteStoreError>
  private let path: String
  /// The token of this process in the file.
  let owner: String
  /// True while erased data may remain in the write-ahead log.
  private let hasErased = Atomic<Bool>(false)
  /// Last, so that it is released after the database is closed.
  private let lock: FileLock

  /// Opens or creates a database file, and locks it as long as the store lives. This reads and writes the disk: call it at a
  /// program's start.
  /// - Parameters:
  ///   - path: The file. Its folder is created if needed.
  ///   - remembered: The number of checkouts that are cached after their last change.
  ///   - creates: True to create a missing or empty file.
  ///   - randomness: Makes the token of this process in the file.
  ///   - whenUnreadable: Called once for each unreadable checkout, for the first ones only.
  /// - Throws: `SQLiteStoreError`.
  public init(
    path: String, remembered: Int = 128, creates: Bool = true, randomness: any Randomness = SystemRandomness(),
    whenUnreadable: @escaping @Sendable (SQLiteStoreError) -> Void = { _ in }
  ) throws {
    let file = DatabaseFile(path: path)
    if !creates { try file.requireContent() }
    lock = try FileLock(database: path)
    files = CommittedFiles(limit: remembered)
    owner = randomness.token()
    database = try file.open(owner: owner, creates: creates)
    damage = Damage(path: path, whenFound: whenUnreadable)
    self.path = path
  }

  /// Transactions with changes that were made durable since the start; several updates may share one.
  public var flushes: Int {
    get async { flushCount.load(ordering: .relaxed) }
  }

  private func countFlush() {
    unflushed.removeAll()
    flushCount.add(1, ordering: .relaxed)
    flushCounter.increment()
  }

  package var waiting: Int { queue.count }

  /// Writes until the task is cancelled or a graceful shutdown begins, then finishes the waiting writes and refuses later
  /// ones. Call it once.
  /// - Throws: `SQLiteStoreError` after a commit that failed, for instance on a full disk: nothing more is written, and the
  ///   process has to end. The waiting callers get `StoreError.stopped`, as all later ones.
  public func run() async throws {
    // Nothing is written any more, even if the store lives on.
    defer { lock.release() }
    try await withTaskCancellationOrGracefulShutdownHandler {
      while let writes = await queue.next() { try await commit(writes) }
      if hasErased.load(ordering: .relaxed) { await emptyLog() }
    } onCancelOrGracefulShutdown: {
      self.queue.close()
    }
  }

  /// Waits for a write to be committed and, unless it waits, durable, whether or not the waiting task is cancelled.
  func enqueue<Result: Sendable>(
    mayWait: Bool = false, _ body: @escaping @Sendable (Database) throws -> Written<Result>
  ) async throws -> Result {
    try await withCheckedThrowingContinuation { continuation in
      let write = PendingWrite(
        mayWait: mayWait,
        perform: { database in
          let written = try body(database)
          return PendingWrite.Performed(erases: written.erases, waits: written.waits) {
            written.whenCommitted()
            continuation.resume(returning: written.result)
          }
        },
        refuse: { [damage, path] in continuation.resume(throwing: damage.explained($0, in: path)) })
      if !queue.add(write) { continuation.resume(throwing: StoreError.stopped) }
    }
  }

  package func write<Result: Sendable>(
    _ body: @escaping @Sendable (Database) throws -> Result
  ) async throws -> Result {
    try await enqueue { Written(try body($0)) }
  }

  package func read<Result: Sendable>(_ body: @escaping @Sendable (Database) throws -> Result) async throws -> Result {
    do {
      return try await database.read(body)
    } catch {
      throw damage.explained(error, in: path)
    }
  }

  /// Not GRDB's awaiting `write`, for that would end with the task: queued writes are finished during a shutdown.
  private func commit(_ writes: [PendingWrite]) async throws {
    try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
      database.asyncWriteWithoutTransaction { database in
        do {
          let commit = try GroupCommit(writes, in: database) { try $0.requireOwner(self.owner, self.path) }
          if commit.isFlushed { self.countFlush() }
          // A caller that erases resumes after the erasure; no other caller waits for it.
          if commit.erases { self.emptyLog(database, erases: true) }
          for answer in commit.answers { answer() }
          if !commit.erases { self.emptyLog(database, erases: false) }
          continuation.resume()
        } catch {
          for write in writes + self.queue.abandon() { write.refuse(StoreError.stopped) }
          continuation.resume(throwing: SQLiteStoreError(ofCommit: error, self.path))
        }
      }
    }
  }

  // MARK: Erasing

  /// Waits a little for readers of erased data, once; after that every commit tries again.
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
