import FerryEngine
import GRDB
import Synchronization

/// Writes that were committed by one transaction.
struct GroupCommit {
  private var hasChanges = false
  private var waits: Bool
  /// True if something was erased that must leave no trace in the file.
  private(set) var erases = false
  /// Each resumes the caller of a write.
  private(set) var answers: [@Sendable () -> Void] = []

  /// Runs each write in a savepoint, so that a failing one harms no other, and commits.
  /// - Parameter requireOwner: Throws if another process has taken the file over.
  /// - Throws: The failure of the whole transaction. The state of the disk is unknown then.
  init(_ writes: [PendingWrite], in database: Database, requireOwner: (Database) throws -> Void) throws {
    waits = writes.allSatisfy(\.mayWait)
    // SQLite changes the setting between transactions only.
    if waits { try database.execute(sql: "PRAGMA synchronous = NORMAL") }
    let isDone = Result { try commit(writes, in: database, requireOwner) }
    if waits { try database.execute(sql: "PRAGMA synchronous = FULL") }
    guard try !isDone.get() else { return }
    (waits, hasChanges, answers) = (false, false, [])
    _ = try commit(writes, in: database, requireOwner)
  }

  /// True if there were changes, and they are on disk.
  var isFlushed: Bool { hasChanges && !waits }

  /// - Returns: False if a write does not wait after all: nothing is committed then.
  private mutating func commit(
    _ writes: [PendingWrite], in database: Database, _ requireOwner: (Database) throws -> Void
  ) throws -> Bool {
    do {
      try database.beginTransaction(.immediate)
    } catch let error as DatabaseError where error.resultCode == .SQLITE_BUSY {
      // Nothing has begun: another program locks the file for longer than we wait.
      answers = writes.map { write in { write.refuse(error) } }
      return true
    }
    do {
      try requireOwner(database)
      for write in writes {
        guard try perform(write, in: database) else {
          try database.rollback()
          return false
        }
      }
      try database.commit()
      return true
    } catch {
      if database.isInsideTransaction { try? database.rollback() }
      throw error
    }
  }

  /// - Returns: False if the write does not wait after all.
  private mutating func perform(_ write: PendingWrite, in database: Database) throws -> Bool {
    let changesBefore = database.totalChangesCount
    var performed = PendingWrite.Performed()
    do {
      try database.inSavepoint {
        performed = try write.perform(database)
        return .commit
      }
      if waits, performed.erases || !performed.waits { return false }
      erases = erases || performed.erases
      hasChanges = hasChanges || database.totalChangesCount > changesBefore
    } catch {
      // A full or broken disk ends the whole transaction.
      guard database.isInsideTransaction, !error.isOfDisk else { throw error }
      let reason = Self.storeError(for: error)
      performed.answer = { write.refuse(reason) }
    }
    answers.append(performed.answer)
    return true
  }

  private static func storeError(for error: any Error) -> any Error {
    guard let error = error as? DatabaseError, error.resultCode == .SQLITE_CONSTRAINT else { return error }
    return StoreError.inconsistent(error.message ?? "a constraint of the database")
  }
}

extension Error {
  /// True if the disk has not taken something, or has not given it back.
  fileprivate var isOfDisk: Bool {
    guard let error = self as? DatabaseError else { return false }
    return error.resultCode == .SQLITE_FULL || error.resultCode == .SQLITE_IOERR
  }
}

/// A write whose caller waits.
struct PendingWrite: Sendable {
  /// True if it may turn out to wait for a later flush.
  let mayWait: Bool
  /// Runs in the transaction.
  let perform: @Sendable (Database) throws -> Performed
  /// Resumes the caller with an error: nothing was written.
  let refuse: @Sendable (any Error) -> Void

  struct Performed {
    /// True if something was erased that must leave no trace in the file.
    var erases = false
    /// True if it may wait for a later flush.
    var waits = false
    /// Resumes the caller once the write is committed.
    var answer: @Sendable () -> Void = {}
  }
}

/// The result of a write in its transaction.
struct Written<Result: Sendable>: Sendable {
  let result: Result
  /// True if something was erased that must leave no trace in the file.
  let erases: Bool
  /// True if it may wait for a later flush.
  let waits: Bool
  /// Runs after the commit, in the order of the writes, before its caller resumes.
  let whenCommitted: @Sendable () -> Void

  init(
    _ result: Result, erases: Bool = false, waits: Bool = false, whenCommitted: @escaping @Sendable () -> Void = {}
  ) {
    self.result = result
    self.erases = erases
    self.waits = waits
    self.whenCommitted = whenCommitted
  }
}

/// The writes that wait for the writer.
final class WriteQueue: Sendable {
  private struct State {
    var waiting: [PendingWrite] = []
    /// The idle writer.
    var writer: CheckedContinuation<Void, Never>?
    var isClosed = false
  }

  private let state = Mutex(State())

  var count: Int { state.withLock { $0.waiting.count } }

  /// - Returns: False if the queue is closed: the write will not be done.
  func add(_ write: PendingWrite) -> Bool {
    let (isAccepted, writer) = state.withLock { state -> (Bool, CheckedContinuation<Void, Never>?) in
      guard !state.isClosed else { return (false, nil) }
      state.waiting.append(write)
      return (true, state.writer.take())
    }
    writer?.resume()
    return isAccepted
  }

  /// Waits for writes and takes all of them; nil once the queue is closed and empty. For one task at a time.
  func next() async -> [PendingWrite]? {
    await withCheckedContinuation { continuation in
      let isReady = state.withLock { state in
        guard state.waiting.isEmpty, !state.isClosed else { return true }
        precondition(state.writer == nil, "Two tasks run the same store; run() is called once.")
        state.writer = continuation
        return false
      }
      if isReady { continuation.resume() }
    }
    let writes = state.withLock { state in
      let writes = state.waiting
      state.waiting = []
      return writes
    }
    return writes.isEmpty ? nil : writes
  }

  func close() {
    let writer = state.withLock { state in
      state.isClosed = true
      return state.writer.take()
    }
    writer?.resume()
  }

  /// Closes the queue and empties it.
  /// - Returns: The writes that will not be done.
  func abandon() -> [PendingWrite] {
    state.withLock { state in
      state.isClosed = true
      defer { state.waiting = [] }
      return state.waiting
    }
  }
}
