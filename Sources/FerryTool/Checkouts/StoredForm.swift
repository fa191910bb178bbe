import FerryEngine
import FerrySQLite

/// Whether what a database holds can be read by this version.
enum StoredForm {
  /// Runs what reads a database, and tells in a sentence why it cannot be read.
  /// - Throws: `CommandFailure` for a database that cannot be opened, that is damaged, or that another version has made.
  static func explaining<Result>(_ path: String, _ work: () async throws -> Result) async throws -> Result {
    do {
      return try await work()
    } catch let failure as CommandFailure {
      throw failure
    } catch let error as CancellationError {
      throw error
    } catch let error as SQLiteStoreError {
      throw CommandFailure("\(error)")
    } catch {
      throw CommandFailure(
        "The database \(path) was made by another version of Ferry; this is \(FerryVersion.text) and cannot read it. Use "
          + "that version, or begin anew with another folder.")
    }
  }

  /// Looks at the newest checkouts, for a server that would otherwise meet them in the middle of its work. Some that cannot
  /// be read do not keep it from starting.
  /// - Throws: `CommandFailure` where none can be read.
  static func require(_ store: SQLiteStore, _ path: String) async throws {
    try await explaining(path) {
      for isLive in [true, false] {
        let files = try await store.checkouts(CheckoutFilter(isLive: isLive), limit: 1)
        if files.isEmpty, !isLive, let error = store.unreadable.first { throw error }
      }
    }
  }
}
