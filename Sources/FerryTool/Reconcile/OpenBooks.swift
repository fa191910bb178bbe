import FerryCheckout
import FerryCore

#if PostgreSQL
  import FerryPostgres
#endif

/// A database that is open for one comparison of an account's books.
struct OpenBooks: Sendable {
  let reader: any StoreReader
  /// The clock of the servers that use the database.
  let time: any Timekeeper
  /// Keeps the report where the operations pages find it. If it cannot be kept in a file, a warning is printed: the
  /// comparison is as good. It throws `CommandFailure` if the database does not take it.
  let keep: @Sendable (_ report: ReconciliationReport) async throws -> Void
}

/// Another comparison of the same account is under way, perhaps on another machine.
struct ReconciliationUnderWay: Error, CustomStringConvertible {
  let account: ProviderAccountID

  var description: String {
    "Another comparison of \(account) is running with this database, so this one was not started. The operations page "
      + "will show the other one's result."
  }
}

extension StoreLocation {
  /// Opens the database for a comparison of an account's books. With PostgreSQL there is one at a time. With SQLite
  /// there may be several on its machine: they only read, and the last one replaces the report.
  /// - Throws: `ReconciliationUnderWay`; `CommandFailure` if the database cannot be used.
  func books(of account: ProviderAccountID) async throws -> OpenBooks {
    switch self {
    case .sqlite(let path):
      let folder = Self.folder(of: path)
      return OpenBooks(reader: try await reader(), time: SystemTime()) { report in
        do { try report.write(to: folder) } catch {
          printNote("Warning: Cannot write to \(folder). The operations page will not show this comparison.")
        }
      }
    #if PostgreSQL
      case .postgres(let address):
        let comparison = try await explaining {
          try await PostgresReconciliation.begin(of: account, in: address, logger: ProgramLog.logger())
        }
        guard let comparison else { throw ReconciliationUnderWay(account: account) }
        return OpenBooks(reader: try await reader(), time: comparison.time) { report in
          try await explaining { try await comparison.keep(report) }
        }
    #endif
    }
  }
}
