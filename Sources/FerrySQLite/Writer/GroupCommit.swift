import FerryEngine
import GRDB

/// Writes that were made durable by one transaction.
struct GroupCommit {
  /// Whether there was anything to make durable.
  private(set) var hasChanges = false
  /// Whether something was erased of which the file must keep no trace.
  private(set) var erases = false
  /// Tell each caller what came of its write.
  private(set) var answers: [@Sendable () -> Void] = []

  /// Runs each write in a savepoint, so that one that fails takes nothing with it, and commits.
  /// - Parameter requireOwner: Throws when the file is another process's by now.
  /// - Throws: Why the transaction failed as a whole. It is not known then what is on the disk.
  init(_ writes: [PendingWrite], in database: Database, requireOwner: (Database) throws -> Void) throws {
    do {
      try database.beginTransaction(.immediate)
    } catch {
      // Nothing has begun: another program holds the file for longer than we wait.
      answers = writes.map { write in { write.refuse(error) } }
      return
    }
    do {
      try requireOwner(database)
      for write in writes { try perform(write, in: database) }
      try database.commit()
    } catch {
      if database.isInsideTransaction { try? database.rollback() }
      throw error
    }
  }

  private mutating func perform(_ write: PendingWrite, in database: Database) throws {
    let changesBefore = database.totalChangesCount
    var performed = PendingWrite.Performed()
    do {
      try database.inSavepoint {
        performed = try write.perform(database)
        return .commit
      }
      erases = erases || performed.erases
      hasChanges = hasChanges || database.totalChangesCount > changesBefore
    } catch {
      // A full or broken disk takes the whole transaction away.
      guard database.isInsideTransaction else { throw error }
      let reason = Self.storeError(for: error)
      performed.answer = { write.refuse(reason) }
    }
    answers.append(performed.answer)
  }

  private static func storeError(for error: any Error) -> any Error {
    guard let error = error as? DatabaseError, error.resultCode == .SQLITE_CONSTRAINT else { return error }
    return StoreError.inconsistent(error.message ?? "a constraint of the database")
  }
}
